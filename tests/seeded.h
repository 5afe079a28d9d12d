/* seeded.h - random numbers of the reference's tests: the same everywhere, from the seed that a test sets.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_SEEDED_H
#define TEST_SEEDED_H

#include <stdint.h>

static uint32_t random_state;

static inline uint32_t random_below(uint32_t bound) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)random_state * bound >> 32);
}

static inline double random_between(double low, double high) {
    return low + (high - low) * random_below(1u << 24) / (1u << 24);
}

#endif
