/* voxels_cells.h - a set of cells, so that point lists in different orders can be compared.  SPDX-License-Identifier: MIT */
#ifndef BENCH_VOXELS_CELLS_H
#define BENCH_VOXELS_CELLS_H

#include "common/voxels/pipeline.h"

/** One bit a cell, arranged as the library's bits of a volume are. */
typedef struct cell_set {
    uint32_t width, height, depth;
    size_t word_count;
    uint32_t *words;
} cell_set;

/** Zero the set first; cell_set_destroy it after a failure too. Empty at first. */
bool cell_set_create(cell_set *set, const uint32_t grid[3]);
void cell_set_destroy(cell_set *set);

/** Replaces the set's cells by those that `p`, a pipeline of bits deeper than 32, has set in its volume. */
bool cell_set_read_volume(cell_set *set, const pipeline *p);

/** Adds the cells of `points`. False where one is outside of the grid or there already. */
bool cell_set_add(cell_set *set, const hpyr_point *points, uint32_t count);

/** Takes the cells of `points` out. True where these were exactly the set's cells, each once. */
bool cell_set_tick_off(cell_set *set, const hpyr_point *points, uint32_t count);

#endif
