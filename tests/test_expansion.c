/* test_expansion.c - the paper's forms of marching cubes, vertex-shader and geometry-shader expansion, against the oracle's soup.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meshes.h"
#include "surfaces.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* ---- the oracle's soup in a pyramid's order ---- */

/* The order of cells that a layout has by default. */
static hpyr_order order_of(hpyr_layout layout) {
    return layout == HPYR_LAYOUT_LINE     ? HPYR_ORDER_LINE
           : layout == HPYR_LAYOUT_VOLUME ? HPYR_ORDER_MORTON3
                                          : HPYR_ORDER_MORTON;
}

typedef struct soup_of_job {
    hpyr_ref_isosurface *lines; /* in the oracle's own order */
    hpyr_ref_isosurface mesh;   /* in the pyramid's */
    float *positions, *normals;
    hpyr_point *edges, *cells;
} soup_of_job;

static void take_triangle(soup_of_job *s, uint64_t to, uint64_t from) {
    memcpy(s->positions + 9 * to, s->lines->positions + 9 * from, 9 * sizeof(float));
    memcpy(s->normals + 9 * to, s->lines->normals + 9 * from, 9 * sizeof(float));
    memcpy(s->edges + 3 * to, s->lines->edges + 3 * from, 3 * sizeof(hpyr_point));
    s->cells[to] = s->lines->cells[from];
}

/* The triangles of the cells from layer `lowest` on that lie in `map`; returns how many. */
static uint64_t put_in_order(soup_of_job *s, const hpyr_flat3d *map, uint32_t lowest, hpyr_order order) {
    size_t cells = (size_t)map->width * map->height * map->depth;
    uint32_t *counts = calloc(cells, sizeof *counts), *first = calloc(cells, sizeof *first);
    uint64_t triangles = 0;
    hpyr_point p;
    assert_true(counts && first);
    for (uint64_t i = s->lines->triangle_count; i-- > 0;) {
        const hpyr_point *c = &s->lines->cells[i];
        size_t cell = c->x + map->width * (c->y + (size_t)map->height * (c->z - lowest));
        if (c->z < lowest || c->z - lowest >= map->depth)
            continue;
        counts[cell]++;
        first[cell] = (uint32_t)i;
    }
    hpyr_ref_pyramid *pyramid = oracle_volume_in(counts, map, order);
    for (; hpyr_ref_pyramid_select(pyramid, triangles, &p); ++triangles)
        take_triangle(s, triangles, first[p.x + map->width * (p.y + (size_t)map->height * p.z)] + p.remainder);
    hpyr_ref_pyramid_destroy(pyramid);
    free(counts);
    free(first);
    return triangles;
}

/* Of the cells of all layers, or of `layers` from `lowest` on. */
static soup_of_job expected_part(const mesh_job *job, hpyr_order order, uint32_t lowest, uint32_t layers) {
    const hpyr_ref_isosurface_desc *d = &job->ref;
    soup_of_job s = {.lines = expected_mesh(job)};
    size_t triangles = (size_t)s.lines->triangle_count;
    s.positions = malloc(9 * (triangles + 1) * sizeof *s.positions);
    s.normals = malloc(9 * (triangles + 1) * sizeof *s.normals);
    s.edges = malloc(3 * (triangles + 1) * sizeof *s.edges);
    s.cells = malloc((triangles + 1) * sizeof *s.cells);
    assert_true(s.positions && s.normals && s.edges && s.cells);
    s.mesh = *s.lines;
    if (triangles) {
        hpyr_flat3d map;
        assert_int_equal(hpyr_flat3d_arrange(d->width - 1, d->height - 1, layers, 0, 1 << 14, &map), HPYR_OK);
        s.mesh.triangle_count = put_in_order(&s, &map, lowest, order);
        s.mesh.vertex_count = 3 * s.mesh.triangle_count;
    }
    s.mesh.positions = s.positions;
    s.mesh.normals = s.normals;
    s.mesh.edges = s.edges;
    s.mesh.cells = s.cells;
    return s;
}

