/* test_bits_input.c - layout BITS: what it is built from: formats, discriminators, shapes, bits; what it refuses.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hpyr_order orders[] = {HPYR_ORDER_MORTON, HPYR_ORDER_LINE, HPYR_ORDER_COLUMN};

/* ---- helpers ---- */

static hpyr_pyramid *make_bits(env *e, uint32_t width, uint32_t height, uint32_t depth, hpyr_order order) {
    hpyr_pyramid_desc desc = {
        .width = width, .height = height, .depth = depth, .layout = HPYR_LAYOUT_BITS, .order = order};
    return make_pyramid_from(e, &desc);
}

static hpyr_flat3d arrange(env *e, uint32_t width, uint32_t height, uint32_t depth) {
    hpyr_flat3d map;
    uint32_t side = hpyr_context_caps(e->context)->max_texture_size;
    assert_int_equal(hpyr_flat3d_arrange(width, height, depth, 0, side, &map), HPYR_OK);
    return map;
}

/* Which cells of the volume are in [min, max]; the image is as large or larger. */
static hpyr_ref_pyramid *oracle_part(const image *im, const hpyr_flat3d *map, double min, double max,
                                     hpyr_order order) {
    const hpyr_ref_image *ref = &im->ref;
    uint32_t *counts = make_room((size_t)ref->width * ref->height * ref->depth * sizeof *counts), *to = counts;
    assert_int_equal(hpyr_ref_discriminate(ref, min, max, counts), HPYR_OK);
    for (size_t z = 0; z < map->depth; z++)
        for (size_t y = 0; y < map->height; y++, to += map->width)
            memmove(to, counts + (z * ref->height + y) * ref->width, map->width * sizeof *counts);
    hpyr_ref_pyramid *oracle = oracle_volume_in(counts, map, order);
    free(counts);
    return oracle;
}

static hpyr_discriminator *make_range(env *e, double min, double max) {
    const hpyr_range range = {min, max};
    hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &range, .range_count = 1};
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

/* Builds from the image and compares with the oracle's idea of [min, max]; frees the discriminator. */
static void check_build(env *e, hpyr_pyramid *pyramid, const image *im, const hpyr_flat3d *map, hpyr_order order,
                        hpyr_discriminator *discriminator, double min, double max) {
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_part(im, map, min, max, order);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    check_pyramid(e, pyramid, oracle, map);
}

/* ---- formats and discriminators ---- */

typedef struct format_case {
    hpyr_format format;
    double low, high; /* random bytes lie on all sides of these */
} format_case;

static const format_case format_cases[] = {
    {HPYR_FORMAT_R8, 100 / 255.0, 200 / 255.0},
    {HPYR_FORMAT_RGBA8, 100 / 255.0, 200 / 255.0},
    {HPYR_FORMAT_R16, 20000 / 65535.0, 40001 / 65535.0},
    {HPYR_FORMAT_R16F, -1, 0.1},
    {HPYR_FORMAT_R32F, -1e-10, 1e10},
    {HPYR_FORMAT_RGBA32F, -1e-10, 1e10},
    {HPYR_FORMAT_R8UI, 100, 200},
    {HPYR_FORMAT_R16UI, 20000, 40001},
    {HPYR_FORMAT_R16I, -10000, 10001},
    {HPYR_FORMAT_R32UI, 16777217, 4294967294.0},
    {HPYR_FORMAT_RGBA32UI, 16777217, 4294967294.0},
};

/* In every order, or in one where there are others enough. */
static void check_format(env *e, const format_case *c, hpyr_channel channel, uint32_t width, uint32_t height) {
    const hpyr_flat3d map = {width, height, 1, 1, 1};
    if (e->es && c->format == HPYR_FORMAT_R16) /* OpenGL ES has no such textures */
        return;
    SCOPED(image_free) image im = image_make(c->format, channel, width, height, 1);
    image_scramble(&im, (uint64_t)c->format + 10 * width);
    image_upload(&im);
    for (size_t i = 0; i < LENGTH(orders); i++) {
        if (channel && i != ((size_t)channel + (size_t)c->format) % LENGTH(orders))
            continue;
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, width, height, 1, orders[i]);
        check_build(e, pyramid, &im, &map, orders[i], make_threshold(e, c->low), c->low, INFINITY);
        check_build(e, pyramid, &im, &map, orders[i], make_range(e, c->low, c->high), c->low, c->high);
        check_build(e, pyramid, &im, &map, orders[i], make_default(e), 1, INFINITY);
    }
}

