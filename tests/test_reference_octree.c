/* test_reference_octree.c - the oracle's octree: examples worked by hand, and what must hold of every octree.
 * SPDX-License-Identifier: MIT */
#include "octrees.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REFUSED(...) assert_int_equal(__VA_ARGS__, HPYR_ERROR_INVALID_ARGUMENT)

static const uint32_t NONE = HPYR_OCTREE_NONE;

static char telling[128] = ""; /* the octree that is looked at */

static void tell(const point_set *set, const hpyr_octree_desc *desc) {
    snprintf(telling, sizeof telling, "%s points, depth %u, growth %d", points_name(set->kind), desc->depth,
             (int)desc->growth);
}

/* Says which octree it is. */
static void check(bool holds, const char *what) {
    if (!holds)
        fail_msg("%s: %s", telling, what);
    runner_checks++;
}

static uint32_t first_of(const hpyr_ref_octree *tree, uint32_t depth) {
    return tree->report.first_node[depth];
}

/* ---- tables and cubes ---- */

/* The paper's figure 3 has them for quadtrees, which are the middle of octrees. */
TEST(tables_are_the_papers) {
    static const uint8_t parents[4][9] = {{0, 1, 1, 3, 4, 4, 3, 4, 4},
                                          {1, 1, 2, 4, 4, 5, 4, 4, 5},
                                          {3, 4, 4, 3, 4, 4, 6, 7, 7},
                                          {4, 4, 5, 4, 4, 5, 7, 7, 8}};
    static const uint8_t children[4][9] = {{3, 2, 3, 1, 0, 1, 3, 2, 3},
                                           {2, 3, 2, 0, 1, 0, 2, 3, 2},
                                           {1, 0, 1, 3, 2, 3, 1, 0, 1},
                                           {0, 1, 0, 2, 3, 2, 0, 1, 0}};
    uint8_t lut_parent[8][HPYR_OCTREE_PLACES], lut_child[8][HPYR_OCTREE_PLACES];
    answered(hpyr_ref_octree_tables(lut_parent, lut_child));
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 9; j++) {
            assert_int_equal(lut_parent[2 * i][3 * j + 1], 3 * parents[i][j] + 1); /* x and y, in the lower half of z */
            assert_int_equal(lut_child[2 * i][3 * j + 1], 2 * children[i][j]);
            assert_int_equal(lut_parent[i][9 + j], 9 + parents[i][j]); /* y and z, in the lower half of x */
            assert_int_equal(lut_child[i][9 + j], children[i][j]);
        }
    assert_int_equal(lut_parent[7][26], 26);
    assert_int_equal(lut_child[7][26], 0);
    for (int i = 0; i < 8; i++)
        assert_true(lut_parent[i][13] == 13 && lut_child[i][13] == i);
}

static void check_cube(hpyr_octree_cube cube, float x, float y, float z, float side) {
    assert_true(cube.origin[0] == x && cube.origin[1] == y && cube.origin[2] == z && cube.side == side);
}

TEST(the_smallest_cube_is_enlarged_around_its_center) {
    static const float points[] = {0, 0, 0, 7, 2, 1, -1, 7, NAN, 99, 99, 7, 99, INFINITY, 99, 7, 1, 1, -INFINITY, 7};
    static const float wide[] = {-3e38f, 0, 0, 3e38f, 0, 0};
    check_cube(answer_cube(points, 4, 5, 1), 0, -0.5f, -1.5f, 2);
    check_cube(answer_cube(points, 4, 5, 1.5), -0.5f, -1, -2, 3);
    check_cube(answer_cube(points, 4, 2, 1.5), -0.5f, -1, -2, 3);
    check_cube(answer_cube(points, 4, 1, 1.5), -0.75f, -0.75f, -0.75f, 1.5f);
    check_cube(answer_cube(points + 8, 4, 3, 1.25), 0, 0, 0, 1.25f);
    check_cube(answer_cube(NULL, 3, 0, 1.25), 0, 0, 0, 1.25f);
    assert_true(isinf(answer_cube(wide, 3, 2, 1).side));
}

/* ---- small octrees ---- */

static const hpyr_octree_cube four = {{0, 0, 0}, 4};

