/* test_voxelizer_dialects.c - slices by GL 2.1's means against those by GL 3.3's, texel by texel, in one compatibility context.
 * SPDX-License-Identifier: MIT */
#include "oracle.h"
#include "volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files/error.h"
#include "common/mesh/mesh.h"

enum { GL21, GL33, DIALECTS };

/* One library context a dialect, on the same GL context. */
typedef struct dialects {
    hpyr_context *contexts[DIALECTS];
    char log[4096]; /* of the latest calls */
} dialects;

typedef struct vertex {
    float position[3];
    uint8_t color[4];
} vertex;

/* ---- contexts ---- */

static void keep_message(hpyr_log_level level, const char *message, void *user) {
    dialects *d = user;
    size_t used = strlen(d->log);
    (void)level;
    snprintf(d->log + used, sizeof d->log - used, "%s\n", message);
}

static int open_dialects(void **state) {
    static const int caps[DIALECTS] = {21, 33};
    dialects *d = calloc(1, sizeof *d);
    if (!d)
        return -1;
    *state = d;
    glewExperimental = GL_TRUE;
    GLenum loaded = glewInit();
    if (loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY)
        return -1;
    while (glGetError() != GL_NO_ERROR) {}
    for (int i = 0; i < DIALECTS; i++) {
        const hpyr_context_desc desc = {.log = keep_message, .user = d, .gl_version_cap = caps[i]};
        if (hpyr_context_create(&desc, &d->contexts[i]) != HPYR_OK) {
            fprintf(stderr, "%s", d->log);
            return -1;
        }
    }
    assert_int_equal(hpyr_context_caps(d->contexts[GL21])->glsl_version, 120);
    return glGetError() == GL_NO_ERROR ? 0 : -1;
}

static int close_dialects(void **state) {
    SCOPED(free_memory) dialects *d = *state;
    for (int i = 0; i < DIALECTS; i++)
        hpyr_context_destroy(d->contexts[i]);
    return 0;
}

static void expect(dialects *d, hpyr_result expected, hpyr_result got) {
    if (got != expected)
        fprintf(stderr, "%s instead of %s\n%s", hpyr_result_string(got), hpyr_result_string(expected), d->log);
    assert_int_equal(got, expected);
    CHECK_GL();
}

/* ---- volumes ---- */

/* Of so many voxels. GL 2.1 takes depths from the CPU, whose divisions are those of IEEE; those of a GPU need not be, and then rounding
 * decides otherwise where a depth is at a boundary (docs/voxelizer.md). Mesa's drivers for CPUs divide as IEEE does. */
static uint32_t may_differ(uint32_t voxels) {
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    return strstr(renderer, "llvmpipe") || strstr(renderer, "softpipe") ? 0 : voxels / 1000 + 1;
}

static bool is_small(void) {
    return getenv("HPYR_TEST_SMALL") != NULL;
}

static hpyr_voxelizer *make_voxelizer(dialects *d, int dialect, const uint32_t size[4]) {
    const hpyr_voxelizer_desc desc = {
        .width = size[0], .height = size[1], .depth = size[2], .tiles_x = size[3], .kind = HPYR_VOXELIZER_KIND_SLICES};
    hpyr_voxelizer *voxelizer = NULL;
    expect(d, HPYR_OK, hpyr_voxelizer_create(d->contexts[dialect], &desc, &voxelizer));
    return voxelizer;
}

/* The flat texture's texels, four bytes each; free them. */
static uint8_t *read_texels(const hpyr_voxelizer *voxelizer, size_t *bytes) {
    hpyr_texture texture;
    assert_int_equal(hpyr_voxelizer_volume(voxelizer, &texture), HPYR_OK);
    *bytes = (size_t)texture.width * texture.height * 4;
    uint8_t *texels = make_room(*bytes);
    glBindTexture(GL_TEXTURE_2D, texture.name);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
    CHECK_GL();
    return texels;
}

