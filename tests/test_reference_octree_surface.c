/* test_reference_octree_surface.c - the oracle's surfaces from octrees: values at vertices, and what must hold of every
 * mesh.  SPDX-License-Identifier: MIT
 *
 * Values are judged by interpolation in double, from the root down to each leaf that touches a vertex. Surfaces of
 * small octrees are made a second time by brute force (brute_surface.h). */
#include "brute_surface.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"

static const uint32_t NONE = HPYR_OCTREE_NONE;

/* ---- values ---- */

/* A cell of the octree on the way down, in cells of its depth, and the function at its corners. */
typedef struct place {
    uint32_t node, depth;
    int32_t cell[3];
    double corners[2][2][2];
} place;

static double interpolate(double corners[2][2][2], const double at[3]) {
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        const int bits[3] = {i >> 2, i >> 1 & 1, i & 1};
        double weight = 1;
        for (int axis = 0; axis < 3; axis++)
            weight *= bits[axis] ? at[axis] : 1 - at[axis];
        sum += weight * corners[bits[0]][bits[1]][bits[2]];
    }
    return sum;
}

/* The child with a cell of the last depth. At its inner corners the function has a number of this depth. */
static void step_down(const function *f, const int32_t target[3], place *here) {
    const uint32_t shift = last_depth(f) - ++here->depth;
    place child = {.depth = here->depth};
    for (int axis = 0; axis < 3; axis++)
        child.cell[axis] = target[axis] >> shift;
    child.node = node_of_cell(&f->tree, child.depth, child.cell);
    for (int i = 0; i < 8; i++) {
        const int bits[3] = {i >> 2, i >> 1 & 1, i & 1};
        int32_t vertex[3];
        double at[3];
        for (int axis = 0; axis < 3; axis++) {
            vertex[axis] = child.cell[axis] + bits[axis];
            at[axis] = vertex[axis] / 2.0 - here->cell[axis];
        }
        const uint32_t node = node_of_cell(&f->tree, child.depth, vertex);
        child.corners[bits[0]][bits[1]][bits[2]] =
            node != NONE && f->inner[node] ? f->values[node] : interpolate(here->corners, at);
    }
    *here = child;
}

/* The leaf with a cell of the last depth. */
static place leaf_of(const function *f, const int32_t target[3]) {
    place here = {.node = 0};
    while (f->tree.arrays[HPYR_OCTREE_ARRAY_CHILDREN][8 * (size_t)here.node] != NONE)
        step_down(f, target, &here);
    return here;
}

static double value_in_leaf(const function *f, place *leaf, const int32_t vertex[3]) {
    double at[3];
    for (int axis = 0; axis < 3; axis++)
        at[axis] = ldexp(vertex[axis], -(int)(last_depth(f) - leaf->depth)) - leaf->cell[axis];
    return interpolate(leaf->corners, at);
}

/* Whether a leaf has the value between those of its corners, as floats, to the last bit. */
static bool is_in_range(const function *f, const place *leaf, float value) {
    const uint32_t shift = last_depth(f) - leaf->depth;
    float lowest = FLT_MAX, highest = -FLT_MAX;
    for (int32_t i = 0; i < 8; i++) {
        const float corner = value_at(f, (leaf->cell[0] + (i >> 2)) << shift, (leaf->cell[1] + (i >> 1 & 1)) << shift,
                                      (leaf->cell[2] + (i & 1)) << shift);
        lowest = fminf(lowest, corner);
        highest = fmaxf(highest, corner);
    }
    return lowest <= value && value <= highest;
}

