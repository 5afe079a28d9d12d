/* test_gl21.c - what is particular to GL 2.1: keys from an attribute, occlusion queries, luminance, no integers.
 * SPDX-License-Identifier: MIT */
#include <histopyramid/poisson.h>

#include "layouts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t image_size[3] = {29, 17, 1};

static hpyr_layout any_layout(const env *e) {
    return hpyr_context_caps(e->context)->fragment_lod ? HPYR_LAYOUT_VEC4 : HPYR_LAYOUT_RECT;
}

static scene make_scene(env *e, const combination *c) {
    return scene_make(e, c, image_size, INPUT_COUNTS, 0.4, 0);
}

/* ---- the snippet ---- */

GPU_TEST(keys_come_from_an_attribute_in_every_layout) {
    static const uint32_t sizes[][3] = {{1, 1, 1}, {29, 17, 1}, {6, 5, 7}};
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        for (size_t k = 0; combination_runs(e, &c) && k < LENGTH(sizes); k++) {
            SCOPED(scene_free) scene s = scene_make(e, &c, sizes[k], k == 1 ? INPUT_COUNTS : INPUT_R8, 0.6, 0);
            scene_check_fragments(e, &s);
            scene_check_vertices(e, &s, 0, HPYR_ALL);
            scene_check_vertices(e, &s, s.total / 3, s.total / 2);
            scene_check_vertices(e, &s, s.total, 5);
        }
}

/* Three vertices a key, each at its own corner of the key's pixel pair; and another attribute of the caller's beside. */
static const char *const triangle_body =
    "attribute float a_hpyr_vertex;\n"
    "attribute vec4 tint;\n"
    "varying vec4 v_point;\n"
    "uniform vec2 u_target;\n"
    "void main() {\n"
    "    float key = hpyr_key_of_vertex(int(a_hpyr_vertex));\n"
    "    float corner = a_hpyr_vertex - 3.0 * floor((a_hpyr_vertex + 0.5) / 3.0);\n"
    "    float row = floor((key + 0.5) / 64.0);\n"
    "    vec2 pixel = vec2(key - 64.0 * row, row) + vec2(corner == 1.0 ? 2.0 : 0.0, corner == 2.0 ? 2.0 : 0.0);\n"
    "    v_point = hpyr_point_at(key) + tint;\n"
    "    gl_Position = vec4(pixel / u_target * 2.0 - 1.0, 0.0, 1.0);\n"
    "}\n";
static const char *const triangle_fragment = "#version 120\n"
                                             "varying vec4 v_point;\n"
                                             "void main() { gl_FragColor = floor(v_point + 0.5); }\n";

/* Later keys paint over the pixels above and right of them, which are earlier ones' only where they are further on. */
static void check_triangles(env *e, const scene *s) {
    SCOPED(free_memory)
    char *vertex = paste_snippet_after(e, s->pyramid, NULL, glsl_version(s->c.layout, false), triangle_body);
    SCOPED(delete_program) GLuint program = make_program(vertex, triangle_fragment);
    SCOPED(target_free) target canvas = target_make(66, s->total / 64 + 3);
    SCOPED(free_memory) uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    hpyr_report report;
    glBindAttribLocation(program, 0, "a_hpyr_vertex");
    glBindAttribLocation(program, 3, "tint");
    glLinkProgram(program);
    env_bind(e, s->pyramid, program, NULL, 3, NULL);
    env_calm(e);
    target_begin(&canvas, 0);
    glUniform2f(glGetUniformLocation(program, "u_target"), (GLfloat)canvas.width, (GLfloat)canvas.height);
    glVertexAttrib4f(3, 100, 200, 300, 400);
    for (uint32_t key = 0; key < s->total; key += 7) { /* one key a draw, so that nothing overlaps unnoticed */
        hpyr_point expected;
        assert_int_equal(env_draw(e, s->pyramid, GL_TRIANGLES, key, 1, 3, &report), HPYR_OK);
        assert_int_equal(report.written, 1);
        target_read(&canvas, texels);
        const uint32_t *texel = texels + 4 * (size_t)(key / 64 * canvas.width + key % 64);
        assert_int_equal(hpyr_ref_pyramid_select(s->oracle, key, &expected), HPYR_OK);
        assert_true(texel[0] == expected.x + 100 && texel[1] == expected.y + 200 && texel[2] == expected.z + 300 &&
                    texel[3] == expected.remainder + 400);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, canvas.framebuffer);
    }
    glVertexAttrib4f(3, 0, 0, 0, 1);
    env_unbind(e, s->pyramid);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
}

