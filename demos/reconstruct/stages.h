/* stages.h - what the demo asks of the library, stage by stage.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_STAGES_H
#define RECONSTRUCT_STAGES_H

#include "common/draw/draw.h"
#include "common/files/progress.h"
#include "common/platform/library.h"
#include "reconstruct/points.h"

#include <histopyramid/normals.h>
#include <histopyramid/poisson_surface.h>

/** As in the paper: the octree; the vector field and the right sides; conjugate gradients; the isovalue; the mesh; all of it. */
enum { TIME_OCTREE, TIME_DIVERGENCE, TIME_SOLVE, TIME_ISOVALUE, TIME_SURFACE, TIME_TOTAL, TIME_COUNT };
extern const char *const TIME_NAMES[TIME_COUNT];

/** A set of points on the GPU. Zero it first. */
typedef struct point_buffers {
    uint32_t positions, normals; /* GL's names; three floats a point */
    uint32_t count;
} point_buffers;

/** A mesh on the GPU: hpyr_mesh_vertex, densities, three indices a triangle. Zero it first. */
typedef struct mesh_buffers {
    uint32_t vertices, densities, indices; /* GL's names */
    draw_elements elements;                /* the indices, to draw with */
    uint64_t vertex_room, density_room, index_room;
    uint32_t vertex_count, triangle_count;
    bool has_densities;
} mesh_buffers;

void mesh_buffers_free(mesh_buffers *m);

/** Room for a mesh of these counts. */
bool mesh_buffers_resize(mesh_buffers *m, uint32_t vertices, uint32_t triangles);

/** Reads the mesh back, into room for its counts. */
bool mesh_buffers_read(int gl, const mesh_buffers *m, hpyr_mesh_vertex *vertices, uint32_t *indices);

/** Estimates a normal for each point into its buffer of normals. */
bool stage_normals(library *l, const point_buffers *points, const hpyr_normals_desc *desc, hpyr_normals_report *report);

/** What goes on while a function is found. Zero it first. */
typedef struct stage_clock {
    bool is_timed; /* waits for the GPU after each stage */
    progress *bar; /* steps before each stage but the first, and before each depth of conjugate gradients; or NULL */
    int stage;     /* of the times above; TIME_COUNT while there is none */
    double began;
    double ms[TIME_COUNT]; /* of the last solution, TIME_OCTREE to TIME_ISOVALUE */
} stage_clock;

/** How often the bar steps in one solution. */
uint32_t stage_steps(uint32_t depth);

/** Solutions with this descriptor are watched by the clock, which stays where it is as long as they go on. */
void stage_watch(stage_clock *clock, hpyr_poisson_desc *desc);

/** After each of them: the times of its stages. NAN if it is not timed. */
void stage_times(const stage_clock *clock, double *ms);

/** The surface of the last solution. */
bool stage_surface(library *l, hpyr_poisson *solved, const hpyr_poisson_surface_desc *desc, mesh_buffers *out);

#endif
