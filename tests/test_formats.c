/* test_formats.c - sizes and formats that a caller leaves to GL, and formats whose values samplers make.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <string.h>

enum { SIDE = 16, CODES = SIDE * SIDE };

/* ---- values that samplers make ---- */

typedef struct format_case {
    hpyr_format format;
    GLenum internal, external, type;
    bool gl21, es; /* this GL has such textures */
} format_case;

static const format_case cases[] = {
    {HPYR_FORMAT_SRGB8_ALPHA8, GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, true, true},
    {HPYR_FORMAT_SRGB8_ALPHA8, GL_SRGB_ALPHA, GL_RGBA, GL_UNSIGNED_BYTE, true, false},
    {HPYR_FORMAT_DEPTH, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, true, true},
    {HPYR_FORMAT_DEPTH, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true, true},
    {HPYR_FORMAT_DEPTH, GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true, false},
    {HPYR_FORMAT_DEPTH, GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, true, false},
    {HPYR_FORMAT_DEPTH, GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, false, true},
};

static bool has_case(const env *e, const format_case *c) {
    return e->gl21 ? c->gl21 : !e->es || c->es;
}

/* The code of texel i: each once, in no order. */
static uint32_t code_of(uint32_t i) {
    return (i * 37 + 11) % CODES;
}

/* What a shader sees of a code of eight bits, spread over all bits of a depth. */
static double value_of(hpyr_format format, hpyr_channel channel, uint32_t code) {
    const double c = code / 255.0;
    if (format != HPYR_FORMAT_SRGB8_ALPHA8 || channel == HPYR_CHANNEL_DEFAULT || channel == HPYR_CHANNEL_ALPHA)
        return c;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* All that a caller may have set for his own purposes. */
static void set_odd_parameters(const env *e, GLenum target) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 3);
    glTexParameteri(target, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    if (e->gl21)
        glTexParameteri(target, GL_DEPTH_TEXTURE_MODE, GL_ALPHA);
    else
        glTexParameteri(target, GL_TEXTURE_SWIZZLE_R, GL_ZERO);
}

/* A texture of all codes; of an array, in its second layer. */
static hpyr_texture make_codes(const env *e, const format_case *c, GLenum target) {
    union {
        uint8_t bytes[CODES][4];
        uint16_t words[CODES];
        uint32_t longs[CODES];
        float floats[CODES];
    } texels;
    const bool is_array = target == GL_TEXTURE_2D_ARRAY;
    hpyr_texture t = {.target = target, .width = SIDE, .height = SIDE, .depth = is_array ? 2 : 1, .format = c->format};
    for (uint32_t i = 0; i < CODES; i++) {
        const uint32_t code = code_of(i);
        if (c->type == GL_UNSIGNED_BYTE)
            memset(texels.bytes[i], (int)code, 4);
        else if (c->type == GL_UNSIGNED_SHORT)
            texels.words[i] = (uint16_t)(code * 0x0101);
        else if (c->type == GL_UNSIGNED_INT)
            texels.longs[i] = code * 0x01010101;
        else
            texels.floats[i] = (float)(code / 255.0);
    }
    glGenTextures(1, &t.name);
    glBindTexture(target, t.name);
    set_odd_parameters(e, target);
    if (is_array) {
        glTexImage3D(target, 0, (GLint)c->internal, SIDE, SIDE, 2, 0, c->external, c->type, NULL);
        for (int layer = 0; layer < 2; layer++)
            glTexSubImage3D(target, 0, 0, 0, layer, SIDE, SIDE, 1, c->external, c->type, &texels);
    } else {
        glTexImage2D(target, 0, (GLint)c->internal, SIDE, SIDE, 0, c->external, c->type, &texels);
    }
    glBindTexture(target, 0);
    CHECK_GL();
    return t;
}

/* The same values as floats, for the oracle. */
static image values_of(hpyr_format format, hpyr_channel channel) {
    image values = image_make(HPYR_FORMAT_R32F, 0, SIDE, SIDE, 1);
    for (uint32_t i = 0; i < CODES; i++)
        image_set(&values, i, value_of(format, channel, code_of(i)));
    return values;
}

static void check_from(env *e, const hpyr_texture *t, const image *values, double threshold) {
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(values, SIDE, SIDE, threshold, INFINITY);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_threshold(e, threshold);
    check_bases(e, discriminator, t, oracle, SIDE, SIDE);
}

/* GPUs round what a sampler makes in their own ways, so bounds lie halfway between two values. */
static double between(hpyr_format format, hpyr_channel channel, uint32_t code) {
    return (value_of(format, channel, code - 1) + value_of(format, channel, code)) / 2;
}