GPU_TEST(several_vertices_a_key_know_which_they_are) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        if (combination_runs(e, &c)) {
            SCOPED(scene_free) scene s = make_scene(e, &c);
            check_triangles(e, &s);
        }
}

/* ---- two pyramids in one program ---- */

static const char *const two_body = "attribute float a_hpyr_vertex;\n"
                                    "varying vec4 v_point;\n"
                                    "uniform vec2 u_target;\n"
                                    "void main() {\n"
                                    "    float key = left_key_of_vertex(int(a_hpyr_vertex));\n"
                                    "    float row = floor((key + 0.5) / 64.0);\n"
                                    "    vec4 p = left_point_at(key);\n"
                                    "    vec4 q = key < right_total() ? right_point_at(key) : vec4(1.0);\n"
                                    "    v_point = vec4(p.xy, q.xy);\n"
                                    "    vec2 pixel = vec2(key - 64.0 * row, row) + 0.5;\n"
                                    "    gl_Position = vec4(pixel / u_target * 2.0 - 1.0, 0.0, 1.0);\n"
                                    "}\n";

static char *glsl_of_two(env *e, const scene *left, const scene *right) {
    bool rect = left->c.layout == HPYR_LAYOUT_RECT || right->c.layout == HPYR_LAYOUT_RECT;
    const char *version = glsl_version(rect ? HPYR_LAYOUT_RECT : left->c.layout, false);
    SCOPED(free_memory) char *second = paste_snippet_after(e, right->pyramid, "right_", "", two_body);
    char *text = paste_snippet_after(e, left->pyramid, "left_", version, second);
    return text;
}

static void check_two(env *e, const scene *left, const scene *right) {
    SCOPED(free_memory) char *vertex = glsl_of_two(e, left, right);
    SCOPED(delete_program) GLuint program = make_program(vertex, triangle_fragment);
    SCOPED(target_free) target canvas = target_make(64, left->total / 64 + 1);
    SCOPED(free_memory) uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    hpyr_binding first;
    hpyr_report report;
    env_bind(e, right->pyramid, program, "right_", 1, &first);
    env_bind(e, left->pyramid, program, "left_", first.first_unit + first.unit_count, NULL);
    env_calm(e);
    target_begin(&canvas, 0);
    glUniform2f(glGetUniformLocation(program, "u_target"), (GLfloat)canvas.width, (GLfloat)canvas.height);
    assert_int_equal(env_draw(e, left->pyramid, GL_POINTS, 0, HPYR_ALL, 0, &report), HPYR_OK);
    target_read(&canvas, texels);
    env_unbind(e, left->pyramid);
    env_unbind(e, right->pyramid);
    for (uint32_t key = 0; key < left->total; key++) {
        hpyr_point p = {1, 1, 1, 1}, q = {1, 1, 1, 1};
        answered(hpyr_ref_pyramid_select(left->oracle, key, &p));
        if (hpyr_ref_pyramid_select(right->oracle, key, &q) != HPYR_OK)
            q = (hpyr_point){1, 1, 1, 1};
        const uint32_t expected[4] = {p.x, p.y, q.x, q.y};
        assert_memory_equal(texels + 4 * (size_t)key, expected, sizeof expected);
    }
}

GPU_TEST(two_pyramids_meet_in_one_vertex_shader) {
    static const hpyr_layout layouts[] = {HPYR_LAYOUT_SINGLE, HPYR_LAYOUT_VEC4, HPYR_LAYOUT_RECT, HPYR_LAYOUT_BILINEAR};
    static const uint32_t other[3] = {11, 33, 1};
    for (size_t i = 0; i < LENGTH(layouts); i++)
        for (size_t k = 0; k < LENGTH(layouts); k++) {
            combination a = {layouts[i], HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED}, b = a;
            b.layout = layouts[k];
            b.base = k % 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE;
            if (!combination_runs(e, &a) || !combination_runs(e, &b))
                continue;
            SCOPED(scene_free) scene left = make_scene(e, &a), right = scene_make(e, &b, other, INPUT_RGBA8, 0.5, 0);
            check_two(e, &left, &right);
        }
}

