/* test_isosurface_bind.c - meshes that the caller's vertex shader fetches from textures.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "meshes.h"

#include <stdlib.h>
#include <string.h>

/* ---- the caller's program ---- */

static const char *const body = "out vec3 position, normal;\n"
                                "flat out int vertex;\n"
                                "void main() {\n"
                                "    my_mesh_corner(gl_VertexID, position, normal);\n"
                                "    vertex = my_mesh_index(gl_VertexID);\n"
                                "    gl_Position = vec4(position, 1.0);\n"
                                "}\n";
static const char *const nothing = "out vec4 color;\nvoid main() { color = vec4(1.0); }\n";

typedef struct corner {
    hpyr_mesh_vertex attributes;
    int32_t vertex;
} corner;

static const char *version_of(const env *e) {
    return e->es ? "#version 300 es\nprecision highp float;\n" : "#version 330\n";
}

static char *join(const char *a, const char *b, const char *c) {
    char *all = make_room(strlen(a) + strlen(b) + strlen(c) + 1);
    return strcat(strcat(strcpy(all, a), b), c);
}

static GLuint make_capturing(env *e, const hpyr_isosurface *iso) {
    static const GLchar *const captured[] = {"position", "normal", "vertex"};
    size_t needed = 0;
    GLint linked = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_isosurface_glsl(iso, "my_", NULL, 0, &needed));
    char *snippet = make_room(needed);
    OK(e, hpyr_isosurface_glsl(iso, "my_", snippet, needed, NULL));
    assert_int_equal(strlen(snippet), needed - 1);
    char *vertex = join(version_of(e), snippet, body), *fragment = join(version_of(e), nothing, "");
    GLuint program = glCreateProgram();
    add_stage(program, GL_VERTEX_SHADER, vertex);
    add_stage(program, GL_FRAGMENT_SHADER, fragment);
    glTransformFeedbackVaryings(program, LENGTH(captured), captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    assert_true(linked);
    free(snippet);
    free(vertex);
    free(fragment);
    CHECK_GL();
    return program;
}

/* Draws so many corners, and returns what the vertex shader made; free it. Softpipe counts few vertices of one draw. */
static corner *draw(uint64_t count) {
    GLuint buffer, array;
    size_t bytes = (size_t)(count + 1) * sizeof(corner);
    corner *corners = make_room(bytes);
    target canvas = target_make(1, 1);
    target_begin(&canvas, 0);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_TRIANGLES);
    for (uint64_t done = 0; done < count; done += 3000)
        glDrawArrays(GL_TRIANGLES, (GLint)done, (GLsizei)(count - done < 3000 ? count - done : 3000));
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    target_free(&canvas);
    fetch_buffer(buffer, 0, bytes, corners);
    glDeleteBuffers(1, &buffer);
    glDeleteVertexArrays(1, &array);
    return corners;
}

/* Takes back what a bind has left. */
static void let_go(hpyr_isosurface *iso) {
    assert_int_equal(hpyr_isosurface_unbind(iso), HPYR_OK);
}

/* ---- tests ---- */

/* The corners are those of the mesh that is extracted, bit for bit. */
static void check_corners(env *e, hpyr_isosurface *iso, GLuint program, GLuint unit) {
    env_calm(e);
    assert_int_equal(hpyr_isosurface_bind(iso, program, "my_", unit, NULL), HPYR_OK);
    hpyr_mesh_counts counts;
    assert_int_equal(hpyr_isosurface_try_counts(iso, &counts), HPYR_OK); /* the bind has waited for them */
    SCOPED(free_memory) corner *corners = draw(3 * counts.triangles);
    let_go(iso);
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_all(e, iso);
    for (uint64_t i = 0; i < 3 * counts.triangles; i++) {
        uint64_t vertex = m.indices ? m.indices[i] : i;
        assert_int_equal(corners[i].vertex, vertex);
        assert_memory_equal(&corners[i].attributes, &m.vertices[vertex], sizeof m.vertices[vertex]);
    }
}

static void check_job(env *e, const mesh_job *job, GLuint unit) {
    SCOPED(image_free) image im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(&im);
    hpyr_isosurface_desc desc = job_desc(job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    GLuint program = make_capturing(e, iso);
    for (int i = 0; i < 3; i++) { /* a build forgets the mesh before it */
        mesh_job now = *job;
        now.ref.iso = i == 1 ? 5 : job->ref.iso + 0.2 * i;
        OK(e, hpyr_isosurface_build(iso, &field, 0, now.ref.iso));
        check_corners(e, iso, program, unit);
        if (i == 0)
            check_corners(e, iso, program, unit + 1);
        check_built(e, iso, &now);
    }
    glDeleteProgram(program);
    free_isosurface(e, iso);
}

GPU_TEST(corners_are_those_of_the_extracted_mesh) {
    const uint32_t width = e->small ? 20 : 37;
    SCOPED(free_memory)
    float *samples = random_samples(width, 12, 8, 4); /* more vertices than a row of the textures holds */
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        mesh_job job = job_of(samples, width, 12, 8, -0.2);
        job.ref.mesh = (hpyr_mesh_form)form;
        check_job(e, &job, form == HPYR_MESH_FORM_SOUP ? 0 : 5);
    }
}

