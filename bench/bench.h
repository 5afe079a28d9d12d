/* bench.h - what the benchmarks share: the run and its rows.  SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H

#include "common/draw/gpu_timer.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/volume/volume.h"
#include "common/voxels/names.h"

#include <histopyramid/histopyramid.h>
#include <histopyramid/poisson_surface.h>
#include <histopyramid/reference/reference.h>

#include <stdio.h>

enum { BENCH_MAX_RUNS = 1000, BENCH_LEAST_RUNS = 5, BENCH_MOST_RUNS = 15 };

/* What is timed of a pyramid. Each extraction is of the whole list. */
typedef enum stage {
    STAGE_BUILD,
    STAGE_TOTAL,
    STAGE_BUFFER,   /* hpyr_pyramid_extract_buffer */
    STAGE_TEXTURE,  /* hpyr_pyramid_extract_texture */
    STAGE_DOWNLOAD, /* hpyr_pyramid_download */
    STAGE_DRAW,     /* traversal in a vertex shader, hpyr_pyramid_bind and _draw, all points clipped */
    STAGES
} stage;

extern const char *const stage_names[STAGES];

/* One line of a table. */
typedef struct row {
    const char *part, *picture;
    uint32_t size[3];
    double fill; /* share of active cells that the picture was asked for, 0..1 */
    uint32_t total;
    const char *discriminator;
    hpyr_pyramid_desc desc; /* resolved; as asked for where it was refused */
    uint64_t bytes;
    uint32_t passes, runs;
    double ms[STAGES], gpu_ms[STAGES]; /* medians; NAN where refused or not asked for */
    char reason[ERROR_SIZE];           /* why something was refused, empty where nothing was */
} row;

/* Times per cell of a cube over those of another cube, one layout. */
typedef struct stair {
    size_t row, beside; /* of `rows` */
    double build, list; /* ratios; `list` is build, total and extraction into a buffer together */
} stair;

/* What the CPU takes for the point list of a picture, in medians: reading back and three scans. */
enum { CPU_SCANS = 3, CPU_READBACK = 0, CPU_SCAN, CPU_TOTAL, CPU_STAGES };

typedef struct cpu_times {
    const char *part, *picture;
    uint32_t side, active;
    double ms[CPU_SCANS][CPU_STAGES];
    int fastest;                 /* of the scans */
    size_t first_row, row_count; /* of the pyramids that took their turns with it */
} cpu_times;

extern const char *const cpu_scan_names[CPU_SCANS];
extern const char *const cpu_stage_names[CPU_STAGES];

/* Times of a mesh: the build, the rest until it lies in buffers, and both, from a field in a 3D texture. */
typedef enum mesh_time { MESH_BUILD, MESH_EXTRACT, MESH_TOTAL, MESH_TIMES } mesh_time;

extern const char *const mesh_time_names[MESH_TIMES];

/* Who makes a mesh: a hpyr_isosurface, or a hpyr_marching_cubes of either expansion. */
typedef enum mesh_expansion { MESH_FRAGMENT, MESH_VERTEX, MESH_GEOMETRY } mesh_expansion;

/* How a mesh is made. */
typedef struct mesh_form {
    mesh_expansion expansion;
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
} mesh_form;

/* One line of the isosurfaces' tables. */
typedef struct mesh_row {
    const char *table; /* "forms" or "scaling" */
    char field[64];
    uint32_t samples[3];
    double iso;
    hpyr_mesh_statistics counts;
    mesh_form form;
    hpyr_layout layout; /* of VERTEX and GEOMETRY: resolved, or as asked for if that was refused */
    uint64_t bytes;
    uint32_t runs;
    double ms[MESH_TIMES], gpu_ms; /* medians; NAN where refused; gpu_ms is of the total */
    double copy_ms;                /* a memcpy of 64 MB in the same runs */
    char reason[ERROR_SIZE];
} mesh_row;

/* What a small list costs the CPU: a build, its total and the list in a buffer. */
typedef struct overhead {
    hpyr_layout layout;
    uint32_t passes;
    unsigned long build_calls, list_calls; /* of OpenGL */
    double cpu_us, wall_us;                /* medians; cpu_us is what the calling thread computes */
} overhead;

/* Ways to do a list operation, or one on sparse matrices. Sorts have those up to BITONIC_STEPS, the others LOOP and some MEMCPY;
 * READBACK is the quickest of the CPU's with the list read back and the result written, of matrices with them read back. */
typedef enum list_time {
    LIST_GPU, /* the library's */
    LIST_QSORT,
    LIST_STD_SORT,
    LIST_STD_STABLE_SORT,
    LIST_RADIX,
    LIST_BITONIC,
    LIST_BITONIC_STEPS, /* with a draw for each step */
    LIST_LOOP,
    LIST_MEMCPY,
    LIST_READBACK,
    LIST_STRIPS, /* read back in strips, which a loop takes while they are in a cache */
    LIST_EIGEN,
    LIST_TIMES
} list_time;

