/* test_poisson_warm.c - solutions that start from the last one are the oracle's, take fewer iterations, and start from 0 where
 * there is nothing to start from.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "scans_gl.h"

#include <math.h>
#include <stdlib.h>

/* Of the largest value: what a solution of this tolerance differs from the oracle's. */
#define NEAR 2e-5

enum { MANY = 1000 };

/* A sphere of radius 1 near the middle of a cube from 0 to 4, `shift` away from it along each axis, and a bulge of that
 * height on its right. */
static scan make_bulge(uint32_t count, uint32_t depth, double height, double shift) {
    scan scan = scan_empty(count);
    uint64_t seed = 11;
    for (uint32_t i = 0; i < count; i++) {
        double normal[3], position[3];
        random_direction(&seed, normal);
        const double radius = 1 + height * exp(-100 * (1 - normal[0]));
        for (int axis = 0; axis < 3; axis++)
            position[axis] = 2 + shift + radius * normal[axis];
        scan_set(&scan, i, position, normal);
    }
    scan_build(&scan, depth);
    return scan;
}

static uint32_t iterations_of(const hpyr_poisson *poisson) {
    uint32_t sum = 0;
    for (uint32_t depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++)
        sum += hpyr_poisson_last_report(poisson)->iterations[depth];
    return sum;
}

/* Solves, without the oracle. Returns the number of iterations. */
static uint32_t solve(env *e, hpyr_poisson *poisson, const scan *scan, bool warm) {
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(scan, 0, 3);
    points.warm = warm;
    OK(e, hpyr_poisson_solve(poisson, &points));
    return iterations_of(poisson);
}

/* Whatever the last solution was, with whatever octree. */
GPU_TEST(warm_solutions_equal_the_oracle) {
    static const struct {
        points_kind kind;
        uint32_t count, anchors;
    } sets[] = {{POINTS_SPHERE, 150, 0}, {POINTS_SPHERE, 140, 0}, {POINTS_RANDOM, 60, 30},   {POINTS_ONE, 1, 0},
                {POINTS_SPHERE, 150, 1}, {POINTS_NONE, 0, 0},     {POINTS_CLUSTERED, 50, 9}, {POINTS_RANDOM, 80, 0},
                {POINTS_LOST, 20, 0},    {POINTS_STRANGE, 60, 0}};
    for (int screening = 0; screening <= 4; screening += 4) {
        const uint32_t depth = screening && !e->small && !e->hostile ? 5 : 4;
        const hpyr_poisson_desc desc = {
            .capacity = 150, .depth = depth, .tolerance = 1e-6, .max_iterations = MANY, .screening = screening};
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        for (size_t i = 0; i < LENGTH(sets); i++) {
            SCOPED(scan_free)
            scan scan = scan_random(sets[i].kind, sets[i].count / (e->small && sets[i].count > 5 ? 5 : 1), depth);
            scan.set.cube = (hpyr_octree_cube){{-1, -1, -1}, 8};
            scan.set.margin = 0;
            scan_build(&scan, depth);
            scan.desc.anchors = sets[i].anchors > scan.set.count ? scan.set.count : sets[i].anchors;
            scan.warm = true;
            check_solve(e, poisson, &scan, NEAR);
        }
    }
}

GPU_TEST_ONCE(few_iterations_follow_small_changes) {
    const uint32_t count = e->small ? 1000 : 4000, depth = e->small ? 4 : 5;
    for (int screening = 0; screening <= 4; screening += 4) {
        const hpyr_poisson_desc desc = {.capacity = count, .depth = depth, .screening = screening};
        SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
        SCOPED(scan_free) scan before = make_bulge(count, depth, 0.1, 0);
        SCOPED(scan_free) scan after = make_bulge(count, depth, 0.12, 0);
        SCOPED(scan_free) scan moved = make_bulge(count, depth, 0.1, 0.5);
        const uint32_t cold = solve(e, poisson, &after, false), far = solve(e, poisson, &moved, false);
        solve(e, poisson, &before, false);
        const uint32_t warm = solve(e, poisson, &after, true), again = solve(e, poisson, &after, true);
        const uint32_t moved_far = solve(e, poisson, &moved, true);
        if (!(2 * warm <= cold && again <= 2 && moved_far <= far + 4))
            fail_msg("screening %d: %u iterations, warm %u, again %u; moved far %u, warm %u", screening, cold, warm,
                     again, far, moved_far);
    }
}

/* The bits of a solution that starts from 0. */
static void check_cold(env *e, hpyr_poisson *poisson, const scan *scan, const float *expected) {
    SCOPED(free_memory) float *values = poisson_entries(e, poisson, HPYR_POISSON_ARRAY_VALUES);
    assert_memory_equal(values, expected, scan->tree.report.nodes * sizeof *values);
    assert_in_range(iterations_of(poisson), 4, MANY);
}

GPU_TEST(where_nothing_was_solutions_start_from_0) {
    const hpyr_poisson_desc desc = {.capacity = 90, .depth = 4, .screening = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(destroy_poisson) hpyr_poisson *other = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = make_bulge(90, 4, 0.1, 0);
    SCOPED(scan_free) struct scan elsewhere = make_bulge(80, 4, 0.2, 0);
    SCOPED(scan_free) struct scan none = scan_empty(0);
    scan_build(&none, 4);
    solve(e, other, &scan, false);
    SCOPED(free_memory) float *expected = poisson_entries(e, other, HPYR_POISSON_ARRAY_VALUES);
    solve(e, poisson, &scan, true);
    check_cold(e, poisson, &scan, expected); /* there was no solution */
    elsewhere.set.cube.side = 4.5f;
    solve(e, poisson, &elsewhere, false);
    solve(e, poisson, &scan, true);
    check_cold(e, poisson, &scan, expected); /* it had another root */
    solve(e, poisson, &none, false);
    solve(e, poisson, &scan, true);
    check_cold(e, poisson, &scan, expected); /* it had no points */
    SCOPED(scan_release) hpyr_poisson_points points = scan_upload(&scan, 0, 3);
    points.anchors = points.count + 1;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_solve(poisson, &points));
    solve(e, poisson, &scan, true);
    check_cold(e, poisson, &scan, expected); /* it failed */
}