/* Runs the mesh in both dialects; every texel must be the same. Returns the number of voxels set. */
static uint32_t check_mesh(dialects *d, const uint32_t size[4], const hpyr_mesh *mesh, const float *transform) {
    uint8_t *texels[DIALECTS];
    size_t bytes[DIALECTS];
    uint32_t set = 0;
    for (int i = 0; i < DIALECTS; i++) {
        hpyr_voxelizer *voxelizer = make_voxelizer(d, i, size);
        expect(d, HPYR_OK, hpyr_voxelizer_run(voxelizer, mesh, transform));
        texels[i] = read_texels(voxelizer, &bytes[i]);
        hpyr_voxelizer_destroy(voxelizer);
    }
    assert_int_equal(bytes[GL21], bytes[GL33]);
    size_t differ = 0;
    for (size_t i = 0; i < bytes[GL21]; i += 4) {
        differ += memcmp(texels[GL21] + i, texels[GL33] + i, 4) != 0;
        set += texels[GL21][i + 3] == 255;
    }
    if (differ)
        fprintf(stderr, "%ux%ux%u: %zu of %u voxels differ\n", size[0], size[1], size[2], differ, set);
    assert_true(differ <= may_differ(set));
    for (int i = 0; i < DIALECTS; i++)
        free(texels[i]);
    return set;
}

/* The same with a soup whose corners have colors of their own. */
static uint32_t check_soup(dialects *d, const uint32_t size[4], const soup *s, const float *transform) {
    SCOPED(free_memory) vertex *vertices = make_zeros((size_t)s->count * 3, sizeof *vertices);
    uint64_t seed = s->count;
    for (size_t i = 0; i < 3 * (size_t)s->count; i++) {
        uint32_t color = random_next(&seed);
        memcpy(vertices[i].position, s->corners + 3 * i, sizeof vertices[i].position);
        memcpy(vertices[i].color, &color, 4);
    }
    SCOPED(delete_buffer) GLuint buffer = buffer_of(vertices, (size_t)s->count * 3 * sizeof *vertices);
    const hpyr_mesh mesh = {.positions.buffer = buffer,
                            .positions.stride = sizeof(vertex),
                            .colors.buffer = buffer,
                            .colors.stride = sizeof(vertex),
                            .colors.offset = offsetof(vertex, color),
                            .triangle_count = s->count};
    uint32_t set = check_mesh(d, size, &mesh, transform);
    return set;
}

/* ---- tests ---- */

static void check_teapot(dialects *d, uint32_t x, uint32_t y, uint32_t z, uint32_t expected) {
    const uint32_t size[4] = {x, y, z, 0};
    SCOPED(mesh_free) mesh teapot;
    assert_true(mesh_make_teapot(&teapot, 7));
    SCOPED(delete_buffer) GLuint positions = buffer_of(teapot.positions, (size_t)teapot.vertex_count * 12);
    SCOPED(delete_buffer) GLuint colors = buffer_of(teapot.colors, (size_t)teapot.vertex_count * 4);
    SCOPED(delete_buffer) GLuint indices = buffer_of(teapot.indices, (size_t)teapot.triangle_count * 12);
    const hpyr_mesh gpu = {.positions.buffer = positions,
                           .colors.buffer = colors,
                           .index_buffer = indices,
                           .triangle_count = teapot.triangle_count};
    assert_int_equal(check_mesh(d, size, &gpu, NULL), expected);
}

TEST_WITH(dialects *d, the_teapot_has_the_same_voxels) {
    check_teapot(d, 64, 64, 256, 2130);
    if (is_small())
        return;
    check_teapot(d, 128, 128, 256, 8596);
    check_teapot(d, 256, 256, 256, 33990);
}

TEST_WITH(dialects *d, random_soups_have_the_same_voxels_and_colors) {
    static const uint32_t sizes[][4] = {{97, 61, 33, 0}, {97, 61, 33, 5}, {1, 1, 1, 0},   {3, 50, 2, 2},
                                        {50, 3, 7, 3},   {8, 8, 100, 7},  {40, 30, 1, 1}, {64, 64, 64, 0}};
    static const float ranges[] = {0.95f, 1.5f, 4.0f, 30.0f};
    uint32_t set = 0;
    const uint32_t range_count = is_small() ? 2 : LENGTH(ranges);
    for (uint32_t i = 0; i < LENGTH(sizes) * range_count; i++) {
        SCOPED(soup_free) soup s = soup_random(is_small() ? 20 : 70, ranges[i % range_count], i);
        set += check_soup(d, sizes[i / range_count], &s, NULL);
    }
    assert_true(set > 2000);
}

