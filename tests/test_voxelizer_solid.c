/* test_voxelizer_solid.c - `solid`: the interior by parity, compared with the reference and with known volumes.
 * SPDX-License-Identifier: MIT */
#include "volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"
#include "common/mesh/mesh_load.h"
#include "oracle.h"

static const double middle[3] = {0, 0, 0};
static const double askew[3] = {0.013, -0.021, 0.034};

/* Compares one rule with the oracle; returns how many voxels are set. */
static uint64_t check_rule(env *e, const uint32_t size[3], const soup *s, hpyr_inside inside, bool open) {
    size_t cells = (size_t)size[0] * size[1] * size[2], doubt = 0;
    bool six = inside == HPYR_INSIDE_SIX_RAYS;
    uint8_t *expected = make_room(2 * cells), *ambiguous = expected + cells;
    uint64_t set;
    answered((six ? hpyr_ref_voxelize_solid_six_rays : hpyr_ref_voxelize_solid)(s->corners, s->count, size[0], size[1],
                                                                                size[2], expected, ambiguous, NULL));
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_solid_voxelizer(e, size, inside);
    run_soup(e, voxelizer, s);
    SCOPED(free_memory) uint8_t *got = read_voxels(e, voxelizer, &set);
    for (size_t i = 0; i < cells; i++)
        doubt += ambiguous[i];
    assert_true(doubt <= cells / 10 + 20);
    for (int axis = six ? 0 : 2; open && axis < 3; axis++)
        excuse_columns_at_edges(s, size, axis, ambiguous);
    check_voxels(got, expected, ambiguous, size, six ? "solid by six rays" : "solid");
    free(expected);
    return set;
}

/* Every voxel but those with a center within 1e-4 voxel of a triangle, by both rules; `open` meshes may have any number of triangles
 * at an edge. Returns how many are set by the default one. */
static uint64_t check_mesh(env *e, const uint32_t size[3], const soup *s, bool open) {
    check_rule(e, size, s, HPYR_INSIDE_SIX_RAYS, open);
    return check_rule(e, size, s, HPYR_INSIDE_DEFAULT, open);
}

static uint64_t check_solid(env *e, const uint32_t size[3], const soup *s) {
    return check_mesh(e, size, s, false);
}

static const uint32_t sizes[][3] = {{64, 64, 64}, {97, 61, 33}, {33, 50, 130}, {80, 20, 1}, {1, 1, 40}, {16, 19, 1030}};

GPU_TEST(closed_meshes_are_filled) {
    need_bits(e);
    SCOPED(soup_free)
    soup sphere = soup_sphere(askew, 0.9, 48), torus = soup_torus(0.6, 0.25, 40), even = soup_sphere(middle, 0.75, 32);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        check_solid(e, sizes[i], &sphere);
        check_solid(e, sizes[i], &torus);
        check_solid(e, sizes[i], &even); /* its edges pass through the centers of columns */
    }
}

/* Open meshes go by parity all the same. */
GPU_TEST(the_teapot_goes_by_parity) {
    static const uint32_t cubes[][3] = {{64, 64, 64}, {90, 45, 170}, {256, 256, 256}};
    need_bits(e);
    SCOPED(soup_free) soup teapot = soup_teapot(7);
    for (size_t i = 0; i < LENGTH(cubes) - (e->hostile ? 1 : 0); i++)
        assert_true(check_solid(e, cubes[i], &teapot) > 10000);
}

GPU_TEST(random_triangles_go_by_parity) {
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(soup_free) soup few = soup_random(40, 0.95f, i), many = soup_crumbs(2000, 0.1f, 0.9f, i);
        check_mesh(e, sizes[i], &few, true);
        check_mesh(e, sizes[i], &many, true);
    }
}

GPU_TEST(spheres_in_spheres_are_hollow) {
    need_bits(e);
    SCOPED(soup_free) soup nest = soup_sphere(askew, 0.9, 40);
    for (int k = 1; k < 5; k++) {
        SCOPED(soup_free) soup inner = soup_sphere(askew, 0.9 - 0.17 * k, 40);
        soup_append(&nest, &inner);
    }
    for (size_t i = 0; i < LENGTH(sizes); i++)
        check_solid(e, sizes[i], &nest);
}

