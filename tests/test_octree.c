/* test_octree.c - octrees that the GPU builds equal the oracle's: every entry of every array, and the report.
 * SPDX-License-Identifier: MIT */
#include "lists.h"
#include "octrees_gl.h"

#include <string.h>

enum { MOST_POINTS = 700 };

/* ---- all sets of points ---- */

/* Deep octrees, and graded ones above all, have many nodes for each point. */
static uint32_t count_for(const env *e, uint32_t depth, hpyr_octree_growth growth) {
    const bool is_graded = growth == HPYR_OCTREE_GROWTH_GRADED;
    uint32_t count = depth <= 4 ? MOST_POINTS : depth <= 7 ? (is_graded ? 40 : 400) : is_graded ? 10 : 150;
    return e->small || e->hostile ? count / 5 : count;
}

/* Each kind of points meets all depths, in one way of growth or in both. */
static bool is_met(const env *e, uint32_t depth, uint32_t kind, hpyr_octree_growth growth) {
    if (e->small)
        return depth % 3 == 1 && (kind + depth / 3) % 8 == 0;
    return e->hostile ? (kind + depth) % 6 == 0 : (kind + depth + (uint32_t)growth) % 3 != 0;
}

/* One octree for all sets of points, so each build finds what another one left. */
static void check_sets(env *e, uint32_t depth, hpyr_octree_growth growth) {
    static const uint32_t strides[] = {3, 4, 6};
    const hpyr_octree_desc desc = {.capacity = MOST_POINTS, .depth = depth, .growth = growth};
    SCOPED(destroy_octree) hpyr_octree *octree = NULL;
    for (uint32_t kind = 0; kind < POINTS_KINDS; kind++) {
        if (!is_met(e, depth, kind, growth))
            continue;
        if (!octree)
            octree = make_octree(e, &desc);
        const uint32_t number = depth * POINTS_KINDS + kind;
        point_set set =
            points_make((points_kind)kind, count_for(e, depth, growth), number % 5, strides[number % 3], number);
        check_build(e, octree, &desc, &set, number % 4 != 0);
        points_free(&set);
    }
}

GPU_TEST(octrees_by_points_equal_the_oracle) {
    for (uint32_t depth = 1; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        check_sets(e, depth, HPYR_OCTREE_GROWTH_POINTS);
}

GPU_TEST(graded_octrees_equal_the_oracle) {
    for (uint32_t depth = 1; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        check_sets(e, depth, HPYR_OCTREE_GROWTH_GRADED);
}

/* More than one part of a list, and more than one row of a texture. */
GPU_TEST_ONCE(large_octrees_equal_the_oracle) {
    static const struct {
        points_kind kind;
        uint32_t count, depth;
        hpyr_octree_growth growth;
    } cases[] = {{POINTS_SPHERE, 20000, 8, HPYR_OCTREE_GROWTH_POINTS},
                 {POINTS_RANDOM, 100001, 5, HPYR_OCTREE_GROWTH_GRADED},
                 {POINTS_STRANGE, 70000, 4, HPYR_OCTREE_GROWTH_POINTS},
                 {POINTS_TWINS, 70000, 10, HPYR_OCTREE_GROWTH_GRADED},
                 {POINTS_SPHERE, 3000, 7, HPYR_OCTREE_GROWTH_GRADED}};
    need_speed(e);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const hpyr_octree_desc desc = {.capacity = cases[i].count, .depth = cases[i].depth, .growth = cases[i].growth};
        SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
        SCOPED(points_free) point_set set = points_make(cases[i].kind, cases[i].count, 1, 4, 77);
        check_build(e, octree, &desc, &set, true);
    }
}

/* ---- one octree after the other ---- */

/* On borders of cells, where the last bit of 2^depth / side decides: 1 / side is denormal. */
GPU_TEST(points_may_fill_the_largest_cube) {
    const hpyr_octree_desc desc = {.capacity = 300, .depth = 7};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, e->small ? 30 : 300, 0, 3, 1);
    uint64_t seed = 3;
    set.margin = 0;
    set.cube = (hpyr_octree_cube){{-1.6e38f, -1.6e38f, -1.7e38f}, 3.3e38f};
    for (uint32_t i = 0; i < set.float_count; i++)
        set.floats[i] = set.cube.origin[i % 3] + (float)random_below(&seed, 129) * (set.cube.side / 128);
    check_build(e, octree, &desc, &set, true);
}

GPU_TEST(each_build_forgets_the_last_one) {
    static const points_kind kinds[] = {POINTS_ONE,  POINTS_SPHERE, POINTS_NONE,   POINTS_CLUSTERED,
                                        POINTS_LOST, POINTS_NEAR,   POINTS_STRANGE};
    const hpyr_octree_desc desc = {
        .capacity = MOST_POINTS, .depth = e->small ? 4 : 5, .growth = HPYR_OCTREE_GROWTH_GRADED};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    check_empty(e, octree);
    for (uint32_t i = 0; i < LENGTH(kinds); i++) {
        SCOPED(points_free) point_set set = points_make(kinds[i], i % 2 && !e->small ? 50 : 9, 0, 3 + i % 2, i);
        check_build(e, octree, &desc, &set, i % 2);
        check_build(e, octree, &desc, &set, i % 3 == 0);
    }
}

