/* test_snippet.c - select and rank as GLSL, pasted into shaders of the caller's.  SPDX-License-Identifier: MIT */
#include "layouts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A volume in a 3D texture, or an image where depth is 1, on the default layout. */
static scene make_scene(env *e, const uint32_t size[3], hpyr_count_format format, hpyr_base base) {
    const combination c = {HPYR_LAYOUT_AUTO, HPYR_ORDER_MORTON, format, base};
    return scene_make(e, &c, size, size[2] > 1 ? INPUT_COUNTS_FOUR : INPUT_COUNTS, 0.3, 0);
}

/* The same for layout BITS: cells of one output or none. */
static scene make_bits(env *e, const uint32_t size[3], hpyr_order order) {
    const combination c = {HPYR_LAYOUT_BITS, order, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_DEFAULT};
    return scene_make(e, &c, size, INPUT_R8, 0.33, 0);
}

GPU_TEST(rank_and_select_in_a_fragment_shader_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{1, 1, 1}, {19, 31, 1}, {1, 70, 1}, {33, 2, 1}, {5, 7, 11}, {16, 16, 4}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int k = 0; k < 4; k++) {
            SCOPED(scene_free)
            scene s = make_scene(e, sizes[i], k & 1 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT,
                                 k & 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE);
            scene_check_fragments(e, &s);
        }
}

GPU_TEST(rank_and_select_of_bits_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{1, 1, 1},  {19, 31, 1}, {1, 70, 1},  {33, 2, 1},
                                        {5, 7, 11}, {16, 16, 4}, {3, 4, 150}, {200, 140, 1}};
    static const hpyr_order orders[] = {HPYR_ORDER_MORTON, HPYR_ORDER_LINE, HPYR_ORDER_COLUMN};
    for (size_t i = 0; i < LENGTH(sizes) - (e->small ? 1 : 0); i++)
        for (size_t k = 0; k < LENGTH(orders); k++) {
            SCOPED(scene_free) scene s = make_bits(e, sizes[i], orders[k]);
            scene_check_fragments(e, &s);
        }
}

/* Whatever of the snippet's uniforms that leaves. */
GPU_TEST(a_shader_may_call_one_function_alone) {
    static const char *const calls[] = {"hpyr_count(ivec3(3, 2, 0))", "hpyr_rank(ivec3(3, 2, 0))", "hpyr_point_at(1u)",
                                        "hpyr_total()"};
    for (int layout = HPYR_LAYOUT_SINGLE; layout <= HPYR_LAYOUT_BILINEAR; layout++)
        for (size_t i = 0; i < LENGTH(calls) * 2; i++) {
            if (e->es && layout == HPYR_LAYOUT_RECT) /* OpenGL ES has no rectangle textures */
                continue;
            const combination c = {(hpyr_layout)layout, HPYR_ORDER_DEFAULT, HPYR_COUNT_FORMAT_DEFAULT,
                                   i & 1 ? HPYR_BASE_SEPARATE : HPYR_BASE_DEFAULT};
            char body[128];
            SCOPED(scene_free) scene s = scene_make(e, &c, (const uint32_t[3]){20, 18, 1}, INPUT_R8, 0.4, 0);
            snprintf(body, sizeof body, "out uvec4 color;\nvoid main() {\n    color = uvec4(%s);\n}\n", calls[i / 2]);
            SCOPED(free_memory) char *fragment = paste_snippet(e, s.pyramid, NULL, body);
            SCOPED(delete_program) GLuint program = make_program(covering, fragment);
            env_bind(e, s.pyramid, program, NULL, 2, NULL);
            env_unbind(e, s.pyramid);
        }
}

/* ---- with every kind of discriminator ---- */

static void check_discriminated(env *e, const hpyr_discriminator_desc *desc, hpyr_format format, hpyr_base base) {
    SCOPED(scene_free) scene s = make_scene(e, (const uint32_t[3]){23, 18, 1}, HPYR_COUNT_FORMAT_UINT, base);
    SCOPED(image_free) image im = image_filled(format, 23, 18, 0.4, 8);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = NULL;
    OK(e, hpyr_discriminator_create(e->context, desc, &discriminator));
    OK(e, hpyr_pyramid_build(s.pyramid, discriminator, &im.texture));
    hpyr_ref_pyramid_destroy(s.oracle);
    s.oracle = oracle_range(&im, 23, 18, 0.5, 1.5);
    s.total = (uint32_t)answer_total(s.oracle);
    assert_int_equal(hpyr_ref_discriminate(&im.ref, 0.5, 1.5, s.counts), HPYR_OK);
    scene_check_fragments(e, &s);
}

