/* test_expansion_draws.c - the paper's forms of marching cubes in callers' own shaders.  SPDX-License-Identifier: MIT */
#include "common/files/system.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fetches.h"
#include "soups.h"

/* What every shader of a caller begins with. */
static const char *version_of(const env *e) {
    return e->gl21 ? "#version 120\n" : e->es ? "#version 300 es\nprecision highp float;\n" : "#version 330\n";
}

/* A text behind that; free it. */
static char *with_version(const env *e, const char *text) {
    char *all = make_room(strlen(version_of(e)) + strlen(text) + 1);
    return strcat(strcpy(all, version_of(e)), text);
}

/* The snippet between a version and `body`; free it. */
static char *paste(env *e, const hpyr_marching_cubes *cubes, const char *prefix, const char *version,
                   const char *body) {
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_marching_cubes_glsl(cubes, prefix, NULL, 0, &needed));
    char *text = make_room(strlen(version) + needed + strlen(body) + 1);
    strcpy(text, version);
    OK(e, hpyr_marching_cubes_glsl(cubes, prefix, text + strlen(version), needed, NULL));
    assert_int_equal(strlen(text), strlen(version) + needed - 1);
    return strcat(text, body);
}

static const char *const nothing = "out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
static const char *const vertex_body = "out vec3 position, normal;\n"
                                       "void main() {\n"
                                       "    my_vertex_at(my_key_of_vertex(gl_VertexID), position, normal);\n"
                                       "    gl_Position = vec4(position, 1.0);\n"
                                       "}\n";
static const char *const pass_id = "flat out int id;\n"
                                   "void main() { id = gl_VertexID; gl_Position = vec4(0.0); }\n";
static const char *const geometry_body = "layout(points) in;\n"
                                         "layout(triangle_strip, max_vertices = 15) out;\n"
                                         "flat in int id[];\n"
                                         "out vec3 position, normal;\n"
                                         "void main() {\n"
                                         "    int count = my_cell_vertices(my_key_of_vertex(id[0]));\n"
                                         "    for (int i = 0; i < count; i++) {\n"
                                         "        my_cell_vertex(i, position, normal);\n"
                                         "        gl_Position = vec4(position, 1.0);\n"
                                         "        EmitVertex();\n"
                                         "        if (i % 3 == 2) EndPrimitive();\n"
                                         "    }\n"
                                         "}\n";

/* A program of the caller's that captures its triangles. */
static GLuint make_capturing(env *e, const hpyr_marching_cubes *cubes) {
    static const GLchar *const captured[] = {"position", "normal"};
    bool is_vertex = hpyr_marching_cubes_resolved(cubes)->expansion == HPYR_EXPANSION_VERTEX;
    GLint linked = 0;
    GLuint program = glCreateProgram();
    char *text = paste(e, cubes, "my_", version_of(e), is_vertex ? vertex_body : geometry_body),
         *vertex = with_version(e, pass_id), *fragment = with_version(e, nothing);
    add_stage(program, GL_VERTEX_SHADER, is_vertex ? text : vertex);
    if (!is_vertex)
        add_stage(program, GL_GEOMETRY_SHADER, text);
    add_stage(program, GL_FRAGMENT_SHADER, fragment);
    glTransformFeedbackVaryings(program, 2, captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    free(text);
    free(vertex);
    free(fragment);
    CHECK_GL();
    return program;
}

/* What a draw of keys makes, compared with the soup from triangle `from` on. */
static void check_draw(env *e, hpyr_marching_cubes *cubes, const mesh_job *job, const soup_of_job *s,
                       const uint32_t keys[2], uint64_t from, uint64_t triangles) {
    hpyr_report report = {9, 9, 9};
    SCOPED(gpu_mesh_free)
    gpu_mesh m = {.vertices = calloc(3 * triangles + 3, sizeof *m.vertices), .vertex_count = 3 * triangles};
    size_t bytes = (3 * triangles + 3) * sizeof *m.vertices;
    GLuint buffer, written;
    assert_non_null(m.vertices);
    glGenBuffers(1, &buffer);
    glGenQueries(1, &written);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, written);
    glBeginTransformFeedback(GL_TRIANGLES);
    assert_int_equal(hpyr_marching_cubes_draw(cubes, keys[0], keys[1], &report), HPYR_OK);
    glEndTransformFeedback();
    glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    glDisable(GL_RASTERIZER_DISCARD);
    CHECK_GL();
    GLuint count = 0;
    glGetQueryObjectuiv(written, GL_QUERY_RESULT, &count);
    assert_int_equal(count, triangles);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    fetch_buffer(buffer, 0, bytes, m.vertices);
    compare_part(job, &m, &s->mesh, 3 * from, 0, 0);
    bool stays =
        !e->es && hpyr_context_caps(e->context)->gl_version >= 40 && !keys[0] && keys[1] == HPYR_ALL; /* on the GPU */
    assert_true(stays ? !report.total && !report.available : report.total && report.written == report.available);
    glDeleteQueries(1, &written);
    glDeleteBuffers(1, &buffer);
}

