/* shape.h - the model before the impact, in CPU memory: it spins, twists and pulses.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_SHAPE_H
#define HEARTBREAKER_SHAPE_H

#include "common/mesh/mesh.h"

#include <stdbool.h>

typedef struct deform_motion {
    bool spin, twist, pulse;
} deform_motion;

/** A mesh that changes its shape: the fitted original, and as it is now. Zero it first. */
typedef struct shape {
    float *rest, *rest_normals; /* three floats a vertex */
    float *now, *now_normals;
    uint32_t *indices;
    uint32_t vertex_count, triangle_count;
    float radius, swept_radius; /* of the whole motion, about the origin and about the y axis */
    float low, high;            /* y of the mesh at rest */
    float scale;                /* that keeps the motion inside of the volume */
    mesh_fit fit;               /* of the original, with that scale */
    bool is_moved;              /* `now` is another shape than `rest` */
} shape;

/** False where memory runs out; shape_destroy it then too. */
bool shape_create(shape *s, const mesh *m, const mesh_fit *fit);
void shape_destroy(shape *s);

/** The shape at `time` seconds. False where nothing moves and nothing moved before, so that nothing changes. */
bool shape_at(shape *s, const deform_motion *motion, double time);

/** Where a ray first meets the mesh as it is now; false where it misses. */
bool shape_pick(const shape *s, const float origin[3], const float direction[3], float point[3]);

#endif
