/* test_voxelizer.c - meshes to volumes, slice by slice, compared with the reference voxel by voxel.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"
#include "volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"

/* ---- helpers ---- */

static hpyr_voxelizer *make_voxelizer(env *e, uint32_t width, uint32_t height, uint32_t depth, uint32_t tiles_x) {
    hpyr_voxelizer_desc desc = {
        .width = width, .height = height, .depth = depth, .tiles_x = tiles_x, .kind = HPYR_VOXELIZER_KIND_SLICES};
    hpyr_voxelizer *voxelizer = NULL;
    OK(e, hpyr_voxelizer_create(e->context, &desc, &voxelizer));
    return voxelizer;
}

/* The flat texture's texels, all of them; free them. */
static uint8_t *read_volume(env *e, const hpyr_voxelizer *voxelizer, hpyr_flat3d *map) {
    hpyr_texture texture;
    OK(e, hpyr_voxelizer_volume(voxelizer, &texture));
    *map = map_of(voxelizer);
    assert_int_equal(texture.width, hpyr_flat3d_texture_width(map));
    assert_int_equal(texture.height, hpyr_flat3d_texture_height(map));
    assert_int_equal(texture.format, HPYR_FORMAT_RGBA8);
    uint8_t *texels = make_room((size_t)texture.width * texture.height * 4);
    fetch_texture(&texture, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    return texels;
}

static float *soup_of(const mesh *m) {
    float *soup = make_room((size_t)m->triangle_count * 9 * sizeof *soup);
    for (uint32_t i = 0; i < 3 * m->triangle_count; i++)
        memcpy(soup + 3 * i, m->positions + 3 * m->indices[i], 3 * sizeof *soup);
    return soup;
}

/* Every texel of the flat texture, tiles without a slice included. Returns the number of active voxels. */
static uint32_t check_volume(env *e, const hpyr_voxelizer *voxelizer, const float *soup, uint32_t triangles) {
    hpyr_flat3d map;
    SCOPED(free_memory) uint8_t *texels = read_volume(e, voxelizer, &map);
    size_t cells = (size_t)map.width * map.height * map.depth;
    uint8_t *voxels = make_room(2 * cells), *ambiguous = voxels + cells;
    uint32_t side_x = hpyr_flat3d_texture_width(&map), side_y = hpyr_flat3d_texture_height(&map), active = 0, doubt = 0;
    answer_thin(soup, triangles, map.width, map.height, map.depth, voxels, ambiguous);
    for (uint32_t v = 0; v < side_y; v++)
        for (uint32_t u = 0; u < side_x; u++) {
            const uint8_t *texel = texels + 4 * ((size_t)v * side_x + u);
            uint32_t z = v / map.height * map.tiles_x + u / map.width, x = u % map.width, y = v % map.height;
            bool cell = z < map.depth, on = texel[3] == 255;
            size_t at = cell ? ((size_t)z * map.height + y) * map.width + x : 0;
            if (!on)
                assert_int_equal(texel[0] | texel[1] | texel[2] | texel[3], 0);
            active += on;
            doubt += cell && ambiguous[at];
            if (cell ? on == voxels[at] || ambiguous[at] : !on)
                continue;
            fail_msg("%ux%ux%u: voxel %u %u %u is %d, not %d", map.width, map.height, map.depth, x, y, z, on,
                     cell && voxels[at]);
        }
    assert_true(doubt <= cells / 20 + 20);
    free(voxels);
    return active;
}

static uint32_t run_checked(env *e, hpyr_voxelizer *voxelizer, const float *soup, uint32_t triangles) {
    SCOPED(delete_buffer) GLuint buffer = buffer_of(soup, (size_t)triangles * 36);
    hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = triangles};
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    uint32_t active = check_volume(e, voxelizer, soup, triangles);
    return active;
}

/* Corners in [-range, range]. */
static float *random_soup(uint32_t triangles, float range, uint64_t seed) {
    float *soup = make_room((size_t)triangles * 9 * sizeof *soup);
    for (uint32_t i = 0; i < 9 * triangles; i++)
        soup[i] = ((float)random_next(&seed) / 2147483648.0f - 1.0f) * range;
    return soup;
}

/* ---- the teapot ---- */

