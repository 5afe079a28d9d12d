/* test_discriminator_inputs.c - CUSTOM with textures behind the input, and GLSL that does not compile.
 * SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 13, HEIGHT = 9, MOST = 24 };

/* Three textures of other sizes, formats and targets: what a cell has in them decides. */
typedef struct stack {
    image input, more[3];
    uint32_t size[3], *counts;
} stack;

static const char *const glsl =
    "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
    "    float sum = float(hpyr_input_at(cell).r) + float(hpyr_input_1_at(cell).r) * 255.0;\n"
    "    sum += float(hpyr_input_2_at(cell).r);\n"
    "    return HPYR_UINT(sum + 0.5 < float(hpyr_input_3_at(cell).r) * 255.0);\n"
    "}\n";

static image make_layer(hpyr_format format, const uint32_t size[3], uint32_t more, uint32_t levels, uint64_t seed) {
    image im = image_make(format, HPYR_CHANNEL_RED, size[0] + more, size[1] + more, size[2]);
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1] + more; y++)
            for (uint32_t x = 0; x < size[0] + more; x++) {
                uint32_t i = (z * (size[1] + more) + y) * (size[0] + more) + x, value = random_below(&seed, levels);
                if (format == HPYR_FORMAT_R32F)
                    image_set(&im, i, value);
                else
                    image_set_bits(&im, i, value);
            }
    image_upload_to(&im, size[2] > 1 ? GL_TEXTURE_3D : GL_TEXTURE_2D, format == HPYR_FORMAT_R32F ? 1 : 0);
    im.texture.channel = HPYR_CHANNEL_DEFAULT; /* GLSL gets all of them */
    return im;
}

static uint32_t value_at(const image *im, uint32_t x, uint32_t y, uint32_t z) {
    size_t i = ((size_t)z * im->ref.height + y) * im->ref.width + x;
    const unsigned char *bytes = (const unsigned char *)im->pixels + i * format_bytes(im->ref.format);
    float single;
    memcpy(&single, bytes, im->ref.format == HPYR_FORMAT_R32F ? sizeof single : 1);
    return im->ref.format == HPYR_FORMAT_R32F ? (uint32_t)single : *bytes;
}

static stack make_stack(const env *e, uint32_t depth) {
    stack s = {.size = {WIDTH, HEIGHT, depth}};
    s.input = make_layer(e->gl21 ? HPYR_FORMAT_R32F : HPYR_FORMAT_R8UI, s.size, 0, 20, 1);
    s.more[0] = make_layer(HPYR_FORMAT_R8, s.size, 3, 20, 2);
    s.more[1] = make_layer(HPYR_FORMAT_R32F, s.size, 0, 20, 3);
    s.more[2] = make_layer(HPYR_FORMAT_RGBA8, s.size, 1, 60, 4);
    s.counts = make_room((size_t)WIDTH * HEIGHT * depth * sizeof *s.counts);
    for (uint32_t i = 0; i < WIDTH * HEIGHT * depth; i++) {
        uint32_t x = i % WIDTH, y = i / WIDTH % HEIGHT, z = i / WIDTH / HEIGHT;
        s.counts[i] = value_at(&s.input, x, y, z) + value_at(&s.more[0], x, y, z) + value_at(&s.more[1], x, y, z) <
                      value_at(&s.more[2], x, y, z);
    }
    return s;
}

static void free_stack(stack *s) {
    image_free(&s->input);
    for (int i = 0; i < 3; i++)
        image_free(&s->more[i]);
    free(s->counts);
}

static hpyr_discriminator *discriminator_of(env *e, const stack *s) {
    hpyr_texture inputs[3] = {s->more[0].texture, s->more[1].texture, s->more[2].texture};
    const hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = glsl, .inputs = inputs, .input_count = 3};
    hpyr_discriminator *discriminator = kind_make(e, &desc);
    memset(inputs, 0, sizeof inputs); /* the array was copied */
    assert_int_equal(hpyr_discriminator_resolved(discriminator)->input_count, 3);
    return discriminator;
}

