/* test_voxelizer_surface.c - `surface`: every voxel that a triangle touches, no other, and no gap.
 * SPDX-License-Identifier: MIT
 *
 * The reference in double says which voxels must be set (their boxes shrunk by the tolerance still touch) and which
 * must not (grown by it they do not). `thin` is part of the result. It rounds vertices to 1/256 cell, so it may set a
 * voxel of its own beside an edge: few, and near. */
#include "volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

#define TOLERANCE  1e-4 /* voxels, for triangles up to 256 voxels across */
#define THIN_REACH 1e-2 /* voxels from a triangle to what only `thin` sets */
#define THIN_SHARE 1e-4 /* of all voxels set */

static const double middle[3] = {0, 0, 0};

/* ---- against the oracle ---- */

typedef struct verdict {
    uint8_t *got, *thin, *inner, *outer, *reach;
    size_t cells;
    uint64_t set;
} verdict;

static verdict verdict_make(env *e, const uint32_t size[3], const soup *s, double tolerance) {
    verdict v = {.cells = (size_t)size[0] * size[1] * size[2]};
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
    run_soup(e, voxelizer, s);
    v.got = read_voxels(e, voxelizer, &v.set);
    CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
    v.thin = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN, s);
    v.inner = make_room(3 * v.cells);
    v.outer = v.inner + v.cells;
    v.reach = v.outer + v.cells;
    answered(hpyr_ref_voxelize_surface(s->corners, s->count, size[0], size[1], size[2], -tolerance, v.inner, NULL));
    answered(hpyr_ref_voxelize_surface(s->corners, s->count, size[0], size[1], size[2], tolerance, v.outer, NULL));
    answered(hpyr_ref_voxelize_surface(s->corners, s->count, size[0], size[1], size[2], THIN_REACH, v.reach, NULL));
    return v;
}

static void verdict_free(verdict *v) {
    free(v->got);
    free(v->thin);
    free(v->inner);
}

static void complain(const char *what, size_t i, const uint32_t size[3]) {
    fail_msg("%s: voxel %zu %zu %zu of %ux%ux%u", what, i % size[0], i / size[0] % size[1], i / size[0] / size[1],
             size[0], size[1], size[2]);
}

/* Returns how many are set. */
static uint64_t check_surface_to(env *e, const uint32_t size[3], const soup *s, double tolerance) {
    SCOPED(verdict_free) verdict v = verdict_make(e, size, s, tolerance);
    uint64_t set = v.set, thin_only = 0;
    for (size_t i = 0; i < v.cells; i++) {
        if (v.inner[i] && !v.got[i])
            complain("touched, but not set", i, size);
        if (v.thin[i] && !v.got[i])
            complain("set by thin, but not by surface", i, size);
        if (v.got[i] && !v.outer[i] && !v.thin[i])
            complain("set, but not touched", i, size);
        if (v.got[i] && !v.reach[i])
            complain("set by thin, but far from all triangles", i, size);
        thin_only += v.got[i] && !v.outer[i];
    }
    if ((double)thin_only > THIN_SHARE * (double)set + 0.999)
        fail_msg("%ux%ux%u: %g of %g voxels are set by thin alone", size[0], size[1], size[2], (double)thin_only,
                 (double)set);
    return set;
}

static uint64_t check_surface(env *e, const uint32_t size[3], const soup *s) {
    return check_surface_to(e, size, s, TOLERANCE);
}

/* ---- meshes ---- */

GPU_TEST(the_teapot_has_no_gap) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {97, 61, 33}, {50, 70, 200}, {256, 256, 256}};
    need_bits(e);
    SCOPED(soup_free) soup teapot = soup_teapot(7);
    for (size_t i = 0; i < LENGTH(sizes) - (e->hostile ? 1 : 0); i++)
        assert_true(check_surface(e, sizes[i], &teapot) > 1000);
}