static void check_teapot(env *e, uint32_t width, uint32_t height, uint32_t depth, uint32_t expected) {
    SCOPED(mesh_free) mesh teapot;
    assert_true(mesh_make_teapot(&teapot, 7));
    assert_int_equal(teapot.triangle_count, 3136);
    SCOPED(free_memory) float *soup = soup_of(&teapot);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, width, height, depth, 0);
    SCOPED(delete_buffer) GLuint positions = buffer_of(teapot.positions, (size_t)teapot.vertex_count * 12);
    SCOPED(delete_buffer) GLuint indices = buffer_of(teapot.indices, (size_t)teapot.triangle_count * 12);
    hpyr_mesh gpu = {.positions.buffer = positions, .index_buffer = indices, .triangle_count = teapot.triangle_count};
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    assert_int_equal(check_volume(e, voxelizer, soup, teapot.triangle_count), expected);
    hpyr_flat3d map = map_of(voxelizer);
    hpyr_texture volume;
    OK(e, hpyr_voxelizer_volume(voxelizer, &volume));
    SCOPED(image_free)
    image im = image_make(HPYR_FORMAT_RGBA8, 0, hpyr_flat3d_texture_width(&map), hpyr_flat3d_texture_height(&map), 1);
    free(im.pixels);
    im.pixels = read_volume(e, voxelizer, &map);
    im.ref.pixels = im.pixels;
    SCOPED(free_memory) uint32_t *counts = make_room((size_t)im.ref.width * im.ref.height * sizeof *counts);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = NULL;
    assert_int_equal(hpyr_ref_discriminate(&im.ref, 1, INFINITY, counts), HPYR_OK);
    assert_int_equal(hpyr_ref_pyramid_create(counts, &map, HPYR_ORDER_MORTON, &oracle), HPYR_OK);
    hpyr_pyramid_desc desc = {.width = width, .height = height, .depth = depth};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = NULL;
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    OK(e, hpyr_pyramid_create(e->context, &desc, &pyramid));
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &volume));
    check_pyramid(e, pyramid, oracle, &map);
}

/* Table 1 of the paper says 33 989, 8 595 and 2 130. */
GPU_TEST(the_teapot_has_the_papers_points) {
    check_teapot(e, 64, 64, 256, 2130);
    if (e->small)
        return;
    check_teapot(e, 128, 128, 256, 8596);
    check_teapot(e, 256, 256, 256, 33990);
}

/* ---- volumes of every shape ---- */

GPU_TEST(odd_volumes_and_tiles_equal_the_oracle) {
    static const uint32_t cases[][4] = {{97, 61, 33, 0}, {97, 61, 33, 5}, {97, 61, 33, 33},
                                        {97, 61, 33, 1}, {1, 1, 1, 0},    {3, 50, 2, 2},
                                        {50, 3, 7, 3},   {8, 8, 100, 7},  {40, 30, 1, 1}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const uint32_t *c = cases[i];
        SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, c[0], c[1], c[2], c[3]);
        SCOPED(free_memory) float *soup = random_soup(60, 0.95f, i);
        run_checked(e, voxelizer, soup, 60);
        run_checked(e, voxelizer, soup, 1); /* the second run sees nothing of the first */
    }
}

GPU_TEST(triangles_outside_the_volume_do_not_bleed_into_other_tiles) {
    static const float ranges[] = {1.5f, 4.0f, 30.0f};
    static const float placed[][9] = {
        {1.1f, 1.1f, 0, 2, 1.1f, 0, 1.1f, 2, 0},                      /* wholly right of it */
        {-3, -0.5f, 0.2f, 3, -0.4f, 0.2f, 0, 0.6f, 0.2f},             /* across it */
        {-0.5f, -0.5f, 1.2f, 0.5f, -0.5f, 1.2f, 0, 0.5f, 1.2f},       /* above the last slice */
        {-0.5f, -0.5f, -1.01f, 0.5f, -0.5f, -1.01f, 0, 0.5f, -1.01f}, /* below the first */
        {-0.9f, -0.9f, -5, 0.9f, -0.9f, 5, 0, 0.9f, 0},               /* steep, through all slices */
        {-1, -1, -1, 1, -1, -1, -1, 1, -1},                           /* in the bottom face */
        {-1, -1, 1, 1, -1, 1, -1, 1, 1},                              /* in the top face: outside */
        {-100, -100, 0.55f, 100, -100, 0.55f, 0, 100, 0.55f},         /* covers everything */
    };
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 24, 20, 12, 4);
    for (size_t i = 0; i < LENGTH(placed); i++)
        run_checked(e, voxelizer, placed[i], 1);
    for (size_t i = 0; i < LENGTH(ranges); i++) {
        SCOPED(free_memory) float *soup = random_soup(40, ranges[i], 100 + i);
        run_checked(e, voxelizer, soup, 40);
    }
}

GPU_TEST(edge_on_and_empty_triangles_mark_nothing) {
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 32, 32, 16, 0);
    SCOPED(soup_free) soup none = soup_without_area();
    assert_int_equal(run_checked(e, voxelizer, none.corners, none.count), 0);
}

