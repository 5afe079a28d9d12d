/* list_turns.c - buffers for lists, and ways to do an operation that are measured in turn.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "lists_gpu.h"

#include "common/files/median.h"
#include "common/platform/gl.h"
#include "common/platform/readback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_RUNS = 3, MOST_RUNS = 5, SETTLING = 20, SETTLE_MS = 150 };

const char *const list_time_names[LIST_TIMES] = {"ms",        "qsort_ms",    "std_sort_ms",      "std_stable_sort_ms",
                                                 "radix_ms",  "bitonic_ms",  "bitonic_steps_ms", "loop_ms",
                                                 "memcpy_ms", "readback_ms", "strips_ms",        "eigen_ms"};

/* ---- buffers ---- */

uint32_t lists_buffer(const uint32_t *entries, size_t count) {
    GLuint name = 0;
    glGenBuffers(1, &name);
    glBindBuffer(GL_COPY_WRITE_BUFFER, name);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr)(count * sizeof *entries), entries, GL_DYNAMIC_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return name;
}

void lists_read(const bench *b, uint32_t buffer, size_t count, uint32_t *entries) {
    readback_buffer(bench_gl(b), buffer, 0, count * sizeof *entries, entries);
}

void lists_write(uint32_t buffer, size_t count, const uint32_t *entries) {
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferSubData(GL_COPY_WRITE_BUFFER, 0, (GLsizeiptr)(count * sizeof *entries), entries);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

/* Marsaglia, Xorshift RNGs (2003). */
uint32_t lists_random(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* ---- turns ---- */

static bool append_row(bench *b, const list_row *row) {
    if (b->list_count == b->list_capacity) {
        size_t capacity = b->list_capacity ? b->list_capacity * 2 : 32;
        list_row *grown = realloc(b->lists, capacity * sizeof *grown);
        if (!grown)
            return error_set("out of memory");
        b->lists = grown;
        b->list_capacity = capacity;
    }
    b->lists[b->list_count++] = *row;
    return true;
}

static bool run_way(const list_way *way, void *user, double *ms) {
    if (way->prepare && !way->prepare(user))
        return false;
    glFinish();
    double start = clock_ms();
    bool ok = way->run(user);
    glFinish();
    *ms = clock_ms() - start;
    return ok;
}

static bool check_way(const list_row *row, const list_way *way, void *user) {
    double ms;
    return run_way(way, user, &ms) &&
           (way->is_right(user) || error_set("%s of %u entries, %s: the result is wrong", row->what,
                                             (unsigned)row->count, list_time_names[way->time]));
}

/* A second run after all first ones: llvmpipe compiles some shaders again once another way has drawn. */
static bool warm_up(const list_way *way, void *user) {
    double ms;
    bool draws = way->time == LIST_GPU || way->time == LIST_BITONIC || way->time == LIST_BITONIC_STEPS;
    return !draws || run_way(way, user, &ms);
}

/* Times a run after `settling` others of the same way, or after fewer that take SETTLE_MS together. */
static bool run_settled(const list_way *way, void *user, int settling, double *ms) {
    const double start = clock_ms();
    bool ok = true;
    for (int i = 0; i < settling && ok && clock_ms() - start < SETTLE_MS; i++)
        ok = run_way(way, user, ms);
    return ok && run_way(way, user, ms);
}

static bool measure(bench *b, list_row *row, const list_way *ways, size_t way_count, int settling, void *user) {
    static double ms[LIST_TIMES][BENCH_MAX_RUNS];
    uint32_t most = b->repeat ? b->repeat : MOST_RUNS, least = b->repeat ? b->repeat : LEAST_RUNS, runs = 0;
    bool ok = true;
    for (list_time at = 0; at < LIST_TIMES; at++)
        row->ms[at] = NAN;
    for (size_t i = 0; i < way_count && ok; i++) {
        unsigned long draws = lists_gpu_draws();
        ok = check_way(row, &ways[i], user);
        if (ways[i].time == LIST_GPU)
            row->draws = (uint32_t)(lists_gpu_draws() - draws);
    }
    for (size_t i = 0; i < way_count && ok; i++)
        ok = warm_up(&ways[i], user);
    double start = clock_ms();
    while (ok && runs < most && (runs < least || clock_ms() - start < 2 * b->budget_ms)) {
        for (size_t i = 0; i < way_count && ok; i++)
            ok = run_settled(&ways[i], user, settling, &ms[ways[i].time][runs]);
        runs++;
    }
    for (size_t i = 0; i < way_count && ok; i++)
        row->ms[ways[i].time] = median_of(ms[ways[i].time], runs);
    row->runs = runs;
    return ok && append_row(b, row);
}

bool lists_measure(bench *b, list_row *row, const list_way *ways, size_t way_count, void *user) {
    return measure(b, row, ways, way_count, 0, user);
}

bool lists_measure_settled(bench *b, list_row *row, const list_way *ways, size_t way_count, void *user) {
    return measure(b, row, ways, way_count, SETTLING, user);
}