static hpyr_ref_octree build(const float *positions, uint32_t count, uint32_t depth, hpyr_octree_growth growth) {
    const hpyr_octree_desc desc = {.depth = depth, .growth = growth};
    hpyr_ref_octree tree;
    assert_int_equal(hpyr_ref_octree_build(positions, 3, count, &four, &desc, &tree), HPYR_OK);
    return tree;
}

static void check_entries(const hpyr_ref_octree *tree, hpyr_octree_array array, uint32_t first, const uint32_t *entries,
                          uint32_t count) {
    assert_true(first + count <= tree->lengths[array]);
    assert_memory_equal(tree->arrays[array] + first, entries, count * sizeof *entries);
}
#define ENTRIES(tree, array, first, ...)                                                                               \
    check_entries(tree, HPYR_OCTREE_ARRAY_##array, first, (const uint32_t[]){__VA_ARGS__},                             \
                  LENGTH(((const uint32_t[]){__VA_ARGS__})))

/* The first and the last cell of 4 x 4 x 4 have points. So of the eight parts of the root these two have parts, which
 * meet at the middle of the root. */
TEST(two_corners_make_25_nodes) {
    static const float positions[] = {0.5f, 0.5f, 0.9f, 3.5f, 9, 3.5f, NAN, 0, 0, 0.5f, 0, -1};
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree tree = build(positions, 4, 2, HPYR_OCTREE_GROWTH_POINTS);
    const hpyr_octree_report *r = &tree.report;
    assert_true(r->depth == 2 && r->nodes == 25 && r->leaves == 22 && r->points == 3 && r->skipped == 1);
    assert_true(r->vertices == 8 + 27 + 53 && r->edges == 12 + 54 + 108 && r->faces == 6 + 36 + 72);
    assert_memory_equal(r->first_node, ((uint32_t[]){0, 1, 9, 25, 25}), 5 * sizeof(uint32_t));
    assert_memory_equal(r->first_vertex, ((uint32_t[]){0, 8, 35, 88, 88}), 5 * sizeof(uint32_t));
    assert_memory_equal(r->first_edge, ((uint32_t[]){0, 12, 66, 174, 174}), 5 * sizeof(uint32_t));
    assert_memory_equal(r->first_face, ((uint32_t[]){0, 6, 42, 114, 114}), 5 * sizeof(uint32_t));
    check_cube(r->cube, 0, 0, 0, 4);
    ENTRIES(&tree, KEYS, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7, 56, 57, 58, 59, 60, 61, 62, 63);
    ENTRIES(&tree, PARENTS, 0, NONE, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 8, 8);
    ENTRIES(&tree, CHILDREN, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, NONE, NONE);
    ENTRIES(&tree, CHILDREN, 64, 17, 18, 19, 20, 21, 22, 23, 24, NONE);
    ENTRIES(&tree, POINT_COUNTS, 0, 3, 2, 0, 0, 0, 0, 0, 0, 1, 2, 0);
    ENTRIES(&tree, FIRST_POINTS, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 0, 2);
    ENTRIES(&tree, POINT_ORDER, 0, 0, 3, 1);
    ENTRIES(&tree, POINT_NODES, 0, 9, 9, 24);
    ENTRIES(&tree, NEIGHBORS, 27, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, /* x - 1 of the first part */
            NONE, NONE, NONE, NONE, 1, 2, NONE, 3, 4, NONE, NONE, NONE, NONE, 5, 6, NONE, 7, 8);
    ENTRIES(&tree, VERTICES, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 9, 16, 11, 17, 13, 18, 15, 19);
    ENTRIES(&tree, FACES, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 9, 14, 15, 16);
    ENTRIES(&tree, VERTEX_NODES, 0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 0, NONE, NONE, NONE, NONE, NONE, NONE, 0,
            NONE);
    ENTRIES(&tree, VERTEX_NODES, 8 * 15, 1, 2, 3, 4, 5, 6, 7, 8); /* the root's middle */
    ENTRIES(&tree, EDGE_VERTICES, 0, 0, 1, 0, 2, 1, 3, 2, 3, 0, 4, 1, 5, 2, 6, 3, 7, 4, 5, 4, 6, 5, 7, 6, 7);
    ENTRIES(&tree, FACE_EDGES, 0, 0, 1, 2, 3, 0, 4, 5, 8, 1, 4, 6, 9, 2, 5, 7, 10, 3, 6, 7, 11, 8, 9, 10, 11);
    const uint32_t middle = tree.arrays[HPYR_OCTREE_ARRAY_VERTICES][8 * 16 + 7];
    assert_int_equal(middle, tree.arrays[HPYR_OCTREE_ARRAY_VERTICES][8 * 17]);
    ENTRIES(&tree, VERTEX_NODES, 8 * middle, 16, NONE, NONE, NONE, NONE, NONE, NONE, 17);
}

