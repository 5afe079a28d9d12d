/* teapot.h - Newell's teapot.  SPDX-License-Identifier: MIT */
#ifndef DEMO_TEAPOT_H
#define DEMO_TEAPOT_H

#include "common/mesh/mesh.h"

/** Newell's teapot as glutSolidTeapot(0.6) places it, `divisions` x `divisions` quads a patch: 7 gives the paper's 3136
 *  triangles. False where memory runs out. */
bool mesh_make_teapot(mesh *out, uint32_t divisions);

#endif
