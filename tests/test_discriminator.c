/* test_discriminator.c - which cells are active, in every format.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static hpyr_discriminator *make_range(env *e, double min, double max) {
    const hpyr_range range = {min, max};
    hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &range, .range_count = 1};
    hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    return discriminator;
}

/* Builds stored and merged, and compares with the oracle's idea of [min, max]. */
static void check_discriminator(env *e, const image *im, hpyr_discriminator *discriminator, double min, double max) {
    uint32_t width = im->ref.width, height = im->ref.height;
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(im, width, height, min, max);
    check_bases(e, discriminator, &im->texture, oracle, width, height);
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
}

static void check_threshold(env *e, const image *im, double threshold) {
    check_discriminator(e, im, make_threshold(e, threshold), threshold, INFINITY);
}

static void check_range_of(env *e, const image *im, double min, double max) {
    check_discriminator(e, im, make_range(e, min, max), min, max);
}

/* The oracle might be wrong in the same way: how many texels a comparison takes is also known here. */
static uint64_t expect_total(env *e, const image *im, hpyr_discriminator *discriminator) {
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, im->ref.width, im->ref.height);
    uint32_t total = 0;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im->texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    return total;
}

/* 256 texels, one of each byte, the other channels random. */
static image every_byte(hpyr_format format, hpyr_channel channel) {
    image im = image_make(format, channel, 16, 16, 1);
    image_scramble(&im, 3);
    for (uint32_t i = 0; i < 256; i++)
        image_set_bits(&im, i, i);
    image_upload(&im);
    return im;
}

GPU_TEST(bytes_compare_exactly_at_every_step) {
    SCOPED(image_free) image im = every_byte(HPYR_FORMAT_R8, 0);
    for (uint32_t k = 0; k < 256; k++) {
        double at = k / 255.0;
        if (k % 51 && (e->small || e->hostile))
            continue;
        assert_int_equal(expect_total(e, &im, make_threshold(e, at)), 256 - k);
        assert_int_equal(expect_total(e, &im, make_threshold(e, nextafter(at, 2))), 255 - k);
        assert_int_equal(expect_total(e, &im, make_range(e, at, at)), 1);
        if (k % 17 == 0)
            check_range_of(e, &im, 20 / 255.0, at < 20 / 255.0 ? 1 : at);
    }
    check_threshold(e, &im, 100 / 255.0);
    check_threshold(e, &im, 0);
    check_threshold(e, &im, -1);
    check_threshold(e, &im, 1.0000001);
    check_threshold(e, &im, -INFINITY);
    check_threshold(e, &im, INFINITY);
    check_range_of(e, &im, 0.1, 0.9);
}

GPU_TEST(every_channel_of_rgba8_is_looked_at_alone) {
    for (int channel = HPYR_CHANNEL_DEFAULT; channel <= HPYR_CHANNEL_ALPHA; channel++) {
        SCOPED(image_free) image im = every_byte(HPYR_FORMAT_RGBA8, (hpyr_channel)channel);
        assert_int_equal(expect_total(e, &im, make_threshold(e, 100 / 255.0)), 156);
        assert_int_equal(expect_total(e, &im, make_default(e)), 1);
        check_threshold(e, &im, 100 / 255.0);
        check_range_of(e, &im, 0.25, 0.75);
    }
}

GPU_TEST(every_channel_of_floats_is_looked_at_alone) {
    for (int i = 0; i < 9; i++) {
        const int channel = i % 5;
        SCOPED(image_free)
        image im = image_make(i < 5 ? HPYR_FORMAT_RGBA32F : HPYR_FORMAT_RGB32F, (hpyr_channel)channel, 19, 7, 1);
        image_scramble(&im, 8); /* some of these are NaN, infinite, tiny */
        image_upload(&im);
        check_threshold(e, &im, 0);
        check_threshold(e, &im, 1e-30);
        check_range_of(e, &im, -1e10, 1e-10);
    }
}

/* Every 16-bit pattern is in the image once. */
static image every_word(hpyr_format format) {
    image im = image_make(format, 0, 256, 256, 1);
    for (uint32_t i = 0; i < 65536; i++)
        image_set_bits(&im, i, i);
    image_upload(&im);
    return im;
}

