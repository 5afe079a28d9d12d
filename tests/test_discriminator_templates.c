/* test_discriminator_templates.c - kind TEMPLATE: places that are like a pattern.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <math.h>
#include <string.h>

enum { MOST = HPYR_MAX_PATTERN * HPYR_MAX_PATTERN };

static hpyr_discriminator_desc template_desc(hpyr_template_measure measure, const float *pattern, uint32_t width,
                                             uint32_t height, double threshold) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
                                     .has_threshold = true,
                                     .threshold = threshold,
                                     .measure = measure,
                                     .pattern = pattern,
                                     .pattern_width = width,
                                     .pattern_height = height};
}

/* Values of a window of the image, with some noise. */
static void cut_pattern(const image *im, uint32_t x, uint32_t y, uint32_t width, uint32_t height, float noise,
                        float *pattern) {
    hpyr_ref_image ref = im->ref;
    uint64_t seed = 3;
    for (uint32_t i = 0; i < width * height; i++) {
        const unsigned char *texel = (const unsigned char *)ref.pixels +
                                     ((size_t)(y + i / width) * ref.width + x + i % width) * format_bytes(ref.format);
        uint32_t code = texel[ref.format == HPYR_FORMAT_RGBA8 ? ref.channel - 1 : 0];
        pattern[i] = (float)code / 255 + noise * ((float)random_below(&seed, 1000) / 1000 - 0.5f);
    }
}

GPU_TEST(both_measures_work_on_every_layout) {
    float pattern[15];
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 37, 23, 1, 9, 1), volume = kind_image(HPYR_FORMAT_R8, 11, 9, 7, 9, 2);
    cut_pattern(&im, 6, 4, 5, 3, 0.01f, pattern);
    for (int measure = HPYR_TEMPLATE_MEASURE_DIFFERENCES; measure <= HPYR_TEMPLATE_MEASURE_CORRELATION; measure++) {
        bool all = !e->hostile && measure == HPYR_TEMPLATE_MEASURE_DIFFERENCES;
        hpyr_discriminator_desc desc = template_desc((hpyr_template_measure)measure, pattern, 5, 3,
                                                     measure == HPYR_TEMPLATE_MEASURE_DIFFERENCES ? 40 / 255.0 : 0.3);
        kind_check_all(e, &desc, &im, all ? 0 : 5, 3);
        kind_check_all(e, &desc, &volume, 6, all ? 8 : 3);
        volume.texture.target = GL_TEXTURE_2D; /* as tiles */
        kind_check_all(e, &desc, &volume, 7, all ? 3 : 1);
        volume.texture.target = GL_TEXTURE_3D;
    }
}

/* Values of the pattern between codes are rounded; those beyond them, too. */
GPU_TEST_ONCE(both_measures_work_in_every_format) {
    for (int i = 0; i < kind_formats(e); i++) {
        hpyr_format format = kind_format(e, i);
        double unit = kind_unit(format);
        SCOPED(image_free) image few = kind_image(format, 29, 18, 1, 12, 10 + (uint64_t)i);
        SCOPED(image_free) image im = kind_image(format, 21, 12, 1, 0, 20 + (uint64_t)i);
        float pattern[12];
        uint64_t seed = 8;
        for (int k = 0; k < 12; k++)
            pattern[k] = (float)(unit * (random_below(&seed, 1200) / 100.0 - (k == 7 ? 30 : 0)));
        hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 4, 3, 60 * unit);
        kind_check_plain(e, &desc, &few);
        if (!e->gl21 || format != HPYR_FORMAT_R16)
            kind_check_plain(e, &desc, &im);
        desc.threshold = -1;
        kind_check_plain(e, &desc, &few);
        desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 4, 3, 0.25);
        kind_check_plain(e, &desc, &few);
        if (!kind_is_float(format)) /* random bits of floats are as large as there can be */
            kind_check_plain(e, &desc, &im);
    }
}

GPU_TEST_ONCE(patterns_are_found_in_photographs) {
    for (int i = e->small ? 2 : 0; i < KIND_PHOTOS; i++) {
        static float pattern[MOST];
        SCOPED(image_free) image im = kind_photo(i);
        uint32_t width = i == 0 ? 32 : 7, height = i == 0 ? 5 : 9;
        cut_pattern(&im, 200, 150, width, height, 0.0f, pattern);
        hpyr_discriminator_desc desc =
            template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, width, height, width * height * 0.03);
        kind_check_photo(e, &desc, &im, 20 + (uint64_t)i, 1);
        desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, width, height, 0.7);
        kind_check_photo(e, &desc, &im, 30 + (uint64_t)i, 1);
    }
}