static void check_layout(env *e, const stack *s, hpyr_discriminator *discriminator, const combination *c) {
    hpyr_pyramid_desc desc = combination_desc(c, s->size, 1);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    hpyr_flat3d map;
    assert_int_equal(hpyr_flat3d_arrange(s->size[0], s->size[1], s->size[2], 0, 4096, &map), HPYR_OK);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(s->counts, &map, c->order);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &s->input.texture));
    check_pyramid(e, pyramid, oracle, &map);
}

GPU_TEST(a_snippet_reads_several_textures_on_every_layout) {
    for (uint32_t depth = 1; depth <= 5; depth += 4) {
        SCOPED(free_stack) stack s = make_stack(e, depth);
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = discriminator_of(e, &s);
        combination c;
        uint64_t seed = 5;
        for (size_t i = 0; combination_at(i, &c); i++)
            if (combination_runs(e, &c) && (!e->hostile || random_below(&seed, 6) == 0))
                check_layout(e, &s, discriminator, &c);
    }
}

/* A caller's rule on two textures, which here are the same photograph. */
GPU_TEST_ONCE(a_snippet_compares_channels_of_photographs) {
    for (int number = e->small ? 2 : 0; number < KIND_PHOTOS; number++) {
        SCOPED(image_free) image im = kind_photo(number);
        stack s = {.input = im, .size = {im.ref.width, im.ref.height, 1}};
        const unsigned char *bytes = im.pixels;
        hpyr_texture same = im.texture;
        same.channel = HPYR_CHANNEL_DEFAULT;
        const hpyr_discriminator_desc desc = {
            .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
            .glsl = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                    "    return HPYR_UINT(255.0 * (hpyr_input_at(cell).r - hpyr_input_1_at(cell).b) > 9.5);\n}\n",
            .inputs = &same,
            .input_count = 1};
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
        combination all[7 * 4 * 3 * 2];
        int count = 0, checked = 0;
        uint64_t seed = 40 + (uint64_t)number;
        s.counts = make_room((size_t)s.size[0] * s.size[1] * sizeof *s.counts);
        for (uint32_t i = 0; i < s.size[0] * s.size[1]; i++)
            s.counts[i] = bytes[4 * i] > bytes[4 * i + 2] + 9;
        for (size_t i = 0; combination_at(i, &all[count]); i++)
            count += combination_runs(e, &all[count]);
        bool is_full = getenv("HPYR_TEST_FULL") != NULL;
        for (; is_full ? checked < count : checked < 1; checked++)
            check_layout(e, &s, discriminator,
                         &all[is_full ? (uint32_t)checked : random_below(&seed, (uint32_t)count)]);
        if (is_full)
            printf("CUSTOM, photograph of %ux%u: equal to the oracle in %d combinations\n", s.size[0], s.size[1],
                   checked);
        free(s.counts);
    }
}

/* ---- as many as there can be ---- */

static uint32_t most_inputs(void) {
    GLint units;
    glGetIntegerv(GL_MAX_TEXTURE_IMAGE_UNITS, &units);
    return units < 8 + MOST ? (uint32_t)units - 8 : MOST;
}

