/* test_quadtree.c - quadtrees that the GPU builds equal the oracle's: number, order, size and value of every leaf, and what
 * is painted from them.  SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "quadtrees.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hpyr_format all_formats[] = {HPYR_FORMAT_R8,   HPYR_FORMAT_RGBA8,   HPYR_FORMAT_R16,     HPYR_FORMAT_R16F,
                                          HPYR_FORMAT_R32F, HPYR_FORMAT_RGBA32F, HPYR_FORMAT_R8UI,    HPYR_FORMAT_R16UI,
                                          HPYR_FORMAT_R16I, HPYR_FORMAT_R32UI,   HPYR_FORMAT_RGBA32UI};

static bool has_format(const env *e, hpyr_format format) {
    return !e->es || format != HPYR_FORMAT_R16;
}

/* One quadtree, each build of which must forget the one before. */
static void check_pictures(env *e, hpyr_format format, uint32_t width, uint32_t height, uint64_t seed) {
    const hpyr_quadtree_desc desc = {width, height, format, 0, 0};
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    for (int kind = 0; kind < PICTURES; kind += e->small ? 4 : e->hostile ? 2 : 1) {
        SCOPED(image_free) image im = picture_make((picture_kind)kind, format, width, height, seed + (uint64_t)kind);
        image_upload(&im);
        check_quadtree(e, tree, &im, 0);
        check_quadtree(e, tree, &im, kind % 3 == 0 ? 1.5 : kind % 3 == 1 ? 40 : 2);
    }
}

GPU_TEST(every_format_equals_the_oracle) {
    for (size_t i = 0; i < LENGTH(all_formats); i += e->hostile ? 3 : 1)
        if (has_format(e, all_formats[i]))
            check_pictures(e, all_formats[i], e->small ? 21 : 83, e->small ? 35 : 70, i);
}

/* Around powers of two and four, thin ones, and such whose root has one more stage than their mipmaps would have. */
GPU_TEST(every_size_equals_the_oracle) {
    static const uint32_t sizes[][2] = {{1, 1},   {2, 1},   {1, 2},  {1, 9},   {130, 1}, {3, 3},   {4, 4},
                                        {5, 4},   {7, 9},   {8, 8},  {15, 17}, {16, 16}, {17, 3},  {32, 31},
                                        {33, 33}, {63, 65}, {64, 5}, {5, 64},  {65, 64}, {127, 2}, {128, 128}};
    for (size_t i = 0; i < LENGTH(sizes); i += e->small ? 6 : e->hostile ? 3 : 1)
        check_pictures(e, i % 2 ? HPYR_FORMAT_RGBA8 : HPYR_FORMAT_R16UI, sizes[i][0], sizes[i][1], i);
}

/* All of them, or a corner. */
GPU_TEST(photographs_equal_the_oracle) {
    static const char *const names[] = {"camera.png", "coffee.jpg", "galaxies.jpg"};
    static const double tolerances[] = {0, 8, 40, 255};
    for (size_t i = 0; i < LENGTH(names); i++) {
        SCOPED(image_free) image im = photograph_make(names[i], i == 0 ? HPYR_FORMAT_R8 : HPYR_FORMAT_RGBA8);
        hpyr_quadtree_desc desc = desc_of(&im);
        desc.width = e->small || e->hostile ? 61 : desc.width;
        desc.height = e->small || e->hostile ? 90 : desc.height;
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        image_upload(&im);
        for (size_t k = 0; k < LENGTH(tolerances); k++)
            check_quadtree(e, tree, &im, tolerances[k]);
    }
}

/* ---- what must hold by itself ---- */