GPU_TEST(an_empty_mesh_empties_the_volume) {
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 20, 20, 20, 3);
    SCOPED(free_memory) float *soup = random_soup(30, 0.9f, 4);
    assert_true(run_checked(e, voxelizer, soup, 30) > 0);
    assert_int_equal(run_checked(e, voxelizer, soup, 0), 0);
    assert_true(run_checked(e, voxelizer, soup, 30) > 0);
    hpyr_mesh nothing = {.triangle_count = 0};
    OK(e, hpyr_voxelizer_run(voxelizer, &nothing, NULL)); /* no triangles need no buffer */
}

/* Triangles with one odd coordinate among good ones; the oracle gets the good ones only. */
GPU_TEST(vertices_that_are_not_finite_mark_nothing) {
    static const uint32_t odd[] = {0x7fc00000, 0xffc00000, 0x7f800000, 0xff800000, 0x7f800001};
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 31, 17, 9, 2);
    SCOPED(free_memory) float *good = random_soup(20, 0.9f, 12), *mixed = random_soup(20 + 9 * LENGTH(odd), 0.9f, 13);
    memcpy(mixed, good, 20 * 9 * sizeof *good);
    for (uint32_t i = 0; i < 9 * LENGTH(odd); i++)
        memcpy(mixed + 9 * (20 + i) + i % 9, &odd[i / 9], sizeof(float));
    uint32_t triangles = 20 + 9 * LENGTH(odd);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(mixed, triangles * 36);
    hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = triangles};
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    assert_true(check_volume(e, voxelizer, good, 20) > 0);
}

/* ---- how meshes lie in buffers ---- */

GPU_TEST(a_soup_and_an_indexed_mesh_give_the_same) {
    SCOPED(mesh_free) mesh teapot;
    hpyr_flat3d map;
    assert_true(mesh_make_teapot(&teapot, 3));
    SCOPED(free_memory) float *soup = soup_of(&teapot);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 45, 52, 31, 0);
    run_checked(e, voxelizer, soup, teapot.triangle_count);
    SCOPED(free_memory) uint8_t *first = read_volume(e, voxelizer, &map);
    SCOPED(delete_buffer) GLuint positions = buffer_of(teapot.positions, (size_t)teapot.vertex_count * 12);
    size_t bytes = (size_t)teapot.triangle_count * 12;
    SCOPED(free_memory) uint32_t *shifted = make_zeros(1, bytes + 20);
    memcpy(shifted + 5, teapot.indices, bytes);
    SCOPED(delete_buffer) GLuint indices = buffer_of(shifted, bytes + 20);
    hpyr_mesh gpu = {.positions.buffer = positions,
                     .index_buffer = indices,
                     .index_offset = 20,
                     .triangle_count = teapot.triangle_count};
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    SCOPED(free_memory) uint8_t *second = read_volume(e, voxelizer, &map);
    assert_memory_equal(first, second, (size_t)hpyr_flat3d_texture_width(&map) * hpyr_flat3d_texture_height(&map) * 4);
}

typedef struct vertex {
    uint32_t unused;
    float position[3];
    uint8_t color[4];
    float more;
} vertex;

/* Each triangle has a color of its own, so that the last one in a voxel is known from voxelizing them one by one. */
GPU_TEST(the_last_triangle_in_a_voxel_gives_its_color) {
    enum { TRIANGLES = 25, X = 20, Y = 18, Z = 10 };
    static uint8_t expected[X * Y * Z][4], voxels[X * Y * Z], ambiguous[X * Y * Z], unclear[X * Y * Z];
    SCOPED(free_memory) float *soup = random_soup(TRIANGLES, 0.95f, 77);
    vertex vertices[3 * TRIANGLES + 1];
    hpyr_flat3d map;
    memset(vertices, 0xff, sizeof vertices);
    memset(expected, 0, sizeof expected);
    memset(unclear, 0, sizeof unclear);
    for (uint32_t t = 0; t < TRIANGLES; t++) {
        uint8_t color[4] = {(uint8_t)(10 * t), (uint8_t)(255 - t), (uint8_t)(t * t), 255};
        answer_thin(soup + 9 * t, 1, X, Y, Z, voxels, ambiguous);
        for (uint32_t i = 0; i < X * Y * Z; i++) {
            if (voxels[i])
                memcpy(expected[i], color, 4);
            unclear[i] |= ambiguous[i];
        }
        for (int k = 0; k < 3; k++) {
            vertex *v = &vertices[3 * t + (uint32_t)k + 1];
            memcpy(v->position, soup + 9 * t + 3 * k, sizeof v->position);
            memcpy(v->color, color, 3);
            v->color[3] = (uint8_t)(t % 2 * 200); /* not looked at */
        }
    }
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, X, Y, Z, 3);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(vertices, sizeof vertices);
    hpyr_mesh gpu = {.positions.buffer = buffer,
                     .positions.stride = sizeof(vertex),
                     .positions.offset = sizeof(vertex) + offsetof(vertex, position),
                     .colors.buffer = buffer,
                     .colors.stride = sizeof(vertex),
                     .colors.offset = sizeof(vertex) + offsetof(vertex, color),
                     .triangle_count = TRIANGLES};
    OK(e, hpyr_voxelizer_run(voxelizer, &gpu, NULL));
    SCOPED(free_memory) uint8_t *texels = read_volume(e, voxelizer, &map);
    for (uint32_t i = 0; i < X * Y * Z; i++) {
        uint32_t u, v;
        hpyr_flat3d_texel(&map, i % X, i / X % Y, i / (X * Y), &u, &v);
        if (!unclear[i])
            assert_memory_equal(texels + 4 * (v * X * map.tiles_x + u), expected[i], 4);
    }
}