/* How many triangles the first `count` keys have, of the cells that come first or of vertices. */
static uint64_t triangles_of_keys(const soup_of_job *s, hpyr_expansion x, uint32_t count) {
    uint64_t triangles = 0;
    if (x == HPYR_EXPANSION_VERTEX)
        return count / 3;
    for (; triangles < s->mesh.triangle_count; triangles++)
        if (!s->cells[triangles].remainder && !count--)
            break;
    return triangles;
}

static void check_draws(env *e, hpyr_marching_cubes *cubes, const mesh_job *job, const soup_of_job *s) {
    static const uint32_t ranges[][2] = {{0, HPYR_ALL}, {0, 9}, {6, 12}, {30, HPYR_ALL}, {0, HPYR_ALL}};
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        uint64_t from = triangles_of_keys(s, job->expansion, ranges[i][0]),
                 to = ranges[i][1] == HPYR_ALL ? s->mesh.triangle_count
                                               : triangles_of_keys(s, job->expansion, ranges[i][0] + ranges[i][1]);
        check_draw(e, cubes, job, s, ranges[i], from, to - from);
    }
}

GPU_TEST(draws_make_the_soup) {
    if (e->gl21)
        SKIP("GL 2.1 captures no vertices");
    SCOPED(free_memory) float *samples = random_samples(8, 7, 6, 11);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (GLuint unit = 0; unit < 4; unit += 3) {
            image im;
            hpyr_binding binding = {0, 0, 0};
            mesh_job job = soup_job(samples, 8, 7, 6, 0.1f, x);
            soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
            hpyr_marching_cubes *cubes = build_job(e, &job, &im);
            GLuint program = make_capturing(e, cubes);
            glBindTexture(GL_TEXTURE_3D,
                          im.texture.name); /* the caller's own parameters, to be neutral while it is bound */
            glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_SWIZZLE_R, GL_ONE);
            glTexParameteri(GL_TEXTURE_3D, GL_TEXTURE_MAX_LEVEL, 7);
            glBindTexture(GL_TEXTURE_3D, 0);
            env_watch(e, GL_TEXTURE_3D, im.texture.name);
            env_pause(e);
            OK(e, (e->result = hpyr_marching_cubes_bind(cubes, program, "my_", unit, &binding)) == HPYR_OK
                      ? hpyr_marching_cubes_unbind(cubes)
                      : e->result);
            assert_int_equal(binding.first_unit, unit);
            assert_true(binding.unit_count >= 4 && binding.unit_count <= 6);
            target canvas = target_make(16, 16);
            if (!e->hostile) {
                target_begin(&canvas, 0);
                assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", unit, NULL), HPYR_OK);
                check_draws(e, cubes, &job, &s);
                assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_OK);
            }
            target_free(&canvas);
            glDeleteProgram(program);
            free_cubes(e, cubes);
            image_free(&im);
            soup_of_job_free(&s);
            e->watch_count = 0;
        }
}

/* ---- draws whose pixels are triangles ---- */

enum { CANVAS = 32 };

