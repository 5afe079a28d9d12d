/* test_reference_voxelize.c - the oracle's `thin` voxelizer: its columns, its depths.
 * SPDX-License-Identifier: MIT
 *
 * Columns are judged by tilings that must cover each once, depths by planes whose depth is known, both by the
 * teapot. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"

#include "common/mesh/mesh.h"

#include "seeded.h"

static void set_vertex(float *vertex, double x, double y, double z) {
    vertex[0] = (float)x;
    vertex[1] = (float)y;
    vertex[2] = (float)z;
}

static uint64_t voxelize_teapot(const mesh *teapot, uint32_t width, uint32_t height, uint32_t depth) {
    SCOPED(free_memory) float *soup = malloc((size_t)teapot->triangle_count * 9 * sizeof *soup);
    SCOPED(free_memory) uint8_t *voxels = malloc((size_t)width * height * depth);
    assert_true(soup && voxels);
    for (size_t i = 0; i < (size_t)teapot->triangle_count * 3; i++)
        memcpy(soup + i * 3, teapot->positions + (size_t)teapot->indices[i] * 3, 3 * sizeof *soup);
    uint64_t set = answer_thin(soup, teapot->triangle_count, width, height, depth, voxels, NULL);
    uint64_t counted = 0;
    for (size_t i = 0; i < (size_t)width * height * depth; i++)
        counted += voxels[i];
    assert_int_equal(set, counted);
    return set;
}

/* Table 1 of the report has 33 989, 8 595 and 2 130; a ray through every column finds these. */
TEST(the_teapot_of_table_1_has_its_points) {
    SCOPED(mesh_free) mesh teapot;
    assert_true(mesh_make_teapot(&teapot, 7));
    assert_int_equal(teapot.triangle_count, 3136);
    assert_int_equal(voxelize_teapot(&teapot, 256, 256, 256), 33990);
    assert_int_equal(voxelize_teapot(&teapot, 128, 128, 256), 8596);
    assert_int_equal(voxelize_teapot(&teapot, 64, 64, 256), 2130);
}

enum { TILING = 8, CELLS = 61 };

/* A grid of points that fills the square, shifted inside it and often put onto column centers, where ties are. */
static void make_tiling(double points[TILING + 1][TILING + 1][2]) {
    const double spacing = CELLS / (double)TILING;
    for (int i = 0; i <= TILING; i++) {
        for (int j = 0; j <= TILING; j++) {
            int place[2] = {i, j};
            bool on_center = random_below(2) == 0;
            for (int axis = 0; axis < 2; axis++) {
                double at = place[axis] * spacing;
                if (place[axis] > 0 && place[axis] < TILING) {
                    at += (random_below(1000) / 1000.0 - 0.5) * 0.25 * spacing;
                    at = on_center ? floor(at) + 0.5 : at;
                }
                points[i][j][axis] = at / CELLS * 2 - 1;
            }
        }
    }
}

static void cover(const double *a, const double *b, const double *c, uint32_t coverage[CELLS * CELLS]) {
    float soup[9];
    uint8_t voxels[CELLS * CELLS];
    const double *corners[3] = {a, b, c};
    bool backwards = random_below(2) == 0;
    unsigned start = random_below(3);
    for (unsigned i = 0; i < 3; i++) {
        const double *corner = corners[(start + (backwards ? 3 - i : i)) % 3];
        set_vertex(soup + i * 3, corner[0], corner[1], 0);
    }
    answer_thin(soup, 1, CELLS, CELLS, 1, voxels, NULL);
    for (size_t i = 0; i < CELLS * CELLS; i++)
        coverage[i] += voxels[i];
}

TEST(triangles_of_a_tiling_cover_every_column_once) {
    random_state = 5;
    for (int round = 0; round < 50; round++) {
        double points[TILING + 1][TILING + 1][2];
        uint32_t coverage[CELLS * CELLS] = {0};
        make_tiling(points);
        for (int i = 0; i < TILING; i++) {
            for (int j = 0; j < TILING; j++) {
                double *quad[4] = {points[i][j], points[i + 1][j], points[i + 1][j + 1], points[i][j + 1]};
                unsigned turn = random_below(2);
                cover(quad[turn], quad[turn + 1], quad[turn + 2], coverage);
                cover(quad[turn], quad[turn + 2], quad[(turn + 3) % 4], coverage);
            }
        }
        for (size_t i = 0; i < CELLS * CELLS; i++)
            assert_int_equal(coverage[i], 1);
    }
}