/* ---- planted copies ---- */

enum { SIDE = 2048, COPIES = 40, PATTERN = 12, NOISE = 24 };

/* Places that lie in squares of their own, so that copies do not overlap. */
static void choose_places(uint32_t places[COPIES][2]) {
    uint64_t seed = 77;
    uint32_t used[COPIES];
    for (uint32_t i = 0; i < COPIES;) {
        uint32_t square = random_below(&seed, 1024), k = 0;
        while (k < i && used[k] != square)
            k++;
        if (k < i)
            continue;
        used[i] = square;
        places[i][0] = square % 32 * 64 + random_below(&seed, 64 - PATTERN + 1);
        places[i++][1] = square / 32 * 64 + random_below(&seed, 64 - PATTERN + 1);
    }
}

/* Random values everywhere, and copies of the pattern with noise. */
static image plant(const float *pattern, uint32_t places[COPIES][2]) {
    image im = image_make(HPYR_FORMAT_R8, 0, SIDE, SIDE, 1);
    unsigned char *bytes = im.pixels;
    uint64_t seed = 5;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++)
        bytes[i] = (unsigned char)(64 + random_below(&seed, 128));
    for (uint32_t copy = 0; copy < COPIES; copy++)
        for (uint32_t i = 0; i < PATTERN * PATTERN; i++) {
            size_t at = (size_t)(places[copy][1] + i / PATTERN) * SIDE + places[copy][0] + i % PATTERN;
            int noise = (int)random_below(&seed, NOISE) - NOISE / 2;
            bytes[at] = (unsigned char)((int)floor(pattern[i] * 255 + 0.5) + noise);
        }
    image_upload(&im);
    return im;
}

GPU_TEST_ONCE(all_planted_copies_are_found_and_nothing_else) {
    float pattern[PATTERN * PATTERN];
    uint32_t places[COPIES][2];
    uint64_t seed = 1;
    for (uint32_t i = 0; i < PATTERN * PATTERN; i++)
        pattern[i] = (float)(64 + random_below(&seed, 128)) / 255;
    choose_places(places);
    SCOPED(image_free) image im = plant(pattern, places);
    for (int measure = HPYR_TEMPLATE_MEASURE_DIFFERENCES; measure <= HPYR_TEMPLATE_MEASURE_CORRELATION; measure++) {
        hpyr_discriminator_desc desc =
            template_desc((hpyr_template_measure)measure, pattern, PATTERN, PATTERN,
                          measure == HPYR_TEMPLATE_MEASURE_DIFFERENCES ? PATTERN * PATTERN * 10 / 255.0 : 0.9);
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, SIDE, SIDE);
        hpyr_point points[COPIES + 1];
        hpyr_report report;
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, COPIES + 1, 0, &report));
        assert_int_equal(report.total, COPIES);
        for (uint32_t i = 0; i < COPIES; i++) {
            uint32_t k = 0;
            while (k < COPIES && (places[k][0] != points[i].x || places[k][1] != points[i].y))
                k++;
            assert_true(k < COPIES);
        }
    }
}

/* ---- what is special ---- */

/* Flat windows correlate with nothing, however low the threshold. */
GPU_TEST_ONCE(windows_without_variance_match_nothing) {
    const float pattern[4] = {0, 1, 0, 1};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, 20, 3, 1);
    for (uint32_t i = 0; i < 60; i++)
        image_set(&im, i, i % 20 < 10 ? 0.1 : 3.3);
    image_upload(&im);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 2, 2, -1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 20, 3);
    uint32_t total = 0;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 2); /* the step, in two rows */
}

/* A window with NaN or with an infinity matches nothing, and those beside it are as ever. */
GPU_TEST_ONCE(windows_that_are_not_finite_match_nothing) {
    const float pattern[6] = {0, 1, 0.5f, 0.25f, 1, 0};
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R32F, 40, 9, 1, 9, 4);
    for (uint32_t i = 0; i < 9; i++)
        image_set(&im, 40 * i + 4 * i + 3, i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY);
    glDeleteTextures(1, &im.texture.name);
    image_upload(&im);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 3, 2, 3.03);
    kind_check_plain(e, &desc, &im);
    desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 3, 2, -0.5);
    kind_check_plain(e, &desc, &im);
}

