/* test_reference_poisson_shapes.c - the oracle's Poisson reconstruction: surfaces, symmetry, strange and wrong input.
 * SPDX-License-Identifier: MIT */
#include "scans.h"

#include <math.h>
#include <string.h>

static double value_at(const scan *scan, double x, double y, double z) {
    return answer_value(&scan->tree, &scan->poisson, (double[3]){x, y, z});
}

/* ---- surfaces ---- */

/* The sphere of radius 1 around 0. `noise` is added to positions, and three times of it to normals. The half with x
 * below 0 has this part of the density of the other one. */
static scan make_sphere(uint32_t count, uint32_t depth, double noise, double part, const hpyr_ref_poisson_desc *desc) {
    scan scan = scan_empty(count);
    uint64_t seed = 23;
    for (uint32_t i = 0; i < count; i++) {
        double position[3], normal[3];
        do
            random_direction(&seed, normal);
        while (normal[0] < 0 && random_double(&seed, 0, 1) > part);
        for (int axis = 0; axis < 3; axis++) {
            position[axis] = normal[axis] + random_double(&seed, -noise, noise);
            normal[axis] += 3 * random_double(&seed, -noise, noise);
        }
        scan_set(&scan, i, position, normal);
    }
    scan.set.cube.side = 0;
    scan.set.margin = 1.25;
    scan.desc = *desc;
    scan_build(&scan, depth);
    assert_int_equal(scan_solve(&scan, 1e-3, 200), HPYR_OK);
    return scan;
}

/* Along random lines from the center f is smaller up to half a cell inside, and larger from half a cell outside on. */
static void check_sphere(uint32_t count, uint32_t depth, double noise, double part, const hpyr_ref_poisson_desc *desc) {
    SCOPED(scan_free) scan scan = make_sphere(count, depth, noise, part, desc);
    const double half = scan.tree.report.cube.side / (2 << depth), iso = scan.poisson.isovalue;
    uint64_t seed = 29;
    for (int i = 0; i < 3000; i++) {
        double way[3];
        random_direction(&seed, way);
        const double in = i % 2 ? 1 - half : random_double(&seed, 0, 1 - half);
        const double out = i % 2 ? 1 + half : random_double(&seed, 1 + half, 2);
        assert_true(value_at(&scan, in * way[0], in * way[1], in * way[2]) < iso);
        assert_true(value_at(&scan, out * way[0], out * way[1], out * way[2]) > iso);
    }
    assert_true(value_at(&scan, 0, 0, 0) < 2 * iso && iso < 0);
    assert_true(value_at(&scan, 5, 0, 0) == 0 && value_at(&scan, 0, -1.3, 0) == 0 && value_at(&scan, NAN, 0, 0) == 0);
}

TEST(spheres_are_found_within_half_a_cell) {
    check_sphere(100000, 6, 0, 1, &(hpyr_ref_poisson_desc){.unweighted = true});
    check_sphere(20000, 5, 0.02, 1, &(hpyr_ref_poisson_desc){.screening = 4});
    check_sphere(2000, 4, 0, 1, &(hpyr_ref_poisson_desc){.density_depth = 1});
}

/* Of the distances along random lines between the sphere and where f has its isovalue, the square root of the mean
 * square, in cells. Distances of more than a cell count as one. */
static double error_of_scan(const scan *scan) {
    enum { LINES = 1000, STEPS = 32 };
    const double cell = scan->tree.report.cube.side / (1 << scan->tree.report.depth), iso = scan->poisson.isovalue;
    double sum = 0;
    uint64_t seed = 37;
    for (int i = 0; i < LINES; i++) {
        double way[3], low = -cell, high = cell;
        random_direction(&seed, way);
        for (int step = 0; step < STEPS; step++) {
            const double middle = (low + high) / 2, r = 1 + middle;
            if (value_at(scan, r * way[0], r * way[1], r * way[2]) < iso)
                low = middle;
            else
                high = middle;
        }
        sum += low / cell * (low / cell);
    }
    return sqrt(sum / LINES);
}

static double error_of_sphere(uint32_t count, uint32_t depth, double part, const hpyr_ref_poisson_desc *desc) {
    SCOPED(scan_free) scan scan = make_sphere(count, depth, 0, part, desc);
    return error_of_scan(&scan);
}

