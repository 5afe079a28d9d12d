/* test_large.c - bits where they pay: images of 4096 x 4096, volumes of 1024^3 and of 2^32 cells.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "oracle.h"
#include "volumes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- 4096 x 4096 ---- */

static void check_large_image(env *e, hpyr_order order, hpyr_format format, double fill) {
    enum { SIDE = 4096 };
    const hpyr_flat3d map = {SIDE, SIDE, 1, 1, 1};
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .layout = HPYR_LAYOUT_BITS, .order = order};
    SCOPED(image_free) image im = image_filled(format, SIDE, SIDE, fill, 7);
    uint32_t *counts = make_room((size_t)SIDE * SIDE * sizeof *counts);
    assert_int_equal(hpyr_ref_discriminate(&im.ref, 1, INFINITY, counts), HPYR_OK);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_volume_in(counts, &map, order);
    free(counts);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    check_pyramid(e, pyramid, oracle, &map);
}

GPU_TEST(images_of_4096_x_4096_equal_the_oracle) {
    check_large_image(e, HPYR_ORDER_LINE, HPYR_FORMAT_RGBA8, 0.002);
    check_large_image(e, HPYR_ORDER_MORTON, HPYR_FORMAT_R8, 0.002);
    if (e->hostile)
        return;
    check_large_image(e, HPYR_ORDER_LINE, HPYR_FORMAT_R8, -1);
    check_large_image(e, HPYR_ORDER_LINE, HPYR_FORMAT_R8, 0.1);
    check_large_image(e, HPYR_ORDER_MORTON, HPYR_FORMAT_RGBA8, 1);
    check_large_image(e, HPYR_ORDER_MORTON, HPYR_FORMAT_R8, 0);
    check_large_image(e, HPYR_ORDER_COLUMN, HPYR_FORMAT_R8, 0.05);
}

/* ---- 1024^3 ---- */

enum { SIDE = 1024, STRIP = 128, LAYERS = SIDE / 128 };

static uint32_t *read_all_bits(env *e, const hpyr_voxelizer *voxelizer, hpyr_texture *texture) {
    size_t bytes = (size_t)SIDE * SIDE * LAYERS * 16;
    uint32_t *words = make_room(bytes);
    OK(e, hpyr_voxelizer_volume(voxelizer, texture));
    assert_true(texture->width == SIDE && texture->height == SIDE && texture->depth >= LAYERS);
    const fetch_source source = {GL_TEXTURE_2D_ARRAY, texture->name, 0, SIDE, SIDE, texture->depth};
    fetch_texels(&source, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
    return words;
}

static bool bit_of(const uint32_t *words, size_t x, size_t y, size_t z) {
    return words[((z / 128 * SIDE + y) * SIDE + x) * 4 + z / 32 % 4] >> z % 32 & 1;
}

/* One strip of rows at a time, since a byte a voxel would be a gigabyte: y is stretched and moved, which is exact for
 * the multiples of 2^-20 that the mesh was rounded to. Returns how many voxels are set. */
static uint64_t check_strip(const uint32_t *words, const soup *s, uint32_t first_row, uint8_t *voxels) {
    size_t cells = (size_t)SIDE * STRIP * SIDE, strips = SIDE / STRIP;
    uint8_t *ambiguous = voxels + cells;
    uint64_t set = 0;
    SCOPED(soup_free) soup moved = soup_copy(s->corners, s->count);
    for (size_t i = 1; i < 9 * (size_t)s->count; i += 3)
        moved.corners[i] = s->corners[i] * (float)strips + (float)(strips - 1) - 2.0f * (float)(first_row / STRIP);
    answer_thin(moved.corners, moved.count, SIDE, STRIP, SIDE, voxels, ambiguous);
    for (size_t i = 0; i < cells; i++) {
        size_t x = i % SIDE, y = i / SIDE % STRIP, z = i / SIDE / STRIP;
        bool on = bit_of(words, x, first_row + y, z);
        set += on;
        if (on != voxels[i] && !ambiguous[i])
            fail_msg("voxel %zu %zu %zu is %d, not %d", x, first_row + y, z, on, voxels[i]);
    }
    return set;
}

static uint64_t spread(uint64_t n) {
    uint64_t code = 0;
    for (int i = 0; i < 32; i++)
        code |= (n >> i & 1) << 2 * i;
    return code;
}

/* Each point is a bit that is set, and comes after the last one: as many as bits are all of them, in order. */
static void check_all_points(env *e, const hpyr_texture *bits, const uint32_t *words, uint64_t expected) {
    const hpyr_pyramid_desc desc = {.width = SIDE, .height = SIDE, .depth = SIDE, .order = HPYR_ORDER_COLUMN};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    uint32_t total = 0, keys[64];
    uint64_t last = 0;
    OK(e, hpyr_pyramid_build_bits(pyramid, bits));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, expected);
    hpyr_point *points = make_room((size_t)total * sizeof *points), some[64];
    OK(e, hpyr_pyramid_download(pyramid, 0, HPYR_ALL, points, total, 0, NULL));
    for (uint32_t key = 0; key < total; key++) {
        const hpyr_point *p = &points[key];
        uint64_t code = (spread(p->x) | spread(p->y) << 1) * SIDE + p->z;
        if (!(bit_of(words, p->x, p->y, p->z) && p->remainder == 0 && (key == 0 || code > last)))
            fail_msg("key %u is voxel %u %u %u", key, p->x, p->y, p->z);
        last = code;
        if (key % (total / 63) == 0)
            some[key / (total / 63)] = *p;
    }
    OK(e, hpyr_pyramid_rank(pyramid, some, 63, keys));
    for (uint32_t i = 0; i < 63; i++)
        assert_int_equal(keys[i], i * (total / 63));
    free(points);
}

