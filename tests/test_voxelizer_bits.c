/* test_voxelizer_bits.c - `thin` in one pass to bits: the same voxels as slice by slice, and as the reference's.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"
#include "volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"

static const double middle[3] = {0, 0, 0};

/* ---- helpers ---- */

static hpyr_voxelizer *make_thin(env *e, const uint32_t size[3]) {
    return make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN);
}

/* Against the reference, but where single precision may decide otherwise. Returns how many are set. */
static uint64_t check_thin(env *e, const hpyr_voxelizer *voxelizer, const uint32_t size[3], const soup *s) {
    size_t cells = (size_t)size[0] * size[1] * size[2], doubt = 0;
    uint8_t *expected = make_room(2 * cells), *ambiguous = expected + cells;
    uint64_t set;
    answer_thin(s->corners, s->count, size[0], size[1], size[2], expected, ambiguous);
    SCOPED(free_memory) uint8_t *got = read_voxels(e, voxelizer, &set);
    check_voxels(got, expected, ambiguous, size, "thin");
    for (size_t i = 0; i < cells; i++)
        doubt += ambiguous[i];
    assert_true(doubt <= cells / 20 + 20);
    free(expected);
    return set;
}

/* Against slices, every voxel. */
static uint64_t check_same(env *e, const uint32_t size[3], const soup *s) {
    SCOPED(destroy_voxelizer) hpyr_voxelizer *bits = make_thin(e, size);
    uint64_t set;
    run_soup(e, bits, s);
    SCOPED(free_memory) uint8_t *got = read_voxels(e, bits, &set);
    SCOPED(free_memory) uint8_t *expected = voxelize(e, size, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, s);
    check_voxels(got, expected, NULL, size, "bits and slices");
    return set;
}

/* ---- the same as slices ---- */

/* Softpipe does not round corners to 1/256 voxel, so that of many edges some fall on the other side of a center: its slices differ
 * from the oracle there, too. */
static void need_rounded_corners(const env *e) {
    need_bits(e);
    if (is_softpipe(e))
        SKIP("the rasterizer does not round corners");
}

GPU_TEST(the_teapot_has_the_papers_points) {
    static const uint32_t sizes[][3] = {{64, 64, 256}, {128, 128, 256}, {256, 256, 256}};
    static const uint32_t expected[] = {2130, 8596, 33990};
    need_bits(e);
    SCOPED(soup_free) soup teapot = soup_teapot(7);
    for (size_t i = 0; i < (e->small ? 1 : LENGTH(sizes)); i++) {
        hpyr_voxelizer *voxelizer = make_thin(e, sizes[i]);
        run_soup(e, voxelizer, &teapot);
        assert_int_equal(check_thin(e, voxelizer, sizes[i], &teapot), expected[i]);
        CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
        if (!e->hostile || i == 0)
            assert_int_equal(check_same(e, sizes[i], &teapot), expected[i]);
    }
}

GPU_TEST(closed_meshes_are_the_same_in_bits_and_slices) {
    static const uint32_t sizes[][3] = {{97, 61, 33}, {60, 70, 128}, {31, 100, 129}, {40, 41, 1}, {128, 128, 128}};
    need_rounded_corners(e);
    soup meshes[2] = {soup_sphere(middle, 0.9, 48), soup_torus(0.6, 0.25, 40)};
    for (size_t i = 0; i < 2 * LENGTH(sizes); i += e->hostile ? 3 : 1)
        assert_true(check_same(e, sizes[i / 2], &meshes[i % 2]) > 0);
    soup_free(&meshes[0]);
    soup_free(&meshes[1]);
}

