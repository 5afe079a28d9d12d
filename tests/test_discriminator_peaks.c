/* test_discriminator_peaks.c - kinds RANGES and LOCAL_MAX: which cells are active.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hpyr_discriminator_desc ranges_desc(const hpyr_range *ranges, uint32_t count) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = count};
}

static hpyr_discriminator_desc peaks_desc(uint32_t window) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = window};
}

/* ---- RANGES ---- */

GPU_TEST(ranges_work_on_every_layout) {
    static const hpyr_range ranges[] = {{0.7, 0.9}, {-1, 0.1}, {0.3, 0.35}};
    hpyr_discriminator_desc desc = ranges_desc(ranges, 3);
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 37, 23, 1, 0, 1), volume = kind_image(HPYR_FORMAT_R8, 11, 9, 7, 0, 2);
    kind_check_all(e, &desc, &im, e->hostile ? 5 : 0, 4);
    kind_check_all(e, &desc, &volume, 6, e->hostile ? 2 : 10);
}

/* As many as there can be, and some that overlap, touch, are empty in the format or hold everything. */
GPU_TEST_ONCE(ranges_work_on_every_format) {
    for (int i = 0; i < kind_formats(e); i++) {
        hpyr_range ranges[HPYR_MAX_RANGES];
        hpyr_format format = kind_format(e, i);
        bool normalized = format == HPYR_FORMAT_R8 || format == HPYR_FORMAT_RGBA8 || format == HPYR_FORMAT_R16;
        double unit = normalized ? 1 / 255.0 : 0.5;
        SCOPED(image_free) image im = kind_image(format, 33, 17, 1, 0, 3), few = kind_image(format, 33, 17, 1, 60, 3);
        uint64_t seed = 4 + (uint64_t)i;
        for (int r = 0; r < HPYR_MAX_RANGES; r++) {
            ranges[r].min = (random_below(&seed, 90) - 20.0) * unit;
            ranges[r].max = ranges[r].min + random_below(&seed, 3) * unit;
            if (e->gl21 && kind_is_float(format)) /* which may take denormal numbers for 0 */
                ranges[r] = (hpyr_range){ranges[r].min == 0 ? unit / 4 : ranges[r].min,
                                         ranges[r].max == 0 ? unit / 4 : ranges[r].max};
        }
        hpyr_discriminator_desc desc = ranges_desc(ranges, HPYR_MAX_RANGES);
        kind_check_plain(e, &desc, &few);
        kind_check_plain(e, &desc, &im);
        desc.range_count = 5;
        ranges[0] = (hpyr_range){-INFINITY, -3};
        ranges[1] = (hpyr_range){1e9, INFINITY};
        kind_check_plain(e, &desc, &im);
        desc.range_count = 1;
        kind_check_plain(e, &desc, &im);
    }
}

GPU_TEST_ONCE(values_are_found_in_photographs) {
    static const hpyr_range ranges[] = {{0.7, 0.9}, {-1, 0.1}, {0.3, 0.35}}, middle = {0.25, 0.5};
    const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD, .has_threshold = true, .threshold = 0.6},
        ranges_desc(&middle, 1),
        ranges_desc(ranges, 3)};
    for (int i = e->small ? 2 : 0; i < KIND_PHOTOS; i++) {
        SCOPED(image_free) image im = kind_photo(i);
        for (int k = 0; k < 3; k++)
            if (i == k || getenv("HPYR_TEST_FULL"))
                kind_check_photo(e, &descs[k], &im, 10 + (uint64_t)i, 1);
    }
}

static uint32_t total_of(env *e, const hpyr_discriminator_desc *desc, const image *im) {
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, desc);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, im->ref.width, im->ref.height);
    uint32_t total = 77777;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    return total;
}

