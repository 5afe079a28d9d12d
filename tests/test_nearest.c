/* test_nearest.c - the points nearest to queries: every index and every bit of every distance is the oracle's.
 * SPDX-License-Identifier: MIT
 *
 * Queries of all kinds are asked together: points, places between and beside them, far away, on borders of cells, and lost ones. */
#include "fetches.h"
#include "octrees_gl.h"

#include <histopyramid/nearest.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 400, MOST_QUERIES = 160, GUARD = 3 /* words around what is written */, NOBODY = 0x5A5A5A5A };

/* ---- queries ---- */

static float random_part(uint64_t *seed) {
    return (float)random_below(seed, 1 << 20) / (float)(1 << 20);
}

static bool is_finite_point(const float *point) {
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* A point of the set that is finite, or the cube's middle. */
static void some_point(const point_set *set, uint64_t *seed, float point[3]) {
    const hpyr_octree_cube cube = points_cube(set);
    for (int axis = 0; axis < 3; axis++)
        point[axis] = cube.origin[axis] + 0.5f * cube.side;
    for (int tries = 0; tries < 9 && set->count; tries++) {
        const float *other = points_at(set, random_below(seed, set->count));
        if (is_finite_point(other)) {
            memcpy(point, other, 3 * sizeof *point);
            return;
        }
    }
}

/* Each kind that a list may have; what becomes infinite is a lost query. */
static void make_query(const point_set *set, uint32_t kind, uint64_t *seed, float query[3]) {
    const hpyr_octree_cube cube = points_cube(set);
    float other[3];
    some_point(set, seed, query);
    some_point(set, seed, other);
    const float cells = (float)(1u << random_below(seed, HPYR_OCTREE_MAX_DEPTH + 1));
    const float far = cube.side * powf(10, (float)(1 + random_below(seed, 9)));
    for (int axis = 0; axis < 3; axis++) {
        const float inside = cube.origin[axis] + cube.side * random_part(seed);
        if (kind == 1) /* anywhere in the root */
            query[axis] = inside;
        else if (kind == 2) /* around it */
            query[axis] = cube.origin[axis] + cube.side * (3 * random_part(seed) - 1);
        else if (kind == 3) /* far away along some axes */
            query[axis] = random_below(seed, 2) ? inside : inside + far * (random_part(seed) - 0.5f);
        else if (kind == 4) /* on a border of cells */
            query[axis] = cube.origin[axis] + (float)random_below(seed, (uint32_t)cells + 1) * (cube.side / cells);
        else if (kind == 5) /* as far from one point as from another one */
            query[axis] = 0.5f * query[axis] + 0.5f * other[axis];
        else if (kind == 6) /* beside a point */
            query[axis] = nextafterf(query[axis], random_below(seed, 2) ? 3e38f : -3e38f);
    }
    if (kind == 7)
        query[random_below(seed, 3)] = random_below(seed, 2) ? NAN : -INFINITY;
    if (kind == 8) /* as far away as floats reach */
        query[random_below(seed, 3)] = random_below(seed, 2) ? 3.4e38f : -1e38f;
}

static point_set queries_make(const point_set *set, uint32_t count, uint32_t number) {
    point_set queries = points_make(POINTS_RANDOM, count, number % 3, 3 + number % 4, number);
    uint64_t seed = 77 + number;
    for (uint32_t i = 0; i < count; i++)
        make_query(set, i % 9, &seed, queries.floats + queries.first + (size_t)i * queries.stride);
    return queries;
}

/* ---- answers ---- */

typedef struct answers {
    size_t entries;
    uint32_t *indices;
    float *distances; /* NULL: nobody wants them */
    hpyr_octree_nearest_report report;
} answers;

static answers answers_make(uint32_t count, uint32_t neighbors, bool distances) {
    answers a = {.entries = (size_t)count * neighbors};
    a.indices = make_zeros(a.entries + 1, sizeof *a.indices);
    a.distances = distances ? make_zeros(a.entries + 1, sizeof *a.distances) : NULL;
    return a;
}

static void answers_free(answers *a) {
    free(a->indices);
    free(a->distances);
}

static hpyr_ref_points points_of(const point_set *set) {
    return (hpyr_ref_points){points_at(set, 0), set->stride, set->count};
}

static answers answers_expected(const point_set *set, const point_set *queries, uint32_t neighbors, float radius) {
    answers a = answers_make(queries->count, neighbors, true);
    const hpyr_ref_points points = points_of(set), asked = points_of(queries);
    assert_int_equal(hpyr_ref_octree_nearest(&points, &asked, neighbors, radius, a.indices, a.distances), HPYR_OK);
    for (uint32_t i = 0; i < queries->count; i++) {
        a.report.found += a.indices[(size_t)i * neighbors] != HPYR_OCTREE_NONE;
        a.report.skipped += !is_finite_point(points_at(queries, i));
    }
    return a;
}

/* Asks the GPU. Indices, distances and what must stay as it is share a buffer where `number` is even; nothing else may be written. */
static answers answers_found(env *e, hpyr_octree *octree, const point_set *queries, uint32_t neighbors, float radius,
                             uint32_t number) {
    answers a = answers_make(queries->count, neighbors, number % 3 != 0);
    const bool has_report = number % 4 != 3, is_shared = number % 2 == 0;
    const size_t words = 2 * a.entries + 3 * GUARD, second = a.entries + 2 * GUARD;
    SCOPED(free_memory) uint32_t *all = make_room(words * sizeof *all);
    SCOPED(points_release) hpyr_octree_points asked = points_upload(queries);
    for (size_t i = 0; i < words; i++)
        all[i] = NOBODY;
    SCOPED(delete_buffer) GLuint one = buffer_of(all, words * sizeof *all);
    SCOPED(delete_buffer) GLuint other = buffer_of(all, words * sizeof *all);
    hpyr_octree_nearest_desc desc = {.queries = asked.positions,
                                     .count = queries->count,
                                     .neighbors = neighbors,
                                     .radius = radius,
                                     .indices = one,
                                     .indices_offset = GUARD * sizeof *all};
    if (a.distances) {
        desc.distances = is_shared ? one : other;
        desc.distances_offset = second * sizeof *all;
    }
    OK(e, hpyr_octree_nearest(octree, &desc, has_report ? &a.report : NULL));
    fetch_buffer(one, GUARD * sizeof *all, a.entries * sizeof *all, a.indices);
    if (a.distances)
        fetch_buffer(desc.distances, desc.distances_offset, a.entries * sizeof *all, a.distances);
    for (int buffer = 0; buffer < 2; buffer++) {
        fetch_buffer(buffer ? other : one, 0, words * sizeof *all, all);
        for (size_t i = 0; i < words; i++) {
            const bool is_index = !buffer && i >= GUARD && i < GUARD + a.entries;
            const bool is_distance =
                a.distances && (is_shared ? !buffer : buffer) && i >= second && i < second + a.entries;
            if (!is_index && !is_distance && all[i] != NOBODY)
                fail_msg("word %zu of buffer %d was written", i, buffer);
        }
    }
    if (!has_report)
        a.report.found = HPYR_OCTREE_NONE;
    return a;
}

static uint32_t bits_of(float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void check_answers(const answers *got, const answers *expected, const point_set *set, const point_set *queries,
                          uint32_t neighbors, float radius) {
    for (size_t i = 0; i < expected->entries; i++) {
        const float *query = points_at(queries, (uint32_t)(i / neighbors));
        const float distance = got->distances ? got->distances[i] : expected->distances[i];
        if (got->indices[i] != expected->indices[i] || bits_of(distance) != bits_of(expected->distances[i]))
            fail_msg("%u %s points, query %zu of kind %zu (%.9g %.9g %.9g), radius %g: entry %zu of %u is %u at %.9g, "
                     "not %u at %.9g",
                     set->count, points_name(set->kind), i / neighbors, i / neighbors % 9, (double)query[0],
                     (double)query[1], (double)query[2], (double)radius, i % neighbors, neighbors, got->indices[i],
                     (double)distance, expected->indices[i], (double)expected->distances[i]);
    }
    runner_checks++;
    if (got->report.found == HPYR_OCTREE_NONE)
        return;
    assert_int_equal(got->report.found, expected->report.found);
    assert_int_equal(got->report.skipped, expected->report.skipped);
}

static void ask(env *e, hpyr_octree *octree, const point_set *set, const point_set *queries, uint32_t neighbors,
                float radius, uint32_t number) {
    SCOPED(answers_free) answers expected = answers_expected(set, queries, neighbors, radius);
    SCOPED(answers_free) answers got = answers_found(e, octree, queries, neighbors, radius, number);
    check_answers(&got, &expected, set, queries, neighbors, radius);
}

static void build(env *e, hpyr_octree *octree, const point_set *set) {
    SCOPED(points_release) hpyr_octree_points points = points_upload(set);
    OK(e, hpyr_octree_build(octree, &points));
}

/* Any distance, and four radii: one below all distances, the others in sizes of the cube. */
static void check_set(env *e, hpyr_octree *octree, const point_set *set, uint32_t count, uint32_t neighbors,
                      uint32_t number) {
    static const float parts[] = {0.3f, 0.02f, 1e-30f, 5};
    const float side = points_cube(set).side;
    SCOPED(points_free) point_set queries = queries_make(set, count, number);
    build(e, octree, set);
    ask(e, octree, set, &queries, neighbors, 0, number);
    ask(e, octree, set, &queries, neighbors, fminf(fmaxf(side * parts[number % 4], 1e-37f), 3e38f), number + 1);
}

/* ---- all sets of points ---- */

static void check_sets(env *e, uint32_t depth, hpyr_octree_growth growth) {
    static const uint32_t neighbors[] = {1, 10, 17, 32, 4, 5}, strides[] = {3, 4, 6};
    const hpyr_octree_desc desc = {MOST_POINTS, depth, growth, 0};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (uint32_t kind = 0; kind < POINTS_KINDS; kind++) {
        const uint32_t number = depth * POINTS_KINDS + kind;
        if (e->small ? number % 7 != 0 : e->hostile && number % 6 != 0)
            continue;
        const uint32_t count = e->small ? 30 : growth == HPYR_OCTREE_GROWTH_GRADED && depth > 5 ? 60 : MOST_POINTS;
        SCOPED(points_free)
        point_set set = points_make((points_kind)kind, count, number % 5, strides[number % 3], number);
        check_set(e, octree, &set, e->small ? 40 : MOST_QUERIES - number % 20, neighbors[number % 6], number);
    }
}

GPU_TEST(nearest_points_are_the_oracles) {
    static const uint32_t depths[] = {1, 3, 5, 8, 10};
    for (size_t i = 0; i < LENGTH(depths); i++)
        check_sets(e, depths[i], HPYR_OCTREE_GROWTH_POINTS);
}

GPU_TEST(graded_octrees_give_the_same) {
    check_sets(e, 4, HPYR_OCTREE_GROWTH_GRADED);
    check_sets(e, 7, HPYR_OCTREE_GROWTH_GRADED);
}

/* More queries than one pass takes, and more numbers than one of those that write them. */
static void check_parts(env *e) {
    enum { QUERIES = (1 << 18) + 1234, NEIGHBORS = 5 };
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 12, .depth = 2});
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, 12, 0, 3, 1);
    SCOPED(points_free) point_set queries = queries_make(&set, QUERIES, 5);
    build(e, octree, &set);
    ask(e, octree, &set, &queries, NEIGHBORS, 0.5f, 1);
}

