/* test_rounds.c - loops of shaders end whatever they read. GLs differ in it: a shift by 32 places is none for some, and 0 for
 * others, which may loop until the GPU is reset. So the rounds are counted.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "octrees_gl.h"
#include "sources.h"

/* Fragments behind the last entry look for an element that no node has. Here all do. */
GPU_TEST_ONCE(an_owner_has_no_such_element) {
    const hpyr_octree_desc desc = {.capacity = 100, .depth = 4};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_STRANGE, 100, 3, 4, 9);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    uint32_t rounds[8];
    OK(e, hpyr_octree_build(octree, &points));
    OK(e, hpyr_octree_share(octree));
    sources_count_rounds("uint rank = ", "uint rank = 4000u + ", "o_entry");
    OK(e,
       hpyr_octree_download(octree, HPYR_OCTREE_ARRAY_VERTEX_NODES, 0, LENGTH(rounds), rounds, LENGTH(rounds), NULL));
    sources_count_rounds(NULL, NULL, NULL);
    for (size_t i = 0; i < LENGTH(rounds); i++)
        assert_in_range(rounds[i], 1, 64);
}

/* A pyramid that could not be drawn leads to columns without a set bit. */
GPU_TEST_ONCE(a_column_has_no_bit) {
    static const char glsl[] = "bool hpyr_select_at(uint position) { return true; }";
    static const uint32_t rounds[] = {12, 12, 12, 12, 12, 12, 12, 12}; /* of four keys: one each of three loops */
    sources_count_rounds("hpyr_leaf(ivec2(point.xy), 0)", "uvec4(0u)", "o_entries");
    SCOPED(destroy_lists)
    hpyr_lists *lists = make_lists(e, 100000, HPYR_LIST_OPERATION_SELECT); /* has more levels than octrees use */
    SCOPED(stored_free) stored out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, LENGTH(rounds));
    const hpyr_lists_select_desc desc = {.positions = out.list,
                                         .condition = HPYR_LIST_CONDITION_CUSTOM,
                                         .glsl = glsl,
                                         .length = {.count = LENGTH(rounds)}};
    OK(e, hpyr_lists_select(lists, &desc));
    sources_count_rounds(NULL, NULL, NULL);
    stored_check(&out, rounds, LENGTH(rounds), false, "rounds");
}