/* Products are added in the order that GLSL adds them, or some depth falls on the other side of a boundary. */
TEST_WITH(dialects *d, transformed_soups_have_the_same_voxels) {
    static const uint32_t size[4] = {70, 50, 60, 0};
    for (uint32_t i = 0; i < (is_small() ? 3u : 30u); i++) {
        uint64_t seed = 1000 + i;
        float transform[16];
        for (int k = 0; k < 16; k++)
            transform[k] = k % 4 == 3 ? (float)(k == 15)
                                      : ((float)random_next(&seed) / 2147483648.0f - 1.0f) * (k / 4 == 3 ? 0.3f : 1.0f);
        SCOPED(soup_free) soup s = soup_random(200, 0.9f, i);
        assert_true(check_soup(d, size, &s, transform) > 0);
    }
}

/* Corners at the corners of cells: depths at columns are often whole but for the last bit, which decides. */
TEST_WITH(dialects *d, depths_on_boundaries_round_alike) {
    static const uint32_t size[4] = {64, 64, 64, 0};
    SCOPED(soup_free) soup s = soup_random(1000, 31.9f, 9);
    for (uint32_t i = 0; i < 9 * s.count; i++)
        s.corners[i] = rintf(s.corners[i]) / 32.0f;
    assert_true(check_soup(d, size, &s, NULL) > 10000);
}

/* More pairs of triangle and slice than a window of lists holds. */
TEST_WITH(dialects *d, steep_triangles_reach_many_slices) {
    static const uint32_t size[4] = {16, 16, 1024, 0};
    SCOPED(soup_free) soup s = soup_make(is_small() ? 80 : 300);
    uint64_t seed = 5;
    for (uint32_t i = 0; i < 9 * s.count; i++) {
        float random = (float)random_next(&seed) / 2147483648.0f - 1.0f;
        s.corners[i] = i % 9 == 2 ? -1.01f : i % 9 == 5 ? 1.01f : random;
    }
    assert_true(check_soup(d, size, &s, NULL) > 0);
}

TEST_WITH(dialects *d, meshes_of_several_batches_keep_their_order) {
    static const uint32_t size[4] = {32, 32, 32, 0};
    if (is_small())
        SKIP("GL 3.3 draws every triangle in every slice, which a slow GL takes long for");
    SCOPED(soup_free) soup s = soup_crumbs(70000, 0.2f, 1.2f, 8);
    assert_true(check_soup(d, size, &s, NULL) > 1000);
}

/* Of the oracle too, where both dialects could be wrong. */
TEST_WITH(dialects *d, voxels_equal_the_oracle) {
    static const uint32_t size[4] = {45, 37, 29, 0};
    static uint8_t expected[45 * 37 * 29], ambiguous[45 * 37 * 29];
    SCOPED(soup_free) soup s = soup_random(100, 0.95f, 77);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(s.corners, (size_t)s.count * 36);
    const hpyr_mesh mesh = {.positions.buffer = buffer, .triangle_count = s.count};
    hpyr_voxelizer *voxelizer = make_voxelizer(d, GL21, size);
    hpyr_flat3d map = map_of(voxelizer);
    answer_thin(s.corners, s.count, size[0], size[1], size[2], expected, ambiguous);
    for (int run = 0; run < 2; run++) { /* the second one sees nothing of the first */
        size_t bytes;
        expect(d, HPYR_OK, hpyr_voxelizer_run(voxelizer, &mesh, NULL));
        SCOPED(free_memory) uint8_t *texels = read_texels(voxelizer, &bytes);
        for (uint32_t i = 0; i < LENGTH(expected); i++) {
            uint32_t u, v;
            hpyr_flat3d_texel(&map, i % size[0], i / size[0] % size[1], i / (size[0] * size[1]), &u, &v);
            if (!ambiguous[i])
                assert_int_equal(texels[4 * ((size_t)v * size[0] * map.tiles_x + u) + 3], 255 * expected[i]);
        }
    }
    hpyr_voxelizer_destroy(voxelizer);
}