/* As large as the grid, 1x1, and the largest there is. */
GPU_TEST_ONCE(all_sizes_of_patterns_work) {
    static float pattern[MOST];
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 40, 33, 1, 9, 1), tiny = kind_image(HPYR_FORMAT_R8, 1, 1, 1, 9, 1);
    cut_pattern(&im, 5, 1, 32, 32, 0.0f, pattern);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DEFAULT, pattern, 32, 32, 1024 * 2.9 / 255);
    kind_check_plain(e, &desc, &im);
    desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 32, 32, 0.01);
    kind_check_plain(e, &desc, &im);
    desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 1, 1, 0);
    kind_check_plain(e, &desc, &im);
    kind_check_plain(e, &desc, &tiny);
}

/* A fragment that asks many cells goes through a template so often that a GL may end its loops (docs/gl-notes.md). */
GPU_TEST_ONCE(the_largest_pattern_works_where_a_fragment_asks_many_cells) {
    static const combination asked[] = {
        {HPYR_LAYOUT_BITS, HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED},
        {HPYR_LAYOUT_BITS, HPYR_ORDER_LINE, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED},
        {HPYR_LAYOUT_BITS, HPYR_ORDER_COLUMN, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED},
        {HPYR_LAYOUT_VOLUME, HPYR_ORDER_MORTON3, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED}};
    static float pattern[MOST];
    SCOPED(image_free)
    image im = kind_image(HPYR_FORMAT_R8, 170, 50, 1, 9, 1), volume = kind_image(HPYR_FORMAT_R8, 36, 34, 130, 9, 2);
    cut_pattern(&im, 5, 1, 32, 32, 0.0f, pattern);
    for (size_t i = 0; i < 2 * LENGTH(asked); i++) {
        const combination *c = &asked[i / 2];
        if (c->layout == HPYR_LAYOUT_VOLUME && i % 2 == 0) /* half as many rounds, and programs that compile for long */
            continue;
        hpyr_discriminator_desc desc =
            i % 2 ? template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 32, 32, 0.01)
                  : template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 32, 32, 1024 * 2.9 / 255);
        if (combination_runs(e, c))
            kind_check(e, &desc, i < 4 ? &im : &volume, c);
    }
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 17, 13, 0.01);
    if (combination_runs(e,
                         &asked[0])) /* the largest that is read value by value there: 128 * 2 * (17 + 1) * 13 rounds */
        kind_check(e, &desc, &im, &asked[0]);
}

GPU_TEST(a_template_larger_than_the_grid_is_refused) {
    const float pattern[6] = {0, 1, 0, 1, 0, 1};
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, 5, 2, 1, 9, 1);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 2, 3, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 5, 2);
    EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "a template of 2x3 cells does not fit into a grid of 5x2",
                hpyr_pyramid_build(pyramid, discriminator, &im.texture));
}

/* The pyramid holds the template for as long as it reads it. */
GPU_TEST(a_discriminator_may_go_before_the_pyramid) {
    float pattern[4] = {0.25f, 0.5f, 0.25f, 1};
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, 5, 4, 1, 9, 1);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 2, 2, 4);
    hpyr_discriminator *discriminator = kind_make(e, &desc);
    hpyr_pyramid *pyramids[2];
    memset(pattern, 0, sizeof pattern);
    assert_true(hpyr_discriminator_resolved(discriminator)->pattern[3] == 1.0f);
    for (int i = 0; i < 2; i++) {
        pyramids[i] = make_pyramid_of(e, 5, 4, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
        OK(e, hpyr_pyramid_build(pyramids[i], discriminator, &im.texture));
    }
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    for (int i = 0; i < 2; i++) {
        hpyr_point points[20];
        hpyr_report report;
        OK(e, hpyr_pyramid_download(pyramids[i], 0, HPYR_ALL, points, 20, 0, &report));
        assert_int_equal(report.written, 12);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramids[i]));
    }
}

/* As with every object that holds GL objects. A discriminator that was never built from has none. */
GPU_TEST_ONCE(a_template_that_stays_in_gl_is_told_of) {
    const float pattern[2] = {0, 1};
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8, 5, 4, 1, 9, 1);
    hpyr_discriminator_desc desc = template_desc(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 2, 1, 4);
    for (int built = 0; built < 2; built++) {
        hpyr_discriminator *discriminator = kind_make(e, &desc);
        hpyr_pyramid *pyramid = make_pyramid(e, 5, 4);
        if (built)
            OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
        env_clear_log(e);
        assert_true(headless_make_current(e->display, false));
        hpyr_discriminator_destroy(discriminator);
        assert_true(headless_make_current(e->display, true));
        assert_int_equal(env_logged(e, "discriminator: destroyed while its GL context is not current"), built);
    }
}
