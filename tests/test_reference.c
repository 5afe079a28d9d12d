/* test_reference.c - the oracle against the papers' worked examples and against brute force.
 * SPDX-License-Identifier: MIT
 *
 * The oracle judges everything else, so here it is judged by other means: every key order is found again by sorting
 * cells by interleaved bits, half floats by rebuilding them as single ones. Its voxelizer has
 * test_reference_voxelize.c. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"

#include "seeded.h"

static uint32_t *random_counts(size_t cells, uint32_t percent_active, uint32_t most) {
    uint32_t *counts = make_room(cells * sizeof *counts);
    for (size_t i = 0; i < cells; i++)
        counts[i] = random_below(100) < percent_active ? 1 + random_below(most) : 0;
    return counts;
}

static hpyr_flat3d image_map(uint32_t width, uint32_t height) {
    return (hpyr_flat3d){width, height, 1, 1, 1};
}

static hpyr_ref_pyramid *create(const uint32_t *counts, hpyr_flat3d map, hpyr_order order) {
    hpyr_ref_pyramid *pyramid = NULL;
    assert_int_equal(hpyr_ref_pyramid_create(counts, &map, order, &pyramid), HPYR_OK);
    assert_non_null(pyramid);
    return pyramid;
}

static void assert_point(const hpyr_ref_pyramid *pyramid, uint64_t key, hpyr_point expected) {
    hpyr_point point;
    assert_int_equal(hpyr_ref_pyramid_select(pyramid, key, &point), HPYR_OK);
    assert_memory_equal(&point, &expected, sizeof point);
}

/* ---- discriminate.c ---- */

static uint32_t active(hpyr_format format, hpyr_channel channel, const void *pixel, double min, double max) {
    hpyr_ref_image image = {pixel, format, channel, 1, 1, 0};
    uint32_t count = 99;
    assert_int_equal(hpyr_ref_discriminate(&image, min, max, &count), HPYR_OK);
    return count;
}

static uint32_t count_of(hpyr_format format, hpyr_channel channel, const void *pixel) {
    hpyr_ref_image image = {pixel, format, channel, 1, 1, 1};
    uint32_t count = 99;
    assert_int_equal(hpyr_ref_counts(&image, &count), HPYR_OK);
    return count;
}

TEST(threshold_at_a_code_of_r8_takes_that_code_and_all_above) {
    for (unsigned t = 0; t < 256; t++) {
        for (unsigned c = 0; c < 256; c++) {
            uint8_t pixel = (uint8_t)c;
            assert_int_equal(active(HPYR_FORMAT_R8, 0, &pixel, t / 255.0, INFINITY), c >= t);
            assert_int_equal(active(HPYR_FORMAT_R8, 0, &pixel, nextafter(t / 255.0, 2), INFINITY), c > t);
        }
    }
}

TEST(threshold_at_a_code_of_r16_takes_that_code_and_all_above) {
    for (unsigned t = 1; t < 65536; t++) {
        uint16_t below = (uint16_t)(t - 1), at = (uint16_t)t;
        assert_int_equal(active(HPYR_FORMAT_R16, 0, &below, t / 65535.0, INFINITY), 0);
        assert_int_equal(active(HPYR_FORMAT_R16, 0, &at, t / 65535.0, INFINITY), 1);
        assert_int_equal(active(HPYR_FORMAT_R16, 0, &at, nextafter(t / 65535.0, 2), INFINITY), 0);
    }
}

TEST(range_includes_both_ends) {
    const uint8_t pixels[5] = {9, 10, 15, 20, 21};
    const uint32_t expected[5] = {0, 1, 1, 1, 0};
    uint32_t counts[5];
    hpyr_ref_image image = {pixels, HPYR_FORMAT_R8, HPYR_CHANNEL_DEFAULT, 5, 1, 1};
    assert_int_equal(hpyr_ref_discriminate(&image, 10 / 255.0, 20 / 255.0, counts), HPYR_OK);
    assert_memory_equal(counts, expected, sizeof counts);
    image.format = HPYR_FORMAT_R8UI;
    assert_int_equal(hpyr_ref_discriminate(&image, 10, 20, counts), HPYR_OK);
    assert_memory_equal(counts, expected, sizeof counts);
}

