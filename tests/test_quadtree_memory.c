/* test_quadtree_memory.c - quadtrees where memory runs out: it is told, the next build is right, and nothing is left behind.
 * SPDX-License-Identifier: MIT */
#include "quadtrees.h"
#include "starving.h"

#include <stdlib.h>

/* Allocations and textures that still may pass are counted down over all the calls of one quadtree. */
static hpyr_result make_all(hpyr_context *context, const image *im, bool textures, int passing, hpyr_quadtree **tree) {
    const hpyr_quadtree_desc desc = desc_of(im);
    hpyr_quadtree_leaf leaf;
    char text[4096];
    starving_begin(textures, passing);
    hpyr_result result = hpyr_quadtree_create(context, &desc, tree);
    if (result == HPYR_OK)
        result = hpyr_quadtree_build(*tree, &im->texture, 2);
    if (result == HPYR_OK)
        result = hpyr_quadtree_download(*tree, 3, 1, &leaf, 1, NULL);
    if (result == HPYR_OK)
        result = hpyr_quadtree_glsl(*tree, NULL, text, sizeof text, NULL);
    starving_end();
    return result;
}

/* Fails at each place in turn, until nothing fails any more. Returns how many places there were. */
static int fail_everywhere(env *e, bool textures) {
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 40, 21, 3);
    const hpyr_quadtree_desc desc = desc_of(&im);
    int failures = 0;
    image_upload(&im);
    hpyr_quadtree *tree = make_quadtree(e, &desc);
    check_quadtree(e, tree, &im, 2); /* what the context keeps for all quadtrees is there afterwards */
    free_quadtree(e, tree);
    tree = NULL;
    const uint32_t before = starving_objects();
    while (CALL(e, make_all(e->context, &im, textures, failures, &tree)) != HPYR_OK) {
        assert_int_equal(e->result, HPYR_ERROR_OUT_OF_MEMORY);
        if (tree)
            check_quadtree(e, tree, &im, 2);
        free_quadtree(e, tree);
        assert_int_equal(starving_objects(), before);
        tree = NULL;
        failures++;
    }
    check_quadtree(e, tree, &im, 2);
    free_quadtree(e, tree);
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
