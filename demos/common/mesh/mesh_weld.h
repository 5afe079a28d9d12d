/* mesh_weld.h - vertices at one position, and whether a mesh has an inside.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_WELD_H
#define DEMO_MESH_WELD_H

#include "common/mesh/mesh.h"

/** For every vertex the first one at its position (-0 equals 0). To be freed by the caller; NULL where memory runs out. */
uint32_t *mesh_weld(const mesh *m);

/** The same for `count` rows of `each` numbers, at most MESH_WELD_NUMBERS: for every row the first one that is equal. */
enum { MESH_WELD_NUMBERS = 16 };
uint32_t *mesh_weld_rows(const float *rows, uint32_t count, size_t each);

/** True where every edge has an even number of triangles, after welding. Triangles that
 *  lose a corner in that, and those that are not finite, do not count. False also where memory runs out. */
bool mesh_is_closed(const mesh *m);

#endif
