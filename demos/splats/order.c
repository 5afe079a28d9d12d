/* order.c - the order that splats are drawn in, computed on the CPU.  SPDX-License-Identifier: MIT */
#include "splats/order.h"

#include "common/files/error.h"

#include <stdlib.h>
#include <string.h>

void splat_depths(const splat_cloud *c, const float view[16], float *depths) {
    const float *m = view;
    for (size_t i = 0; i < c->count; i++) {
        const float *p = c->centers + 3 * i;
        depths[i] = 0.0f - (((m[2] * p[0] + m[6] * p[1]) + m[10] * p[2]) + m[14]);
    }
}

enum { DIGIT = 11, DIGITS = 1 << DIGIT, PASSES = 3 };

/* Ascending as unsigned numbers where depths descend: negative floats have their bits turned round already, the others get it
 * here. Only a NaN could come out as all ones, so these are free for NaNs. */
static uint32_t key_of(float depth) {
    uint32_t bits;
    memcpy(&bits, &depth, sizeof bits);
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u)
        return UINT32_MAX;
    return bits & 0x80000000u ? bits : ~bits & 0x7FFFFFFFu;
}

static uint32_t digit_of(uint64_t pair, int pass) {
    return (uint32_t)(pair >> (32 + DIGIT * pass)) & (DIGITS - 1);
}

/* Keys in the upper halves of `pairs`, indices in the lower; in `starts` where each digit of each pass begins. */
static void prepare(const float *depths, uint32_t count, uint64_t *pairs, uint32_t starts[PASSES][DIGITS]) {
    memset(starts, 0, PASSES * sizeof starts[0]);
    for (uint32_t i = 0; i < count; i++) {
        pairs[i] = (uint64_t)key_of(depths[i]) << 32 | i;
        for (int pass = 0; pass < PASSES; pass++)
            starts[pass][digit_of(pairs[i], pass)]++;
    }
    for (int pass = 0; pass < PASSES; pass++) {
        uint32_t sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            uint32_t number = starts[pass][digit];
            starts[pass][digit] = sum;
            sum += number;
        }
    }
}

static void scatter(const uint64_t *from, uint32_t count, int pass, uint32_t starts[DIGITS], uint64_t *to) {
    for (uint32_t i = 0; i < count; i++)
        to[starts[digit_of(from[i], pass)]++] = from[i];
}

bool splat_order_cpu(const float *depths, uint32_t count, uint32_t *order) {
    uint32_t starts[PASSES][DIGITS];
    uint64_t *pairs = malloc(2 * (size_t)count * sizeof *pairs + 1), *other = pairs ? pairs + count : NULL;
    if (!pairs)
        return error_set("out of memory for the order of %u splats", (unsigned)count);
    prepare(depths, count, pairs, starts);
    scatter(pairs, count, 0, starts[0], other);
    scatter(other, count, 1, starts[1], pairs);
    for (uint32_t i = 0; i < count; i++)
        order[starts[2][digit_of(pairs[i], 2)]++] = (uint32_t)pairs[i];
    free(pairs);
    return true;
}
