/* sizes.c - sizes of grids and of their levels.  SPDX-License-Identifier: MIT */
#include "core/sizes.h"

#include <stdio.h>

uint32_t hpi_core_power_of_two(uint32_t n) {
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

uint32_t hpi_core_halved(uint32_t size, int times) {
    return ((size - 1) >> times) + 1;
}

uint32_t hpi_core_mip_side(uint32_t side, int level) {
    return side >> level ? side >> level : 1;
}

hpyr_result hpi_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                             uint32_t max_side, hpyr_flat3d *map) {
    char tiles[48] = "";
    hpyr_result result = hpyr_flat3d_arrange(size[0], size[1], size[2], tiles_x, max_side, map);
    if (tiles_x)
        snprintf(tiles, sizeof tiles, " in %u tiles a row", tiles_x);
    if (result == HPYR_ERROR_TOO_LARGE)
        return hpi_gl_fail(context, result,
                           "%s: %ux%ux%u cells, laid flat-3D%s, do not fit into a texture of %ux%u texels", what,
                           size[0], size[1], size[2], tiles, max_side, max_side);
    if (result != HPYR_OK)
        return hpi_gl_fail(context, result,
                           "%s: %ux%ux%u cells%s: sizes must be positive, and tiles a row at most the depth", what,
                           size[0], size[1], size[2], tiles);
    return HPYR_OK;
}