/* One texture many times, and no input: the count is a sum over all of them. */
GPU_TEST(all_units_of_this_gl_can_be_used) {
    const uint32_t size[3] = {WIDTH, HEIGHT, 1}, most = most_inputs();
    SCOPED(image_free) image im = make_layer(HPYR_FORMAT_RGBA8, size, 0, 3, 9);
    hpyr_texture inputs[MOST + 1];
    char text[2048] = "HPYR_UINT hpyr_count_at(ivec3 cell) {\n    float sum = 0.5;\n";
    for (uint32_t i = 0; i <= most; i++) {
        inputs[i] = im.texture;
        if (i < most)
            snprintf(text + strlen(text), sizeof text - strlen(text), "    sum += 255.0 * hpyr_input_%u_at(cell).r;\n",
                     i + 1);
    }
    strcat(text, "    return HPYR_UINT(floor(sum));\n}\n");
    hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = text, .inputs = inputs, .input_count = most};
    hpyr_discriminator *none = NULL;
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    SCOPED(image_free) image counts = image_make(HPYR_FORMAT_R32UI, 0, WIDTH, HEIGHT, 1);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        image_set(&counts, i, most * value_at(&im, i % WIDTH, i / WIDTH, 0));
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&counts, WIDTH, HEIGHT);
    env_watch(e, GL_TEXTURE_2D, im.texture.name);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, NULL));
    check_image(e, pyramid, oracle, WIDTH, HEIGHT);
    desc.input_count = most + 1;
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(e->context, &desc, &none));
    snprintf(text, sizeof text, "%u inputs; this GL has texture units for %u", most + 1, most);
    assert_true(env_logged(e, text));
}

/* ---- in the caller's program ---- */

GPU_TEST_IF(!env_is_21(), a_bound_pyramid_reads_all_textures) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = discriminator_of(e, &s);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &s.input.texture));
    SCOPED(delete_program) GLuint program = kind_counting_program(e, pyramid);
    SCOPED(target_free) target canvas = target_make(WIDTH, HEIGHT);
    uint32_t texels[WIDTH * HEIGHT * 4];
    hpyr_binding binding;
    env_bind(e, pyramid, program, "a_", 2, &binding);
    assert_int_equal(binding.unit_count, 2 + 3);
    env_calm(e);
    target_begin(&canvas, 7);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    target_read(&canvas, texels);
    env_unbind(e, pyramid);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(texels[4 * i], s.counts[i]);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_pyramid_bind(pyramid, program, "a_", hpyr_context_caps(e->context)->max_texture_units - 4, NULL));
}

static GLint swizzle_of(const image *im) {
    GLint swizzle;
    glBindTexture(GL_TEXTURE_2D, im->texture.name);
    glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, &swizzle);
    glBindTexture(GL_TEXTURE_2D, 0);
    return swizzle;
}

/* Whichever pyramid goes first, the textures get their own parameters back in the end. */
GPU_TEST_ONCE_IF(!env_is_21(), bound_pyramids_share_textures) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = discriminator_of(e, &s);
    glBindTexture(GL_TEXTURE_2D, s.more[2].texture.name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_R, GL_GREEN);
    glBindTexture(GL_TEXTURE_2D, 0);
    for (int first_goes = 0; first_goes < 2; first_goes++) {
        hpyr_pyramid *pyramids[2];
        for (int i = 0; i < 2; i++) {
            pyramids[i] = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
            OK(e, hpyr_pyramid_build(pyramids[i], discriminator, &s.input.texture));
        }
        GLuint program = kind_counting_program(e, pyramids[0]);
        assert_int_equal(hpyr_pyramid_bind(pyramids[0], program, "a_", 0, NULL), HPYR_OK);
        assert_int_equal(hpyr_pyramid_bind(pyramids[1], program, "a_", 6, NULL), HPYR_OK);
        assert_int_equal(swizzle_of(&s.more[2]), GL_RED);
        hpyr_pyramid_destroy(pyramids[first_goes ? 0 : 1]);
        assert_int_equal(swizzle_of(&s.more[2]), GL_RED);
        hpyr_pyramid_destroy(pyramids[first_goes ? 1 : 0]);
        assert_int_equal(swizzle_of(&s.more[2]), GL_GREEN);
        glUseProgram(0);
        glDeleteProgram(program);
        CHECK_GL();
    }
}