/* One half has been scanned twenty times as densely. */
TEST(weights_and_screening_find_uneven_spheres) {
    const double plain = error_of_sphere(20000, 5, 0.05, &(hpyr_ref_poisson_desc){.unweighted = true});
    const double weighted = error_of_sphere(20000, 5, 0.05, &(hpyr_ref_poisson_desc){.screening = 0});
    const double screened = error_of_sphere(20000, 5, 0.05, &(hpyr_ref_poisson_desc){.screening = 4});
    if (!(plain > 0.3 && weighted < 0.1 && screened < 0.7 * weighted))
        fail_msg("errors of %g, weighted %g, screened %g cells", plain, weighted, screened);
}

/* The sphere, and behind its samples those of a small ball in its middle, with normals of length 1 that point outwards. */
static double error_with_inserted(uint32_t inserted, uint32_t anchors, double screening) {
    enum { SAMPLES = 6000 };
    SCOPED(scan_free) scan scan = scan_empty(SAMPLES + inserted);
    uint64_t seed = 41;
    for (uint32_t i = 0; i < scan.set.count; i++) {
        double position[3], normal[3];
        random_direction(&seed, normal);
        for (int axis = 0; axis < 3; axis++)
            position[axis] = (i < SAMPLES ? 1 : 0.4) * normal[axis];
        scan_set(&scan, i, position, normal);
    }
    scan.set.cube = (hpyr_octree_cube){{-1.25f, -1.25f, -1.25f}, 2.5f};
    scan.desc = (hpyr_ref_poisson_desc){.screening = screening, .anchors = anchors ? SAMPLES : 0};
    scan_build(&scan, 5);
    assert_int_equal(scan_solve(&scan, 1e-6, 1000), HPYR_OK);
    return error_of_scan(&scan);
}

TEST(inserted_points_do_not_move_the_surface_elsewhere) {
    for (int screening = 0; screening <= 4; screening += 4) {
        const double without = error_with_inserted(0, 0, screening), all = error_with_inserted(2000, 0, screening);
        const double anchored = error_with_inserted(2000, 1, screening);
        if (!(anchored < 1.1 * without && all > 2 * without))
            fail_msg("screening %d: errors of %g, with inserted points %g, with anchors %g cells", screening, without,
                     all, anchored);
    }
}

/* The normals' length is the unit of f; normals that point inwards turn the surface inside out. */
TEST(f_is_proportional_to_normals) {
    SCOPED(scan_free) scan scan = make_sphere(1000, 4, 0, 1, &(hpyr_ref_poisson_desc){.screening = 1});
    const double center = value_at(&scan, 0, 0, 0), iso = scan.poisson.isovalue;
    for (size_t i = 0; i < (size_t)scan.set.count * SCAN_NORMAL_STRIDE; i++)
        scan.normals[i] *= -4;
    assert_int_equal(scan_solve(&scan, 1e-3, 200), HPYR_OK);
    assert_true(value_at(&scan, 0, 0, 0) == -4 * center && scan.poisson.isovalue == -4 * iso);
}

/* One of the 48 symmetries of a cube. */
static void turn(int symmetry, const double from[3], double to[3]) {
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int axis = 0; axis < 3; axis++)
        to[axis] = (symmetry >> axis & 1 ? -1 : 1) * from[axes[symmetry / 8][axis]];
}

enum { SYMMETRIES = 48, ORIGINALS = 5 };

/* A few points with all their images. None is on a border of cells, so that the octree has the symmetry, too. */
static scan make_symmetric(void) {
    scan scan = scan_empty(ORIGINALS * SYMMETRIES);
    uint64_t seed = 19;
    for (uint32_t i = 0; i < ORIGINALS; i++) {
        double at[3], normal[3], image[3], image_normal[3];
        for (int axis = 0; axis < 3; axis++) {
            at[axis] = (2.0 * random_below(&seed, 450) + 1) / 512;
            normal[axis] = random_double(&seed, -1, 1);
        }
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            turn(symmetry, at, image);
            turn(symmetry, normal, image_normal);
            for (int axis = 0; axis < 3; axis++)
                image[axis] += 2;
            scan_set(&scan, i * SYMMETRIES + (uint32_t)symmetry, image, image_normal);
        }
    }
    scan_build(&scan, 5);
    return scan;
}

TEST(f_has_the_symmetry_of_its_points) {
    uint64_t seed = 31;
    SCOPED(scan_free) scan scan = make_symmetric();
    assert_int_equal(scan_solve(&scan, 1e-12, 1000), HPYR_OK);
    const double tolerance = 1e-9 * scan_largest(&scan);
    for (int i = 0; i < 500; i++) {
        double at[3], image[3];
        for (int axis = 0; axis < 3; axis++)
            at[axis] = random_double(&seed, -2, 2);
        const double value = value_at(&scan, at[0] + 2, at[1] + 2, at[2] + 2);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            turn(symmetry, at, image);
            assert_true(fabs(value_at(&scan, image[0] + 2, image[1] + 2, image[2] + 2) - value) <= tolerance);
        }
    }
    assert_true(tolerance > 0);
}