static soup_of_job expected_soup(const mesh_job *job, hpyr_order order) {
    return expected_part(job, order, 0, job->ref.depth - 1);
}

static void soup_of_job_free(soup_of_job *s) {
    hpyr_ref_isosurface_destroy(s->lines);
    free(s->positions);
    free(s->normals);
    free(s->edges);
    free(s->cells);
}

/* ---- comparison ---- */

static gpu_mesh download(env *e, hpyr_isosurface *iso, uint64_t vertices) {
    hpyr_isosurface_report report = {9, 9, 9, 9};
    gpu_mesh m = {.vertices = malloc((size_t)(vertices + 1) * sizeof *m.vertices), .vertex_count = vertices};
    assert_non_null(m.vertices);
    OK(e, hpyr_isosurface_download(iso, m.vertices, vertices, NULL, 0, &report));
    assert_int_equal(report.vertices_written, vertices);
    assert_int_equal(report.vertices_available, vertices);
    assert_int_equal(report.triangles_written + report.triangles_available, 0);
    return m;
}

static void check_soup(env *e, hpyr_isosurface *iso, const mesh_job *job) {
    soup_of_job s = expected_soup(job, order_of(job->layout));
    check_counts(e, iso, &s.mesh.counts);
    gpu_mesh m = download(e, iso, s.mesh.vertex_count);
    compare_part(job, &m, &s.mesh, 0, 0, 0);
    gpu_mesh_free(&m);
    if (!e->gl21) {
        m = extract_range(e, iso, &(hpyr_isosurface_output){0}, s.mesh.vertex_count, 0);
        compare_part(job, &m, &s.mesh, 0, 0, 0);
        gpu_mesh_free(&m);
    }
    soup_of_job_free(&s);
}

static hpyr_isosurface *build_job(env *e, const mesh_job *job, image *im) {
    hpyr_isosurface_desc desc = job_desc(job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    *im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, job->ref.iso));
    return iso;
}

static void check_job(env *e, const mesh_job *job) {
    image im;
    hpyr_isosurface *iso = build_job(e, job, &im);
    check_soup(e, iso, job);
    free_isosurface(e, iso);
    image_free(&im);
}

static mesh_job soup_job(const float *samples, uint32_t width, uint32_t height, uint32_t depth, float iso,
                         hpyr_expansion expansion) {
    mesh_job job = job_of(samples, width, height, depth, iso);
    job.ref.mesh = HPYR_MESH_SOUP;
    job.expansion = expansion;
    return job;
}

static hpyr_expansion last_expansion(const env *e) {
    return e->gl21 ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_GEOMETRY;
}

/* ---- tests ---- */

static void any_size_is_the_oracles(void **state) {
    static const uint32_t sizes[][3] = {{2, 2, 2}, {3, 3, 3}, {5, 2, 9}, {17, 3, 4}, {100, 37, 21}};
    env *e = *state;
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); ++x)
        for (size_t i = 0; i < LENGTH(sizes) - e->small; ++i) {
            const uint32_t *n = sizes[i];
            float *samples = random_samples(n[0], n[1], n[2], 3 + i);
            mesh_job job = soup_job(samples, n[0], n[1], n[2], 0.9f - 0.2f * (float)i, x);
            check_job(e, &job);
            free(samples);
        }
}

static void every_option_is_the_oracles(void **state) {
    static const uint8_t axes[3][3] = {{0, 0, 0}, {3, 2, 1}, {2, 3, 1}};
    env *e = *state;
    float *samples = random_samples(7, 6, 5, 5);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); ++x)
        for (int option = 0; option < 8; ++option) {
            mesh_job job = soup_job(samples, 7, 6, 5, 0.2f, x);
            job.ref.vertex = option & 1 ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
            job.ref.gradient = option & 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
            job.ref.winding = option & 4 ? HPYR_WINDING_CLOCKWISE : HPYR_WINDING_COUNTER_CLOCKWISE;
            job.ref.spacing[0] = option & 2 ? -0.5f : 0;
            memcpy(job.ref.axes, axes[option % 3], sizeof job.ref.axes);
            check_job(e, &job);
        }
    free(samples);
}