/* One word, one texel, one pass of eight render targets, and one more of each. */
GPU_TEST(volumes_of_every_depth_are_the_same) {
    static const uint32_t sizes[][3] = {{1, 1, 1},      {33, 40, 1},    {20, 31, 32},   {20, 31, 33},
                                        {23, 30, 128},  {23, 30, 129},  {16, 17, 1023}, {17, 16, 1024},
                                        {16, 17, 1025}, {19, 13, 1030}, {9, 12, 2100}};
    need_bits(e);
    SCOPED(soup_free) soup random = soup_random(60, 0.95f, 4), sphere = soup_sphere(middle, 0.95, 20);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        if (!e->hostile || i % 3 == 0) {
            check_same(e, sizes[i], &random);
            check_same(e, sizes[i], &sphere);
        }
        if (sizes[i][2] <= 129) {
            SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, sizes[i]);
            run_soup(e, voxelizer, &random);
            check_thin(e, voxelizer, sizes[i], &random);
        }
    }
}

GPU_TEST(meshes_partly_outside_are_the_same) {
    static const uint32_t sizes[][3] = {{24, 20, 12}, {40, 33, 140}};
    static const float ranges[] = {1.5f, 4.0f, 30.0f};
    static const float placed[] = {
        1.1f,  1.1f,  0,      2,    1.1f,  0,      1.1f, 2,    0,      /* wholly right of it */
        -3,    -0.5f, 0.2f,   3,    -0.4f, 0.2f,   0,    0.6f, 0.2f,   /* across it */
        -0.5f, -0.5f, 1.2f,   0.5f, -0.5f, 1.2f,   0,    0.5f, 1.2f,   /* above the last slice */
        -0.5f, -0.5f, -1.01f, 0.5f, -0.5f, -1.01f, 0,    0.5f, -1.01f, /* below the first */
        -0.9f, -0.9f, -5,     0.9f, -0.9f, 5,      0,    0.9f, 0,      /* steep, through all slices */
        -1,    -1,    -1,     1,    -1,    -1,     -1,   1,    -1,     /* in the bottom face */
        -1,    -1,    1,      1,    -1,    1,      -1,   1,    1,      /* in the top face: outside */
        -100,  -100,  0.55f,  100,  -100,  0.55f,  0,    100,  0.55f,  /* covers everything */
    };
    need_quick_bits(e);
    for (size_t k = 0; k < LENGTH(sizes); k++) {
        for (size_t i = 0; i < LENGTH(placed) / 9; i++) {
            SCOPED(soup_free) soup one = soup_copy(placed + 9 * i, 1);
            check_same(e, sizes[k], &one);
        }
        for (size_t i = 0; i < LENGTH(ranges); i++) {
            SCOPED(soup_free) soup random = soup_random(40, ranges[i], 100 + i);
            check_same(e, sizes[k], &random);
        }
        SCOPED(soup_free) soup sphere = soup_sphere((const double[3]){0.6, -0.7, 0.8}, 0.9, 30);
        assert_true(check_same(e, sizes[k], &sphere) > 0);
    }
}

/* More triangles than any one draw or scratch buffer is likely to take, the last of them alone in its place. */
GPU_TEST(many_triangles_are_all_drawn) {
    static const uint32_t low[3] = {64, 64, 2}, high[3] = {70, 61, 200};
    static const float last[9] = {0.9f, 0.9f, 0.9f, 0.99f, 0.9f, 0.9f, 0.9f, 0.99f, 0.9f};
    need_rounded_corners(e);
    SCOPED(soup_free) soup crumbs = soup_crumbs(e->hostile ? 40000 : 100000, 0.04f, 0.8f, 6), one = soup_copy(last, 1);
    soup_append(&crumbs, &one);
    check_same(e, low, &crumbs);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, high);
    run_soup(e, voxelizer, &crumbs);
    assert_true(check_thin(e, voxelizer, high, &crumbs) > 20000);
    SCOPED(free_memory) uint8_t *voxels = read_voxels(e, voxelizer, NULL);
    assert_int_equal(voxels[((size_t)190 * 61 + 58) * 70 + 67], 1);
}

/* ---- runs ---- */