TEST(the_default_channel_is_alpha_of_four_and_red_of_one) {
    const uint8_t bytes[4] = {10, 20, 30, 40};
    const float floats[4] = {10, 20, 30, 40};
    const uint32_t integers[4] = {10, 20, 30, 40};
    const int order[5] = {3, 0, 1, 2, 3};
    for (int channel = 0; channel <= HPYR_CHANNEL_ALPHA; channel++) {
        double value = floats[order[channel]];
        assert_int_equal(active(HPYR_FORMAT_RGBA8, (hpyr_channel)channel, bytes, value / 255, value / 255), 1);
        assert_int_equal(active(HPYR_FORMAT_RGBA32F, (hpyr_channel)channel, floats, value, value), 1);
        assert_int_equal(active(HPYR_FORMAT_RGBA32UI, (hpyr_channel)channel, integers, value, value), 1);
        assert_int_equal(count_of(HPYR_FORMAT_RGBA32F, (hpyr_channel)channel, floats), value);
        assert_int_equal(count_of(HPYR_FORMAT_RGBA32UI, (hpyr_channel)channel, integers), value);
    }
    assert_int_equal(active(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, bytes, 10 / 255.0, 10 / 255.0), 1);
}

TEST(floats_compare_exactly_and_nan_is_never_active) {
    const float third = 1.0f / 3.0f, below = nextafterf(third, 0), nan = NAN, inf = INFINITY, minus_zero = -0.0f;
    const float zero = 0, denormal = 1e-45f, minus_inf = -INFINITY;
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &third, third, INFINITY), 1);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &below, third, INFINITY), 0);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &third, nextafter(third, 1), INFINITY), 0);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &nan, -INFINITY, INFINITY), 0);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &inf, 1, INFINITY), 1);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &minus_inf, -INFINITY, 0), 1);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &minus_zero, 0, 0), 1);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &zero, -0.0, -0.0), 1);
    assert_int_equal(active(HPYR_FORMAT_R32F, 0, &denormal, nextafter(0, 1), INFINITY), 1);
}

/* The same bits as a single float: exponents move by 112, denormals are multiples of 2^-24. */
static float single_of_half(unsigned bits) {
    uint32_t sign = (uint32_t)(bits >> 15) << 31, exponent = bits >> 10 & 31, mantissa = bits & 1023;
    uint32_t single = sign | (exponent == 31 ? 255 : exponent + 112) << 23 | mantissa << 13;
    float value;
    memcpy(&value, &single, sizeof value);
    if (exponent == 0)
        value = (sign ? -1.0f : 1.0f) * (float)mantissa / 16777216.0f;
    return value;
}

TEST(every_half_float_is_decoded_exactly) {
    for (unsigned bits = 0; bits < 65536; bits++) {
        uint16_t half = (uint16_t)bits;
        double value = single_of_half(bits);
        assert_int_equal(active(HPYR_FORMAT_R16F, 0, &half, -INFINITY, INFINITY), !isnan(value));
        if (!isnan(value))
            assert_int_equal(active(HPYR_FORMAT_R16F, 0, &half, value, value), 1);
        uint32_t count = value >= 1 ? (isinf(value) ? UINT32_MAX : (uint32_t)value) : 0;
        assert_int_equal(count_of(HPYR_FORMAT_R16F, 0, &half), count);
    }
}

TEST(integers_compare_as_they_are) {
    const uint8_t u8 = 255;
    const uint16_t u16 = 65535;
    const int16_t negative = -32768, minus_one = -1;
    const uint32_t large = UINT32_MAX;
    assert_int_equal(active(HPYR_FORMAT_R8UI, 0, &u8, 255, INFINITY), 1);
    assert_int_equal(active(HPYR_FORMAT_R8UI, 0, &u8, 255.5, INFINITY), 0);
    assert_int_equal(active(HPYR_FORMAT_R16UI, 0, &u16, 65535, 65535), 1);
    assert_int_equal(active(HPYR_FORMAT_R16I, 0, &negative, -32768, -32768), 1);
    assert_int_equal(active(HPYR_FORMAT_R16I, 0, &minus_one, 0, INFINITY), 0);
    assert_int_equal(active(HPYR_FORMAT_R32UI, 0, &large, 4294967295.0, 4294967295.0), 1);
    assert_int_equal(active(HPYR_FORMAT_R32UI, 0, &large, -1, 4294967294.5), 0);
}