static void check_nodes(float x, float y, float z, uint32_t depth, uint32_t by_points, uint32_t graded) {
    const float position[3] = {x, y, z};
    hpyr_ref_octree tree = build(position, 1, depth, HPYR_OCTREE_GROWTH_DEFAULT);
    assert_int_equal(tree.report.nodes, by_points);
    hpyr_ref_octree_free(&tree);
    tree = build(position, 1, depth, HPYR_OCTREE_GROWTH_GRADED);
    assert_int_equal(tree.report.nodes, graded);
    hpyr_ref_octree_free(&tree);
}

TEST(graded_octrees_have_the_nodes_near_points) {
    check_nodes(0.5f, 0.5f, 0.5f, 1, 9, 9);
    check_nodes(0.5f, 0.5f, 0.5f, 2, 17, 17); /* a corner of the root */
    check_nodes(1.5f, 0.5f, 0.5f, 2, 17, 25); /* the next cell belongs to another part of the root */
    check_nodes(1.5f, 1.5f, 0.5f, 2, 17, 41);
    check_nodes(1.5f, 1.5f, 1.5f, 2, 17, 73);
    check_nodes(0.5f, 0.5f, 0.5f, 3, 25, 9 + 64 + 64); /* of 4 x 4 x 4 cells, all eight around the point's parent */
    check_nodes(0.1f, 0.1f, 0.1f, 3, 25, 9 + 64 + 8);
}

TEST(no_points_make_a_root) {
    static const float strange[] = {NAN, 0, 0, 0, INFINITY, 0};
    for (uint32_t count = 0; count <= 2; count += 2)
        for (int growth = HPYR_OCTREE_GROWTH_POINTS; growth <= HPYR_OCTREE_GROWTH_GRADED; growth++) {
            SCOPED(hpyr_ref_octree_free)
            hpyr_ref_octree tree = build(count ? strange : NULL, count, 7, (hpyr_octree_growth)growth);
            const hpyr_octree_report *r = &tree.report;
            assert_true(r->nodes == 1 && r->leaves == 1 && r->points == 0 && r->skipped == count && r->depth == 7);
            assert_true(r->vertices == 8 && r->edges == 12 && r->faces == 6);
            for (uint32_t depth = 1; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++)
                assert_true(r->first_node[depth] == 1 && r->first_vertex[depth] == 8);
            ENTRIES(&tree, CHILDREN, 0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE);
            ENTRIES(&tree, POINT_COUNTS, 0, 0);
            assert_int_equal(tree.lengths[HPYR_OCTREE_ARRAY_POINT_ORDER], 0);
            assert_non_null(tree.arrays[HPYR_OCTREE_ARRAY_POINT_ORDER]);
        }
}

/* ---- what holds of every octree: nodes ---- */

static void check_relatives(const hpyr_ref_octree *tree, uint32_t node) {
    const uint32_t depth = depth_of_node(tree, node),
                   *children = tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN] + 8 * (size_t)node;
    const uint32_t *neighbors = tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS] + 27 * (size_t)node;
    const uint32_t parent = tree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node];
    for (uint32_t i = 0; i < 8; i++)
        check(children[0] == NONE ? children[i] == NONE
                                  : children[i] == children[0] + i && depth < tree->report.depth &&
                                        tree->arrays[HPYR_OCTREE_ARRAY_PARENTS][children[i]] == node &&
                                        tree->arrays[HPYR_OCTREE_ARRAY_KEYS][children[i]] ==
                                            8 * tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node] + i,
              "children");
    check(node == 0 ? parent == NONE
                    : tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN]
                                  [8 * (size_t)parent + tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node] % 8] == node,
          "parent");
    check(node == first_of(tree, depth) ||
              tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node - 1] < tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node],
          "order of keys");
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++)
        check(neighbors[place] == NONE ||
                  tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][27 * (size_t)neighbors[place] + 26 - place] == node,
              "neighbors are symmetric");
    check(neighbors[13] == node, "the node itself");
}

