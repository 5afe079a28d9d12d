/* test_poisson_memory.c - Poisson solutions where memory runs out: it is told, the next solution is right, and nothing is
 * left behind.  SPDX-License-Identifier: MIT
 *
 * The linker passes the library's allocations through here (--wrap). Those of a shared library it cannot reach. */
#include "scans_gl.h"

#include <stdlib.h>

enum { UNLIMITED = -1, NAMES = 4096, COUNT = 30, DEPTH = 3 };

static int allowed = UNLIMITED; /* allocations, and textures that get their memory, before the one that fails */
static bool counts_textures;
static GLenum raised = GL_NO_ERROR;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void __real_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels);
void __real_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels);
void __wrap_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels);
GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);

/* One fails, those before and after it do not. */
static bool may_pass(bool is_texture) {
    return is_texture != counts_textures || allowed == UNLIMITED || allowed-- != 0;
}

void *__wrap_malloc(size_t size) {
    return may_pass(false) ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size) {
    return may_pass(false) ? __real_calloc(count, size) : NULL;
}

void __wrap_glTexImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border,
                         GLenum format, GLenum type, const void *texels) {
    if (may_pass(true))
        __real_glTexImage2D(target, level, internal, width, height, border, format, type, texels);
    else
        raised = GL_OUT_OF_MEMORY;
}

void __wrap_glTexImage3D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth,
                         GLint border, GLenum format, GLenum type, const void *texels) {
    if (may_pass(true))
        __real_glTexImage3D(target, level, internal, width, height, depth, border, format, type, texels);
    else
        raised = GL_OUT_OF_MEMORY;
}

GLenum __wrap_glGetError(void) {
    GLenum error = raised;
    raised = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

static uint32_t objects_alive(void) {
    uint32_t count = 0;
    for (GLuint name = 1; name < NAMES; name++)
        count += glIsTexture(name) + glIsBuffer(name) + glIsFramebuffer(name);
    return count;
}

/* ---- one object, from its creation to what it is read for ---- */

static const hpyr_poisson_desc desc = {.points = COUNT, .depth = DEPTH, .tolerance = 1e-6};

/* Allocations and textures that still may pass are counted down over all the calls. */
static hpyr_result make_all(hpyr_context *context, const hpyr_poisson_points *points, int passing,
                            hpyr_poisson **poisson) {
    float entries[3];
    allowed = passing;
    hpyr_result result = hpyr_poisson_create(context, &desc, poisson);
    if (result == HPYR_OK)
        result = hpyr_poisson_solve(*poisson, points);
    for (int array = 0; result == HPYR_OK && array <= (int)HPYR_POISSON_VALUES; array++)
        result = hpyr_poisson_download(*poisson, (hpyr_poisson_array)array,
                                       hpyr_octree_built(hpyr_poisson_octree(*poisson))->nodes - 1, 1, entries);
    allowed = UNLIMITED;
    raised = GL_NO_ERROR;
    return result;
}

/* What has failed has no solution, or a whole one that could not be read; and the next one is right. */
static void check_again(env *e, hpyr_poisson *poisson, const hpyr_poisson_points *points, const scan *scan) {
    if (hpyr_poisson_solved(poisson))
        check_solution(e, poisson, scan, 1e-4);
    else
        check_unsolved(e, poisson);
    OK(e, hpyr_poisson_solve(poisson, points));
    check_solution(e, poisson, scan, 1e-4);
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    scan scan = scan_random(POINTS_SPHERE, COUNT, DEPTH);
    assert_int_equal(scan_solve(&scan, desc.tolerance, 100), HPYR_OK);
    hpyr_poisson_points points = scan_upload(&scan, 0, 3);
    hpyr_poisson *poisson = make_poisson(e, &desc);
    int failures = 0;
    OK(e, hpyr_poisson_solve(poisson, &points)); /* what the context keeps for all objects is there afterwards */
    check_solution(e, poisson, &scan, 1e-4);
    free_poisson(e, poisson);
    counts_textures = textures;
    const uint32_t before = objects_alive();
    while (CALL(e, make_all(e->context, &points, failures, &poisson)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        if (poisson && failures % (e->hostile ? 13 : 2) == 0)
            check_again(e, poisson, &points, &scan);
        free_poisson(e, poisson);
        assert_int_equal(objects_alive(), before);
        poisson = NULL;
        failures++;
    }
    check_again(e, poisson, &points, &scan);
    free_poisson(e, poisson);
    assert_int_equal(objects_alive(), before);
    scan_release(&points);
    scan_free(&scan);
    return failures;
}

static void each_allocation_may_fail_once(void **state) {
    int failures = fail_everywhere(*state, false);
    if (failures == 0)
        SKIP("the linker wraps no allocation");
    assert_true(failures >= 2);
}

static void each_texture_may_fail_once(void **state) {
    int failures = fail_everywhere(*state, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        GPU_TEST(each_allocation_may_fail_once),
        GPU_TEST(each_texture_may_fail_once),
    };
    return RUN_GPU_TESTS(tests);
}
