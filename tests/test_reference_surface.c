/* test_reference_surface.c - the oracle's `surface` voxelizer: which boxes a triangle touches.
 * SPDX-License-Identifier: MIT
 *
 * Small cases are counted by hand. Large ones are judged by two other ways to find an overlap: clipping the triangle to
 * the box, and points strewn over the triangle. */
#include "grids.h"
#include "volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seeded.h"

static bool is_set(const grid *g, uint32_t x, uint32_t y, uint32_t z) {
    return g->voxels[((size_t)z * g->size[1] + y) * g->size[0] + x] != 0;
}

static double cell_of(const grid *g, float position, int axis) {
    return (position * 0.5 + 0.5) * g->size[axis];
}

static void set_voxels(grid *g, const float *positions, uint32_t triangles, double grow) {
    uint64_t set = 0, counted = 0;
    answered(
        hpyr_ref_voxelize_surface(positions, triangles, g->size[0], g->size[1], g->size[2], grow, g->voxels, &set));
    for (size_t i = 0; i < voxel_count(g); i++) {
        assert_true(g->voxels[i] <= 1);
        counted += g->voxels[i];
    }
    assert_int_equal(set, counted);
}

static void voxelize_one(grid *g, const double corners[9], double grow) {
    float positions[9];
    for (int i = 0; i < 3; i++)
        set_corner(g, positions + 3 * i, corners + 3 * i);
    set_voxels(g, positions, 1, grow);
}

/* ---- by hand ---- */

TEST(a_triangle_within_a_voxel_sets_that_voxel) {
    SCOPED(free_grid) grid g = make_grid(4, 2, 8);
    for (uint32_t i = 0; i < 4 * 2 * 8; i++) {
        double x = i % 4, y = i / 4 % 2, z = i / 8;
        voxelize_one(
            &g, (const double[]){x + 0.1, y + 0.1, z + 0.1, x + 0.9, y + 0.5, z + 0.2, x + 0.3, y + 0.9, z + 0.8}, 0);
        for (uint32_t k = 0; k < 4 * 2 * 8; k++)
            assert_int_equal(g.voxels[k], k == i);
    }
}

/* Its long edge runs through the corners of voxels: x + y = 4. */
TEST(a_level_triangle_sets_what_it_covers_and_what_its_edge_meets_in_a_corner) {
    static const uint8_t closed[16] = {1, 1, 1, 1, /**/ 1, 1, 1, 1, /**/ 1, 1, 1, 0, /**/ 1, 1, 0, 0};
    static const uint8_t shrunk[16] = {1, 1, 1, 1, /**/ 1, 1, 1, 0, /**/ 1, 1, 0, 0, /**/ 1, 0, 0, 0};
    static const double corners[] = {0.5, 0.5, 1.5, 3.5, 0.5, 1.5, 0.5, 3.5, 1.5};
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    const uint8_t nothing[16] = {0};
    for (int is_shrunk = 0; is_shrunk < 2; is_shrunk++) {
        voxelize_one(&g, corners, is_shrunk ? -0.001 : 0);
        for (uint32_t z = 0; z < 4; z++)
            assert_memory_equal(g.voxels + 16 * z, z != 1 ? nothing : is_shrunk ? shrunk : closed, 16);
    }
}

/* A triangle in the plane where axis `axis` is `at`, across all of a 4 x 4 x 4 volume; 0 to 4 along that axis. */
static void check_walls(double at, double grow, const uint8_t expected[4]) {
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    for (int axis = 0; axis < 3; axis++) {
        double corners[9];
        for (int i = 0; i < 3; i++) {
            corners[3 * i + axis] = at;
            corners[3 * i + (axis + 1) % 3] = i == 1 ? 12 : -1;
            corners[3 * i + (axis + 2) % 3] = i == 2 ? 12 : -1;
        }
        voxelize_one(&g, corners, grow);
        for (uint32_t i = 0; i < 64; i++) {
            const uint32_t place[3] = {i % 4, i / 4 % 4, i / 16};
            assert_int_equal(g.voxels[i], expected[place[axis]]);
        }
    }
}

