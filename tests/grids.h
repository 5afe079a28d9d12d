/* grids.h - voxels of the oracle's `surface` and `solid` voxelizers, for their tests.  SPDX-License-Identifier: MIT */
#ifndef TEST_GRIDS_H
#define TEST_GRIDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct grid {
    uint32_t size[3];
    uint8_t *voxels, *ambiguous;
} grid;

size_t voxel_count(const grid *g);

/** The voxels come filled with what the voxelizer has to clear. */
grid make_grid(uint32_t width, uint32_t height, uint32_t depth);
void free_grid(grid *g);

/** Of a voxel by its number: x, y and z. */
void place_of(const grid *g, size_t voxel, uint32_t place[3]);

/** A corner that is told in cells, in the coordinates of meshes. In volumes whose sides are powers of two it arrives as it was told. */
void set_corner(const grid *g, float *position, const double corner[3]);

#endif