TEST_WITH(dialects *d, indices_past_the_buffer_skip_their_triangle) {
    static const uint32_t size[4] = {16, 16, 8, 0};
    static const uint32_t indices[] = {0, 1, 2, 0, 1, 3, 0, UINT32_MAX, 2, 1000000, 1000001, 1000002};
    const float corners[9] = {-0.9f, -0.9f, 0.1f, 0.9f, -0.9f, 0.1f, 0, 0.9f, 0.1f};
    SCOPED(delete_buffer)
    GLuint positions = buffer_of(corners, sizeof corners), index_buffer = buffer_of(indices, sizeof indices);
    const hpyr_mesh good = {.positions.buffer = positions, .index_buffer = index_buffer, .triangle_count = 1};
    hpyr_mesh bad = good;
    uint8_t *texels[2];
    size_t bytes;
    uint32_t skipped = 0;
    hpyr_voxelizer *voxelizer = make_voxelizer(d, GL21, size);
    bad.triangle_count = 4;
    bad.colors.buffer = positions;
    expect(d, HPYR_OK, hpyr_voxelizer_run(voxelizer, &bad, NULL));
    bad.colors.buffer = 0;
    for (int i = 0; i < 2; i++) {
        expect(d, HPYR_OK, hpyr_voxelizer_run(voxelizer, i ? &bad : &good, NULL));
        texels[i] = read_texels(voxelizer, &bytes);
    }
    assert_memory_equal(texels[0], texels[1], bytes);
    expect(d, HPYR_OK, hpyr_voxelizer_count_skipped(voxelizer, &bad, NULL, &skipped));
    assert_int_equal(skipped, 3);
    bad.index_offset = 36; /* nothing but what is not there */
    bad.triangle_count = 1;
    expect(d, HPYR_OK, hpyr_voxelizer_run(voxelizer, &bad, NULL));
    for (int i = 0; i < 2; i++)
        free(texels[i]);
    hpyr_voxelizer_destroy(voxelizer);
}

/* Corners on a coarse grid are often on one line, exactly; others only nearly, by what their rounding leaves. */
static soup soup_of_doubtful(uint32_t count, uint64_t seed) {
    static const uint32_t odd[] = {0x7fc00000, 0x7f800000, 0xff800000, 0x7f000000, 0x4e6e6b28, 0x4c000000};
    soup s = soup_make(count);
    for (uint32_t t = 0; t < count; t++) {
        float *c = s.corners + 9 * (size_t)t, grid = t % 3 ? 0.25f : 0.1f;
        for (int i = 0; i < 9; i++)
            c[i] = ((float)(random_next(&seed) % 5) - 2.0f) * grid;
        if (t % 4 == 1) /* the third corner on the line, but for rounding */
            for (int i = 0; i < 3; i++)
                c[6 + i] = c[i] + (c[3 + i] - c[i]) / 3.0f;
        if (t % 4 == 2)
            c[random_next(&seed) % 9] += 1e-8f * (float)(random_next(&seed) % 16);
        if (t % 16 == 7)
            memcpy(&c[random_next(&seed) % 9], &odd[t / 16 % LENGTH(odd)], sizeof *c);
        for (int i = 0; t % 32 == 11 && i < 9; i++)
            c[i] *= 3e6f;
    }
    return s;
}