TEST(counts_cut_fractions_and_take_negative_and_nan_as_none) {
    const float values[] = {0.99f, 1, 2.75f, -3, NAN, 16777216, 4294967040.0f, 4294967296.0f, INFINITY, -INFINITY};
    const uint32_t expected[] = {0, 1, 2, 0, 0, 16777216, 4294967040u, UINT32_MAX, UINT32_MAX, 0};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(count_of(HPYR_FORMAT_R32F, 0, &values[i]), expected[i]);
    const int16_t negative = -5, positive = 5;
    const uint8_t u8 = 200;
    const uint16_t u16 = 60000;
    const uint32_t u32 = UINT32_MAX;
    assert_int_equal(count_of(HPYR_FORMAT_R16I, 0, &negative), 0);
    assert_int_equal(count_of(HPYR_FORMAT_R16I, 0, &positive), 5);
    assert_int_equal(count_of(HPYR_FORMAT_R8UI, 0, &u8), 200);
    assert_int_equal(count_of(HPYR_FORMAT_R16UI, 0, &u16), 60000);
    assert_int_equal(count_of(HPYR_FORMAT_R32UI, 0, &u32), UINT32_MAX);
}

TEST(a_volume_is_read_slice_after_slice) {
    const uint16_t pixels[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    uint32_t counts[12];
    hpyr_ref_image image = {pixels, HPYR_FORMAT_R16UI, HPYR_CHANNEL_DEFAULT, 2, 2, 3};
    assert_int_equal(hpyr_ref_counts(&image, counts), HPYR_OK);
    for (uint32_t i = 0; i < 12; i++)
        assert_int_equal(counts[i], i);
}

TEST(images_and_bounds_that_make_no_sense_are_refused) {
    const float pixels[4] = {1, 1, 1, 1};
    uint32_t counts[4];
    const hpyr_ref_image good = {pixels, HPYR_FORMAT_R32F, HPYR_CHANNEL_DEFAULT, 2, 2, 1};
    hpyr_ref_image bad[8] = {good, good, good, good, good, good, good, good};
    bad[0].pixels = NULL;
    bad[1].width = 0;
    bad[2].height = 0;
    bad[3].format = (hpyr_format)0;
    bad[4].format = HPYR_FORMAT_DEPTH; /* of which GL knows several kinds */
    bad[5].channel = HPYR_CHANNEL_GREEN;
    bad[6].channel = (hpyr_channel)(HPYR_CHANNEL_ALPHA + 1);
    bad[7].width = bad[7].height = bad[7].depth = UINT32_MAX;
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(hpyr_ref_discriminate(&bad[i], 0, 1, counts), HPYR_ERROR_INVALID_ARGUMENT);
        assert_int_equal(hpyr_ref_counts(&bad[i], counts), HPYR_ERROR_INVALID_ARGUMENT);
    }
    assert_int_equal(hpyr_ref_discriminate(&good, NAN, 1, counts), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_discriminate(&good, 0, NAN, counts), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_discriminate(&good, 1, 0, counts), HPYR_ERROR_INVALID_ARGUMENT);
    const hpyr_format normalized[3] = {HPYR_FORMAT_R8, HPYR_FORMAT_RGBA8, HPYR_FORMAT_R16};
    for (size_t i = 0; i < 3; i++) {
        hpyr_ref_image image = {pixels, normalized[i], HPYR_CHANNEL_DEFAULT, 1, 1, 1};
        assert_int_equal(hpyr_ref_counts(&image, counts), HPYR_ERROR_INVALID_ARGUMENT);
    }
}

/* ---- pyramid.c ---- */