TEST(a_triangle_between_two_voxels_sets_both) {
    check_walls(2, 0, (const uint8_t[]){0, 1, 1, 0});
    check_walls(2, -1e-9, (const uint8_t[]){0, 0, 0, 0});
    check_walls(2.5, 0, (const uint8_t[]){0, 0, 1, 0});
    check_walls(2.5, 0.5, (const uint8_t[]){0, 1, 1, 1});
    check_walls(2.5, -0.5, (const uint8_t[]){0, 0, 1, 0}); /* boxes that are points */
    check_walls(2.5, -0.6, (const uint8_t[]){0, 0, 0, 0});
    check_walls(2.5, NAN, (const uint8_t[]){0, 0, 0, 0});
}

TEST(a_triangle_in_a_face_of_the_volume_sets_the_voxels_inside) {
    check_walls(0, 0, (const uint8_t[]){1, 0, 0, 0});
    check_walls(4, 0, (const uint8_t[]){0, 0, 0, 1});
    check_walls(-1e-3, 0, (const uint8_t[]){0, 0, 0, 0});
    check_walls(4 + 1e-3, 0, (const uint8_t[]){0, 0, 0, 0});
    check_walls(-1e-3, 0.002, (const uint8_t[]){1, 0, 0, 0});
}

TEST(a_triangle_through_a_corner_of_voxels_sets_all_eight_around_it) {
    /* x + y + z = 6 at (2,2,2): touches voxels (1,1,1) and (2,2,2) in just that point. */
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    voxelize_one(&g, (const double[]){2.25, 2.25, 1.5, 2.25, 1.5, 2.25, 1.5, 2.25, 2.25}, 0);
    for (uint32_t i = 0; i < 64; i++) {
        bool is_around =
            (i % 4 == 1 || i % 4 == 2) && (i / 4 % 4 == 1 || i / 4 % 4 == 2) && (i / 16 == 1 || i / 16 == 2);
        assert_int_equal(g.voxels[i], is_around);
    }
    voxelize_one(&g, (const double[]){2.25, 2.25, 1.5, 2.25, 1.5, 2.25, 1.5, 2.25, 2.25}, -1e-6);
    assert_false(is_set(&g, 1, 1, 1) || is_set(&g, 2, 2, 2));
    assert_true(is_set(&g, 1, 2, 1) && is_set(&g, 2, 1, 2));
}

/* Only the box's own axes tell a tip from a box that it does not quite reach. */
TEST(a_tip_on_a_boundary_touches_the_voxel_beyond) {
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            double corners[9] = {1.5, 1.5, 1.5, 1.4, 1.3, 1.2, 1.7, 1.6, 1.8};
            uint32_t beyond[3] = {1, 1, 1};
            corners[axis] = side ? 2 : 1;
            beyond[axis] = side ? 2 : 0;
            voxelize_one(&g, corners, 0);
            assert_true(is_set(&g, 1, 1, 1) && is_set(&g, beyond[0], beyond[1], beyond[2]));
            voxelize_one(&g, corners, -1e-9);
            assert_true(is_set(&g, 1, 1, 1) && !is_set(&g, beyond[0], beyond[1], beyond[2]));
        }
    }
}

TEST(triangles_edge_on_along_z_are_not_lost) {
    SCOPED(free_grid) grid g = make_grid(8, 8, 8);
    voxelize_one(&g, (const double[]){3.5, 0.5, 0.5, 3.5, 7.5, 0.5, 3.5, 0.5, 7.5}, 0);
    for (uint32_t i = 0; i < 512; i++) {
        uint32_t x = i % 8, y = i / 8 % 8, z = i / 64; /* the long edge runs through corners: y + z = 8 */
        assert_int_equal(g.voxels[i], x == 3 && y + z <= 8);
    }
}