GPU_TEST(every_format_is_packed_as_the_oracle_says) {
    for (size_t i = 0; i < LENGTH(format_cases); i += e->hostile ? 4 : 1)
        check_format(e, &format_cases[i], 0, 37, 29);
    if (!e->small)
        check_format(e, &format_cases[e->hostile], 0, 300, 130);
}

GPU_TEST(every_channel_is_packed_alone) {
    for (size_t i = 0; i < LENGTH(format_cases); i += e->hostile ? 5 : 1)
        for (int channel = HPYR_CHANNEL_RED; channel <= format_channels(format_cases[i].format); channel++)
            check_format(e, &format_cases[i], (hpyr_channel)channel, 37, 29);
}

GPU_TEST(every_byte_is_compared_exactly) {
    const hpyr_flat3d map = {16, 16, 1, 1, 1};
    for (int format = 0; format < 2; format++) {
        SCOPED(image_free) image im = image_make(format ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R8, 0, 16, 16, 1);
        image_scramble(&im, 3);
        for (uint32_t i = 0; i < 256; i++)
            image_set_bits(&im, i, i);
        image_upload(&im);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, 16, 16, 1, HPYR_ORDER_LINE);
        for (uint32_t k = 0; k < 256; k += e->small || e->hostile ? 51 : 15) {
            double at = k / 255.0, above = nextafter(at, 2);
            check_build(e, pyramid, &im, &map, HPYR_ORDER_LINE, make_threshold(e, at), at, INFINITY);
            check_build(e, pyramid, &im, &map, HPYR_ORDER_LINE, make_threshold(e, above), above, INFINITY);
            check_build(e, pyramid, &im, &map, HPYR_ORDER_LINE, make_range(e, at, at), at, at);
        }
    }
}

/* Without max_count, a cell of many outputs is one bit all the same. */
GPU_TEST(a_snippet_that_counts_above_one_gives_one_output) {
    static const char *const by_cell = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                       "    return HPYR_UINT((cell.x + 2 * cell.y + 3 * cell.z) % 4);\n}\n";
    static const char *const by_input = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                        "    return HPYR_UINT(hpyr_input_at(cell).r);\n}\n";
    static const uint32_t sizes[][3] = {{45, 31, 1}, {9, 14, 7}, {5, 4, 133}};
    for (size_t i = 0; i < LENGTH(sizes) * LENGTH(orders); i += e->hostile ? 2 : 1) {
        const uint32_t *s = sizes[i / 3];
        hpyr_flat3d map = arrange(e, s[0], s[1], s[2]);
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R16UI, 0, s[0], s[1], s[2]);
        for (uint32_t k = 0; k < s[0] * s[1] * s[2]; k++)
            image_set(&im, k, (k % s[0] + 2 * (k / s[0] % s[1]) + 3 * (k / s[0] / s[1])) % 4);
        image_upload_to(&im, s[2] > 1 ? GL_TEXTURE_3D : 0, 0);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_part(&im, &map, 1, INFINITY, orders[i % 3]);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, s[0], s[1], s[2], orders[i % 3]);
        SCOPED(destroy_discriminator)
        hpyr_discriminator *first = make_custom(e, by_cell), *second = make_custom(e, by_input);
        OK(e, hpyr_pyramid_build(pyramid, first, NULL));
        check_pyramid(e, pyramid, oracle, &map);
        OK(e, hpyr_pyramid_build(pyramid, second, &im.texture));
        check_pyramid(e, pyramid, oracle, &map);
    }
}

/* ---- inputs of every shape ---- */

