/* test_reference_solid.c - the oracle's `solid` voxelizer: parity at the centers, and where it may be doubted.
 * SPDX-License-Identifier: MIT
 *
 * Boxes are counted by hand, tetrahedra with their corners on centers by whole numbers, a convex body by its planes,
 * others by their volume. A mesh that leaks at an edge leaves its column's parity odd up to the top. */
#include "grids.h"
#include "volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"
#include "common/mesh/mesh_load.h"
#include "seeded.h"

static uint64_t set_voxels(grid *g, const float *positions, uint32_t triangles) {
    uint64_t set = 0, counted = 0;
    answered(hpyr_ref_voxelize_solid(positions, triangles, g->size[0], g->size[1], g->size[2], g->voxels, g->ambiguous,
                                     &set));
    for (size_t i = 0; i < voxel_count(g); i++) {
        assert_true(g->voxels[i] <= 1 && g->ambiguous[i] <= 1);
        counted += g->voxels[i];
    }
    assert_int_equal(set, counted);
    return set;
}

/* ---- boxes ---- */

/* In cells. */
static soup make_box(const grid *g, const double low[3], const double high[3]) {
    float corners[6];
    set_corner(g, corners, low);
    set_corner(g, corners + 3, high);
    return soup_box((const double[3]){corners[0], corners[1], corners[2]},
                    (const double[3]){corners[3], corners[4], corners[5]});
}

static void check_box(const double low[3], const double high[3], const uint32_t begin[3], const uint32_t end[3]) {
    SCOPED(free_grid) grid g = make_grid(8, 4, 16);
    SCOPED(soup_free) soup box = make_box(&g, low, high);
    set_voxels(&g, box.corners, box.count);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        uint32_t place[3];
        place_of(&g, i, place);
        bool is_inside = true;
        for (int axis = 0; axis < 3; axis++)
            is_inside = is_inside && place[axis] >= begin[axis] && place[axis] < end[axis];
        assert_int_equal(g.voxels[i], is_inside);
    }
}

typedef const double point[3];
typedef const uint32_t cell[3];

TEST(a_box_holds_the_centers_inside_of_it) {
    check_box((point){1, 1, 1}, (point){3, 3, 3}, (cell){1, 1, 1}, (cell){3, 3, 3});
    check_box((point){0, 0, 0}, (point){8, 4, 16}, (cell){0, 0, 0}, (cell){8, 4, 16});
    check_box((point){2.4, 0.6, 3.6}, (point){5.6, 2.4, 9.4}, (cell){2, 1, 4}, (cell){6, 2, 9});
    check_box((point){2.6, 1.6, 3.6}, (point){3.4, 2.4, 4.4}, (cell){0, 0, 0}, (cell){0, 0, 0});
}

TEST(parts_below_the_volume_count_and_others_are_cut_off) {
    check_box((point){1, 1, -50}, (point){3, 3, 2.25}, (cell){1, 1, 0}, (cell){3, 3, 2});
    check_box((point){1, 1, 12.25}, (point){3, 3, 99}, (cell){1, 1, 12}, (cell){3, 3, 16});
    check_box((point){1, 1, -50}, (point){3, 3, 99}, (cell){1, 1, 0}, (cell){3, 3, 16});
    check_box((point){-5, -6, 1}, (point){3, 2, 4}, (cell){0, 0, 1}, (cell){3, 2, 4});
    check_box((point){5, 2, 1}, (point){300, 200, 4}, (cell){5, 2, 1}, (cell){8, 4, 4});
    check_box((point){-1e6, -1e6, -1e6}, (point){1e6, 1e6, 1e6}, (cell){0, 0, 0}, (cell){8, 4, 16});
    check_box((point){1, 1, -9}, (point){3, 3, -2}, (cell){0, 0, 0}, (cell){0, 0, 0});
    check_box((point){1, 1, 16}, (point){3, 3, 20}, (cell){0, 0, 0}, (cell){0, 0, 0});
}

