/* sorter.h - the order that splats are drawn in, in a texture: by the library on the GPU, by the CPU, or none.
 * SPDX-License-Identifier: MIT */
#ifndef SPLATS_SORTER_H
#define SPLATS_SORTER_H

#include "common/platform/library.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** | way  | the order                                                                   |
 *  |------|-----------------------------------------------------------------------------|
 *  | GPU  | hpyr_lists_sort; nothing is read back                                       |
 *  | CPU  | keys are read back, splat_order_cpu sorts them, and the order is uploaded   |
 *  | NONE | as the splats lie in their file, which is wrong: to see why sorting matters | */
typedef enum sort_way { SORT_GPU, SORT_CPU, SORT_NONE } sort_way;

typedef struct sorter sorter;

/** For keys in a texture of this size, in line order. NULL on failure. */
sorter *sorter_create(library *l, uint32_t width, uint32_t height);
/** NULL is legal. */
void sorter_destroy(sorter *s);

/** Sorts the first `count` texels of `keys`, an R32F texture of that size: the largest first, equal ones by their position. `way` is
 *  not NONE. Leaves no framebuffer bound. */
bool sorter_sort(sorter *s, sort_way way, uint32_t keys, uint32_t count);

/** The positions in their order after a sort: an R32UI texture of that size, in line order. */
uint32_t sorter_order(const sorter *s);

#endif