static bool layout_runs(const env *e, hpyr_layout layout, hpyr_expansion x) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    bool is_binary = layout == HPYR_LAYOUT_BITS, is_new = is_binary || layout == HPYR_LAYOUT_LINE;
    return !(is_binary && x == HPYR_EXPANSION_VERTEX) && !(e->gl21 && (is_new || layout == HPYR_LAYOUT_VOLUME)) &&
           (layout != HPYR_LAYOUT_BILINEAR || caps->filter_float || caps->filter_half);
}

static void every_layout_has_its_own_order(void **state) {
    env *e = *state;
    float *samples = random_samples(11, 6, 9, 6);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); ++x)
        for (hpyr_layout layout = HPYR_LAYOUT_AUTO; layout <= HPYR_LAYOUT_BILINEAR; ++layout) {
            mesh_job job = soup_job(samples, 11, 6, 9, 0.4f, x);
            job.layout = layout;
            if (layout_runs(e, layout, x))
                check_job(e, &job);
        }
    free(samples);
}

static void every_case_of_a_cell_is_the_oracles(void **state) {
    env *e = *state;
    float *samples = malloc(768 * 3 * 3 * sizeof *samples);
    assert_non_null(samples);
    for (uint32_t i = 0; i < 768 * 3 * 3; ++i) {
        uint32_t x = i % 768, y = i / 768 % 3, z = i / 768 / 3, corner = x % 3 + 2 * y + 4 * z;
        bool is_inside = x % 3 < 2 && y < 2 && z < 2 && (x / 3) >> corner & 1;
        samples[i] = is_inside ? 0.75f + (float)(i % 7) : -0.5f - (float)(i % 5);
    }
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e) && !e->small; ++x) {
        mesh_job job = soup_job(samples, 768, 3, 3, 0, x);
        check_job(e, &job);
    }
    free(samples);
}

static void empty_and_full_fields_have_no_surface(void **state) {
    static const float values[] = {1, -1, NAN, INFINITY};
    env *e = *state;
    float samples[4 * 3 * 3];
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); ++x)
        for (size_t i = 0; i < LENGTH(values); ++i) {
            for (size_t k = 0; k < LENGTH(samples); ++k)
                samples[k] = values[i];
            mesh_job job = soup_job(samples, 4, 3, 3, 0, x);
            check_job(e, &job);
        }
}

static void ranges_are_parts_of_the_whole(void **state) {
    env *e = *state;
    float *samples = random_samples(13, 7, 6, 8);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= HPYR_EXPANSION_GEOMETRY && !e->gl21; ++x) {
        image im;
        mesh_job job = soup_job(samples, 13, 7, 6, 0.1f, x);
        soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        hpyr_isosurface *iso = build_job(e, &job, &im);
        uint64_t all = s.mesh.vertex_count, firsts[] = {0, 3, 6, 33, 60, all - 3, all}, counts[] = {0, 1, 3, 7, 30};
        for (size_t i = 0; i < LENGTH(firsts) * LENGTH(counts); ++i) {
            hpyr_isosurface_output o = {.first_vertex = firsts[i / LENGTH(counts)],
                                        .vertex_count = counts[i % LENGTH(counts)]};
            uint64_t left = all - o.first_vertex, n = o.vertex_count && o.vertex_count < left ? o.vertex_count : left;
            gpu_mesh m = extract_range(e, iso, &o, n, 0);
            compare_part(&job, &m, &s.mesh, o.first_vertex, 0, 0);
            gpu_mesh_free(&m);
        }
        free_isosurface(e, iso);
        image_free(&im);
        soup_of_job_free(&s);
    }
    free(samples);
}