extern const char *const list_time_names[LIST_TIMES];

/* One line of the lists' tables, or of the table of sparse matrices. */
typedef struct list_row {
    uint32_t side; /* of a matrix, of which `fill` is the share of entries; 0 of a list */
    double fill;
    const char *what, *keys; /* the operation, and how the keys of a sort lie */
    uint32_t count, bits;
    bool pairs;
    uint32_t runs;
    double ms[LIST_TIMES]; /* medians; NAN where there is no such way */
    uint32_t draws, bitonic_draws;
    double bitonic_bytes; /* that the bitonic sort reads and writes, an entry */
} list_row;

/* What is timed of an octree: hpyr_octree_build; hpyr_octree_share; all arrays into a buffer; all of this in plain C. */
typedef enum octree_time { OCTREE_BUILD, OCTREE_SHARE, OCTREE_ARRAYS, OCTREE_ORACLE, OCTREE_TIMES } octree_time;

extern const char *const octree_time_names[OCTREE_TIMES];

/* Times of a kind of discriminator: build and total, the list in a buffer; reading the image back, and plain C. */
typedef enum kind_time { KIND_BUILD, KIND_LIST, KIND_READ_BACK, KIND_PLAIN_C, KIND_TIMES } kind_time;

extern const char *const kind_time_names[KIND_TIMES];

/* One line of the kinds' table. */
typedef struct kind_row {
    const char *name;
    uint32_t side, total, runs;
    double ms[KIND_TIMES]; /* medians */
} kind_row;

enum { MAX_KINDS = 7 };

/* One line of the octrees' table. */
typedef struct octree_row {
    const char *model; /* on which the points are */
    uint32_t points, depth;
    hpyr_octree_growth growth;
    uint32_t nodes, leaves;
    double first_ms;         /* build and share, when programs must be compiled */
    double ms[OCTREE_TIMES]; /* medians */
    uint64_t bytes;
    uint32_t build_draws, share_draws, runs;
} octree_row;

/* What is timed of seeds of a flow: hpyr_flow_build; hpyr_flow_count, which refines; hpyr_flow_extract_buffer; reading the field back;
 * a loop on it in plain C. */
typedef enum flow_time { FLOW_BUILD, FLOW_COUNT, FLOW_BUFFER, FLOW_READBACK, FLOW_LOOP, FLOW_TIMES } flow_time;

extern const char *const flow_time_names[FLOW_TIMES];

/* One line of the flows' table. */
typedef struct flow_row {
    hpyr_flow_kind kind;
    uint32_t side, seeds;  /* samples along each axis */
    double first_ms;       /* build, count and buffer, when programs must be compiled */
    double ms[FLOW_TIMES]; /* medians */
    uint64_t bytes;
    uint32_t draws, runs;
} flow_row;

/* What is timed of a surface: hpyr_octree_build alone; hpyr_poisson_solve, which builds one, too; hpyr_poisson_surface_build;
 * hpyr_poisson_surface_extract; the last three together; another program. */
typedef enum poisson_time {
    POISSON_OCTREE,
    POISSON_SOLVE,
    POISSON_SURFACE,
    POISSON_EXTRACT,
    POISSON_TOTAL,
    POISSON_PEER,
    POISSON_TIMES
} poisson_time;

extern const char *const poisson_time_names[POISSON_TIMES];

/* One line of the surfaces' table. */
typedef struct poisson_row {
    const char *model; /* on which the points are */
    uint32_t points, depth, nodes;
    hpyr_mesh_statistics counts;
    double first_ms;          /* the total, when programs must be compiled */
    double ms[POISSON_TIMES]; /* medians; NAN without a peer */
    uint64_t bytes;
    uint32_t draws, runs, iterations; /* iterations of all depths */
    double residual;                  /* the largest of a depth */
    uint32_t parts;
    double volume, mesh_volume; /* of the surface, and of the mesh on which the points are: 0 if it is not closed */
} poisson_row;

/* What is timed of a quadtree: hpyr_quadtree_build and _count; hpyr_quadtree_extract_buffer; the image read back; all of it by the CPU. */
typedef enum quadtree_time {
    QUADTREE_BUILD,
    QUADTREE_LIST,
    QUADTREE_READBACK,
    QUADTREE_CPU,
    QUADTREE_TIMES
} quadtree_time;

extern const char *const quadtree_time_names[QUADTREE_TIMES];

/* One line of the quadtrees' table. */
typedef struct quadtree_row {
    const char *picture;
    uint32_t side, leaves;
    double first_ms;           /* build and list, when programs must be compiled */
    double ms[QUADTREE_TIMES]; /* medians */
    uint64_t bytes;
    uint32_t build_draws, runs;
} quadtree_row;