GPU_TEST(closed_meshes_have_no_gap) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {33, 80, 129}, {100, 17, 50},
                                        {1, 1, 1},    {40, 40, 1},   {3, 200, 32}};
    need_bits(e);
    SCOPED(soup_free) soup sphere = soup_sphere(middle, 0.9, 40), torus = soup_torus(0.6, 0.25, 30);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        check_surface(e, sizes[i], &sphere);
        check_surface(e, sizes[i], &torus);
    }
}

/* Between 0 and 1. */
static double part(uint64_t *seed) {
    return random_next(seed) / 4294967296.0;
}

/* From [-0.95, 0.95] in two places to a triangle of that width, in cells of a cube of `side`. */
static void make_sliver(float *corners, double width, double side, uint64_t *seed) {
    double a[3], b[3], off[3], length = 0;
    for (int k = 0; k < 3; k++) {
        a[k] = part(seed) * 1.9 - 0.95;
        b[k] = part(seed) * 1.9 - 0.95;
        off[k] = part(seed) - 0.5;
        length += off[k] * off[k];
    }
    double along = part(seed);
    for (int k = 0; k < 3; k++) {
        corners[k] = (float)a[k];
        corners[3 + k] = (float)b[k];
        corners[6 + k] = (float)(a[k] + along * (b[k] - a[k]) + off[k] / sqrt(length) * width * 2 / side);
    }
}

GPU_TEST(slivers_of_any_width_are_not_lost) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {200, 200, 200}, {40, 90, 130}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes) - (e->hostile ? 1 : 0); i++) {
        SCOPED(soup_free) soup s = soup_make(1000);
        uint64_t seed = 70 + i;
        for (uint32_t t = 0; t < s.count; t++)
            make_sliver(s.corners + 9 * t, pow(10, -1 - 5 * part(&seed)), sizes[i][0], &seed);
        assert_true(check_surface(e, sizes[i], &s) > 5000);
    }
}

GPU_TEST(random_triangles_of_every_size_are_exact) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {71, 39, 140}};
    static const float extents[] = {0.9f, 0.2f, 0.02f, 0.002f};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (size_t k = 0; k < LENGTH(extents); k++) {
            SCOPED(soup_free) soup s = soup_crumbs(k ? 1000 : 60, extents[k], 0.95f, 3 + i + 10 * k);
            check_surface(e, sizes[i], &s);
        }
}

/* ---- triangles that rasterizers lose ---- */

/* Flat along one axis, or along a line of one. */
GPU_TEST(edge_on_triangles_are_exact_along_every_axis) {
    static const uint32_t sizes[][3] = {{48, 48, 48}, {33, 61, 131}};
    need_bits(e);
    for (size_t i = 0; i < 6 * LENGTH(sizes); i++) {
        SCOPED(soup_free) soup s = soup_random(100, 0.95f, 20 + i);
        uint32_t axis = i % 3;
        for (uint32_t t = 0; t < s.count; t++) {
            float *c = s.corners + 9 * t;
            if (i / 3 % 2 == 0) { /* all corners in one plane across the axis */
                c[3 + axis] = c[6 + axis] = c[axis];
            } else { /* one edge along the axis, the plane askew: edge-on seen along it */
                c[3 + (axis + 1) % 3] = c[(axis + 1) % 3];
                c[3 + (axis + 2) % 3] = c[(axis + 2) % 3];
            }
        }
        assert_true(check_surface(e, sizes[i / 6], &s) > 1000);
    }
}