/* ---- strange input ---- */

static const hpyr_ref_poisson_desc good = {.tolerance = 1e-3, .max_iterations = 9, .screening = 2};

static void check_same(const hpyr_ref_octree *tree, const hpyr_ref_poisson *a, const hpyr_ref_poisson *b) {
    assert_memory_equal(a->field, b->field, tree->report.nodes * sizeof *a->field);
    assert_memory_equal(a->divergence, b->divergence, tree->report.nodes * sizeof *a->divergence);
    assert_memory_equal(a->values, b->values, tree->report.nodes * sizeof *a->values);
    assert_memory_equal(a->iterations, b->iterations, sizeof a->iterations);
    assert_memory_equal(a->residuals, b->residuals, sizeof a->residuals);
    assert_true(a->isovalue == b->isovalue);
}

/* Whether a point is one of those that are looked at. */
typedef bool (*choose_fn)(const scan *scan, uint32_t i);

static void replace_normals(scan *scan, choose_fn is_chosen, const float normal[3]) {
    for (uint32_t i = 0; i < scan->set.count; i++)
        if (is_chosen(scan, i))
            memcpy(scan->normals + (size_t)i * SCAN_NORMAL_STRIDE, normal, 3 * sizeof *normal);
}

/* With any of these normals at the chosen points everything is as with zeros there. */
static void check_absent(points_kind kind, choose_fn is_chosen, const float (*normals)[3], size_t count) {
    static const float zero[3] = {0, 0, 0};
    SCOPED(scan_free) scan scan = scan_random(kind, 30, 4);
    replace_normals(&scan, is_chosen, zero);
    assert_int_equal(scan_solve(&scan, 1e-6, 200), HPYR_OK);
    SCOPED(hpyr_ref_poisson_free) hpyr_ref_poisson expected = scan.poisson;
    scan.poisson = (hpyr_ref_poisson){.isovalue = 0};
    for (size_t i = 0; i < count; i++) {
        replace_normals(&scan, is_chosen, normals[i]);
        assert_int_equal(scan_solve(&scan, 1e-6, 200), HPYR_OK);
        check_same(&scan.tree, &scan.poisson, &expected);
        assert_true(scan_largest(&scan) > 0);
    }
}

static bool is_third(const scan *scan, uint32_t i) {
    (void)scan;
    return i % 3 == 0;
}

static bool is_lost(const scan *scan, uint32_t i) {
    const float *at = points_at(&scan->set, i);
    return !isfinite(at[0]) || !isfinite(at[1]) || !isfinite(at[2]);
}

static bool is_outside(const scan *scan, uint32_t i) {
    bool outside = false;
    for (int axis = 0; axis < 3; axis++) {
        const double distance = points_at(&scan->set, i)[axis] - (double)scan->set.cube.origin[axis];
        outside = outside || distance < 0 || distance > scan->set.cube.side;
    }
    return outside;
}

TEST(some_points_count_as_absent) {
    static const float strange[][3] = {{NAN, 0, 0}, {1, INFINITY, 1}, {0, 1, -INFINITY}, {NAN, NAN, NAN}};
    static const float any[][3] = {{1, 2, 3}, {-3e38f, 0, 3e38f}};
    check_absent(POINTS_RANDOM, is_third, strange, LENGTH(strange));
    check_absent(POINTS_STRANGE, is_lost, any, LENGTH(any));
    check_absent(POINTS_OUTSIDE, is_outside, any, LENGTH(any));
}

TEST(without_normals_f_is_zero) {
    static const float normals[2][3] = {{0, 0, 0}, {NAN, 1, 1}};
    for (int i = 0; i < 2; i++) {
        SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 30, 4);
        for (uint32_t point = 0; point < scan.set.count; point++)
            memcpy(scan.normals + (size_t)point * SCAN_NORMAL_STRIDE, normals[i], sizeof normals[i]);
        assert_int_equal(scan_solve(&scan, 0, 200), HPYR_OK);
        assert_true(scan_largest(&scan) == 0 && scan.poisson.isovalue == 0);
        for (uint32_t depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
            assert_true(scan.poisson.iterations[depth] == 0 && scan.poisson.residuals[depth] == 0);
    }
}