TEST(a_triangle_far_larger_than_the_volume_is_a_plane) {
    SCOPED(free_grid) grid g = make_grid(31, 17, 5);
    for (double size = 100; size < 1e9; size *= 100) {
        voxelize_one(&g, (const double[]){-size, -size, 2.5, size, -size, 2.5, 0, size, 2.5}, 0);
        for (size_t i = 0; i < voxel_count(&g); i++)
            assert_int_equal(g.voxels[i], i / (31 * 17) == 2);
    }
}

TEST(triangles_outside_the_volume_set_nothing) {
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    for (int axis = 0; axis < 3; axis++) {
        for (int side = 0; side < 2; side++) {
            double corners[9] = {0.5, 0.5, 0.5, 3.5, 2, 1, 1, 3.5, 2};
            for (int i = 0; i < 3; i++)
                corners[3 * i + axis] += side ? 4 : -4;
            voxelize_one(&g, corners, 0);
            for (size_t i = 0; i < 64; i++)
                assert_int_equal(g.voxels[i], 0);
        }
    }
}

TEST(collinear_and_non_finite_triangles_set_nothing) {
    const float positions[][9] = {{-1, -1, 0, 1, -1, 0, NAN, 1, 0},
                                  {-1, -1, 0, 1, -1, INFINITY, 0, 1, 0},
                                  {-INFINITY, -1, 0, 1, -1, 0, 0, 1, 0},
                                  {-1, -1, -1, 1, 1, 1, 0, 0, 0},
                                  {0.1f, 0.1f, 0.1f, 0.3f, 0.3f, 0.3f, 0.7f, 0.7f, 0.7f},
                                  {0.3f, 0.1f, 0.7f, 0.3f, 0.1f, 0.7f, -0.9f, 0.2f, 0.3f},
                                  {0, 0, 0, 0, 0, 0, 0, 0, 0},
                                  {0, 0, 0, 1e-6f, 1e-6f, 1e-6f, 0.5f, 0.5f, 0.5f}};
    SCOPED(free_grid) grid g = make_grid(5, 6, 7);
    set_voxels(&g, positions[0], LENGTH(positions), 0);
    for (size_t i = 0; i < voxel_count(&g); i++)
        assert_int_equal(g.voxels[i], 0);
}

TEST(distinct_corners_on_a_line_count_as_it_where_boxes_are_grown) {
    static const double line[] = {0.5, 0.5, 0.5, 6.5, 3.5, 0.5, 2.5, 1.5, 0.5}, doubled[] = {1, 1, 1, 1, 1, 1, 6, 3, 2};
    static const uint8_t row[2][8] = {{1, 1, 0, 0, 0, 0, 0, 0}, {0, 1, 1, 1, 0, 0, 0, 0}};
    SCOPED(free_grid) grid g = make_grid(8, 4, 2);
    voxelize_one(&g, line, 1e-4);
    assert_memory_equal(g.voxels, row[0], 8);
    assert_memory_equal(g.voxels + 8, row[1], 8);
    assert_true(is_set(&g, 6, 3, 0) && !is_set(&g, 6, 3, 1));
    voxelize_one(&g, line, 0);
    assert_int_equal(g.voxels[0], 0);
    voxelize_one(&g, doubled, 1e-4);
    for (size_t i = 0; i < voxel_count(&g); i++)
        assert_int_equal(g.voxels[i], 0);
}

TEST(an_empty_soup_clears_the_voxels) {
    SCOPED(free_grid) grid g = make_grid(3, 1, 2);
    set_voxels(&g, NULL, 0, 0);
}

/* ---- properties ---- */