/* MPI-I-2006-4-002, figures 7, 8 and 10: our row 0 is the figure's first row, so that its order UL UR LL LR is ours. */
TEST(figure_8_finds_key_4_at_2_1) {
    const uint32_t base[16] = {1, 1, 0, 1, /**/ 1, 0, 1, 0, /**/ 0, 1, 0, 1, /**/ 1, 0, 0, 0};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(base, image_map(4, 4), HPYR_ORDER_DEFAULT);
    assert_int_equal(answer_total(pyramid), 8);
    assert_point(pyramid, 4, (hpyr_point){2, 1, 0, 0});
    const uint64_t level_1_starts[4] = {0, 3, 5, 7}; /* behind its sums 3 2 2 1 */
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(answer_rank(pyramid, i % 2 * 2, i / 2 * 2, 0), level_1_starts[i]);
}

/* Dyken and Ziegler, section 4.1. */
TEST(the_one_dimensional_example_finds_key_3_in_element_3_with_remainder_1) {
    const uint32_t base[8] = {1, 1, 0, 3, 0, 1, 1, 0};
    for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++) {
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(base, image_map(8, 1), (hpyr_order)order);
        assert_int_equal(answer_total(pyramid), 7);
        assert_point(pyramid, 3, (hpyr_point){3, 0, 0, 1});
    }
}

static uint64_t interleave(uint32_t x, uint32_t y, uint32_t z, unsigned axes) {
    uint64_t code = 0;
    for (unsigned bit = 0; bit < 21; bit++) {
        code |= (uint64_t)(x >> bit & 1) << (axes * bit) | (uint64_t)(y >> bit & 1) << (axes * bit + 1);
        if (axes == 3)
            code |= (uint64_t)(z >> bit & 1) << (axes * bit + 2);
    }
    return code;
}

typedef struct sorted_cell {
    uint64_t code;
    uint32_t x, y, z, count;
} sorted_cell;

static uint64_t code_of(const sorted_cell *cell, hpyr_flat3d map, hpyr_order order) {
    uint32_t u = cell->z % map.tiles_x * map.width + cell->x, v = cell->z / map.tiles_x * map.height + cell->y;
    switch (order) {
    case HPYR_ORDER_LINE:
        return (uint64_t)v << 32 | u;
    case HPYR_ORDER_MORTON3:
        return interleave(cell->x, cell->y, cell->z, 3);
    case HPYR_ORDER_COLUMN:
        return interleave(cell->x, cell->y, 0, 2) << 20 | cell->z;
    default:
        return interleave(u, v, 0, 2);
    }
}

static int compare_codes(const void *a, const void *b) {
    uint64_t left = ((const sorted_cell *)a)->code, right = ((const sorted_cell *)b)->code;
    return (left > right) - (left < right);
}

static sorted_cell *sort_cells(const uint32_t *counts, hpyr_flat3d map, hpyr_order order, size_t *cells) {
    *cells = (size_t)map.width * map.height * map.depth;
    sorted_cell *sorted = make_room(*cells * sizeof *sorted), *cell = sorted;
    for (uint32_t z = 0; z < map.depth; z++) {
        for (uint32_t y = 0; y < map.height; y++) {
            for (uint32_t x = 0; x < map.width; x++, cell++) {
                size_t u = z % map.tiles_x * map.width + x, v = z / map.tiles_x * map.height + y;
                *cell = (sorted_cell){0, x, y, z, counts[v * map.width * map.tiles_x + u]};
                cell->code = code_of(cell, map, order);
            }
        }
    }
    qsort(sorted, *cells, sizeof *sorted, compare_codes);
    return sorted;
}