GPU_TEST(an_input_may_be_larger_than_the_pyramid) {
    static const uint32_t inputs[][3] = {{50, 40, 1}, {130, 17, 1}, {33, 99, 1}, {40, 20, 9}};
    static const uint32_t targets[] = {0, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY};
    for (size_t i = 0; i < LENGTH(inputs) * LENGTH(orders); i += e->hostile ? 5 : 1) {
        const uint32_t *s = inputs[i / 3];
        hpyr_flat3d map = arrange(e, 33, 17, s[2] > 1 ? 7 : 1);
        hpyr_order order = orders[i % 3];
        for (size_t k = s[2] > 1; k < LENGTH(targets); k++) {
            SCOPED(image_free) image im = image_make(i % 2 ? HPYR_FORMAT_R8 : HPYR_FORMAT_RGBA8, 0, s[0], s[1], s[2]);
            image_fill(&im, 0.5, 9 + i);
            image_upload_to(&im, targets[k], 0);
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, 33, 17, map.depth, order);
            check_build(e, pyramid, &im, &map, order, make_default(e), 1, INFINITY);
        }
    }
}

/* The levels below hold garbage; the parameters of the texture stay the caller's. */
GPU_TEST(an_input_may_be_any_level_of_a_texture) {
    static const uint32_t targets[] = {0, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY};
    const hpyr_flat3d map = {22, 31, 1, 1, 1};
    for (size_t i = 0; i < 3 * LENGTH(targets); i += e->hostile ? 4 : 1) {
        int level = (int)(i % 3);
        SCOPED(image_free) image im = image_make(i % 2 ? HPYR_FORMAT_R8UI : HPYR_FORMAT_RGBA8, 0, 22, 31, 1);
        image_fill(&im, 0.4, 30 + i);
        image_upload_to(&im, targets[i / 3], level);
        env_watch(e, im.texture.target, im.texture.name);
        hpyr_pyramid *pyramid = make_bits(e, 22, 31, 1, orders[i % 2]);
        check_build(e, pyramid, &im, &map, orders[i % 2], make_default(e), 1, INFINITY);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
        e->watch_count = 0;
    }
}

GPU_TEST(a_pyramid_can_be_built_again_from_something_else) {
    static const char *const odd_cells = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(cell.x & 1); }\n";
    static const hpyr_format inputs[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R32UI, HPYR_FORMAT_RGBA8, HPYR_FORMAT_RGBA32F,
                                         HPYR_FORMAT_R8};
    const hpyr_flat3d map = {145, 30, 1, 1, 1};
    for (size_t k = 0; k < LENGTH(orders); k += e->hostile ? 2 : 1) {
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, 145, 30, 1, orders[k]);
        SCOPED(destroy_discriminator) hpyr_discriminator *odd = make_custom(e, odd_cells);
        for (size_t i = 0; i < LENGTH(inputs); i++) {
            uint32_t total = 0;
            SCOPED(image_free) image im = image_filled(inputs[i], 145, 30, i == 2 ? 0.9 : 0.1, 70 + i);
            hpyr_discriminator *discriminator = i % 2 ? make_range(e, 1, 1) : make_default(e);
            check_build(e, pyramid, &im, &map, orders[k], discriminator, 1, 1);
            OK(e, hpyr_pyramid_build(pyramid, odd, NULL));
            OK(e, hpyr_pyramid_total(pyramid, &total));
            assert_int_equal(total, 72 * 30);
        }
    }
}

/* After a failed build there is nothing to read, after the next one there is. */
GPU_TEST(a_failed_build_takes_the_result_away) {
    const hpyr_flat3d map = {40, 21, 1, 1, 1};
    uint32_t total = 0;
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_RGBA8, 40, 21, 0.3, 1);
    hpyr_texture wrong = im.texture, narrow = im.texture;
    wrong.format = HPYR_FORMAT_R8;
    narrow.width = 39;
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, 40, 21, 1, HPYR_ORDER_LINE);
    hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &wrong));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(pyramid, &total));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &narrow));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, NULL));
    SCOPED(destroy_discriminator)
    hpyr_discriminator *broken = make_custom(e, "HPYR_UINT hpyr_count_at(ivec3 cell) { return no_such_name; }\n");
    EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(pyramid, broken, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(pyramid, &total));
    check_build(e, pyramid, &im, &map, HPYR_ORDER_LINE, discriminator, 1, INFINITY);
}

/* ---- a volume that already is bits ---- */

typedef struct bit_volume {
    hpyr_flat3d map;
    uint32_t *counts; /* a cell, x fastest */
    hpyr_texture texture;
} bit_volume;