static void check_channel(env *e, const format_case *c, const hpyr_texture *texture, hpyr_channel channel) {
    static const uint32_t codes[] = {1, 2, 10, 11, 128, 200, 255};
    hpyr_texture t = *texture;
    SCOPED(image_free) image values = values_of(c->format, channel);
    t.channel = channel;
    for (size_t i = e->small ? 2 : 0; i < LENGTH(codes); i += e->small ? 2 : 1)
        check_from(e, &t, &values, between(c->format, channel, codes[i]));
}

GPU_TEST(samplers_make_the_values) {
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const format_case *c = &cases[i];
        if (!has_case(e, c))
            continue;
        hpyr_texture t = make_codes(e, c, GL_TEXTURE_2D);
        env_watch(e, t.target, t.name);
        check_channel(e, c, &t, HPYR_CHANNEL_DEFAULT);
        check_channel(e, c, &t, HPYR_CHANNEL_RED);
        if (c->format == HPYR_FORMAT_SRGB8_ALPHA8)
            check_channel(e, c, &t, HPYR_CHANNEL_BLUE);
        e->watch_count = 0;
        glDeleteTextures(1, &t.name);
    }
}

GPU_TEST(depths_that_are_floats_compare_exactly) {
    const format_case *c = &cases[LENGTH(cases) - 1];
    if (!has_case(e, c))
        SKIP("this GL has none");
    hpyr_texture t = make_codes(e, c, GL_TEXTURE_2D);
    SCOPED(image_free) image values = values_of(c->format, HPYR_CHANNEL_RED);
    for (uint32_t code = 1; code < CODES; code += 50) {
        check_from(e, &t, &values, (float)(code / 255.0));
        check_from(e, &t, &values, nextafter((float)(code / 255.0), 2));
    }
    glDeleteTextures(1, &t.name);
}

/* All of these can have layers, which GL 2.1 has not. A depth texture has no slices. */
GPU_TEST(layers_have_the_same_values) {
    static const char *const glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                    "    return HPYR_UINT(hpyr_input_at(cell).r > 0.214);\n}\n";
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .depth = 2};
    uint32_t total;
    if (e->gl21)
        SKIP("this GL has none");
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        if (!has_case(e, &cases[i]))
            continue;
        uint32_t expected = 0;
        hpyr_texture t = make_codes(e, &cases[i], GL_TEXTURE_2D_ARRAY);
        for (uint32_t k = 0; k < CODES; k++)
            expected += 2 * (value_of(cases[i].format, HPYR_CHANNEL_RED, k) > 0.214); /* between two codes */
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &t));
        OK(e, hpyr_pyramid_total(pyramid, &total));
        assert_int_equal(total, expected);
        glDeleteTextures(1, &t.name);
    }
}

GPU_TEST(every_channel_of_four_halves_is_looked_at_alone) {
    for (int channel = HPYR_CHANNEL_DEFAULT; channel <= HPYR_CHANNEL_ALPHA; channel++) {
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_RGBA16F, (hpyr_channel)channel, SIDE, SIDE, 1);
        image_scramble(&im, 8); /* some of these are NaN, infinite, tiny */
        image_upload(&im);
        check_from(e, &im.texture, &im, 0);
        check_from(e, &im.texture, &im, 0.1);
        check_from(e, &im.texture, &im, INFINITY);
    }
}

/* ---- features ---- */

static hpyr_report find_features(env *e, const hpyr_texture *t, hpyr_feature list[CODES]) {
    const hpyr_features_desc desc = {.width = SIDE, .height = SIDE};
    SCOPED(destroy_features) hpyr_features *features = NULL;
    hpyr_report report;
    memset(list, 0, CODES * sizeof *list);
    OK(e, hpyr_features_create(e->context, &desc, &features));
    OK(e, hpyr_features_detect(features, t));
    OK(e, hpyr_features_download(features, 0, HPYR_ALL, list, CODES, &report));
    return report;
}

GPU_TEST(features_are_those_of_the_same_floats) {
    hpyr_feature expected[CODES], found[CODES];
    if (e->gl21)
        SKIP("this GL has none");
    SCOPED(image_free) image values = values_of(HPYR_FORMAT_DEPTH, HPYR_CHANNEL_RED);
    image_upload(&values);
    hpyr_texture depth = make_codes(e, &cases[LENGTH(cases) - 1], GL_TEXTURE_2D);
    hpyr_report report = find_features(e, &values.texture, expected);
    assert_true(report.total > 0);
    assert_int_equal(find_features(e, &depth, found).total, report.total);
    assert_memory_equal(found, expected, sizeof found);
    glDeleteTextures(1, &depth.name);
}

/* ---- what GL is asked for ---- */

/* Leaves some of the four members to GL. */
static hpyr_texture without(const hpyr_texture *stated, int which) {
    hpyr_texture t = *stated;
    t.width = which & 1 ? 0 : t.width;
    t.height = which & 2 ? 0 : t.height;
    t.depth = which & 4 ? 0 : t.depth;
    t.format = which & 8 ? (hpyr_format)0 : t.format;
    return t;
}

