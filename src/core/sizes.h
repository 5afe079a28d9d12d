/* sizes.h - sizes of grids and of their levels.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_SIZES_H
#define HPI_CORE_SIZES_H

#include "gl/gl.h"

#include <histopyramid/flat3d.h>

/** Returns the smallest power of two that is not below `n`. */
uint32_t hpi_core_power_of_two(uint32_t n);

/** Halves `size` so many times, rounding up: the nodes of a level along one axis. */
uint32_t hpi_core_halved(uint32_t size, int times);

/** Returns the side of a mipmap: GL rounds down, but not below 1. */
uint32_t hpi_core_mip_side(uint32_t side, int level);

/** Calls hpyr_flat3d_arrange and logs its failures; the message begins with `what`. */
hpyr_result hpi_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                             uint32_t max_side, hpyr_flat3d *map);

#endif