GPU_TEST(a_run_sees_nothing_of_the_last_one) {
    static const uint32_t sizes[][3] = {{31, 22, 17}, {31, 22, 200}, {12, 9, 1100}};
    need_bits(e);
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, sizes[i]);
        SCOPED(soup_free)
        soup first = soup_random(50, 0.9f, i), second = soup_random(5, 0.9f, i + 9), none = soup_make(0);
        const hpyr_mesh nothing = {.triangle_count = 0};
        uint64_t set;
        run_soup(e, voxelizer, &first);
        free(read_voxels(e, voxelizer, &set));
        assert_true(set > 0);
        run_soup(e, voxelizer, &second);
        uint8_t *got = read_voxels(e, voxelizer, NULL);
        SCOPED(free_memory)
        uint8_t *expected = voxelize(e, sizes[i], HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN, &second);
        check_voxels(got, expected, NULL, sizes[i], "second run");
        free(got);
        run_soup(e, voxelizer, &none);
        free(read_voxels(e, voxelizer, &set));
        assert_int_equal(set, 0);
        OK(e, hpyr_voxelizer_run(voxelizer, &nothing, NULL)); /* no triangles need no buffer */
    }
}

typedef struct vertex {
    uint32_t unused;
    float position[3];
    float more[2];
} vertex;

GPU_TEST(meshes_lie_in_buffers_in_any_way) {
    static const uint32_t size[3] = {45, 52, 131};
    need_bits(e);
    SCOPED(mesh_free) mesh teapot;
    assert_true(mesh_make_teapot(&teapot, 3));
    SCOPED(soup_free) soup flat = soup_teapot(3);
    size_t index_bytes = (size_t)teapot.triangle_count * 12, vertex_count = teapot.vertex_count;
    SCOPED(free_memory) vertex *vertices = calloc(vertex_count + 1, sizeof *vertices);
    SCOPED(free_memory) uint32_t *shifted = calloc(1, index_bytes + 20);
    assert_true(vertices && shifted);
    memset(vertices, 0xff, (vertex_count + 1) * sizeof *vertices);
    for (size_t i = 0; i < vertex_count; i++)
        memcpy(vertices[i + 1].position, teapot.positions + 3 * i, 12);
    memcpy(shifted + 5, teapot.indices, index_bytes);
    SCOPED(delete_buffer) GLuint positions = buffer_of(vertices, (vertex_count + 1) * sizeof *vertices);
    SCOPED(delete_buffer) GLuint indices = buffer_of(shifted, index_bytes + 20);
    hpyr_mesh gpu = {.positions.buffer = positions,
                     .positions.stride = sizeof(vertex),
                     .positions.offset = sizeof(vertex) + offsetof(vertex, position),
                     .index_buffer = indices,
                     .index_offset = 20,
                     .triangle_count = teapot.triangle_count};
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, size);
    uint32_t skipped = 99;
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    uint8_t *got = read_voxels(e, voxelizer, NULL);
    SCOPED(free_memory) uint8_t *expected = voxelize(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN, &flat);
    check_voxels(got, expected, NULL, size, "indexed");
    OK(e, hpyr_voxelizer_count_skipped(voxelizer, &gpu, NULL, &skipped));
    free(got);
    got = read_voxels(e, voxelizer, NULL);
    check_voxels(got, expected, NULL, size, "after counting");
    free(got);
}