/* Whole numbers of cells, so that nothing rounds: closed boxes are touched from both sides. */
GPU_TEST(triangles_on_the_borders_of_voxels_touch_both_sides) {
    static const uint32_t sizes[][3] = {{16, 16, 16}, {32, 8, 64}, {8, 64, 256}};
    need_bits(e);
    for (size_t i = 0; i < 4 * LENGTH(sizes); i++) {
        const uint32_t *size = sizes[i / 4];
        uint64_t seed = i, set;
        SCOPED(soup_free) soup s = soup_make(12);
        for (uint32_t k = 0; k < 9 * s.count; k++)
            s.corners[k] = (float)random_below(&seed, size[k % 3] + 1) / (float)size[k % 3] * 2 - 1;
        for (uint32_t t = 0; t < s.count && i % 4 < 3; t++) /* across each axis, and any way */
            s.corners[9 * t + 3 + i % 4] = s.corners[9 * t + 6 + i % 4] = s.corners[9 * t + i % 4];
        size_t cells = (size_t)size[0] * size[1] * size[2];
        SCOPED(free_memory) uint8_t *exact = make_room(cells);
        check_surface(e, size, &s);
        answered(hpyr_ref_voxelize_surface(s.corners, s.count, size[0], size[1], size[2], 0, exact, NULL));
        SCOPED(destroy_voxelizer)
        hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
        run_soup(e, voxelizer, &s);
        SCOPED(free_memory) uint8_t *got = read_voxels(e, voxelizer, &set);
        for (size_t c = 0; c < cells; c++)
            if (exact[c] && !got[c])
                complain("touched at its border, but not set", c, size);
    }
}

GPU_TEST(tiny_triangles_inside_a_voxel_set_it) {
    static const uint32_t size[3] = {50, 40, 60};
    need_bits(e);
    for (int k = 0; k < 4; k++) {
        float extent = 0.01f * powf(10, -(float)k);
        SCOPED(soup_free) soup s = soup_crumbs(300, extent, 0.9f, 33);
        check_surface(e, size, &s);
        for (uint32_t t = 0; t < s.count; t += 30) { /* each of them alone, too */
            SCOPED(soup_free) soup one = soup_copy(s.corners + 9 * t, 1);
            assert_true(check_surface(e, size, &one) > 0);
        }
    }
}

/* The tolerance grows with the triangle. */
GPU_TEST(huge_triangles_are_exact_in_proportion) {
    static const uint32_t sizes[][3] = {{32, 32, 32}, {40, 25, 150}};
    static const float ranges[] = {1.5f, 4, 30, 1000};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(ranges) * LENGTH(sizes); i++) {
        const uint32_t *size = sizes[i % 2];
        float range = ranges[i / 2];
        double across = 3.5 * range * (size[2] > size[0] ? size[2] : size[0]) / 2; /* at most, corner to corner */
        SCOPED(soup_free) soup s = soup_random(20, range, 60 + i);
        check_surface_to(e, size, &s, TOLERANCE * fmax(1, across / 256));
    }
}

/* ---- floods ---- */

typedef struct flood {
    const uint32_t *size;
    const uint8_t *walls;
    uint8_t *wet;
    uint32_t *stack;
    size_t count;
} flood;

static void wet_cell(flood *f, int64_t x, int64_t y, int64_t z) {
    if (x < 0 || y < 0 || z < 0 || x >= f->size[0] || y >= f->size[1] || z >= f->size[2])
        return;
    size_t i = ((size_t)z * f->size[1] + (size_t)y) * f->size[0] + (size_t)x;
    if (f->wet[i] || f->walls[i])
        return;
    f->wet[i] = 1;
    f->stack[f->count++] = (uint32_t)i;
}

/* From all sides of the volume through faces, edges and corners of voxels that are not set. */
static uint8_t *flood_from_outside(const uint8_t *walls, const uint32_t size[3]) {
    size_t cells = (size_t)size[0] * size[1] * size[2];
    flood f = {size, walls, calloc(cells, 1), malloc(cells * sizeof(uint32_t)), 0};
    assert_true(f.wet && f.stack);
    for (size_t i = 0; i < cells; i++) {
        uint32_t x = (uint32_t)(i % size[0]), y = (uint32_t)(i / size[0] % size[1]);
        uint32_t z = (uint32_t)(i / size[0] / size[1]);
        if (!x || !y || !z || x + 1 == size[0] || y + 1 == size[1] || z + 1 == size[2])
            wet_cell(&f, x, y, z);
    }
    while (f.count) {
        size_t i = f.stack[--f.count];
        int64_t x = (int64_t)(i % size[0]), y = (int64_t)(i / size[0] % size[1]);
        int64_t z = (int64_t)(i / size[0] / size[1]);
        for (int k = 0; k < 27; k++)
            wet_cell(&f, x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1);
    }
    free(f.stack);
    return f.wet;
}

