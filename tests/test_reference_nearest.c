/* test_reference_nearest.c - the oracle's nearest points: all distances in double precision, sorted, where they are exact; and what its
 * header says of radii, scales and squares.  SPDX-License-Identifier: MIT */
#include "octrees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 90, QUERIES = 60, MOST = COUNT + 3 };

typedef struct ranked {
    double square;
    uint32_t number;
} ranked;

static int compare(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->square != y->square)
        return x->square < y->square ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool is_finite_point(const float *point) {
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* All points within the radius, sorted. Returns how many they are. */
static uint32_t rank_all(const float *points, const float *query, double radius, ranked *all) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < COUNT && is_finite_point(query); i++) {
        const float *point = points + 4 * (size_t)i;
        double square = 0;
        for (int axis = 0; axis < 3; axis++)
            square += pow((double)point[axis] - query[axis], 2);
        if (is_finite_point(point) && (radius == 0 || square <= radius * radius))
            all[found++] = (ranked){square, i};
    }
    qsort(all, found, sizeof *all, compare);
    return found;
}

static void check(const float *points, const float *queries, uint32_t length, float radius) {
    const hpyr_ref_points given = {points, 4, COUNT}, asked = {queries, 5, QUERIES};
    SCOPED(free_memory) uint32_t *indices = make_room(QUERIES * MOST * sizeof *indices);
    SCOPED(free_memory) float *distances = make_room(QUERIES * MOST * sizeof *distances);
    assert_int_equal(hpyr_ref_octree_nearest(&given, &asked, length, radius, indices, distances), HPYR_OK);
    for (uint32_t i = 0; i < QUERIES; i++) {
        ranked all[COUNT];
        const uint32_t found = rank_all(points, queries + 5 * (size_t)i, radius, all);
        for (uint32_t place = 0; place < length; place++) {
            assert_int_equal(indices[i * length + place], place < found ? all[place].number : UINT32_MAX);
            assert_true((double)distances[i * length + place] == (place < found ? all[place].square : INFINITY));
        }
    }
    memset(distances, 7, sizeof *distances);
    assert_int_equal(hpyr_ref_octree_nearest(&given, &asked, length, radius, indices, NULL), HPYR_OK);
}

/* Small whole coordinates, times a power of two: double precision has all distances, floats have their squares, and there are many ties. */
TEST(nearest_points_are_found) {
    static const uint32_t lengths[] = {1, 3, 10, COUNT, MOST};
    static const int powers[] = {0, -20, 17, -60, 50};
    static const float radii[] = {0, 5, 1, 7, 0.5f};
    float points[COUNT * 4], queries[QUERIES * 5];
    uint64_t seed = 5;
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        for (uint32_t i = 0; i < COUNT * 4; i++)
            points[i] = i % 4 == 3 || i % 44 == 1 ? NAN : ldexpf((float)random_below(&seed, 9), powers[n]);
        for (uint32_t i = 0; i < QUERIES * 5; i++)
            queries[i] = i % 53 == 1 ? INFINITY : ldexpf((float)random_below(&seed, i % 7 ? 9 : 900), powers[n]);
        for (size_t r = 0; r < sizeof radii / sizeof *radii; r++)
            check(points, queries, lengths[n], ldexpf(radii[r], powers[n]));
    }
}

/* The one point that a query finds, and how far away it is. */
static float distance_to(const float point[3], const float other[3], const float query[3], float radius,
                         uint32_t *found) {
    float positions[6], distance;
    memcpy(positions, point, 3 * sizeof *positions);
    memcpy(positions + 3, other, 3 * sizeof *positions);
    const hpyr_ref_points points = {positions, 3, 2}, queries = {query, 3, 1};
    assert_int_equal(hpyr_ref_octree_nearest(&points, &queries, 1, radius, found, &distance), HPYR_OK);
    return distance;
}

TEST(squares_may_end_where_floats_do) {
    static const float zero[3] = {0, 0, 0}, far[3] = {3e38f, -3e38f, 3e38f}, tiny[3] = {1e-30f, 0, 0},
                       less[3] = {0, 2e-30f, 0}, one[3] = {1, 0, 0}, two[3] = {0, -2, 0}, near[3] = {0, 1e-20f, 0};
    uint32_t found;
    assert_true(distance_to(far, far, zero, 0, &found) == INFINITY);
    assert_int_equal(found, 0);
    assert_true(distance_to(less, tiny, zero, 0, &found) == 0); /* 1e-60, and yet the nearer one is known */
    assert_int_equal(found, 1);
    assert_true(distance_to(less, tiny, zero, 1.5e-30f, &found) == 0);
    assert_int_equal(found, 1);
    assert_true(distance_to(less, tiny, zero, 0.9e-30f, &found) == INFINITY);
    assert_int_equal(found, UINT32_MAX);
    assert_true(distance_to(two, one, zero, 0, &found) == 1);
    assert_int_equal(found, 1);
    assert_true(distance_to(zero, near, near, 0, &found) == 0); /* 1e-20 is much beside nothing else */
    assert_int_equal(found, 1);
    assert_true(distance_to(far, near, zero, 1e-30f, &found) ==
                0); /* but its square is 0 beside 3e38, and so is the radius' */
    assert_int_equal(found, 1);
}

/* A far query is asked together with a near one, which finds the same as without it. */
TEST(queries_do_not_know_each_other) {
    static const float positions[] = {1, 2, 3, 1, 2, 3.5f}, both[] = {1, 2, 3.4f, -3e38f, 1e38f, 0};
    const hpyr_ref_points points = {positions, 3, 2}, queries = {both, 3, 2};
    uint32_t indices[4];
    float distances[4];
    assert_int_equal(hpyr_ref_octree_nearest(&points, &queries, 2, 0, indices, distances), HPYR_OK);
    assert_int_equal(indices[0], 1);
    assert_true(fabsf(distances[0] - 0.01f) < 1e-6f && fabsf(distances[1] - 0.16f) < 1e-6f);
    assert_int_equal(indices[2], 0); /* both are as far away */
    assert_true(distances[2] == INFINITY);
}

TEST(wrong_arguments_are_refused) {
    static const float numbers[6] = {0};
    const hpyr_ref_points good = {numbers, 3, 2}, narrow = {numbers, 2, 2}, none = {NULL, 3, 2}, empty = {0};
    uint32_t list[8];
#define REFUSE(...) assert_int_equal(hpyr_ref_octree_nearest(__VA_ARGS__), HPYR_ERROR_INVALID_ARGUMENT)
    REFUSE(&narrow, &good, 1, 0, list, NULL);
    REFUSE(&good, &narrow, 1, 0, list, NULL);
    REFUSE(&none, &good, 1, 0, list, NULL);
    REFUSE(&good, &none, 1, 0, list, NULL);
    REFUSE(&good, &good, 0, 0, list, NULL);
    REFUSE(&good, &good, 1, -1, list, NULL);
    REFUSE(&good, &good, 1, NAN, list, NULL);
    REFUSE(&good, &good, 1, INFINITY, list, NULL);
    assert_int_equal(hpyr_ref_octree_nearest(&empty, &good, 3, 1, list, NULL), HPYR_OK);
    assert_int_equal(list[5], UINT32_MAX);
    assert_int_equal(hpyr_ref_octree_nearest(&good, &empty, 3, 1, NULL, NULL), HPYR_OK);
}
