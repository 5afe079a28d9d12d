/* deform.h - the model before the impact, with its GL buffers.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_DEFORM_H
#define HEARTBREAKER_DEFORM_H

#include "shape.h"

#include "common/mesh/draw_mesh.h"

/** Zero it first. */
typedef struct deform {
    draw_mesh mesh; /* what to draw and to voxelize; radius and center are those of the whole motion */
    shape shape;
} deform;

bool deform_create(deform *d, const mesh *m, const mesh_fit *fit, int gl);
void deform_destroy(deform *d);

/** The shape at `time` seconds; positions and normals go to GL. Nothing to do where nothing moves and nothing moved before. */
bool deform_at(deform *d, const deform_motion *motion, double time);

#endif