/* OpenGL ES has no such textures: one of another format that is said to be R16 is refused for that reason. */
static void check_r16_is_refused(env *e) {
    SCOPED(image_free) image im = every_word(HPYR_FORMAT_R16UI);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 256, 256);
    im.texture.format = HPYR_FORMAT_R16;
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    assert_true(env_logged(e, "R16"));
}

GPU_TEST(sixteen_bits_compare_exactly) {
    if (e->es) {
        check_r16_is_refused(e);
        return;
    }
    SCOPED(image_free) image im = every_word(HPYR_FORMAT_R16);
    static const uint32_t steps[] = {0, 1, 2, 255, 32767, 32768, 40001, 65534, 65535};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(expect_total(e, &im, make_threshold(e, steps[i] / 65535.0)), 65536 - steps[i]);
        assert_int_equal(expect_total(e, &im, make_range(e, steps[i] / 65535.0, steps[i] / 65535.0)), 1);
    }
    check_range_of(e, &im, 0.3333, 0.6667);
}

GPU_TEST(halves_compare_exactly_with_nan_and_infinity) {
    SCOPED(image_free) image im = every_word(HPYR_FORMAT_R16F);
    assert_int_equal(expect_total(e, &im, make_threshold(e, INFINITY)), 1);
    assert_int_equal(expect_total(e, &im, make_threshold(e, -INFINITY)), 65536 - 2 * 1023);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 0)), 0x7c00 + 1 + 1); /* 0 up to infinity, and -0 */
    check_threshold(e, &im, 1);
    check_threshold(e, &im, 0.1);
    check_threshold(e, &im, 65504.5);
    check_threshold(e, &im, 5.9604644775390625e-8); /* the smallest half above 0 */
    check_range_of(e, &im, -2, 0);
    check_range_of(e, &im, -INFINITY, INFINITY);
}

/* The values around which comparisons go wrong. */
static image odd_floats(hpyr_format format) {
    static const uint32_t bits[] = {
        0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001,
        0x00800000, 0x80800000, 0x3dcccccd, 0x3dcccccc, 0x3dccccce, 0x7f7fffff, 0xff7fffff, 0x3f7fffff, 0x3f800001,
        0x4b800000, 0x4b7fffff, 0x7fffffff, 0xff800001, 0x40490fdb, 0xc0490fdb, 0x2edbe6ff,
    };
    image im = image_make(format, 0, 25, 3, 1);
    for (uint32_t i = 0; i < 75; i++)
        image_set_bits(&im, i, bits[i % 25]);
    image_upload(&im);
    return im;
}

GPU_TEST(floats_compare_exactly_with_nan_infinity_and_minus_zero) {
    static const double thresholds[] = {
        0, 1, -1, 0.1, 1e-10, 16777216, 16777215.5, 3.4028234663852886e38, 1.17549435e-38, 3.14159265358979};
    SCOPED(image_free) image im = odd_floats(HPYR_FORMAT_R32F);
    assert_int_equal(expect_total(e, &im, make_threshold(e, -INFINITY)), 60);
    assert_int_equal(expect_total(e, &im, make_threshold(e, INFINITY)), 3);
    assert_int_equal(expect_total(e, &im, make_range(e, 0, 0)), 6);
    assert_int_equal(expect_total(e, &im, make_range(e, -0.0, -0.0)), 6);
    assert_int_equal(expect_total(e, &im, make_range(e, -INFINITY, INFINITY)), 60);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 1e300)), 3); /* past every finite float */
    assert_int_equal(expect_total(e, &im, make_range(e, -1e300, 1e300)), 54);
    for (size_t i = 0; i < sizeof thresholds / sizeof thresholds[0]; i++) {
        check_threshold(e, &im, thresholds[i]);
        check_range_of(e, &im, -thresholds[i] < thresholds[i] ? -thresholds[i] : thresholds[i], 1e300);
    }
    check_range_of(e, &im, 0.0999999999, 0.1);
    check_range_of(e, &im, 0.1, 0.1000000015); /* 0.1f lies between the two */
}

GPU_TEST(numbers_too_small_to_be_normal_compare_exactly) {
    static const uint32_t bits[] = {0x00000001, 0x80000001, 0x007fffff, 0x807fffff, 0x00400000, 0x00000000, 0x80000000};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, 7, 1, 1);
    for (uint32_t i = 0; i < 7; i++)
        image_set_bits(&im, i, bits[i]);
    image_upload(&im);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 0)), 5);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 1e-45)), 3);
    assert_int_equal(expect_total(e, &im, make_range(e, 0, 0)), 2);
    check_threshold(e, &im, 5e-39);
    check_threshold(e, &im, -1e-45);
}

