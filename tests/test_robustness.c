/* test_robustness.c - callers' mistakes: the library answers and stays usable.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- textures that are not what they are said to be ---- */

static thresholded scene_make(env *e, hpyr_base base) {
    return thresholded_of(e, image_filled(HPYR_FORMAT_R8, 24, 16, 0.5, 1), base);
}

/* Whatever went wrong before: the next build works. */
static void scene_check(env *e, thresholded *s) {
    OK(e, hpyr_pyramid_build(s->pyramid, s->discriminator, &s->im.texture));
    check_image(e, s->pyramid, s->oracle, 24, 16);
}

static void expect_refused(env *e, thresholded *s, hpyr_texture wrong, hpyr_result expected) {
    env_clear_log(e);
    EXPECT(e, expected, hpyr_pyramid_build(s->pyramid, s->discriminator, &wrong));
    assert_true(e->log_length > 0); /* the detail is in the log */
    scene_check(e, s);
}

GPU_TEST(a_texture_other_than_stated_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_MERGED);
    hpyr_texture t = s.im.texture;
    t.name = 4000000000u;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t.name = 0;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t = s.im.texture;
    for (int format = HPYR_FORMAT_RGBA8; format <= HPYR_FORMAT_RGBA32UI; format++) {
        bool exists = !e->es || format != HPYR_FORMAT_R16; /* which no texture of OpenGL ES can have */
        t.format = (hpyr_format)format;
        expect_refused(e, &s, t, exists ? HPYR_ERROR_TEXTURE : HPYR_ERROR_UNSUPPORTED);
        assert_true(e->log_length > 0);
    }
    t = s.im.texture;
    t.width = 25;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t = s.im.texture;
    t.height = 15;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t = s.im.texture;
    t.depth = 2; /* it has no slices */
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t = s.im.texture;
    t.level = 1;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t.level = 9;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t = s.im.texture;
    t.target = GL_TEXTURE_3D; /* the name is a 2D texture's */
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
    t.target = GL_TEXTURE_2D_ARRAY;
    expect_refused(e, &s, t, HPYR_ERROR_TEXTURE);
}

GPU_TEST(a_texture_that_cannot_be_is_an_invalid_argument) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_SEPARATE);
    hpyr_texture wrong[7];
    for (int i = 0; i < 7; i++)
        wrong[i] = s.im.texture;
    wrong[0].format = (hpyr_format)-1;
    wrong[1].format = (hpyr_format)99;
    wrong[2].channel = HPYR_CHANNEL_GREEN; /* of a red format */
    wrong[3].channel = (hpyr_channel)9;
    wrong[4].target = GL_TEXTURE_CUBE_MAP;
    wrong[5].level = -1;
    wrong[6].target = 12345;
    for (int i = 0; i < 7; i++) {
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_build(s.pyramid, s.discriminator, &wrong[i]));
        scene_check(e, &s);
    }
}

GPU_TEST(an_input_smaller_than_the_pyramid_is_refused) {
    static const uint32_t sizes[][2] = {{23, 16}, {24, 15}, {1, 1}};
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_MERGED);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, sizes[i][0], sizes[i][1], 1);
        image_upload(&im);
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(s.pyramid, s.discriminator, &im.texture));
        scene_check(e, &s);
    }
}

GPU_TEST(a_deleted_texture_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_MERGED);
    image im = image_make(HPYR_FORMAT_R8, 0, 24, 16, 1), list = image_make(HPYR_FORMAT_RGBA32UI, 0, 20, 20, 1);
    hpyr_report report;
    hpyr_point point;
    image_fill(&im, 1, 1);
    image_upload(&im);
    image_upload(&list);
    hpyr_texture stated = im.texture, stated_list = list.texture;
    OK(e, hpyr_pyramid_build(s.pyramid, s.discriminator, &stated));
    image_free(&im); /* the merged pyramid still borrows it */
    image_free(&list);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_download(s.pyramid, 0, 1, &point, 1, 0, &report));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(s.pyramid, s.discriminator, &stated));
    scene_check(e, &s);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &stated_list, &report));
    scene_check(e, &s);
}

