/* test_bits.c - layout BITS: sizes, depths, orders, fills, select, rank and extraction, compared with the reference.
 * SPDX-License-Identifier: MIT */
#include "layouts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double fills[] = {0, -1, 0.002, 0.5, 1}; /* -1 is one cell */
static const hpyr_order orders[] = {HPYR_ORDER_MORTON, HPYR_ORDER_LINE, HPYR_ORDER_COLUMN};

static hpyr_pyramid *make_bits(env *e, uint32_t width, uint32_t height, uint32_t depth, uint32_t tiles_x,
                               hpyr_order order) {
    hpyr_pyramid_desc desc = {.width = width,
                              .height = height,
                              .depth = depth,
                              .tiles_x = tiles_x,
                              .layout = HPYR_LAYOUT_BITS,
                              .order = order};
    return make_pyramid_from(e, &desc);
}

/* ---- images ---- */

static void check_image_fill(env *e, hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator, uint32_t width,
                             uint32_t height, hpyr_order order, double fill) {
    const hpyr_flat3d map = {width, height, 1, 1, 1};
    hpyr_format format = width % 2 ? HPYR_FORMAT_R8 : HPYR_FORMAT_RGBA8;
    image im = image_make(format, 0, width, height, 1);
    image_scramble(&im, 3); /* channels that are not looked at */
    image_fill(&im, fill, width * 3 + (uint64_t)(fill * 1000 + 2000));
    image_upload(&im);
    SCOPED(free_memory) uint32_t *counts = make_room((size_t)width * height * sizeof *counts);
    assert_int_equal(hpyr_ref_discriminate(&im.ref, 1, INFINITY, counts), HPYR_OK);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, order);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    image_free(&im); /* a packed base level is the input's no longer */
    check_pyramid(e, pyramid, oracle, &map);
}

/* Every fill into the same pyramid, so that each build meets what the last one left. */
static void check_images(env *e, uint32_t width, uint32_t height) {
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (size_t i = 0; i < LENGTH(orders); i++) {
        if (orders[i] == HPYR_ORDER_COLUMN && (width + height) % 3 > 0) /* volumes are what it is for */
            continue;
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, width, height, 1, 0, orders[i]);
        for (size_t k = LENGTH(fills); k-- > 0;)
            check_image_fill(e, pyramid, discriminator, width, height, orders[i], fills[k]);
    }
}

GPU_TEST(small_and_odd_images_equal_the_oracle) {
    static const uint32_t sizes[][2] = {{1, 1}, {1, 2}, {2, 1},  {2, 2},  {3, 3},
                                        {5, 2}, {7, 8}, {16, 8}, {17, 9}, {97, 61}};
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 3 : 1)
        check_images(e, sizes[i][0], sizes[i][1]);
}

GPU_TEST(lines_equal_the_oracle) {
    static const uint32_t lengths[] = {129, 4096};
    for (size_t i = 0; i < LENGTH(lengths); i += e->hostile ? 2 : 1) {
        check_images(e, 1, lengths[i]);
        check_images(e, lengths[i], 1);
    }
}

GPU_TEST(middling_images_equal_the_oracle) {
    static const uint32_t sizes[][2] = {{127, 129}, {1000, 3}, {128, 128}, {513, 257}};
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 3 : e->small ? 2 : 1)
        if (!e->small || i != 3)
            check_images(e, sizes[i][0], sizes[i][1]);
}

/* ---- volumes ---- */

