/* test_octree_memory.c - octrees where memory runs out: it is told, the next build is right, and nothing is left behind.
 * SPDX-License-Identifier: MIT */
#include "octrees_gl.h"
#include "starving.h"

#include <stdlib.h>

enum { COUNT = 40 };

static bool counts_textures;

/* ---- one octree, from its creation to its last array ---- */

static const hpyr_octree_desc desc = {.capacity = COUNT, .depth = 4, .growth = HPYR_OCTREE_GROWTH_GRADED};

/* Allocations and textures that still may pass are counted down over all the calls. */
static hpyr_result make_all(hpyr_context *context, const hpyr_octree_points *points, int passing,
                            hpyr_octree **octree) {
    uint32_t entry;
    starving_begin(counts_textures, passing);
    hpyr_result result = hpyr_octree_create(context, &desc, octree);
    if (result == HPYR_OK)
        result = hpyr_octree_build(*octree, points);
    if (result == HPYR_OK)
        result = hpyr_octree_share(*octree);
    if (result == HPYR_OK)
        result = hpyr_octree_download(*octree, HPYR_OCTREE_ARRAY_FACE_EDGES, 0, 1, &entry, 1, NULL);
    starving_end();
    return result;
}

/* What has failed is empty, or complete up to the call that failed; and the next build is right. */
static void check_again(env *e, hpyr_octree *octree, const hpyr_octree_points *points, const hpyr_ref_octree *oracle) {
    const hpyr_octree_report *report = hpyr_octree_last_report(octree);
    const uint64_t vertices = hpyr_octree_entries(octree, HPYR_OCTREE_ARRAY_VERTEX_NODES);
    uint32_t key = 7;
    if (!report) {
        check_empty(e, octree);
    } else { /* all elements, or none; the nodes can be read */
        assert_true(vertices == 8 * (uint64_t)report->vertices && !vertices == !report->faces);
        OK(e, hpyr_octree_download(octree, HPYR_OCTREE_ARRAY_KEYS, 0, 1, &key, 1, NULL));
        assert_int_equal(key, 0);
    }
    OK(e, hpyr_octree_build(octree, points));
    check_octree(e, octree, oracle, true);
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, COUNT, 0, 3, 1);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    hpyr_octree *octree = make_octree(e, &desc);
    int failures = 0;
    OK(e, hpyr_octree_build(octree, &points)); /* what the context keeps for all octrees is there afterwards */
    check_octree(e, octree, &oracle, true);
    free_octree(e, octree);
    counts_textures = textures;
    const uint32_t before = starving_objects();
    while (CALL(e, make_all(e->context, &points, failures, &octree)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        if (octree && failures % (e->hostile ? 7 : 1) == 0)
            check_again(e, octree, &points, &oracle);
        free_octree(e, octree);
        assert_int_equal(starving_objects(), before);
        octree = NULL;
        failures++;
    }
    check_again(e, octree, &points, &oracle);
    free_octree(e, octree);
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
    assert_true(failures >= 2);
}