/* What is known without the oracle: each byte is there once. */
GPU_TEST(both_ends_belong_to_a_range) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 16, 16, 1);
    for (uint32_t i = 0; i < 256; i++)
        image_set_bits(&im, i, i);
    image_upload(&im);
    hpyr_range ranges[] = {{10 / 255.0, 20 / 255.0}, {200 / 255.0, 200 / 255.0}, {20 / 255.0, 21 / 255.0}, {2, 3}};
    hpyr_discriminator_desc desc = ranges_desc(ranges, 4);
    assert_int_equal(total_of(e, &desc, &im), 12 + 1);
    desc.ranges = &ranges[3];
    desc.range_count = 1;
    assert_int_equal(total_of(e, &desc, &im), 0);
}

GPU_TEST_ONCE(an_array_of_ranges_is_copied) {
    hpyr_range ranges[] = {{1, 1}, {0, 0}};
    hpyr_discriminator_desc desc = ranges_desc(ranges, 2);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    memset(ranges, 0, sizeof ranges);
    const hpyr_discriminator_desc *resolved = hpyr_discriminator_resolved(discriminator);
    assert_ptr_not_equal(resolved->ranges, ranges);
    assert_int_equal(resolved->range_count, 2);
    assert_true(resolved->ranges[0].min == 1);
}

/* ---- LOCAL_MAX ---- */

GPU_TEST(peaks_are_found_on_every_layout) {
    hpyr_discriminator_desc desc = peaks_desc(0);
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 37, 23, 1, 6, 1), volume = kind_image(HPYR_FORMAT_R8, 11, 9, 7, 9, 2);
    kind_check_all(e, &desc, &im, e->hostile ? 5 : 0, 4);
    kind_check_all(e, &desc, &volume, 6, e->hostile ? 2 : 10);
    volume.texture.target = GL_TEXTURE_2D; /* as tiles */
    kind_check_all(e, &desc, &volume, 7, e->hostile ? 1 : 5);
    desc.window = 5;
    kind_check_all(e, &desc, &im, 8, e->hostile ? 1 : 5);
}

GPU_TEST_ONCE(peaks_are_found_in_every_format) {
    for (int i = 0; i < kind_formats(e); i++)
        for (uint32_t levels = 0; levels <= 12; levels += 4) {
            SCOPED(image_free) image im = kind_image(kind_format(e, i), 29, 18, 1, levels, 10 + levels);
            hpyr_discriminator_desc desc = peaks_desc(levels == 4 ? 5 : 3);
            kind_check_plain(e, &desc, &im);
            desc.has_threshold = true;
            desc.threshold = i < 2 ? 4 / 255.0 : 0.5;
            kind_check_plain(e, &desc, &im);
        }
}

GPU_TEST_ONCE(peaks_are_found_in_photographs) {
    for (int i = e->small ? 2 : 0; i < KIND_PHOTOS; i++) {
        SCOPED(image_free) image im = kind_photo(i);
        hpyr_discriminator_desc desc = peaks_desc(i == 1 ? 5 : 3);
        desc.has_threshold = i > 0;
        desc.threshold = i > 0 ? 100 / 255.0 : 0;
        kind_check_photo(e, &desc, &im, 20 + (uint64_t)i, 2);
    }
}

/* Sides of 1 to 6, smaller than the windows, and everything at the border. */
GPU_TEST(peaks_of_tiny_grids_are_found) {
    for (uint32_t width = 1; width <= 6; width += 2)
        for (uint32_t height = 1; height <= 4; height += 3) {
            SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, width, height, 1, 3, width * 7 + height);
            hpyr_discriminator_desc desc = peaks_desc(height == 1 ? 3 : 5);
            kind_check_plain(e, &desc, &im);
        }
    SCOPED(image_free) image thin = kind_image(HPYR_FORMAT_R8, 1, 1, 5, 3, 1);
    hpyr_discriminator_desc desc = peaks_desc(3);
    kind_check_all(e, &desc, &thin, 9, 4);
}