/* Every kind, with its uniforms under another prefix, and the template's texture behind the input. */
GPU_TEST_ONCE_IF(!env_is_21(), every_kind_works_in_the_callers_program) {
    static const hpyr_range ranges[] = {{3, 4}, {7, 9}};
    static const float pattern[] = {1, 2, 3, 4};
    const hpyr_discriminator_desc descs[] = {
        {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 2},
        {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 5},
        {.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
         .has_threshold = true,
         .threshold = 2.5,
         .edge_operator = HPYR_EDGE_OPERATOR_SCHARR},
        {.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
         .has_threshold = true,
         .threshold = 12,
         .pattern = pattern,
         .pattern_width = 2,
         .pattern_height = 2}};
    SCOPED(image_free) image im = kind_image(HPYR_FORMAT_R8UI, 31, 22, 1, 10, 3);
    for (size_t i = 0; i < LENGTH(descs); i++)
        kind_check_bound(e, &descs[i], &im);
}

/* ---- mistakes ---- */

GPU_TEST(textures_that_do_not_fit_are_refused) {
    const uint32_t size[3] = {WIDTH, HEIGHT, 1}, small[3] = {WIDTH, HEIGHT - 1, 1};
    SCOPED(image_free)
    image im = make_layer(HPYR_FORMAT_RGBA8, size, 0, 3, 9), low = make_layer(HPYR_FORMAT_R8, small, 0, 3, 9);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    hpyr_texture inputs[2] = {im.texture, low.texture};
    const char *const count_one = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(1); }";
    hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = count_one, .inputs = inputs, .input_count = 2};
    hpyr_discriminator *discriminator = kind_make(e, &desc), *none = NULL;
    EXPECT_TOLD(e, HPYR_ERROR_TEXTURE, "input 2: 13x8x1 texels do not cover the base level of 13x9x1",
                hpyr_pyramid_build(pyramid, discriminator, NULL));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    inputs[1].name = 999999;
    discriminator = kind_make(e, &desc);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_build(pyramid, discriminator, NULL));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    desc.input_count = 0;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(e->context, &desc, &none));
    desc.input_count = 2;
    desc.inputs = NULL;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_discriminator_create(e->context, &desc, &none));
}

GPU_TEST(two_levels_of_a_texture_are_refused) {
    const uint32_t size[3] = {WIDTH, HEIGHT, 1};
    SCOPED(image_free) image im = make_layer(HPYR_FORMAT_R32F, size, 0, 3, 9); /* at level 1 */
    hpyr_texture inputs[2] = {im.texture, im.texture};
    inputs[1].level = 0;
    inputs[1].width *= 2;
    inputs[1].height *= 2;
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    const hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = glsl, .inputs = inputs, .input_count = 2};
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
    EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "with level 1 and with level 0",
                hpyr_pyramid_build(pyramid, discriminator, NULL));
}

GPU_TEST_IF(!env_is_21(), textures_must_live_while_they_are_read) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    hpyr_point points[8];
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = discriminator_of(e, &s);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &s.input.texture));
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_extract_texture(pyramid, 0, HPYR_ALL, &s.more[1].texture, NULL));
    glDeleteTextures(1, &s.more[2].texture.name);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, 8, 0, NULL));
}

/* The driver's words name the line of the caller's own text, whatever stands in front of it. */
GPU_TEST_IF(!env_is_21(), a_mistake_is_named_by_the_callers_own_line) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    static const char *const broken = "// line 1\n// line 2\nHPYR_UINT hpyr_count_at(ivec3 cell) {\n"
                                      "    float a = 1.0;\n    return hpyr_my_mistake(cell);\n}\n";
    for (uint32_t inputs = 0; inputs < 2; inputs++) {
        const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_KIND_CUSTOM,
                                              .glsl = broken,
                                              .inputs = inputs ? &s.more[0].texture : NULL,
                                              .input_count = inputs};
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &desc);
        SCOPED(destroy_pyramid)
        hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_DEFAULT, HPYR_BASE_MERGED);
        env_clear_log(e);
        EXPECT(e, HPYR_ERROR_SHADER, hpyr_pyramid_build(pyramid, discriminator, &s.input.texture));
        if (!(env_logged(e, "caller's GLSL:5(") || env_logged(e, "caller's GLSL(5)") ||
              env_logged(e, "caller's GLSL:5:")) ||
            !env_logged(e, "hpyr_my_mistake")) /* as Mesa, NVIDIA and ANGLE write */
            fail_msg("the log says: %s", e->log);
    }
}

