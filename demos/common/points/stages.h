/* stages.h - points and a mesh in buffers, and what the library makes of them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_STAGES_H
#define DEMO_STAGES_H

#include "common/draw/draw.h"
#include "common/platform/library.h"
#include "common/points/points.h"

#include <histopyramid/normals.h>
#include <histopyramid/poisson_surface.h>

/** A set of points on the GPU. Zero it first. */
typedef struct point_buffers {
    uint32_t positions, normals; /* GL's names; three floats a point */
    uint32_t count;
    uint32_t anchors; /* as in hpyr_poisson_points */
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

/** The surface of the last solution. */
bool stage_surface(library *l, hpyr_poisson *solved, const hpyr_poisson_surface_desc *desc, mesh_buffers *out);

#endif