GPU_TEST(a_flat_image_is_one_leaf) {
    SCOPED(image_free) image im = picture_make(PICTURE_FLAT, HPYR_FORMAT_RGBA8, 50, 37, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    hpyr_quadtree_leaf leaf;
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    OK(e, hpyr_quadtree_download(tree, 0, HPYR_ALL, &leaf, 1, NULL));
    assert_true(leaf.x == 0 && leaf.y == 0 && leaf.size == 64 && leaf.texels == 50 * 37);
    assert_true(leaf.value.floats[0] == 77 / 255.0f && leaf.value.floats[3] == 77 / 255.0f);
}

/* As many stages as a quadtree of this GL can have. */
GPU_TEST(the_longest_image_may_be_one_leaf) {
    const uint32_t most = hpyr_context_caps(e->context)->max_texture_size, side = most < 32768 ? most : 32768;
    SCOPED(image_free) image im = picture_make(PICTURE_FLAT, HPYR_FORMAT_R8, side, 1, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    hpyr_quadtree_leaf leaf;
    uint32_t count = 0;
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    OK(e, hpyr_quadtree_count(tree, &count));
    assert_int_equal(count, 1);
    OK(e, hpyr_quadtree_download(tree, 0, HPYR_ALL, &leaf, 1, NULL));
    assert_true(leaf.x == 0 && leaf.y == 0 && leaf.size == side && leaf.texels == side);
}

GPU_TEST(checkers_are_all_leaves) {
    SCOPED(image_free) image im = picture_make(PICTURE_CHECKERS, HPYR_FORMAT_R8, 45, 23, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    uint32_t count = 0;
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0.98 / 255));
    OK(e, hpyr_quadtree_count(tree, &count));
    assert_int_equal(count, 45 * 23);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 1.0f / 255));
    OK(e, hpyr_quadtree_count(tree, &count));
    assert_int_equal(count, 1);
}

/* The leaves that came from the GPU, drawn by the CPU. */
GPU_TEST(leaves_rebuild_the_image) {
    SCOPED(image_free) image im = picture_make(PICTURE_BLOCKS, HPYR_FORMAT_RGBA8, 97, 61, 5);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    SCOPED(leaves_free) leaves l = {malloc(97 * 61 * sizeof *l.leaves), 0};
    SCOPED(free_memory) uint8_t *rebuilt = calloc(97 * 61, 4);
    assert_true(l.leaves && rebuilt);
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    OK(e, hpyr_quadtree_count(tree, &l.count));
    assert_true(l.count < 97 * 61 / 2);
    OK(e, hpyr_quadtree_download(tree, 0, HPYR_ALL, l.leaves, l.count, NULL));
    check_tiling(&l, &desc);
    for (uint32_t i = 0; i < l.count; i++)
        for (uint32_t y = l.leaves[i].y; y < l.leaves[i].y + l.leaves[i].size && y < 61; y++)
            for (uint32_t x = l.leaves[i].x; x < l.leaves[i].x + l.leaves[i].size && x < 97; x++)
                for (int c = 0; c < 4; c++)
                    rebuilt[4 * (y * 97 + x) + (uint32_t)c] = (uint8_t)lroundf(255 * l.leaves[i].value.floats[c]);
    assert_memory_equal(rebuilt, im.pixels, 97 * 61 * 4);
}

/* Each 2x2 block is a leaf, and the sums of the lowest and the highest number of blocks are all that there are. */
GPU_TEST(every_middle_equals_the_oracle) {
    static const hpyr_format listed[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R16};
    for (size_t i = 0; i < LENGTH(listed); i++) {
        const uint32_t width = i ? 512 : 32, height = i ? 1024 : 64, largest = i ? 65535 : 255;
        const hpyr_quadtree_desc desc = {width, height, listed[i], 2, 2};
        if (!has_format(e, listed[i]))
            continue;
        SCOPED(image_free) image im = image_make(listed[i], HPYR_CHANNEL_DEFAULT, width, height, 1);
        for (uint32_t t = 0; t < width * height; t++) {
            const uint32_t sum = t % width / 2 + t / width / 2 * (width / 2);
            image_set_bits(&im, t, sum > 2 * largest ? 0 : (sum + t % 2) / 2);
        }
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        image_upload(&im);
        check_quadtree(e, tree, &im, 0);
    }
}

