/* test_reference_quadtree.c - the oracle's quadtree: examples worked by hand, and what must hold of every quadtree.
 * SPDX-License-Identifier: MIT */
#include "quadtrees.h"

#include <math.h>
#include <string.h>

/* `value` is of 255. */
static void is_leaf(const hpyr_quadtree_leaf *leaf, uint32_t x, uint32_t y, uint32_t size, uint32_t texels,
                    double value) {
    assert_int_equal(leaf->x, x);
    assert_int_equal(leaf->y, y);
    assert_int_equal(leaf->size, size);
    assert_int_equal(leaf->texels, texels);
    assert_true(leaf->value.floats[0] == (float)(value / 255));
}

/* 3 x 5 texels in a root of 8 x 8. */
TEST(a_small_image_by_hand) {
    static const uint8_t texels[5][3] = {{10, 10, 20}, {10, 10, 20}, {12, 15, 30}, {10, 11, 30}, {99, 99, 99}};
    const hpyr_quadtree_desc desc = {3, 5, HPYR_FORMAT_R8, 0, 0};
    hpyr_quadtree_leaf l[15];
    uint32_t count = 0;
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 0, l, 15, &count), HPYR_OK);
    assert_int_equal(count, 8);
    is_leaf(&l[0], 0, 0, 2, 4, 10);
    is_leaf(&l[1], 2, 0, 2, 2, 20);
    is_leaf(&l[2], 0, 2, 1, 1, 12);
    is_leaf(&l[3], 1, 2, 1, 1, 15);
    is_leaf(&l[4], 0, 3, 1, 1, 10);
    is_leaf(&l[5], 1, 3, 1, 1, 11);
    is_leaf(&l[6], 2, 2, 2, 2, 30);
    is_leaf(&l[7], 0, 4, 4, 3, 99);
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 5.9 / 255, l, 15, &count), HPYR_OK);
    assert_int_equal(count, 5);
    is_leaf(&l[2], 0, 2, 2, 4, 12.5);
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 20.0 / 255, l, 15, &count), HPYR_OK);
    assert_int_equal(count, 2);
    is_leaf(&l[0], 0, 0, 4, 12, 20);
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 89.0 / 255, l, 15, &count), HPYR_OK);
    assert_int_equal(count, 1);
    is_leaf(&l[0], 0, 0, 8, 15, 54.5);
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 0, l, 3, &count), HPYR_TRUNCATED);
    assert_int_equal(count, 8);
}

/* Two texels that differ by k are one leaf if the tolerance is k / largest, in whatever precision, and two if it is a little less. */
TEST(each_step_is_a_tolerance) {
    static const hpyr_format listed[] = {HPYR_FORMAT_R8, HPYR_FORMAT_R16};
    for (size_t i = 0; i < LENGTH(listed); i++) {
        const uint32_t largest = i ? 65535 : 255;
        for (uint32_t k = 1; k <= largest; k++) {
            const uint8_t bytes[2] = {0, (uint8_t)k};
            const uint16_t words[2] = {0, (uint16_t)k};
            const hpyr_quadtree_desc desc = {2, 1, listed[i], 0, 0};
            const double tolerances[] = {(double)k / largest, (float)k / (float)largest, (k - 0.02) / largest};
            for (int j = 0; j < 3; j++) {
                hpyr_quadtree_leaf l[2];
                uint32_t count;
                assert_int_equal(hpyr_ref_quadtree(&desc, i ? (const void *)words : bytes, tolerances[j], l, 2, &count),
                                 HPYR_OK);
                assert_int_equal(count, j < 2 ? 1 : 2);
                assert_true(l[0].value.floats[0] == (j < 2 ? (float)(k / 2.0 / largest) : 0));
            }
        }
    }
}

