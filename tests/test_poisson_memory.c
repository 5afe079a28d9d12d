/* test_poisson_memory.c - Poisson solutions where memory runs out: it is told, the next solution is right, and nothing is
 * left behind.  SPDX-License-Identifier: MIT
 */
#include "scans_gl.h"
#include "starving.h"

#include <stdlib.h>

enum { COUNT = 30, DEPTH = 3 };

static bool counts_textures;

/* ---- one object, from its creation to what it is read for ---- */

static const hpyr_poisson_desc desc = {.capacity = COUNT, .depth = DEPTH, .tolerance = 1e-6, .screening = 1};

/* Allocations and textures that still may pass are counted down over all the calls. */
static hpyr_result make_all(hpyr_context *context, const hpyr_poisson_points *points, int passing,
                            hpyr_poisson **poisson) {
    float entries[3];
    starving_begin(counts_textures, passing);
    hpyr_result result = hpyr_poisson_create(context, &desc, poisson);
    if (result == HPYR_OK)
        result = hpyr_poisson_solve(*poisson, points);
    for (int array = 0; result == HPYR_OK && array <= (int)HPYR_POISSON_ARRAY_DENSITY; array++)
        result = hpyr_poisson_download(*poisson, (hpyr_poisson_array)array,
                                       hpyr_octree_last_report(hpyr_poisson_octree(*poisson))->nodes - 1, 1, entries, 1,
                                       NULL);
    starving_end();
    return result;
}

/* What has failed has no solution, or a whole one that could not be read; and the next one is right. */
static void check_again(env *e, hpyr_poisson *poisson, const hpyr_poisson_points *points, const scan *scan) {
    if (hpyr_poisson_last_report(poisson))
        check_solution(e, poisson, scan, 1e-4);
    else
        check_unsolved(e, poisson);
    OK(e, hpyr_poisson_solve(poisson, points));
    check_solution(e, poisson, scan, 1e-4);
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, COUNT, DEPTH);
    scan.desc.screening = desc.screening;
    assert_int_equal(scan_solve(&scan, desc.tolerance, 100), HPYR_OK);
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
    hpyr_poisson *poisson = make_poisson(e, &desc);
    int failures = 0;
    OK(e, hpyr_poisson_solve(poisson, &points)); /* what the context keeps for all objects is there afterwards */
    check_solution(e, poisson, &scan, 1e-4);
    free_poisson(e, poisson);
    counts_textures = textures;
    const uint32_t before = starving_objects();
    while (CALL(e, make_all(e->context, &points, failures, &poisson)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        if (poisson && failures % (e->hostile ? 13 : 2) == 0)
            check_again(e, poisson, &points, &scan);
        free_poisson(e, poisson);
        assert_int_equal(starving_objects(), before);
        poisson = NULL;
        failures++;
    }
    check_again(e, poisson, &points, &scan);
    free_poisson(e, poisson);
    assert_int_equal(starving_objects(), before);
    return failures;
}

GPU_TEST(each_allocation_may_fail_once) {
    int failures = fail_everywhere(e, false);
    assert_true(failures >= 2);
}

GPU_TEST(each_texture_may_fail_once) {
    int failures = fail_everywhere(e, true);
    if (failures == 0)
        SKIP("the linker wraps no texture");
    assert_true(failures >= 50);
}