GPU_TEST_ONCE(the_teapot_at_1024_cubed_equals_the_oracle) {
    static const uint32_t size[3] = {SIDE, SIDE, SIDE};
    need_bits(e);
    SCOPED(soup_free) soup teapot = soup_teapot(7);
    for (size_t i = 0; i < 9 * (size_t)teapot.count; i++)
        teapot.corners[i] = rintf(teapot.corners[i] * 1048576) / 1048576;
    SCOPED(destroy_voxelizer)
    hpyr_voxelizer *voxelizer = make_voxelizer_of(e, size, HPYR_VOXELIZER_KIND_BITS, HPYR_FILL_THIN);
    hpyr_texture texture;
    uint64_t set = 0;
    run_soup(e, voxelizer, &teapot);
    SCOPED(free_memory) uint32_t *words = read_all_bits(e, voxelizer, &texture);
    uint8_t *voxels = make_room((size_t)SIDE * STRIP * SIDE * 2);
    for (uint32_t row = 0; row < SIDE; row += STRIP)
        set += check_strip(words, &teapot, row, voxels);
    free(voxels);
    assert_true(set > 500000);
    check_all_points(e, &texture, words, set);
}

/* ---- 2^32 cells ---- */

/* All bits of 4096 x 4096 x 256, half a gigabyte, cleared in place. */
static GLuint make_full_volume(void) {
    static const GLuint ones[4] = {~0u, ~0u, ~0u, ~0u};
    GLuint name, framebuffer;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32UI, 4096, 4096, 2, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int layer = 0; layer < 2; layer++) {
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, name, 0, layer);
        glClearBufferuiv(GL_COLOR, 0, ones);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    CHECK_GL();
    return name;
}

static void clear_bits(GLuint name, uint32_t first_word) {
    const GLuint words[4] = {first_word, ~0u, ~0u, ~0u};
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, 1, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, words);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    CHECK_GL();
}

GPU_TEST_ONCE(totals_are_exact_up_to_2_to_the_32_minus_2) {
    const hpyr_pyramid_desc desc = {.width = 4096, .height = 4096, .depth = 256, .order = HPYR_ORDER_COLUMN};
    SCOPED(delete_texture) GLuint name = make_full_volume();
    const hpyr_texture bits = {name, GL_TEXTURE_2D_ARRAY, 0, 4096, 4096, 2, HPYR_FORMAT_RGBA32UI, 0};
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_from(e, &desc);
    hpyr_point points[4];
    const hpyr_point last = {4095, 4095, 255, 0};
    uint32_t total = 0, key = 0;
    for (uint32_t missing = 0; missing < 2; missing++) { /* 2^32 wraps to 0, 2^32 - 1 is what overflow saturates to */
        clear_bits(name, ~missing);
        OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
        assert_int_equal(total, 0);
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_download(pyramid, 0, 1, points, 1, 0, NULL));
    }
    clear_bits(name, ~0x81u);
    OK(e, hpyr_pyramid_build_bits(pyramid, &bits));
    OK(e, hpyr_pyramid_total(pyramid, &total));
    assert_int_equal(total, UINT32_MAX - 1);
    OK(e, hpyr_pyramid_download(pyramid, 5, 2, points, 2, 0, NULL));
    assert_true(points[0].z == 6 && points[1].z == 8 && points[1].x == 0 && points[1].y == 0);
    OK(e, hpyr_pyramid_download(pyramid, total - 2, HPYR_ALL, points, 4, 0, NULL));
    assert_true(points[1].x == 4095 && points[1].y == 4095 && points[1].z == 255 && points[0].z == 254);
    OK(e, hpyr_pyramid_rank(pyramid, &last, 1, &key));
    assert_int_equal(key, total - 1);
}
