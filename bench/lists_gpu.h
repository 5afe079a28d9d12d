/* lists_gpu.h - the library's list operations as the bench calls them: from buffers into buffers.  SPDX-License-Identifier: MIT */
#ifndef BENCH_LISTS_GPU_H
#define BENCH_LISTS_GPU_H

#include "bench.h"

#include <histopyramid/list.h>

/* GL's names of buffers; 0 where an operation has fewer. */
typedef struct list_buffers {
    uint32_t inputs[2], outputs[2];
} list_buffers;

/** False where the library has no lists: then no other function may be called. */
bool lists_gpu_exists(void);

/** A workspace for lists of up to `capacity` entries. */
bool lists_gpu_open(bench *b, uint32_t capacity, uint32_t operations, hpyr_lists **lists);
void lists_gpu_close(hpyr_lists *lists);

/** Calls of OpenGL that draw, since the program began. */
unsigned long lists_gpu_draws(void);

/* Inputs and outputs stand behind each. False is error_text(). */
typedef bool (*list_gpu_fn)(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);

/** Keys and values, 0 without: both sorted by `bits` bits of the keys. */
bool lists_gpu_sort(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count, uint32_t bits);
/** Numbers: their sums, exclusive. */
bool lists_gpu_scan(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);
/** Numbers: one entry, their sum. */
bool lists_gpu_reduce(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);
/** Numbers: those from LISTS_LEAST on, and one entry, how many they are. */
bool lists_gpu_select(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);
/** Keys and their bins: keys by bins, and LISTS_BINS + 2 offsets. */
bool lists_gpu_partition(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);
/** Keys: one of each run, and the runs' lengths. */
bool lists_gpu_unique(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);
/** Positions and `count` records of four uint32: records. */
bool lists_gpu_gather(bench *b, hpyr_lists *lists, const list_buffers *buffers, uint32_t count);

enum { LISTS_BINS = 16 };
#define LISTS_LEAST 0xE6666666u /* a tenth of random numbers is not less */

#endif