/* ---- the attribute's array ---- */

/* The caller draws with arrays of his own before and after; hpyr_pyramid_draw takes attribute 0 meanwhile, or another one. */
static void check_attribute(env *e, const scene *s, GLuint location) {
    static const GLfloat data[64];
    SCOPED(free_memory)
    char *vertex = paste_snippet_after(e, s->pyramid, NULL, glsl_version(s->c.layout, false), triangle_body);
    GLuint program = make_program(vertex, triangle_fragment), buffers[2];
    SCOPED(target_free) target canvas = target_make(66, s->total / 64 + 3);
    glBindAttribLocation(program, location, "a_hpyr_vertex");
    glBindAttribLocation(program, location ? 0 : 1, "tint");
    glLinkProgram(program);
    glGenBuffers(2, buffers);
    env_bind(e, s->pyramid, program, NULL, 3, NULL);
    env_calm(e);
    target_begin(&canvas, 0);
    for (GLuint i = 0; i < 4; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, buffers[i % 2]);
        if (i < 2)
            glBufferData(GL_ARRAY_BUFFER, 1 << 16, NULL, GL_STATIC_DRAW);
        glVertexAttribPointer(i, 3, GL_SHORT, GL_TRUE, 8, (const GLvoid *)(uintptr_t)(2 * i));
        if (i != 2)
            glEnableVertexAttribArray(i);
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffers[0]);
    glVertexPointer(3, GL_FLOAT, 0, (const GLvoid *)16);
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glColorPointer(4, GL_FLOAT, 0, data);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers[1]);
    assert_int_equal(env_draw(e, s->pyramid, GL_TRIANGLES, 0, 20, 3, NULL), HPYR_OK); /* looks at all of it */
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, 0);
    glDisableClientState(GL_VERTEX_ARRAY);
    glDisableClientState(GL_COLOR_ARRAY);
    for (GLuint i = 0; i < 4; i++)
        glDisableVertexAttribArray(i);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    env_unbind(e, s->pyramid);
    glDeleteBuffers(2, buffers);
    glDeleteProgram(program);
}

GPU_TEST(the_callers_arrays_are_put_back_after_a_draw) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        if (combination_runs(e, &c)) {
            SCOPED(scene_free) scene s = make_scene(e, &c);
            for (GLuint location = 0; location < 4; location++)
                check_attribute(e, &s, location);
        }
}

/* ---- totals by occlusion queries ---- */

static void wait_for_total(env *e, scene *s) {
    hpyr_result result = HPYR_NOT_READY;
    uint32_t total = 4711, again = 4711;
    for (double start = clock_ms(); result == HPYR_NOT_READY && clock_ms() - start < 20000;)
        result = CALL(e, hpyr_pyramid_try_total(s->pyramid, &total));
    assert_int_equal(result, HPYR_OK);
    assert_int_equal(total, s->total);
    OK(e, hpyr_pyramid_try_total(s->pyramid, &again));
    assert_int_equal(again, s->total);
    OK(e, hpyr_pyramid_total(s->pyramid, &again));
    assert_int_equal(again, s->total);
}

/* `during` the build and `after` it a query of the caller's runs; his count of samples stays his own business. */
static void check_queries(env *e, scene *s, GLenum target, bool during, bool after) {
    GLuint query = 0;
    GLint current = 0;
    uint32_t total = 4711;
    glGenQueries(1, &query);
    if (during)
        glBeginQuery(target, query);
    scene_build(e, s);
    if (during && !after)
        glEndQuery(target);
    if (!during && after)
        glBeginQuery(target, query);
    wait_for_total(e, s);
    glGetQueryiv(target, GL_CURRENT_QUERY, &current);
    assert_int_equal(current, after ? query : 0);
    if (after)
        glEndQuery(target);
    glDeleteQueries(1, &query);
    scene_build(e, s); /* and again before anybody asked for the total */
    scene_build(e, s);
    OK(e, hpyr_pyramid_total(s->pyramid, &total));
    assert_int_equal(total, s->total);
    CHECK_GL();
}