GPU_TEST(a_list_texture_other_than_stated_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_MERGED);
    SCOPED(image_free)
    image list = image_make(HPYR_FORMAT_RGBA32UI, 0, 20, 20, 1), bytes = image_make(HPYR_FORMAT_RGBA8, 0, 20, 20, 1);
    hpyr_report report;
    scene_check(e, &s);
    image_upload(&list);
    image_upload(&bytes);
    hpyr_texture t = list.texture;
    t.width = 21;
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &t, &report));
    t = list.texture;
    t.format = HPYR_FORMAT_RGBA32F;
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &t, &report));
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &bytes.texture, &report));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, NULL, &report));
    OK(e, hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &list.texture, NULL));
}

/* ---- descriptors and NULL ---- */

GPU_TEST(sizes_that_cannot_be_are_refused_with_the_limit) {
    uint32_t limit = hpyr_context_caps(e->context)->max_texture_size;
    char number[16];
    const hpyr_pyramid_desc invalid[] = {
        {.width = 0, .height = 4},
        {.width = 4, .height = 0},
        {.width = 4, .height = 4, .depth = 3, .tiles_x = 4},
        {.width = 4, .height = 4, .count_format = (hpyr_count_format)7},
        {.width = 4, .height = 4, .base = (hpyr_base)7},
        {.width = 4, .height = 4, .layout = (hpyr_layout)9},
    };
    const hpyr_pyramid_desc too_large[] = {{.width = limit + 1, .height = 4},
                                           {.width = 4, .height = limit + 1},
                                           {.width = UINT32_MAX, .height = UINT32_MAX},
                                           {.width = limit, .height = limit, .depth = 2},
                                           {.width = 4, .height = 4, .depth = UINT32_MAX},
                                           {.width = 4, .height = 4, .depth = limit, .tiles_x = limit}};
    const hpyr_layout single = HPYR_LAYOUT_SINGLE;
    const hpyr_pyramid_desc unsupported[] = {
        {.width = 4, .height = 4, .layout = single, .order = HPYR_ORDER_LINE},
        {.width = 4, .height = 4, .layout = HPYR_LAYOUT_BITS, .max_count = 9},
        {.width = 4, .height = 4, .layout = HPYR_LAYOUT_BITS, .order = HPYR_ORDER_COLUMN, .max_count = 2},
        {.width = 4, .height = 4, .depth = 2, .layout = single, .order = HPYR_ORDER_COLUMN}};
    hpyr_pyramid *pyramid = NULL;
    for (size_t i = 0; i < LENGTH(invalid); i++)
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_create(e->context, &invalid[i], &pyramid));
    for (size_t i = 0; i < LENGTH(unsupported); i++)
        EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_create(e->context, &unsupported[i], &pyramid));
    snprintf(number, sizeof number, "%u", limit);
    for (size_t i = 0; i < LENGTH(too_large); i++) {
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_TOO_LARGE, hpyr_pyramid_create(e->context, &too_large[i], &pyramid));
        assert_int_equal(hpyr_pyramid_bytes(e->context, &too_large[i]), 0);
        assert_true(env_logged(e, number));
    }
    assert_null(pyramid);
}

