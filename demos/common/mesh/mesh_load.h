/* mesh_load.h - meshes of model files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_LOAD_H
#define DEMO_MESH_LOAD_H

#include "common/files/child.h"
#include "common/files/error.h"
#include "common/mesh/mesh.h"

/** Reads any file that assimp reads, node transforms applied, triangulated, and the textures of its materials. On
 *  failure writes one line into error_text() and leaves *out empty: unreadable meshes, and those without a triangle that has
 *  finite corners and an area. A texture that cannot be read is a call of `warn`, which may be NULL; its material's
 *  color then stands alone. */
bool mesh_load(const char *path, mesh *out, warn_fn warn);

/** The same; where `path` is NULL, Newell's teapot of so many divisions, as mesh_make_teapot makes it. */
bool mesh_load_or_teapot(const char *path, uint32_t divisions, mesh *out, warn_fn warn);

/** How mesh_load reads in a process of its own; for child_serve. */
extern const child_task MESH_READER;

/** As mesh_load by assimp and in this process: a file on which assimp crashes ends the program, and one that it reads for ever hangs it. */
bool model_read(const char *path, mesh *out, warn_fn warn);

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
