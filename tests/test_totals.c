/* test_totals.c - totals up to the largest that a pyramid counts, and past it.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <stdio.h>
#include <string.h>

GPU_TEST(a_total_near_2_to_the_31_is_exact_through_ranges) {
    uint32_t side = e->small ? 64 : 1024, most = e->small ? 1u << 20 : 4000;
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, side, side, 1);
    uint64_t seed = 31;
    for (uint32_t i = 0; i < side * side; i++)
        image_set(&im, i, 20 + random_below(&seed, most));
    image_upload(&im);
    for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&im, side, side);
        SCOPED(destroy_pyramid)
        hpyr_pyramid *pyramid = make_pyramid_of(e, side, side, HPYR_COUNT_FORMAT_UINT, (hpyr_base)base);
        uint32_t total = 0;
        OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
        OK(e, hpyr_pyramid_total(pyramid, &total));
        assert_true(total > 1u << 30);
        assert_int_equal(total, answer_total(oracle));
        for (int i = 0; i < 40; i++)
            check_range(e, pyramid, oracle, random_below(&seed, total), 1 + random_below(&seed, 3000));
        check_range(e, pyramid, oracle, 0, 100);
        check_range(e, pyramid, oracle, (1u << 24) - 50, 100);
        check_range(e, pyramid, oracle, total - 77, HPYR_ALL);
    }
}

/* Builds from a few counts and answers what the total does. */
static hpyr_result total_of(env *e, const uint32_t *counts, uint32_t width, uint32_t height, hpyr_count_format format,
                            hpyr_base base, uint32_t *total) {
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, width, height, 1);
    memcpy(im.pixels, counts, (size_t)width * height * sizeof *counts);
    image_upload(&im);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_of(e, width, height, format, base);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    hpyr_result result = CALL(e, hpyr_pyramid_total(pyramid, total));
    hpyr_point point;
    if (result == HPYR_ERROR_OVERFLOW) {
        assert_int_equal(*total, 0);
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_download(pyramid, 0, 1, &point, 1, 0, NULL));
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_rank(pyramid, &(hpyr_point){0, 0, 0, 0}, 1, total));
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_try_total(pyramid, total));
    } else {
        SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&im, width, height);
        assert_int_equal(*total, answer_total(oracle));
        check_range(e, pyramid, oracle, *total > 50 ? *total - 50 : 0, HPYR_ALL);
        check_range(e, pyramid, oracle, counts[0] > 5 ? counts[0] - 5 : 0, 10);
    }
    return result;
}

typedef struct limit_case {
    uint32_t width, height;
    uint32_t counts[8];
    hpyr_result expected;
} limit_case;

static void check_limits(env *e, const limit_case *cases, size_t count, hpyr_count_format format) {
    for (size_t i = 0; i < count; i++)
        for (int base = HPYR_BASE_SEPARATE; base <= HPYR_BASE_MERGED; base++) {
            uint32_t total = 7;
            hpyr_result result =
                total_of(e, cases[i].counts, cases[i].width, cases[i].height, format, (hpyr_base)base, &total);
            if (result != cases[i].expected)
                fprintf(stderr, "case %zu, base %d: %s\n", i, base, hpyr_result_string(result));
            assert_int_equal(result, cases[i].expected);
        }
}

GPU_TEST(totals_are_exact_to_2_to_the_32_minus_2_and_refused_past_it) {
    static const limit_case cases[] = {
        {1, 1, {4294967294u}, HPYR_OK},
        {1, 1, {4294967295u}, HPYR_ERROR_OVERFLOW},
        {2, 1, {4294967293u, 1}, HPYR_OK},
        {2, 1, {4294967294u, 1}, HPYR_ERROR_OVERFLOW},
        {2, 1, {2147483648u, 2147483648u}, HPYR_ERROR_OVERFLOW}, /* wraps to 0 */
        {2, 1, {2147483647u, 2147483647u}, HPYR_OK},
        {2, 2, {1073741824u, 1073741824u, 1073741824u, 1073741824u}, HPYR_ERROR_OVERFLOW},
        {2, 2, {4294967295u, 1, 0, 0}, HPYR_ERROR_OVERFLOW},
        {2, 2, {4294967295u, 4294967295u, 4294967295u, 4294967295u}, HPYR_ERROR_OVERFLOW},
        {4, 2, {4294967290u, 1, 1, 0, 1, 0, 1, 0}, HPYR_OK},
        {4, 2, {4294967290u, 1, 1, 0, 1, 1, 1, 0}, HPYR_ERROR_OVERFLOW},
        {4, 2, {2147483648u, 0, 2147483648u, 0, 0, 0, 0, 5}, HPYR_ERROR_OVERFLOW}, /* wraps in the second level */
        {1, 8, {0, 0, 0, 0, 0, 0, 0, 4294967295u}, HPYR_ERROR_OVERFLOW},
    };
    check_limits(e, cases, LENGTH(cases), HPYR_COUNT_FORMAT_UINT);
}