GPU_TEST(unsigned_integers_compare_exactly) {
    image im = every_byte(HPYR_FORMAT_R8UI, 0);
    assert_int_equal(expect_total(e, &im, make_default(e)), 255);
    check_threshold(e, &im, 0.5);
    check_threshold(e, &im, 254.5);
    check_threshold(e, &im, 256);
    check_range_of(e, &im, -5, 7.9);
    image_free(&im);
    im = every_word(HPYR_FORMAT_R16UI);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 40000)), 25536);
    check_range_of(e, &im, 32767.5, 65535);
    image_free(&im);
}

GPU_TEST(signed_integers_compare_exactly) {
    SCOPED(image_free) image im = every_word(HPYR_FORMAT_R16I);
    assert_int_equal(expect_total(e, &im, make_default(e)), 32767);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 0)), 32768);
    assert_int_equal(expect_total(e, &im, make_threshold(e, -32768)), 65536);
    assert_int_equal(expect_total(e, &im, make_range(e, -2.5, -1.5)), 1);
    check_threshold(e, &im, -1);
    check_range_of(e, &im, -300, 200);
}

GPU_TEST(integers_of_32_bits_compare_exactly_past_2_to_the_31) {
    static const uint32_t values[] = {0,           1,           16777215,    16777216,    16777217,    2147483647,
                                      2147483648u, 2147483649u, 4294967040u, 4294967294u, 4294967295u, 4000000001u};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, 12, 1, 1);
    for (uint32_t i = 0; i < 12; i++)
        image_set_bits(&im, i, values[i]);
    image_upload(&im);
    assert_int_equal(expect_total(e, &im, make_default(e)), 11);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 2147483648.0)), 6);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 4294967294.5)), 1);
    assert_int_equal(expect_total(e, &im, make_threshold(e, 4294967296.0)), 0);
    for (uint32_t i = 0; i < 12; i++) {
        check_threshold(e, &im, values[i]);
        assert_int_equal(expect_total(e, &im, make_range(e, values[i], values[i])), 1);
    }
}

/* One channel of RGBA32UI, all other bits random. */
GPU_TEST(every_channel_of_rgba32ui_is_looked_at_alone) {
    for (int channel = HPYR_CHANNEL_DEFAULT; channel <= HPYR_CHANNEL_ALPHA; channel++) {
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_RGBA32UI, (hpyr_channel)channel, 13, 11, 1);
        image_scramble(&im, 21);
        image_upload(&im);
        check_threshold(e, &im, 3000000000.0);
        check_range_of(e, &im, 1e9, 2e9 + 0.5);
    }
}

/* ---- CUSTOM ---- */

GPU_TEST(a_snippet_counts_cells_without_an_input) {
    static const char *const glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                    "    return HPYR_UINT((cell.x * 7 + cell.y * 13) % 5);\n}\n";
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, 41, 26, 1);
    for (uint32_t i = 0; i < 41 * 26; i++)
        image_set(&im, i, (i % 41 * 7 + i / 41 * 13) % 5);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&im, 41, 26);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    check_bases(e, discriminator, NULL, oracle, 41, 26);
}

static void check_snippet_over(env *e, hpyr_format format, hpyr_channel channel, const char *expression) {
    char glsl[256];
    SCOPED(image_free)
    image im = image_make(format, channel, 33, 9, 1), counts = image_make(HPYR_FORMAT_R32UI, 0, 33, 9, 1);
    image_scramble(&im, 4);
    for (uint32_t i = 0; i < 33 * 9; i++) {
        image_set_bits(&im, i, i % 11);
        image_set(&counts, i, i % 11 * 3);
    }
    image_upload(&im);
    snprintf(glsl, sizeof glsl, "HPYR_UINT hpyr_count_at(ivec3 cell) {\n    return HPYR_UINT(%s) * 3u;\n}\n",
             expression);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&counts, 33, 9);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    check_bases(e, discriminator, &im.texture, oracle, 33, 9);
}