/* A texture that may be wider, higher and of more layers than the volume, whose texels outside are all ones. */
static bit_volume bits_make(env *e, const uint32_t size[3], uint32_t extra, bool word, double fill, uint64_t seed) {
    bit_volume v = {.map = arrange(e, size[0], size[1], size[2])};
    uint32_t width = size[0] + extra, height = size[1] + 2 * extra, layers = (size[2] + 127) / 128 + extra;
    uint32_t channels = word ? 1 : 4;
    size_t words = (size_t)width * height * layers * channels, cells = (size_t)size[0] * size[1] * size[2];
    uint32_t *texels = malloc(words * sizeof *texels);
    uint64_t bar = (uint64_t)(fill * 4294967296.0);
    v.counts = calloc(cells, sizeof *v.counts);
    assert_true(texels && v.counts);
    memset(texels, 0xff, words * sizeof *texels);
    for (size_t z = 0; z < (size_t)(layers - extra) * 128; z += 32)
        for (size_t i = 0; i < (size_t)size[0] * size[1] && z / 32 % 4 < channels; i++)
            texels[((z / 128 * height + i / size[0]) * width + i % size[0]) * channels + z / 32 % 4] = 0;
    for (size_t i = 0; i < cells; i++) {
        size_t x = i % size[0], y = i / size[0] % size[1], z = i / size[0] / size[1];
        v.counts[i] = fill < 0 ? i == cells / 3 : random_next(&seed) < bar;
        texels[((z / 128 * height + y) * width + x) * channels + z / 32 % 4] |= v.counts[i] << z % 32;
    }
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, word ? GL_R32UI : GL_RGBA32UI, (GLsizei)width, (GLsizei)height,
                 (GLsizei)layers, 0, word ? GL_RED_INTEGER : GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    CHECK_GL();
    free(texels);
    v.texture = (hpyr_texture){
        name, GL_TEXTURE_2D_ARRAY, 0, width, height, layers, word ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI, 0};
    return v;
}

static void bits_free(bit_volume *v) {
    glDeleteTextures(1, &v->texture.name);
    free(v->counts);
}

static void check_bits(env *e, hpyr_pyramid *pyramid, const bit_volume *v) {
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(v->counts, &v->map, HPYR_ORDER_COLUMN);
    OK(e, hpyr_pyramid_build_bits(pyramid, &v->texture));
    check_pyramid(e, pyramid, oracle, &v->map);
}

GPU_TEST(volumes_of_bits_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{1, 1, 1},    {1, 1, 128},   {5, 3, 129},  {97, 61, 33},
                                        {64, 64, 32}, {16, 16, 256}, {7, 3, 1025}, {300, 1, 40},
                                        {1, 300, 31}, {128, 127, 4}, {65, 33, 128}};
    static const double fills[] = {1, 0.002, 0.5, -1, 0};
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 3 : 1) {
        SCOPED(destroy_pyramid)
        hpyr_pyramid *pyramid = make_bits(e, sizes[i][0], sizes[i][1], sizes[i][2], HPYR_ORDER_COLUMN);
        for (size_t k = 0; k < LENGTH(fills); k += e->small || e->hostile ? 2 : 1)
            for (int word = 0; word < (sizes[i][2] <= 32 ? 2 : 1); word++) {
                SCOPED(bits_free) bit_volume v = bits_make(e, sizes[i], k % 3 == 1 ? 3 : 0, word, fills[k], 5 * i + k);
                check_bits(e, pyramid, &v);
            }
    }
}

GPU_TEST_ONCE(a_large_volume_of_bits_equals_the_oracle) {
    static const uint32_t size[3] = {200, 256, 300};
    need_speed(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, size[0], size[1], size[2], HPYR_ORDER_COLUMN);
    SCOPED(bits_free) bit_volume v = bits_make(e, size, 0, false, 0.03, 8);
    check_bits(e, pyramid, &v);
}

/* Bits of its own after borrowed ones, and the other way round. */
GPU_TEST(bits_and_inputs_can_follow_each_other) {
    static const uint32_t size[3] = {20, 31, 77};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, size[0], size[1], size[2], HPYR_ORDER_COLUMN);
    for (int round = 0; round < 3; round++) {
        SCOPED(bits_free) bit_volume v = bits_make(e, size, 0, false, 0.1 + round, (uint64_t)round);
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, size[0], size[1], size[2]);
        image_fill(&im, 0.2, 40 + (uint64_t)round);
        image_upload_to(&im, GL_TEXTURE_3D, 0);
        check_bits(e, pyramid, &v);
        check_build(e, pyramid, &im, &v.map, HPYR_ORDER_COLUMN, make_default(e), 1, INFINITY);
        check_bits(e, pyramid, &v);
    }
}