GPU_TEST(null_is_refused_everywhere) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_MERGED);
    hpyr_pyramid_desc desc = {.width = 4, .height = 4};
    hpyr_discriminator_desc threshold = {.kind = HPYR_DISCRIMINATOR_KIND_THRESHOLD};
    hpyr_pyramid *p = NULL;
    hpyr_discriminator *d = NULL;
    hpyr_point point = {0, 0, 0, 0};
    uint32_t word;
    char text[16];
    const hpyr_result bad = HPYR_ERROR_INVALID_ARGUMENT;
    scene_check(e, &s);
    EXPECT(e, bad, hpyr_pyramid_create(NULL, &desc, &p));
    EXPECT(e, bad, hpyr_pyramid_create(e->context, NULL, &p));
    EXPECT(e, bad, hpyr_pyramid_create(e->context, &desc, NULL));
    EXPECT(e, bad, hpyr_discriminator_create(NULL, &threshold, &d));
    EXPECT(e, bad, hpyr_discriminator_create(e->context, &threshold, NULL));
    EXPECT(e, bad, hpyr_pyramid_build(NULL, s.discriminator, &s.im.texture));
    EXPECT(e, bad, hpyr_pyramid_build(s.pyramid, NULL, &s.im.texture));
    EXPECT(e, bad, hpyr_pyramid_build_counts(NULL, &s.im.texture));
    EXPECT(e, bad, hpyr_pyramid_build_bits(NULL, &s.im.texture));
    EXPECT(e, bad, hpyr_pyramid_total(NULL, &word));
    EXPECT(e, bad, hpyr_pyramid_try_total(NULL, &word));
    EXPECT(e, bad, hpyr_pyramid_extract_buffer(NULL, 0, 1, 1, 0, 0, NULL));
    EXPECT(e, bad, hpyr_pyramid_extract_texture(NULL, 0, 1, &s.im.texture, NULL));
    EXPECT(e, bad, hpyr_pyramid_download(NULL, 0, 1, &point, 1, 0, NULL));
    EXPECT(e, bad, hpyr_pyramid_rank(NULL, &point, 1, &word));
    EXPECT(e, bad, hpyr_pyramid_rank(s.pyramid, NULL, 1, &word));
    EXPECT(e, bad, hpyr_pyramid_rank(s.pyramid, &point, 1, NULL));
    EXPECT(e, bad, hpyr_pyramid_glsl(NULL, NULL, text, sizeof text, NULL));
    EXPECT(e, bad, hpyr_pyramid_bind(NULL, 1, NULL, 0, NULL));
    EXPECT(e, bad, hpyr_pyramid_unbind(NULL));
    EXPECT(e, bad, hpyr_pyramid_draw(NULL, GL_POINTS, 0, 1, 1, NULL));
    CALL_VOID(e, hpyr_pyramid_destroy(NULL));
    CALL_VOID(e, hpyr_discriminator_destroy(NULL));
    assert_true(!p && !d);
    check_image(e, s.pyramid, s.oracle, 24, 16); /* untouched by all this */
    EXPECT(e, bad, hpyr_pyramid_build(s.pyramid, s.discriminator, NULL));
    EXPECT(e, bad, hpyr_pyramid_build_counts(s.pyramid, NULL));
    scene_check(e, &s);
}

static void leave_unbound(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    (void)program, (void)prefix, (void)first_unit, (void)user;
}