TEST(sizes_of_leaves_have_bounds) {
    static const uint8_t texels[4][4] = {{1, 2, 7, 7}, {3, 4, 7, 7}, {7, 7, 7, 7}, {7, 7, 7, 7}};
    hpyr_quadtree_desc desc = {4, 4, HPYR_FORMAT_R8UI, 2, 2};
    hpyr_quadtree_leaf l[16];
    uint32_t count = 0;
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 0, l, 16, &count), HPYR_OK);
    assert_int_equal(count, 4);
    assert_true(l[0].value.unsigneds[0] == 2 && l[0].size == 2 && l[3].size == 2);
    desc.min_size = desc.max_size = 1;
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 255, l, 16, &count), HPYR_OK);
    assert_int_equal(count, 16);
    desc.min_size = 4;
    desc.max_size = 0;
    assert_int_equal(hpyr_ref_quadtree(&desc, texels, 0, l, 16, &count), HPYR_OK);
    assert_int_equal(count, 1);
}

TEST(strange_floats_follow_the_rules) {
    const float rows[][4] = {
        {NAN, NAN, NAN, NAN}, {INFINITY, INFINITY, INFINITY, INFINITY}, {0.0f, -0.0f, 0.0f, -0.0f}, {1, 1, 1, 1.5f}};
    static const uint32_t counts[] = {4, 1, 1, 4};
    const hpyr_quadtree_desc desc = {2, 2, HPYR_FORMAT_R32F, 0, 0};
    hpyr_quadtree_leaf l[4];
    uint32_t count = 0;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(hpyr_ref_quadtree(&desc, rows[i], 0.25, l, 4, &count), HPYR_OK);
        assert_int_equal(count, counts[i]);
        assert_true(i == 0 ? isnan(l[0].value.floats[0]) : l[0].value.floats[0] == rows[i][0]);
    }
    assert_int_equal(hpyr_ref_quadtree(&desc, rows[3], 0.5, l, 4, &count), HPYR_OK);
    assert_true(count == 1 && l[0].value.floats[0] == 1.25f);
}

TEST(leaves_tile_every_image) {
    static const uint32_t sizes[][2] = {{1, 1}, {1, 13}, {17, 1}, {16, 16}, {31, 33}, {70, 45}};
    static const hpyr_format listed[] = {HPYR_FORMAT_R8, HPYR_FORMAT_RGBA8, HPYR_FORMAT_R16I, HPYR_FORMAT_RGBA32F};
    for (uint32_t i = 0; i < LENGTH(sizes) * LENGTH(listed) * PICTURES; i++) {
        const uint32_t *size = sizes[i % LENGTH(sizes)];
        SCOPED(image_free)
        image im = picture_make((picture_kind)(i / LENGTH(sizes) % PICTURES), listed[i / LENGTH(sizes) / PICTURES],
                                size[0], size[1], i);
        hpyr_quadtree_desc desc = desc_of(&im);
        SCOPED(leaves_free) leaves l = leaves_of(&im, &desc, i % 3);
        check_tiling(&l, &desc);
    }
}

TEST(mistakes_are_refused) {
    const uint8_t texels[16] = {0};
    const hpyr_quadtree_desc good = {2, 2, HPYR_FORMAT_R8, 0, 0};
    const hpyr_quadtree_desc bad[] = {{0, 2, HPYR_FORMAT_R8, 0, 0},  {2, 0, HPYR_FORMAT_R8, 0, 0},
                                      {2, 2, (hpyr_format)99, 0, 0}, {2, 2, (hpyr_format)-1, 0, 0},
                                      {2, 2, HPYR_FORMAT_R8, 3, 0},  {2, 2, HPYR_FORMAT_R8, 0, 3},
                                      {2, 2, HPYR_FORMAT_R8, 2, 1},  {2, 2, HPYR_FORMAT_R8, 4, 0}};
    hpyr_quadtree_leaf l[4];
    uint32_t count = 7;
    for (size_t i = 0; i < LENGTH(bad); i++)
        assert_int_equal(hpyr_ref_quadtree(&bad[i], texels, 0, l, 4, &count), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(hpyr_ref_quadtree(&good, texels, -1, l, 4, &count), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_quadtree(&good, texels, NAN, l, 4, &count), HPYR_ERROR_INVALID_ARGUMENT);
    assert_int_equal(hpyr_ref_quadtree(&good, texels, 0, NULL, 0, &count), HPYR_TRUNCATED);
    assert_int_equal(count, 1);
}