GPU_TEST(a_borrowed_texture_that_is_deleted_is_an_error) {
    static const uint32_t size[3] = {12, 10, 40};
    hpyr_point points[8];
    uint32_t key;
    const hpyr_point cell = {1, 2, 3, 0};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, size[0], size[1], size[2], HPYR_ORDER_COLUMN);
    bit_volume v = bits_make(e, size, 0, false, 0.5, 3), next = bits_make(e, size, 0, false, 0.2, 4);
    check_bits(e, pyramid, &v);
    bits_free(&v);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_download(pyramid, 0, 8, points, 8, 0, NULL));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_rank(pyramid, &cell, 1, &key));
    check_bits(e, pyramid, &next);
    bits_free(&next);
}

GPU_TEST(bits_of_another_shape_are_refused) {
    static const uint32_t size[3] = {12, 10, 140}, flat[3] = {12, 10, 30};
    const hpyr_result texture = HPYR_ERROR_TEXTURE, argument = HPYR_ERROR_INVALID_ARGUMENT;
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_bits(e, 12, 10, 140, HPYR_ORDER_COLUMN);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *line = make_bits(e, 12, 10, 30, HPYR_ORDER_LINE), *single = make_pyramid(e, 12, 10);
    SCOPED(bits_free) bit_volume v = bits_make(e, size, 0, false, 0.5, 3), word = bits_make(e, flat, 1, true, 0.5, 3);
    hpyr_texture bad[6] = {v.texture, v.texture, v.texture, v.texture, v.texture, word.texture};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_RGBA32UI, 0, 12, 10, 1);
    image_upload(&im);
    bad[0].width = 11;
    bad[1].height = 11;
    bad[2].depth = 1;
    bad[3].format = HPYR_FORMAT_RGBA32F;
    bad[4].target = GL_TEXTURE_3D;           /* it is none */
    for (size_t i = 0; i < LENGTH(bad); i++) /* the last one is R32UI of too deep a volume */
        EXPECT_TOLD(e, texture, "", hpyr_pyramid_build_bits(pyramid, &bad[i]));
    EXPECT(e, texture, hpyr_pyramid_build_bits(pyramid, &im.texture)); /* no array */
    EXPECT(e, argument, hpyr_pyramid_build_bits(line, &word.texture));
    EXPECT(e, argument, hpyr_pyramid_build_bits(single, &v.texture));
    EXPECT(e, argument, hpyr_pyramid_build_bits(pyramid, NULL));
    EXPECT(e, argument, hpyr_pyramid_build_bits(NULL, &v.texture));
    check_bits(e, pyramid, &v);
}

/* ---- descriptors ---- */

GPU_TEST(what_bits_cannot_be_is_unsupported) {
    static const hpyr_pyramid_desc descs[] = {
        {.width = 8, .height = 8, .layout = HPYR_LAYOUT_BITS, .count_format = HPYR_COUNT_FORMAT_FLOAT},
        {.width = 8, .height = 8, .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_MORTON3},
        {.width = 8, .height = 8, .layout = HPYR_LAYOUT_SINGLE, .order = HPYR_ORDER_LINE},
        {.width = 8, .height = 8, .layout = HPYR_LAYOUT_SINGLE, .order = HPYR_ORDER_COLUMN},
    };
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_pyramid *pyramid = NULL;
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_create(e->context, &descs[i], &pyramid));
        assert_true(!pyramid && e->log_length > 0);
    }
}