GPU_TEST(discriminators_that_contradict_themselves_are_refused) {
    const hpyr_discriminator_kind THRESHOLD = HPYR_DISCRIMINATOR_KIND_THRESHOLD,
                                  CUSTOM = HPYR_DISCRIMINATOR_KIND_CUSTOM, RANGES = HPYR_DISCRIMINATOR_KIND_RANGES,
                                  LOCAL_MAX = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, EDGE = HPYR_DISCRIMINATOR_KIND_EDGE,
                                  TEMPLATE = HPYR_DISCRIMINATOR_KIND_TEMPLATE;
    const float flat[4] = {0}, wrong[4] = {0, 1, INFINITY, 1};
    const hpyr_texture input = {.name = 1}, red = {.name = 1, .channel = HPYR_CHANNEL_RED};
    const hpyr_range ranges[HPYR_MAX_RANGES + 1] = {{0, 1}, {2, 1}}, unordered[] = {{NAN, 1}, {0, NAN}, {1, 0.5}};
    static const char *const text = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }";
    int user = 0;
    const struct {
        hpyr_discriminator_desc desc;
        const char *named;
    } cases[] = {
        {{.kind = THRESHOLD, .has_threshold = true, .threshold = NAN}, "the threshold is NaN"},
        {{.kind = RANGES, .ranges = &unordered[0], .range_count = 1}, "range 0, nan..1"},
        {{.kind = RANGES, .ranges = &unordered[1], .range_count = 1}, "range 0, 0..nan"},
        {{.kind = RANGES, .ranges = &unordered[2], .range_count = 1}, "range 0, 1..0.5"},
        {{.kind = CUSTOM}, "CUSTOM needs glsl"},
        {{.kind = (hpyr_discriminator_kind)44}, "kind 44"},
        {{.threshold = 0.5}, "threshold has no effect"},
        {{.kind = THRESHOLD, .threshold = NAN}, "threshold has no effect"},
        {{.range_count = 1}, "range_count has no effect"},
        {{.glsl = text}, "glsl has no effect"},
        {{.bind = leave_unbound}, "bind has no effect"},
        {{.user = &user}, "user has no effect"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 1, .has_threshold = true}, "has_threshold has no effect"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 1, .threshold = 1}, "threshold has no effect"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 1, .glsl = text}, "glsl has no effect"},
        {{.kind = CUSTOM, .glsl = text, .has_threshold = true}, "has_threshold has no effect"},
        {{.kind = CUSTOM, .glsl = text, .range_count = 1}, "range_count has no effect"},
        {{.kind = CUSTOM, .glsl = text, .user = &user}, "user has no effect"},
        {{.kind = RANGES}, "0 ranges at NULL"},
        {{.kind = RANGES, .ranges = ranges}, "0 ranges"},
        {{.kind = RANGES, .range_count = 1}, "1 ranges at NULL"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 2}, "range 1, 2..1"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 17}, "17 ranges; RANGES takes 1 to 16"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 1, .window = 3}, "window has no effect"},
        {{.kind = THRESHOLD, .ranges = ranges}, "ranges has no effect"},
        {{.range_count = 1}, "range_count has no effect"},
        {{.kind = LOCAL_MAX, .window = 4}, "window 4"},
        {{.kind = LOCAL_MAX, .threshold = 1}, "threshold has no effect"},
        {{.kind = LOCAL_MAX, .has_threshold = true, .threshold = NAN}, "the threshold is NaN"},
        {{.kind = LOCAL_MAX, .range_count = 1}, "range_count has no effect"},
        {{.kind = CUSTOM, .glsl = text, .window = 3}, "window has no effect"},
        {{.kind = CUSTOM, .glsl = text, .input_count = 2}, "2 inputs at NULL"},
        {{.kind = CUSTOM, .glsl = text, .inputs = &red, .input_count = 1}, "input 1 has channel 1"},
        {{.kind = RANGES, .ranges = ranges, .range_count = 1, .inputs = &input, .input_count = 1},
         "inputs has no effect"},
        {{.kind = EDGE}, "EDGE needs a threshold"},
        {{.kind = EDGE, .has_threshold = true, .edge_operator = (hpyr_edge_operator)4}, "edge_operator 4"},
        {{.kind = EDGE, .has_threshold = true, .threshold = INFINITY}, "threshold inf; EDGE needs a finite one"},
        {{.kind = EDGE, .has_threshold = true, .measure = HPYR_TEMPLATE_MEASURE_CORRELATION}, "measure has no effect"},
        {{.kind = LOCAL_MAX, .edge_operator = HPYR_EDGE_OPERATOR_SOBEL}, "edge_operator has no effect"},
        {{.kind = EDGE, .has_threshold = true, .pattern = flat}, "pattern has no effect"},
        {{.kind = TEMPLATE, .pattern = flat, .pattern_width = 2, .pattern_height = 2}, "TEMPLATE needs a threshold"},
        {{.kind = TEMPLATE, .has_threshold = true, .threshold = 70, .measure = HPYR_TEMPLATE_MEASURE_CORRELATION},
         "threshold 70; CORRELATION takes -1 to 1"},
        {{.kind = TEMPLATE, .has_threshold = true, .threshold = -1.25, .measure = HPYR_TEMPLATE_MEASURE_CORRELATION},
         "threshold -1.25; CORRELATION takes -1 to 1"},
        {{.kind = TEMPLATE, .has_threshold = true, .pattern_width = 2, .pattern_height = 2}, "2x2 cells at NULL"},
        {{.kind = TEMPLATE, .has_threshold = true, .pattern = flat, .pattern_width = 33, .pattern_height = 1},
         "33x1 cells; TEMPLATE takes 1x1 to 32x32"},
        {{.kind = TEMPLATE, .has_threshold = true, .pattern = flat, .pattern_width = 4}, "4x0 cells"},
        {{.kind = TEMPLATE, .has_threshold = true, .pattern = wrong, .pattern_width = 2, .pattern_height = 2},
         "value 2 of the template is inf"},
        {{.kind = TEMPLATE,
          .has_threshold = true,
          .pattern = flat,
          .pattern_width = 2,
          .pattern_height = 2,
          .measure = HPYR_TEMPLATE_MEASURE_CORRELATION},
         "all 4 values of the template are equal"},
        {{.kind = TEMPLATE, .has_threshold = true, .measure = (hpyr_template_measure)3}, "measure 3"},
    };
    hpyr_discriminator *d = NULL;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(e->context, &cases[i].desc, &d));
        assert_null(d);
        if (!env_logged(e, cases[i].named))
            fail_msg("no \"%s\" in %s", cases[i].named, e->log);
    }
}

