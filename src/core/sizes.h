/* sizes.h - sizes of grids and of their levels.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_SIZES_H
#define HPYR_CORE_SIZES_H

#include "gl/gl.h"

#include <histopyramid/flat3d.h>

/** Smallest power of two that is not below `n`. */
uint32_t hpi_core_power_of_two(uint32_t n);

/** Nodes along an axis of `size` cells, halved so many times and rounded up. */
uint32_t hpi_core_halved(uint32_t size, int times);

/** Side of a mipmap, as GL halves. */
uint32_t hpi_core_mip_side(uint32_t side, int level);

/** hpyr_flat3d_arrange for a volume of `size` cells, with its failures in the log; `what` begins the message. */
hpyr_result hpi_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                             uint32_t max_side, hpyr_flat3d *map);

#endif