/* Powers of two and exchanged axes are exact in floats; the oracle gets corners transformed here. */
GPU_TEST(a_transform_takes_the_mesh_to_the_volume) {
    static const uint32_t size[3] = {33, 27, 140};
    static const float transforms[][16] = {
        {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 2, 0, 0.25f, -0.5f, 0.125f, 1},
        {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1},
        {-1, 0, 0, 1e-5f, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0.99999f}, /* as an inverse may be rounded */
    };
    need_bits(e);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, size);
    SCOPED(soup_free) soup s = soup_random(30, 0.9f, 5), moved = soup_make(30);
    for (uint32_t i = 0; i < 9 * 30; i++)
        s.corners[i] = floorf(s.corners[i] * 4096) / 4096; /* so that sums are exact too */
    SCOPED(delete_buffer) GLuint buffer = buffer_of(s.corners, 30 * 36);
    hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = 30};
    for (size_t i = 0; i < LENGTH(transforms); i++) {
        const float *m = transforms[i];
        for (uint32_t k = 0; k < 3 * 30; k++)
            for (int row = 0; row < 3; row++)
                moved.corners[3 * k + (uint32_t)row] = m[row] * s.corners[3 * k] + m[4 + row] * s.corners[3 * k + 1] +
                                                       m[8 + row] * s.corners[3 * k + 2] + m[12 + row];
        OK(e, hpyr_voxelizer_run(voxelizer, &gpu, m));
        assert_true(check_thin(e, voxelizer, size, &moved) > 0);
    }
}

/* ---- triangles that are skipped ---- */

static void bits_to_float(float *to, uint32_t bits) {
    memcpy(to, &bits, sizeof bits);
}

/* 20 good triangles, then as many bad ones of each sort as it has members. */
static soup mixed_soup(uint32_t *bad) {
    static const uint32_t odd[] = {0x7fc00000, 0xffc00000, 0x7f800000, 0xff800000, 0x7f800001};
    static const float empty[][9] = {
        {0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f, 0.3f},        /* a point */
        {-0.5f, -0.5f, 0, 0.5f, 0.5f, 0, 0, 0, 0},                     /* a line */
        {0.25f, 0.5f, 0, 0.25f, 0.5f, 0.5f, 0.25f, 0.5f, -0.75f},      /* one along z */
        {0.1f, 0.2f, 0.3f, 0.1f, 0.2f, 0.3f, 0.7f, 0.6f, 0.5f},        /* two corners in one place */
        {-0.5f, -0.5f, -0.5f, 0.5f, 0.5f, 0.5f, 0.25f, 0.25f, 0.25f}}; /* askew */
    soup s = soup_random(20, 0.9f, 12), more = soup_random(9 * LENGTH(odd), 0.9f, 13), far = soup_random(3, 0.5f, 14);
    for (uint32_t i = 0; i < more.count; i++)
        bits_to_float(more.corners + 9 * i + i % 9, odd[i / 9]);
    for (uint32_t i = 0; i < far.count; i++)
        far.corners[9 * i + 4 * i] = 3e9f; /* over 1e9 voxels away, whatever the axis */
    *bad = more.count + far.count + LENGTH(empty);
    SCOPED(soup_free) soup flat = soup_copy(empty[0], LENGTH(empty));
    soup_append(&s, &more);
    soup_append(&s, &far);
    soup_append(&s, &flat);
    soup_free(&more);
    soup_free(&far);
    return s;
}

GPU_TEST(triangles_without_an_area_or_a_place_are_skipped_and_counted) {
    static const uint32_t sizes[][3] = {{31, 17, 9}, {31, 17, 300}};
    for (size_t i = 0; i < 2 * LENGTH(sizes); i++) {
        bool bits = i % 2 == 0;
        uint32_t bad, skipped = 0;
        if (bits && !has_bits(e))
            continue;
        SCOPED(soup_free) soup mixed = mixed_soup(&bad), good = soup_random(20, 0.9f, 12);
        SCOPED(destroy_voxelizer)
        hpyr_voxelizer *voxelizer = make_voxelizer_of(
            e, sizes[i / 2], bits ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN);
        run_soup(e, voxelizer, &mixed);
        assert_true(check_thin(e, voxelizer, sizes[i / 2], &good) > 0);
        SCOPED(delete_buffer) GLuint buffer = buffer_of(mixed.corners, mixed.count * 36);
        hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = mixed.count};
        OK(e, hpyr_voxelizer_count_skipped(voxelizer, &gpu, NULL, &skipped));
        assert_int_equal(skipped, bad);
        gpu.triangle_count = 20;
        OK(e, hpyr_voxelizer_count_skipped(voxelizer, &gpu, NULL, &skipped));
        assert_int_equal(skipped, 0);
    }
}

