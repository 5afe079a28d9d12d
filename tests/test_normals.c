/* test_normals.c - normals that the GPU estimates: planes are the oracle's, and so are the sides that they point to.
 * SPDX-License-Identifier: MIT
 *
 * A plane through three points tells every wrong neighbor, so sets are met with lists of three points, too. Normals
 * that are oriented rightly stay as they are when the oracle orients them. */
#include "lists.h"
#include "octrees_gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 400 };

/* ---- the oracle ---- */

typedef struct oracle {
    const point_set *set;
    uint32_t neighbors;
    uint32_t *lists;
    hpyr_ref_plane *planes;
} oracle;

static oracle oracle_make(const point_set *set, uint32_t neighbors) {
    oracle o = {set, neighbors, calloc((size_t)set->count * neighbors + 1, sizeof *o.lists),
                calloc((size_t)set->count + 1, sizeof *o.planes)};
    assert_true(o.lists && o.planes);
    assert_int_equal(hpyr_ref_normals_lists(points_at(set, 0), set->stride, set->count, neighbors, o.lists), HPYR_OK);
    assert_int_equal(hpyr_ref_normals_planes(points_at(set, 0), set->stride, set->count, o.lists, neighbors, o.planes),
                     HPYR_OK);
    return o;
}

static void oracle_free(oracle *o) {
    free(o->lists);
    free(o->planes);
}

static bool is_zero(const float *normal) {
    return normal[0] == 0 && normal[1] == 0 && normal[2] == 0;
}

static double length_of_cross(const float *a, const double *b) {
    const double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return sqrt(x * x + y * y + z * z);
}

/* Eigenvalues close to the limit may be on either side of it, and two that are almost the same have no directions. */
static void check_plane(const oracle *o, uint32_t i, const float *normal) {
    const double *values = o->planes[i].eigenvalues, length = length_of_cross(normal, o->planes[i].normal);
    const double line = HPYR_REF_NORMALS_LINE * values[2];
    const double size =
        sqrt((double)normal[0] * normal[0] + (double)normal[1] * normal[1] + (double)normal[2] * normal[2]);
    const char *name = points_name(o->set->kind);
    if (is_zero(normal) ? values[1] > 1.5 * line : !(values[1] > line / 1.5))
        fail_msg("%s points, point %u of %u, lists of %u: %s normal, eigenvalues %g %g %g", name, i, o->set->count,
                 o->neighbors, is_zero(normal) ? "no" : "a", values[0], values[1], values[2]);
    if (!is_zero(normal) && fabs(size - 1) > 1e-6)
        fail_msg("%s points, point %u: a normal of length %.9g", name, i, size);
    if (!is_zero(normal) && values[1] > 1.5 * line && values[1] - values[0] > 0.01 * values[2] && !(length < 1e-4))
        fail_msg("%s points, point %u of %u, lists of %u: normal %g %g %g, not %g %g %g", name, i, o->set->count,
                 o->neighbors, (double)normal[0], (double)normal[1], (double)normal[2], o->planes[i].normal[0],
                 o->planes[i].normal[1], o->planes[i].normal[2]);
    runner_checks++;
}

static void check_planes(const oracle *o, const point_normals *found) {
    uint32_t estimated = 0;
    for (uint32_t i = 0; i < o->set->count; i++) {
        check_plane(o, i, found->at + (size_t)i * 3);
        estimated += !is_zero(found->at + (size_t)i * 3);
    }
    assert_int_equal(found->report.estimated, estimated);
    assert_int_equal(found->report.undecided, o->set->count - estimated);
}

static void check_sides(const oracle *o, const point_normals *found, const hpyr_normals_desc *desc) {
    const point_set *set = o->set;
    const size_t bytes = (size_t)set->count * 3 * sizeof(float);
    SCOPED(free_memory) float *turned = make_room(bytes + 1);
    uint32_t parts = 0;
    memcpy(turned, found->at, bytes);
    if (desc->orientation == HPYR_ORIENTATION_VIEWPOINT)
        assert_int_equal(
            hpyr_ref_normals_to_viewpoint(points_at(set, 0), set->stride, set->count, desc->viewpoint, turned),
            HPYR_OK);
    else if (desc->orientation == HPYR_ORIENTATION_TREE)
        assert_int_equal(hpyr_ref_normals_along_tree(points_at(set, 0), set->stride, set->count, o->lists, o->neighbors,
                                                     turned, &parts),
                         HPYR_OK);
    for (uint32_t i = 0; i < set->count; i++)
        if (memcmp(turned + (size_t)i * 3, found->at + (size_t)i * 3, 3 * sizeof *turned) != 0)
            fail_msg("%s points: the normal of point %u of %u points to the other side, orientation %d",
                     points_name(set->kind), i, set->count, (int)desc->orientation);
    assert_int_equal(found->report.parts, parts);
}

/* ---- all sets of points ---- */