GPU_TEST(the_snippet_knows_what_a_merged_pyramid_was_built_with) {
    static const hpyr_range middle = {0.5, 1.5};
    static const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD, .has_threshold = true, .threshold = 0.5},
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &middle, .range_count = 1},
        {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
         .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(float(hpyr_input_at(cell).r) > 0.5); }"},
    };
    static const hpyr_format formats[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R32F, HPYR_FORMAT_R16I, HPYR_FORMAT_R32UI};
    for (size_t i = 0; i < LENGTH(descs); i++)
        for (size_t k = 0; k < LENGTH(formats); k++)
            for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++)
                check_discriminated(e, &descs[i], formats[k], (hpyr_base)base);
}

/* ---- two pyramids ---- */

static char *paste_two(env *e, const scene *a, const scene *b, const char *body) {
    size_t needed[2], length = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(a->pyramid, "a_", NULL, 0, &needed[0]));
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(b->pyramid, "second_", NULL, 0, &needed[1]));
    char *text = make_room(needed[0] + needed[1] + strlen(body) + 64);
    strcpy(text, glsl_version(HPYR_LAYOUT_SINGLE, true));
    length = strlen(text);
    OK(e, hpyr_pyramid_glsl(a->pyramid, "a_", text + length, needed[0], NULL));
    strcat(text, "\n");
    length = strlen(text);
    OK(e, hpyr_pyramid_glsl(b->pyramid, "second_", text + length, needed[1], NULL));
    strcat(text, "\n");
    return strcat(text, body);
}

static void check_two(env *e, scene *a, scene *b) {
    static const char *const body = "out uvec4 color;\n"
                                    "void main() {\n"
                                    "    uint key = uint(gl_FragCoord.y) * 64u + uint(gl_FragCoord.x);\n"
                                    "    if (key >= min(a_total(), second_total())) discard;\n"
                                    "    uvec4 p = a_point_at(key), q = second_point_at(key);\n"
                                    "    color = uvec4(p.x | p.y << 16, q.x | q.y << 16, a_rank(ivec3(p.xyz)),\n"
                                    "                   second_rank(ivec3(q.xyz)));\n"
                                    "}\n";
    uint64_t totals[2] = {answer_total(a->oracle), answer_total(b->oracle)};
    uint32_t keys = (uint32_t)(totals[0] < totals[1] ? totals[0] : totals[1]);
    SCOPED(free_memory) char *fragment = paste_two(e, a, b, body);
    SCOPED(delete_program) GLuint program = make_program(covering, fragment);
    SCOPED(target_free) target canvas = target_make(64, keys / 64 + 1);
    SCOPED(free_memory) uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    hpyr_binding first, second;
    env_bind(e, a->pyramid, program, "a_", 1, &first);
    env_bind(e, b->pyramid, program, "second_", first.first_unit + first.unit_count, &second);
    env_calm(e);
    target_begin(&canvas, 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    target_read(&canvas, texels);
    env_unbind(e, b->pyramid);
    env_unbind(e, a->pyramid);
    for (uint32_t key = 0; key < keys; key++) {
        hpyr_point p, q;
        answered(hpyr_ref_pyramid_select(a->oracle, key, &p));
        answered(hpyr_ref_pyramid_select(b->oracle, key, &q));
        assert_int_equal(texels[4 * key], p.x | p.y << 16);
        assert_int_equal(texels[4 * key + 1], q.x | q.y << 16);
        assert_int_equal(texels[4 * key + 2], answer_rank(a->oracle, p.x, p.y, p.z));
        assert_int_equal(texels[4 * key + 3], answer_rank(b->oracle, q.x, q.y, q.z));
    }
}

static const uint32_t tall[3] = {17, 40, 1}, wide[3] = {64, 9, 1};

GPU_TEST(two_pyramids_fit_into_one_shader) {
    for (int i = 0; i < 4; i++) {
        SCOPED(scene_free)
        scene a = make_scene(e, tall, HPYR_COUNT_FORMAT_UINT, i & 1 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE);
        SCOPED(scene_free)
        scene b = make_scene(e, wide, i & 1 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT,
                             i & 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE);
        check_two(e, &a, &b);
    }
}

GPU_TEST(pyramids_of_two_layouts_fit_into_one_shader) {
    static const hpyr_order orders[] = {HPYR_ORDER_MORTON, HPYR_ORDER_LINE, HPYR_ORDER_COLUMN};
    for (int i = 0; i < 6; i++) {
        hpyr_base base = i < 3 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE;
        SCOPED(scene_free) scene bits = make_bits(e, (const uint32_t[3]){17, 40, 9}, orders[i % 3]);
        SCOPED(scene_free) scene single = make_scene(e, wide, HPYR_COUNT_FORMAT_UINT, base);
        SCOPED(scene_free) scene more = make_bits(e, wide, orders[(i + 1) % 3]);
        check_two(e, &bits, &single);
        check_two(e, &single, &bits);
        check_two(e, &more, &bits);
    }
}

/* ---- rank from the CPU, the text ---- */

GPU_TEST(rank_takes_cells_in_any_order_and_number) {
    SCOPED(scene_free)
    scene s = make_scene(e, (const uint32_t[3]){31, 22, 1}, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    static const uint32_t numbers[] = {0, 1, 2, 100, 5000};
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        SCOPED(free_memory) hpyr_point *cells = calloc(numbers[i] + 1, sizeof *cells);
        SCOPED(free_memory) uint32_t *keys = calloc(numbers[i] + 1, sizeof *keys);
        uint64_t seed = i;
        assert_true(cells && keys);
        keys[numbers[i]] = 4711;
        for (uint32_t k = 0; k < numbers[i]; k++)
            cells[k] = (hpyr_point){random_below(&seed, 31), random_below(&seed, 22), 0, k};
        OK(e, hpyr_pyramid_rank(s.pyramid, cells, numbers[i], keys));
        for (uint32_t k = 0; k < numbers[i]; k++)
            assert_int_equal(keys[k], answer_rank(s.oracle, cells[k].x, cells[k].y, 0));
        assert_int_equal(keys[numbers[i]], 4711);
    }
    static const hpyr_point outside[] = {{31, 0, 0, 0}, {0, 22, 0, 0}, {0, 0, 1, 0}, {UINT32_MAX, 0, 0, 0}};
    for (size_t i = 0; i < LENGTH(outside); i++) {
        uint32_t key = 0;
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_rank(s.pyramid, &outside[i], 1, &key));
    }
}