/* The input may be larger than the grid: its texels outside of the grid do not count. */
GPU_TEST(texels_outside_of_the_grid_do_not_count) {
    SCOPED(image_free) image large = image_make(HPYR_FORMAT_R8, 0, 12, 12, 1);
    for (uint32_t i = 0; i < 144; i++)
        image_set_bits(&large, i, i % 12 == 7 && i / 12 == 7 ? 9 : i % 12 < 8 && i / 12 < 8 ? 5 : 200);
    image_upload(&large);
    hpyr_discriminator_desc desc = peaks_desc(0);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 8, 8);
    hpyr_point points[3];
    hpyr_report report;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &large.texture));
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, 3, 0, &report));
    assert_int_equal(report.total, 2); /* the first cell of the flat rest, and the corner */
    assert_true(points[0].x == 0 && points[0].y == 0 && points[1].x == 7 && points[1].y == 7);
}

enum { HILL = 16 };

/* Hills on squares of HILL cells, each with a top that is a rectangle of 1x1 to 3x3 equal cells. */
static image hills(uint32_t across) {
    image im = image_make(HPYR_FORMAT_R8, 0, across * HILL, across * HILL, 1);
    for (uint32_t y = 0; y < im.ref.height; y++)
        for (uint32_t x = 0; x < im.ref.width; x++) {
            uint32_t hill = y / HILL * across + x / HILL, width = 1 + hill % 3, height = 1 + hill / 3 % 3;
            int dx = (int)(x % HILL) - 6, dy = (int)(y % HILL) - 7;
            int far_x = dx < 0 ? -dx : dx >= (int)width ? dx - (int)width + 1 : 0;
            int far_y = dy < 0 ? -dy : dy >= (int)height ? dy - (int)height + 1 : 0;
            image_set_bits(&im, (size_t)y * im.ref.width + x, (uint32_t)(200 - 9 * far_x - 7 * far_y));
        }
    image_upload(&im);
    return im;
}

/* One point a hill, at the lower left cell of its top, with both windows. */
GPU_TEST(a_hill_has_one_peak_however_flat_its_top) {
    uint32_t across = 9;
    SCOPED(image_free) image im = hills(across);
    hpyr_point points[9 * 9 + 1];
    for (uint32_t window = 3; window <= 5; window += 2) {
        hpyr_discriminator_desc desc = peaks_desc(window);
        desc.has_threshold = true;
        desc.threshold = 200 / 255.0;
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, im.ref.width, im.ref.height);
        hpyr_report report;
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, LENGTH(points), 0, &report));
        assert_int_equal(report.total, across * across);
        for (uint32_t i = 0; i < report.written; i++)
            assert_true(points[i].x % HILL == 6 && points[i].y % HILL == 7);
    }
}

/* NaN is no peak and no rival; infinity is a peak; -0 and +0 are equal, so the first of them is one. */
GPU_TEST(special_floats_are_compared_as_documented) {
    const float values[] = {NAN, 1, NAN, -1, -INFINITY, -1, -2, INFINITY, -3, -3, -0.0f, 0.0f, -3, -3, 0.0f, -0.0f};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, 16, 1, 1);
    for (uint32_t i = 0; i < 16; i++)
        image_set(&im, i, values[i]);
    image_upload(&im);
    hpyr_discriminator_desc desc = peaks_desc(0);
    kind_check_plain(e, &desc, &im);
    assert_int_equal(total_of(e, &desc, &im), 6); /* 1, -1, -1, infinity, the first 0 of each pair */
}

GPU_TEST(a_window_of_five_is_refused_in_volumes) {
    SCOPED(image_free) image volume = kind_image(HPYR_FORMAT_R8, 4, 4, 3, 0, 2);
    hpyr_discriminator_desc desc = peaks_desc(5);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    hpyr_pyramid_desc pyramid_desc = {.width = 4, .height = 4, .depth = 3};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &pyramid_desc);
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, &volume.texture));
    assert_true(env_logged(e, "window of 5") && env_logged(e, "3 slices"));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, NULL));
}