/* The tiling cannot tell which neighbor gets a tie; GL with row 0 at the bottom gives it to the right and the upper
 * one. */
TEST(a_square_between_column_centers_takes_those_left_and_below) {
    const double low = 0.5 / 4 * 2 - 1, high = 2.5 / 4 * 2 - 1; /* from center 0 to center 2 of 4 */
    const double corners[4][2] = {{low, low}, {high, low}, {high, high}, {low, high}};
    const uint8_t expected[16] = {1, 1, 0, 0, /**/ 1, 1, 0, 0};
    for (unsigned turn = 0; turn < 4; turn++) {
        for (unsigned direction = 1; direction < 4; direction += 2) {
            float soup[18];
            uint8_t voxels[16];
            const unsigned steps[6] = {0, 1, 2, 0, 2, 3};
            for (size_t i = 0; i < 6; i++) {
                const double *corner = corners[(turn + direction * steps[i]) % 4];
                set_vertex(soup + i * 3, corner[0], corner[1], 0);
            }
            assert_int_equal(answer_thin(soup, 2, 4, 4, 1, voxels, NULL), 4);
            assert_memory_equal(voxels, expected, sizeof voxels);
        }
    }
}

/* Two triangles over the whole volume, z running linearly from `left` at x = -1 to `right` at x = 1. */
static void set_ramp(float soup[18], double left, double right) {
    const double corners[6][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, -1}, {1, 1}, {-1, 1}};
    for (size_t i = 0; i < 6; i++)
        set_vertex(soup + i * 3, corners[i][0], corners[i][1], corners[i][0] < 0 ? left : right);
}

TEST(a_ramp_marks_the_voxel_below_its_depth_at_each_center) {
    float soup[18];
    uint8_t voxels[16 * 5 * 32], ambiguous[16 * 5 * 32];
    set_ramp(soup, -1, 1);
    assert_int_equal(answer_thin(soup, 2, 16, 5, 32, voxels, ambiguous), 16 * 5);
    for (uint32_t x = 0; x < 16; x++) {
        for (uint32_t y = 0; y < 5; y++) {
            for (uint32_t z = 0; z < 32; z++) {
                /* At center x + 0.5 of 16 the depth is 2x + 1 of 32: on the boundary of slices 2x and 2x + 1. */
                assert_int_equal(voxels[(z * 5 + y) * 16 + x], z == 2 * x + 1);
                assert_int_equal(ambiguous[(z * 5 + y) * 16 + x], z == 2 * x || z == 2 * x + 1);
            }
        }
    }
    assert_int_equal(answer_thin(soup, 2, 16, 5, 16, voxels, ambiguous), 16 * 5);
    for (uint32_t i = 0; i < 16 * 5 * 16; i++) {
        assert_int_equal(voxels[i], i / 80 == i % 16);
        assert_int_equal(ambiguous[i], 0);
    }
}