TEST(a_box_between_centers_takes_the_lower_ones_and_doubts_all_on_its_faces) {
    SCOPED(free_grid) grid g = make_grid(4, 4, 4);
    SCOPED(soup_free) soup box = make_box(&g, (point){0.5, 0.5, 0.5}, (point){2.5, 2.5, 2.5});
    set_voxels(&g, box.corners, box.count);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        uint32_t place[3];
        place_of(&g, i, place);
        bool is_in_box = place[0] < 3 && place[1] < 3 && place[2] < 3;
        bool is_middle = place[0] == 1 && place[1] == 1 && place[2] == 1;
        assert_int_equal(g.voxels[i], place[0] < 2 && place[1] < 2 && place[2] < 2);
        assert_int_equal(g.ambiguous[i], is_in_box && !is_middle);
    }
}

TEST(where_two_boxes_overlap_is_outside) {
    SCOPED(free_grid) grid g = make_grid(8, 8, 8);
    SCOPED(soup_free) soup boxes = make_box(&g, (point){1, 1, 1}, (point){5, 5, 5});
    SCOPED(soup_free) soup other = make_box(&g, (point){3, 3, 3}, (point){7, 7, 7});
    soup_append(&boxes, &other);
    assert_int_equal(set_voxels(&g, boxes.corners, boxes.count), 2 * 64 - 2 * 8);
}

TEST(an_open_mesh_fills_its_columns_to_the_top) {
    SCOPED(free_grid) grid g = make_grid(4, 4, 8);
    float positions[9];
    set_corner(&g, positions, (point){0.25, 0.25, 3});
    set_corner(&g, positions + 3, (point){3.25, 0.25, 3});
    set_corner(&g, positions + 6, (point){0.25, 3.25, 3});
    set_voxels(&g, positions, 1);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        uint32_t place[3];
        place_of(&g, i, place);
        assert_int_equal(g.voxels[i], place[0] + place[1] < 3 && place[2] >= 3);
    }
}

TEST(non_finite_and_collinear_triangles_change_nothing) {
    static const float bad[][9] = {{-1, -1, 0, 1, -1, 0, NAN, 1, 0},
                                   {-1, -1, 0, 1, -1, INFINITY, 0, 1, 0},
                                   {-INFINITY, -1, 0, 1, -1, 0, 0, 1, 0},
                                   {-1, -1, NAN, 1, -1, 0, 0, 1, 0},
                                   {-1, -1, -1, 1, 1, 1, 0, 0, 0},
                                   {0, 0, 0, 0, 0, 0, 0, 0, 0},
                                   {-0.1f, -0.1f, 0, 0.3f, 0.3f, 0, 1, 1, 0},
                                   {0.1f, -1, 0, 0.1f, 1, 0, 0.1f, 0.5f, 0}};
    SCOPED(free_grid) grid g = make_grid(7, 7, 7), clean = make_grid(7, 7, 7);
    SCOPED(soup_free) soup box = make_box(&g, (point){1.1, 1.2, 1.3}, (point){4.6, 4.7, 4.8});
    SCOPED(soup_free) soup rest = soup_copy(bad[0], LENGTH(bad));
    set_voxels(&clean, box.corners, box.count);
    soup_append(&box, &rest);
    set_voxels(&g, box.corners, box.count);
    assert_memory_equal(g.voxels, clean.voxels, voxel_count(&g));
    assert_memory_equal(g.ambiguous, clean.ambiguous, voxel_count(&g));
}

/* Through a center, at slopes that only fractions can tell. */
TEST(collinear_triangles_cross_no_column) {
    random_state = 6;
    SCOPED(free_grid) grid g = make_grid(16, 16, 8);
    for (int i = 0; i < 5000; i++) {
        float positions[9];
        double step[3] = {(int)random_below(15) - 7, (int)random_below(15) - 7, (int)random_below(5) - 2};
        for (int c = 0; c < 3; c++) {
            double along = (int)random_below(23) - 11;
            double corner[3];
            for (int axis = 0; axis < 3; axis++)
                corner[axis] = g.size[axis] / 2 + 0.5 + along * step[axis] / 4;
            set_corner(&g, positions + 3 * c, corner);
        }
        assert_int_equal(set_voxels(&g, positions, 1), 0);
    }
}

TEST(an_empty_soup_clears_the_voxels) {
    SCOPED(free_grid) grid g = make_grid(3, 1, 2);
    assert_int_equal(set_voxels(&g, NULL, 0), 0);
}

/* ---- tetrahedra ---- */