GPU_TEST_ONCE(large_sets_equal_the_oracle) {
    static const points_kind kinds[] = {POINTS_SPHERE, POINTS_STRANGE, POINTS_CLUSTERED, POINTS_TWINS};
    need_speed(e);
    const hpyr_octree_desc desc = {.capacity = 5000, .depth = 9};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        SCOPED(points_free) point_set set = points_make(kinds[i], 5000, 0, 3, 7);
        check_set(e, octree, &set, 3001, i % 2 ? 3 : 12, (uint32_t)i);
    }
    check_parts(e);
}

/* Lists of few points, and each number of neighbors. */
GPU_TEST(lists_may_be_longer_than_there_are_points) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 40, .depth = 4});
    for (uint32_t neighbors = 1; neighbors <= HPYR_OCTREE_MAX_NEIGHBORS; neighbors += e->small ? 13 : 1) {
        SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, neighbors % 9, 0, 3, neighbors);
        check_set(e, octree, &set, 19, neighbors, neighbors);
    }
}

/* ---- numbers ---- */

/* All coordinates of a set and of its cube are multiplied by a power of two. */
static void scale_set(point_set *set, int power) {
    for (uint32_t i = 0; i < set->float_count; i++)
        set->floats[i] = ldexpf(set->floats[i], power);
    for (int axis = 0; axis < 3; axis++)
        set->cube.origin[axis] = ldexpf(set->cube.origin[axis], power);
    set->cube.side = ldexpf(set->cube.side, power);
}