/* What is timed of features: hpyr_features_detect and _count; OpenCV's corners. */
typedef enum features_time { FEATURES_LIBRARY, FEATURES_PEER, FEATURES_TIMES } features_time;

extern const char *const features_time_names[FEATURES_TIMES];

/* One line of the features' table. */
typedef struct features_row {
    hpyr_detector detector;
    uint32_t side; /* of the square image */
    uint32_t found, peer_found;
    double first_ms;           /* when programs must be compiled */
    double ms[FEATURES_TIMES]; /* medians; NAN where OpenCV is not installed, or has no such detector */
    uint64_t bytes;
    uint32_t runs;
} features_row;

/* Times per cell of cubes of any size over those of 128 and 256. */
#define BENCH_STAIR_BOUND 1.3

enum {
    MAX_SIZES = 3,
    MAX_FILLS = 5,
    MAX_STAIRS = 64,
    MAX_CONTESTS = 8,
    MAX_OVERHEADS = 8,
    MAX_FLOWS = 8,
    MAX_OCTREES = 8,
    MAX_POISSONS = 4,
    MAX_QUADTREES = 6,
    MAX_FEATURES = 4
};

typedef struct bench {
    hpyr_context *context;
    const hpyr_caps *caps;
    hpyr_discriminator *cheap, *costly;
    gpu_timer timer;           /* zero where GPU timestamps are of no use */
    uint32_t repeat;           /* 0: as many runs as the time allows */
    double budget_ms;          /* that time, for one group of pyramids */
    hpyr_layout layout;        /* the only one to time; AUTO for all */
    uint32_t sizes[MAX_SIZES]; /* of square images */
    double fills[MAX_FILLS];   /* ascending */
    size_t size_count, fill_count;
    bool is_full;
    bool has_size;               /* sizes[0] was asked for, and is the side of isosurfaces' cubes too */
    const volume_source *volume; /* the only field for isosurfaces; NULL: the generated ones */
    double iso;                  /* of that, where has_iso */
    bool has_iso;
    const char *model; /* a file, with the points of octrees and surfaces; NULL: the teapot */
    const char *peer;  /* a program that makes surfaces, too; or NULL */
    FILE *stream;      /* where the tables go */
    row *rows;
    size_t row_count, row_capacity;
    mesh_row *meshes;
    size_t mesh_count, mesh_capacity;
    stair stairs[MAX_STAIRS];
    size_t stair_count;
    cpu_times contests[MAX_CONTESTS];
    size_t contest_count;
    overhead overheads[MAX_OVERHEADS];
    size_t overhead_count;
    list_row *lists;
    size_t list_count, list_capacity;
    flow_row flows[MAX_FLOWS];
    size_t flow_count;
    kind_row kinds[MAX_KINDS];
    size_t kind_count;
    octree_row octrees[MAX_OCTREES];
    size_t octree_count;
    poisson_row poissons[MAX_POISSONS];
    size_t poisson_count;
    quadtree_row quadtrees[MAX_QUADTREES];
    size_t quadtree_count;
    features_row features[MAX_FEATURES];
    size_t features_count;
    struct comparison *voxels; /* see voxels.h */
    size_t voxel_count;
    char logged[ERROR_SIZE]; /* the library's last error */
} bench;

/** Whether shaders speak GLSL 1.20, so that lists in textures and buffers are floats. */
bool bench_has_floats(const bench *b);
/** 21 or 33, as demos/common takes it. */
int bench_gl(const bench *b);

/** A log for hpyr_context_desc, with a bench as its user: the last error stays in b->logged. */
void bench_remember(hpyr_log_level level, const char *message, void *user);

/** Whether the library did it. If not, error_text() says which part of the bench failed, at what, and the last error that was logged. */
bool bench_check(bench *b, const char *part, hpyr_result result, const char *what);

/** True where `wanted` has the layout or no layout was asked for. */
bool bench_wants(const bench *b, hpyr_layout layout);

/** Build, total and extraction of one pyramid into a buffer. NAN where one of them is missing. */
double list_ms(const double ms[STAGES]);

/** What the image list costs in an order of BITS, as a share of what reading back and scanning costs the CPU. The worse of the
 *  pictures; NAN where it was not measured. */
double bench_image_list_ratio(const bench *b, hpyr_order order);

/** Nanoseconds a cell of a mesh over those of 128 cubed samples, the worst of the table "scaling"; NAN without. */
double bench_mesh_scaling(const bench *b);

/** Of one row; NAN where there are no 128 cubed samples beside it. */
double bench_mesh_ratio(const bench *b, const mesh_row *row);

#endif