TEST(what_lies_above_or_below_the_volume_marks_nothing) {
    const struct {
        double z;
        uint64_t set;
        uint8_t ambiguous[2];
    } cases[] = {{-1.00004, 0, {1, 0}}, {-1, 9, {1, 0}}, {-0.5, 9, {0, 0}},  {0.99, 9, {0, 0}}, {1, 0, {0, 1}},
                 {5, 0, {0, 0}},        {-5, 0, {0, 0}}, {-1e30, 0, {0, 0}}, {0, 9, {1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float soup[18];
        uint8_t voxels[18], ambiguous[18];
        set_ramp(soup, cases[i].z, cases[i].z);
        assert_int_equal(answer_thin(soup, 2, 3, 3, 2, voxels, ambiguous), cases[i].set);
        assert_int_equal(ambiguous[0], cases[i].ambiguous[0]);
        assert_int_equal(ambiguous[9], cases[i].ambiguous[1]);
    }
}

TEST(degenerate_and_non_finite_triangles_mark_nothing) {
    const float lowest = 1.0f / 4096; /* of 4 cells: rounds to the same 1/256 */
    const float soup[][9] = {{-1, -1, 0, 1, -1, 0, NAN, 1, 0},
                             {-1, -1, 0, 1, -1, INFINITY, 0, 1, 0},
                             {-INFINITY, -1, 0, 1, -1, 0, 0, 1, 0},
                             {-1, -1, 0, 1, -1, NAN, 0, 1, 0},
                             {-1, -1, -1, 1, 1, 1, 0, 0, 0.5f},
                             {0, 0, 0, 0, 0, 0, 0, 0, 0},
                             {-1, -0.25f, 0, 1, -0.25f, 0, 1, -0.25f + lowest, 1},
                             {3e38f, 3e38f, 3e38f, -1, -1, 0, 1, -1, 0}};
    uint8_t voxels[4 * 4 * 4];
    assert_int_equal(answer_thin(soup[0], sizeof soup / sizeof *soup, 4, 4, 4, voxels, NULL), 0);
    for (size_t i = 0; i < sizeof voxels; i++)
        assert_int_equal(voxels[i], 0);
}

TEST(triangles_far_larger_than_the_volume_cover_all_of_it) {
    uint8_t voxels[31 * 17];
    for (double size = 4; size < 1e7; size *= 10) {
        for (int first = 0; first < 3; first++) { /* whichever corner comes first, second or third */
            float soup[9];
            set_vertex(soup + 3 * first, -size, -size, 0);
            set_vertex(soup + 3 * ((first + 1) % 3), size, -size, 0);
            set_vertex(soup + 3 * ((first + 2) % 3), 0, size, 0);
            assert_int_equal(answer_thin(soup, 1, 31, 17, 1, voxels, NULL), 31 * 17);
        }
    }
}

/* As on the GPU: any one coordinate that is 1e9 voxels away makes a triangle one to skip. */
TEST(a_vertex_that_is_too_far_away_makes_a_triangle_mark_nothing) {
    static const float start[9] = {-1, -1, 0, 1, -1, 0, 0, 1, 0};
    const double far[] = {2e9, 1e15, 1e30, 3e38};
    uint8_t voxels[16 * 16 * 2];
    for (size_t i = 0; i < 2 * 9 * sizeof far / sizeof *far; i++) {
        float soup[9];
        memcpy(soup, start, sizeof soup);
        soup[i / 2 % 9] = (float)(i % 2 ? far[i / 18] : -far[i / 18]);
        assert_int_equal(answer_thin(soup, 1, 16, 16, 2, voxels, NULL), 0);
        uint64_t by_surface = 1, by_solid = 1;
        answered(hpyr_ref_voxelize_surface(soup, 1, 16, 16, 2, 0, voxels, &by_surface));
        answered(hpyr_ref_voxelize_solid(soup, 1, 16, 16, 2, voxels, NULL, &by_solid));
        assert_int_equal(by_surface + by_solid, 0);
    }
}

TEST(depths_stay_between_those_of_the_vertices) {
    random_state = 6;
    uint8_t voxels[8 * 8 * 64];
    for (int i = 0; i < 20000; i++) {
        float soup[9], low = 64, high = 0;
        for (unsigned k = 0; k < 3; k++) {
            double y = (random_below(20) - 10.0) / 256, z = random_below(1000) / 500.0 - 1;
            set_vertex(soup + k * 3, random_below(2000) / 1000.0 - 1, y + 1.0 / 8 + random_below(256) / 65536.0, z);
            low = fminf(low, (soup[k * 3 + 2] * 0.5f + 0.5f) * 64);
            high = fmaxf(high, (soup[k * 3 + 2] * 0.5f + 0.5f) * 64);
        }
        answer_thin(soup, 1, 8, 8, 64, voxels, NULL);
        for (int z = 0; z < 64; z++) {
            if (z < floorf(low) || z > floorf(high))
                for (size_t cell = 0; cell < 64; cell++)
                    assert_int_equal(voxels[(size_t)z * 64 + cell], 0);
        }
    }
}

TEST(an_empty_soup_clears_the_voxels) {
    uint8_t voxels[2] = {1, 1}, ambiguous[2] = {1, 1};
    assert_int_equal(answer_thin(NULL, 0, 1, 1, 2, voxels, ambiguous), 0);
    assert_int_equal(voxels[0] + voxels[1] + ambiguous[0] + ambiguous[1], 0);
}
