/* test_pyramid.c - building: sizes, fills, layouts of the input, totals.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double fills[] = {0, -1, 0.002, 0.5, 1}; /* -1 is one cell */

/* ---- the papers' worked examples ---- */

/* Report, figure 8. Row 0 of the image is the paper's first row. */
GPU_TEST(figure_8_of_the_report_comes_out) {
    static const unsigned char base[16] = {1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0, 0};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 4, 4, 1);
    for (uint32_t i = 0; i < 16; i++)
        image_set(&im, i, base[i]);
    image_upload(&im);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 4, 4);
    hpyr_point point;
    uint32_t total = 0;
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 8);
    OK(e, hpyr_pyramid_download(pyramid, 4, 1, &point, 1, 0, NULL));
    assert_true(point.x == 2 && point.y == 1 && point.z == 0 && point.remainder == 0);
}

/* Dyken and Ziegler, figure 3. */
GPU_TEST(figure_3_of_the_marching_cubes_paper_comes_out) {
    static const unsigned char base[8] = {1, 1, 0, 3, 0, 1, 1, 0};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8UI, 0, 8, 1, 1);
    memcpy(im.pixels, base, sizeof base);
    image_upload(&im);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 8, 1);
    hpyr_point point;
    uint32_t total = 0;
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 7);
    OK(e, hpyr_pyramid_download(pyramid, 3, 1, &point, 1, 0, NULL));
    assert_true(point.x == 3 && point.y == 0 && point.z == 0 && point.remainder == 1);
}

/* ---- seeded images of all sizes ---- */

/* One size and fill through both count formats, both bases and both comparisons. */
static void check_combinations(env *e, uint32_t width, uint32_t height, double fill) {
    static const hpyr_format inputs[] = {HPYR_FORMAT_R8, HPYR_FORMAT_RGBA8, HPYR_FORMAT_R32F, HPYR_FORMAT_R8UI};
    hpyr_discriminator_desc range = {
        .kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &(hpyr_range){0.5, 1.5}, .range_count = 1};
    hpyr_discriminator *discriminators[2] = {make_default(e), NULL};
    OK(e, hpyr_discriminator_create(e->context, &range, &discriminators[1]));
    for (int i = 0; i < 8; i++) {
        SCOPED(image_free) image im = image_filled(inputs[i / 2], width, height, fill, 100 + (uint64_t)i);
        hpyr_count_format format = i & 1 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT;
        hpyr_base base = i & 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE;
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, width, height, 0.5, 1.5);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, format, base);
        OK(e, hpyr_pyramid_build(pyramid, discriminators[i / 4], &im.texture));
        check_image(e, pyramid, oracle, width, height);
    }
    CALL_VOID(e, hpyr_discriminator_destroy(discriminators[0]));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminators[1]));
}

GPU_TEST(small_and_odd_images_equal_the_oracle) {
    static const uint32_t sizes[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 3}, {5, 2}, {7, 8}, {97, 61}, {61, 97}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (size_t k = 0; k < LENGTH(fills); k++)
            check_combinations(e, sizes[i][0], sizes[i][1], fills[k]);
}

GPU_TEST(lines_equal_the_oracle) {
    static const uint32_t lengths[] = {1000, 4096};
    for (size_t i = 0; i < LENGTH(lengths); i++)
        for (size_t k = 0; k < LENGTH(fills); k += e->small || e->hostile ? 2 : 1) {
            check_combinations(e, 1, lengths[i], fills[k]);
            check_combinations(e, lengths[i], 1, fills[k]);
        }
}

GPU_TEST(middling_images_equal_the_oracle) {
    static const uint32_t sizes[][2] = {{128, 128}, {1000, 3}, {129, 127}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (size_t k = 0; k < LENGTH(fills); k += e->small || e->hostile ? 2 : 1)
            check_combinations(e, sizes[i][0], sizes[i][1], fills[k]);
}

static void check_large(env *e, uint32_t width, uint32_t height, double fill, hpyr_count_format format,
                        hpyr_base base) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, width, height, fill, width + (uint64_t)(fill * 1000));
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, width, height, 1, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, format, base);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    check_image(e, pyramid, oracle, width, height);
}

