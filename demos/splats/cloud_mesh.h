/* cloud_mesh.h - clouds of splats that need no data: a flat Gaussian for each voxel of a mesh's surface.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_MESH_H
#define DEMO_CLOUD_MESH_H

#include "common/mesh/draw_mesh.h"
#include "common/platform/library.h"
#include "splats/cloud.h"

/** Splats of the mesh's own surface voxels, in a grid of so many cells along its longest side that there are about `wanted` of them, as
 *  near as whole grids allow. Each lies at its voxel's nearest point of the surface, flat along it, in the voxel's colour. Positions are
 *  the mesh's own. False with one line in `error`; the cloud is empty then. `l` is current. */
bool cloud_from_mesh(splat_cloud *c, library *l, const draw_mesh *mesh, uint32_t wanted, char *error, size_t error_size);

#endif
