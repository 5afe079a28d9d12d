/* drawings.c - the library's GLSL in shaders of the caller's, in both dialects, compared with the oracle.
 * SPDX-License-Identifier: MIT */
#include "layouts.h"

#include <string.h>

enum { WIDTH = 64, CLEAR = 12345, MOST_UNITS = 6 };

static const char *const fullscreen_21 = "#version 120\n"
                                         "attribute vec2 corner;\n"
                                         "void main() { gl_Position = vec4(corner, 0.0, 1.0); }\n";

/* Pixel i answers with the rank of cell i, the total and the cell's outputs. */
static const char *const rank_body = "uniform ivec3 u_size;\n"
                                     "out uvec4 color;\n"
                                     "void main() {\n"
                                     "    int i = int(gl_FragCoord.y) * 64 + int(gl_FragCoord.x);\n"
                                     "    ivec3 cell = ivec3(i % u_size.x, i / u_size.x % u_size.y,\n"
                                     "                       i / (u_size.x * u_size.y));\n"
                                     "    if (cell.z >= u_size.z) discard;\n"
                                     "    color = uvec4(hpyr_rank(cell), hpyr_total(), hpyr_count(cell), 6u);\n"
                                     "}\n";
static const char *const rank_body_21 =
    "uniform ivec3 u_size;\n"
    "void main() {\n"
    "    int i = int(gl_FragCoord.y) * 64 + int(gl_FragCoord.x);\n"
    "    int row = i / u_size.x, slice = row / u_size.y;\n"
    "    ivec3 cell = ivec3(i - row * u_size.x, row - slice * u_size.y, slice);\n"
    "    if (cell.z >= u_size.z) discard;\n"
    "    gl_FragColor = vec4(hpyr_rank(cell), hpyr_total(), hpyr_count(cell), 6.0);\n"
    "}\n";

static const char *const select_body = "out uvec4 color;\n"
                                       "void main() {\n"
                                       "    uint key = uint(gl_FragCoord.y) * 64u + uint(gl_FragCoord.x);\n"
                                       "    if (key >= hpyr_total()) discard;\n"
                                       "    color = hpyr_point_at(key);\n"
                                       "}\n";
static const char *const select_body_21 = "void main() {\n"
                                          "    float key = floor(gl_FragCoord.y) * 64.0 + floor(gl_FragCoord.x);\n"
                                          "    if (key >= hpyr_total()) discard;\n"
                                          "    gl_FragColor = hpyr_point_at(key);\n"
                                          "}\n";

/* Key k, counted from the first one, is pixel k of the target. */
static const char *const vertex_body = "flat out uvec4 v_point;\n"
                                       "uniform uint u_first;\n"
                                       "uniform vec2 u_target;\n"
                                       "void main() {\n"
                                       "    uint key = hpyr_key_of_vertex(gl_VertexID);\n"
                                       "    uint i = key - u_first;\n"
                                       "    vec2 pixel = vec2(float(i % 64u), float(i / 64u)) + 0.5;\n"
                                       "    v_point = hpyr_point_at(key);\n"
                                       "    gl_Position = vec4(pixel / u_target * 2.0 - 1.0, 0.0, 1.0);\n"
                                       "}\n";
static const char *const vertex_body_21 = "attribute float a_hpyr_vertex;\n"
                                          "varying vec4 v_point;\n"
                                          "uniform float u_first;\n"
                                          "uniform vec2 u_target;\n"
                                          "void main() {\n"
                                          "    float key = hpyr_key_of_vertex(int(a_hpyr_vertex));\n"
                                          "    float i = key - u_first, row = floor((i + 0.5) / 64.0);\n"
                                          "    vec2 pixel = vec2(i - 64.0 * row, row) + 0.5;\n"
                                          "    v_point = hpyr_point_at(key);\n"
                                          "    gl_Position = vec4(pixel / u_target * 2.0 - 1.0, 0.0, 1.0);\n"
                                          "}\n";
static const char *const color_point = "#version 330\n"
                                       "flat in uvec4 v_point;\n"
                                       "out uvec4 color;\n"
                                       "void main() { color = v_point; }\n";
static const char *const color_point_21 = "#version 120\n"
                                          "varying vec4 v_point;\n"
                                          "void main() { gl_FragColor = floor(v_point + 0.5); }\n";

static void draw_fullscreen(const env *e) {
    static const GLfloat corners[6] = {-1, -1, 3, -1, -1, 3};
    if (e->gl21) {
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
        glEnableVertexAttribArray(0);
    }
    glDrawArrays(GL_TRIANGLES, 0, 3);
    if (e->gl21) {
        glDisableVertexAttribArray(0);
        glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, NULL);
    }
}