/* Single precision would round 2^24 + 1 back to 2^24 and never notice. */
GPU_TEST(float_totals_are_exact_to_2_to_the_24_and_refused_past_it) {
    static const limit_case cases[] = {
        {1, 1, {16777216}, HPYR_OK},
        {1, 1, {16777217}, HPYR_ERROR_OVERFLOW},
        {1, 1, {4294967295u}, HPYR_ERROR_OVERFLOW},
        {2, 1, {16777215, 1}, HPYR_OK},
        {2, 1, {16777216, 1}, HPYR_ERROR_OVERFLOW},
        {2, 1, {1, 16777216}, HPYR_ERROR_OVERFLOW},
        {2, 2, {16777215, 1, 0, 1}, HPYR_ERROR_OVERFLOW},
        {2, 2, {8388608, 4194304, 2097152, 2097152}, HPYR_OK},
        {4, 2, {16777216, 0, 1, 0, 0, 0, 0, 0}, HPYR_ERROR_OVERFLOW},
        {4, 2, {16777213, 0, 1, 0, 1, 0, 1, 0}, HPYR_OK},
        {4, 2, {16777213, 0, 1, 0, 1, 1, 1, 0}, HPYR_ERROR_OVERFLOW},
        {1, 8, {1, 0, 0, 0, 0, 0, 0, 16777216}, HPYR_ERROR_OVERFLOW},
        {8, 1, {16777216, 16777216, 0, 0, 0, 0, 0, 0}, HPYR_ERROR_OVERFLOW},
    };
    check_limits(e, cases, LENGTH(cases), HPYR_COUNT_FORMAT_FLOAT);
}

/* Sums that saturate must stay so through all levels, not come back into range. */
GPU_TEST(saturation_holds_through_many_levels) {
    for (uint32_t k = 0; k < 3; k++) {
        static const uint32_t values[] = {4294967295u, 65536, 1u << 20};
        SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32UI, 0, 300, 257, 1);
        for (uint32_t i = 0; i < 300 * 257; i++)
            image_set_bits(&im, i, values[k]);
        image_upload(&im);
        hpyr_pyramid *pyramid =
            make_pyramid_of(e, 300, 257, k % 2 ? HPYR_COUNT_FORMAT_FLOAT : HPYR_COUNT_FORMAT_UINT, 0);
        uint32_t total = 1;
        OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
        CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    }
}

GPU_TEST(a_float_that_passes_every_count_overflows) {
    static const uint32_t bits[] = {0x7f800000, 0x4f800000, 0x7f7fffff}; /* infinity, 2^32, the largest */
    for (size_t i = 0; i < LENGTH(bits); i++)
        for (int format = HPYR_COUNT_FORMAT_UINT; format <= HPYR_COUNT_FORMAT_FLOAT; format++) {
            SCOPED(image_free) image im = image_make(HPYR_FORMAT_R32F, 0, 2, 2, 1);
            uint32_t total = 1;
            image_set_bits(&im, i, bits[i]);
            image_upload(&im);
            SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid_of(e, 2, 2, (hpyr_count_format)format, 0);
            OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
            EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
        }
}

/* More active cells than a float counts, in an image: one row too many. */
GPU_TEST_ONCE(a_float_pyramid_refuses_one_row_more_than_2_to_the_24) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    uint32_t total = 1;
    need_speed(e);
    if (caps->max_texture_size < 8192)
        SKIP("textures are too small");
    SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 4096, 4097, 1);
    memset(im.pixels, 0xff, (size_t)4096 * 4097);
    image_upload(&im);
    SCOPED(destroy_discriminator) hpyr_discriminator *discriminator = make_default(e);
    SCOPED(destroy_pyramid)
    hpyr_pyramid *pyramid = make_pyramid_of(e, 4096, 4097, HPYR_COUNT_FORMAT_FLOAT, HPYR_BASE_MERGED);
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
}

/* After an overflow the pyramid is as good as new. */
GPU_TEST(a_pyramid_that_overflowed_can_be_built_again) {
    SCOPED(image_free)
    image im = image_make(HPYR_FORMAT_R32UI, 0, 6, 6, 1), good = image_make(HPYR_FORMAT_R8UI, 0, 6, 6, 1);
    uint32_t total = 1;
    image_set_bits(&im, 35, 0xffffffff);
    image_upload(&im);
    image_fill(&good, 0.5, 3);
    image_upload(&good);
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *oracle = oracle_counts(&good, 6, 6);
    SCOPED(destroy_pyramid) hpyr_pyramid *pyramid = make_pyramid(e, 6, 6);
    OK(e, hpyr_pyramid_build_counts(pyramid, &im.texture));
    EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_pyramid_total(pyramid, &total));
    OK(e, hpyr_pyramid_build_counts(pyramid, &good.texture));
    check_image(e, pyramid, oracle, 6, 6);
}