/* Looks at a vertex from all leaves that touch it. Returns whether their depths differ. */
static bool check_vertex(const function *f, const int32_t vertex[3]) {
    const int32_t end = 1 << last_depth(f);
    const float value = value_at(f, vertex[0], vertex[1], vertex[2]);
    uint32_t depths = 0;
    for (int32_t i = 0; i < 8; i++) {
        const int32_t cell[3] = {vertex[0] - (i >> 2), vertex[1] - (i >> 1 & 1), vertex[2] - (i & 1)};
        bool is_inside = true;
        for (int axis = 0; axis < 3; axis++)
            is_inside = is_inside && cell[axis] >= 0 && cell[axis] < end;
        if (!is_inside) {
            check_that(f, value == 0, "the function is 0 on the border");
            continue;
        }
        place leaf = leaf_of(f, cell);
        check_that(f, fabs(value_in_leaf(f, &leaf, vertex) - value) < 1e-6, "the function is trilinear in a leaf");
        check_that(f, is_in_range(f, &leaf, value), "a mean stays in the range of a leaf's corners");
        depths |= 1u << leaf.depth;
    }
    return (depths & (depths - 1)) != 0;
}

static uint32_t check_vertices(const function *f, uint64_t seed) {
    const uint32_t side = (1u << last_depth(f)) + 1, all = side * side * side;
    const uint32_t count = last_depth(f) <= 3 ? all : 100;
    uint32_t between = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t vertex[3];
        const uint32_t number = count == all ? i : random_below(&seed, side * side * side);
        const uint32_t node = random_below(&seed, f->tree.report.nodes);
        const uint32_t shift = last_depth(f) - depth_of_node(&f->tree, node);
        cell_of_node(&f->tree, node, vertex);
        for (int axis = 0; axis < 3; axis++) /* every second one is a node's, or beside it */
            vertex[axis] = (int32_t)(((uint32_t)vertex[axis] << shift) + random_below(&seed, (1u << shift) + 1));
        if (count == all || i % 2) {
            vertex[0] = (int32_t)(number / side / side);
            vertex[1] = (int32_t)(number / side % side);
            vertex[2] = (int32_t)(number % side);
        }
        between += check_vertex(f, vertex);
    }
    return between;
}

TEST(values_are_those_of_the_leaves) {
    uint32_t between = 0;
    for (uint32_t depth = 1; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        for (int kind = 0; kind < POINTS_KINDS; kind++) {
            SCOPED(free_function) function f = make_function((points_kind)kind, depth < 4 ? 2 : 8, depth, depth + 1);
            between += check_vertices(&f, (uint64_t)depth);
        }
    assert_true(between > 3000);
}

/* One point in the last cell of depth 4: all cells of depth 2 exist, and half of those along each axis are leaves. */
static function make_corner_function(void) {
    static const float position[] = {15.5f, 15.5f, 15.5f};
    static const hpyr_octree_cube cube = {{0, 0, 0}, 16};
    const hpyr_octree_desc desc = {.depth = 4, .growth = HPYR_OCTREE_GROWTH_GRADED};
    function f = {.name = "one point in the last cell"};
    uint64_t state = 5;
    assert_int_equal(hpyr_ref_octree_build(position, 3, 1, &cube, &desc, &f.tree), HPYR_OK);
    f.values = make_zeros(f.tree.report.nodes, sizeof *f.values);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++)
        f.values[node] = (float)random_next(&state) / (float)(1u << random_below(&state, 20));
    return f;
}

/* Corners of the leaf of depth 2 from 4 to 8: at the corner 8, 8, 8 begins a node of depth 3, which is not inner. */
TEST(means_are_made_in_their_order) {
    SCOPED(free_function) function f = make_corner_function();
    float at[8];
    for (int i = 0; i < 8; i++) {
        const int32_t cell[3] = {1 + (i >> 2), 1 + (i >> 1 & 1), 1 + (i & 1)};
        at[i] = f.values[node_of_cell(&f.tree, 2, cell)];
        assert_true(value_at(&f, 4 * cell[0], 4 * cell[1], 4 * cell[2]) == at[i]);
    }
    assert_int_not_equal(node_of_cell(&f.tree, 3, (int32_t[3]){4, 4, 4}), NONE);
    assert_true(value_at(&f, 6, 8, 8) == (at[3] + at[7]) / 2);
    assert_true(value_at(&f, 8, 6, 4) == (at[4] + at[6]) / 2);
    assert_true(value_at(&f, 8, 8, 6) == (at[6] + at[7]) / 2);
    assert_true(value_at(&f, 6, 6, 8) == ((at[1] + at[3]) + (at[5] + at[7])) / 4);
    assert_true(value_at(&f, 6, 8, 6) == ((at[2] + at[3]) + (at[6] + at[7])) / 4);
    assert_true(value_at(&f, 4, 6, 6) == ((at[0] + at[1]) + (at[2] + at[3])) / 4);
    const float middle = (((at[0] + at[1]) + (at[2] + at[3])) + ((at[4] + at[5]) + (at[6] + at[7]))) / 8;
    assert_true(value_at(&f, 6, 6, 6) == middle);
    assert_true(value_at(&f, 6, 6, 7) == (middle + value_at(&f, 6, 6, 8)) / 2);
    assert_true(value_at(&f, 16, 8, 8) == 0 && value_at(&f, 0, 0, 0) == 0 && value_at(&f, 7, 16, 0) == 0);
}