/* What is resolved is a descriptor too: of the same discriminator. */
static void check_resolved(env *e, const hpyr_discriminator_desc *given, double threshold) {
    SCOPED(destroy_discriminator) hpyr_discriminator *first = NULL, *second = NULL;
    OK(e, hpyr_discriminator_create(e->context, given, &first));
    const hpyr_discriminator_desc *resolved = hpyr_discriminator_resolved(first);
    OK(e, hpyr_discriminator_create(e->context, resolved, &second));
    for (int i = 0; i < 2; i++) {
        const hpyr_discriminator_desc *d = hpyr_discriminator_resolved(i ? second : first);
        assert_int_equal(d->kind, given->kind ? given->kind : HPYR_DISCRIMINATOR_KIND_THRESHOLD);
        assert_int_equal(d->has_threshold, d->kind == HPYR_DISCRIMINATOR_KIND_THRESHOLD);
        assert_true(d->threshold == threshold && d->range_count == given->range_count);
        for (uint32_t k = 0; k < d->range_count; k++)
            assert_memory_equal(&d->ranges[k], &given->ranges[k], sizeof d->ranges[k]);
        assert_true(d->bind == given->bind && d->user == given->user && !d->glsl == !given->glsl);
        assert_true(!d->glsl || (d->glsl != given->glsl && strcmp(d->glsl, given->glsl) == 0));
    }
}

GPU_TEST(defaults_of_discriminators_are_resolved) {
    check_resolved(e, &(hpyr_discriminator_desc){.has_threshold = false}, 1);
    check_resolved(e, &(hpyr_discriminator_desc){.has_threshold = true}, 0);
    check_resolved(e,
                   &(hpyr_discriminator_desc){
                       .kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = &(hpyr_range){-1, 2}, .range_count = 1},
                   0);
    check_resolved(e,
                   &(hpyr_discriminator_desc){
                       .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = "no GLSL yet", .bind = leave_unbound, .user = e},
                   0);
    assert_null(hpyr_discriminator_resolved(NULL));
}

/* ---- order of calls ---- */