TEST_WITH(dialects *d, the_same_triangles_are_skipped) {
    enum { COUNT = 4000, CHUNK = 16 };
    static const uint32_t sizes[][4] = {{256, 256, 256, 0}, {100, 7, 33, 0}};
    static const float turned[16] = {0.6f, 0.3f,  0.1f, 0, -0.2f, 0.7f, 0.4f,  0,
                                     0.3f, -0.5f, 0.6f, 0, 0.1f,  0,    -0.1f, 1};
    SCOPED(soup_free) soup s = soup_of_doubtful(COUNT, 3);
    SCOPED(delete_buffer) GLuint buffer = buffer_of(s.corners, (size_t)s.count * 36);
    for (uint32_t i = 0; i < 2 * LENGTH(sizes); i++) {
        hpyr_voxelizer *voxelizers[DIALECTS] = {make_voxelizer(d, GL21, sizes[i / 2]),
                                                make_voxelizer(d, GL33, sizes[i / 2])};
        uint32_t all = 0;
        for (uint32_t first = 0; first < s.count; first += CHUNK) {
            const hpyr_mesh mesh = {
                .positions.buffer = buffer, .positions.offset = 36 * (uint64_t)first, .triangle_count = CHUNK};
            uint32_t skipped[DIALECTS];
            for (int k = 0; k < DIALECTS; k++)
                expect(d, HPYR_OK,
                       hpyr_voxelizer_count_skipped(voxelizers[k], &mesh, i % 2 ? turned : NULL, &skipped[k]));
            assert_true(labs((long)skipped[GL21] - (long)skipped[GL33]) <= (may_differ(1000) ? 1 : 0));
            all += skipped[GL21];
        }
        assert_in_range(all, s.count / 16, s.count / 2);
        for (int k = 0; k < DIALECTS; k++)
            hpyr_voxelizer_destroy(voxelizers[k]);
    }
}

TEST_WITH(dialects *d, what_needs_integer_targets_is_unsupported) {
    static const hpyr_voxelizer_desc bits[] = {
        {.width = 8, .height = 8, .depth = 8, .kind = HPYR_VOXELIZER_KIND_BITS},
        {.width = 8, .height = 8, .depth = 8, .fill = HPYR_FILL_SURFACE},
        {.width = 8, .height = 8, .depth = 8, .fill = HPYR_FILL_SOLID},
        {.width = 8, .height = 8, .depth = 8, .kind = HPYR_VOXELIZER_KIND_SLICES, .fill = HPYR_FILL_SOLID},
    };
    const hpyr_voxelizer_desc plain = {.width = 8, .height = 8, .depth = 8};
    hpyr_voxelizer *voxelizer = NULL;
    for (size_t i = 0; i < LENGTH(bits); i++) {
        d->log[0] = '\0';
        expect(d, HPYR_ERROR_UNSUPPORTED, hpyr_voxelizer_create(d->contexts[GL21], &bits[i], &voxelizer));
        assert_null(voxelizer);
        assert_non_null(strstr(d->log, i < 3 ? "GL 2.1 has none" : "THIN only"));
    }
    d->log[0] = '\0';
    expect(d, HPYR_OK, hpyr_voxelizer_create(d->contexts[GL21], &plain, &voxelizer));
    assert_int_equal(hpyr_voxelizer_resolved(voxelizer)->kind, HPYR_VOXELIZER_KIND_SLICES);
    assert_non_null(strstr(d->log, "integer render targets"));
    assert_null(strstr(d->log, "glLogicOp"));
    const hpyr_pyramid_desc shape = {.width = 8, .height = 8, .depth = 8};
    hpyr_pyramid *pyramid = NULL;
    expect(d, HPYR_OK, hpyr_pyramid_create(d->contexts[GL21], &shape, &pyramid));
    expect(d, HPYR_ERROR_UNSUPPORTED, hpyr_voxelizer_attributes(voxelizer, pyramid, NULL, 0, NULL, NULL, NULL));
    assert_non_null(strstr(d->log, "attributes"));
    hpyr_pyramid_destroy(pyramid);
    hpyr_voxelizer_destroy(voxelizer);
}

int main(void) {
    headless *display = headless_open(21); /* newer, where GL has a compatibility profile */
    int major = 0, minor = 0;
    if (!display || sscanf((const char *)glGetString(GL_VERSION), "%d.%d", &major, &minor) != 2 ||
        10 * major + minor < 33) {
        fprintf(stderr, "%s\n", error_text());
        headless_close(display);
        return runner_skip_all("no GL speaks both dialects");
    }
    int failed = runner_run_group(&(runner_group){.open = open_dialects, .close = close_dialects});
    headless_close(display);
    return failed;
}