/* The hostile caller has a query of his own. */
GPU_TEST_ONCE(try_total_waits_for_a_query_or_without_one) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        if (combination_runs(e, &c)) {
            SCOPED(scene_free) scene s = make_scene(e, &c);
            for (int k = 0; k < 4; k++)
                check_queries(e, &s, GL_SAMPLES_PASSED, k & 1, k & 2);
            if (glewGetExtension("GL_ARB_occlusion_query2"))
                check_queries(e, &s, GL_ANY_SAMPLES_PASSED, true, true);
            scene_build(e, &s); /* destroyed while its total is on the way */
        }
}

GPU_TEST(many_totals_are_on_the_way_at_once) {
    scene scenes[6];
    combination c = {any_layout(e), HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED};
    for (size_t i = 0; i < LENGTH(scenes); i++) {
        c.base = i % 2 ? HPYR_BASE_MERGED : HPYR_BASE_SEPARATE;
        scenes[i] = scene_make(e, &c, (const uint32_t[3]){10 + (uint32_t)i, 20, 1}, INPUT_R8, 0.5, 0);
    }
    for (size_t i = LENGTH(scenes); i-- > 0;)
        wait_for_total(e, &scenes[i]);
    for (size_t i = 0; i < LENGTH(scenes); i++)
        scene_free(&scenes[i]);
}

/* ---- textures ---- */

/* R8, R16 and R32F name luminance, intensity and, where the extension is there, red textures. */
GPU_TEST(all_textures_of_one_channel_are_read) {
    static const struct {
        GLint internal;
        GLenum external, type;
        hpyr_format format;
    } rows[] = {{GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R8},
                {GL_INTENSITY8, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R8},
                {GL_R8, GL_RED, GL_UNSIGNED_BYTE, HPYR_FORMAT_R8},
                {GL_LUMINANCE16, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16},
                {GL_INTENSITY16, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16},
                {GL_R16, GL_RED, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16},
                {GL_LUMINANCE32F_ARB, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R32F},
                {GL_INTENSITY32F_ARB, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R32F},
                {GL_R32F, GL_RED, GL_UNSIGNED_BYTE, HPYR_FORMAT_R32F},
                {GL_LUMINANCE16F_ARB, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16F},
                {GL_INTENSITY16F_ARB, GL_LUMINANCE, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16F},
                {GL_R16F, GL_RED, GL_UNSIGNED_BYTE, HPYR_FORMAT_R16F}};
    enum { WIDTH = 20, HEIGHT = 9 };
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, WIDTH, HEIGHT, 1);
    image_fill(&im, 0.4, 3); /* 0 and 255, which are 0 and 1 in every format */
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_range(&im, WIDTH, HEIGHT, 1, 1);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_threshold(e, 1.0);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, WIDTH, HEIGHT);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        hpyr_texture texture = {.width = WIDTH, .height = HEIGHT, .format = rows[i].format};
        if (rows[i].external == GL_RED && !GLEW_ARB_texture_rg)
            continue;
        glGenTextures(1, &texture.name);
        glBindTexture(GL_TEXTURE_2D, texture.name);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, rows[i].internal, WIDTH, HEIGHT, 0, rows[i].external, rows[i].type, im.pixels);
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glBindTexture(GL_TEXTURE_2D, 0);
        CHECK_GL();
        OK(e, hpyr_pyramid_build(pyramid, discriminator, &texture));
        check_image(e, pyramid, oracle, WIDTH, HEIGHT);
        glDeleteTextures(1, &texture.name);
    }
}

static void read_parameters(const hpyr_texture *texture, GLfloat values[10]) {
    static const GLenum names[10] = {
        GL_TEXTURE_BASE_LEVEL, GL_TEXTURE_MAX_LEVEL, GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S,
        GL_TEXTURE_WRAP_T,     GL_TEXTURE_WRAP_R,    GL_TEXTURE_MIN_LOD,    GL_TEXTURE_MAX_LOD,    GL_TEXTURE_LOD_BIAS};
    glBindTexture(texture->target, texture->name);
    for (int i = 0; i < 10; i++)
        glGetTexParameterfv(texture->target, names[i], &values[i]);
    glBindTexture(texture->target, 0);
}