/* Three ways lead to a neighbor: the oracle's search, the paper's tables, and the way down from the root. */
static void check_neighbors(const hpyr_ref_octree *tree, uint32_t node) {
    static uint8_t lut_parent[8][HPYR_OCTREE_PLACES], lut_child[8][HPYR_OCTREE_PLACES];
    const uint32_t depth = depth_of_node(tree, node), parent = tree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node];
    const uint32_t child = tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node] % 8;
    int32_t cell[3];
    if (node == 0)
        answered(hpyr_ref_octree_tables(lut_parent, lut_child));
    cell_of_node(tree, node, cell);
    check(node_of_cell(tree, depth, cell) == node, "cell of a node");
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const uint32_t neighbor = tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][27 * (size_t)node + place];
        const int32_t there[3] = {cell[0] + (int32_t)(place / 9) - 1, cell[1] + (int32_t)(place / 3 % 3) - 1,
                                  cell[2] + (int32_t)(place % 3) - 1};
        check(node_of_cell(tree, depth, there) == neighbor, "neighbor by its cell");
        if (node == 0)
            continue;
        const uint32_t above =
            tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][27 * (size_t)parent + lut_parent[child][place]];
        check(neighbor == (above == NONE
                               ? NONE
                               : tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][8 * (size_t)above + lut_child[child][place]]),
              "neighbor by the tables");
    }
}

/* Is there a point in the cells of `depth` from `from` to `to`? Every point is asked. */
static bool has_points(const point_set *set, const hpyr_ref_octree *tree, uint32_t depth, const int32_t from[3],
                       const int32_t to[3]) {
    for (uint32_t i = 0; i < tree->report.points; i++) {
        int32_t cell[3];
        bool is_inside = true;
        cell_of_point(&tree->report.cube, points_at(set, tree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i]), depth, cell);
        for (int axis = 0; axis < 3; axis++)
            is_inside = is_inside && cell[axis] >= from[axis] && cell[axis] <= to[axis];
        if (is_inside)
            return true;
    }
    return false;
}

static void check_growth(const point_set *set, const hpyr_ref_octree *tree, hpyr_octree_growth growth, uint32_t node) {
    const uint32_t depth = depth_of_node(tree, node), last = tree->report.depth;
    const bool is_parent = tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][8 * (size_t)node] != NONE;
    const bool is_filled = tree->arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS][node] > 0;
    int32_t cell[3], from[3], to[3];
    if (growth == HPYR_OCTREE_GROWTH_POINTS) {
        check(is_parent == (is_filled && depth < last), "nodes with points have children");
        return;
    }
    cell_of_node(tree, node, cell);
    for (int axis = 0; axis < 3; axis++) {
        from[axis] = depth + 1 == last ? 2 * cell[axis] - 1 : cell[axis] - 1;
        to[axis] = depth + 1 == last ? 2 * cell[axis] + 2 : cell[axis] + 1;
    }
    check(is_parent == (depth < last && has_points(set, tree, depth + 1 == last ? last : depth, from, to)),
          "nodes near points have children");
    if (!is_parent && (depth < last || !is_filled))
        return;
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const int32_t there[3] = {cell[0] + (int32_t)(place / 9) - 1, cell[1] + (int32_t)(place / 3 % 3) - 1,
                                  cell[2] + (int32_t)(place % 3) - 1};
        bool is_inside = true;
        for (int axis = 0; axis < 3; axis++)
            is_inside = is_inside && there[axis] >= 0 && there[axis] >> depth == 0;
        check(!is_inside || tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][27 * (size_t)node + place] != NONE,
              "all neighbors exist");
    }
}