/* Slivers, however thin, have an area. */
GPU_TEST(slivers_are_not_skipped) {
    static const uint32_t size[3] = {40, 40, 40};
    uint32_t skipped = 99;
    SCOPED(soup_free) soup s = soup_random(200, 0.9f, 3);
    for (uint32_t i = 0; i < s.count; i++) /* the third corner is a float's step beside the first */
        for (int k = 0; k < 3; k++)
            s.corners[9 * i + 6 + (uint32_t)k] = s.corners[9 * i + (uint32_t)k];
    for (uint32_t i = 0; i < s.count; i++)
        s.corners[9 * i + 6 + i % 3] += powf(10, -1 - (float)(i % 5));
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_THIN);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(s.corners, s.count * 36);
    hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = s.count};
    OK(e, hpyr_voxelizer_count_skipped(voxelizer, &gpu, NULL, &skipped));
    assert_int_equal(skipped, 0);
}

/* ---- points ---- */

GPU_TEST(the_points_of_a_mesh_equal_the_oracle) {
    static const uint32_t sizes[][3] = {{64, 48, 30}, {64, 80, 150}, {256, 256, 256}};
    need_bits(e);
    SCOPED(soup_free) soup teapot = soup_teapot(7);
    for (size_t i = 0; i < LENGTH(sizes) - (e->hostile ? 1 : 0); i++) {
        const uint32_t *s = sizes[i];
        hpyr_pyramid_desc desc = {.width = s[0], .height = s[1], .depth = s[2], .order = HPYR_ORDER_COLUMN};
        SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_thin(e, s);
        SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
        hpyr_texture texture;
        hpyr_flat3d map;
        size_t cells = (size_t)s[0] * s[1] * s[2];
        SCOPED(free_memory) uint32_t *counts = make_room(cells * sizeof *counts);
        run_soup(e, voxelizer, &teapot);
        SCOPED(free_memory) uint8_t *voxels = read_voxels(e, voxelizer, NULL);
        for (size_t k = 0; k < cells; k++)
            counts[k] = voxels[k];
        assert_int_equal(hpyr_flat3d_arrange(s[0], s[1], s[2], 0, 1 << 20, &map), HPYR_OK);
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, HPYR_ORDER_COLUMN);
        OK(e, hpyr_voxelizer_volume(voxelizer, &texture));
        OK(e, hpyr_pyramid_build_bits(pyramid, &texture));
        check_pyramid(e, pyramid, oracle, &map);
    }
}

/* ---- descriptors ---- */

GPU_TEST(the_default_is_bits_where_they_can_be) {
    static const uint32_t size[3] = {20, 20, 20};
    SCOPED(soup_free) soup sphere = soup_sphere(middle, 0.8, 16);
    hpyr_voxelizer_kind expected = has_bits(e) ? HPYR_VOXELIZER_KIND_BITS : HPYR_VOXELIZER_KIND_SLICES;
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_DEFAULT);
    const hpyr_voxelizer_desc *resolved = hpyr_voxelizer_resolved(voxelizer);
    assert_int_equal(resolved->kind, expected);
    assert_int_equal(resolved->fill, HPYR_FILL_THIN);
    assert_int_equal(resolved->tiles_x, expected == HPYR_VOXELIZER_KIND_SLICES ? 5 : 0);
    assert_true(resolved->width == 20 && resolved->height == 20 && resolved->depth == 20);
    assert_null(hpyr_voxelizer_resolved(NULL));
    run_soup(e, voxelizer, &sphere);
    assert_true(check_thin(e, voxelizer, size, &sphere) > 0);
    CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
    voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN);
    assert_int_equal(hpyr_voxelizer_resolved(voxelizer)->kind, HPYR_VOXELIZER_KIND_SLICES);
    CALL_VOID(e, hpyr_voxelizer_destroy(voxelizer));
}

