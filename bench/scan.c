/* scan.c - the CPU's way to a point list, compiled with -O3: one thread, no hand-written SIMD.  SPDX-License-Identifier: MIT */
#include "scan.h"

#include <stddef.h>

uint32_t scan_plain(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (rgba[i * (size_t)4 + 3] >= threshold)
            list[found++] = i;
    return found;
}

static uint32_t count_active(const uint8_t *rgba, uint32_t count, uint8_t threshold) {
    uint32_t active = 0;
    for (uint32_t i = 0; i < count; i++)
        active += rgba[i * (size_t)4 + 3] >= threshold;
    return active;
}

/* Inlined into the two below, so that `step` is a constant to the compiler. */
static inline uint32_t scan_by(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list, uint32_t step) {
    uint32_t found = 0;
    for (uint32_t first = 0; first < count; first += step) {
        if (count_active(rgba + first * (size_t)4, step, threshold) == 0)
            continue;
        for (uint32_t i = first; i < first + step; i++)
            if (rgba[i * (size_t)4 + 3] >= threshold)
                list[found++] = i;
    }
    return found;
}

uint32_t scan_by_256(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    return scan_by(rgba, count, threshold, list, 256);
}

uint32_t scan_by_64(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    return scan_by(rgba, count, threshold, list, 64);
}
