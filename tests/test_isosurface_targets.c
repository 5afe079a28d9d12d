/* test_isosurface_targets.c - isosurfaces on a GL that draws into few textures at once.  SPDX-License-Identifier: MIT
 *
 * The linker passes glGetIntegerv through here (--wrap), and GLEW's pointers are ours: the GL tells of fewer draw buffers than it has,
 * and a call that uses more of them is counted. */
#include "meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GLint most = 4;
static bool hides_extensions;
static int excesses;

void __real_glGetIntegerv(GLenum name, GLint *values);
void __wrap_glGetIntegerv(GLenum name, GLint *values);

void __wrap_glGetIntegerv(GLenum name, GLint *values) {
    __real_glGetIntegerv(name, values);
    if (name == GL_MAX_DRAW_BUFFERS)
        *values = most;
    if (name == GL_NUM_EXTENSIONS && hides_extensions)
        *values = 0;
}

/* ---- calls that name draw buffers ---- */

static PFNGLDRAWBUFFERSPROC draw_buffers;
static PFNGLCLEARBUFFERUIVPROC clear_buffer;
static PFNGLFRAMEBUFFERTEXTURELAYERPROC attach_layer;

static void few_draw_buffers(GLsizei count, const GLenum *buffers) {
    excesses += count > most;
    draw_buffers(count, buffers);
}

static void few_clears(GLenum buffer, GLint index, const GLuint *value) {
    excesses += index >= most;
    clear_buffer(buffer, index, value);
}

static void few_layers(GLenum target, GLenum attachment, GLuint texture, GLint level, GLint layer) {
    excesses += attachment >= (GLenum)(GL_COLOR_ATTACHMENT0 + most);
    attach_layer(target, attachment, texture, level, layer);
}

static void count_excesses(bool begin) {
    if (begin) {
        draw_buffers = __glewDrawBuffers;
        clear_buffer = __glewClearBufferuiv;
        attach_layer = __glewFramebufferTextureLayer;
        excesses = 0;
    }
    __glewDrawBuffers = begin ? few_draw_buffers : draw_buffers;
    __glewClearBufferuiv = begin ? few_clears : clear_buffer;
    __glewFramebufferTextureLayer = begin ? few_layers : attach_layer;
}

/* ---- tests ---- */

static void check_random(env *e, uint32_t width, uint32_t height, uint32_t depth, hpyr_mesh_form form) {
    float *samples = random_samples(width, height, depth, width + 7 * height + 31 * depth);
    mesh_job job = job_of(samples, width, height, depth, 0.1f);
    job.ref.mesh = form;
    check_job_mesh(e, &job);
    free(samples);
}

/* The last slab is smaller than the one before, whose counts must be gone. */
static void check_slabs(env *e) {
    float *samples = random_samples(20, 12, 9, 5);
    mesh_job job = job_of(samples, 20, 12, 9, 0.1f);
    job.slab_depth = 7;
    hpyr_isosurface_desc desc = job_desc(&job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    hpyr_ref_isosurface *expected = expected_mesh(&job);
    uint64_t triangles = 0, vertices = 0;
    for (uint32_t i = 0; i < 2; i++) {
        hpyr_slab slab;
        hpyr_mesh_counts counts;
        assert_int_equal(hpyr_field_slab(&desc.grid, i, &slab), HPYR_OK);
        image im = samples_texture(&job, slab.first_slice, slab.slice_count);
        hpyr_field field = field_of(&im);
        OK(e, hpyr_isosurface_build(iso, &field, i, job.ref.iso));
        OK(e, hpyr_isosurface_counts(iso, &counts));
        triangles += counts.triangles;
        vertices += counts.crossed_edges;
        image_free(&im);
    }
    assert_int_equal(triangles, expected->triangle_count);
    assert_int_equal(vertices, expected->vertex_count);
    hpyr_ref_isosurface_destroy(expected);
    free_isosurface(e, iso);
    free(samples);
}

static void few_render_targets_make_the_oracles_meshes(void **state) {
    static const GLint limits[] = {4, 7, 8};
    env *e = *state;
    hpyr_context *whole = e->context;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        most = limits[i];
        assert_int_equal(hpyr_context_create(NULL, &e->context), HPYR_OK);
        assert_int_equal(hpyr_context_caps(e->context)->max_draw_buffers, limits[i]);
        count_excesses(true);
        check_random(e, 37, 20, 11, HPYR_MESH_WELDED);
        check_random(e, 130, 5, 3, HPYR_MESH_SOUP);
        check_slabs(e);
        count_excesses(false);
        assert_int_equal(excesses, 0);
        hpyr_context_destroy(e->context);
        e->context = whole;
    }
}

static char last_message[256];

static void note(hpyr_log_level severity, const char *message, void *user) {
    (void)severity, (void)user;
    snprintf(last_message, sizeof last_message, "%s", message);
}

/* Vertices are floats, which desktops always render to. */
static void without_targets_of_floats_nothing_is_made(void **state) {
    env *e = *state;
    const hpyr_context_desc logged = {.log = note, .log_user = NULL};
    const hpyr_isosurface_desc desc = {.grid = {.width = 4, .height = 4, .depth = 4}};
    const hpyr_marching_cubes_desc cubes_desc = {.grid = desc.grid};
    hpyr_context *context;
    hpyr_isosurface *iso;
    hpyr_marching_cubes *cubes;
    hpyr_result expected = e->es ? HPYR_ERROR_UNSUPPORTED : HPYR_OK;
    most = 8;
    hides_extensions = true;
    assert_int_equal(hpyr_context_create(&logged, &context), HPYR_OK);
    hides_extensions = false;
    assert_int_equal(hpyr_isosurface_create(context, &desc, &iso), expected);
    assert_int_equal(strstr(last_message, "GL_EXT_color_buffer_float") != NULL, e->es);
    assert_int_equal(hpyr_marching_cubes_create(context, &cubes_desc, &cubes), expected);
    assert_int_equal(hpyr_isosurface_bytes(context, &desc) > 0, !e->es);
    hpyr_isosurface_destroy(iso);
    hpyr_marching_cubes_destroy(cubes);
    hpyr_context_destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST_ONCE(few_render_targets_make_the_oracles_meshes),
        GPU_TEST_ONCE(without_targets_of_floats_nothing_is_made),
    };
    return RUN_GPU_TESTS(tests);
}