static void check_set(env *e, hpyr_octree *octree, const point_set *set, uint32_t neighbors) {
    SCOPED(points_release) hpyr_octree_points points = points_upload(set);
    OK(e, hpyr_octree_build(octree, &points));
    SCOPED(oracle_free) oracle o = oracle_make(set, neighbors);
    for (int side = HPYR_ORIENTATION_TREE; side <= HPYR_ORIENTATION_UNORIENTED; side++) {
        const hpyr_normals_desc desc = {neighbors, (hpyr_orientation)side, {0.5f, 3, -7.25f}};
        point_normals found = normals_estimate(e, octree, set->count, &desc);
        check_planes(&o, &found);
        check_sides(&o, &found, &desc);
        free(found.at);
    }
}

static void check_sets(env *e, uint32_t depth, hpyr_octree_growth growth) {
    static const uint32_t neighbors[] = {3, 10, 17, 32, 4, 6}, strides[] = {3, 4, 6};
    const hpyr_octree_desc desc = {MOST_POINTS, depth, growth, 0};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (uint32_t kind = 0; kind < POINTS_KINDS; kind++) {
        const uint32_t number = depth * POINTS_KINDS + kind;
        if (e->small ? number % 13 != 0 : e->hostile && number % 6 != 0)
            continue;
        const uint32_t count = e->small ? 30 : growth == HPYR_OCTREE_GROWTH_GRADED && depth > 5 ? 60 : MOST_POINTS;
        SCOPED(points_free)
        point_set set = points_make((points_kind)kind, count, number % 5, strides[number % 3], number);
        check_set(e, octree, &set, neighbors[number % 6]);
    }
}

GPU_TEST(normals_equal_the_oracles) {
    static const uint32_t depths[] = {1, 3, 5, 8, 10};
    for (size_t i = 0; i < LENGTH(depths); i++)
        check_sets(e, depths[i], HPYR_OCTREE_GROWTH_POINTS);
}

GPU_TEST(graded_octrees_give_the_same) {
    check_sets(e, 4, HPYR_OCTREE_GROWTH_GRADED);
    check_sets(e, 7, HPYR_OCTREE_GROWTH_GRADED);
}

/* More than one row of a texture, and a search at many depths. */
GPU_TEST_ONCE(large_sets_equal_the_oracle) {
    static const points_kind kinds[] = {POINTS_SPHERE, POINTS_STRANGE, POINTS_CLUSTERED, POINTS_TWINS};
    need_speed(e);
    const hpyr_octree_desc desc = {.capacity = 5000, .depth = 9};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (size_t i = 0; i < LENGTH(kinds); i++) {
        SCOPED(points_free) point_set set = points_make(kinds[i], 5000, 0, 3, 7);
        check_set(e, octree, &set, i % 2 ? 3 : 12);
    }
}

/* The root's side is above 2^127, so that its reciprocal is a number which many a GPU takes for 0. */
GPU_TEST(coordinates_may_be_close_to_the_largest_float) {
    const hpyr_octree_desc desc = {.capacity = MOST_POINTS, .depth = 5};
    hpyr_octree *octree = make_octree(e, &desc);
    point_set set = points_make(POINTS_SPHERE, e->small ? 30 : MOST_POINTS, 0, 3, 11);
    float largest = 0;
    for (uint32_t i = 0; i < set.count * set.stride; i++)
        largest = fmaxf(largest, fabsf(set.floats[i]));
    for (uint32_t i = 0; i < set.count * set.stride; i++)
        set.floats[i] *= 1.4e38f / largest;
    check_set(e, octree, &set, 12);
    assert_true(hpyr_octree_last_report(octree)->cube.side > 0x1p127f);
    points_free(&set);
    for (uint32_t seed = 1; seed < 3; seed++) { /* some so far from the cube that the way from its origin is infinite */
        set = points_make(POINTS_RANDOM, e->small ? 30 : 140, 0, 3, seed);
        set.margin = 0;
        set.cube = (hpyr_octree_cube){{-7e37f, -1.6e38f, -1.6e38f}, 3.2e38f};
        for (uint32_t i = 0; i < set.float_count; i++)
            set.floats[i] *= ldexpf(3.4e38f, -(int)(i * 7919u % 31 * (i % 5) % 9)); /* any exponent */
        check_set(e, octree, &set, 10);
        points_free(&set);
    }
    free_octree(e, octree);
}