GPU_TEST(large_images_equal_the_oracle) {
    need_speed(e);
    for (size_t k = e->hostile; k < LENGTH(fills); k += e->hostile ? 2 : 1) {
        hpyr_base base = k % 2 ? HPYR_BASE_SEPARATE : HPYR_BASE_MERGED;
        check_large(e, 1023, 1025, fills[k], HPYR_COUNT_FORMAT_UINT, base);
        check_large(e, 2048, 2048, k == 4 ? 0.1 : fills[k], k % 2 ? HPYR_COUNT_FORMAT_UINT : HPYR_COUNT_FORMAT_FLOAT,
                    base);
    }
}

GPU_TEST(images_of_4096_x_4096_equal_the_oracle) {
    need_speed(e);
    check_large(e, 4096, 4096, 0.002, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    if (e->hostile) /* a second each, and more */
        return;
    check_large(e, 4096, 4096, 0, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    check_large(e, 4096, 4096, -1, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_SEPARATE);
    check_large(e, 4096, 4096, 0.5, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
}

/* 2^24 active cells: the last total that single precision holds. */
GPU_TEST(a_full_image_of_2_to_the_24_cells_is_exact_in_both_formats) {
    need_speed(e);
    check_large(e, 4096, 4096, 1, e->hostile ? HPYR_COUNT_FORMAT_UINT : HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
}

/* ---- general counts ---- */

static void check_counts(env *e, const image *im, hpyr_count_format format, hpyr_base base) {
    uint32_t width = im->ref.width, height = im->ref.height;
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(im, width, height);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, format, base);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im->texture));
    check_image(e, pyramid, oracle, width, height);
}

GPU_TEST(counts_of_0_to_15_equal_the_oracle_in_every_format) {
    static const hpyr_format inputs[] = {
        HPYR_FORMAT_R8UI,    HPYR_FORMAT_R16UI, HPYR_FORMAT_R32UI,    HPYR_FORMAT_R16I,   HPYR_FORMAT_R16F,
        HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R32F,  HPYR_FORMAT_RGBA32UI, HPYR_FORMAT_RGB32F, HPYR_FORMAT_RGBA16F};
    static const uint32_t sizes[][2] = {{1, 1}, {97, 61}, {1, 300}};
    for (size_t i = 0; i < LENGTH(inputs); i++)
        for (size_t k = 0; k < LENGTH(sizes); k++) {
            SCOPED(image_free) image im = image_make(inputs[i], 0, sizes[k][0], sizes[k][1], 1);
            uint64_t seed = i + 10 * k;
            for (uint32_t t = 0; t < sizes[k][0] * sizes[k][1]; t++)
                image_set(&im, t, random_below(&seed, 16));
            image_upload(&im);
            check_counts(e, &im, i % 2 ? HPYR_COUNT_FORMAT_UINT : HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
            check_counts(e, &im, i % 2 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT, HPYR_BASE_SEPARATE);
        }
}

GPU_TEST(every_channel_can_hold_the_counts) {
    static const hpyr_format inputs[] = {HPYR_FORMAT_RGBA32UI, HPYR_FORMAT_RGBA32F, HPYR_FORMAT_RGB32F,
                                         HPYR_FORMAT_RGBA16F};
    for (size_t i = 0; i < LENGTH(inputs); i++)
        for (int channel = HPYR_CHANNEL_DEFAULT; channel <= format_channels(inputs[i]); channel++) {
            SCOPED(image_free) image im = image_make(inputs[i], (hpyr_channel)channel, 12, 9, 1);
            image_scramble(&im, 6);
            for (uint32_t t = 0; t < 108; t++)
                image_set(&im, t, t % 7);
            image_upload(&im);
            check_counts(e, &im, HPYR_COUNT_FORMAT_UINT, channel % 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE);
        }
}

GPU_TEST(negative_fractional_and_odd_counts_are_cut) {
    static const float values[] = {-1, -0.5f, -0.0f, 0, 0.25f, 0.999999f, 1, 1.5f, 2.999999f, 3, -1e30f, 1000.75f};
    uint32_t total = 0;
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, 7, 2, 1);
    for (uint32_t i = 0; i < LENGTH(values); i++)
        image_set(&im, i, values[i]);
    image_set_bits(&im, 12, 0x7fc00000); /* NaN */
    image_set_bits(&im, 13, 0xff800000); /* -infinity */
    image_upload(&im);
    check_counts(e, &im, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    check_counts(e, &im, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_SEPARATE);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 7, 2);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, 1 + 1 + 2 + 3 + 1000);
}

