/* test_reference_normals.c - the oracle's normals: lists by sorting all points, planes that are known, and trees that are
 * drawn by hand.  SPDX-License-Identifier: MIT */
#include "octrees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE HPYR_REF_NORMALS_NONE

enum { COUNT = 90 };

/* ---- lists ---- */

typedef struct ranked {
    double distance;
    uint32_t number;
} ranked;

static int compare(const void *a, const void *b) {
    const ranked *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool is_finite_point(const float *point) {
    return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* Small whole coordinates: double precision has all distances, and there are many ties. */
TEST(lists_have_the_nearest) {
    static const uint32_t lengths[] = {1, 3, 10, COUNT, COUNT + 3};
    float points[COUNT * 4];
    uint32_t lists[COUNT * (COUNT + 3)];
    uint64_t seed = 5;
    for (uint32_t i = 0; i < COUNT * 4; i++)
        points[i] = i % 4 == 3 || i % 44 == 1 ? NAN : (float)random_below(&seed, 7);
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        const uint32_t length = lengths[n];
        assert_int_equal(hpyr_ref_normals_lists(points, 4, COUNT, length, lists), HPYR_OK);
        for (uint32_t i = 0; i < COUNT; i++) {
            ranked all[COUNT];
            uint32_t found = 0;
            for (uint32_t j = 0; j < COUNT && is_finite_point(points + (size_t)i * 4); j++) {
                double distance = 0;
                for (uint32_t axis = 0; axis < 3; axis++)
                    distance += pow(points[i * 4 + axis] - points[j * 4 + axis], 2);
                if (is_finite_point(points + (size_t)j * 4))
                    all[found++] = (ranked){distance, j};
            }
            qsort(all, found, sizeof *all, compare);
            for (uint32_t place = 0; place < length; place++)
                assert_int_equal(lists[(size_t)i * length + place], place < found ? all[place].number : NONE);
        }
    }
}

/* ---- planes ---- */

TEST(planes_are_found) {
    const double expected[3] = {2 / 7.0, 3 / 7.0, 6 / 7.0};
    float points[COUNT * 3];
    uint32_t lists[COUNT * 12];
    hpyr_ref_plane planes[COUNT];
    uint64_t seed = 6;
    for (uint32_t i = 0; i < COUNT; i++) { /* 2 x + 3 y + 6 z = 12 */
        points[i * 3] = (float)random_below(&seed, 1000) / 64;
        points[i * 3 + 1] = (float)random_below(&seed, 1000) / 64;
        points[i * 3 + 2] = (12 - 2 * points[i * 3] - 3 * points[i * 3 + 1]) / 6;
    }
    assert_int_equal(hpyr_ref_normals_lists(points, 3, COUNT, 12, lists), HPYR_OK);
    assert_int_equal(hpyr_ref_normals_planes(points, 3, COUNT, lists, 12, planes), HPYR_OK);
    for (uint32_t i = 0; i < COUNT; i++) {
        double product = 0;
        for (int axis = 0; axis < 3; axis++)
            product += planes[i].normal[axis] * expected[axis];
        assert_true(fabs(fabs(product) - 1) < 1e-9);
        assert_true(fabs(planes[i].eigenvalues[0]) < 1e-9 * planes[i].eigenvalues[2]);
        assert_true(planes[i].eigenvalues[1] <= planes[i].eigenvalues[2]);
    }
}

/* Variances along the axes are known: 2/3, 2/3 * 4, 2/3 * 9. */
TEST(eigenvalues_are_variances) {
    static const float points[] = {-1, 0, 0, 1, 0, 0, 0, -2, 0, 0, 2, 0, 0, 0, -3, 0, 0, 3};
    static const uint32_t list[] = {5, 4, 3, 2, 1, 0, NONE};
    hpyr_ref_plane planes[6];
    uint32_t lists[6 * 7];
    for (uint32_t i = 0; i < 6; i++)
        memcpy(lists + i * 7, list, sizeof list);
    assert_int_equal(hpyr_ref_normals_planes(points, 3, 6, lists, 7, planes), HPYR_OK);
    for (int axis = 0; axis < 3; axis++) {
        assert_true(fabs(planes[2].eigenvalues[axis] - (axis + 1) * (axis + 1) / 3.0) < 1e-12);
        assert_true(fabs(fabs(planes[2].normal[axis]) - (axis == 0)) < 1e-12);
    }
}

TEST(lines_and_places_have_no_plane) {
    static const points_kind kinds[] = {POINTS_COLLINEAR, POINTS_DUPLICATES, POINTS_ONE, POINTS_LOST};
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        SCOPED(points_free) point_set set = points_make(kinds[n], COUNT, 0, 3, 1);
        uint32_t lists[COUNT * 5];
        hpyr_ref_plane planes[COUNT];
        assert_int_equal(hpyr_ref_normals_lists(points_at(&set, 0), 3, set.count, 5, lists), HPYR_OK);
        assert_int_equal(hpyr_ref_normals_planes(points_at(&set, 0), 3, set.count, lists, 5, planes), HPYR_OK);
        for (uint32_t i = 0; i < set.count; i++)
            for (int axis = 0; axis < 3; axis++)
                assert_true(planes[i].normal[axis] == 0);
    }
}

