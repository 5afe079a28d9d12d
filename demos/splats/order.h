/* order.h - the order that splats are drawn in, computed on the CPU: what the GPU's order is compared with, and what --sort cpu
 * draws by.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_ORDER_H
#define DEMO_ORDER_H

#include "splats/cloud.h"

/** Depth keys, one a splat, in this very order of single-precision operations, each rounded and none fused, with view column
 *  by column: 0 - (((view[2] x + view[6] y) + view[10] z) + view[14]). So none is -0, which a sort would take for less than +0. */
void splat_depths(const splat_cloud *c, const float view[16], float *depths);

/** The indices 0 .. count - 1 by depth, the farthest first, equal ones by index. Depths are in the total order of IEEE 754, so
 *  that +0 is farther than -0; a NaN counts as the nearest. `count` indices in `order`. False with one line where memory does
 *  not suffice. Cost: O(count), a stable radix sort of 11 bits a pass. */
bool splat_order_cpu(const float *depths, uint32_t count, uint32_t *order);

#endif
