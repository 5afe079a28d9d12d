/* mesh_load.h - meshes of model files, read in a child process.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_LOAD_H
#define DEMO_MESH_LOAD_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

/** Reads any file that assimp reads, node transforms applied, triangulated, and the textures of its materials. On
 *  failure writes one line into error_text() and leaves *out empty: unreadable meshes, and those without a triangle that has
 *  finite corners and an area. A texture that cannot be read is a call of `warn`, which may be NULL; its material's
 *  color then stands alone. */
bool mesh_load(const char *path, mesh *out, warn_fn warn);

#endif