GPU_TEST(a_pyramid_that_is_not_built_says_so) {
    hpyr_point point = {0, 0, 0, 0};
    uint32_t word = 1;
    char text[16384];
    SCOPED(image_free) image list = image_make(HPYR_FORMAT_RGBA32UI, 0, 2, 2, 1);
    image_upload(&list);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 64);
    SCOPED(destroy_pyramid) hpyr_pyramid *p = make_pyramid(e, 4, 4);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(p, &word));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_try_total(p, &word));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_extract_buffer(p, 0, 1, buffer, 0, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_extract_texture(p, 0, 1, &list.texture, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_download(p, 0, 1, &point, 1, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_rank(p, &point, 1, &word));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_glsl(p, NULL, text, sizeof text, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_draw(p, GL_POINTS, 0, 1, 1, NULL));
}

/* A failed build leaves no half-built levels behind. */
GPU_TEST(a_failed_build_takes_the_result_away) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_SEPARATE);
    uint32_t total = 1;
    hpyr_texture wrong = s.im.texture;
    scene_check(e, &s);
    wrong.format = HPYR_FORMAT_R32F;
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(s.pyramid, s.discriminator, &wrong));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(s.pyramid, &total));
    scene_check(e, &s);
}

GPU_TEST(drawing_without_bind_or_with_strips_is_refused) {
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_SEPARATE);
    hpyr_report report;
    scene_check(e, &s);
    hpyr_result result = CALL(e, hpyr_pyramid_draw(s.pyramid, GL_POINTS, 0, 1, 1, &report));
    assert_int_equal(result, HPYR_ERROR_NOT_BUILT);
    SCOPED(free_memory)
    char *vertex = paste_snippet(
        e, s.pyramid, NULL, "void main() { gl_Position = vec4(hpyr_point_at(hpyr_key_of_vertex(gl_VertexID))); }\n");
    SCOPED(delete_program)
    GLuint program = make_program(vertex, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1); }\n");
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, 999999, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, "no good", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, NULL, 100000, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_pyramid_bind(s.pyramid, program, NULL, UINT32_MAX, NULL));
    env_bind(e, s.pyramid, program, NULL, 0, NULL);
    env_calm(e);
    result = env_draw(e, s.pyramid, GL_TRIANGLE_STRIP, 0, 1, 1, &report);
    assert_int_equal(result, HPYR_ERROR_INVALID_ARGUMENT);
    env_unbind(e, s.pyramid);
}

/* ---- snippets ---- */

GPU_TEST(a_snippet_that_does_not_compile_is_reported_with_its_line) {
    static const char *const glsl = "// line one is fine\n"
                                    "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                    "    return cell_of_nowhere.x;\n"
                                    "}\n";
    for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
        SCOPED(thresholded_free) thresholded s = scene_make(e, (hpyr_base)base);
        uint32_t total = 1;
        SCOPED(destroy_discriminator)
        hpyr_discriminator *broken = make_custom(e, glsl), *empty = make_custom(e, "// defines nothing\n");
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(s.pyramid, broken, &s.im.texture));
        if (!env_logged(e, "cell_of_nowhere") || !env_logged(e, "3"))
            fprintf(stderr, "log: %s", e->log);
        assert_true(env_logged(e, "cell_of_nowhere")); /* the driver's words */
        assert_true(env_logged(e, "3"));               /* and the line of the snippet */
        EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_total(s.pyramid, &total));
        EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(s.pyramid, empty, &s.im.texture));
        scene_check(e, &s);
    }
}

GPU_TEST(a_snippet_without_an_input_may_not_ask_for_one) {
    static const char *const glsl =
        "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(hpyr_input_at(cell).r); }\n";
    SCOPED(thresholded_free) thresholded s = scene_make(e, HPYR_BASE_SEPARATE);
    SCOPED(destroy_discriminator) hpyr_discriminator *custom = make_custom(e, glsl);
    EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(s.pyramid, custom, NULL));
    scene_check(e, &s);
}