/* Half of the points are much farther from 0 than the other half. All lie on one plane through 0, whose normal is known. */
GPU_TEST(points_may_lie_far_from_the_cube) {
    static const double normal[3] = {0.5, 0.25, -1};
    static const hpyr_normals_desc unoriented = {8, HPYR_ORIENTATION_UNORIENTED, {0}};
    static const struct {
        float size[2];
        hpyr_octree_cube cube;
    } rows[] = {{{1, 1e20f}, {{-1, -1, -1}, 2}},
                {{1e-6f, 1e30f}, {{-1, -1, -1}, 2}},
                {{1e25f, 3e38f}, {{0, 0, 0}, 1e-30f}},
                {{1e-20f, 2e-20f}, {{-1e19f, 0, 0}, 3e19f}},
                {{3e38f, 1e38f}, {{-3e38f, -1e38f, -1e38f}, 2e38f}},
                {{1e-15f, 1e18f}, {{5e37f, 5e37f, 5e37f}, 1e-10f}}};
    const hpyr_octree_desc desc = {.capacity = MOST_POINTS, .depth = 6};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        SCOPED(points_free) point_set set = points_make(POINTS_RANDOM, e->small ? 40 : MOST_POINTS, 0, 3, 1);
        set.margin = 0;
        set.cube = rows[i].cube;
        for (uint32_t k = 0; k < set.count; k++) {
            float *point = set.floats + (size_t)k * 3;
            point[0] *= rows[i].size[k % 2];
            point[1] *= rows[i].size[k % 2];
            point[2] = 0.5f * point[0] + 0.25f * point[1];
        }
        check_set(e, octree, &set, unoriented.neighbors);
        point_normals found = normals_estimate(e, octree, set.count, &unoriented);
        for (uint32_t k = 0; k < set.count; k++)
            if (!is_zero(found.at + (size_t)k * 3) && !(length_of_cross(found.at + (size_t)k * 3, normal) < 1e-4))
                fail_msg("row %zu: the normal of point %u is wrong", i, k);
        assert_true(found.report.estimated > set.count / 10 * 9);
        free(found.at);
    }
}

/* ---- what is given ---- */

GPU_TEST(defaults_are_filled_in) {
    const hpyr_octree_desc octree_desc = {.capacity = 100, .depth = 4};
    const hpyr_normals_desc descs[] = {{.neighbors = 0}, {10, HPYR_ORIENTATION_TREE, {0}}};
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &octree_desc);
    SCOPED(points_free) point_set set = points_make(POINTS_SPHERE, 100, 0, 3, 1);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    OK(e, hpyr_octree_build(octree, &points));
    point_normals found = normals_estimate(e, octree, set.count, NULL);
    for (size_t i = 0; i < LENGTH(descs); i++) {
        point_normals again = normals_estimate(e, octree, set.count, &descs[i]);
        assert_memory_equal(again.at, found.at, set.count * 3 * sizeof *found.at);
        assert_memory_equal(&again.report, &found.report, sizeof found.report);
        free(again.at);
    }
    free(found.at);
}

/* ---- solids ---- */

static float random_part(uint64_t *seed) {
    return (float)random_below(seed, 1 << 20) / (float)(1 << 20);
}

/* Points on a torus that lies in the xy plane, or on a sphere where its ring has no radius; with noise. */
static point_set solid_make(uint32_t count, float ring, float tube, float noise, float *outwards) {
    point_set set = points_make(POINTS_RANDOM, count, 0, 3, 5);
    uint64_t seed = 99;
    for (uint32_t i = 0; i < count; i++) {
        float *point = set.floats + (size_t)i * 3, *out = outwards + (size_t)i * 3;
        const float turn = 6.2831853f * random_part(&seed), off = tube + noise * (random_part(&seed) - 0.5f);
        float up = 2 * random_part(&seed) - 1, side = sqrtf(1 - up * up);
        if (ring > 0) { /* an angle around the tube, more often where the ring is wide */
            const float angle = 6.2831853f * random_part(&seed);
            if (random_part(&seed) * (ring + tube) > ring + tube * cosf(angle)) {
                i--;
                continue;
            }
            up = sinf(angle);
            side = cosf(angle);
        }
        out[0] = cosf(turn) * side;
        out[1] = sinf(turn) * side;
        out[2] = up;
        for (int axis = 0; axis < 3; axis++)
            point[axis] = off * out[axis] + ring * (axis == 0 ? cosf(turn) : axis == 1 ? sinf(turn) : 0);
    }
    return set;
}

static void check_solid(env *e, float ring, float tube, float noise, uint32_t count) {
    const hpyr_octree_desc desc = {.capacity = count, .depth = 6};
    SCOPED(free_memory) float *outwards = make_zeros((size_t)count * 3, sizeof *outwards);
    SCOPED(destroy_octree) hpyr_octree *octree = make_octree(e, &desc);
    SCOPED(points_free) point_set set = solid_make(count, ring, tube, noise, outwards);
    SCOPED(points_release) hpyr_octree_points points = points_upload(&set);
    OK(e, hpyr_octree_build(octree, &points));
    point_normals found = normals_estimate(e, octree, count, NULL);
    assert_int_equal(found.report.estimated, count);
    assert_int_equal(found.report.parts, 1);
    for (uint32_t i = 0; i < count; i++) {
        const float *a = found.at + (size_t)i * 3, *b = outwards + (size_t)i * 3;
        const float towards = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        if (!(towards > 0.5f))
            fail_msg("ring %g, tube %g: the normal of point %u of %u is %g %g %g, not about %g %g %g", (double)ring,
                     (double)tube, i, count, (double)a[0], (double)a[1], (double)a[2], (double)b[0], (double)b[1],
                     (double)b[2]);
        runner_checks++;
    }
    free(found.at);
}

GPU_TEST(normals_of_solids_point_outwards) {
    const uint32_t count = e->small ? 600 : 4000;
    check_solid(e, 0, 2, 0.02f, count);
    check_solid(e, 2, 0.8f, e->small ? 0.005f : 0.02f, count);
}