GPU_TEST(kinds_and_fills_that_do_not_go_together_are_unsupported) {
    for (int kind = HPYR_VOXELIZER_KIND_DEFAULT; kind <= HPYR_VOXELIZER_KIND_BITS; kind++)
        for (int fill = HPYR_FILL_DEFAULT; fill <= HPYR_FILL_SOLID; fill++) {
            hpyr_voxelizer_desc desc = {9, 8, 7, 0, (hpyr_voxelizer_kind)kind, (hpyr_fill)fill};
            SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = NULL;
            bool thin = fill <= HPYR_FILL_THIN, bits = kind == HPYR_VOXELIZER_KIND_BITS;
            bool can = kind == HPYR_VOXELIZER_KIND_SLICES ? thin : has_bits(e) || (thin && !bits);
            env_clear_log(e);
            EXPECT(e, can ? HPYR_OK : HPYR_ERROR_UNSUPPORTED, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
            assert_int_equal(voxelizer != NULL, can);
            assert_int_equal(hpyr_voxelizer_bytes(e->context, &desc) != 0, can);
            if (!can)
                assert_true(e->log_length > 0);
        }
    hpyr_voxelizer_desc odd = {9, 8, 7, 0, HPYR_VOXELIZER_KIND_DEFAULT, (hpyr_fill)9};
    hpyr_voxelizer *voxelizer = NULL;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_create(e->context, &odd, &voxelizer));
    assert_null(voxelizer);
}

GPU_TEST(volumes_past_a_limit_are_refused_with_the_number) {
    need_bits(e);
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    const uint32_t sizes[][3] = {{caps->max_texture_size + 1, 4, 4},
                                 {4, caps->max_texture_size + 1, 4},
                                 {4, 4, 128 * caps->max_array_layers + 1},
                                 {UINT32_MAX, UINT32_MAX, UINT32_MAX},
                                 {0, 4, 4},
                                 {4, 0, 4},
                                 {4, 4, 0}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        hpyr_voxelizer_desc desc = {sizes[i][0], sizes[i][1], sizes[i][2], 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN};
        hpyr_voxelizer *voxelizer = NULL;
        char number[16];
        snprintf(number, sizeof number, "%u", i == 2 ? 128 * caps->max_array_layers : caps->max_texture_size);
        env_clear_log(e);
        EXPECT(e, i < 4 ? HPYR_ERROR_TOO_LARGE : HPYR_ERROR_INVALID_ARGUMENT,
               hpyr_voxelizer_create(e->context, &desc, &voxelizer));
        if (i <= 2 && !env_logged(e, number))
            fail_msg("no %s in %s", number, e->log);
        assert_null(voxelizer);
        assert_int_equal(hpyr_voxelizer_bytes(e->context, &desc), 0);
    }
}