/* In halves of a cell; odd coordinates are those of centers. */
typedef struct tetrahedron {
    int corners[4][3];
} tetrahedron;

static int64_t volume_of(const int a[3], const int b[3], const int c[3], const int d[3]) {
    int64_t u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
        w[i] = d[i] - a[i];
    }
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

/* 1 inside, 0 on the surface, -1 outside. */
static int side_of(const tetrahedron *t, const int at[3]) {
    const int *a = t->corners[0], *b = t->corners[1], *c = t->corners[2], *d = t->corners[3];
    int64_t parts[4] = {volume_of(at, b, c, d), volume_of(a, at, c, d), volume_of(a, b, at, d), volume_of(a, b, c, at)};
    int sign = volume_of(a, b, c, d) > 0 ? 1 : -1, side = 1;
    for (int i = 0; i < 4; i++) {
        int64_t part = parts[i] * sign;
        int of_part = part > 0 ? 1 : part < 0 ? -1 : 0;
        side = of_part < side ? of_part : side;
    }
    return side;
}

static void make_tetrahedron(tetrahedron *t, int range) {
    for (int i = 0; i < 12; i++) {
        int at = (int)random_below((uint32_t)range);
        t->corners[i / 3][i % 3] = random_below(4) > 0 ? at | 1 : at;
    }
}

/* Each face from a corner and in a direction of its own. */
static void add_tetrahedron(const grid *g, float *positions, const tetrahedron *t) {
    for (int face = 0; face < 4; face++) {
        int start = (int)random_below(3), step = 1 + (int)random_below(2);
        for (int i = 0; i < 3; i++) {
            const int *from = t->corners[(face + 1 + (start + step * i) % 3) % 4];
            set_corner(g, positions + 9 * face + 3 * i, (point){from[0] / 2.0, from[1] / 2.0, from[2] / 2.0});
        }
    }
}

/* The nearest center off the surface is further than 1e-4 away, because volumes are whole numbers. */
TEST(tetrahedra_with_corners_on_centers_are_exact) {
    random_state = 1;
    SCOPED(free_grid) grid g = make_grid(16, 8, 16);
    for (int i = 0; i < 3000; i++) {
        tetrahedron t;
        float positions[36];
        do {
            make_tetrahedron(&t, 18);
        } while (volume_of(t.corners[0], t.corners[1], t.corners[2], t.corners[3]) == 0);
        add_tetrahedron(&g, positions, &t);
        set_voxels(&g, positions, 4);
        for (size_t k = 0; k < voxel_count(&g); k++) {
            uint32_t place[3];
            place_of(&g, k, place);
            int side = side_of(&t, (int[]){(int)place[0] * 2 + 1, (int)place[1] * 2 + 1, (int)place[2] * 2 + 1});
            assert_int_equal(g.ambiguous[k], side == 0);
            assert_true(side == 0 || g.voxels[k] == (side > 0));
        }
    }
}

static void check_that_nothing_reaches_the_top(const grid *g) {
    size_t slice = (size_t)g->size[0] * g->size[1];
    for (size_t i = voxel_count(g) - slice; i < voxel_count(g); i++)
        assert_int_equal(g->voxels[i], 0);
}

/* Flat ones too. In volumes of odd sizes their corners are rounded. */
TEST(tetrahedra_leave_no_streaks) {
    enum { TETRAHEDRA = 20 };
    random_state = 2;
    SCOPED(free_grid) grid g = make_grid(13, 11, 19);
    for (int i = 0; i < 500; i++) {
        float positions[36 * TETRAHEDRA];
        for (int k = 0; k < TETRAHEDRA; k++) {
            tetrahedron t;
            make_tetrahedron(&t, 20);
            add_tetrahedron(&g, positions + 36 * k, &t);
        }
        set_voxels(&g, positions, 4 * TETRAHEDRA);
        check_that_nothing_reaches_the_top(&g);
    }
}

/* A pillow of two triangles, one of them split at a point of its edge: A B C, A M C, M B C. What is open between is
 * closed by A B M, which has no area. */
static void voxelize_split_pillow(grid *g, float corners[4][3]) {
    static const int order[12] = {0, 1, 2, 0, 3, 2, 3, 1, 2, 0, 1, 3};
    float positions[36];
    for (int axis = 0; axis < 3; axis++)
        corners[3][axis] = (corners[0][axis] + corners[1][axis]) / 2;
    for (int k = 0; k < 12; k++)
        memcpy(positions + 3 * k, corners[order[k]], sizeof corners[0]);
    set_voxels(g, positions, 4);
    check_that_nothing_reaches_the_top(g);
}

