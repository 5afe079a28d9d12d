/* slice_looks.h - colors and normals of points where only slices know them: on OpenGL 2.1.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SLICE_LOOKS_H
#define DEMO_SLICE_LOOKS_H

#include "common/voxels/pipeline.h"

typedef struct slice_looks slice_looks;

/** NULL on failure. */
slice_looks *slice_looks_create(int gl);
void slice_looks_destroy(slice_looks *s);

/** Fills p->colors and p->normals, which have room, for the points in p->list_texture; mesh and transform are those of the last
 *  run. Voxelizes once more: p->volume marks the same voxels then, in colors that mean nothing. */
bool slice_looks_make(slice_looks *s, const pipeline *p, const draw_mesh *mesh, const float transform[16]);

#endif