/* For octrees so large that not all cells can be looked at. */
static void check_positions(const function *f, const hpyr_ref_surface *s, float isovalue) {
    for (uint32_t i = 0; i < s->vertex_count; i++) {
        const float *position = s->positions + 3 * (size_t)i;
        int32_t lower[3], upper[3];
        uint32_t broken = 0;
        for (int axis = 0; axis < 3; axis++) {
            lower[axis] = (int32_t)floorf(position[axis]);
            upper[axis] = (int32_t)ceilf(position[axis]);
            broken += lower[axis] != upper[axis];
        }
        const float from = value_at(f, lower[0], lower[1], lower[2]), to = value_at(f, upper[0], upper[1], upper[2]);
        check_that(f, broken <= 1, "a vertex lies on an edge");
        check_that(f, broken == 0 || (from <= isovalue) != (to <= isovalue), "the edge of a vertex is crossed");
    }
}

/* Number of faces through which the surface passes from a leaf to one of another depth. */
static uint32_t count_passages(const function *f, const hpyr_ref_surface *s, float isovalue) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->cell_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            int32_t cell[3], corner[3], inside = 0;
            cell_of_key(f, s->cells[i], cell);
            const uint32_t depth = leaf_of(f, cell).depth;
            if (++cell[axis] >> last_depth(f) || leaf_of(f, cell).depth == depth)
                continue;
            for (int32_t k = 0; k < 4; k++) {
                memcpy(corner, cell, sizeof corner);
                corner[(axis + 1) % 3] += k & 1;
                corner[(axis + 2) % 3] += k >> 1;
                inside += value_at(f, corner[0], corner[1], corner[2]) <= isovalue;
            }
            count += inside % 4 != 0;
        }
    return count;
}

/* ---- surfaces of random numbers ---- */

static hpyr_ref_surface make_surface(const function *f, float isovalue) {
    hpyr_ref_surface s;
    assert_int_equal(hpyr_ref_surface_build(&f->tree, f->values, isovalue, &s), HPYR_OK);
    return s;
}

/* Returns the number of passages. `counts` are for depths up to 5. */
static uint32_t check_surfaces(function *f, const float *isovalues, size_t count, brute_counts *counts) {
    uint32_t passages = 0;
    for (size_t i = 0; i < count; i++) {
        hpyr_ref_surface s = make_surface(f, isovalues[i]);
        snprintf(strchr(f->name, '\0'), 16, ", %g", isovalues[i]);
        if (last_depth(f) <= 5)
            check_mesh(f, &s, isovalues[i], counts);
        check_positions(f, &s, isovalues[i]);
        check_topology(f->name, &s);
        passages += count_passages(f, &s, isovalues[i]);
        *strrchr(f->name, ',') = '\0';
        hpyr_ref_surface_free(&s);
        assert_true(!s.cells && !s.positions && !s.indices && s.cell_count == 0);
    }
    return passages;
}

TEST(surfaces_are_closed) {
    static const float isovalues[] = {-0.4f, 0.07f, -1e-3f, 0};
    uint32_t passages = 0;
    brute_counts counts = {0};
    for (uint32_t depth = 1; depth <= 5; depth++)
        for (int kind = 0; kind < POINTS_KINDS; kind += depth < 5 ? 1 : 4) {
            SCOPED(free_function)
            function f = make_function((points_kind)kind, depth < 4 ? 1 + depth : 4 * depth, depth, depth + 1);
            passages += check_surfaces(&f, isovalues, depth < 5 ? LENGTH(isovalues) : 2, &counts);
        }
    assert_true(passages > 10000 && counts.parabolas > 1000);
    assert_true(counts.turned_fans > 10000 && counts.shorter_fans > 10000);
}

