/* hybrid_scan.c - the classic loop over the volume on the CPU, compiled with -O3.  SPDX-License-Identifier: MIT
 *
 * Ziegler et al. 2006, section 9, table 2: one thread, line by line, no hand-written SIMD. */
#include "common/voxels/hybrid.h"

/* Most lines are empty. Counting first is a loop that compilers turn into SIMD, which makes the competitor twice as
 * fast. */
static uint32_t count_line(const uint8_t *texels, uint32_t width) {
    uint32_t count = 0;
    for (uint32_t x = 0; x < width; x++)
        count += texels[x * (size_t)4 + 3] == 255;
    return count;
}

uint32_t hybrid_scan(const uint8_t *rgba, const hpyr_flat3d *map, hpyr_point *points, uint32_t capacity) {
    uint32_t count = 0;
    size_t texture_width = (size_t)map->width * map->tiles_x;
    for (uint32_t row = 0; row < map->height * map->tiles_y; row++) {
        uint32_t y = row % map->height, first_z = row / map->height * map->tiles_x;
        for (uint32_t tile = 0; tile < map->tiles_x && first_z + tile < map->depth; tile++) {
            const uint8_t *texels = rgba + (row * texture_width + (size_t)tile * map->width) * 4;
            if (count_line(texels, map->width) == 0)
                continue;
            for (uint32_t x = 0; x < map->width; x++) {
                if (texels[x * (size_t)4 + 3] == 255) {
                    if (count < capacity)
                        points[count] = (hpyr_point){x, y, first_z + tile, 0};
                    count++;
                }
            }
        }
    }
    return count;
}