/* A triangle a pixel, around its center: what varies over it is the mean of its corners there. */
static const char *const spread =
    "vec4 spread(int vertex) {\n"
    "    int triangle = vertex / 3, corner = vertex - 3 * triangle, row = triangle / 32;\n"
    "    vec2 offset = corner == 0 ? vec2(-0.4, -0.4) : corner == 1 ? vec2(0.4, -0.4) : vec2(0.0, 0.8);\n"
    "    return vec4((vec2(triangle - 32 * row, row) + 0.5 + offset) / 16.0 - 1.0, 0.0, 1.0);\n"
    "}\n";
static const char *const body_33 = "out vec3 value;\n"
                                   "void main() {\n"
                                   "    vec3 position, normal;\n"
                                   "    MAKE(gl_VertexID)\n"
                                   "    value = VALUE;\n"
                                   "    gl_Position = spread(gl_VertexID);\n"
                                   "}\n";
static const char *const body_21 = "attribute float a_hpyr_vertex;\n"
                                   "varying vec3 value;\n"
                                   "void main() {\n"
                                   "    vec3 position, normal;\n"
                                   "    MAKE(int(a_hpyr_vertex))\n"
                                   "    value = VALUE;\n"
                                   "    gl_Position = spread(int(a_hpyr_vertex));\n"
                                   "}\n";
static const char *const show_33 = "in vec3 value;\nout vec4 color;\n"
                                   "void main() { color = vec4(value, 1.0); }\n";
static const char *const show_21 = "varying vec3 value;\n"
                                   "void main() { gl_FragColor = vec4(value, 1.0); }\n";

/* Shows VALUE of the vertices that MAKE makes. `others` stands before it, a snippet or nothing. */
static GLuint make_showing(env *e, const hpyr_marching_cubes *cubes, const char *others, const char *make,
                           const char *value) {
    char defines[512];
    snprintf(defines, sizeof defines, "#define MAKE(number) %s\n#define VALUE %s\n%s", make, value, spread);
    SCOPED(free_memory)
    char *start = with_version(e, others), *end = make_room(2048), *show = with_version(e, e->gl21 ? show_21 : show_33);
    sprintf(end, "%s%s", defines, e->gl21 ? body_21 : body_33);
    SCOPED(free_memory) char *text = paste(e, cubes, "my_", start, end);
    GLuint program = make_program(text, show);
    return program;
}

static const char *const my_vertex = "my_vertex_at(my_key_of_vertex(number), position, normal);";

/* What is drawn nowhere; a compatibility profile clamps what it says of a color outside of 0 to 1. */
#define BEHIND 0.9375f

/* A target of floats for the mean of triangles, in use until it is freed. */
static GLuint floats[2];

static void begin_canvas(const env *e) {
    glGenTextures(1, &floats[0]);
    glBindTexture(GL_TEXTURE_2D, floats[0]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, CANVAS, CANVAS, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    (e->gl21 ? glGenFramebuffersEXT : glGenFramebuffers)(1, &floats[1]);
    if (e->gl21) {
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, floats[1]);
        glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, floats[0], 0);
    } else {
        glBindFramebuffer(GL_FRAMEBUFFER, floats[1]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, floats[0], 0);
    }
    glViewport(0, 0, CANVAS, CANVAS);
    glClearColor(BEHIND, BEHIND, BEHIND, BEHIND);
    glClear(GL_COLOR_BUFFER_BIT);
    CHECK_GL();
}

static void end_canvas(const env *e, float pixels[CANVAS * CANVAS][4]) {
    glReadPixels(0, 0, CANVAS, CANVAS, GL_RGBA, GL_FLOAT, pixels);
    (e->gl21 ? glDeleteFramebuffersEXT : glDeleteFramebuffers)(1, &floats[1]);
    glDeleteTextures(1, &floats[0]);
    glViewport(0, 0, 1, 1);
    CHECK_GL();
}

/* Pixel i is the mean of triangle i's corners, and nothing is drawn behind the last one. */
static void check_means(float pixels[CANVAS * CANVAS][4], const float *corners, uint64_t triangles) {
    for (uint64_t i = 0; i < CANVAS * CANVAS; i++)
        for (size_t k = 0; k < 3; k++) {
            const float *c = corners + 9 * i + k;
            double wanted = i < triangles ? ((double)c[0] + c[3] + c[6]) / 3 : BEHIND;
            if (!(fabs(pixels[i][k] - wanted) <= 1e-2)) { /* GPUs round corners to 1/256 pixel */
                fail_msg("triangle %u of %u: %g in the mean, not %g", (unsigned)i, (unsigned)triangles,
                         (double)pixels[i][k], wanted);
            }
        }
}