GPU_TEST(a_mesh_without_colors_is_white) {
    static const float soup[9] = {-0.9f, -0.9f, 0.1f, 0.9f, -0.9f, 0.1f, 0, 0.9f, 0.1f};
    hpyr_flat3d map;
    uint32_t white = 0;
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 16, 16, 4, 2);
    uint32_t active = run_checked(e, voxelizer, soup, 1);
    SCOPED(free_memory) uint8_t *texels = read_volume(e, voxelizer, &map);
    for (uint32_t i = 0; i < 32 * 32; i++)
        white +=
            texels[4 * i] == 255 && texels[4 * i + 1] == 255 && texels[4 * i + 2] == 255 && texels[4 * i + 3] == 255;
    assert_true(active > 0 && white == active);
}

/* Powers of two and exchanged axes are exact in floats; the oracle gets corners transformed here. */
GPU_TEST(a_transform_takes_the_mesh_to_the_volume) {
    static const float transforms[][16] = {
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
        {0.5f, 0, 0, 0, 0, 0.25f, 0, 0, 0, 0, 2, 0, 0.25f, -0.5f, 0.125f, 1},
        {0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1},
        {-1, 0, 0, 1e-5f, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0.99999f}, /* as an inverse may be rounded */
    };
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 33, 27, 14, 0);
    float *soup = random_soup(30, 0.9f, 5), moved[9 * 30];
    for (uint32_t i = 0; i < 9 * 30; i++)
        soup[i] = floorf(soup[i] * 4096) / 4096; /* so that sums are exact too */
    SCOPED(delete_buffer) GLuint buffer = buffer_of(soup, 30 * 36);
    hpyr_mesh gpu = {.positions.buffer = buffer, .triangle_count = 30};
    for (size_t i = 0; i < LENGTH(transforms); i++) {
        const float *m = transforms[i];
        for (uint32_t k = 0; k < 3 * 30; k++)
            for (int row = 0; row < 3; row++)
                moved[3 * k + row] =
                    m[row] * soup[3 * k] + m[4 + row] * soup[3 * k + 1] + m[8 + row] * soup[3 * k + 2] + m[12 + row];
        OK(e, hpyr_voxelizer_run(voxelizer, &gpu, m));
        assert_true(check_volume(e, voxelizer, moved, 30) > 0);
    }
    free(soup);
}

/* ---- mistakes ---- */

GPU_TEST(volumes_that_cannot_be_are_refused) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    hpyr_voxelizer_desc descs[] = {
        {.width = 0, .height = 4, .depth = 4},
        {.width = 4, .height = 0, .depth = 4},
        {.width = 4, .height = 4, .depth = 0},
        {.width = 4, .height = 4, .depth = 4, .tiles_x = 5},
        {.width = 4, .height = 4, .depth = 4, .kind = (hpyr_voxelizer_kind)77},
        {.width = 4, .height = 4, .depth = 4, .tiles_x = 2, .kind = HPYR_VOXELIZER_KIND_BITS},
        {.width = caps->max_texture_size + 1, .height = 4, .depth = 4}};
    hpyr_voxelizer *voxelizer = NULL;
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_create(e->context, NULL, &voxelizer));
    for (size_t i = 0; i < LENGTH(descs); i++) {
        descs[i].kind = descs[i].kind ? descs[i].kind : HPYR_VOXELIZER_KIND_SLICES;
        hpyr_result result = CALL(e, hpyr_voxelizer_create(e->context, &descs[i], &voxelizer));
        assert_int_equal(result, i == 6 ? HPYR_ERROR_TOO_LARGE : HPYR_ERROR_INVALID_ARGUMENT);
        assert_null(voxelizer);
        assert_int_equal(hpyr_voxelizer_bytes(e->context, &descs[i]), 0);
    }
    const hpyr_voxelizer_desc tiles = {.width = 4, .height = 4, .depth = 4, .tiles_x = 2};
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_create(e->context, &tiles, &voxelizer));
    assert_true(env_logged(e, "tiles_x"));
}

