/* bitonic.h - bitonic sorts by fragment shaders: what programs without compute shaders have instead of hpyr_lists_sort.
 * SPDX-License-Identifier: MIT */
#ifndef BENCH_BITONIC_H
#define BENCH_BITONIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Of keys alone, of keys with values, and the same with a draw for each step, as textbooks have it. */
typedef enum bitonic_kind { BITONIC_KEYS, BITONIC_PAIRS, BITONIC_STEPS } bitonic_kind;

typedef struct bitonic bitonic;

/** Entries that the buffers of a list of `count` must have room for: a power of two. */
uint32_t bitonic_room(uint32_t count);

/** Prepares sorts of up to 2^24 entries. NULL and a line in error_text() where this OpenGL cannot do it. Needs OpenGL 3.3. */
bitonic *bitonic_open(uint32_t count, bitonic_kind kind);
/** NULL is legal. */
void bitonic_close(bitonic *b);

/** Sorts the uint32 of buffer `keys`, equal ones by their values, into the buffers `sorted_keys` and `sorted_values`, which have
 *  bitonic_room. Their entries past the list's end become 2^32 - 1. Keys alone have no values. */
void bitonic_run(bitonic *b, uint32_t keys, uint32_t values, uint32_t sorted_keys, uint32_t sorted_values);

/** What a sort takes: draws, and bytes that it reads and writes in textures and buffers, an entry of the list. */
uint32_t bitonic_draws(const bitonic *b);
double bitonic_bytes(const bitonic *b);

#endif