/* A vertex array for GL 3.3; 2.1 has none. */
static GLuint make_array(const env *e) {
    GLuint array = 0;
    if (e->gl21)
        return 0;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    return array;
}

static void draw_means(env *e, hpyr_marching_cubes *cubes, GLuint program, const float *corners, uint64_t triangles) {
    static float pixels[CANVAS * CANVAS][4];
    hpyr_report report = {9, 9, 9};
    GLuint array = make_array(e);
    assert_true(triangles <= CANVAS * CANVAS);
    begin_canvas(e);
    assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", 1, NULL), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_draw(cubes, 0, HPYR_ALL, &report), HPYR_OK);
    bool waits = e->gl21 || e->es || !glDrawArraysIndirect; /* an indirect draw does not wait for its total */
    uint64_t known = waits ? 3 * triangles : 0;
    assert_int_equal(report.total, known);
    assert_int_equal(report.written, known);
    assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_OK);
    end_canvas(e, pixels);
    check_means(pixels, corners, triangles);
    if (array)
        glDeleteVertexArrays(1, &array);
}

GPU_TEST_ONCE(drawn_pixels_are_the_oracles) {
    SCOPED(free_memory) float *samples = random_samples(7, 6, 5, 21);
    for (hpyr_layout layout = HPYR_LAYOUT_AUTO; layout <= HPYR_LAYOUT_BILINEAR; layout++) {
        image im;
        mesh_job job = soup_job(samples, 7, 6, 5, 0.3f, HPYR_EXPANSION_VERTEX);
        job.layout = layout;
        if (!layout_runs(e, layout, job.expansion) || (e->gl21 && layout == HPYR_LAYOUT_RECT))
            continue;
        SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&job, order_of(layout));
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        GLuint program = make_showing(e, cubes, "", my_vertex, "position");
        draw_means(e, cubes, program, s.positions, s.mesh.triangle_count);
        glDeleteProgram(program);
        program = make_showing(e, cubes, "", my_vertex, "normal");
        draw_means(e, cubes, program, s.normals, s.mesh.triangle_count);
        glDeleteProgram(program);
        image_free(&im);
    }
}

/* Two surfaces of one field in one shader: the drawn one's positions, and the other one's normals. */
GPU_TEST(two_surfaces_meet_in_a_shader) {
    static float pixels[CANVAS * CANVAS][4];
    SCOPED(free_memory) float *samples = random_samples(5, 6, 7, 22);
    image im, other_im;
    hpyr_binding binding;
    mesh_job job = soup_job(samples, 5, 6, 7, 0.3f, HPYR_EXPANSION_VERTEX), other_job = job;
    other_job.layout = e->gl21 ? HPYR_LAYOUT_SINGLE : HPYR_LAYOUT_VEC4;
    other_job.ref.gradient = HPYR_GRADIENT_CENTRAL;
    SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&other_job, HPYR_ORDER_MORTON);
    SCOPED(destroy_marching_cubes)
    hpyr_marching_cubes *cubes = build_job(e, &job, &im), *other = build_job(e, &other_job, &other_im);
    SCOPED(free_memory) char *others = paste(e, other, "other_", "", "");
    GLuint program = make_showing(e, cubes, others,
                                  "my_vertex_at(my_key_of_vertex(number), position, normal);"
                                  "other_vertex_at(my_key_of_vertex(number), position, normal);",
                                  "normal"),
           array = make_array(e);
    begin_canvas(e);
    assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", 0, &binding), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_bind(other, program, "other_", binding.unit_count, NULL), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_draw(cubes, 0, HPYR_ALL, NULL), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_ERROR_INVALID_ARGUMENT); /* the other one first */
    assert_int_equal(hpyr_marching_cubes_unbind(other), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_OK);
    end_canvas(e, pixels);
    check_means(pixels, s.normals, s.mesh.triangle_count);
    if (array)
        glDeleteVertexArrays(1, &array);
    glDeleteProgram(program);
    image_free(&other_im);
    image_free(&im);
}

