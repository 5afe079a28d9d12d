/* making.h - a surface of points: an octree, a function, a mesh, made by the library and timed.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MAKING_H
#define DEMO_MAKING_H

#include "common/files/progress.h"
#include "common/points/stages.h"

/** As in the paper: the octree; the vector field and the right sides; conjugate gradients; the isovalue; the mesh; all of it. The first
 *  four have the numbers of hpyr_poisson_stage. */
enum { TIME_OCTREE, TIME_DIVERGENCE, TIME_SOLVE, TIME_ISOVALUE, TIME_SURFACE, TIME_TOTAL, TIME_COUNT };

typedef struct making_desc {
    uint32_t depth;
    double screening; /* as in hpyr_poisson_desc, 0 is none */
    bool unweighted;  /* as there, too */
    double trim;      /* as in hpyr_poisson_surface_desc, 0 is none */
    bool is_timed;    /* waits for the GPU after each stage */
    uint64_t bytes;   /* that the octree and the function may take, 0 is all that this machine has */
} making_desc;

/** At depth 1 there is one vertex inside of the root, and the function is 0 everywhere. */
enum { LEAST_DEPTH = 2 };

/** The depth for so many points: about two of them lie in a cell of the last depth that the surface crosses. */
uint32_t making_depth(uint32_t points);

/** Densities of a surface's vertices. */
enum { DENSITY_SMALLEST, DENSITY_MEDIAN, DENSITY_LARGEST, DENSITY_COUNT };
extern const char *const DENSITY_NAMES[DENSITY_COUNT];

/** Read its fields; change nothing. Zero it first. */
typedef struct making {
    library *library;
    making_desc desc;
    hpyr_poisson *poisson;
    mesh_buffers mesh;
    struct stage_clock *clock;
    double function_ms;              /* octree, function and isovalue together */
    double ms[TIME_COUNT];           /* of the last run; NAN where not measured */
    double densities[DENSITY_COUNT]; /* 0 without a surface */
} making;

/** How often the bar of making_run steps while a function is found: at each stage but the first, and at each depth. */
uint32_t making_steps(uint32_t depth);

/** Whether the function of these wishes is there. */
bool making_has_function(const making *m, const making_desc *desc);

/** Makes the surface of the points. Where only `trim` differs from what was made last, and `is_new` does not hold, the function stays and
 *  the mesh is made anew. Where this fails, what was made before stays as it is.
 *  `bar` may be NULL: it steps making_steps times while the function is found, and once behind the mesh. */
bool making_run(making *m, library *l, const making_desc *desc, const point_buffers *buffers, bool is_new,
                progress *bar);

/** The same once more, with memory and shaders that are there already. After a failure there is no surface. */
bool making_repeat(making *m, const point_buffers *buffers, progress *bar);

void making_free(making *m);

/** What was found; NULL before the first run. */
const hpyr_octree_report *making_octree(const making *m);
const hpyr_poisson_report *making_function(const making *m);

/** Conjugate gradients' iterations at all depths. */
uint32_t making_iterations(const making *m);

/** GL memory that the octree, the function and the mesh take now. */
uint64_t making_bytes(const making *m);

/** The mesh as .ply, .obj or .stl, its positions divided by `scale`, a power of two. Coordinates that floats do not reach become the
 *  largest float; *clamped is the number of vertices that have some. `clamped` may be NULL. */
bool making_save(const making *m, const char *path, const char *comment, double scale, uint32_t *clamped);

#endif