TEST(a_triangle_without_area_may_close_a_mesh) {
    random_state = 3;
    SCOPED(free_grid) grid g = make_grid(61, 61, 8);
    for (int i = 0; i < 2000; i++) {
        float corners[4][3];
        for (int k = 0; k < 9; k++) {
            double scale = random_below(3) == 0 ? 1e-6 : 1;
            corners[k / 3][k % 3] = (float)(random_between(-0.9, 0.9) * scale);
        }
        voxelize_split_pillow(&g, corners);
    }
    /* In cells A lies just right of column 30's center, and M and B, which x rounds to the same, upon it. */
    float corners[4][3] = {{0x1p-52f, -0.875f, 0}, {0, 0.875f, 0}, {0.75f, 0, 0}};
    voxelize_split_pillow(&g, corners);
}

/* ---- doubt ---- */

/* The point nearest to the center (4.5, 3.5, 8.5) is `distance` away: inside the triangle, on an edge or a corner. */
static void make_near_triangle(const grid *g, float positions[9], int feature, double distance) {
    double away[3], u[3], v[3], length = 0;
    for (int i = 0; i < 3; i++) {
        away[i] = random_between(-1, 1);
        length += away[i] * away[i];
    }
    for (int i = 0; i < 3; i++)
        away[i] /= sqrt(length);
    for (int i = 0; i < 3; i++) { /* two directions across, of different lengths and not at a right angle */
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double other[3] = {away[1], away[2] + 1, away[0] - 2};
        u[i] = away[j] * other[k] - away[k] * other[j];
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        v[i] = (away[j] * u[k] - away[k] * u[j]) * 0.7 + 0.3 * u[i];
    }
    for (int c = 0; c < 3; c++) {
        double corner[3], a = c == 0 ? 1 : -0.5, b = c == 1 ? 1 : -0.5, beyond = 0;
        if (feature == 1) { /* an edge: the third corner is further off */
            a = c == 0 ? 1 : c == 1 ? -1 : 0.2;
            b = 0;
            beyond = c == 2 ? 2 : 0;
        } else if (feature == 2) { /* a corner: both others are further off */
            a = c == 1 ? 1 : 0;
            b = c == 2 ? 1 : 0;
            beyond = c > 0 ? 1 : 0;
        }
        for (int i = 0; i < 3; i++)
            corner[i] = (i == 0 ? 4.5 : i == 1 ? 3.5 : 8.5) + away[i] * (distance + beyond) + a * u[i] + b * v[i];
        set_corner(g, positions + 3 * c, corner);
    }
}

TEST(centers_are_doubted_up_to_1e_4_voxel_from_a_triangle) {
    random_state = 4;
    SCOPED(free_grid) grid g = make_grid(8, 8, 16);
    const size_t center = (8 * 8 + 3) * 8 + 4;
    for (int i = 0; i < 3000; i++) {
        float positions[9];
        make_near_triangle(&g, positions, i % 3, 0.97e-4);
        set_voxels(&g, positions, 1);
        assert_int_equal(g.ambiguous[center], 1);
        make_near_triangle(&g, positions, i % 3, 1.03e-4);
        set_voxels(&g, positions, 1);
        assert_int_equal(g.ambiguous[center], 0);
    }
}

/* ---- round bodies ---- */

TEST(spheres_and_tori_have_their_volume) {
    soup bodies[] = {soup_sphere((point){0.01, -0.02, 0}, 0.9, 100), soup_torus(0.6, 0.3, 100)};
    for (size_t i = 0; i < LENGTH(bodies); i++) {
        SCOPED(free_grid) grid g = make_grid(97, 96, 80);
        double volume = soup_volume(&bodies[i]) / 8 * (double)voxel_count(&g);
        double set = (double)set_voxels(&g, bodies[i].corners, bodies[i].count);
        assert_true(fabs(set - volume) < 0.001 * volume);
        check_that_nothing_reaches_the_top(&g);
        soup_free(&bodies[i]);
    }
}