GPU_TEST(a_second_share_does_nothing) {
    const hpyr_octree_desc desc = {.capacity = 40, .depth = 3};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 40, 0, 3, 1);
    check_build(e, octree, &desc, &set, true);
    const hpyr_octree_report before = *hpyr_octree_last_report(octree);
    OK(e, hpyr_octree_share(octree));
    assert_memory_equal(&before, hpyr_octree_last_report(octree), sizeof before);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &(hpyr_octree_desc){.depth = 3});
    uint32_t entry = 0;
    OK(e, hpyr_octree_download(octree, HPYR_OCTREE_ARRAY_FACES, oracle.lengths[HPYR_OCTREE_ARRAY_FACES] - 1, 1, &entry,
                               1, NULL));
    assert_int_equal(entry, oracle.arrays[HPYR_OCTREE_ARRAY_FACES][oracle.lengths[HPYR_OCTREE_ARRAY_FACES] - 1]);
}

/* Two octrees share nothing that a build or a walk needs. */
GPU_TEST(two_octrees_are_independent) {
    const hpyr_octree_desc a_desc = {.capacity = 60, .depth = 4},
                           b_desc = {.capacity = 30, .depth = 6, .growth = HPYR_OCTREE_GROWTH_GRADED};
    hpyr_octree *a = make_octree(e, &a_desc), *b = make_octree(e, &b_desc);
    SCOPED(points_free)
    point_set a_set = points_make(POINTS_SPHERE, 60, 0, 3, 5), b_set = points_make(POINTS_CLUSTERED, 10, 2, 6, 6);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree a_oracle = points_octree(&a_set, &a_desc);
    check_build(e, a, &a_desc, &a_set, false);
    check_build(e, b, &b_desc, &b_set, true);
    check_octree(e, a, &a_oracle, true);
    free_octree(e, a);
    check_build(e, b, &b_desc, &b_set, false);
    free_octree(e, b);
}

/* ---- what is given ---- */

GPU_TEST(defaults_are_filled_in) {
    const hpyr_octree_desc desc = {.capacity = 40, .depth = 3};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    const hpyr_octree_desc *resolved = hpyr_octree_resolved(octree);
    assert_non_null(resolved);
    assert_true(resolved->capacity == 40 && resolved->depth == 3 && resolved->growth == HPYR_OCTREE_GROWTH_POINTS);
    assert_in_range(resolved->node_capacity, 1, hpyr_context_caps(e->context)->max_list_length);
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 40, 0, 3, 1);
    set.margin = 1.1;
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, resolved);
    set.margin = 0;
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    OK(e, hpyr_octree_build(octree, &points));
    check_octree(e, octree, &oracle, false);
    assert_true(hpyr_octree_memory(octree) > 0);
}

/* The buffer has more points, and the octree is made for more of them. */
GPU_TEST(only_the_first_points_are_taken) {
    const hpyr_octree_desc desc = {.capacity = 500, .depth = 4};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, 90, 1, 4, 3);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    for (uint32_t count = 0; count <= 90; count += 30) {
        points.count = set.count = count;
        SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
        OK(e, hpyr_octree_build(octree, &points));
        check_octree(e, octree, &oracle, count == 60);
    }
}

GPU_TEST(no_points_need_no_buffer) {
    const hpyr_octree_desc desc = {.capacity = 5, .depth = 4, .growth = HPYR_OCTREE_GROWTH_GRADED};
    const hpyr_octree_points points = {.margin = 2.5};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_NONE, 0, 0, 3, 0);
    set.cube = (hpyr_octree_cube){.side = 0};
    set.margin = 2.5;
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
    OK(e, hpyr_octree_build(octree, &points));
    check_octree(e, octree, &oracle, true);
}

GPU_TEST(as_many_nodes_as_allowed_fit) {
    const hpyr_octree_desc desc = {.capacity = 5, .depth = 6, .node_capacity = 49};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_ONE, 1, 0, 3, 0);
    check_build(e, octree, &desc, &set, true);
}

/* ---- parts of arrays ---- */

static void check_part(env *e, hpyr_octree *octree, const hpyr_ref_octree *oracle, hpyr_octree_array array,
                       uint64_t *seed) {
    const uint32_t length = oracle->lengths[array];
    const uint32_t first = random_below(seed, length + 1), count = random_below(seed, length - first + 1);
    SCOPED(free_memory) uint32_t *entries = zeros_make(count);
    for (int place = PLACE_START; place <= PLACE_END; place++) {
        if (count == 0 && place == PLACE_WHOLE)
            continue;
        SCOPED(stored_free) stored out = stored_make((list_place)place, HPYR_LIST_TYPE_UINT, NULL, count);
        OK(e, hpyr_octree_extract_buffer(octree, array, first, count, out.list.buffer, out.list.offset, NULL));
        stored_check(&out, oracle->arrays[array] + first, count, false, array_name(array));
    }
    OK(e, hpyr_octree_download(octree, array, first, count, entries, count, NULL));
    assert_memory_equal(entries, oracle->arrays[array] + first, count * sizeof *entries);
}

GPU_TEST(parts_of_arrays_are_written) {
    const hpyr_octree_desc desc = {.capacity = 100, .depth = 4};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = points_make(POINTS_STRANGE, 100, 3, 4, 9);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree oracle = points_octree(&set, &desc);
    uint64_t seed = 3;
    uint32_t entry = 7;
    check_build(e, octree, &desc, &set, true);
    for (int array = 0; array < HPYR_OCTREE_ARRAYS; array++) {
        for (int i = 0; i < (e->small ? 1 : 3); i++)
            check_part(e, octree, &oracle, (hpyr_octree_array)array, &seed);
        OK(e, hpyr_octree_download(octree, (hpyr_octree_array)array, oracle.lengths[array], 0, &entry, 0, NULL));
    }
    assert_int_equal(entry, 7);
}