/* ---- fields that are functions ---- */

static const char *const plane = "uniform float u_hpyr_level;\n"
                                 "float hpyr_field_at(vec3 p) {\n"
                                 "    return p.x + 2.0 * p.y - 4.0 * p.z - u_hpyr_level;\n"
                                 "}\n"
                                 "vec3 hpyr_gradient_at(vec3 p) {\n"
                                 "    return vec3(1.0, 2.0, -4.0) * (1.0 + p.x * p.x);\n"
                                 "}\n";

static void bind_level(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    char name[64];
    (void)first_unit;
    snprintf(name, sizeof name, "u_%slevel", prefix);
    glUniform1f(glGetUniformLocation(program, name), *(const float *)user);
}

GPU_TEST(functions_are_drawn_and_extracted) {
    float samples[5 * 5 * 5], level = 0.25f;
    for (int i = 0; i < 125; i++) {
        const int x = i % 5, y = i / 5 % 5, z = i / 25;
        samples[i] = (float)x / 2 + (float)y - 2 * (float)z + 1 - level;
    }
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        mesh_job job = soup_job(samples, 5, 5, 5, 0.0625f, x);
        SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        hpyr_marching_cubes_desc desc = cubes_desc(&job);
        desc.gradient = HPYR_GRADIENT_CALLER;
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = make_cubes(e, &desc);
        const hpyr_field field = {.glsl = plane, .bind = bind_level, .user = &level};
        OK(e, hpyr_marching_cubes_build(cubes, &field, 0, job.ref.iso));
        SCOPED(gpu_mesh_free)
        gpu_mesh m = {.vertices = malloc((size_t)s.mesh.vertex_count * sizeof *m.vertices),
                      .vertex_count = s.mesh.vertex_count};
        OK(e, hpyr_marching_cubes_download(cubes, m.vertices, (size_t)m.vertex_count, NULL));
        compare_part(&job, &m, &s.mesh, 0, 0, 0); /* the plane's differences are its gradient */
        if (x == HPYR_EXPANSION_VERTEX && !e->hostile) {
            SCOPED(delete_program) GLuint program = make_showing(e, cubes, "", my_vertex, "normal");
            draw_means(e, cubes, program, s.normals, s.mesh.triangle_count);
        }
    }
}

/* ---- what is not so good ---- */

GPU_TEST_ONCE(empty_fields_draw_nothing) {
    static const uint32_t sizes[][3] = {{1, 1, 1}, {5, 1, 4}, {1, 3, 3}, {3, 3, 1}, {3, 3, 3}};
    const float samples[27] = {0};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(image_free) image im;
        mesh_job job = soup_job(samples, sizes[i][0], sizes[i][1], sizes[i][2], 1, HPYR_EXPANSION_VERTEX);
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        SCOPED(delete_program) GLuint program = make_showing(e, cubes, "", my_vertex, "position");
        draw_means(e, cubes, program, samples, 0);
    }
}

GPU_TEST(destroying_unbinds) {
    SCOPED(free_memory) float *samples = random_samples(4, 4, 4, 23);
    image im, other_im;
    mesh_job job = soup_job(samples, 4, 4, 4, 0.3f, HPYR_EXPANSION_VERTEX);
    hpyr_marching_cubes *cubes = build_job(e, &job, &im), *other = build_job(e, &job, &other_im);
    SCOPED(delete_program) GLuint program = make_showing(e, cubes, "", my_vertex, "position");
    env_watch(e, GL_TEXTURE_3D, im.texture.name);
    env_watch(e, GL_TEXTURE_3D, other_im.texture.name);
    env_pause(e);
    env_enter(e);
    assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", 0, NULL), HPYR_OK);
    assert_int_equal(hpyr_marching_cubes_bind(other, program, "my_", 8, NULL), HPYR_OK);
    hpyr_marching_cubes_destroy(other);
    hpyr_marching_cubes_destroy(cubes);
    e->result = HPYR_OK;
    env_leave(e, "bind, bind, destroy, destroy", __FILE__, __LINE__);
    e->watch_count = 0;
    image_free(&im);
    image_free(&other_im);
}