static void check_against_sorting(hpyr_flat3d map, hpyr_order order, uint32_t percent_active, uint32_t most) {
    SCOPED(free_memory)
    uint32_t *counts = random_counts((size_t)map.width * map.tiles_x * map.height * map.tiles_y, percent_active, most);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, map, order);
    size_t cells;
    SCOPED(free_memory) sorted_cell *sorted = sort_cells(counts, map, order, &cells);
    uint64_t total = answer_total(pyramid), key = 0;
    SCOPED(free_memory) hpyr_point *list = make_room((size_t)(total + 1) * sizeof *list);
    assert_int_equal(answer_list(pyramid, 0, total + 1, list), total);
    for (size_t i = 0; i < cells; i++) {
        const sorted_cell *cell = &sorted[i];
        assert_int_equal(answer_rank(pyramid, cell->x, cell->y, cell->z), key);
        for (uint32_t remainder = 0; remainder < cell->count; remainder++, key++) {
            hpyr_point expected = {cell->x, cell->y, cell->z, remainder};
            assert_point(pyramid, key, expected);
            assert_memory_equal(&list[key], &expected, sizeof expected);
        }
    }
    assert_int_equal(key, total);
    assert_int_equal(hpyr_ref_pyramid_select(pyramid, total, &list[0]), HPYR_ERROR_INVALID_ARGUMENT);
}

TEST(orders_of_images_equal_sorted_codes) {
    random_state = 1;
    const uint32_t sizes[][2] = {{1, 1}, {1, 37}, {53, 1}, {2, 2}, {97, 61}, {61, 97}, {64, 64}, {3, 129}, {128, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++) {
            hpyr_flat3d map = image_map(sizes[s][0], sizes[s][1]);
            check_against_sorting(map, (hpyr_order)order, 0, 1);
            check_against_sorting(map, (hpyr_order)order, 2, 1);
            check_against_sorting(map, (hpyr_order)order, 50, 15);
            check_against_sorting(map, (hpyr_order)order, 100, 1);
        }
    }
    for (int i = 0; i < 40; i++)
        check_against_sorting(image_map(1 + 2 * random_below(40), 1 + 2 * random_below(40)), HPYR_ORDER_MORTON, 40, 3);
}

/* Last rows of tiles are incomplete or empty here, and their texels hold counts that must not matter. */
TEST(orders_of_volumes_equal_sorted_codes) {
    random_state = 2;
    const hpyr_flat3d maps[] = {{5, 7, 5, 3, 2},   {4, 4, 16, 4, 4},  {1, 1, 11, 4, 3},
                                {9, 3, 13, 13, 1}, {3, 9, 13, 1, 13}, {16, 8, 31, 6, 6},
                                {7, 5, 6, 2, 5},   {2, 3, 1, 3, 2},   {33, 2, 17, 5, 4}};
    for (size_t m = 0; m < sizeof maps / sizeof *maps; m++) {
        for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++) {
            check_against_sorting(maps[m], (hpyr_order)order, 30, 4);
            check_against_sorting(maps[m], (hpyr_order)order, 100, 1);
        }
    }
}

TEST(texels_in_no_slice_own_no_keys) {
    const uint32_t counts[6] = {1, 1, 1, 1, 1, 7};
    for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++) {
        SCOPED(destroy_ref_pyramid)
        hpyr_ref_pyramid *pyramid = create(counts, (hpyr_flat3d){1, 1, 5, 3, 2}, (hpyr_order)order);
        assert_int_equal(answer_total(pyramid), 5);
        for (uint32_t z = 0; z < 5; z++)
            assert_point(pyramid, answer_rank(pyramid, 0, 0, z), (hpyr_point){0, 0, z, 0});
    }
}

TEST(totals_past_2_to_the_32_are_exact) {
    const uint32_t counts[4] = {UINT32_MAX, 0, UINT32_MAX, 3};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, image_map(2, 2), HPYR_ORDER_MORTON);
    const uint64_t most = UINT32_MAX;
    assert_true(answer_total(pyramid) == 2 * most + 3);
    assert_true(answer_rank(pyramid, 1, 1, 0) == 2 * most);
    assert_point(pyramid, most - 1, (hpyr_point){0, 0, 0, UINT32_MAX - 1});
    assert_point(pyramid, most, (hpyr_point){0, 1, 0, 0});
    assert_point(pyramid, 2 * most - 1, (hpyr_point){0, 1, 0, UINT32_MAX - 1});
    assert_point(pyramid, 2 * most + 2, (hpyr_point){1, 1, 0, 2});
}