GPU_TEST(overlapping_spheres_are_hollow_where_they_overlap) {
    need_bits(e);
    SCOPED(soup_free) soup both = soup_sphere((const double[3]){-0.3, 0.1, 0.05}, 0.6, 40);
    SCOPED(soup_free) soup second = soup_sphere((const double[3]){0.25, -0.1, -0.2}, 0.6, 36);
    soup_append(&both, &second);
    for (size_t i = 0; i < LENGTH(sizes); i++)
        check_solid(e, sizes[i], &both);
    soup_append(&both, &second); /* twice is not at all */
    for (size_t i = 0; i < 2; i++)
        check_solid(e, sizes[i], &both);
}

/* Below the volume counts, above it does not, beside it is not looked at. */
GPU_TEST(meshes_partly_outside_are_filled) {
    static const double centers[][3] = {{0, 0, -0.9},    {0, 0, 0.95},   {0.9, 0.1, 0},     {-0.1, -1, 0.2},
                                        {0.8, 0.8, 0.8}, {0, 0.1, -2.5}, {0.02, 0.01, 2.5}, {2, 0, 0}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(centers); i++) {
        SCOPED(soup_free) soup sphere = soup_sphere(centers[i], 0.7, 30), tall = soup_sphere(centers[i], 0.7, 30);
        for (uint32_t k = 2; k < 9 * tall.count; k += 3) /* reaches past bottom and top */
            tall.corners[k] *= 9;
        for (size_t k = 0; k < LENGTH(sizes); k += e->hostile ? 3 : 1) {
            check_solid(e, sizes[k], &sphere);
            check_solid(e, sizes[k], &tall);
        }
    }
}

/* A whole volume inside: everything is set; an open lid above or below it: all or nothing. */
GPU_TEST(surfaces_around_the_volume_fill_it) {
    static const float lids[][9] = {{-30, -30, -5, 30, -30, -5, 0, 60, -5}, {-30, -30, 5, 30, -30, 5, 0, 60, 5}};
    need_bits(e);
    SCOPED(soup_free) soup around = soup_box((const double[3]){-3, -4, -5}, (const double[3]){4, 3, 2});
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const uint64_t cells = (uint64_t)sizes[i][0] * sizes[i][1] * sizes[i][2];
        SCOPED(soup_free) soup below = soup_copy(lids[0], 1), above = soup_copy(lids[1], 1);
        assert_int_equal(check_solid(e, sizes[i], &around), cells);
        assert_int_equal(check_solid(e, sizes[i], &below), cells);
        assert_int_equal(check_solid(e, sizes[i], &above), 0);
    }
}

/* Walls along z cross nothing and leave no streaks; faces at centers of voxels may fall on either side. */
GPU_TEST(boxes_are_filled) {
    static const double shifts[] = {0, 0.25, 0.75, 0.5};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int k = 0; k < (sizes[i][0] > 1 && sizes[i][2] > 1 ? 4 : 3); k++) {
            double low[3], high[3], shift = shifts[k];
            for (int axis = 0; axis < 3; axis++) {
                double side = sizes[i][axis];
                low[axis] = -1 + 2 * (floor(side / 4) + shift) / side;
                high[axis] = -1 + 2 * (floor(side * 3 / 4) + shift) / side;
            }
            SCOPED(soup_free) soup box = soup_box(low, high);
            uint64_t set = check_solid(e, sizes[i], &box);
            if (k < 3) { /* no centers on the faces */
                uint64_t expected = 1;
                for (int axis = 0; axis < 3; axis++)
                    for (uint32_t c = 0, in = 0; c < sizes[i][axis]; c++) {
                        double at = (c + 0.5) / sizes[i][axis] * 2 - 1;
                        in += at > low[axis] && at < high[axis];
                        if (c + 1 == sizes[i][axis])
                            expected *= in;
                    }
                assert_int_equal(set, expected);
            }
        }
}

/* ---- open meshes by six rays ---- */

static const uint32_t wide_sizes[][3] = {{1030, 5, 7}, {3, 1040, 9}, {31, 32, 33}, {127, 129, 20}, {1, 1, 1}};

static uint64_t cells_of(const uint32_t size[3]) {
    return (uint64_t)size[0] * size[1] * size[2];
}