/* Values of -1/2 and 1/2: edges are crossed at the same part of their length, so many fans are equally long. For 1/512 many
 * places are in the middle between two of 1/256. */
TEST(of_equal_fans_the_first_is_taken) {
    static const float isovalues[] = {0, 0.25f, 1 / 512.0f};
    brute_counts counts = {0};
    for (uint32_t depth = 2; depth <= 4; depth++) {
        SCOPED(free_function) function f = make_function(POINTS_RANDOM, 20, depth, depth);
        for (uint32_t node = 0; node < f.tree.report.nodes; node++)
            if (f.inner[node])
                f.values[node] = f.values[node] < 0 ? -0.5f : 0.5f;
        check_surfaces(&f, isovalues, LENGTH(isovalues), &counts);
    }
    assert_true(counts.equal_fans > 1000 && counts.turned_fans > 1000 && counts.rounded_halves > 1000);
}

/* Leaves of small depths have millions of cells of the last depth. */
TEST(surfaces_of_deep_octrees_are_closed) {
    static const points_kind kinds[] = {POINTS_CLUSTERED, POINTS_DUPLICATES, POINTS_COLLINEAR, POINTS_SPHERE};
    static const float isovalue = -0.55f;
    uint32_t passages = 0;
    for (uint32_t depth = 6; depth <= 7; depth++)
        for (size_t i = 0; i < LENGTH(kinds); i += depth == 6 ? 1 : 2) {
            SCOPED(free_function) function f = make_function(kinds[i], 5, depth, depth);
            passages += check_surfaces(&f, &isovalue, 1, NULL);
        }
    assert_true(passages > 1000);
}

/* Vertices of the last depth are inside, and no others: so coarse leaves need not be divided. */
TEST(surfaces_have_the_largest_depth) {
    SCOPED(free_function) function f = make_function(POINTS_SPHERE, 30, HPYR_OCTREE_MAX_DEPTH, 3);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++)
        f.values[node] = node < f.tree.report.first_node[HPYR_OCTREE_MAX_DEPTH] ? 1 : -1;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface s = make_surface(&f, -0.5f);
    check_positions(&f, &s, -0.5f);
    assert_true(check_topology(f.name, &s) >= 20 && signed_volume(&s) > 30);
}

/* ---- a sphere ---- */

enum { SPHERE_POINTS = 4000, SPHERE_DEPTH = 5 };

/* Of radius 10 cells around the middle of the root, on a spiral. */
static void make_sphere(float positions[][3], float normals[][3]) {
    for (int i = 0; i < SPHERE_POINTS; i++) {
        const double z = 1 - (2 * i + 1.0) / SPHERE_POINTS, angle = 2.399963229728653 * i, radius = sqrt(1 - z * z);
        const double normal[3] = {radius * cos(angle), radius * sin(angle), z};
        for (int axis = 0; axis < 3; axis++) {
            normals[i][axis] = (float)normal[axis];
            positions[i][axis] = (float)(16 + 10 * normal[axis]);
        }
    }
}

static void check_sphere(const function *f, float isovalue) {
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface s = make_surface(f, isovalue);
    assert_true(s.triangle_count > 1000);
    assert_int_equal(check_topology(f->name, &s), 1);
    assert_int_equal((int64_t)s.vertex_count + s.triangle_count - s.triangle_count / 2 * 3, 2);
    for (uint32_t i = 0; i < s.vertex_count; i++) {
        const float *p = s.positions + 3 * (size_t)i;
        const double radius = sqrt(pow(p[0] - 16, 2) + pow(p[1] - 16, 2) + pow(p[2] - 16, 2));
        check_that(f, fabs(radius - 10) < 0.5, "radius");
    }
    const double volume = signed_volume(&s), expected = 4.0 / 3 * acos(-1) * 1000;
    check_that(f, fabs(volume / expected - 1) < 0.02, "volume");
}

