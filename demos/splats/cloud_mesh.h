/* cloud_mesh.h - clouds of splats that need no data: a flat Gaussian for each voxel of a mesh's surface, and its looks.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOUD_MESH_H
#define DEMO_CLOUD_MESH_H

#include "common/mesh/mesh.h"
#include "common/platform/library.h"
#include "splats/cloud.h"

/** Splats of the mesh's surface voxels, in a grid of N^3 cells where they are `wanted`, give or take one part in N / 2 or so.
 *  Each lies where the surface is nearest to its voxel's center, flat along it, in the voxel's color, lit from above and in
 *  front; a mesh without colors gets some that go with its normals. The mesh's box is centered at the origin, and its longest
 *  side is 2 long. On OpenGL 2.1, and where the logic op fails, voxels are thin: steep sides have gaps. The library's GL
 *  context is current. False with one line in error_text(), and an empty cloud. Cost: a run of the voxelizer for each of a few
 *  grids. */
bool cloud_from_mesh(splat_cloud *c, library *l, const mesh *m, uint32_t wanted);

/** Of the harmonics that are added. */
enum { GLOSS_DEGREE = 3 };

/** Makes a cloud of degree 0 one of GLOSS_DEGREE: each splat mirrors a lamp above and in front, and is brighter where it is seen at a
 *  grazing angle. Colors stay, or become those of a glaze, copper below and blue above. Normals are the splats' own z axes. False
 *  with one line where memory does not suffice. */
bool gloss_add(splat_cloud *c, bool has_colors);

/** Turns round flat splats about their thin axis, stretches them, gives each a tone of its own and keeps their areas; `stretch` of 1 leaves
 *  them as they are. The same cloud becomes the same strokes. */
void brush_cloud(splat_cloud *c, float stretch);

#endif