/* Counts of every depth, the order of points, and that each lies in its node. */
static void check_order(const point_set *set, const hpyr_ref_octree *tree) {
    const uint32_t *order = tree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER],
                   *nodes = tree->arrays[HPYR_OCTREE_ARRAY_POINT_NODES];
    const uint32_t *firsts = tree->arrays[HPYR_OCTREE_ARRAY_FIRST_POINTS],
                   *counts = tree->arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS];
    uint32_t finite = 0;
    for (uint32_t i = 0; i < set->count; i++)
        finite += isfinite(points_at(set, i)[0]) && isfinite(points_at(set, i)[1]) && isfinite(points_at(set, i)[2]);
    check(tree->report.points == finite && tree->report.skipped == set->count - finite, "number of points");
    for (uint32_t i = 0; i < finite; i++) {
        check(i == 0 || nodes[i - 1] < nodes[i] || (nodes[i - 1] == nodes[i] && order[i - 1] < order[i]), "order");
        for (uint32_t depth = 0; depth <= tree->report.depth; depth++) {
            int32_t cell[3];
            cell_of_point(&tree->report.cube, points_at(set, order[i]), depth, cell);
            uint32_t node = node_of_cell(tree, depth, cell);
            check(node != NONE && i >= firsts[node] && i - firsts[node] < counts[node], "points of a node");
            check(depth < tree->report.depth || node == nodes[i], "node of a point");
        }
    }
    for (uint32_t depth = 0; depth <= tree->report.depth; depth++) {
        uint32_t before = 0; /* with them having all points, no node has one too many */
        for (uint32_t node = first_of(tree, depth); node < first_of(tree, depth + 1); node++) {
            check(firsts[node] == before, "points of nodes follow each other");
            before += counts[node];
        }
        check(before == finite || first_of(tree, depth) == tree->report.nodes, "points of a depth");
    }
}

static void check_nodes_of(const point_set *set, const hpyr_ref_octree *tree, hpyr_octree_growth growth) {
    const hpyr_octree_report *r = &tree->report;
    uint32_t leaves = 0, filled[HPYR_OCTREE_MAX_DEPTH + 1] = {0};
    check_order(set, tree);
    for (uint32_t node = 0; node < r->nodes; node++) {
        check_relatives(tree, node);
        check_neighbors(tree, node);
        check_growth(set, tree, growth, node);
        leaves += tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][8 * (size_t)node] == NONE;
        filled[depth_of_node(tree, node)] += tree->arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS][node] > 0;
    }
    check(leaves == r->leaves, "number of leaves");
    for (uint32_t depth = 0; depth < r->depth && growth == HPYR_OCTREE_GROWTH_POINTS; depth++)
        check(r->first_node[depth + 2] - r->first_node[depth + 1] == 8 * filled[depth], "nodes of a depth");
    for (uint32_t depth = r->depth + 1; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++)
        check(r->first_node[depth] == r->nodes && r->first_vertex[depth] == r->vertices &&
                  r->first_edge[depth] == r->edges && r->first_face[depth] == r->faces,
              "totals");
}

/* ---- what holds of every octree: elements ---- */

/* Where an element is: its depth, and its middle in half cells. Sorted by depth, x, y and z. */
typedef struct location {
    int32_t depth, at[3];
} location;

typedef struct element_kind {
    hpyr_octree_array array;
    uint32_t ones; /* coordinates of a place that are 1 */
    uint32_t count;
    const uint32_t *firsts;
    location *locations;
} element_kind;

static int compare_locations(const void *a, const void *b) {
    return memcmp(a, b, sizeof(location)); /* only equal ones matter */
}

/* The location of element `i` of a node, by its number among those of its kind. */
static location location_of(const hpyr_ref_octree *tree, const element_kind *kind, uint32_t node, uint32_t i) {
    location found = {(int32_t)depth_of_node(tree, node), {0, 0, 0}};
    int32_t cell[3];
    cell_of_node(tree, node, cell);
    for (int32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const int32_t at[3] = {place / 9, place / 3 % 3, place % 3};
        if ((uint32_t)((at[0] == 1) + (at[1] == 1) + (at[2] == 1)) != kind->ones || i-- > 0)
            continue;
        for (int axis = 0; axis < 3; axis++)
            found.at[axis] = 2 * cell[axis] + at[axis];
        return found;
    }
    return found;
}

/* Elements are numbered as they are met, so the first node has them all that nobody had before. All nodes agree on
 * where an element is, and no two are at the same location. */
