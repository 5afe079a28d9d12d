/* snap.h - puts splats of a mesh's voxels onto its surface: in the middles of their voxels they would form steps.
 * SPDX-License-Identifier: MIT */
#ifndef SPLATS_SNAP_H
#define SPLATS_SNAP_H

#include "splats/cloud.h"

#include "common/mesh/mesh.h"

/** Moves each splat to the nearest point of the mesh, which is centred at the origin with its longest side 2 long; one that has none
 *  within its voxel stays. All splats are as large as the first. False with one line where memory does not suffice.
 *  Cost: O(count + triangles), about a second for a million. */
bool snap_to_mesh(splat_cloud *c, const mesh *m, char *error, size_t error_size);

#endif