static void check_unstated(env *e, hpyr_format format, GLenum target, int level) {
    const hpyr_pyramid_desc desc = {.width = 5, .height = 4, .depth = target == GL_TEXTURE_2D ? 1 : 3};
    SCOPED(image_free) image im = image_make(format, HPYR_CHANNEL_RED, 7, 4, desc.depth);
    uint32_t expected = 0, total = 0;
    for (uint32_t i = 0; i < 28 * desc.depth; i++) {
        image_set(&im, i, i % 3 == 0);
        expected += i % 3 == 0 && i % 7 < 5;
    }
    image_upload_to(&im, target, level);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    for (int which = 0; which < 16; which++) {
        const hpyr_texture t = without(&im.texture, which);
        const bool is_told = !(target == GL_TEXTURE_2D ? which & ~4 : which);
        env_clear_log(e);
        EXPECT(e, is_told || !e->es ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT,
               hpyr_pyramid_build(pyramid, discriminator, &t));
        if (!is_told && e->es) {
            assert_true(env_logged(e, "OpenGL ES cannot be asked"));
            continue;
        }
        OK(e, hpyr_pyramid_total(pyramid, &total));
        assert_int_equal(total, expected);
    }
}

GPU_TEST(zeros_mean_what_gl_says) {
    static const hpyr_format formats[] = {
        HPYR_FORMAT_R8,      HPYR_FORMAT_RGBA8,  HPYR_FORMAT_R16F,    HPYR_FORMAT_R32F, HPYR_FORMAT_RGBA32F,
        HPYR_FORMAT_RGBA16F, HPYR_FORMAT_RGB32F, HPYR_FORMAT_R16,     HPYR_FORMAT_R8UI, HPYR_FORMAT_R16UI,
        HPYR_FORMAT_R16I,    HPYR_FORMAT_R32UI,  HPYR_FORMAT_RGBA32UI};
    enum { WITHOUT_INTEGERS = 8, R16 = 7 };
    for (size_t i = 0; i < (e->gl21 ? WITHOUT_INTEGERS : LENGTH(formats)); i++) {
        if (e->es && i == R16)
            continue;
        check_unstated(e, formats[i], GL_TEXTURE_2D, 0);
        if (i % 4 == 0)
            check_unstated(e, formats[i], GL_TEXTURE_3D, 1);
        if (i % 4 == 0 && !e->gl21)
            check_unstated(e, formats[i], GL_TEXTURE_2D_ARRAY, 1);
    }
}

/* What GL answers for these is checked as if it was stated. */
GPU_TEST(formats_of_samplers_are_asked_for) {
    if (e->es)
        SKIP("OpenGL ES cannot be asked");
    for (size_t i = 0; i < LENGTH(cases); i++) {
        if (!has_case(e, &cases[i]))
            continue;
        hpyr_texture t = make_codes(e, &cases[i], GL_TEXTURE_2D);
        SCOPED(image_free) image values = values_of(cases[i].format, HPYR_CHANNEL_RED);
        hpyr_texture unstated = {.name = t.name, .channel = HPYR_CHANNEL_RED}, wrong = unstated;
        check_from(e, &unstated, &values, between(cases[i].format, HPYR_CHANNEL_RED, 99));
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, SIDE, SIDE);
        wrong.format = HPYR_FORMAT_RGBA8;
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &wrong));
        wrong = unstated;
        wrong.width = SIDE + 1;
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &wrong));
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build_counts(pyramid, &unstated));
        assert_true(env_logged(e, "no whole numbers"));
        glDeleteTextures(1, &t.name);
    }
}

GPU_TEST(wrong_textures_are_no_answer) {
    const hpyr_result asked = e->es ? HPYR_ERROR_INVALID_ARGUMENT : HPYR_ERROR_TEXTURE;
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 4, 4);
    GLuint names[2];
    glGenTextures(2, names); /* the second is never bound */
    glBindTexture(GL_TEXTURE_2D, names[0]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB10_A2, 4, 4, 0, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, NULL);
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK_GL();
    hpyr_texture t = {.name = names[0]};
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    assert_true(env_logged(e, e->es ? "OpenGL ES cannot be asked" : "0x8059"));
    t.level = 2;
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    t.level = 1000;
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    t.level = -1;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(pyramid, discriminator, &t));
    t = (hpyr_texture){.name = names[0], .target = GL_TEXTURE_3D};
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    t = (hpyr_texture){.name = names[1]};
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    t = (hpyr_texture){.name = 0};
    EXPECT(e, asked, hpyr_pyramid_build(pyramid, discriminator, &t));
    t = (hpyr_texture){.name = names[0], .width = 4, .height = 4, .format = HPYR_FORMAT_SRGB8_ALPHA8};
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &t));
    t.format = HPYR_FORMAT_DEPTH;
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &t));
    t.format = HPYR_FORMAT_RGBA16F;
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, &t));
    glDeleteTextures(2, names);
}