/* An input's own parameters stay what they are, odd as they may be: with every call, and over a bind and its unbind. */
GPU_TEST(parameters_of_an_input_stay_as_they_are) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++)
        if (combination_runs(e, &c)) {
            GLfloat before[10], after[10];
            SCOPED(scene_free) scene s = scene_make(e, &c, (const uint32_t[3]){6, 7, 5}, INPUT_R8, 0.5, 0);
            env_watch(e, s.im.texture.target, s.im.texture.name);
            scene_build(e, &s);
            scene_check(e, &s);
            e->watch_count = 0; /* there are no sampler objects, so a bound texture has the parameters that it needs */
            read_parameters(&s.im.texture, before);
            scene_check_fragments(e, &s);
            read_parameters(&s.im.texture, after);
            assert_memory_equal(before, after, sizeof before);
        }
}

static void refuse_input(env *e, hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator, hpyr_texture texture,
                         const char *word) {
    env_clear_log(e);
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_pyramid_build(pyramid, discriminator, &texture));
    if (!env_logged(e, word))
        fail_msg("format %d, target 0x%x: \"%s\" is not in the log: %s", (int)texture.format, texture.target, word,
                 e->log);
}

GPU_TEST(integers_and_arrays_do_not_exist) {
    static const struct {
        hpyr_format format;
        const char *name;
    } integers[] = {{HPYR_FORMAT_R8UI, "R8UI"},
                    {HPYR_FORMAT_R16UI, "R16UI"},
                    {HPYR_FORMAT_R16I, "R16I"},
                    {HPYR_FORMAT_R32UI, "R32UI"},
                    {HPYR_FORMAT_RGBA32UI, "RGBA32UI"}};
    combination c = {any_layout(e), HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED};
    SCOPED(scene_free) scene s = scene_make(e, &c, image_size, INPUT_R8, 0.5, 0);
    hpyr_texture wrong = s.im.texture;
    for (size_t i = 0; i < LENGTH(integers); i++) {
        wrong.format = integers[i].format;
        refuse_input(e, s.pyramid, s.discriminator, wrong, integers[i].name);
    }
    wrong = s.im.texture;
    wrong.target = GL_TEXTURE_2D_ARRAY;
    refuse_input(e, s.pyramid, s.discriminator, wrong, "");
    wrong = s.im.texture;
    wrong.format = HPYR_FORMAT_RGBA32UI;
    scene_build(e, &s);
    EXPECT_TOLD(e, HPYR_ERROR_UNSUPPORTED, "RGBA32UI",
                hpyr_pyramid_extract_texture(s.pyramid, 0, HPYR_ALL, &wrong, NULL));
    scene_check(e, &s);
}

/* ---- stacks ---- */

/* Also where no texture is bound, for which Mesa does not pop them. */
GPU_TEST_ONCE(biases_of_units_neither_matter_nor_change) {
    combination c;
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c))
            continue;
        SCOPED(scene_free) scene s = make_scene(e, &c);
        for (GLuint unit = 0; unit < 8; unit++) {
            glActiveTexture(GL_TEXTURE0 + unit);
            glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 2.0f + (GLfloat)unit);
        }
        assert_int_equal(hpyr_pyramid_build_counts(s.pyramid, &s.im.texture), HPYR_OK);
        for (GLuint unit = 0; unit < 8; unit++) {
            GLfloat bias = 0;
            glActiveTexture(GL_TEXTURE0 + unit);
            glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bias);
            assert_true(bias == 2.0f + (GLfloat)unit);
        }
        hpyr_point *points = make_room((size_t)s.total * sizeof *points);
        assert_int_equal(hpyr_pyramid_download(s.pyramid, 0, HPYR_ALL, points, s.total, 0, NULL), HPYR_OK);
        check_points(points, s.oracle, 0, s.total);
        free(points);
        for (GLuint unit = 0; unit < 8; unit++) {
            glActiveTexture(GL_TEXTURE0 + unit);
            glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, 0.0f);
        }
        glActiveTexture(GL_TEXTURE0);
    }
}