/* Large and small ones, beyond the volume, slivers, edge-on ones, some with corners on the corners of voxels. */
static void make_random_triangle(const grid *g, float positions[9]) {
    uint32_t kind = random_below(8);
    double reach = kind == 0 ? 0.3 : 1, corners[3][3], middle[3];
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = random_between(0, 1);
        for (int i = 0; i < 3; i++) {
            corners[i][axis] = (middle[axis] + random_between(-reach, reach)) * g->size[axis];
            corners[i][axis] = kind == 1 ? floor(corners[i][axis]) : corners[i][axis];
        }
        if (kind == 2) { /* a sliver */
            double along = 0.37, width = random_between(-1, 1) * pow(10, -(double)random_below(7));
            corners[2][axis] = corners[0][axis] + along * (corners[1][axis] - corners[0][axis]) + width;
        }
    }
    if (kind >= 3 && kind <= 5) /* edge-on to the axes */
        corners[1][kind - 3] = corners[2][kind - 3] = corners[0][kind - 3];
    for (int i = 0; i < 3; i++)
        set_corner(g, positions + 3 * i, corners[i]);
}

TEST(larger_boxes_are_set_wherever_smaller_ones_are) {
    static const double grows[] = {-0.5, -0.3, -1e-3, -1e-4, 0, 1e-4, 1e-3, 0.3, 2};
    random_state = 1;
    SCOPED(free_grid) grid g = make_grid(17, 12, 9), previous = make_grid(17, 12, 9);
    for (int i = 0; i < 200; i++) {
        float positions[9];
        make_random_triangle(&g, positions);
        memset(previous.voxels, 0, voxel_count(&g));
        set_voxels(&g, positions, 1, -0.7);
        assert_memory_equal(g.voxels, previous.voxels, voxel_count(&g)); /* boxes turned inside out are none */
        for (size_t k = 0; k < LENGTH(grows); k++) {
            set_voxels(&g, positions, 1, grows[k]);
            for (size_t at = 0; at < voxel_count(&g); at++)
                assert_true(g.voxels[at] >= previous.voxels[at]);
            memcpy(previous.voxels, g.voxels, voxel_count(&g));
        }
    }
}

/* A whole multiple of 1/64 everywhere, so that nothing rounds whatever the order. */
static void make_exact_triangle(const grid *g, double corners[9]) {
    for (int i = 0; i < 9; i++)
        corners[i] = floor(random_between(0, g->size[i % 3]) * 64) / 64;
}

TEST(the_order_of_corners_does_not_matter) {
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};
    random_state = 2;
    SCOPED(free_grid) grid g = make_grid(16, 8, 32), first = make_grid(16, 8, 32);
    for (int i = 0; i < 300; i++) {
        double corners[9], turned[9];
        make_exact_triangle(&g, corners);
        voxelize_one(&first, corners, 0);
        for (size_t k = 1; k < LENGTH(orders); k++) {
            for (int c = 0; c < 3; c++)
                memcpy(turned + 3 * c, corners + 3 * orders[k][c], 3 * sizeof *turned);
            voxelize_one(&g, turned, 0);
            assert_memory_equal(g.voxels, first.voxels, voxel_count(&g));
        }
    }
}

TEST(all_axes_and_both_directions_are_alike) {
    random_state = 3;
    SCOPED(free_grid) grid first = make_grid(16, 8, 32), turned = make_grid(32, 16, 8);
    for (int i = 0; i < 300; i++) {
        double corners[9], other[9];
        make_exact_triangle(&first, corners);
        for (int c = 0; c < 3; c++) {
            other[3 * c] = 32 - corners[3 * c + 2];
            other[3 * c + 1] = corners[3 * c];
            other[3 * c + 2] = corners[3 * c + 1];
        }
        voxelize_one(&first, corners, 0);
        voxelize_one(&turned, other, 0);
        for (uint32_t k = 0; k < voxel_count(&first); k++) {
            uint32_t x = k % 16, y = k / 16 % 8, z = k / 128;
            assert_int_equal(first.voxels[k], is_set(&turned, 31 - z, x, y));
        }
    }
}

/* ---- by clipping ---- */

typedef struct polygon {
    double points[16][3];
    int count;
} polygon;

