/* points.h - the points of a pipeline in a file.  SPDX-License-Identifier: MIT */
#ifndef DICER_POINTS_H
#define DICER_POINTS_H

#include "common/mesh/mesh.h"
#include "common/voxels/pipeline.h"

/** Positions in the model's own coordinates; colors and normals where the format holds them, which `p` must then have made.
 *  .binvox and `dense` come from the volume's bits where the run made no list. */
bool points_save(const char *path, bool dense, const pipeline *p, const mesh_fit *fit);

#endif
