/* scan.h - the CPU's way to a point list.  SPDX-License-Identifier: MIT */
#ifndef BENCH_SCAN_H
#define BENCH_SCAN_H

#include <stdint.h>

/** Each writes the numbers of all texels of `rgba` whose alpha is at least `threshold` into `list`, which has room for as many as
 *  there are, in rising order, and returns how many that were. `count` is a multiple of 256. */
typedef uint32_t (*scan_fn)(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** if (a >= t) list[n++] = i; */
uint32_t scan_plain(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** Counts the active ones among 256 texels first, which compilers turn into SIMD, and goes through them only if there are any. */
uint32_t scan_by_256(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

/** The same in steps of 64. */
uint32_t scan_by_64(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list);

#endif