/* ---- programs of an earlier build ---- */

/* A discriminator and what it reads. */
typedef struct build_of {
    hpyr_discriminator_desc desc;
    hpyr_format format;
    bool as_before; /* the program of the build before this one may be bound */
} build_of;

static image image_of(hpyr_format format) {
    image im = kind_image(format, WIDTH, HEIGHT, 1, 9, 3);
    if (format == HPYR_FORMAT_RGBA32F) /* its alpha is read where no channel is given */
        im.texture.channel = HPYR_CHANNEL_GREEN;
    return im;
}

/* Every build but those as_before needs another text than the one before it. */
static void check_builds(env *e, const build_of *builds, size_t count) {
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    GLuint program = 0, counts_all = 0;
    for (size_t i = 0; i < count; i++) {
        SCOPED(image_free) image im = image_of(builds[i].format);
        SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = kind_make(e, &builds[i].desc);
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
        if (i == 0) {
            SCOPED(free_memory)
            char *text = paste_snippet(e, pyramid, "a_", "void main() { gl_Position = vec4(float(a_total())); }\n");
            counts_all = make_program(text, "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n");
        }
        if (program && !builds[i].as_before) {
            EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, "from the GLSL of another rule or input",
                        hpyr_pyramid_bind(pyramid, program, "a_", 0, NULL));
            glDeleteProgram(program);
        }
        if (!builds[i].as_before)
            program = kind_counting_program(e, pyramid);
        env_bind(e, pyramid, program, "a_", 0, NULL);
        env_unbind(e, pyramid);
        env_bind(e, pyramid, counts_all, "a_", 0, NULL); /* which does not run the discriminator */
        env_unbind(e, pyramid);
    }
    glDeleteProgram(program);
    glDeleteProgram(counts_all);
}

static hpyr_discriminator_desc edge_of(hpyr_edge_operator edge_operator, double threshold) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_EDGE,
                                     .has_threshold = true,
                                     .threshold = threshold,
                                     .edge_operator = edge_operator};
}

static hpyr_discriminator_desc template_of(hpyr_template_measure measure, const float *pattern, uint32_t side) {
    return (hpyr_discriminator_desc){.kind = HPYR_DISCRIMINATOR_KIND_TEMPLATE,
                                     .has_threshold = true,
                                     .threshold = 0.5,
                                     .measure = measure,
                                     .pattern = pattern,
                                     .pattern_width = side,
                                     .pattern_height = side};
}

/* With such a program the old rule would go on, or uniforms would keep what they were. */
GPU_TEST_ONCE_IF(!env_is_21(), programs_of_another_rule_are_refused) {
    static const hpyr_range ranges[] = {{0, 1}, {3, 4}, {6, 7}}, low[] = {{0, 2}};
    static const float pattern[9] = {1};
    const hpyr_discriminator_desc above = {.has_threshold = true, .threshold = 0.5},
                                  within = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = low, .range_count = 1},
                                  peaks = {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX},
                                  wide_peaks = {.kind = HPYR_DISCRIMINATOR_KIND_LOCAL_MAX, .window = 5},
                                  one = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 1},
                                  two = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 2},
                                  three = {.kind = HPYR_DISCRIMINATOR_KIND_RANGES, .ranges = ranges, .range_count = 3};
    const build_of builds[] = {
        {edge_of(HPYR_EDGE_OPERATOR_CENTRAL, 0.5), HPYR_FORMAT_R8, false},
        {edge_of(HPYR_EDGE_OPERATOR_CENTRAL, 0.25), HPYR_FORMAT_R8, true},
        {edge_of(HPYR_EDGE_OPERATOR_CENTRAL, 0.5), HPYR_FORMAT_R32F, false},
        {edge_of(HPYR_EDGE_OPERATOR_SOBEL, 0.5), HPYR_FORMAT_R32F, false},
        {template_of(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 2), HPYR_FORMAT_R32F, false},
        {template_of(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 3), HPYR_FORMAT_R32F, true},
        {template_of(HPYR_TEMPLATE_MEASURE_DIFFERENCES, pattern, 2), HPYR_FORMAT_R8, false},
        {template_of(HPYR_TEMPLATE_MEASURE_CORRELATION, pattern, 3), HPYR_FORMAT_R8, false},
        {three, HPYR_FORMAT_R32F, false},
        {two, HPYR_FORMAT_R32F, false},
        {one, HPYR_FORMAT_R32F, false},
        {within, HPYR_FORMAT_R32F, true},
        {above, HPYR_FORMAT_RGBA32F, false},
        {peaks, HPYR_FORMAT_RGBA32F, false},
        {wide_peaks, HPYR_FORMAT_RGBA32F, false},
    };
    check_builds(e, builds, LENGTH(builds));
}