static void without_waiting_the_rest_is_zero(void **state) {
    static const hpyr_mesh_vertex nothing = {{0, 0, 0}, {0, 0, 0}};
    env *e = *state;
    float *samples = random_samples(9, 5, 4, 9);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= HPYR_EXPANSION_GEOMETRY && !e->gl21; ++x) {
        image im;
        mesh_job job = soup_job(samples, 9, 5, 4, 0.1f, x);
        soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        hpyr_isosurface *iso = build_job(e, &job, &im);
        uint64_t all = s.mesh.vertex_count;
        hpyr_isosurface_output o = {.vertex_count = all + 7, .no_wait = true};
        gpu_mesh m = extract_range(e, iso, &o, all + 7, 0);
        for (int i = 0; i < 7; ++i)
            assert_memory_equal(&m.vertices[all + (uint64_t)i], &nothing, sizeof nothing);
        m.vertex_count = all;
        compare_part(&job, &m, &s.mesh, 0, 0, 0);
        gpu_mesh_free(&m);
        free_isosurface(e, iso);
        image_free(&im);
        soup_of_job_free(&s);
    }
    free(samples);
}

static void slabs_are_made_one_after_the_other(void **state) {
    env *e = *state;
    float *samples = random_samples(9, 6, 8, 10);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); ++x) {
        mesh_job job = soup_job(samples, 9, 6, 8, 0.3f, x);
        job.ref.gradient = HPYR_GRADIENT_CENTRAL;
        job.slab_depth = 3;
        hpyr_isosurface_desc desc = job_desc(&job);
        hpyr_isosurface *iso = make_isosurface(e, &desc);
        hpyr_mesh_counts all = {0, 0, 0, 0};
        assert_int_equal(hpyr_isosurface_slab_count(iso), 3);
        for (uint32_t i = 0; i < 3; ++i) {
            hpyr_slab slab;
            hpyr_mesh_counts counts;
            OK(e, hpyr_isosurface_slab(iso, i, &slab));
            image im = samples_texture(&job, slab.first_slice, slab.slice_count);
            hpyr_field field = field_of(&im);
            OK(e, hpyr_isosurface_build(iso, &field, i, job.ref.iso));
            soup_of_job s = expected_part(&job, HPYR_ORDER_MORTON, slab.first_owned, i < 2 ? 3 : 1);
            OK(e, hpyr_isosurface_counts(iso, &counts));
            assert_int_equal(counts.triangles, s.mesh.triangle_count);
            gpu_mesh m = download(e, iso, s.mesh.vertex_count);
            compare_part(&job, &m, &s.mesh, 0, 0, 0);
            all.cells += counts.cells;
            all.active_cells += counts.active_cells;
            all.triangles += counts.triangles;
            all.crossed_edges += counts.crossed_edges;
            if (i == 2)
                assert_memory_equal(&all, &s.lines->counts, sizeof all);
            gpu_mesh_free(&m);
            soup_of_job_free(&s);
            image_free(&im);
        }
        free_isosurface(e, iso);
    }
    free(samples);
}

/* ---- draws ---- */

static GLuint add_stage(GLuint program, GLenum stage, const char *text) {
    GLint compiled = 0;
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        char log[4096] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s\n", text, log);
        fail();
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
    return program;
}

/* The snippet between a version and `body`; free it. */
static char *paste(env *e, const hpyr_isosurface *iso, const char *prefix, const char *version, const char *body) {
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_isosurface_glsl(iso, prefix, NULL, 0, &needed));
    char *text = malloc(strlen(version) + needed + strlen(body) + 1);
    assert_non_null(text);
    strcpy(text, version);
    OK(e, hpyr_isosurface_glsl(iso, prefix, text + strlen(version), needed, NULL));
    assert_int_equal(strlen(text), strlen(version) + needed - 1);
    return strcat(text, body);
}

static const char *const nothing = "#version 330\nout vec4 colour;\nvoid main() { colour = vec4(1.0); }\n";
static const char *const vertex_body = "out vec3 position, normal;\n"
                                       "void main() {\n"
                                       "    my_vertex_at(my_key_of_vertex(gl_VertexID), position, normal);\n"
                                       "    gl_Position = vec4(position, 1.0);\n"
                                       "}\n";
