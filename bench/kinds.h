/* kinds.h - discriminators on the CPU, as a user would write them: what those of the GPU are measured beside.
 * SPDX-License-Identifier: MIT
 *
 * One thread, no hand-written SIMD, compiled with -O3. Each writes the numbers of the active bytes of a square image into `list`, in
 * rising order, and returns how many they are. */
#ifndef BENCH_KINDS_H
#define BENCH_KINDS_H

#include <stddef.h>
#include <stdint.h>

/** Those that a table of 256 marks: THRESHOLD, RANGES. */
size_t peer_marked(const uint8_t *image, uint32_t side, const uint8_t marks[256], uint32_t *list);

/** LOCAL_MAX, 3x3 for a `reach` of 1 and 5x5 for 2. */
size_t peer_local_max(const uint8_t *image, uint32_t side, int reach, uint32_t *list);

/** EDGE by SOBEL: those whose sum of squares is at least `least`. */
size_t peer_sobel(const uint8_t *image, uint32_t side, int64_t least, uint32_t *list);

/** TEMPLATE of size x size codes: sums of differences up to `most`, which end early; and correlations from `least` on. */
size_t peer_differences(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, uint32_t most,
                        uint32_t *list);
size_t peer_correlation(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, float least,
                        uint32_t *list);

#endif