/* `target` 0 is the flat-3D texture, whose unused tiles hold active texels. */
static image volume_input(const uint32_t *counts, const hpyr_flat3d *map, uint32_t target) {
    size_t cells = (size_t)map->width * map->height * map->depth;
    image im = target ? image_make(HPYR_FORMAT_R8, 0, map->width, map->height, map->depth)
                      : image_make(HPYR_FORMAT_R8, 0, map->width * map->tiles_x, map->height * map->tiles_y, 1);
    memset(im.pixels, 0xff, (size_t)im.ref.width * im.ref.height * im.ref.depth);
    for (size_t i = 0; i < cells; i++) {
        size_t x = i % map->width, y = i / map->width % map->height, z = i / map->width / map->height;
        size_t flat = (z / map->tiles_x * map->height + y) * im.ref.width + z % map->tiles_x * map->width + x;
        image_set(&im, target ? i : flat, counts[i]);
    }
    image_upload_to(&im, target, 0);
    return im;
}

static uint32_t *random_counts(size_t cells, double fill, uint64_t seed) {
    uint32_t *counts = make_zeros(cells, sizeof *counts);
    uint64_t bar = (uint64_t)(fill * 4294967296.0);
    if (fill < 0)
        counts[random_below(&seed, (uint32_t)cells)] = 1;
    for (size_t i = 0; i < cells && fill >= 0; i++)
        counts[i] = random_next(&seed) < bar;
    return counts;
}

static bool target_holds(env *e, uint32_t target, uint32_t depth) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    return !target || depth <= (target == GL_TEXTURE_3D ? caps->max_texture_3d_size : caps->max_array_layers);
}

static void check_volume(env *e, const uint32_t size[3], uint32_t tiles_x, hpyr_order order, uint32_t target) {
    hpyr_flat3d map;
    if (!target_holds(e, target, size[2]))
        return;
    assert_int_equal(
        hpyr_flat3d_arrange(size[0], size[1], size[2], tiles_x, hpyr_context_caps(e->context)->max_texture_size, &map),
        HPYR_OK);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, size[0], size[1], size[2], tiles_x, order);
    for (size_t k = 0; k < LENGTH(fills); k += e->small || e->hostile ? 2 : 1) {
        SCOPED(free_memory)
        uint32_t *counts = random_counts((size_t)size[0] * size[1] * size[2], fills[k], k + size[2]);
        image im = volume_input(counts, &map, target);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, order);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        image_free(&im);
        check_pyramid(e, pyramid, oracle, &map);
    }
}

/* Around every border of a word, of a texel and of a layer, and past eight render targets. */
GPU_TEST(columns_of_every_depth_equal_the_oracle) {
    static const uint32_t depths[] = {1, 2, 31, 32, 33, 127, 128, 129, 200, 257, 1025};
    for (size_t i = 0; i < LENGTH(depths); i += e->hostile ? 4 : 1) {
        const uint32_t small[3] = {5, 3, depths[i]}, odd[3] = {19, 33, depths[i]};
        check_volume(e, small, 0, HPYR_ORDER_COLUMN, GL_TEXTURE_2D_ARRAY);
        if ((!e->small || depths[i] <= 129) && i % 3 < 2)
            check_volume(e, odd, 0, HPYR_ORDER_COLUMN, i % 2 ? GL_TEXTURE_3D : 0);
    }
}

GPU_TEST(flat_volumes_in_the_orders_of_the_texture_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{5, 7, 11}, {32, 32, 33}, {97, 5, 31}, {1, 1, 257}, {40, 3, 6}};
    static const uint32_t tiles[] = {0, 1, 3};
    static const uint32_t targets[] = {0, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY};
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 3 : 1)
        for (size_t k = 0; k < LENGTH(tiles); k++)
            if ((i + k) % 2)
                check_volume(e, sizes[i], tiles[k], HPYR_ORDER_MORTON, targets[(i + k) % 3]);
            else
                check_volume(e, sizes[i], tiles[k], HPYR_ORDER_LINE, targets[(i + k + 1) % 3]);
}

GPU_TEST(volumes_of_every_shape_in_columns_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{64, 64, 64},  {61, 97, 5},   {1, 100, 40},
                                        {200, 1, 129}, {128, 128, 2}, {31, 32, 100}};
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 3 : e->small ? 2 : 1)
        check_volume(e, sizes[i], i % 2 ? 0 : 1, HPYR_ORDER_COLUMN, i % 3 == 0 ? GL_TEXTURE_3D : 0);
}