TEST(a_solved_sphere_is_a_sphere) {
    static float positions[SPHERE_POINTS][3], normals[SPHERE_POINTS][3];
    static const hpyr_octree_cube cube = {{0, 0, 0}, 32};
    const hpyr_octree_desc desc = {.depth = SPHERE_DEPTH, .growth = HPYR_OCTREE_GROWTH_GRADED};
    const hpyr_ref_poisson_desc solving = {.tolerance = 1e-6, .max_iterations = 200};
    SCOPED(free_function) function f = {.name = "a sphere"};
    hpyr_ref_poisson poisson;
    make_sphere(positions, normals);
    assert_int_equal(hpyr_ref_octree_build(positions[0], 3, SPHERE_POINTS, &cube, &desc, &f.tree), HPYR_OK);
    assert_int_equal(hpyr_ref_poisson_solve(&f.tree, positions[0], 3, normals[0], 3, &solving, &poisson), HPYR_OK);
    f.values = make_zeros(f.tree.report.nodes, sizeof *f.values);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++)
        f.values[node] = (float)poisson.values[node];
    for (int32_t i = 0; i < 1000; i++) { /* not outside of the root, where a point has no leaf */
        const int32_t x = i * 7 % 32, y = i * 5 % 31, z = i * 3 % 29;
        const double expected = answer_value(&f.tree, &poisson, (double[3]){x, y, z});
        check_that(&f, fabs(value_at(&f, x, y, z) - expected) < 1e-5 * fabs(poisson.isovalue), "a value is that of f");
    }
    check_sphere(&f, (float)poisson.isovalue);
    hpyr_ref_poisson_free(&poisson);
}

/* ---- nothing, and mistakes ---- */

static void check_empty(const function *f, float isovalue) {
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface s = make_surface(f, isovalue);
    assert_true(s.cell_count == 0 && s.vertex_count == 0 && s.triangle_count == 0);
}

TEST(surfaces_may_be_empty) {
    function f = make_function(POINTS_RANDOM, 10, 4, 1);
    check_empty(&f, -1.5f);
    check_empty(&f, 1.5f);
    free_function(&f);
    f = make_function(POINTS_NONE, 0, HPYR_OCTREE_MAX_DEPTH, 1);
    check_empty(&f, 0);
    check_empty(&f, -0.5f);
    assert_true(value_at(&f, 512, 77, 1024) == 0);
    free_function(&f);
}

static void check_refused(const hpyr_ref_octree *tree, const float *values, float isovalue) {
    hpyr_ref_surface s, zero;
    memset(&s, 0x55, sizeof s);
    memset(&zero, 0, sizeof zero);
    assert_int_equal(hpyr_ref_surface_build(tree, values, isovalue, &s), HPYR_ERROR_INVALID_ARGUMENT);
    assert_memory_equal(&s, &zero, sizeof zero);
}

TEST(mistakes_are_refused) {
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    static const hpyr_ref_octree nothing;
    SCOPED(free_function) function f = make_function(POINTS_CLUSTERED, 10, 4, 1);
    check_refused(&nothing, f.values, 0);
    for (size_t i = 0; i < LENGTH(bad); i++)
        check_refused(&f.tree, f.values, bad[i]);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++) {
        const float value = f.values[node];
        f.values[node] = bad[node % LENGTH(bad)];
        if (f.inner[node])
            check_refused(&f.tree, f.values, 0);
        f.values[node] = value;
    }
}

/* Sums of such numbers are infinite, so a mean would leave the range of its numbers. */
TEST(means_that_are_too_large_are_refused) {
    SCOPED(free_function) function f = make_function(POINTS_ONE, 1, 4, 1);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++)
        f.values[node] = 3e38f;
    check_refused(&f.tree, f.values, 2e38f);
    for (uint32_t node = 0; node < f.tree.report.nodes; node++)
        f.values[node] = 1e37f;
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface s = make_surface(&f, 5e36f);
    check_topology(f.name, &s);
}