TEST(bytes_follow_the_documented_formula) {
    static const struct {
        hpyr_voxelizer_desc desc;
        uint64_t bytes;
    } cases[] = {
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 2097152},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_SOLID, HPYR_INSIDE_DEFAULT}, 2097152},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_SOLID, HPYR_INSIDE_ONE_RAY}, 2097152},
        /* the volume, one of 257 slices along each axis, and two textures of 36 x 256 texels in 8 layers */
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_SOLID, HPYR_INSIDE_SIX_RAYS},
         2097152 + 3 * 3145728 + 2 * 1179648},
        {{10, 20, 31, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID, HPYR_INSIDE_SIX_RAYS},
         800 + 4 * 31 * 20 + 4 * 31 * 10 + 800 + 128 * 20 + 128 * 10},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE, HPYR_INSIDE_ONE_RAY}, 0},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_DEFAULT, HPYR_INSIDE_SIX_RAYS}, 0},
        {{1024, 1024, 1024, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE}, 134217728},
        {{10, 20, 32, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 800},
        {{10, 20, 33, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 3200},
        {{10, 20, 129, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 6400},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN}, 67108864},
        {{10, 20, 5, 2, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN}, 4800},
        {{0, 20, 5, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 0},
        {{10, 0, 5, 0, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_THIN}, 0},
        {{10, 20, 0, 0, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_THIN}, 0},
        {{10, 20, 5, 2, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 0},
        {{10, 20, 5, 0, HPYR_VOXELIZER_KIND_SLICES, HPYR_FILL_SOLID}, 0},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(hpyr_voxelizer_bytes(NULL, &cases[i].desc), cases[i].bytes);
    assert_int_equal(hpyr_voxelizer_bytes(NULL, NULL), 0);
}

/* Without logic operations, 32 slices are drawn with one byte each, or 16 in a low volume; SOLID has one more layer. */
GPU_TEST_ONCE(channels_take_memory_too) {
    const uint64_t more = hpyr_context_caps(e->context)->logic_op ? 0 : 1;
    const struct {
        hpyr_voxelizer_desc desc;
        uint64_t bytes;
    } cases[] = {
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN}, 2097152 + more * 32 * 65536},
        {{256, 256, 256, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID}, 2097152 + more * 48 * 65536},
        {{10, 20, 16, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SURFACE}, 800 + more * 16 * 200},
        {{10, 20, 17, 0, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_SOLID}, 800 + more * 36 * 200},
    };
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(hpyr_voxelizer_bytes(e->context, &cases[i].desc), cases[i].bytes);
}

GPU_TEST(bad_meshes_are_refused) {
    static const uint32_t size[3] = {8, 8, 8};
    const float corners[18] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0, 0.5f, 0};
    GLuint buffer = buffer_of(corners, sizeof corners), deleted = buffer_of(corners, sizeof corners);
    glDeleteBuffers(1, &deleted);
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_DEFAULT, HPYR_FILL_THIN);
    const hpyr_mesh meshes[] = {
        {.positions.buffer = deleted, .triangle_count = 2},
        {.positions.buffer = buffer, .triangle_count = 3}, /* longer than the buffer */
        {.positions.buffer = buffer, .positions.offset = 4, .triangle_count = 2},
        {.positions.buffer = buffer, .positions.offset = UINT64_MAX - 15, .triangle_count = 2}, /* the sum wraps */
        {.positions.buffer = buffer, .index_buffer = deleted, .triangle_count = 2},
        {.positions.buffer = buffer, .index_buffer = buffer, .triangle_count = 200},
    };
    uint32_t skipped;
    for (size_t i = 0; i < LENGTH(meshes); i++) {
        EXPECT(e, HPYR_ERROR_BUFFER, hpyr_voxelizer_run(voxelizer, &meshes[i], NULL));
        EXPECT(e, HPYR_ERROR_BUFFER, hpyr_voxelizer_count_skipped(voxelizer, &meshes[i], NULL, &skipped));
    }
    const hpyr_result bad = HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_mesh odd = {.positions.buffer = buffer, .positions.stride = 13, .triangle_count = 1};
    const hpyr_mesh good = {.positions.buffer = buffer, .triangle_count = 2};
    EXPECT(e, bad, hpyr_voxelizer_run(voxelizer, &odd, NULL));
    EXPECT(e, bad, hpyr_voxelizer_run(voxelizer, NULL, NULL));
    EXPECT(e, bad, hpyr_voxelizer_run(NULL, &good, NULL));
    EXPECT(e, bad, hpyr_voxelizer_count_skipped(NULL, &good, NULL, &skipped));
    EXPECT(e, bad, hpyr_voxelizer_count_skipped(voxelizer, NULL, NULL, &skipped));
    EXPECT(e, bad, hpyr_voxelizer_count_skipped(voxelizer, &good, NULL, NULL));
    OK(e, hpyr_voxelizer_run(voxelizer, &good, NULL));
    OK(e, hpyr_voxelizer_count_skipped(voxelizer, &good, NULL, &skipped));
    assert_int_equal(skipped, 1); /* the second is all zeros */
    glDeleteBuffers(1, &buffer);
}
