/* flat3d.c - volumes tiled into 2D textures (Ziegler et al. 2006, section 9; called "flat 3D" by
 * Dyken and Ziegler, section 5).  SPDX-License-Identifier: MIT */
#include <histopyramid/flat3d.h>

/* Returns the tiles a row whose texture has the shortest longer side. Among equals it prefers
 * fewer unused tiles, then more tiles a row. */
static uint32_t squarest(uint32_t width, uint32_t height, uint32_t depth, uint32_t most) {
    uint32_t best = 1;
    uint64_t best_side = UINT64_MAX, best_tiles = UINT64_MAX;
    for (uint32_t tiles_x = 1; tiles_x <= most; tiles_x++) {
        uint32_t tiles_y = (depth - 1) / tiles_x + 1;
        uint64_t w = (uint64_t)width * tiles_x, h = (uint64_t)height * tiles_y;
        uint64_t side = w > h ? w : h, tiles = (uint64_t)tiles_x * tiles_y;
        if (side < best_side || (side == best_side && tiles <= best_tiles)) {
            best = tiles_x;
            best_side = side;
            best_tiles = tiles;
        }
        if (w > best_side) /* all that follow are wider */
            break;
    }
    return best;
}

hpyr_result hpyr_flat3d_arrange(uint32_t width, uint32_t height, uint32_t depth, uint32_t tiles_x, uint32_t max_side,
                                hpyr_flat3d *out) {
    if (!out || !width || !height || !depth || tiles_x > depth)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (width > max_side || height > max_side || (uint64_t)(max_side / width) * (max_side / height) < depth)
        return HPYR_ERROR_TOO_LARGE; /* in every arrangement */
    if (!tiles_x)
        tiles_x = squarest(width, height, depth, depth < max_side / width ? depth : max_side / width);
    uint32_t tiles_y = (depth - 1) / tiles_x + 1;
    if ((uint64_t)width * tiles_x > max_side || (uint64_t)height * tiles_y > max_side)
        return HPYR_ERROR_TOO_LARGE;
    *out = (hpyr_flat3d){width, height, depth, tiles_x, tiles_y};
    return HPYR_OK;
}

uint32_t hpyr_flat3d_texture_width(const hpyr_flat3d *map) {
    return map->width * map->tiles_x;
}

uint32_t hpyr_flat3d_texture_height(const hpyr_flat3d *map) {
    return map->height * map->tiles_y;
}

void hpyr_flat3d_texel(const hpyr_flat3d *map, uint32_t x, uint32_t y, uint32_t z, uint32_t *u, uint32_t *v) {
    const uint32_t tiles_x = map->tiles_x ? map->tiles_x : 1;
    *u = z % tiles_x * map->width + x;
    *v = z / tiles_x * map->height + y;
}

bool hpyr_flat3d_cell(const hpyr_flat3d *map, uint32_t u, uint32_t v, uint32_t *x, uint32_t *y, uint32_t *z) {
    if (!map->width || !map->height)
        return false;
    uint32_t tile_x = u / map->width, tile_y = v / map->height;
    if (tile_x >= map->tiles_x || tile_y >= map->tiles_y)
        return false;
    uint32_t slice = tile_y * map->tiles_x + tile_x;
    if (slice >= map->depth)
        return false;
    *x = u % map->width;
    *y = v % map->height;
    *z = slice;
    return true;
}