/* ---- what comes out of one ---- */

/* A volume that other tests read in other ways. */
static scene make_scene(env *e, hpyr_order order) {
    const combination c = {HPYR_LAYOUT_BITS, order, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_DEFAULT};
    return scene_make(e, &c, (const uint32_t[3]){23, 14, 40}, INPUT_R8, 0.05, 0);
}

GPU_TEST(any_range_of_keys_comes_out) {
    for (size_t i = 0; i < LENGTH(orders); i++) {
        SCOPED(scene_free) scene s = make_scene(e, orders[i]);
        const uint32_t ranges[][2] = {{0, 1},           {s.total - 1, 1}, {s.total - 1, 9}, {s.total, 5},
                                      {s.total / 3, 0}, {5, 100},         {17, HPYR_ALL},   {UINT32_MAX, HPYR_ALL}};
        for (size_t k = 0; k < LENGTH(ranges); k++)
            check_range(e, s.pyramid, s.oracle, ranges[k][0], ranges[k][1]);
    }
}

GPU_TEST(keys_go_into_textures_and_buffers) {
    for (size_t i = 0; i < LENGTH(orders); i++) {
        SCOPED(scene_free) scene s = make_scene(e, orders[i]);
        scene_check_texture(e, &s, 0, HPYR_ALL, HPYR_FORMAT_RGBA32UI);
        scene_check_buffer(e, &s, 3, s.total - 3, 32, 0);
    }
}

GPU_TEST(keys_are_drawn_straight_from_the_bits) {
    for (size_t i = 0; i < LENGTH(orders); i++) {
        SCOPED(scene_free) scene s = make_scene(e, orders[i]);
        scene_check_vertices(e, &s, 0, HPYR_ALL);
    }
}

GPU_TEST(the_total_of_bits_never_has_to_stall) {
    hpyr_result result = HPYR_NOT_READY;
    uint32_t total = 0;
    hpyr_pyramid *unbuilt = make_bits(e, 40, 40, 1, 0, HPYR_ORDER_LINE);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_try_total(unbuilt, &total));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(unbuilt, &total));
    CALL_VOID(e, hpyr_pyramid_destroy(unbuilt));
    for (size_t i = 0; i < LENGTH(orders); i++) {
        SCOPED(scene_free) scene s = make_scene(e, orders[i]);
        double start = clock_ms();
        result = HPYR_NOT_READY;
        while (result == HPYR_NOT_READY && clock_ms() - start < 20000)
            result = CALL(e, hpyr_pyramid_try_total(s.pyramid, &total));
        assert_int_equal(result, HPYR_OK);
        assert_int_equal(total, s.total);
    }
}

GPU_TEST(select_is_the_inverse_of_rank) {
    for (size_t i = 0; i < LENGTH(orders); i++) {
        SCOPED(scene_free) scene s = make_scene(e, orders[i]);
        uint32_t total = s.total, key = 0;
        SCOPED(free_memory) hpyr_point *points = calloc(total, sizeof *points);
        SCOPED(free_memory) uint32_t *keys = calloc(total, sizeof *keys);
        static const hpyr_point outside[] = {{23, 0, 0, 0}, {0, 14, 0, 0}, {0, 0, 40, 0}, {0, 0, UINT32_MAX, 0}};
        assert_true(points && keys);
        OK(e, hpyr_pyramid_download(s.pyramid, 0, HPYR_ALL, points, total, 0, NULL));
        OK(e, hpyr_pyramid_rank(s.pyramid, points, total, keys));
        for (uint32_t k = 0; k < total; k++)
            assert_int_equal(keys[k], k);
        for (size_t k = 0; k < LENGTH(outside); k++)
            EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_rank(s.pyramid, &outside[k], 1, &key));
    }
}