/* The box around the middle half of the volume: in voxels [size / 4, size * 3 / 4) along each axis, and no center is on a face. */
static void middle_box(const uint32_t size[3], double low[3], double high[3], uint64_t *voxels) {
    *voxels = 1;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t begin = size[axis] / 4, end = (size[axis] * 3 + 3) / 4;
        low[axis] = -1 + 2.0 * begin / size[axis];
        high[axis] = -1 + 2.0 * end / size[axis];
        *voxels *= end - begin;
    }
}

/* Without one face, or two, wherever they are: one axis has a say that is right. Three faces at a corner leave none. */
GPU_TEST(boxes_without_faces_are_filled_all_the_same) {
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes) + LENGTH(wide_sizes); i++) {
        const uint32_t *size = i < LENGTH(sizes) ? sizes[i] : wide_sizes[i - LENGTH(sizes)];
        for (unsigned without = 0; without < 64; without += e->hostile || cells_of(size) > 60000 ? 5 : 1) {
            double low[3], high[3];
            uint64_t voxels;
            middle_box(size, low, high, &voxels);
            SCOPED(soup_free) soup box = soup_open_box(low, high, without);
            uint64_t set = check_rule(e, size, &box, HPYR_INSIDE_SIX_RAYS, true);
            bool one = (without & (without - 1)) == 0, corner = without == 7 || without == 56;
            if (one || without == 3 || without == 24 || without == 9)
                assert_int_equal(set, voxels);
            else if (corner)
                assert_int_equal(set, 0);
        }
    }
}

/* The teapot without lid and bottom. Above its holes one ray fills columns; six rays leave all that is outside its bounds alone. */
GPU_TEST(broken_teapots_have_no_beams) {
    static const uint32_t grids[][3] = {{64, 64, 64}, {90, 45, 170}};
    need_bits(e);
    for (int turn = 0; turn < 4; turn++)
        for (size_t i = 0; i < LENGTH(grids) - (e->hostile ? 1 : 0); i++) {
            soup teapot = soup_broken_teapot(7, 0.4 * turn, 0.3 * turn - 0.5), around;
            uint64_t by_six = check_rule(e, grids[i], &teapot, HPYR_INSIDE_SIX_RAYS, true);
            uint64_t by_one = check_rule(e, grids[i], &teapot, HPYR_INSIDE_ONE_RAY, true);
            SCOPED(free_memory) uint8_t *got = voxelize_solid(e, grids[i], HPYR_INSIDE_SIX_RAYS, &teapot);
            double low[3] = {1, 1, 1}, high[3] = {-1, -1, -1};
            for (size_t k = 0; k < 9 * (size_t)teapot.count; k++) {
                low[k % 3] = fmin(low[k % 3], teapot.corners[k]);
                high[k % 3] = fmax(high[k % 3], teapot.corners[k]);
            }
            around = soup_box(low, high);
            SCOPED(free_memory) uint8_t *bounds = voxelize_solid(e, grids[i], HPYR_INSIDE_ONE_RAY, &around);
            for (size_t k = 0; k < cells_of(grids[i]); k++)
                assert_true(got[k] <= bounds[k]);
            assert_true(by_six > cells_of(grids[i]) / 40 && by_six < by_one);
            soup_free(&teapot);
            soup_free(&around);
        }
}

/* Both rules give the same for meshes without holes, wherever they are cut by the volume's sides. */
GPU_TEST(closed_meshes_are_the_same_by_both_rules) {
    static const double centers[][3] = {{0.01, -0.02, 0.03}, {0.8, 0.1, -0.2}, {-0.9, 0.7, 1.1}, {0, -0.2, -0.9}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(centers); i++)
        for (size_t k = 0; k < LENGTH(sizes); k++) {
            SCOPED(soup_free) soup sphere = soup_sphere(centers[i], 0.7, 40);
            size_t cells = cells_of(sizes[k]);
            SCOPED(free_memory) uint8_t *one = voxelize_solid(e, sizes[k], HPYR_INSIDE_ONE_RAY, &sphere);
            SCOPED(free_memory)
            uint8_t *six = voxelize_solid(e, sizes[k], HPYR_INSIDE_SIX_RAYS, &sphere), *doubts = make_room(2 * cells);
            answered(hpyr_ref_voxelize_solid(sphere.corners, sphere.count, sizes[k][0], sizes[k][1], sizes[k][2],
                                             doubts + cells, doubts, NULL));
            check_voxels(six, one, doubts, sizes[k], "six rays and one");
        }
}