/* Keeps what has sign * coordinate <= limit. */
static void clip(polygon *p, int axis, double sign, double limit) {
    polygon kept = {.count = 0};
    for (int i = 0; i < p->count; i++) {
        const double *a = p->points[i], *b = p->points[(i + 1) % p->count];
        double over_a = sign * a[axis] - limit, over_b = sign * b[axis] - limit;
        if (over_a <= 0)
            memcpy(kept.points[kept.count++], a, sizeof kept.points[0]);
        if ((over_a < 0 && over_b > 0) || (over_a > 0 && over_b < 0)) {
            double part = over_a / (over_a - over_b);
            for (int k = 0; k < 3; k++)
                kept.points[kept.count][k] = a[k] + part * (b[k] - a[k]);
            kept.points[kept.count++][axis] = sign * limit;
        }
    }
    *p = kept;
}

static bool clipping_leaves_something(const grid *g, const float positions[9], const uint32_t place[3], double grow) {
    polygon p = {.count = 3};
    for (int i = 0; i < 9; i++)
        p.points[i / 3][i % 3] = cell_of(g, positions[i], i % 3);
    for (int axis = 0; axis < 3 && p.count > 0; axis++) {
        clip(&p, axis, 1, place[axis] + 1 + grow);
        clip(&p, axis, -1, -(place[axis] - grow));
    }
    return p.count > 0;
}

TEST(clipping_finds_the_same_voxels) {
    const double tolerance = 1e-7; /* clipped slivers lose digits */
    random_state = 5;
    SCOPED(free_grid) grid g = make_grid(13, 10, 7);
    for (int i = 0; i < 2000; i++) {
        float positions[9];
        double grow = random_below(2) ? 0 : random_between(-0.4, 0.4);
        make_random_triangle(&g, positions);
        set_voxels(&g, positions, 1, grow);
        for (uint32_t k = 0; k < voxel_count(&g); k++) {
            const uint32_t place[3] = {k % 13, k / 13 % 10, k / 130};
            assert_true(!g.voxels[k] || clipping_leaves_something(&g, positions, place, grow + tolerance));
            assert_true(g.voxels[k] || !clipping_leaves_something(&g, positions, place, grow - tolerance));
        }
    }
}

/* ---- by points ---- */

/* Strewn evenly, and once more along the edges. */
static void strew_point(const float positions[9], const grid *g, bool on_edge, double point[3]) {
    double u = random_between(0, 1), v = random_between(0, 1);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    v = on_edge ? 0 : v;
    int a = (int)random_below(3), b = (a + 1) % 3, c = (a + 2) % 3;
    for (int axis = 0; axis < 3; axis++) {
        double from = cell_of(g, positions[3 * a + axis], axis);
        point[axis] = from + u * (cell_of(g, positions[3 * b + axis], axis) - from) +
                      v * (cell_of(g, positions[3 * c + axis], axis) - from);
    }
}

TEST(every_point_of_a_triangle_lies_in_a_voxel_that_is_set) {
    random_state = 6;
    SCOPED(free_grid) grid g = make_grid(60, 40, 50);
    for (int i = 0; i < 100; i++) {
        float positions[9];
        make_random_triangle(&g, positions);
        set_voxels(&g, positions, 1, 0);
        for (int k = 0; k < 5000; k++) {
            double point[3];
            strew_point(positions, &g, k % 4 == 0, point);
            bool is_clear = true; /* of a boundary that rounding could have crossed, and inside the volume */
            for (int axis = 0; axis < 3; axis++) {
                is_clear = is_clear && point[axis] > 0 && point[axis] < g.size[axis];
                is_clear = is_clear && fabs(point[axis] - rint(point[axis])) > 1e-9;
            }
            assert_true(!is_clear || is_set(&g, (uint32_t)point[0], (uint32_t)point[1], (uint32_t)point[2]));
        }
    }
}

/* ---- meshes ---- */