/* The text of a caller's rule, and the textures behind its input, are part of what a program is made for. */
GPU_TEST_ONCE_IF(!env_is_21(), programs_of_another_text_are_refused) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    const char *const zero = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(hpyr_input_1_at(cell).r); }";
    const char *const one = "HPYR_UINT hpyr_count_at(ivec3 cell) { return HPYR_UINT(hpyr_input_1_at(cell).r) + 1u; }";
    const hpyr_discriminator_desc custom = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = zero, .inputs = &s.more[0].texture, .input_count = 1};
    build_of builds[] = {{custom, HPYR_FORMAT_R8, false},
                         {custom, HPYR_FORMAT_R8, false},
                         {custom, HPYR_FORMAT_R8, false},
                         {custom, HPYR_FORMAT_RGBA32F, true},
                         {custom, HPYR_FORMAT_R8UI, false}};
    builds[1].desc.glsl = one;
    builds[2].desc.glsl = one;
    builds[2].desc.inputs = &s.more[1].texture;
    builds[3].desc = builds[2].desc; /* with a channel, and GLSL that gets all of them */
    builds[4].desc = builds[1].desc;
    builds[2].as_before = true; /* R32F in place of R8 is read in the same way */
    check_builds(e, builds, LENGTH(builds));
}

/* A build that fails leaves nothing that could be bound, however far it came. */
GPU_TEST_IF(!env_is_21(), nothing_is_bound_after_a_failed_build) {
    SCOPED(free_stack) stack s = make_stack(e, 1);
    hpyr_texture inputs[3] = {s.more[0].texture, s.more[1].texture, s.more[2].texture};
    const hpyr_discriminator_desc desc = {
        .kind = HPYR_DISCRIMINATOR_KIND_CUSTOM, .glsl = glsl, .inputs = inputs, .input_count = 3};
    SCOPED(destroy_discriminator) hpyr_discriminator *good = discriminator_of(e, &s);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, WIDTH, HEIGHT, HPYR_COUNT_FORMAT_UINT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, good, &s.input.texture));
    SCOPED(delete_program) GLuint program = kind_counting_program(e, pyramid);
    for (int i = 0; i < 3; i++) {
        inputs[i].format = (hpyr_format)-1;
        for (int pass = 0; pass < 2; pass++) {
            hpyr_discriminator *bad = kind_make(e, &desc);
            OK(e, hpyr_pyramid_build(pyramid, good, &s.input.texture));
            hpyr_result result = CALL(e, hpyr_pyramid_build(pyramid, bad, &s.input.texture));
            assert_true(result == HPYR_ERROR_INVALID_ARGUMENT || result == HPYR_ERROR_TEXTURE);
            EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_pyramid_bind(pyramid, program, "a_", 0, NULL));
            CALL_VOID(e, hpyr_discriminator_destroy(bad));
            inputs[i] = s.more[i].texture;
            inputs[i].target = GL_TEXTURE_3D;
        }
        inputs[i] = s.more[i].texture;
    }
}

/* The shaders of the last tests, ONLY_330 entries, are of GLSL 3.30. */