static const char *const pass_id = "#version 330\n"
                                   "flat out int id;\n"
                                   "void main() { id = gl_VertexID; gl_Position = vec4(0.0); }\n";
static const char *const geometry_body = "layout(points) in;\n"
                                         "layout(triangle_strip, max_vertices = 15) out;\n"
                                         "flat in int id[];\n"
                                         "out vec3 position, normal;\n"
                                         "void main() {\n"
                                         "    int count = my_cell_vertices(my_key_of_vertex(id[0]));\n"
                                         "    for (int i = 0; i < count; ++i) {\n"
                                         "        my_cell_vertex(i, position, normal);\n"
                                         "        gl_Position = vec4(position, 1.0);\n"
                                         "        EmitVertex();\n"
                                         "        if (i % 3 == 2) EndPrimitive();\n"
                                         "    }\n"
                                         "}\n";

/* A program of the caller's that captures its triangles. */
static GLuint make_capturing(env *e, const hpyr_isosurface *iso) {
    static const GLchar *const captured[] = {"position", "normal"};
    bool is_vertex = hpyr_isosurface_resolved(iso)->expansion == HPYR_EXPANSION_VERTEX;
    GLint linked = 0;
    GLuint program = glCreateProgram();
    char *text = paste(e, iso, "my_", "#version 330\n", is_vertex ? vertex_body : geometry_body);
    add_stage(program, GL_VERTEX_SHADER, is_vertex ? text : pass_id);
    if (!is_vertex)
        add_stage(program, GL_GEOMETRY_SHADER, text);
    add_stage(program, GL_FRAGMENT_SHADER, nothing);
    glTransformFeedbackVaryings(program, 2, captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    free(text);
    CHECK_GL();
    return program;
}

/* What a draw of keys makes, compared with the soup from triangle `from` on. */
static void check_draw(env *e, hpyr_isosurface *iso, const mesh_job *job, const soup_of_job *s, const uint32_t keys[2],
                       uint64_t from, uint64_t triangles) {
    hpyr_report report = {9, 9, 9};
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
    assert_int_equal(hpyr_isosurface_draw(iso, keys[0], keys[1], &report), HPYR_OK);
    glEndTransformFeedback();
    glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    glDisable(GL_RASTERIZER_DISCARD);
    CHECK_GL();
    GLuint count = 0;
    glGetQueryObjectuiv(written, GL_QUERY_RESULT, &count);
    assert_int_equal(count, triangles);
    glGetBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLsizeiptr)bytes, m.vertices);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    compare_part(job, &m, &s->mesh, 3 * from, 0, 0);
    if (e->context && hpyr_context_caps(e->context)->gl_version == 33) /* nothing stays on the GPU there */
        assert_int_equal(report.written, report.available);
    glDeleteQueries(1, &written);
    glDeleteBuffers(1, &buffer);
    gpu_mesh_free(&m);
}

/* How many triangles the first `count` keys have, of the cells that come first or of vertices. */
static uint64_t triangles_of_keys(const soup_of_job *s, hpyr_expansion x, uint32_t count) {
    uint64_t triangles = 0;
    if (x == HPYR_EXPANSION_VERTEX)
        return count / 3;
    for (; triangles < s->mesh.triangle_count; ++triangles)
        if (!s->cells[triangles].remainder && !count--)
            break;
    return triangles;
}

static void check_draws(env *e, hpyr_isosurface *iso, const mesh_job *job, const soup_of_job *s) {
    static const uint32_t ranges[][2] = {{0, HPYR_ALL}, {0, 9}, {6, 12}, {30, HPYR_ALL}, {0, HPYR_ALL}};
    for (size_t i = 0; i < LENGTH(ranges); ++i) {
        uint64_t from = triangles_of_keys(s, job->expansion, ranges[i][0]),
                 to = ranges[i][1] == HPYR_ALL ? s->mesh.triangle_count
                                               : triangles_of_keys(s, job->expansion, ranges[i][0] + ranges[i][1]);
        check_draw(e, iso, job, s, ranges[i], from, to - from);
    }
}