GPU_TEST(a_snippet_sees_the_inputs_texel) {
    check_snippet_over(e, HPYR_FORMAT_R8, 0, "hpyr_input_at(cell).r * 255.0 + 0.5");
    check_snippet_over(e, HPYR_FORMAT_RGBA8, HPYR_CHANNEL_BLUE, "hpyr_input_at(cell).b * 255.0 + 0.5");
    check_snippet_over(e, HPYR_FORMAT_R16UI, 0, "hpyr_input_at(cell).r");
    check_snippet_over(e, HPYR_FORMAT_R16I, 0, "hpyr_input_at(cell).r");
    check_snippet_over(e, HPYR_FORMAT_RGBA32UI, HPYR_CHANNEL_GREEN, "hpyr_input_at(cell).g");
}

/* ---- CUSTOM with the caller's own uniforms and textures ---- */

typedef struct snippet_user {
    GLuint texture;
    int factor, calls;
} snippet_user;

static void bind_factor(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    snippet_user *own = user;
    glUniform1i(glGetUniformLocation(program, "u_factor"), own->factor);
    assert_string_equal(prefix, "hpyr_");
    glUniform1i(glGetUniformLocation(program, "u_table"), (GLint)first_unit);
    glActiveTexture(GL_TEXTURE0 + first_unit);
    glBindSampler(first_unit, 0);
    glBindTexture(GL_TEXTURE_2D, own->texture);
    own->calls++;
}

GPU_TEST(a_snippet_has_uniforms_and_textures_of_its_own) {
    static const char *const glsl = "uniform int u_factor;\nuniform usampler2D u_table;\n"
                                    "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                    "    return HPYR_UINT(u_factor) * texelFetch(u_table, cell.xy, 0).r;\n}\n";
    SCOPED(image_free)
    image table = image_make(HPYR_FORMAT_R8UI, 0, 21, 34, 1), counts = image_make(HPYR_FORMAT_R32UI, 0, 21, 34, 1);
    snippet_user user = {0, 0, 0};
    hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = glsl, .bind = bind_factor, .user = &user};
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = NULL;
    image_fill(&table, 0.4, 17);
    image_upload(&table);
    glBindTexture(GL_TEXTURE_2D, table.texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST); /* an integer texture must not be filtered */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glBindTexture(GL_TEXTURE_2D, 0);
    user.texture = table.texture.name;
    OK(e, hpyr_discriminator_create(e->context, &desc, &discriminator));
    e->callback = (snapshot_except){false, 2, 30}; /* behind the library's units: the callback's */
    for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++)
        for (user.factor = 1; user.factor <= 3; user.factor += 2) {
            for (uint32_t i = 0; i < 21 * 34; i++)
                image_set(&counts, i, ((unsigned char *)table.pixels)[i] * user.factor);
            SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&counts, 21, 34);
            SCOPED(destroy_pyramid)
            hpyr_pyramid *pyramid = make_pyramid_of(e, 21, 34, HPYR_COUNT_FORMAT_DEFAULT, (hpyr_base)base);
            OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
            check_image(e, pyramid, oracle, 21, 34);
        }
    e->callback = (snapshot_except){false, 0, 0};
    assert_true(user.calls >= 4);
    hostile_apply(e->enemy); /* the callback's bindings are the caller's to restore */
    hostile_remove(e->enemy);
}

/* The text is copied: the caller's may go at once. */
GPU_TEST(a_snippets_text_is_copied) {
    char glsl[] = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(2); }";
    uint32_t total = 0;
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    memset(glsl, '?', sizeof glsl - 1);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 5, 5);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 50);
}

static uint32_t programs_alive(void) {
    uint32_t count = 0;
    for (GLuint name = 1; name < 20000; name++)
        count += glIsProgram(name);
    return count;
}

static void check_constant_snippet(env *e, hpyr_pyramid *pyramid, uint32_t outputs) {
    char glsl[96];
    uint32_t total = 0;
    snprintf(glsl, sizeof glsl, "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(%u); }", outputs);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 2 * 2 * outputs);
}

/* Who makes new snippets for ever must not fill GL's memory; and the first one works again when it was forgotten. */
GPU_TEST(programs_of_snippets_do_not_pile_up) {
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 2, 2);
    uint32_t most = 64, before = programs_alive();
    for (uint32_t i = 1; i <= most + 2; i++)
        check_constant_snippet(e, pyramid, i);
    uint32_t after = programs_alive();
    assert_true(after <= before + most + 8); /* and those of the reduction */
    check_constant_snippet(e, pyramid, 1);
    assert_true(programs_alive() <= after);
}