/* hpyr_pyramid_bind, with as many units as the layout needs. */
static void bind(env *e, const scene *s, GLuint program, uint32_t first_unit) {
    bool is_single = s->c.layout == HPYR_LAYOUT_AUTO || s->c.layout == HPYR_LAYOUT_SINGLE;
    hpyr_binding binding;
    env_bind(e, s->pyramid, program, NULL, first_unit, &binding);
    assert_true(binding.unit_count >= 1 && binding.unit_count <= (is_single ? 2 : MOST_UNITS));
    assert_true(s->c.layout != HPYR_LAYOUT_BITS || binding.unit_count == 3);
}

/* Draws one pixel an entry with the snippet in the fragment shader; the texels are the caller's to free. */
static uint32_t *run_fragments(env *e, const scene *s, const char *body, uint32_t entries) {
    SCOPED(free_memory) char *fragment = paste_snippet(e, s->pyramid, NULL, body);
    SCOPED(delete_program) GLuint program = make_program(e->gl21 ? fullscreen_21 : covering, fragment);
    SCOPED(target_free) target canvas = target_make(WIDTH, entries / WIDTH + 1);
    uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    bind(e, s, program, 2);
    env_calm(e);
    target_begin(&canvas, CLEAR);
    glUniform3i(glGetUniformLocation(program, "u_size"), (GLint)s->size[0], (GLint)s->size[1], (GLint)s->size[2]);
    draw_fullscreen(e);
    target_read(&canvas, texels);
    env_unbind(e, s->pyramid);
    return texels;
}

static void check_ranks(env *e, const scene *s) {
    uint32_t width = s->size[0], height = s->size[1], cells = width * height * s->size[2];
    SCOPED(free_memory) uint32_t *texels = run_fragments(e, s, e->gl21 ? rank_body_21 : rank_body, cells);
    for (uint32_t i = 0; i < cells; i++) {
        uint32_t x = i % width, y = i / width % height, z = i / (width * height);
        const uint32_t expected[4] = {(uint32_t)answer_rank(s->oracle, x, y, z), s->total, s->counts[i] * s->clones, 6};
        if (memcmp(texels + 4 * i, expected, sizeof expected) == 0)
            continue;
        fail_msg("cell %u %u %u: rank %u of %u, count %u; the oracle says %u of %u, %u", x, y, z, texels[4 * i],
                 texels[4 * i + 1], texels[4 * i + 2], expected[0], expected[1], expected[2]);
    }
}

void scene_check_fragments(env *e, const scene *s) {
    check_ranks(e, s);
    SCOPED(free_memory) uint32_t *texels = run_fragments(e, s, e->gl21 ? select_body_21 : select_body, s->total);
    check_points((const hpyr_point *)texels, s->oracle, 0, s->total);
    assert_int_equal(texels[4 * (size_t)s->total], CLEAR);
}

static void set_uniforms(const env *e, GLuint program, const target *canvas, uint32_t first) {
    glUniform2f(glGetUniformLocation(program, "u_target"), (GLfloat)canvas->width, (GLfloat)canvas->height);
    if (e->gl21)
        glUniform1f(glGetUniformLocation(program, "u_first"), (GLfloat)first);
    else
        glUniform1ui(glGetUniformLocation(program, "u_first"), first);
}

void scene_check_vertices(env *e, const scene *s, uint32_t first, uint32_t count) {
    uint32_t rest = first < s->total ? s->total - first : 0, expected = count < rest ? count : rest;
    SCOPED(free_memory)
    char *vertex = paste_snippet_after(e, s->pyramid, NULL, glsl_version(s->c.layout, false),
                                       e->gl21 ? vertex_body_21 : vertex_body);
    SCOPED(delete_program) GLuint program = make_program(vertex, e->gl21 ? color_point_21 : color_point);
    SCOPED(target_free) target canvas = target_make(WIDTH, expected / WIDTH + 1);
    SCOPED(free_memory) uint32_t *texels = make_room((size_t)canvas.width * canvas.height * 16);
    hpyr_report report = {9, 9, 9};
    bind(e, s, program, 0);
    env_calm(e);
    target_begin(&canvas, CLEAR);
    set_uniforms(e, program, &canvas, first);
    assert_int_equal(env_draw(e, s->pyramid, GL_POINTS, first, count, 0, &report), HPYR_OK);
    assert_true(report.written == expected && report.available == expected && report.total == s->total);
    target_read(&canvas, texels);
    env_unbind(e, s->pyramid);
    check_points((const hpyr_point *)texels, s->oracle, first, expected);
    assert_int_equal(texels[4 * (size_t)expected], CLEAR);
}
