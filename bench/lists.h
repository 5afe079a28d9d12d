/* lists.h - list operations in turn with what a user would do instead.  SPDX-License-Identifier: MIT */
#ifndef BENCH_LISTS_H
#define BENCH_LISTS_H

#include "bench.h"

/* One way to do an operation. `prepare` is not timed, and may be NULL. `is_right` compares with what is expected. */
typedef struct list_way {
    list_time time;
    bool (*prepare)(void *user);
    bool (*run)(void *user);
    bool (*is_right)(void *user);
} list_way;

/** Runs every way once and compares its result, then times all of them in turn: wall clock, between two glFinish. Fills the row's
 *  times and appends it. A way that cannot run sets error_text(), as all that returns false. */
bool lists_measure(bench *b, list_row *row, const list_way *ways, size_t way_count, void *user);

/** The same, but in its turn a way runs for a while before a run is timed, as in a program that does it in every frame. The threads of
 *  a software rasterizer have slept while other ways ran: at first they share a core. */
bool lists_measure_settled(bench *b, list_row *row, const list_way *ways, size_t way_count, void *user);

/** Sorts, and the other operations. */
bool lists_run_sorts(bench *b);
bool lists_run_operations(bench *b);

/** Four bytes an entry. `entries` may be NULL. */
uint32_t lists_buffer(const uint32_t *entries, size_t count);
void lists_read(const bench *b, uint32_t buffer, size_t count, uint32_t *entries);
void lists_write(uint32_t buffer, size_t count, const uint32_t *entries);

/** Random numbers, the same on every machine. */
uint32_t lists_random(uint32_t *state);

#endif