GPU_TEST(what_would_have_no_effect_is_refused) {
    const float soup[9] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0, 0.5f, 0};
    SCOPED(delete_buffer) GLuint buffer = buffer_of(soup, sizeof soup);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 8, 8, 8, 0);
    uint32_t skipped;
    const struct {
        hpyr_mesh mesh;
        float transform[16];
        const char *named;
    } cases[] = {
        {{.positions.buffer = buffer, .triangle_count = 1, .colors.stride = 4}, {[15] = 1}, "colors"},
        {{.positions.buffer = buffer, .triangle_count = 1, .colors.offset = 8}, {[15] = 1}, "colors"},
        {{.positions.buffer = buffer, .triangle_count = 1, .index_offset = 12}, {[15] = 1}, "indices"},
        {{.positions.buffer = buffer, .triangle_count = 1}, {0}, "0 0 0 0"},
        {{.positions.buffer = buffer, .triangle_count = 1}, {[3] = 0.5f, [15] = 1}, "0.5 0 0 1"},
        {{.positions.buffer = buffer, .triangle_count = 1}, {[11] = NAN, [15] = 1}, "nan"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        EXPECT_TOLD(e, HPYR_ERROR_INVALID_ARGUMENT, cases[i].named,
                    hpyr_voxelizer_run(voxelizer, &cases[i].mesh, cases[i].transform));
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT,
               hpyr_voxelizer_count_skipped(voxelizer, &cases[i].mesh, cases[i].transform, &skipped));
    }
    assert_true(run_checked(e, voxelizer, soup, 1) > 0);
}

GPU_TEST(bad_meshes_are_refused) {
    float soup[18] = {-0.5f, -0.5f, 0, 0.5f, -0.5f, 0, 0, 0.5f, 0};
    GLuint buffer = buffer_of(soup, sizeof soup), deleted = buffer_of(soup, sizeof soup);
    glDeleteBuffers(1, &deleted);
    SCOPED(destroy_voxelizer) hpyr_voxelizer *voxelizer = make_voxelizer(e, 8, 8, 8, 0);
    const hpyr_mesh meshes[] = {
        {.positions.buffer = deleted, .triangle_count = 2},
        {.positions.buffer = buffer, .triangle_count = 3}, /* longer than the buffer */
        {.positions.buffer = buffer, .positions.offset = 4, .triangle_count = 2},
        {.positions.buffer = buffer, .positions.offset = UINT64_MAX - 15, .triangle_count = 2}, /* the sum wraps */
        {.positions.buffer = buffer, .index_buffer = buffer, .index_offset = UINT64_MAX - 7, .triangle_count = 1},
        {.positions.buffer = buffer, .colors.buffer = deleted, .triangle_count = 2},
        {.positions.buffer = buffer, .colors.buffer = buffer, .colors.stride = 64, .triangle_count = 2},
        {.positions.buffer = buffer, .index_buffer = deleted, .triangle_count = 2},
        {.positions.buffer = buffer, .index_buffer = buffer, .triangle_count = 200},
    };
    for (size_t i = 0; i < LENGTH(meshes); i++)
        EXPECT(e, HPYR_ERROR_BUFFER, hpyr_voxelizer_run(voxelizer, &meshes[i], NULL));
    const hpyr_mesh odd = {.positions.buffer = buffer, .positions.stride = 13, .triangle_count = 1};
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_run(voxelizer, &odd, NULL));
    const hpyr_mesh wide = {.positions.buffer = buffer, .positions.stride = 2052, .triangle_count = 0x7fffffff};
    EXPECT(e, HPYR_ERROR_TOO_LARGE, hpyr_voxelizer_run(voxelizer, &wide, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_run(voxelizer, NULL, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_run(NULL, &meshes[0], NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_volume(NULL, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_voxelizer_volume(voxelizer, NULL));
    assert_true(run_checked(e, voxelizer, soup, 1) > 0); /* still usable */
    CALL_VOID(e, hpyr_voxelizer_destroy(NULL));
    glDeleteBuffers(1, &buffer);
}