/* ---- sides ---- */

/* A chain 0 - 1 - 2 - 3, and a pair 4 - 5. Point 6 has no normal, 7 no list. Heaviest is the edge 1 - 2. */
TEST(trees_turn_normals) {
    static const float points[8 * 3] = {0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 0, 2, 0, 0, 3, 0, 0, 3, 0, 0, 9, 0, 0, 9};
    static const uint32_t lists[8 * 3] = {0, 1, 6,    1, 2,    NONE, 2, 3, NONE, 3,    NONE, NONE,
                                          4, 5, NONE, 5, NONE, NONE, 6, 5, 0,    NONE, NONE, NONE};
    static const float expected[8 * 3] = {-1, 0, 0, -0.8f, 0,    0.6f, 0, 0.6f, 0.8f, 0, 1, 0,
                                          1,  0, 0, 0.8f,  0.6f, 0,    0, 0,    0,    0, 1, 0};
    for (uint32_t reversed = 0; reversed < 64; reversed++) {
        float normals[8 * 3];
        uint32_t parts = 0;
        for (uint32_t i = 0; i < 8 * 3; i++)
            normals[i] = reversed >> (i / 3) & 1 ? -expected[i] : expected[i];
        normals[7 * 3 + 1] = reversed % 2 ? 1.0f : -1.0f;
        assert_int_equal(hpyr_ref_normals_along_tree(points, 3, 8, lists, 3, normals, &parts), HPYR_OK);
        assert_int_equal(parts, 3);
        for (uint32_t i = 0; i < 8 * 3; i++)
            assert_true(normals[i] == expected[i]);
    }
}

/* Normals turn by 50 degrees from point to point. Across 100 degrees the last one would be turned the other way. */
TEST(light_edges_come_first) {
    static const float points[3 * 3] = {0, 0, 9, 0, 0, 0, 0, 0, 0};
    static const uint32_t lists[3 * 3] = {0, 2, 1, 1, 2, NONE, 2, NONE, NONE};
    static const float expected[3 * 3] = {0, 0, 1, 0.7660444f, 0, 0.6427876f, 0.9848078f, 0, -0.1736482f};
    for (uint32_t reversed = 0; reversed < 8; reversed++) {
        float normals[3 * 3];
        for (uint32_t i = 0; i < 3 * 3; i++)
            normals[i] = reversed >> (i / 3) & 1 ? -expected[i] : expected[i];
        assert_int_equal(hpyr_ref_normals_along_tree(points, 3, 3, lists, 3, normals, NULL), HPYR_OK);
        assert_true(normals[2] == 1 && normals[3] > 0 && normals[6] > 0);
    }
}

/* Lists of eight points whose neighbors are those of a ring. */
static void make_ring(uint32_t lists[8 * 3]) {
    for (uint32_t i = 0; i < 8; i++) {
        lists[3 * i] = i;
        lists[3 * i + 1] = (i + 1) % 8;
        lists[3 * i + 2] = (i + 7) % 8;
    }
}