/* Vertices rounded to 1/256 lie within their voxels' boxes still; 1e-4 is for depths mapped in single precision. */
TEST(thin_is_contained) {
    random_state = 7;
    SCOPED(free_grid) grid g = make_grid(32, 24, 40), thin = make_grid(32, 24, 40);
    uint64_t total = 0;
    for (int i = 0; i < 2000; i++) {
        float positions[9];
        make_random_triangle(&g, positions);
        set_voxels(&g, positions, 1, 1e-4);
        total += answer_thin(positions, 1, 32, 24, 40, thin.voxels, NULL);
        for (size_t k = 0; k < voxel_count(&g); k++)
            assert_true(g.voxels[k] || !thin.voxels[k]);
    }
    assert_true(total > 50000);
}

TEST(the_teapots_voxels_are_those_of_clipping) {
    SCOPED(soup_free) soup teapot = soup_teapot(3);
    SCOPED(free_grid) grid g = make_grid(24, 17, 20);
    set_voxels(&g, teapot.corners, teapot.count, 0);
    for (uint32_t k = 0; k < voxel_count(&g); k++) {
        const uint32_t place[3] = {k % 24, k / 24 % 17, k / (24 * 17)};
        bool is_touched = false, is_near = false;
        for (uint32_t i = 0; i < teapot.count; i++) {
            is_touched = is_touched || clipping_leaves_something(&g, teapot.corners + 9 * (size_t)i, place, -1e-7);
            is_near = is_near || clipping_leaves_something(&g, teapot.corners + 9 * (size_t)i, place, 1e-7);
        }
        assert_true(is_touched <= g.voxels[k] && g.voxels[k] <= is_near);
    }
}

/* Through faces, edges and corners of voxels that are not set. */
static void flood(const grid *g, uint8_t *reached, uint32_t seed) {
    uint32_t *stack = make_room(voxel_count(g) * sizeof *stack), count = 0;
    stack[count++] = seed;
    reached[seed] = 1;
    while (count > 0) {
        uint32_t at = stack[--count], width = g->size[0], height = g->size[1];
        const uint32_t place[3] = {at % width, at / width % height, at / width / height};
        for (uint32_t i = 0; i < 27; i++) {
            uint32_t x = place[0] + i % 3 - 1, y = place[1] + i / 3 % 3 - 1, z = place[2] + i / 9 - 1;
            if (x >= width || y >= height || z >= g->size[2] || is_set(g, x, y, z))
                continue;
            uint32_t next = (z * height + y) * width + x;
            if (!reached[next]) {
                reached[next] = 1;
                stack[count++] = next;
            }
        }
    }
    free(stack);
}

/* Of the surface that soup_torus makes, and of a sphere around the middle where `ring` is 0. */
static bool is_inside(const grid *g, size_t voxel, double ring, double tube) {
    double x = (double)(voxel % g->size[0] * 2 + 1) / g->size[0] - 1;
    double y = (double)(voxel / g->size[0] % g->size[1] * 2 + 1) / g->size[1] - 1;
    double z = (double)(voxel / g->size[0] / g->size[1] * 2 + 1) / g->size[2] - 1;
    return hypot(hypot(x, 0.8 * y + 0.6 * z) - ring, 0.8 * z - 0.6 * y) < tube;
}

static void check_separation(double ring, double tube) {
    SCOPED(free_grid) grid g = make_grid(48, 56, 40);
    SCOPED(soup_free) soup body = ring > 0 ? soup_torus(ring, tube, 64) : soup_sphere((const double[3]){0}, tube, 64);
    SCOPED(free_memory) uint8_t *outside = make_zeros(voxel_count(&g), 1);
    uint32_t inside_count = 0;
    set_voxels(&g, body.corners, body.count, 0);
    assert_false(is_set(&g, 0, 0, 0));
    flood(&g, outside, 0);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        if (!g.voxels[i]) {
            assert_int_equal(outside[i], !is_inside(&g, i, ring, tube));
            inside_count += !outside[i];
        }
    }
    assert_true(inside_count > 500);
}

TEST(closed_surfaces_part_inside_from_outside_for_a_flood_through_corners) {
    check_separation(0, 0.81);
    check_separation(0.6, 0.29);
}