GPU_TEST(negative_integers_count_nothing) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R16I, 0, 10, 10, 1);
    for (int i = 0; i < 100; i++)
        image_set(&im, (size_t)i, i - 60);
    image_upload(&im);
    check_counts(e, &im, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    check_counts(e, &im, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_SEPARATE);
}

GPU_TEST(normalized_formats_are_no_counts) {
    static const hpyr_format inputs[] = {HPYR_FORMAT_R8, HPYR_FORMAT_RGBA8, HPYR_FORMAT_R16};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 4, 4);
    for (size_t i = 0; i < LENGTH(inputs); i++) {
        if (e->es && inputs[i] == HPYR_FORMAT_R16) /* OpenGL ES has no such textures */
            continue;
        SCOPED(image_free) image im = image_make(inputs[i], 0, 4, 4, 1);
        image_upload(&im);
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build_counts(pyramid, &im.texture));
    }
}

/* ---- inputs of every shape ---- */

GPU_TEST(an_input_may_be_larger_than_the_pyramid) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, 50, 40, 0.5, 9);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 33, 17, 1, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    check_bases(e, discriminator, &im.texture, oracle, 33, 17);
}

GPU_TEST(an_input_may_be_any_level_of_a_texture) {
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 22, 31);
    for (int level = 0; level <= 3; level++) {
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8UI, 0, 22, 31, 1);
        image_fill(&im, 0.4, 30 + (uint64_t)level);
        image_upload_to(&im, 0, level);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 22, 31, 1, 1);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        check_image(e, pyramid, oracle, 22, 31);
    }
}

/* A volume's cells in a 3D or array texture, one slice a layer. */
static void check_volume_input(env *e, uint32_t target, int level, uint32_t tiles_x, hpyr_base base) {
    hpyr_pyramid_desc desc = {.width = 5, .height = 7, .depth = 11, .tiles_x = tiles_x, .base = base};
    hpyr_flat3d map;
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R16UI, 0, 5, 7, 11);
    uint32_t counts[5 * 7 * 11];
    image_fill(&im, 0.3, tiles_x + 7);
    image_upload_to(&im, target, level);
    assert_int_equal(hpyr_ref_discriminate(&im.ref, 1, INFINITY, counts), HPYR_OK);
    assert_int_equal(hpyr_flat3d_arrange(5, 7, 11, tiles_x, 1024, &map), HPYR_OK);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume(counts, &map);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
    OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    check_pyramid(e, pyramid, oracle, &map);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    check_pyramid(e, pyramid, oracle, &map);
}

GPU_TEST(volumes_come_from_3d_textures_and_arrays) {
    static const uint32_t tiles[] = {0, 1, 3, 11};
    for (size_t i = 0; i < LENGTH(tiles); i++)
        for (int level = 0; level < 2; level++) {
            hpyr_base base = i % 2 ? HPYR_BASE_SEPARATE : HPYR_BASE_MERGED;
            check_volume_input(e, GL_TEXTURE_3D, level, tiles[i], base);
            check_volume_input(e, GL_TEXTURE_2D_ARRAY, level, tiles[i], base);
        }
}

