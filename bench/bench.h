/* bench.h - what the benchmarks share: the run and its rows.  SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H

#include "common/draw/gpu_timer.h"
#include "common/files/clock.h"
#include "common/files/error.h"
#include "common/volume/volume.h"
#include "common/voxels/names.h"
#include "table.h"

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
typedef struct pyramid_row {
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
} pyramid_row;

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

/* Times per cell of cubes of any size over those of 128 and 256. */
#define BENCH_STAIR_BOUND 1.3

enum { MAX_SIZES = 3, MAX_FILLS = 5, MAX_STAIRS = 64, MAX_CONTESTS = 8 };

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
    const char *part;  /* that runs now, for messages */
    row *rows;         /* all that was measured, and kept by bench_keep */
    size_t row_count;
    char **texts; /* of bench_text */
    size_t text_count;
    pyramid_row *pyramid_rows;
    size_t pyramid_count, pyramid_capacity;
    mesh_row *meshes;
    size_t mesh_count, mesh_capacity;
    stair stairs[MAX_STAIRS];
    size_t stair_count;
    cpu_times contests[MAX_CONTESTS];
    size_t contest_count;
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
bool bench_check(bench *b, hpyr_result result, const char *what);

/** A context of the library's own for a case, so that its first run compiles all programs. */
bool bench_context(bench *b, hpyr_context **out);

/** Appends a row. */
bool bench_keep(bench *b, const row *r);

/** A text for a row: it stays until the end. NULL without memory, as a row's missing text. */
const char *bench_text(bench *b, const char *format, ...) FORMAT_OF(2, 3);

/** The side that --size asked for, or another one. */
uint32_t bench_side(const bench *b, uint32_t side);

void bench_title(const bench *b, const char *title);
/** Prints the rows of a table from `first` on, under a title and above a note, lines that begin with two blanks. Each may be NULL. False,
 *  and nothing is printed, where all is not `ok`. */
bool bench_show(const bench *b, bool ok, const table *t, size_t first, const char *title, const char *note);

void bench_free(bench *b);

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