GPU_TEST(extents_may_be_tiny_or_huge) {
    static const int powers[] = {-100, -60, 60, 100, 120, 125};
    const hpyr_octree_desc desc = {.capacity = MOST_POINTS, .depth = 6};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (size_t i = 0; i < LENGTH(powers); i++) {
        SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, e->small ? 30 : 200, 0, 3, 1);
        scale_set(&set, powers[i]);
        check_set(e, octree, &set, e->small ? 20 : 90, 6, (uint32_t)i);
    }
}

/* Coordinates of one point have any exponents, so that squares of some are 0 beside others; and cells end at 0. */
GPU_TEST(exponents_may_differ) {
    const hpyr_octree_desc desc = {.capacity = MOST_POINTS, .depth = 7};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (uint32_t seed = 1; seed < (e->small ? 2u : 7u); seed++) {
        SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, e->small ? 30 : 140, 0, 3, seed);
        SCOPED(points_free) point_set queries = points_make(POINTS_RANDOM, e->small ? 30 : 140, 0, 3, seed + 50);
        uint64_t state = seed;
        set.margin = 0;
        set.cube = seed % 2 ? (hpyr_octree_cube){{-7e37f, -1.6e38f, -1.6e38f}, 3.2e38f}
                            : (hpyr_octree_cube){{-1e30f, -1e30f, -1e30f}, 2e30f};
        for (uint32_t i = 0; i < 3 * set.count; i++) {
            const float size = seed % 2 ? 3.4e38f : 1e30f;
            set.floats[i] *= ldexpf(size, -(int)random_below(&state, i % 2 ? 220 : 40));
            queries.floats[i] *= ldexpf(size, -(int)random_below(&state, i % 2 ? 220 : 40));
        }
        build(e, octree, &set);
        for (uint32_t n = 0; n < 4; n++)
            ask(e, octree, &set, &queries, 1 + 5 * n, n % 2 ? ldexpf(1, (int)(40 * n) - 50) : 0, n);
    }
}