GPU_TEST(sizes_past_a_limit_are_refused_with_the_number) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const uint32_t side = caps->max_texture_size, layers = caps->max_array_layers;
    const hpyr_pyramid_desc descs[] = {
        {.width = side + 1, .height = 1, .depth = 1, .order = HPYR_ORDER_COLUMN},
        {.width = 1, .height = side + 1, .depth = 4, .order = HPYR_ORDER_COLUMN},
        {.width = 1, .height = 1, .depth = layers * 128 + 1, .order = HPYR_ORDER_COLUMN},
        {.width = UINT32_MAX, .height = UINT32_MAX, .depth = UINT32_MAX, .order = HPYR_ORDER_COLUMN},
    };
    for (size_t i = 0; i < LENGTH(descs); i++) {
        hpyr_pyramid_desc desc = descs[i];
        hpyr_pyramid *pyramid = NULL;
        char number[16];
        desc.layout = HPYR_LAYOUT_BITS;
        snprintf(number, sizeof number, "%u", i == 2 ? layers : i == 3 ? UINT32_MAX : side);
        EXPECT_TOLD(e, HPYR_ERROR_TOO_LARGE, number, hpyr_pyramid_create(e->context, &desc, &pyramid));
        assert_null(pyramid);
    }
}

GPU_TEST(automatic_layouts_follow_the_order) {
    static const hpyr_layout any[] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_LINE, HPYR_LAYOUT_VOLUME,
                                      HPYR_LAYOUT_BITS};
    static const hpyr_layout few[] = {HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS, HPYR_LAYOUT_BITS, HPYR_LAYOUT_VOLUME,
                                      HPYR_LAYOUT_BITS};
    for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++)
        for (uint32_t max_count = 0; max_count <= (order < HPYR_ORDER_COLUMN ? 2u : 1u); max_count++) {
            hpyr_pyramid_desc desc = {.width = 30, .height = 20, .order = (hpyr_order)order, .max_count = max_count};
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
            assert_int_equal(hpyr_pyramid_resolved(pyramid)->layout, (max_count ? few : any)[order]);
        }
}

static uint64_t divide_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

/* Nodes of all levels over that many leaves, each of sixteen children. */
static uint64_t nodes_over(uint64_t width, uint64_t height, hpyr_order order) {
    uint64_t nodes = 0;
    while (width > 1 || height > 1) {
        uint64_t x = order != HPYR_ORDER_LINE ? 4 : width > 1 ? 16 : 1, y = order != HPYR_ORDER_LINE ? 4 : 16 / x;
        width = divide_up(width, x);
        height = divide_up(height, y);
        nodes += width * height;
    }
    return nodes;
}

TEST(bytes_follow_the_documented_formula) {
    static const uint32_t sizes[][3] = {
        {256, 256, 256}, {4096, 4096, 1}, {97, 61, 33}, {1000, 3, 1}, {1024, 1024, 1024}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (size_t k = i == 4 ? 2 : 0; k < LENGTH(orders); k++) { /* 1024^3 is too large for a flat texture */
            const uint32_t *s = sizes[i];
            const hpyr_pyramid_desc desc = {
                .width = s[0], .height = s[1], .depth = s[2], .layout = HPYR_LAYOUT_BITS, .order = orders[k]};
            hpyr_flat3d map;
            uint64_t width = s[0], height = s[1], leaf = s[2] <= 32 ? 4 : 16 * divide_up(s[2], 128);
            if (orders[k] != HPYR_ORDER_COLUMN) {
                assert_int_equal(hpyr_flat3d_arrange(s[0], s[1], s[2], 0, 16384, &map), HPYR_OK);
                width = divide_up(hpyr_flat3d_texture_width(&map), orders[k] == HPYR_ORDER_LINE ? 128 : 16);
                height = divide_up(hpyr_flat3d_texture_height(&map), orders[k] == HPYR_ORDER_LINE ? 1 : 8);
                leaf = 16;
            }
            uint64_t leaves = width * height * leaf, nodes = nodes_over(width, height, orders[k]);
            uint64_t bytes = hpyr_pyramid_bytes(NULL, &desc);
            uint64_t most = orders[k] == HPYR_ORDER_LINE ? 160 : 128; /* levels lie side by side, with gaps */
            if (bytes < leaves + 80 * nodes || bytes > leaves + most * nodes + 80 * 16)
                fail_msg("%g bytes for %g of leaves and %g nodes, case %zu in order %d", (double)bytes, (double)leaves,
                         (double)nodes, i, (int)orders[k]);
        }
    hpyr_pyramid_desc none = {.width = 0, .height = 4, .layout = HPYR_LAYOUT_BITS};
    assert_int_equal(hpyr_pyramid_bytes(NULL, &none), 0);
}
