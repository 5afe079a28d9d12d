/* deform.h - the model before the impact: it spins, twists and pulses.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_DEFORM_H
#define HEARTBREAKER_DEFORM_H

#include "common/mesh/draw_mesh.h"
#include "common/mesh/mesh.h"

#include <stdbool.h>

typedef struct deform_motion {
    bool spin, twist, pulse;
} deform_motion;

/** A mesh that changes its shape: the fitted original in CPU memory, and as it is now, in CPU memory and in GL buffers. Zero it
 *  first. */
typedef struct deform {
    draw_mesh mesh;             /* what to draw and to voxelize; radius and centre are those of the whole motion */
    float *rest, *rest_normals; /* three floats a vertex */
    float *now, *now_normals;
    uint32_t *indices;
    uint32_t vertex_count, triangle_count;
    float low, high; /* y of the mesh at rest */
    float scale;     /* that keeps the motion inside of the volume */
    bool is_moved;   /* `now` is another shape than `rest` */
} deform;

bool deform_create(deform *d, const mesh *m, const mesh_fit *fit, int gl, char *error, size_t error_size);
void deform_destroy(deform *d);

/** The shape at `time` seconds; positions and normals go to GL. Nothing to do where nothing moves and nothing moved before. */
bool deform_at(deform *d, const deform_motion *motion, double time, char *error, size_t error_size);

/** Where a ray first meets the mesh as it is now; false where it misses. */
bool deform_pick(const deform *d, const float origin[3], const float direction[3], float point[3]);

#endif