GPU_TEST(the_rule_is_resolved_and_its_mistakes_are_refused) {
    need_bits(e);
    const uint32_t size[3] = {4, 4, 4}, deep = hpyr_context_caps(e->context)->max_texture_size + 1;
    static const hpyr_inside given[] = {HPYR_INSIDE_DEFAULT, HPYR_INSIDE_ONE_RAY, HPYR_INSIDE_SIX_RAYS};
    for (int i = 0; i < 3; i++) {
        SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_solid_voxelizer(e, size, given[i]);
        assert_int_equal(hpyr_voxelizer_resolved(voxelizer)->inside, i < 2 ? HPYR_INSIDE_ONE_RAY : given[i]);
    }
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE);
    assert_int_equal(hpyr_voxelizer_resolved(voxelizer)->inside, HPYR_INSIDE_DEFAULT);
    CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
    hpyr_voxelizer_desc desc = {.width = 4, .height = 4, .depth = 4, .inside = HPYR_INSIDE_ONE_RAY};
    for (int fill = HPYR_FILL_DEFAULT; fill < HPYR_FILL_SOLID; fill++) {
        desc.fill = (hpyr_fill)fill;
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
        assert_null(voxelizer);
    }
    /* Columns along x are deep x 4: one ray has such a volume, six rays do not. */
    char number[16];
    hpyr_voxelizer_desc tall = {.width = 4, .height = 4, .depth = deep, .fill = HPYR_FILL_SOLID};
    snprintf(number, sizeof number, "%u", deep);
    assert_true(hpyr_voxelizer_bytes(e->context, &tall) > 0);
    tall.inside = HPYR_INSIDE_SIX_RAYS;
    assert_int_equal(hpyr_voxelizer_bytes(e->context, &tall), 0);
    EXPECT_TOLD(e, HPYR_ERROR_TOO_LARGE, number, hpyr_voxelizer_create(e->context, &tall, &voxelizer));
}

/* ---- tetrahedra on which parity is hard ---- */

static soup soup_tetrahedron(const float (*vertices)[3]) {
    static const unsigned char faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    soup s = soup_make(4);
    for (size_t i = 0; i < LENGTH(faces); i++)
        memcpy(s.corners + 3 * i, vertices[faces[i]], 12);
    return s;
}

static void check_tetrahedron(env *e, const float (*vertices)[3]) {
    SCOPED(soup_free) soup s = soup_tetrahedron(vertices);
    check_solid(e, sizes[0], &s);
}

/* An edge passes a column's center at a quantum's distance, and one of the triangles at it reaches far out: both must
 * say the same of the center, or the column is filled to its top. */
GPU_TEST(tetrahedra_with_a_far_vertex_are_filled) {
    static const float vertices[][4][3] = {
        {{0.150619149f, 0.0829353333f, -0.375f},
         {-0.0995056629f, -0.0417810678f, -0.375f},
         {-0.151708722f, 0.351220608f, -0.6875f},
         {-4.16771507f, 8.40551758f, 0.25f}},
        {{0.150619149f, 0.0829353333f, -13.5f},
         {-0.0995056629f, -0.0417810678f, -0.375f},
         {-0.00423848629f, 0.0057207346f, -0.375f},
         {0.328125f, 0.109375f, -0.6875f}},
        {{0.0878340006f, 0.241729975f, -13.5f},
         {-0.0689002275f, -0.249045253f, -0.375f},
         {0.027941227f, 0.0541902781f, -0.375f},
         {0.328125f, 0.109375f, -0.6875f}},
    };
    need_bits(e);
    for (size_t i = 0; i < LENGTH(vertices); i++)
        check_tetrahedron(e, vertices[i]);
}

/* One face hardly wider than a line, seen along z, and two vertices far above or below. */
GPU_TEST(slivers_of_tetrahedra_are_filled) {
    need_bits(e);
    uint64_t seed = 5;
    for (int i = 0; i < (e->small ? 5 : 30); i++) {
        float v[4][3], t = (float)random_below(&seed, 1000) / 1000;
        for (int k = 0; k < 12; k++)
            v[k / 3][k % 3] = (float)random_below(&seed, 2000001) / 1000000 - 1;
        for (int axis = 0; axis < 2; axis++)
            v[2][axis] = v[0][axis] + t * (v[1][axis] - v[0][axis]) + (float)random_below(&seed, 3) * 1e-6f;
        v[2][2] *= 50;
        v[3][2] *= 50;
        check_tetrahedron(e, (const float(*)[3])v);
    }
}

