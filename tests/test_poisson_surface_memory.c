/* test_poisson_surface_memory.c - surfaces of points where memory runs out: it is told, the next surface is right, and
 * nothing is left behind.  SPDX-License-Identifier: MIT */
#include "starving.h"
#include "surfaces_gl.h"

#include <math.h>
#include <stdlib.h>

enum { COUNT = 30, DEPTH = 3, MOST_WORDS = 1 << 16 };

static const hpyr_poisson_desc desc = {.capacity = COUNT, .depth = DEPTH};

/* ---- one surface, from its points to what it is read for ---- */

/* Everything that a surface is made of, and has been once. */
typedef struct desk {
    scan scan;
    hpyr_poisson_points points;
    hpyr_poisson_surface_desc wanted;
    scan_surface right;
    GLuint buffer;
} desk;

static desk desk_make(env *e) {
    desk d = {.scan = scan_random(POINTS_SPHERE, COUNT, DEPTH)};
    hpyr_poisson *poisson = make_poisson(e, &desc);
    d.points = scan_upload(&d.scan, 0, 3);
    OK(e, hpyr_poisson_solve(poisson, &d.points)); /* what the context keeps for all objects is there afterwards */
    d.wanted.offset = -0.5 * fabs(hpyr_poisson_last_report(poisson)->isovalue);
    check_offset(e, poisson, &d.scan, d.wanted.offset);
    d.right = surface_make(e, poisson, &d.wanted);
    assert_true(d.right.counts.triangles > 0 && d.right.counts.vertices * 6 < MOST_WORDS);
    free_poisson(e, poisson);
    d.buffer = buffer_of(NULL, 4 * MOST_WORDS);
    return d;
}

static void desk_free(desk *d) {
    glDeleteBuffers(1, &d->buffer);
    scan_release(&d->points);
    scan_free(&d->scan);
    surface_free(&d->right);
}

/* Allocations and textures that still may pass are counted down over all the calls. */
static hpyr_result make_all(const desk *d, bool textures, int passing, hpyr_poisson *poisson) {
    static hpyr_mesh_vertex vertices[MOST_WORDS];
    const hpyr_mesh_output output = surface_output(d->buffer, 0, 0);
    surface_counts counts;
    starving_begin(textures, passing);
    hpyr_result result = surface_build(poisson, &d->wanted, &counts);
    if (result == HPYR_OK)
        result = hpyr_poisson_surface_extract(poisson, &output, NULL);
    if (result == HPYR_OK)
        result = surface_download(poisson, vertices, NULL, NULL);
    starving_end();
    return result;
}

static void check_again(env *e, const desk *d, hpyr_poisson *poisson) {
    SCOPED(surface_free) scan_surface again = surface_make(e, poisson, &d->wanted);
    check_same_surface(&again, &d->right);
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    SCOPED(desk_free) desk d = desk_make(e);
    const uint32_t before = starving_objects();
    int failures = 0;
    for (bool failed = true; failed; failures += failed) {
        hpyr_poisson *poisson = make_poisson(e, &desc);
        OK(e, hpyr_poisson_solve(poisson, &d.points));
        failed = CALL(e, make_all(&d, textures, failures, poisson)) != HPYR_OK;
        if (failed)
            assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        assert_non_null(hpyr_poisson_last_report(poisson)); /* the solution is still there */
        if (!failed || failures % (e->hostile ? 5 : 2) == 0)
            check_again(e, &d, poisson);
        free_poisson(e, poisson);
        assert_int_equal(starving_objects(), before);
    }
    return failures;
}

GPU_TEST(each_allocation_may_fail_once) {
    int failures = fail_everywhere(e, false);
    assert_true(failures >= 1);
}

GPU_TEST(each_texture_may_fail_once) {
    int failures = fail_everywhere(e, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= 3);
}