/* Without cells, and without triangles, there is something to bind, too. */
GPU_TEST_ONCE(empty_meshes_are_bound) {
    static const uint32_t depths[] = {1, 3};
    const float samples[5 * 4 * 3] = {0};
    for (size_t i = 0; i < LENGTH(depths); i++) {
        mesh_job job = job_of(samples, 5, 4, depths[i], 0.5);
        check_job(e, &job, 0);
    }
}

/* The triangles of the whole from `first` on. */
static void check_triangles(const mesh_job *job, const corner *corners, uint64_t first, uint64_t count) {
    mesh_job soup = *job;
    soup.ref.mesh = HPYR_MESH_FORM_SOUP;
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(&soup);
    SCOPED(gpu_mesh_free)
    gpu_mesh m = {.vertices = malloc((size_t)(3 * count + 1) * sizeof *m.vertices), .vertex_count = 3 * count};
    assert_non_null(m.vertices);
    for (uint64_t i = 0; i < 3 * count; i++)
        m.vertices[i] = corners[i].attributes;
    compare_part(&soup, &m, expected, 3 * first, 0, 0);
}

/* Every slab can be drawn alone: vertices of its triangles that the next slab adds are there. */
GPU_TEST_ONCE(slabs_are_bound) {
    SCOPED(free_memory) float *samples = random_samples(9, 8, 10, 6);
    mesh_job job = job_of(samples, 9, 8, 10, 0.1);
    uint64_t first = 0;
    job.slab_depth = 4;
    job.ref.gradient = HPYR_GRADIENT_CENTRAL;
    hpyr_isosurface_desc desc = job_desc(&job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    SCOPED(delete_program) GLuint program = make_capturing(e, iso);
    for (uint32_t i = 0; i < hpyr_field_slab_count(&desc.grid); i++) {
        hpyr_slab slab;
        hpyr_mesh_statistics counts;
        assert_int_equal(hpyr_field_slab(&desc.grid, i, &slab), HPYR_OK);
        SCOPED(image_free) image im = samples_texture(&job, slab.first_slice, slab.slice_count);
        hpyr_field field = field_of(&im);
        OK(e, hpyr_isosurface_build(iso, &field, i, job.ref.iso));
        OK(e, hpyr_isosurface_rebuild(iso, job.ref.iso));
        OK(e, hpyr_isosurface_statistics(iso, &counts));
        env_calm(e);
        assert_int_equal(hpyr_isosurface_bind(iso, program, "my_", 0, NULL), HPYR_OK);
        corner *corners = draw(3 * counts.triangles);
        check_triangles(&job, corners, first, counts.triangles);
        first += counts.triangles;
        free(corners);
        let_go(iso);
    }
}

GPU_TEST(mistakes_are_refused) {
    float samples[8] = {0, 1};
    char text[8];
    mesh_job job = job_of(samples, 2, 2, 2, 0.5);
    hpyr_isosurface_desc desc = job_desc(&job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    image im = samples_texture(&job, 0, 2);
    hpyr_field field = field_of(&im);
    SCOPED(delete_program) GLuint program = make_capturing(e, iso);
    SCOPED(free_memory)
    char *wrong = join(version_of(e), "uniform highp sampler2D u_my_mesh_vertices;\n",
                       "void main() { gl_Position = texelFetch(u_my_mesh_vertices, ivec2(gl_VertexID), 0); }\n"),
         *fragment = join(version_of(e), nothing, "");
    SCOPED(delete_program) GLuint other = make_program(wrong, fragment);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_glsl(NULL, NULL, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_glsl(iso, "1", NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_glsl(iso, NULL, NULL, 8, NULL));
    EXPECT(e, HPYR_TRUNCATED, hpyr_isosurface_glsl(iso, NULL, text, sizeof text, NULL));
    assert_string_equal(text, "");
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_bind(NULL, program, "my_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_unbind(NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_unbind(iso));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_isosurface_bind(iso, program, "my_", 0, NULL));
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0.5));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_bind(iso, 0, "my_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_bind(iso, other, "my_", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_isosurface_bind(iso, program, "1", 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
           hpyr_isosurface_bind(iso, program, "my_", hpyr_context_caps(e->context)->max_texture_units - 1, NULL));
    image_free(&im);
    EXPECT(e, HPYR_ERROR_TEXTURE, hpyr_isosurface_bind(iso, program, "my_", 0, NULL));
}
