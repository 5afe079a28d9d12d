/* makers.h - random calls that make objects, and those that need none.  SPDX-License-Identifier: MIT
 *
 * Each of them puts what it makes into a random place of the pool and destroys what was there. */
#ifndef FUZZ_MAKERS_H
#define FUZZ_MAKERS_H

#include "pool.h"

void create_discriminator(pool *p);
void create_pyramid(pool *p);
void create_voxelizer(pool *p);
void create_isosurface(pool *p);
void create_cubes(pool *p);
void create_context(pool *p);
void map_slices(pool *p);

#endif