/* select(rank(cell)) is the cell, for each that has an output. */
GPU_TEST(select_is_the_inverse_of_rank) {
    SCOPED(scene_free)
    scene s = make_scene(e, (const uint32_t[3]){12, 9, 5}, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_SEPARATE);
    uint32_t total = (uint32_t)answer_total(s.oracle);
    SCOPED(free_memory) hpyr_point *points = calloc(total, sizeof *points);
    SCOPED(free_memory) uint32_t *keys = calloc(total, sizeof *keys);
    assert_true(points && keys);
    OK(e, hpyr_pyramid_download(s.pyramid, 0, HPYR_ALL, points, total, 0, NULL));
    OK(e, hpyr_pyramid_rank(s.pyramid, points, total, keys));
    for (uint32_t key = 0; key < total; key++)
        assert_int_equal(keys[key] + points[key].remainder, key);
}

GPU_TEST(text_that_does_not_fit_is_not_written) {
    static const char *const prefixes[] = {"1a", "a b", "", "a-", "gl_", "a;"};
    char text[32768], small[8] = "xxxxxxx";
    size_t needed = 0;
    SCOPED(destroy_pyramid)
    hpyr_pyramid *unbuilt = make_pyramid_of(e, 4, 4, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    SCOPED(scene_free) scene s = make_scene(e, (const uint32_t[3]){4, 4, 1}, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_glsl(unbuilt, NULL, text, sizeof text, &needed));
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(s.pyramid, NULL, small, sizeof small, &needed));
    assert_int_equal(small[0], 0);
    assert_true(needed > sizeof small && needed <= sizeof text);
    memset(text, 'x', sizeof text);
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(s.pyramid, NULL, text, needed - 1, NULL));
    assert_true(text[0] == 0 && text[needed - 1] == 'x');
    OK(e, hpyr_pyramid_glsl(s.pyramid, NULL, text, needed, NULL));
    assert_int_equal(strlen(text), needed - 1);
    assert_int_equal(text[needed], 'x');
    for (size_t i = 0; i < LENGTH(prefixes); i++)
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_glsl(s.pyramid, prefixes[i], text, sizeof text, &needed));
}

/* Above 8 layers of 128 slices the text does not depend on how many there are, so that programs can be shared. */
GPU_TEST(deep_columns_have_the_same_text) {
    static const uint32_t depths[2] = {1100, 2000};
    char texts[2][16384];
    for (size_t i = 0; i < 2; i++) {
        SCOPED(image_free) image bits = image_make(HPYR_FORMAT_RGBA32UI, 0, 5, 6, (depths[i] + 127) / 128);
        image_upload_to(&bits, GL_TEXTURE_2D_ARRAY, 0);
        const hpyr_pyramid_desc desc = {
            .width = 5, .height = 6, .depth = depths[i], .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_COLUMN};
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        OK(e, hpyr_pyramid_build_bits(pyramid, &bits.texture));
        OK(e, hpyr_pyramid_glsl(pyramid, NULL, texts[i], sizeof texts[i], NULL));
    }
    assert_string_equal(texts[0], texts[1]);
}
