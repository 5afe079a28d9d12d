/* samples.h - points on a mesh, as a perfect scanner would see them, or one with noise.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_SAMPLES_H
#define RECONSTRUCT_SAMPLES_H

#include "common/mesh/mesh.h"
#include "reconstruct/points.h"

/** `count` points all over the mesh, as dense everywhere, each with the normal that the mesh has there. `noise` is the standard deviation
 *  of the points along each axis, in parts of the longest side of the mesh's box; normals have none. The same on every run. */
bool samples_make(const mesh *m, const char *name, uint32_t count, double noise, point_set *out);

#endif
