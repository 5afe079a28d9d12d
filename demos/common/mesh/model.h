/* model.h - model files, by assimp, in this process; mesh_load of mesh.h reads them in another.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MODEL_H
#define DEMO_MODEL_H

#include "common/files/error.h"
#include "common/mesh/mesh.h"

/** As mesh_load, but a file on which assimp crashes ends the program, and one that it reads for ever hangs it. */
bool model_read(const char *path, mesh *out, warn_fn warn);

#endif
