/* test_draw_errors.c - an error of any draw of a call fails the call, also of calls inside of calls.  SPDX-License-Identifier: MIT
 *
 * The linker passes draws and glGetError through here (--wrap). */
#include "corners.h"
#include "lists.h"
#include "octrees_gl.h"
#include "soups.h"

/* ---- draws that fail ---- */

static int passing = -1; /* draws before the one that fails; below 0, none fails */
static int draws;
static GLenum kind, raised = GL_NO_ERROR;

void __real_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __real_glEnd(void);
void __wrap_glEnd(void);
GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);

static bool may_pass(void) {
    draws++;
    if (passing < 0 || passing-- > 0)
        return true;
    raised = kind;
    return false;
}

void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    if (may_pass())
        __real_glDrawArrays(mode, first, count);
}

void __wrap_glEnd(void) {
    may_pass();
    __real_glEnd();
}

GLenum __wrap_glGetError(void) {
    GLenum error = raised;
    raised = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

/* ---- every draw of a call ---- */

typedef hpyr_result call_function(void *data);

static hpyr_result call_with(call_function *call, void *data, int draws_before) {
    draws = 0;
    passing = draws_before;
    hpyr_result result = call(data);
    passing = -1;
    return result;
}

/* With the errors that cannot be raised again: where they are taken, they are lost. */
static void fail_everywhere(env *e, call_function *call, void *data) {
    static const GLenum kinds[] = {GL_OUT_OF_MEMORY, GL_INVALID_FRAMEBUFFER_OPERATION};
    OK(e, call_with(call, data, -1));
    const int count = draws;
    assert_true(count > 2);
    for (int i = 0; i < 2 * count; i++) {
        kind = kinds[i % 2];
        EXPECT(e, i % 2 ? HPYR_ERROR_GL : HPYR_ERROR_OUT_OF_MEMORY, call_with(call, data, i / 2));
        assert_int_equal(raised, GL_NO_ERROR);
    }
    OK(e, call_with(call, data, -1));
    assert_int_equal(draws, count);
}

/* ---- calls ---- */

enum { SIDE = 9, COUNT = 300, POINTS = 40 };

typedef struct mesh_scene {
    image samples;
    hpyr_field field;
    hpyr_isosurface *isosurface;
    hpyr_marching_cubes *cubes;
    hpyr_mesh_statistics counts;
} mesh_scene;

static mesh_job scene_open(mesh_scene *s, float *samples) {
    mesh_job job = job_of(samples, SIDE, SIDE, SIDE, 0.1f);
    *s = (mesh_scene){.samples = samples_texture(&job, 0, SIDE)};
    s->field = field_of(&s->samples);
    return job;
}

static hpyr_result build_isosurface(void *data) {
    mesh_scene *s = data;
    hpyr_result result = hpyr_isosurface_build(s->isosurface, &s->field, 0, 0.1);
    return result == HPYR_OK ? hpyr_isosurface_statistics(s->isosurface, &s->counts) : result;
}

static hpyr_result build_cubes(void *data) {
    mesh_scene *s = data;
    hpyr_result result = hpyr_marching_cubes_build(s->cubes, &s->field, 0, 0.1);
    return result == HPYR_OK ? hpyr_marching_cubes_statistics(s->cubes, &s->counts) : result;
}

GPU_TEST_IF(!env_is_21(), isosurfaces) {
    static const hpyr_mesh_form forms[] = {HPYR_MESH_FORM_SOUP, HPYR_MESH_FORM_WELDED};
    mesh_scene s;
    SCOPED(free_memory) float *samples = random_samples(SIDE, SIDE, SIDE, 3);
    mesh_job job = scene_open(&s, samples);
    for (int i = 0; i < 2; i++) {
        job.ref.mesh = forms[i];
        const hpyr_isosurface_desc desc = job_desc(&job);
        s.isosurface = make_isosurface(e, &desc);
        fail_everywhere(e, build_isosurface, &s);
        free_isosurface(e, s.isosurface);
    }
    image_free(&s.samples);
}

GPU_TEST(marching_cubes) {
    static const hpyr_expansion expansions[] = {HPYR_EXPANSION_VERTEX, HPYR_EXPANSION_GEOMETRY};
    mesh_scene s;
    SCOPED(free_memory) float *samples = random_samples(SIDE, SIDE, SIDE, 3);
    mesh_job job = scene_open(&s, samples);
    for (int i = 0; i < (e->gl21 || e->es ? 1 : 2); i++) {
        job.expansion = expansions[i];
        const hpyr_marching_cubes_desc desc = cubes_desc(&job);
        s.cubes = make_cubes(e, &desc);
        fail_everywhere(e, build_cubes, &s);
        free_cubes(e, s.cubes);
    }
    image_free(&s.samples);
}

typedef struct sort_scene {
    hpyr_lists *lists;
    hpyr_lists_sort_desc desc;
} sort_scene;

static hpyr_result sort(void *data) {
    const sort_scene *s = data;
    return hpyr_lists_sort(s->lists, &s->desc);
}

GPU_TEST_ONCE_IF(!env_is_21(), sorts) {
    const hpyr_lists_desc lists = {.capacity = COUNT, .operations = HPYR_LIST_OPERATION_SORT};
    SCOPED(free_memory) uint32_t *keys = zeros_make(COUNT);
    SCOPED(stored_free) stored from = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, keys, COUNT);
    SCOPED(stored_free) stored to = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, COUNT);
    sort_scene s = {.desc = {.keys = from.list, .sorted_keys = to.list, .length = {.count = COUNT}}};
    OK(e, hpyr_lists_create(e->context, &lists, &s.lists));
    fail_everywhere(e, sort, &s);
    CALL_VOID(e, hpyr_lists_destroy(s.lists));
}

typedef struct octree_scene {
    hpyr_octree *octree;
    hpyr_octree_points points;
} octree_scene;

static hpyr_result build_octree(void *data) {
    const octree_scene *s = data;
    return hpyr_octree_build(s->octree, &s->points);
}

GPU_TEST_ONCE_IF(!env_is_21(), octrees) {
    const hpyr_octree_desc desc = {.capacity = POINTS, .depth = 2, .growth = HPYR_OCTREE_GROWTH_GRADED};
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, POINTS, 0, 3, 1);
    octree_scene s = {make_octree(e, &desc), points_upload(&set)};
    fail_everywhere(e, build_octree, &s);
    free_octree(e, s.octree);
    points_release(&s.points);
}

typedef struct features_scene {
    hpyr_features *features;
    image im;
} features_scene;

/* More are found than are kept, so the count sorts them again. */
static hpyr_result find_features(void *data) {
    const features_scene *s = data;
    uint32_t count;
    hpyr_result result = hpyr_features_detect(s->features, &s->im.texture);
    if (result == HPYR_OK)
        result = hpyr_features_count(s->features, &count);
    return result == HPYR_INCOMPLETE ? HPYR_OK : result;
}

GPU_TEST_ONCE_IF(!env_is_21(), features) {
    const hpyr_features_desc desc = {.width = COUNT, .height = COUNT, .capacity = 1, .quality = 1e-6f};
    features_scene s = {make_features(e, &desc), image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_RED, COUNT, COUNT, 1)};
    uint32_t count = 0;
    image_scramble(&s.im, 1);
    image_upload(&s.im);
    fail_everywhere(e, find_features, &s);
    EXPECT(e, HPYR_INCOMPLETE, hpyr_features_count(s.features, &count));
    assert_true(count > 4097); /* is sorted in two parts */
    image_free(&s.im);
    free_features(e, s.features);
}