/* Two texels that differ by k are one leaf if the tolerance is k / largest, in whatever precision, and two if it is a little less. */
GPU_TEST_ONCE(each_step_is_a_tolerance) {
    for (uint32_t i = 0; i < (e->es ? 1 : 2); i++) {
        const uint32_t largest = i ? 65535 : 255;
        const hpyr_quadtree_desc desc = {2, 1, i ? HPYR_FORMAT_R16 : HPYR_FORMAT_R8, 0, 0};
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        for (uint32_t k = 1; k <= largest; k += i ? 3855 : e->small ? 23 : 1) {
            const double tolerances[] = {(double)k / largest, (float)k / (float)largest, (k - 0.02) / largest};
            SCOPED(image_free) image im = image_make(desc.format, HPYR_CHANNEL_DEFAULT, 2, 1, 1);
            image_set_bits(&im, 1, k);
            image_upload(&im);
            for (size_t j = 0; j < LENGTH(tolerances); j++) {
                uint32_t count;
                OK(e, hpyr_quadtree_build(tree, &im.texture, tolerances[j]));
                OK(e, hpyr_quadtree_count(tree, &count));
                assert_int_equal(count, j < 2 ? 1 : 2);
            }
        }
    }
}

/* ---- other ways to ask ---- */

GPU_TEST(sizes_of_leaves_have_bounds) {
    static const uint32_t bounds[][2] = {{0, 1}, {0, 2},   {0, 4},  {0, 8},    {0, 32}, {2, 0}, {4, 0},
                                         {8, 8}, {16, 64}, {64, 0}, {1, 1024}, {2, 2},  {2, 16}};
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 61, 43, 9);
    image_upload(&im);
    for (size_t i = 0; i < LENGTH(bounds); i++) {
        const hpyr_quadtree_desc desc = {61, 43, HPYR_FORMAT_RGBA8, bounds[i][0], bounds[i][1]};
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        check_quadtree(e, tree, &im, 0);
        check_quadtree(e, tree, &im, 30);
    }
}

/* A level of a larger texture, with a swizzle and filters that would spoil it. */
GPU_TEST(the_image_may_be_a_part_of_a_level) {
    for (int i = 0; i < 3; i++) {
        SCOPED(image_free)
        image im = picture_make(PICTURE_NOISY, i == 1 ? HPYR_FORMAT_R32F : HPYR_FORMAT_RGBA8, 40, 30, 3);
        const hpyr_quadtree_desc desc = {i == 2 ? 40 : 33, i == 0 ? 30 : 27, im.ref.format, 0, 0};
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        image_upload_to(&im, 0, i);
        check_quadtree(e, tree, &im, 0);
        check_quadtree(e, tree, &im, 3);
    }
}

/* A few texels differ by more than the largest float, and so by infinity; or their sum is more than that. */
GPU_TEST(tolerances_of_floats_are_floats) {
    static const double tolerances[] = {0,    1e-300, 1e-38,  0.1,   0.10000000149011612,
                                        1e30, 1e38,   3.5e38, 1e300, INFINITY};
    static const double far_apart[][2] = {{0, INFINITY}, {-3e38, 3e38}, {-INFINITY, INFINITY}, {2.9e38, 3.3e38}};
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_DEFAULT, 16, 16, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    for (size_t i = 0; i < 256; i++)
        image_set(&im, i, i % 16 < 8 ? 0.5 + 0.1 * (double)(i % 2) : 1e30 * (double)(i / 16));
    for (size_t i = 0; i < 8; i++)
        for (size_t row = 14; row < 16; row++)
            image_set(&im, 16 * row + i, far_apart[i / 2][i % 2]);
    image_upload(&im);
    for (size_t i = 0; i < LENGTH(tolerances); i++)
        check_quadtree(e, tree, &im, tolerances[i]);
}

/* Four quarters of 4 x 4 texels: both zeros, one denormal number, all different ones, the same ones with both signs. */
GPU_TEST(tiny_floats_are_not_zero) {
    static const hpyr_format formats[] = {HPYR_FORMAT_R32F, HPYR_FORMAT_RGBA32F};
    for (size_t i = 0; i < LENGTH(formats); i++) {
        SCOPED(image_free) image im = image_make(formats[i], HPYR_CHANNEL_DEFAULT, 8, 8, 1);
        hpyr_quadtree_desc desc = desc_of(&im);
        SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
        uint32_t count;
        im.ref.channel = i ? HPYR_CHANNEL_ALPHA : HPYR_CHANNEL_DEFAULT;
        for (uint32_t k = 0; k < 64; k++) {
            const uint32_t sign = k % 2 << 31, quarter = k / 32 * 2 + k / 4 % 2;
            image_set_bits(&im, k, quarter == 0 ? sign : quarter == 1 ? 0x00123456 : quarter == 2 ? 1 + k : sign | 1);
        }
        image_upload(&im);
        check_quadtree(e, tree, &im, 0);
        OK(e, hpyr_quadtree_count(tree, &count));
        assert_int_equal(count, 1 + 1 + 16 + 16);
    }
}

