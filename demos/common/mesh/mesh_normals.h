/* mesh_normals.h - normals for vertices that have none.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_NORMALS_H
#define DEMO_MESH_NORMALS_H

#include "common/mesh/mesh.h"

/** Gives vertices without a usable normal (zero or not finite) the area-weighted mean of the normals of the triangles that meet
 *  there, of those that differ by no more than 50 degrees: a vertex on a crease becomes several. */
void mesh_complete_normals(mesh *m);

#endif