TEST(a_full_4096_square_has_2_to_the_24_keys) {
    random_state = 3;
    const uint32_t side = 4096;
    uint32_t *counts = random_counts((size_t)side * side, 100, 1);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, image_map(side, side), HPYR_ORDER_MORTON);
    free(counts);
    assert_int_equal(answer_total(pyramid), 16777216);
    for (int i = 0; i < 1000; i++) {
        uint32_t x = random_below(side), y = random_below(side);
        uint64_t key = interleave(x, y, 0, 2);
        assert_int_equal(answer_rank(pyramid, x, y, 0), key);
        assert_point(pyramid, key, (hpyr_point){x, y, 0, 0});
    }
}

/* Would take 2^40 steps if the walk entered what lies outside. */
TEST(a_line_of_a_million_cells_costs_a_million_steps) {
    const uint32_t length = 1 << 20;
    random_state = 4;
    SCOPED(free_memory) uint32_t *counts = random_counts(length, 100, 1);
    for (int i = 0; i < 2; i++) {
        hpyr_flat3d map = i ? image_map(1, length) : image_map(length, 1);
        for (int order = HPYR_ORDER_DEFAULT; order <= HPYR_ORDER_COLUMN; order++) {
            SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, map, (hpyr_order)order);
            assert_point(pyramid, length - 1, (hpyr_point){map.width - 1, map.height - 1, 0, 0});
        }
    }
}

TEST(list_writes_the_keys_that_exist_and_no_more) {
    const uint32_t counts[4] = {2, 0, 3, 1};
    const hpyr_point expected[6] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {2, 0, 0, 0}, {2, 0, 0, 1}, {2, 0, 0, 2}, {3, 0, 0, 0}};
    const hpyr_point untouched = {9, 9, 9, 9};
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, image_map(4, 1), HPYR_ORDER_MORTON);
    for (uint64_t first = 0; first <= 7; first++) {
        for (uint64_t count = 0; count <= 8; count++) {
            hpyr_point points[8];
            for (size_t i = 0; i < 8; i++)
                points[i] = untouched;
            uint64_t exist = first < 6 ? 6 - first : 0;
            uint64_t written = answer_list(pyramid, first, count == 8 ? UINT64_MAX : count, points);
            assert_int_equal(written, count < exist ? count : exist);
            assert_memory_equal(points, expected + (first < 6 ? first : 0), (size_t)written * sizeof *points);
            assert_memory_equal(&points[written], &untouched, sizeof untouched);
        }
    }
}

TEST(an_empty_pyramid_has_no_keys) {
    const uint32_t counts[6] = {0};
    hpyr_point point;
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = create(counts, image_map(3, 2), HPYR_ORDER_MORTON);
    assert_int_equal(answer_total(pyramid), 0);
    assert_int_equal(answer_rank(pyramid, 2, 1, 0), 0);
    assert_int_equal(hpyr_ref_pyramid_select(pyramid, 0, &point), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(answer_list(pyramid, 0, 1, &point), 0);
}

TEST(maps_that_make_no_sense_are_refused) {
    const uint32_t counts[4] = {1, 1, 1, 1};
    const hpyr_flat3d good = {2, 2, 1, 1, 1};
    const hpyr_flat3d bad[] = {{0, 2, 1, 1, 1},          {2, 0, 1, 1, 1},          {2, 2, 0, 1, 1},
                               {2, 2, 1, 0, 1},          {2, 2, 1, 1, 0},          {1, 1, 5, 2, 2},
                               {UINT32_MAX, 1, 2, 2, 1}, {1, UINT32_MAX, 2, 1, 2}, {UINT32_MAX, UINT32_MAX, 1, 1, 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        hpyr_ref_pyramid *pyramid = (hpyr_ref_pyramid *)&random_state;
        assert_int_equal(hpyr_ref_pyramid_create(counts, &bad[i], HPYR_ORDER_MORTON, &pyramid),
                         HPYR_ERROR_INVALID_ARGUMENT);
        assert_null(pyramid);
    }
    hpyr_ref_pyramid *pyramid;
    assert_int_equal(hpyr_ref_pyramid_create(counts, &good, (hpyr_order)5, &pyramid), HPYR_ERROR_INVALID_ARGUMENT);
}