static void check_kind(const hpyr_ref_octree *tree, element_kind *kind, uint32_t total) {
    uint32_t met = 0;
    SCOPED(free_memory) location *sorted = calloc((size_t)total + 1, sizeof *sorted);
    kind->locations = calloc((size_t)total + 1, sizeof *kind->locations);
    assert_true(sorted && kind->locations);
    for (uint32_t node = 0; node < tree->report.nodes; node++)
        for (uint32_t i = 0; i < kind->count; i++) {
            const uint32_t element = tree->arrays[kind->array][(size_t)node * kind->count + i];
            const location here = location_of(tree, kind, node, i);
            check(element <= met && element < total, "elements are numbered in the order of their owners");
            if (element == met)
                kind->locations[met++] = here;
            check(memcmp(&kind->locations[element], &here, sizeof here) == 0, "an element is at one location");
            check(element >= kind->firsts[here.depth] && element < kind->firsts[here.depth + 1], "depth of an element");
        }
    check(met == total, "number of elements");
    memcpy(sorted, kind->locations, total * sizeof *sorted);
    qsort(sorted, total, sizeof *sorted, compare_locations);
    for (uint32_t i = 1; i < total; i++)
        check(memcmp(&sorted[i - 1], &sorted[i], sizeof *sorted) != 0, "an element is there once");
}

static void check_vertex_nodes(const hpyr_ref_octree *tree, const element_kind *vertices) {
    uint64_t shares = 0;
    for (uint32_t vertex = 0; vertex < tree->report.vertices; vertex++) {
        const location *here = &vertices->locations[vertex];
        for (uint32_t i = 0; i < 8; i++) {
            const uint32_t node = tree->arrays[HPYR_OCTREE_ARRAY_VERTEX_NODES][8 * (size_t)vertex + i];
            const int32_t cell[3] = {here->at[0] / 2 - 1 + (int32_t)(i >> 2),
                                     here->at[1] / 2 - 1 + (int32_t)(i >> 1 & 1),
                                     here->at[2] / 2 - 1 + (int32_t)(i & 1)};
            check(node_of_cell(tree, (uint32_t)here->depth, cell) == node, "nodes around a vertex");
            check(node == NONE || tree->arrays[HPYR_OCTREE_ARRAY_VERTICES][8 * (size_t)node + 7 - i] == vertex,
                  "vertex of the nodes around it");
            shares += node != NONE;
        }
    }
    check(shares == 8 * (uint64_t)tree->report.nodes, "corners of all nodes");
}

/* The parts of an element lie beside its middle along one axis each, and come in the order of their locations. */
static void check_parts(const hpyr_ref_octree *tree, const element_kind *whole, const element_kind *part,
                        hpyr_octree_array array, uint32_t total, uint32_t count) {
    for (uint32_t element = 0; element < total; element++) {
        const location *middle = &whole->locations[element], *before = NULL;
        for (uint32_t i = 0; i < count; i++) {
            const location *here = &part->locations[tree->arrays[array][(size_t)element * count + i]];
            int32_t distance = 0, order = 0;
            for (int axis = 0; axis < 3; axis++) {
                distance += abs(here->at[axis] - middle->at[axis]);
                order = order || !before ? order : here->at[axis] - before->at[axis];
                check(here->at[axis] == middle->at[axis] || middle->at[axis] % 2 == 1, "parts lie in the element");
            }
            check(here->depth == middle->depth && distance == 1 && (!before || order > 0), "parts of an element");
            before = here;
        }
    }
}

static void check_elements(const hpyr_ref_octree *tree) {
    const hpyr_octree_report *r = &tree->report;
    element_kind vertices = {HPYR_OCTREE_ARRAY_VERTICES, 0, 8, r->first_vertex, NULL};
    element_kind edges = {HPYR_OCTREE_ARRAY_EDGES, 1, 12, r->first_edge, NULL};
    element_kind faces = {HPYR_OCTREE_ARRAY_FACES, 2, 6, r->first_face, NULL};
    check_kind(tree, &vertices, r->vertices);
    check_kind(tree, &edges, r->edges);
    check_kind(tree, &faces, r->faces);
    check_vertex_nodes(tree, &vertices);
    check_parts(tree, &edges, &vertices, HPYR_OCTREE_ARRAY_EDGE_VERTICES, r->edges, 2);
    check_parts(tree, &faces, &edges, HPYR_OCTREE_ARRAY_FACE_EDGES, r->faces, 4);
    free(vertices.locations);
    free(edges.locations);
    free(faces.locations);
}

/* ---- all of it ---- */