/* The corners of a box that is a body: flux tells its outside, though the normal of its highest point would have it inside. A ring whose
 * normals go around, now a little outwards and now a little inwards, has no flux, and its highest point tells. */
TEST(bodies_are_turned_by_flux) {
    float box[8 * 3], ring[8 * 3], outside[8 * 3], around[8 * 3];
    uint32_t lists[8 * 3], ring_lists[8 * 3];
    make_ring(ring_lists);
    for (uint32_t i = 0; i < 8; i++) {
        const double angle = acos(-1) / 4 * i;
        const float at[3] = {i & 1 ? 1.0f : -1.0f, i & 2 ? 2.0f : -2.0f, i & 4 ? 3.0f : -3.0f};
        const float straight[3] = {(float)cos(angle), (float)sin(angle), i == 3 ? 0.5f : 0.0f};
        const double out = i % 2 ? -0.3 : 0.3;
        const float across[3] = {(float)(out * cos(angle) - sin(angle)) * 0.9578f,
                                 (float)(out * sin(angle) + cos(angle)) * 0.9578f, 0};
        for (uint32_t axis = 0; axis < 3; axis++) {
            lists[3 * i + axis] = i ^ 1u << axis;
            box[3 * i + axis] = at[axis] + (axis == 2 && i == 6 ? 0.5f : 0.0f);
            outside[3 * i + axis] = at[axis] / (float)(axis + 1) * 0.57735f;
            ring[3 * i + axis] = straight[axis];
            around[3 * i + axis] = across[axis];
        }
    }
    outside[3 * 6 + 2] = -0.1f; /* the highest point's, which agrees with its neighbors nevertheless */
    for (int way = -1; way <= 1; way += 2) {
        float normals[8 * 3];
        for (uint32_t i = 0; i < 8 * 3; i++)
            normals[i] = (i / 3 % 3 == 1 ? -1.0f : 1.0f) * (float)way * outside[i];
        assert_int_equal(hpyr_ref_normals_along_tree(box, 3, 8, lists, 3, normals, NULL), HPYR_OK);
        for (uint32_t i = 0; i < 8 * 3; i++)
            assert_true(normals[i] == outside[i]);
        for (uint32_t i = 0; i < 8 * 3; i++)
            normals[i] = (float)way * around[i];
        assert_int_equal(hpyr_ref_normals_along_tree(ring, 3, 8, ring_lists, 3, normals, NULL), HPYR_OK);
        for (uint32_t i = 0; i < 8 * 3; i++) /* that of point 3 looks along -x and -y */
            assert_true(normals[i] == -around[i]);
    }
}

TEST(viewpoints_are_in_front) {
    static const float points[4 * 3] = {0, 0, 0, 0, 0, 9, 0, 0, 5, NAN, 0, 0}, viewpoint[] = {1, 0, 5};
    float normals[4 * 3] = {0, 0, -1, 0, 0, 1, 0, 1, 0, 0, 0, 0};
    static const float expected[4 * 3] = {0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0};
    assert_int_equal(hpyr_ref_normals_to_viewpoint(points, 3, 4, viewpoint, normals), HPYR_OK);
    for (uint32_t i = 0; i < 4 * 3; i++)
        assert_true(normals[i] == expected[i]);
}

TEST(mistakes_are_told) {
    float points[3] = {0}, normals[3] = {0};
    uint32_t list[3] = {0}, parts = 7;
    assert_int_equal(hpyr_ref_normals_lists(points, 2, 1, 3, list), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_normals_lists(points, 3, 1, 0, list), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_normals_along_tree(points, 3, 1, list, 3, NULL, &parts), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(parts, 0);
    assert_int_equal(hpyr_ref_normals_along_tree(points, 3, 1, list, 0, normals, NULL), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_normals_lists(NULL, 0, 0, 3, NULL), HPYR_OK);
    assert_int_equal(hpyr_ref_normals_along_tree(NULL, 0, 0, NULL, 3, NULL, &parts), HPYR_OK);
}