/* No wet voxel lies inside, and some inside stay dry. */
static void check_tight(env *e, const uint32_t size[3], const soup *s) {
    size_t cells = (size_t)size[0] * size[1] * size[2], dry = 0;
    SCOPED(free_memory) uint8_t *walls = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE, s);
    SCOPED(free_memory) uint8_t *wet = flood_from_outside(walls, size), *inside = make_room(cells);
    answered(hpyr_ref_voxelize_solid(s->corners, s->count, size[0], size[1], size[2], inside, NULL, NULL));
    for (size_t i = 0; i < cells; i++) {
        if (wet[i] && inside[i])
            complain("wet inside", i, size);
        if (!wet[i] && !walls[i] && !inside[i])
            complain("dry outside", i, size);
        dry += !wet[i] && !walls[i];
    }
    assert_true(dry > 0);
}

GPU_TEST(closed_meshes_hold_against_a_flood) {
    static const uint32_t sizes[][3] = {{64, 64, 64}, {33, 47, 130}, {90, 35, 29}, {128, 128, 128}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i += e->hostile ? 2 : 1) {
        SCOPED(soup_free)
        soup sphere = soup_sphere((const double[3]){0.01, -0.02, 0.03}, 0.9, 50), torus = soup_torus(0.55, 0.3, 40);
        SCOPED(soup_free) soup inner = soup_sphere(middle, 0.4, 12);
        check_tight(e, sizes[i], &sphere);
        check_tight(e, sizes[i], &torus);
        check_tight(e, sizes[i], &inner);
    }
}

/* Faces in the borders between voxels: neither side may go without. */
GPU_TEST(boxes_on_the_borders_of_voxels_hold_against_a_flood) {
    static const uint32_t sizes[][3] = {{32, 32, 32}, {16, 64, 128}, {37, 23, 61}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        double low[3], high[3];
        for (int k = 0; k < 3; k++) {
            low[k] = -1 + 2.0 * (sizes[i][k] / 4) / sizes[i][k];
            high[k] = -1 + 2.0 * (sizes[i][k] * 3 / 4) / sizes[i][k];
        }
        SCOPED(soup_free) soup box = soup_box(low, high);
        check_surface(e, sizes[i], &box);
        check_tight(e, sizes[i], &box);
    }
}

/* ---- runs ---- */

GPU_TEST_ONCE(many_triangles_are_all_drawn) {
    static const uint32_t size[3] = {80, 70, 60};
    need_bits(e);
    SCOPED(soup_free) soup crumbs = soup_crumbs(70000, 0.02f, 0.95f, 8);
    assert_true(check_surface(e, size, &crumbs) > 40000);
}

/* Skipped triangles set nothing, the second run sees nothing of the first, several passes of 1024 slices. */
GPU_TEST(runs_are_clean_at_any_depth) {
    static const uint32_t sizes[][3] = {{20, 20, 20}, {12, 17, 129}, {9, 8, 1030}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(soup_free)
        soup first = soup_random(50, 0.9f, i), second = soup_random(6, 0.9f, i + 9),
             mixed = soup_random(12, 0.9f, i + 9);
        for (uint32_t t = 6; t < 12; t++)
            mixed.corners[9 * t + t - 6] = t % 2 ? NAN : INFINITY;
        SCOPED(destroy_voxelizer)
        hpyr_voxelizer *voxelizer = make_voxelizer_of(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
        run_soup(e, voxelizer, &first);
        run_soup(e, voxelizer, &mixed);
        SCOPED(free_memory) uint8_t *got = read_voxels(e, voxelizer, NULL);
        SCOPED(free_memory)
        uint8_t *expected = voxelize(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE, &second);
        check_voxels(got, expected, NULL, sizes[i], "second run");
        check_surface_to(e, sizes[i], &second, sizes[i][2] > 256 ? 5e-4 : TOLERANCE);
    }
}