/* The field's name becomes that of a texture of another target, before a bind or before its end. */
GPU_TEST(a_name_may_become_that_of_another_texture) {
    SCOPED(free_memory) float *samples = random_samples(4, 4, 4, 23);
    mesh_job job = soup_job(samples, 4, 4, 4, 0.3f, HPYR_EXPANSION_VERTEX);
    for (int is_bound = 0; is_bound < 2; is_bound++) {
        SCOPED(image_free) image im;
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        SCOPED(delete_program) GLuint program = make_showing(e, cubes, "", my_vertex, "position");
        if (is_bound)
            assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", 0, NULL), HPYR_OK);
        rename_texture(im.texture.name, GL_TEXTURE_2D);
        if (is_bound)
            assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_OK);
        CHECK_GL();
        env_pause(e);
        EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_marching_cubes_bind(cubes, program, "my_", 0, NULL));
    }
}

/* After a build that was refused since it was bound. */
static void check_built_still(env *e, hpyr_marching_cubes *cubes) {
    hpyr_mesh_statistics counts;
    OK(e, hpyr_marching_cubes_statistics(cubes, &counts));
    assert_true(counts.triangles > 0);
}

GPU_TEST(what_cannot_be_is_unsupported) {
    hpyr_marching_cubes *cubes = NULL;
    hpyr_marching_cubes_desc desc = {.grid = {.width = 4, .height = 4, .depth = 4}, .layout = HPYR_LAYOUT_BITS};
    EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_marching_cubes_create(e->context, &desc, &cubes));
    assert_null(cubes);
    desc.layout = HPYR_LAYOUT_AUTO;
    hpyr_marching_cubes *unbuilt = make_cubes(e, &desc);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_glsl(unbuilt, NULL, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_bind(unbuilt, 1, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_draw(unbuilt, 0, HPYR_ALL, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_unbind(unbuilt));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_command(unbuilt, 1, 0));
    EXPECT(e, HPYR_ERROR_NOT_BUILT,
           hpyr_marching_cubes_extract(unbuilt, &(hpyr_mesh_output){.vertex_buffer = 1}, NULL));
    free_cubes(e, unbuilt);
    desc.expansion = HPYR_EXPANSION_GEOMETRY;
    if (e->gl21 || e->es) {
        EXPECT(e, HPYR_ERROR_UNSUPPORTED, hpyr_marching_cubes_create(e->context, &desc, &cubes));
        assert_true(env_logged(e, "expansion VERTEX only"));
    }
    if (e->gl21) {
        hpyr_isosurface *mesh = NULL;
        EXPECT(e, HPYR_ERROR_UNSUPPORTED,
               hpyr_isosurface_create(e->context, &(hpyr_isosurface_desc){.grid = desc.grid}, &mesh));
        assert_null(mesh);
    }
}

GPU_TEST(mistakes_are_answered) {
    SCOPED(free_memory) float *samples = random_samples(4, 4, 4, 24);
    SCOPED(image_free) image im;
    char text[4];
    mesh_job job = soup_job(samples, 4, 4, 4, 0.3f, HPYR_EXPANSION_VERTEX);
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_glsl(cubes, "1", NULL, 0, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_marching_cubes_glsl(cubes, NULL, text, sizeof text, NULL));
    assert_string_equal(text, "");
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_bind(cubes, 0, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_marching_cubes_draw(cubes, 0, HPYR_ALL, NULL));
    SCOPED(delete_program) GLuint program = make_showing(e, cubes, "", my_vertex, "position");
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_bind(cubes, program, "my_", 100000, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_bind(cubes, program, "no_", 0, NULL));
    assert_int_equal(hpyr_marching_cubes_bind(cubes, program, "my_", 0, NULL), HPYR_OK);
    hpyr_field field = field_of(&im);
    assert_int_equal(hpyr_marching_cubes_build(cubes, &field, 0, 0), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_marching_cubes_unbind(cubes), HPYR_OK);
    check_built_still(e, cubes);
}

int main(void) {
    system_set_variable("force_gl_names_reuse", "true");
    return runner_main();
}
