/* test_flat3d.c - volumes tiled into 2D textures.  SPDX-License-Identifier: MIT */
#include "harness.h"

/* Walks all cells and all texels of one arrangement. */
static void check_round_trip(const hpyr_flat3d *map) {
    uint32_t width = hpyr_flat3d_texture_width(map), height = hpyr_flat3d_texture_height(map);
    SCOPED(free_memory) unsigned char *seen = make_zeros((size_t)width * height, 1);
    assert_int_equal(width, map->width * map->tiles_x);
    assert_int_equal(height, map->height * map->tiles_y);
    for (uint32_t z = 0; z < map->depth; z++)
        for (uint32_t y = 0; y < map->height; y++)
            for (uint32_t x = 0; x < map->width; x++) {
                uint32_t u = ~0u, v = ~0u, back[3] = {~0u, ~0u, ~0u};
                hpyr_flat3d_texel(map, x, y, z, &u, &v);
                assert_int_equal(u, z % map->tiles_x * map->width + x);
                assert_int_equal(v, z / map->tiles_x * map->height + y);
                assert_true(u < width && v < height && !seen[(size_t)v * width + u]);
                seen[(size_t)v * width + u] = 1;
                assert_true(hpyr_flat3d_cell(map, u, v, &back[0], &back[1], &back[2]));
                assert_true(back[0] == x && back[1] == y && back[2] == z);
            }
    for (uint32_t v = 0; v < height + 2; v++)
        for (uint32_t u = 0; u < width + 2; u++) {
            bool cell = u < width && v < height && seen[(size_t)v * width + u];
            uint32_t x = 91, y = 92, z = 93;
            assert_int_equal(hpyr_flat3d_cell(map, u, v, &x, &y, &z), cell);
            assert_true(cell || (x == 91 && y == 92 && z == 93));
        }
}

TEST(every_cell_goes_to_its_texel_and_back) {
    static const uint32_t sizes[][3] = {{1, 1, 1},  {5, 7, 11}, {1, 9, 4}, {9, 1, 5},
                                        {4, 4, 16}, {3, 2, 13}, {17, 3, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const uint32_t *s = sizes[i];
        for (uint32_t tiles_x = 0; tiles_x <= s[2]; tiles_x++) {
            hpyr_flat3d map;
            assert_int_equal(hpyr_flat3d_arrange(s[0], s[1], s[2], tiles_x, 4096, &map), HPYR_OK);
            assert_true(map.width == s[0] && map.height == s[1] && map.depth == s[2]);
            assert_true(!tiles_x || map.tiles_x == tiles_x);
            assert_int_equal(map.tiles_y, (map.depth + map.tiles_x - 1) / map.tiles_x);
            check_round_trip(&map);
        }
    }
}

TEST(slices_of_the_headers_figure_lie_where_it_says) {
    hpyr_flat3d map;
    uint32_t u, v;
    assert_int_equal(hpyr_flat3d_arrange(10, 20, 5, 3, 4096, &map), HPYR_OK);
    assert_int_equal(map.tiles_y, 2);
    hpyr_flat3d_texel(&map, 1, 2, 4, &u, &v);
    assert_true(u == 11 && v == 22);
}

TEST(the_papers_volume_makes_16_by_16_tiles) {
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(256, 256, 256, 0, 4096, &map), HPYR_OK);
    assert_true(map.tiles_x == 16 && map.tiles_y == 16);
    assert_int_equal(hpyr_flat3d_arrange(256, 256, 256, 0, 16384, &map), HPYR_OK);
    assert_true(map.tiles_x == 16 && map.tiles_y == 16);
}

/* Nearest to a square: no other arrangement has a shorter longer side. */
TEST(the_default_arrangement_is_nearest_to_a_square) {
    for (uint32_t depth = 1; depth <= 40; depth++) {
        hpyr_flat3d map;
        uint32_t best = UINT32_MAX;
        assert_int_equal(hpyr_flat3d_arrange(24, 16, depth, 0, 4096, &map), HPYR_OK);
        for (uint32_t tiles_x = 1; tiles_x <= depth; tiles_x++) {
            uint32_t width = 24 * tiles_x, height = 16 * ((depth + tiles_x - 1) / tiles_x);
            uint32_t side = width > height ? width : height;
            best = side < best ? side : best;
        }
        assert_true(hpyr_flat3d_texture_width(&map) <= best && hpyr_flat3d_texture_height(&map) <= best);
    }
}

TEST(an_arrangement_that_cannot_be_is_refused) {
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(0, 4, 4, 0, 4096, &map), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_flat3d_arrange(4, 0, 4, 0, 4096, &map), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_flat3d_arrange(4, 4, 0, 0, 4096, &map), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_flat3d_arrange(4, 4, 4, 5, 4096, &map), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_flat3d_arrange(4, 4, 4, 0, 4096, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_flat3d_arrange(4097, 4, 4, 0, 4096, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(256, 256, 257, 0, 4096, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(256, 256, 256, 17, 4096, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(UINT32_MAX, UINT32_MAX, UINT32_MAX, 0, 16384, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(2, 2, UINT32_MAX, UINT32_MAX, 16384, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(1, UINT32_MAX, UINT32_MAX, 0, 16384, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(1, 1u << 30, UINT32_MAX, 0, 16384, &map), HPYR_ERROR_TOO_LARGE);
    assert_int_equal(hpyr_flat3d_arrange(1, 1, UINT32_MAX, 0, UINT32_MAX, &map), HPYR_OK);
    assert_int_equal(hpyr_flat3d_arrange(1u << 31, 1, 2, 2, UINT32_MAX, &map), HPYR_ERROR_TOO_LARGE);
}

/* 4096 x 4096 texels hold it in one arrangement only, which is not the one nearest to a square. */
TEST(a_tight_limit_still_finds_the_arrangement_that_fits) {
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(256, 256, 256, 0, 4096, &map), HPYR_OK);
    assert_int_equal(hpyr_flat3d_arrange(100, 10, 10, 0, 100, &map), HPYR_OK);
    assert_true(map.tiles_x == 1 && map.tiles_y == 10);
    assert_int_equal(hpyr_flat3d_arrange(10, 100, 10, 0, 100, &map), HPYR_OK);
    assert_true(map.tiles_x == 10 && map.tiles_y == 1);
    assert_int_equal(hpyr_flat3d_arrange(60, 10, 10, 0, 100, &map), HPYR_OK);
    assert_true(map.tiles_x == 1 && map.tiles_y == 10);
    assert_int_equal(hpyr_flat3d_arrange(60, 11, 10, 0, 100, &map), HPYR_ERROR_TOO_LARGE);
}

/* No cell, no texel, and no division by zero. */
TEST(a_map_of_zeros_has_no_cells) {
    const hpyr_flat3d maps[] = {{0}, {.width = 3, .height = 2}, {.depth = 5, .tiles_x = 5, .tiles_y = 1}};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        uint32_t x = 7, y = 8, z = 9, u, v;
        assert_false(hpyr_flat3d_cell(&maps[i], 1, 1, &x, &y, &z));
        assert_true(x == 7 && y == 8 && z == 9);
        hpyr_flat3d_texel(&maps[i], 2, 1, 0, &u, &v);
        assert_true(u == 2 && v == 1);
    }
}
