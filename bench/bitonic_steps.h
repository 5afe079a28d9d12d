/* bitonic_steps.h - a bitonic sort of pairs with a draw for each step, as textbooks have it.  SPDX-License-Identifier: MIT */
#ifndef BENCH_BITONIC_STEPS_H
#define BENCH_BITONIC_STEPS_H

#include <stddef.h>
#include <stdint.h>

typedef struct bitonic_steps bitonic_steps;

/** As bitonic_open and bitonic_run; the buffers of the result have bitonic_room. */
bitonic_steps *bitonic_steps_open(uint32_t count);
void bitonic_steps_close(bitonic_steps *b);
void bitonic_steps_run(bitonic_steps *b, uint32_t keys, uint32_t values, uint32_t sorted_keys, uint32_t sorted_values);

#endif
