/* grids.c - voxels of the oracle's `surface` and `solid` voxelizers, for their tests.  SPDX-License-Identifier: MIT */
#include "grids.h"

#include "harness.h"

#include <stdlib.h>
#include <string.h>

size_t voxel_count(const grid *g) {
    return (size_t)g->size[0] * g->size[1] * g->size[2];
}

grid make_grid(uint32_t width, uint32_t height, uint32_t depth) {
    size_t count = (size_t)width * height * depth;
    grid g = {{width, height, depth}, malloc(count), malloc(count)};
    assert_true(g.voxels && g.ambiguous);
    memset(g.voxels, 7, count);
    memset(g.ambiguous, 7, count);
    return g;
}

void free_grid(grid *g) {
    free(g->voxels);
    free(g->ambiguous);
}

void place_of(const grid *g, size_t voxel, uint32_t place[3]) {
    place[0] = (uint32_t)(voxel % g->size[0]);
    place[1] = (uint32_t)(voxel / g->size[0] % g->size[1]);
    place[2] = (uint32_t)(voxel / g->size[0] / g->size[1]);
}

void set_corner(const grid *g, float *position, const double corner[3]) {
    for (int axis = 0; axis < 3; axis++)
        position[axis] = (float)(corner[axis] / g->size[axis] * 2 - 1);
}