/* How far the point lies before the triangle's plane, in cells. */
static double plane_distance(const grid *g, const float *t, point at) {
    double c[3][3], normal[3];
    for (int i = 0; i < 9; i++)
        c[i / 3][i % 3] = (t[i] * 0.5 + 0.5) * g->size[i % 3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = (c[1][j] - c[0][j]) * (c[2][k] - c[0][k]) - (c[1][k] - c[0][k]) * (c[2][j] - c[0][j]);
    }
    double along = 0, square = 0;
    for (int i = 0; i < 3; i++) {
        along += normal[i] * (at[i] - c[0][i]);
        square += normal[i] * normal[i];
    }
    return square > 0 ? along / sqrt(square) : -INFINITY;
}

TEST(a_convex_body_holds_what_lies_behind_all_its_planes) {
    SCOPED(free_grid) grid g = make_grid(14, 15, 17);
    SCOPED(soup_free) soup body = soup_sphere((point){0.01, -0.02, 0.03}, 0.9, 100);
    assert_true(set_voxels(&g, body.corners, body.count) > 1000);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        uint32_t place[3];
        double farthest = -INFINITY;
        place_of(&g, i, place);
        for (uint32_t k = 0; k < body.count; k++) {
            point at = {place[0] + 0.5, place[1] + 0.5, place[2] + 0.5};
            farthest = fmax(farthest, plane_distance(&g, body.corners + 9 * (size_t)k, at));
        }
        assert_true(g.ambiguous[i] || g.voxels[i] == (farthest < 0));
    }
}

TEST(the_order_of_corners_and_triangles_does_not_matter) {
    random_state = 5;
    SCOPED(free_grid) grid g = make_grid(40, 41, 32), first = make_grid(40, 41, 32);
    SCOPED(soup_free) soup body = soup_torus(0.6, 0.3, 70), shuffled = soup_copy(body.corners, body.count);
    for (uint32_t i = 0; i < body.count; i++) {
        float *to = shuffled.corners + 9 * (size_t)i, *with = shuffled.corners + 9 * (size_t)random_below(i + 1),
              swap[9];
        memcpy(swap, to, sizeof swap);
        memmove(to, with, sizeof swap);
        uint32_t start = random_below(3), step = 1 + random_below(2);
        for (uint32_t k = 0; k < 3; k++)
            memcpy(with + 3 * k, swap + 3 * ((start + step * k) % 3), 3 * sizeof *swap);
    }
    set_voxels(&first, body.corners, body.count);
    set_voxels(&g, shuffled.corners, body.count);
    for (size_t i = 0; i < voxel_count(&g); i++) {
        assert_int_equal(g.ambiguous[i], first.ambiguous[i]);
        assert_true(g.ambiguous[i] || g.voxels[i] == first.voxels[i]);
    }
}

/* ---- the bunny ---- */

static void load_bunny(mesh *bunny) {
    const char *folder = getenv("HPYR_DATA_DIR");
    char path[1024];
    if (!folder || !*folder)
        SKIP("HPYR_DATA_DIR names no folder with a bunny");
    snprintf(path, sizeof path, "%s/bunny.obj", folder);
    FILE *file = fopen(path, "rb");
    if (!file)
        SKIP("HPYR_DATA_DIR has no bunny.obj");
    fclose(file);
    assert_true(mesh_load(path, bunny, NULL));
}

TEST(the_bunny_has_its_volume) {
    SCOPED(mesh_free) mesh bunny;
    load_bunny(&bunny);
    SCOPED(free_grid) grid g = make_grid(128, 128, 128);
    mesh_fit fit = mesh_fit_box(&bunny, 1.98);
    SCOPED(soup_free) soup body = soup_make(bunny.triangle_count);
    for (size_t i = 0; i < (size_t)bunny.triangle_count * 9; i++) {
        double position = bunny.positions[(size_t)bunny.indices[i / 3] * 3 + i % 3];
        body.corners[i] = (float)((position - fit.center[i % 3]) * fit.scale);
    }
    double voxel = pow(2.0 / 128 / fit.scale, 3);
    double volume = (double)set_voxels(&g, body.corners, body.count) * voxel;
    assert_true(fabs(volume - 23.2111) < 0.002 * 23.2111);
    check_that_nothing_reaches_the_top(&g);
}