/* Where one of GL's stacks is full the other is still popped as often as it was pushed. */
GPU_TEST_ONCE(full_stacks_stay_as_they_are) {
    combination c = {any_layout(e), HPYR_ORDER_MORTON, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED};
    SCOPED(scene_free) scene s = scene_make(e, &c, image_size, INPUT_R8, 0.5, 0);
    for (int client = 0; client < 2; client++)
        for (int places = 0; places < 2; places++) {
            GLint limit = 0, depths[2];
            glGetIntegerv(client ? GL_MAX_CLIENT_ATTRIB_STACK_DEPTH : GL_MAX_ATTRIB_STACK_DEPTH, &limit);
            for (int i = 0; i < limit - places; i++)
                client ? glPushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS) : glPushAttrib(GL_CURRENT_BIT);
            assert_int_equal(hpyr_pyramid_build(s.pyramid, s.discriminator, &s.im.texture), HPYR_OK);
            glGetIntegerv(GL_ATTRIB_STACK_DEPTH, &depths[0]);
            glGetIntegerv(GL_CLIENT_ATTRIB_STACK_DEPTH, &depths[1]);
            assert_int_equal(depths[client], limit - places);
            assert_int_equal(depths[!client], 0);
            for (int i = 0; i < limit - places; i++)
                client ? glPopClientAttrib() : glPopAttrib();
            CHECK_GL();
        }
    scene_check(e, &s);
}

/* ---- the context ---- */

static void remember(hpyr_log_level level, const char *message, void *user) {
    (void)level;
    snprintf(user, 4096, "%s", message);
}

/* A driver that is told to be a 2.1 has no core profile to offer. */
GPU_TEST_ONCE(a_core_profile_cannot_be_held_to_gl_21) {
    char log[4096] = "";
    const hpyr_context_desc desc = {.log = remember, .user = log, .gl_version_cap = 21};
    headless *core = headless_open(33);
    hpyr_context *context = NULL;
    if (!core)
        SKIP("this driver has no core profile");
    assert_int_equal(hpyr_context_create(&desc, &context), HPYR_ERROR_UNSUPPORTED);
    assert_null(context);
    assert_non_null(strstr(log, "core"));
    assert_int_equal(glGetError(), GL_NO_ERROR);
    headless_close(core);
    assert_true(headless_make_current(e->display, true));
}

GPU_TEST(there_are_no_lists) {
    const hpyr_lists_desc desc = {.capacity = 1};
    hpyr_lists *lists = (hpyr_lists *)&desc;
    EXPECT_TOLD(e, HPYR_ERROR_UNSUPPORTED, "2.1", hpyr_lists_create(e->context, &desc, &lists));
    assert_null(lists);
    assert_int_equal(hpyr_lists_bytes(e->context, &desc), 0);
    assert_int_equal(hpyr_context_caps(e->context)->max_list_length, 0);
}

GPU_TEST(there_are_no_seeds_of_flows) {
    const hpyr_flow_desc desc = {.grid = {.width = 4, .height = 4, .depth = 4}};
    hpyr_flow *flow = (hpyr_flow *)&desc;
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_flow_create(e->context, &desc, &flow));
    assert_null(flow);
    assert_true(env_logged(e, "flow: GL 2.1 has no lists"));
    assert_int_equal(hpyr_flow_bytes(e->context, &desc), 0);
}

GPU_TEST(there_are_no_octrees) {
    const hpyr_octree_desc desc = {.capacity = 1, .depth = 1};
    hpyr_octree *octree = (hpyr_octree *)&desc;
    EXPECT_TOLD(e, HPYR_ERROR_UNSUPPORTED, "", hpyr_octree_create(e->context, &desc, &octree));
    assert_null(octree);
}

GPU_TEST(there_is_no_poisson) {
    const hpyr_poisson_desc desc = {.capacity = 1, .depth = 1};
    hpyr_poisson *poisson = (hpyr_poisson *)&desc;
    EXPECT_TOLD(e, HPYR_ERROR_UNSUPPORTED, "", hpyr_poisson_create(e->context, &desc, &poisson));
    assert_null(poisson);
}