/* Points so close to 0 that the squares of many distances between them are 0 beside those of two others. They lie in all eight nodes
 * that meet there, and the smaller index must win, whichever node is looked at first. Nodes may be smaller than what counts as 0. */
static void check_ties(env *e, float size, float side) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 242, .depth = 5});
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, e->small ? 42 : 242, 0, 3, 3);
    SCOPED(points_free) point_set queries = points_make(POINTS_RANDOM, e->small ? 9 : 59, 0, 3, 4);
    const uint32_t last = queries.count - 1;
    set.margin = 0;
    set.cube = (hpyr_octree_cube){{-side, -side, -side}, 2 * side};
    for (uint32_t i = 0; i < 3 * set.count; i++)
        set.floats[i] *= i < 6 ? 1e25f : size;
    for (uint32_t i = 0; i < 3 * queries.count; i++)
        queries.floats[i] *= i < 6 ? 1e25f : i < 15 ? 0 : size;
    memcpy(queries.floats + (size_t)last * 3, points_at(&set, 30), 3 * sizeof *queries.floats);
    build(e, octree, &set);
    for (uint32_t neighbors = 1; neighbors < 33; neighbors += 10)
        for (uint32_t n = 0; n < 3; n++)
            ask(e, octree, &set, &queries, neighbors, n == 0 ? 0 : n == 1 ? 1e-20f : 1e24f, n);
    SCOPED(answers_free) answers got = answers_found(e, octree, &queries, 1, 0, 1);
    assert_int_equal(got.indices[last], 30); /* at the query's own position */
}

GPU_TEST(squares_of_0_are_ties) {
    static const float rows[][2] = {
        {1e-18f, 1e25f}, {1e-12f, 1e-12f}, {2e-13f, 2e-13f}, {3e-13f, 3e-12f}, {4e-12f, 4e-12f}};
    for (size_t i = 0; i < LENGTH(rows); i++)
        check_ties(e, rows[i][0], rows[i][1]);
}

/* Beside 2^84, differences below 2^-41 are 0. Two points are that near to the query along each axis. The one with the smaller index lies in
 * another node, which is farther away than 2^-41. */