/* Tiles that hold no slice may contain anything: here every texel of theirs is active. */
GPU_TEST(garbage_in_unused_tiles_of_a_flat_volume_does_not_count) {
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    for (uint32_t tiles_x = 1; tiles_x <= 11; tiles_x++) {
        hpyr_flat3d map;
        uint32_t counts[5 * 7 * 11];
        uint64_t seed = tiles_x;
        assert_int_equal(hpyr_flat3d_arrange(5, 7, 11, tiles_x, 1024, &map), HPYR_OK);
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 5 * map.tiles_x, 7 * map.tiles_y, 1);
        memset(im.pixels, 0xff, (size_t)im.ref.width * im.ref.height);
        for (uint32_t i = 0; i < 5 * 7 * 11; i++) {
            uint32_t x = i % 5, y = i / 5 % 7, z = i / 35;
            counts[i] = random_below(&seed, 3) == 0;
            image_set(&im, (z / tiles_x * 7 + y) * im.ref.width + z % tiles_x * 5 + x, counts[i]);
        }
        image_upload(&im);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume(counts, &map);
        for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
            hpyr_pyramid_desc desc = {
                .width = 5, .height = 7, .depth = 11, .tiles_x = tiles_x, .base = (hpyr_base)base};
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
            OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
            OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
            check_pyramid(e, pyramid, oracle, &map);
        }
    }
}

/* A snippet counts in cells of the volume, also where the base level is flat. */
GPU_TEST(a_snippet_over_a_volume_is_given_cells) {
    static const char *const glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                    "    return HPYR_UINT((cell.x + 2 * cell.y + 3 * cell.z) % 4);\n}\n";
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_custom(e, glsl);
    for (uint32_t tiles_x = 0; tiles_x <= 6; tiles_x += 3) {
        hpyr_pyramid_desc desc = {.width = 9, .height = 4, .depth = 7, .tiles_x = tiles_x};
        hpyr_flat3d map;
        uint32_t counts[9 * 4 * 7];
        for (uint32_t i = 0; i < 9 * 4 * 7; i++)
            counts[i] = (i % 9 + 2 * (i / 9 % 4) + 3 * (i / 36)) % 4;
        assert_int_equal(hpyr_flat3d_arrange(9, 4, 7, tiles_x, 1024, &map), HPYR_OK);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume(counts, &map);
        for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
            desc.base = (hpyr_base)base;
            OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
            OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
            check_pyramid(e, pyramid, oracle, &map);
        }
    }
}

/* ---- building again ---- */

GPU_TEST(a_pyramid_can_be_built_again_from_something_else) {
    static const hpyr_format inputs[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R32UI, HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R8};
    for (int base = HPYR_BASE_DEFAULT; base <= HPYR_BASE_MERGED; base++) {
        SCOPED(destroy_pyramid)
        hpyr_pyramid *pyramid = make_pyramid_of(e, 45, 30, HPYR_COUNT_FORMAT_DEFAULT, (hpyr_base)base);
        for (size_t i = 0; i < LENGTH(inputs); i++) {
            SCOPED(image_free) image im = image_filled(inputs[i], 45, 30, i == 2 ? 0.9 : 0.1, 70 + i);
            SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 45, 30, 1, 1);
            SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
            if (i == 1)
                OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
            else
                OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
            check_image(e, pyramid, oracle, 45, 30);
        }
    }
}

/* A stored base level is the input's no longer. */
GPU_TEST(a_separate_pyramid_outlives_its_input) {
    image im = image_filled(HPYR_FORMAT_R8, 45, 30, 0.2, 5);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 45, 30, 1, 1);
    hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, 45, 30, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_SEPARATE);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    image_free(&im);
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    check_image(e, pyramid, oracle, 45, 30);
}

/* ---- memory that no pass writes ---- */

/* The texture that bind puts on its first unit: the pyramid's levels. */
static GLuint texture_of(env *e, hpyr_pyramid *pyramid) {
    static const char *const body =
        "void main() { gl_Position = vec4(hpyr_point_at(hpyr_key_of_vertex(gl_VertexID))); }\n";
    char *vertex = paste_snippet(e, pyramid, NULL, body);
    GLuint program = make_program(vertex, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n");
    GLint name = 0, active;
    env_bind(e, pyramid, program, NULL, 3, NULL);
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glActiveTexture(GL_TEXTURE3);
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &name);
    glActiveTexture((GLenum)active);
    env_unbind(e, pyramid);
    glDeleteProgram(program);
    free(vertex);
    assert_true(name > 0);
    return (GLuint)name;
}