TEST(no_points_make_no_function) {
    for (int kind = POINTS_NONE; kind <= POINTS_LOST; kind += POINTS_LOST - POINTS_NONE) {
        SCOPED(scan_free) scan scan = scan_random((points_kind)kind, 9, 5);
        assert_int_equal(scan.tree.report.nodes, 1);
        assert_int_equal(hpyr_ref_poisson_solve(&scan.tree, NULL, 0, NULL, 0, &good, &scan.poisson), HPYR_OK);
        assert_true(scan.poisson.isovalue == 0 && !scan.poisson.inner[0] && scan.poisson.values[0] == 0);
        assert_true(scan_value(&scan, (double[3]){7, 7, 7}) == 0);
    }
}

/* Numbers whose squares are too large or too small for floats are none for the oracle. */
TEST(lengths_of_normals_have_no_limit) {
    static const float lengths[] = {1e38f, 1e-38f, 1e-44f};
    for (size_t i = 0; i < LENGTH(lengths); i++) {
        SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 30, 4);
        for (size_t j = 0; j < (size_t)scan.set.count * SCAN_NORMAL_STRIDE; j++)
            scan.normals[j] = lengths[i] * scan.normals[j];
        assert_int_equal(scan_solve(&scan, 1e-6, 200), HPYR_OK);
        assert_true(isfinite(scan_largest(&scan)) && scan_largest(&scan) > 0);
        assert_true(scan.poisson.residuals[4] <= 1e-6 && scan.poisson.iterations[4] > 1);
    }
}

/* ---- mistakes ---- */

static void check_refused(const hpyr_ref_octree *tree, const float *positions, uint32_t position_stride,
                          const float *normals, uint32_t normal_stride, const hpyr_ref_poisson_desc *desc) {
    hpyr_ref_poisson out;
    memset(&out, 0x55, sizeof out);
    assert_int_equal(hpyr_ref_poisson_solve(tree, positions, position_stride, normals, normal_stride, desc, &out),
                     HPYR_ERROR_INVALID_ARGUMENT);
    assert_true(!out.field && !out.divergence && !out.values && !out.density && !out.inner && out.isovalue == 0);
    for (uint32_t depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        assert_true(out.iterations[depth] == 0 && out.residuals[depth] == 0);
}

TEST(mistakes_are_refused) {
    static const double wrong[] = {-1e-3, NAN, INFINITY, -INFINITY};
    SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 9, 4);
    const hpyr_ref_octree *tree = &scan.tree, none = {.lengths = {0}};
    const float *positions = points_at(&scan.set, 0), *normals = scan.normals;
    check_refused(&none, positions, 5, normals, 4, &good);
    check_refused(tree, positions, 2, normals, 4, &good);
    check_refused(tree, positions, 5, normals, 2, &good);
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        check_refused(tree, positions, 5, normals, 4, &(hpyr_ref_poisson_desc){.tolerance = wrong[i]});
        check_refused(tree, positions, 5, normals, 4, &(hpyr_ref_poisson_desc){.screening = wrong[i]});
    }
    check_refused(tree, positions, 5, normals, 4, &(hpyr_ref_poisson_desc){.density_depth = 5});
    assert_int_equal(scan_solve(&scan, 1e-3, 9), HPYR_OK);
    hpyr_ref_poisson_free(&scan.poisson);
    assert_true(!scan.poisson.values && scan.poisson.iterations[4] == 0);
}

/* Where only nodes with points have children, cells beside a point's are missing; but not at depth 1. */
TEST(octrees_must_be_graded) {
    const hpyr_octree_desc by_points = {.depth = 2, .growth = HPYR_OCTREE_GROWTH_POINTS};
    static const float middle[3] = {1, 1, 1}, aside[3] = {0.3f, 1, 1};
    const hpyr_octree_cube cube = {{0, 0, 0}, 4};
    SCOPED(hpyr_ref_poisson_free) hpyr_ref_poisson poisson;
    hpyr_ref_octree tree;
    assert_int_equal(hpyr_ref_octree_build(aside, 3, 1, &cube, &by_points, &tree), HPYR_OK);
    check_refused(&tree, aside, 3, middle, 3, &good);
    hpyr_ref_octree_free(&tree);
    const hpyr_octree_desc shallow = {.depth = 1, .growth = HPYR_OCTREE_GROWTH_POINTS};
    assert_int_equal(hpyr_ref_octree_build(aside, 3, 1, &cube, &shallow, &tree), HPYR_OK);
    assert_int_equal(hpyr_ref_poisson_solve(&tree, aside, 3, middle, 3, &good, &poisson), HPYR_OK);
    hpyr_ref_octree_free(&tree);
}