/* ---- volumes ---- */

static void check_enclosed(env *e, const soup *s, double volume) {
    static const uint32_t cube[3] = {256, 256, 256};
    double voxels = (double)check_solid(e, cube, s), filled = voxels * 8 / (256.0 * 256 * 256);
    if (!(fabs(filled - volume) <= 0.002 * volume))
        fail_msg("the voxels fill %g, the mesh encloses %g", filled, volume);
}

GPU_TEST_ONCE(the_filled_volume_is_the_meshs) {
    need_bits(e);
    SCOPED(soup_free) soup sphere = soup_sphere(askew, 0.9, 200), torus = soup_torus(0.65, 0.25, 150);
    assert_true(fabs(soup_volume(&sphere) / (4.0 / 3 * 3.14159265 * 0.729) - 1) < 0.002);
    check_enclosed(e, &sphere, soup_volume(&sphere));
    check_enclosed(e, &torus, soup_volume(&torus));
}

/* The Stanford bunny, where the build knows of it. */
GPU_TEST_ONCE(the_bunny_has_its_volume) {
    const char *folder = getenv("HPYR_DATA_DIR");
    char path[1024], error[256] = "";
    mesh m;
    need_bits(e);
    if (!folder)
        SKIP("HPYR_DATA_DIR names no folder with a bunny");
    snprintf(path, sizeof path, "%s/bunny.obj", folder);
    if (!mesh_load(path, &m, NULL))
        fail_msg("%s", error);
    mesh_fit fit = mesh_fit_box(&m, 1.8);
    SCOPED(soup_free) soup bunny = soup_make(m.triangle_count);
    for (size_t i = 0; i < 9 * (size_t)bunny.count; i++) {
        double at = m.positions[3 * (size_t)m.indices[i / 3] + i % 3];
        bunny.corners[i] = (float)((at - fit.center[i % 3]) * fit.scale);
    }
    double scale = fit.scale * fit.scale * fit.scale;
    assert_true(fabs(soup_volume(&bunny) / scale - 23.2111) < 0.001);
    check_enclosed(e, &bunny, 23.2111 * scale);
    mesh_free(&m);
}

/* ---- runs ---- */

GPU_TEST_ONCE(many_triangles_are_all_drawn) {
    static const uint32_t size[3] = {60, 70, 140};
    need_bits(e);
    SCOPED(soup_free) soup sphere = soup_sphere(askew, 0.9, 400);
    assert_true(sphere.count > 2 * 32768);
    check_solid(e, size, &sphere);
}

GPU_TEST(a_run_sees_nothing_of_the_last_one) {
    need_bits(e);
    SCOPED(soup_free) soup first = soup_sphere(middle, 0.9, 20), second = soup_torus(0.5, 0.3, 20), none = soup_make(0);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(destroy_voxelizer)
        hpyr_voxelizer *voxelizer = make_voxelizer_of(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID);
        uint64_t set;
        run_soup(e, voxelizer, &first);
        run_soup(e, voxelizer, &second);
        SCOPED(free_memory) uint8_t *got = read_voxels(e, voxelizer, NULL);
        SCOPED(free_memory)
        uint8_t *expected = voxelize(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, &second);
        check_voxels(got, expected, NULL, sizes[i], "second run");
        run_soup(e, voxelizer, &none);
        free(read_voxels(e, voxelizer, &set));
        assert_int_equal(set, 0);
    }
}

/* Those that are not finite, and those that are far away, are as if they were not there. */
GPU_TEST(skipped_triangles_fill_nothing) {
    need_bits(e);
    SCOPED(soup_free) soup sphere = soup_sphere(askew, 0.8, 24), odd = soup_random(8, 0.9f, 2);
    for (uint32_t i = 0; i < odd.count; i++)
        odd.corners[9 * i + i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : 3e9f;
    for (size_t i = 0; i < 3; i++) {
        SCOPED(free_memory)
        uint8_t *expected = voxelize(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, &sphere);
        SCOPED(soup_free) soup mixed = soup_copy(odd.corners, odd.count);
        soup_append(&mixed, &sphere);
        SCOPED(free_memory) uint8_t *got = voxelize(e, sizes[i], HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, &mixed);
        check_voxels(got, expected, NULL, sizes[i], "with triangles to skip");
    }
}
