/* mesh_small.h - meshes from PLY, OBJ and STL files without a library.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_SMALL_H
#define DEMO_MESH_SMALL_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

/** As model_read, for builds of the demos that have no assimp:
 *
 *  | .ply | each encoding; positions, normals, colors, and the element face                                                  |
 *  | .obj | v with or without colors, vt, vn, f; usemtl and mtllib with Kd, Ks, Ns and map_Kd                                |
 *  | .stl | binary or text; its triangles' normals are not used: what meets at an edge is smooth, unless the edge is a crease |
 *
 *  Polygons become fans around their first corners, so those that are not convex may come out differently than by assimp. Equal vertices
 *  become one. A file that is damaged is refused with one line, and ends nothing. */
bool mesh_small_read(const char *path, mesh *out, warn_fn warn);

#endif