/* OpenGL ES cannot tell the sizes of levels, so it clears them. */
static void poison_levels_es(GLuint name, bool floats) {
    static const GLfloat floats_of_seven[4] = {7, 7, 7, 7};
    static const GLuint sevens[4] = {7, 7, 7, 7};
    GLuint framebuffer;
    GLint level = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (; level < 14; level++) {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name, level);
        if (glGetError() != GL_NO_ERROR || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            break; /* there is no such level */
        if (floats)
            glClearBufferfv(GL_COLOR, 0, floats_of_seven);
        else
            glClearBufferuiv(GL_COLOR, 0, sevens);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    assert_true(level > 0);
    CHECK_GL();
}

/* Fills every texel of every level, also those that lie beyond the part that is used. */
static void poison_levels(GLuint name, bool floats) {
    GLint width = 0, height = 0;
    if (env_is_es()) {
        poison_levels_es(name, floats);
        return;
    }
    glBindTexture(GL_TEXTURE_2D, name);
    for (GLint level = 0; level < 14; level++) {
        glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH, &width);
        glGetTexLevelParameteriv(GL_TEXTURE_2D, level, GL_TEXTURE_HEIGHT, &height);
        uint32_t count = (uint32_t)(width * height), *garbage = make_room(4 * (size_t)count + 4);
        const float seven = 7;
        for (uint32_t i = 0; i < count; i++) {
            garbage[i] = 7;
            if (floats)
                memcpy(&garbage[i], &seven, sizeof seven);
        }
        if (count)
            glTexSubImage2D(GL_TEXTURE_2D, level, 0, 0, width, height, floats ? GL_RED : GL_RED_INTEGER,
                            floats ? GL_FLOAT : GL_UNSIGNED_INT, garbage);
        free(garbage);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK_GL();
}

/* A driver may hand out memory as it finds it; llvmpipe clears it, which would hide a missing test. */
GPU_TEST(garbage_beyond_the_used_part_of_a_level_does_not_count) {
    static const uint32_t sizes[][2] = {{3, 3}, {5, 2}, {97, 61}, {1, 300}, {257, 3}, {33, 65}};
    for (size_t i = 0; i < 4 * LENGTH(sizes); i++) {
        uint32_t width = sizes[i / 4][0], height = sizes[i / 4][1];
        SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8UI, width, height, 0.6, i);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&im, width, height);
        hpyr_pyramid *pyramid =
            make_pyramid_of(e, width, height, i & 1 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT,
                            i & 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE);
        OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
        poison_levels(texture_of(e, pyramid), i & 1);
        OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
        check_image(e, pyramid, oracle, width, height);
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    }
}

/* ---- asking for the total ---- */

GPU_TEST(a_total_that_never_stalls_arrives_in_the_end) {
    SCOPED(image_free) image im = image_filled(HPYR_FORMAT_R8, 200, 150, 0.5, 1);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, 200, 150, 1, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 200, 150);
    hpyr_result result = HPYR_NOT_READY;
    uint32_t total = 0, again = 0;
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_try_total(pyramid, &total));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(pyramid, &total));
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    double start = clock_ms();
    while (result == HPYR_NOT_READY && clock_ms() - start < 20000)
        result = CALL(e, hpyr_pyramid_try_total(pyramid, &total));
    assert_int_equal(result, HPYR_OK);
    assert_int_equal(total, answer_total(oracle));
    OK(e, hpyr_pyramid_total(pyramid, &again));
    assert_int_equal(again, total);
}

TEST(bytes_follow_the_documented_formula) {
    hpyr_pyramid_desc desc = {.width = 256, .height = 256, .base = HPYR_BASE_MERGED};
    hpyr_pyramid_desc odd = {.width = 97, .height = 61, .base = HPYR_BASE_SEPARATE}, none = {.width = 0, .height = 4};
    assert_int_equal(hpyr_pyramid_bytes(NULL, &desc), 4 * (65536 / 3));
    double separate = 4.0 * 4 / 3 * 128 * 64;
    assert_true(fabs((double)hpyr_pyramid_bytes(NULL, &odd) - separate) < 64);
    assert_int_equal(hpyr_pyramid_bytes(NULL, &none), 0);
    assert_int_equal(hpyr_pyramid_bytes(NULL, NULL), 0);
}