static void check_lengths(const hpyr_ref_octree *tree) {
    const hpyr_octree_report *r = &tree->report;
    for (int i = 0; i < HPYR_OCTREE_ARRAYS; i++) {
        const hpyr_octree_array array = (hpyr_octree_array)i;
        const uint32_t rows = array < HPYR_OCTREE_ARRAY_VERTEX_NODES     ? r->nodes
                              : array == HPYR_OCTREE_ARRAY_VERTEX_NODES  ? r->vertices
                              : array == HPYR_OCTREE_ARRAY_EDGE_VERTICES ? r->edges
                              : array == HPYR_OCTREE_ARRAY_FACE_EDGES    ? r->faces
                                                                         : r->points;
        check(tree->lengths[array] == rows * array_width(array) && tree->arrays[array], array_name(array));
    }
}

static void check_octree(points_kind kind, uint32_t count, uint32_t depth, hpyr_octree_growth growth) {
    const hpyr_octree_desc desc = {.depth = depth, .growth = growth};
    SCOPED(points_free) point_set set = points_make(kind, count, depth % 5, 3 + depth % 3, depth);
    tell(&set, &desc);
    SCOPED(hpyr_ref_octree_free) hpyr_ref_octree tree = points_octree(&set, &desc);
    check_lengths(&tree);
    check_nodes_of(&set, &tree, growth);
    check_elements(&tree);
}

TEST(octrees_by_points_are_whole) {
    for (uint32_t depth = 1; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        for (int kind = 0; kind < POINTS_KINDS; kind++)
            check_octree((points_kind)kind, depth < 6 ? 300 : 100, depth, HPYR_OCTREE_GROWTH_POINTS);
}

TEST(graded_octrees_are_whole) {
    for (uint32_t depth = 1; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        for (int kind = 0; kind < POINTS_KINDS; kind++)
            check_octree((points_kind)kind, depth < 5 ? 100 : 10, depth, HPYR_OCTREE_GROWTH_GRADED);
}

/* ---- mistakes ---- */

static void check_refused(hpyr_result expected, const float *positions, uint32_t stride, uint32_t count,
                          const hpyr_octree_cube *cube, const hpyr_octree_desc *desc) {
    hpyr_ref_octree tree, zero;
    memset(&tree, 0x55, sizeof tree);
    memset(&zero, 0, sizeof zero);
    assert_int_equal(hpyr_ref_octree_build(positions, stride, count, cube, desc, &tree), expected);
    assert_memory_equal(&tree, &zero, sizeof zero);
}

TEST(mistakes_are_refused) {
    static const float positions[] = {0.5f, 0.5f, 0.5f};
    static const hpyr_octree_desc descs[] = {{.depth = 0},
                                             {.depth = 11},
                                             {.depth = 4, .growth = (hpyr_octree_growth)3},
                                             {.depth = 4, .growth = (hpyr_octree_growth)-1}};
    static const hpyr_octree_cube cubes[] = {{{0, 0, 0}, 0},        {{0, 0, 0}, -1},  {{0, 0, 0}, NAN},
                                             {{0, 0, 0}, INFINITY}, {{NAN, 0, 0}, 1}, {{0, 0, -INFINITY}, 1},
                                             {{0, 0, 0}, FLT_MIN}};
    const hpyr_octree_desc good = {.depth = 10};
    for (size_t i = 0; i < LENGTH(descs); i++)
        check_refused(HPYR_ERROR_INVALID_ARGUMENT, positions, 3, 1, &four, &descs[i]);
    for (size_t i = 0; i < LENGTH(cubes); i++)
        check_refused(HPYR_ERROR_INVALID_ARGUMENT, positions, 3, 1, &cubes[i], &good);
    check_refused(HPYR_ERROR_INVALID_ARGUMENT, positions, 2, 1, &four, &good);
}

TEST(the_largest_number_of_nodes_is_kept) {
    static const float positions[] = {0.5f, 0.5f, 0.5f};
    for (uint32_t node_capacity = 1; node_capacity < 41; node_capacity++) {
        const hpyr_octree_desc desc = {.depth = 5, .node_capacity = node_capacity};
        check_refused(HPYR_ERROR_TOO_LARGE, positions, 3, 1, &four, &desc);
    }
    const hpyr_octree_desc desc = {.depth = 5, .node_capacity = 41};
    hpyr_ref_octree tree;
    assert_int_equal(hpyr_ref_octree_build(positions, 3, 1, &four, &desc, &tree), HPYR_OK);
    assert_int_equal(tree.report.nodes, 41);
    hpyr_ref_octree_free(&tree);
    assert_null(tree.arrays[0]);
}