/* Half of the lowest number is denormal, and may count as 0. */
GPU_TEST(values_are_never_minus_zero) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_DEFAULT, 2, 1, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    hpyr_quadtree_leaf leaf;
    image_set_bits(&im, 0, 0x80800000); /* -2^-126 */
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 1));
    OK(e, hpyr_quadtree_download(tree, 0, HPYR_ALL, &leaf, 1, NULL));
    assert_int_equal(leaf.texels, 2);
    assert_true(leaf.value.unsigneds[0] == 0 || leaf.value.unsigneds[0] == 0x80400000);
}

/* A level above 0 of a texture, which has level 0 as well, or has not. With a tolerance of 0 an image is painted. */
GPU_TEST(levels_of_textures_are_painted) {
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 20, 30, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    for (int i = 0; i < 2; i++) {
        SCOPED(image_free) image target = image_make(HPYR_FORMAT_RGBA8, HPYR_CHANNEL_DEFAULT, 20, 30, 1);
        image_upload_to(&target, 0, i == 0 ? 1 : 0);
        glBindTexture(GL_TEXTURE_2D, target.texture.name);
        if (i == 1) {
            glTexImage2D(GL_TEXTURE_2D, 2, GL_RGBA8, 20, 30, 0, GL_RGBA, GL_UNSIGNED_BYTE, target.pixels);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 2);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 2);
            target.texture.level = 2;
        }
        glBindTexture(GL_TEXTURE_2D, 0);
        OK(e, hpyr_quadtree_paint(tree, &target.texture));
        const fetch_source painted = {GL_TEXTURE_2D, target.texture.name, (int)target.texture.level, 20, 30, 1};
        fetch_texels(&painted, GL_RGBA, GL_UNSIGNED_BYTE, target.pixels);
        assert_memory_equal(target.pixels, im.pixels, 20 * 30 * 4);
    }
}

static void check_buffer(env *e, hpyr_quadtree *tree, const leaves *oracle, uint32_t first, uint32_t count,
                         uint64_t offset, uint32_t room) {
    hpyr_report report;
    SCOPED(delete_buffer) GLuint buffer;
    const size_t bytes = (size_t)offset + room * sizeof(hpyr_quadtree_leaf) + 8;
    SCOPED(free_memory) unsigned char *got = make_room(bytes);
    memset(got, 0xAB, bytes);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, got, GL_STATIC_DRAW);
    const uint32_t there = first < oracle->count ? oracle->count - first : 0;
    const uint32_t available = count < there ? count : there, written = available < room ? available : room;
    EXPECT(e, written < available ? HPYR_TRUNCATED : HPYR_OK,
           hpyr_quadtree_extract_buffer(tree, first, count, buffer, offset, &report));
    assert_true(report.written == written && report.available == available && report.total == oracle->count);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    const void *mapped = glMapBufferRange(GL_ARRAY_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    assert_non_null(mapped);
    memcpy(got, mapped, bytes);
    glUnmapBuffer(GL_ARRAY_BUFFER);
    for (size_t i = 0; i < bytes; i++)
        if (i < offset || i >= offset + written * sizeof(hpyr_quadtree_leaf))
            assert_int_equal(got[i], 0xAB);
    SCOPED(free_memory) hpyr_quadtree_leaf *records = make_room((written + 1) * sizeof *records);
    memcpy(records, got + offset, written * sizeof *records);
    check_leaves(records, oracle, first, written, hpyr_quadtree_resolved(tree));
}