GPU_TEST(nodes_may_be_nearer_than_they_are) {
    const float near = 0x1p-41f;
    const float positions[4][3] = {
        {-0x1p83f, 0, 0}, {0x1p83f, 0, 0}, {-near / 8, -near / 8, -near / 8}, {near, near, near}};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 4, .depth = 2});
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, 4, 0, 3, 3);
    SCOPED(points_free) point_set queries = points_make(POINTS_RANDOM, 1, 0, 3, 4);
    memcpy(set.floats, positions, sizeof positions);
    for (int axis = 0; axis < 3; axis++)
        queries.floats[axis] = 0.75f * near;
    set.margin = 0;
    set.cube = (hpyr_octree_cube){{-near, -near, -near}, 2 * near};
    build(e, octree, &set);
    ask(e, octree, &set, &queries, 2, 0, 1);
    SCOPED(answers_free) answers got = answers_found(e, octree, &queries, 2, 0, 1);
    assert_true(got.indices[0] == 2 && got.indices[1] == 3);
}

/* A point at the radius counts; with a radius that is the next smaller float it does not. */
GPU_TEST(points_at_the_radius_count) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 8, .depth = 6});
    SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, 8, 0, 3, 3);
    SCOPED(points_free) point_set queries = points_make(POINTS_RANDOM, 1, 0, 3, 4);
    static const float positions[8][3] = {{0, 0, 0}, {3, 4, 0},  {5, 0, 0},     {-5, 0, 0},
                                          {0, 3, 4}, {-3, 0, 4}, {0, 0, 5.25f}, {-7, 7, 7}};
    memcpy(set.floats, positions, sizeof positions);
    memset(queries.floats, 0, 3 * sizeof *queries.floats);
    build(e, octree, &set);
    for (uint32_t n = 0; n < 2; n++) {
        SCOPED(answers_free) answers got = answers_found(e, octree, &queries, 8, n ? nextafterf(5, 0) : 5, 4);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(got.indices[i], n == 0 && i < 6 ? i : i == 0 ? 0 : HPYR_OCTREE_NONE);
        for (uint32_t i = 0; i < 8; i++)
            assert_true(got.distances[i] == (i == 0 ? 0 : n == 0 && i < 6 ? 25.0f : INFINITY));
        assert_int_equal(got.report.found, 1);
    }
}

/* ---- what is given ---- */

GPU_TEST(defaults_are_filled_in) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 50, .depth = 4});
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 50, 0, 3, 1);
    SCOPED(points_free) point_set queries = queries_make(&set, 20, 2);
    build(e, octree, &set);
    SCOPED(answers_free) answers expected = answers_expected(&set, &queries, 1, 0);
    SCOPED(answers_free) answers got = answers_make(20, 1, false);
    SCOPED(points_release) hpyr_octree_points asked = points_upload(&queries);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 20 * sizeof(uint32_t));
    const hpyr_octree_nearest_desc desc = {.queries = asked.positions, .count = 20, .indices = buffer};
    OK(e, hpyr_octree_nearest(octree, &desc, &got.report));
    fetch_buffer(buffer, 0, 20 * sizeof(uint32_t), got.indices);
    check_answers(&got, &expected, &set, &queries, 1, 0);
}

/* Lists take the place of their own queries. */
GPU_TEST(answers_may_overwrite_queries) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 50, .depth = 4});
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 50, 0, 3, 1);
    SCOPED(points_free) point_set queries = points_make(POINTS_SPHERE, 30, 0, 3, 9);
    build(e, octree, &set);
    SCOPED(answers_free) answers expected = answers_expected(&set, &queries, 3, 0);
    SCOPED(answers_free) answers got = answers_make(30, 3, false);
    SCOPED(points_release) hpyr_octree_points asked = points_upload(&queries);
    const hpyr_octree_nearest_desc desc = {
        .queries = asked.positions, .count = 30, .neighbors = 3, .indices = asked.positions.buffer};
    OK(e, hpyr_octree_nearest(octree, &desc, &got.report));
    fetch_buffer(asked.positions.buffer, 0, 90 * sizeof(uint32_t), got.indices);
    check_answers(&got, &expected, &set, &queries, 3, 0);
}

/* An octree remembers its points in order until the next build. */
GPU_TEST(points_change_with_each_build) {
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &(hpyr_octree_desc){.capacity = 60, .depth = 3});
    for (uint32_t seed = 1; seed < 4; seed++) {
        SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 60 / seed, 0, 3, seed);
        check_set(e, octree, &set, 18, 3, seed);
    }
}