static void draws_make_the_soup(void **state) {
    env *e = *state;
    float *samples = random_samples(8, 7, 6, 11);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= HPYR_EXPANSION_GEOMETRY && !e->gl21; ++x)
        for (GLuint unit = 0; unit < 4; unit += 3) {
            image im;
            hpyr_binding binding = {0, 0, 0};
            mesh_job job = soup_job(samples, 8, 7, 6, 0.1f, x);
            soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
            hpyr_isosurface *iso = build_job(e, &job, &im);
            GLuint program = make_capturing(e, iso);
            env_watch(e, GL_TEXTURE_3D, im.texture.name);
            OK(e, (e->result = hpyr_isosurface_bind(iso, program, "my_", unit, &binding)) == HPYR_OK
                      ? hpyr_isosurface_unbind(iso)
                      : e->result);
            assert_int_equal(binding.first_unit, unit);
            assert_true(binding.unit_count >= 4 && binding.unit_count <= 6);
            target canvas = target_make(16, 16);
            if (!e->hostile) {
                target_begin(&canvas, 0);
                assert_int_equal(hpyr_isosurface_bind(iso, program, "my_", unit, NULL), HPYR_OK);
                check_draws(e, iso, &job, &s);
                assert_int_equal(hpyr_isosurface_unbind(iso), HPYR_OK);
            }
            target_free(&canvas);
            glDeleteProgram(program);
            free_isosurface(e, iso);
            image_free(&im);
            soup_of_job_free(&s);
            e->watch_count = 0;
        }
    free(samples);
}

static void commands_tell_how_much_there_is(void **state) {
    env *e = *state;
    float *samples = random_samples(8, 7, 6, 12);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= HPYR_EXPANSION_GEOMETRY && !e->gl21; ++x)
        for (hpyr_layout layout = HPYR_LAYOUT_AUTO; layout <= HPYR_LAYOUT_BILINEAR; ++layout) {
            GLuint words[7] = {7, 7, 7, 7, 7, 7, 7}, buffer;
            image im;
            mesh_job job = soup_job(samples, 8, 7, 6, 0.1f, x);
            job.layout = layout;
            if (!layout_runs(e, layout, x))
                continue;
            hpyr_ref_isosurface *expected = expected_mesh(&job);
            hpyr_isosurface *iso = build_job(e, &job, &im);
            glGenBuffers(1, &buffer);
            glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
            glBufferData(GL_COPY_WRITE_BUFFER, sizeof words, words, GL_STATIC_DRAW);
            OK(e, hpyr_isosurface_command(iso, buffer, 4));
            glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
            glGetBufferSubData(GL_COPY_WRITE_BUFFER, 0, sizeof words, words);
            const GLuint wanted[7] = {7, (GLuint)expected->vertex_count, 1, 0, 0, 0, 7};
            assert_memory_equal(words, wanted, sizeof words);
            glDeleteBuffers(1, &buffer);
            free_isosurface(e, iso);
            image_free(&im);
            hpyr_ref_isosurface_destroy(expected);
        }
    free(samples);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST(any_size_is_the_oracles),
        GPU_TEST(every_option_is_the_oracles),
        GPU_TEST(every_layout_has_its_own_order),
        GPU_TEST(every_case_of_a_cell_is_the_oracles),
        GPU_TEST(empty_and_full_fields_have_no_surface),
        GPU_TEST(ranges_are_parts_of_the_whole),
        GPU_TEST(without_waiting_the_rest_is_zero),
        GPU_TEST(slabs_are_made_one_after_the_other),
        GPU_TEST(draws_make_the_soup),
        GPU_TEST(commands_tell_how_much_there_is),
    };
    return RUN_GPU_TESTS(tests);
}