GPU_TEST(ranges_go_into_buffers) {
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 64, 48, 2);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    SCOPED(leaves_free) leaves l = leaves_of(&im, &desc, 0);
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    check_buffer(e, tree, &l, 0, HPYR_ALL, 0, l.count);
    check_buffer(e, tree, &l, 0, HPYR_ALL, 12, l.count - 5);
    check_buffer(e, tree, &l, 7, 100, 4, 100);
    check_buffer(e, tree, &l, l.count - 1, 10, 0, 10);
    check_buffer(e, tree, &l, l.count, 10, 0, 10);
    check_buffer(e, tree, &l, 0, 0, 0, 10);
    check_buffer(e, tree, &l, 3, 10, 0, 0);
}

/* More leaves than are made at once. */
GPU_TEST_ONCE(long_lists_come_in_parts) {
    need_speed(e);
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, HPYR_CHANNEL_DEFAULT, 1021, 777, 1);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    image_scramble(&im, 4);
    image_upload(&im);
    check_quadtree(e, tree, &im, 0);
    assert_true(hpyr_quadtree_memory(tree) > (uint64_t)512 * 1024 * 64);
}

GPU_TEST(the_count_can_be_asked_without_waiting) {
    SCOPED(image_free) image im = picture_make(PICTURE_BLOCKS, HPYR_FORMAT_R8, 64, 64, 2);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    SCOPED(leaves_free) leaves l = leaves_of(&im, &desc, 0);
    uint32_t count = 7;
    check_empty_quadtree(e, tree);
    image_upload(&im);
    OK(e, hpyr_quadtree_build(tree, &im.texture, 0));
    for (double end = clock_ms() + 60000; CALL(e, hpyr_quadtree_try_count(tree, &count)) == HPYR_NOT_READY;) {
        assert_int_equal(count, 0);
        assert_true(clock_ms() < end);
    }
    assert_true(e->result == HPYR_OK && count == l.count);
}

/* ---- shaders of the caller ---- */

GPU_TEST_ONCE(shaders_find_the_leaf_of_a_texel) {
    static const char *const vertex =
        "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }";
    SCOPED(image_free) image im = picture_make(PICTURE_NOISY, HPYR_FORMAT_RGBA8, 53, 37, 8);
    hpyr_quadtree_desc desc = desc_of(&im);
    SCOPED(destroy_quadtree) hpyr_quadtree *tree = make_quadtree(e, &desc);
    SCOPED(leaves_free) leaves l = leaves_of(&im, &desc, 3);
    char text[4096], *whole = malloc(8192);
    SCOPED(free_memory) uint32_t *got = malloc(53 * 37 * 4 * sizeof *got);
    size_t needed = 0;
    assert_true(whole && got);
    image_upload(&im);
    OK(e, hpyr_quadtree_glsl(tree, "my_", text, sizeof text, &needed));
    assert_int_equal(needed, strlen(text) + 1);
    snprintf(whole, 8192, "#version 330\n%s%s", text,
             "out uvec4 o_leaf; void main() { ivec2 at = ivec2(gl_FragCoord.xy);\n"
             "o_leaf = uvec4(my_leaf_at(at), my_leaf_level(at)); }");
    SCOPED(delete_program) GLuint program = make_program(vertex, whole);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_bind(tree, program, "my_", 1, NULL));
    OK(e, hpyr_quadtree_build(tree, &im.texture, tolerance_of(desc.format, 3)));
    SCOPED(target_free) target t = target_make(53, 37);
    target_begin(&t, 0);
    assert_int_equal(hpyr_quadtree_bind(tree, program, "my_", 1, NULL), HPYR_OK);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    target_read(&t, got);
    for (uint32_t i = 0; i < l.count; i++)
        for (uint32_t y = l.leaves[i].y; y < l.leaves[i].y + l.leaves[i].size && y < 37; y++)
            for (uint32_t x = l.leaves[i].x; x < l.leaves[i].x + l.leaves[i].size && x < 53; x++) {
                const uint32_t *texel = got + 4 * (y * 53 + x);
                assert_true(texel[0] == l.leaves[i].x && texel[1] == l.leaves[i].y && texel[2] == l.leaves[i].size &&
                            1u << texel[3] == l.leaves[i].size);
            }
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_quadtree_build(tree, &im.texture, 0));
    assert_int_equal(hpyr_quadtree_unbind(tree), HPYR_OK);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_quadtree_unbind(tree));
    glUseProgram(0);
    free(whole);
}
