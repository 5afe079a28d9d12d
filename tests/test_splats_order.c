/* test_splats_order.c - the order that splats are drawn in, against a sort by comparison.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include "common/files/clock.h"
#include "common/files/error.h"
#include "seeded.h"
#include "splats/order.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const float *compared;

/* Descending; -0 after +0, NaNs last, equals by index. */
static int compare(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    float x = compared[i], y = compared[j];
    if (isnan(x) != isnan(y))
        return isnan(x) ? 1 : -1;
    if (x != y && !isnan(x))
        return x > y ? -1 : 1;
    if (!isnan(x) && signbit(x) != signbit(y))
        return signbit(x) ? 1 : -1;
    return i < j ? -1 : i > j;
}

static float some_depth(int kind, uint32_t i) {
    static const float ODD[] = {0.0f,     -0.0f,   INFINITY, -INFINITY, NAN,     FLT_MAX,
                                -FLT_MAX, FLT_MIN, -FLT_MIN, 1e-42f,    -1e-42f, 1};
    uint32_t bits;
    float value;
    switch (kind) {
    case 0: /* any bits there are */
        bits = random_below(UINT32_MAX);
        memcpy(&value, &bits, sizeof value);
        return value;
    case 1:
        return ODD[random_below(LENGTH(ODD))];
    case 2:
        return (float)i;
    case 3:
        return -(float)i;
    case 4:
        return 7;
    default:
        return (float)random_between(2, 4);
    }
}

static void check_order(int kind, uint32_t count) {
    SCOPED(free_memory) float *depths = make_room((size_t)count * sizeof *depths + 1);
    SCOPED(free_memory)
    uint32_t *order = make_room((size_t)count * sizeof *order + 1),
             *expected = make_room((size_t)count * sizeof *expected + 1);
    for (uint32_t i = 0; i < count; i++) {
        depths[i] = some_depth(kind, i);
        expected[i] = i;
    }
    compared = depths;
    qsort(expected, count, sizeof *expected, compare);
    double begin = clock_ms();
    assert_true(splat_order_cpu(depths, count, order));
    double ms = clock_ms() - begin;
    if (count > 100000)
        fprintf(stderr, "%u depths of kind %d: %.2f ms\n", (unsigned)count, kind, ms);
    assert_memory_equal(order, expected, count * sizeof *order);
}

TEST(order_is_that_of_a_stable_sort) {
    static const uint32_t COUNTS[] = {0, 1, 2, 3, 255, 256, 257, 65535, 65537, 1000003};
    random_state = 1;
    for (size_t i = 0; i < LENGTH(COUNTS); i++)
        for (int kind = 0; kind < 6; kind++)
            check_order(kind, COUNTS[i]);
}

/* The operations of order.h, each stored before the next. */
TEST(depths_are_rounded_step_by_step) {
    float view[16], depth = 0;
    SCOPED(cloud_free) splat_cloud c;
    random_state = 2;
    assert_true(cloud_allocate(&c, "a cloud", 10000, 0));
    for (int i = 0; i < 16; i++)
        view[i] = (float)random_between(-1, 1);
    for (uint32_t i = 0; i < 10000; i++) {
        splat_record r = {.scale = {1, 1, 1}, .rotation = {1, 0, 0, 0}};
        for (int k = 0; k < 3; k++)
            r.center[k] = (float)random_between(-100, 100);
        assert_true(cloud_add(&c, &r));
    }
    SCOPED(free_memory) float *depths = make_room(c.count * sizeof *depths);
    splat_depths(&c, view, depths);
    for (size_t i = 0; i < c.count; i++) {
        volatile float x = view[2] * c.centers[3 * i], y = view[6] * c.centers[3 * i + 1];
        volatile float z = view[10] * c.centers[3 * i + 2], sum = x + y;
        sum = sum + z;
        sum = sum + view[14];
        depth = 0 - sum;
        assert_memory_equal(&depth, &depths[i], sizeof depth);
    }
}

TEST(no_depth_is_a_negative_zero) {
    static const float COORDINATES[] = {0, 1, -1};
    const float view[16] = {0};
    float depth = 1;
    splat_cloud c;
    for (size_t i = 0; i < LENGTH(COORDINATES); i++) {
        splat_record r = {.scale = {1, 1, 1}, .rotation = {1, 0, 0, 0}};
        r.center[0] = r.center[1] = r.center[2] = COORDINATES[i];
        assert_true(cloud_allocate(&c, "a cloud", 1, 0));
        assert_true(cloud_add(&c, &r));
        splat_depths(&c, view, &depth);
        assert_true(depth == 0 && !signbit(depth));
        cloud_free(&c);
    }
}
