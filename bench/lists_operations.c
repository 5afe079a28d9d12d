/* lists_operations.c - scan, reduce, select, partition, unique and gather beside loops on the CPU.  SPDX-License-Identifier: MIT */
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include "common/files/memory.h"

#include <histopyramid/list.h>

#include <string.h>

enum { LISTS = 2, BINS = 16 };
#define LEAST 0xE6666666u /* a tenth of random numbers is not less */

enum { WHAT = ROW_OWN, ENTRIES, OURS, LOOP, MEMCPY, READBACK, TO_LOOP, TO_MEMCPY };

static const column COLUMNS[] = {{WHAT, TEXT, "what", "", 10},
                                 {ENTRIES, COUNT, "count", "entries", 9},
                                 {OURS, MS, "ms", "ours", 9, 3},
                                 {LOOP, MS, "loop_ms", "loop", 9, 3},
                                 {MEMCPY, MS, "memcpy_ms", "memcpy", 9, 3},
                                 {READBACK, MS, "readback_ms", "readback", 9, 3},
                                 {TO_LOOP, NUMBER, NULL, "|ours/loop", 9, 2},
                                 {TO_MEMCPY, NUMBER, NULL, "ours/memcpy", 11, 2},
                                 {ROW_RUNS, COUNT, "runs"},
                                 {ROW_DRAWS, COUNT, "draws", "|draws", 5},
                                 {0}};
const table operations_table = {.key = "lists", .columns = COLUMNS};

typedef struct contest contest;

/* What is done with lists. Of each input and output: entries for a list of n, entries * n + more. */
typedef struct operation {
    const char *what;
    uint32_t bits; /* of hpyr_list_operation */
    struct {
        uint32_t entries, more;
    } inputs[LISTS], outputs[LISTS];
    void (*fill)(contest *c);
    void (*loop)(contest *c);              /* from inputs to outputs */
    hpyr_result (*ours)(const contest *c); /* from buffers into buffers */
    bool copies;                           /* a memcpy of its input to its output is a bound */
} operation;

struct contest {
    bench *b;
    store store;
    const operation *op;
    uint32_t count, *inputs[LISTS], *outputs[LISTS], *expected[LISTS];
    uint32_t in[LISTS], out[LISTS]; /* buffers; 0 where an operation has fewer */
    hpyr_lists *lists;
};

/* ---- inputs ---- */

/* Sums stay below 2^32 - 1 up to 2^24 entries. */
static void fill_bytes(contest *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->count; i++)
        c->inputs[0][i] = store_random(&state) & 255;
}

static void fill_numbers(contest *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->count; i++)
        c->inputs[0][i] = store_random(&state);
}

static void fill_bins(contest *c) {
    fill_numbers(c);
    for (uint32_t i = 0; i < c->count; i++)
        c->inputs[1][i] = c->inputs[0][i] >> 8 & (BINS - 1);
}

/* Runs of one to seven equal keys. */
static void fill_runs(contest *c) {
    uint32_t state = 0x1E3779B9u, key = 0, left = 0;
    for (uint32_t i = 0; i < c->count; i++, left--) {
        if (left == 0) {
            left = 1 + store_random(&state) % 7;
            key++;
        }
        c->inputs[0][i] = key;
    }
}

/* Every position once, in an order of chance (Fisher and Yates). */
static void fill_records(contest *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t other = store_random(&state) % (i + 1);
        c->inputs[0][i] = c->inputs[0][other];
        c->inputs[0][other] = i;
    }
    for (size_t i = 0; i < 4 * (size_t)c->count; i++)
        c->inputs[1][i] = store_random(&state);
}

/* ---- loops ---- */

static void loop_scan(contest *c) {
    peer_scan(c->inputs[0], c->count, c->outputs[0]);
}

static void loop_reduce(contest *c) {
    c->outputs[0][0] = peer_reduce(c->inputs[0], c->count);
}

static void loop_select(contest *c) {
    c->outputs[1][0] = (uint32_t)peer_select(c->inputs[0], c->count, LEAST, c->outputs[0]);
}

static void loop_partition(contest *c) {
    peer_partition(c->inputs[0], c->inputs[1], c->count, BINS, c->outputs[1], c->outputs[0]);
    c->outputs[1][BINS + 1] = c->count; /* the overflow bin is empty */
}

static void loop_unique(contest *c) {
    peer_unique(c->inputs[0], c->count, c->outputs[0], c->outputs[1]);
}

static void loop_gather(contest *c) {
    peer_gather(c->inputs[0], c->count, c->inputs[1], c->outputs[0]);
}

/* ---- ours ---- */

/* Calls hpyr_lists_.. with a desc that has the list's length, and what else it needs. */
#define OURS_OF(name, ...)                                                                                             \
    static hpyr_result our_##name(const contest *c) {                                                                  \
        const hpyr_lists_##name##_desc d = {.length.count = c->count, __VA_ARGS__};                                    \
        return hpyr_lists_##name(c->lists, &d);                                                                        \
    }
OURS_OF(scan, .input.buffer = c->in[0], .output.buffer = c->out[0])
OURS_OF(reduce, .input.buffer = c->in[0], .output.buffer = c->out[0])
OURS_OF(select, .input.buffer = c->in[0], .selected.buffer = c->out[0], .count.buffer = c->out[1],
        .condition = HPYR_LIST_CONDITION_THRESHOLD, .threshold = LEAST)
OURS_OF(partition, .keys.buffer = c->in[0], .bins.buffer = c->in[1], .bin_count = BINS,
        .partitioned_keys.buffer = c->out[0], .offsets.buffer = c->out[1])
OURS_OF(unique, .keys.buffer = c->in[0], .unique.buffer = c->out[0], .run_lengths.buffer = c->out[1])
OURS_OF(gather, .positions.buffer = c->in[0], .output = {.buffer = c->out[0], .format = HPYR_FORMAT_RGBA32UI},
        .source = {.buffer = c->in[1], .format = HPYR_FORMAT_RGBA32UI, .count = c->count})

/* clang-format off */
static const operation OPERATIONS[] = {
    {"scan", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{1, 0}}, fill_bytes, loop_scan, our_scan, true},
    {"reduce", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{0, 1}}, fill_bytes, loop_reduce, our_reduce, false},
    {"select", HPYR_LIST_OPERATION_SELECT, {{1, 0}}, {{1, 0}, {0, 1}}, fill_numbers, loop_select, our_select, false},
    {"partition", HPYR_LIST_OPERATION_SORT, {{1, 0}, {1, 0}}, {{1, 0}, {0, BINS + 2}}, fill_bins, loop_partition, our_partition, false},
    {"unique", HPYR_LIST_OPERATION_SELECT, {{1, 0}}, {{1, 0}, {1, 0}}, fill_runs, loop_unique, our_unique, false},
    {"gather", HPYR_LIST_OPERATION_GATHER, {{1, 0}, {4, 0}}, {{4, 0}}, fill_records, loop_gather, our_gather, false},
};
/* clang-format on */

/* ---- ways ---- */

static size_t input_size(const contest *c, int i) {
    return (size_t)c->op->inputs[i].entries * c->count + c->op->inputs[i].more;
}

static size_t output_size(const contest *c, int i) {
    return (size_t)c->op->outputs[i].entries * c->count + c->op->outputs[i].more;
}

WAY_THAT(run_loop, c->op->loop(c))
WAY_THAT(run_memcpy, memcpy(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]))

static bool run_readback(void *user) {
    contest *c = user;
    for (int i = 0; i < LISTS; i++)
        if (c->in[i])
            store_read(c->b, c->in[i], input_size(c, i), c->inputs[i]);
    c->op->loop(c);
    for (int i = 0; i < LISTS; i++)
        if (c->out[i])
            store_write(c->out[i], output_size(c, i), c->outputs[i]);
    return true;
}

WAY_OF(run_ours, bench_check(c->b, c->op->ours(c), c->op->what))

static bool outputs_are_right(void *user) {
    contest *c = user;
    bool right = true;
    for (int i = 0; i < LISTS; i++)
        right = right && (!c->outputs[i] ||
                          memcmp(c->outputs[i], c->expected[i], output_size(c, i) * sizeof *c->outputs[i]) == 0);
    return right;
}

static bool buffers_are_right(void *user) {
    contest *c = user;
    for (int i = 0; i < LISTS; i++)
        if (c->out[i])
            store_read(c->b, c->out[i], output_size(c, i), c->outputs[i]);
    return outputs_are_right(c);
}

WAY_OF(copy_is_right, memcmp(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]) == 0)

/* Ours is the first, so that its buffers do not hold another way's result. */
static const way WAYS[] = {{OURS, true, run_ours, buffers_are_right, .draws = ROW_DRAWS},
                           {LOOP, false, run_loop, outputs_are_right},
                           {READBACK, false, run_readback, buffers_are_right},
                           {MEMCPY, false, run_memcpy, copy_is_right}};
enum { WAY_COUNT = 4, MEMCPY_WAY = 3 };

/* ---- a case ---- */

/* Outputs begin as ones: an entry that is not written is wrong. Behind the last of the found entries zeros are expected. */
static bool prepare(contest *c) {
    for (int i = 0; i < LISTS; i++) {
        c->inputs[i] = input_size(c, i) ? store_memory(&c->store, input_size(c, i), sizeof **c->inputs) : NULL;
        c->outputs[i] = output_size(c, i) ? store_memory(&c->store, output_size(c, i), sizeof **c->outputs) : NULL;
        c->expected[i] = store_memory(&c->store, output_size(c, i), sizeof **c->expected);
    }
    if (!store_check(&c->store))
        return false;
    c->op->fill(c);
    c->op->loop(c);
    for (int i = 0; i < LISTS; i++) {
        const size_t input = input_size(c, i) * sizeof **c->inputs, output = output_size(c, i) * sizeof **c->outputs;
        if (input)
            c->in[i] = store_buffer(&c->store, input, c->inputs[i]);
        if (output) {
            memcpy(c->expected[i], c->outputs[i], output);
            memset(c->outputs[i], 0xFF, output);
            c->out[i] = store_buffer(&c->store, output, c->outputs[i]);
            memset(c->outputs[i], 0, output);
        }
    }
    return store_check(&c->store);
}

static bool run_case(bench *b, const operation *op, uint32_t count) {
    contest c = {.b = b, .store = {.b = b}, .op = op, .count = count};
    const hpyr_lists_desc desc = {.capacity = count, .operations = op->bits};
    row r = row_of(&operations_table);
    player p = {.row = &r, .ways = WAYS, .way_count = WAY_COUNT, .user = &c};
    p.skipped = op->copies ? 0 : 1u << MEMCPY_WAY;
    bool ok = memory_check(op->what, 32 * (uint64_t)count) && prepare(&c) &&
              bench_check(b, hpyr_lists_create(b->context, &desc, &c.lists), "a workspace") &&
              turns_run(b, &p, &(turns){TURNS_OF_LISTS});
    r.t[WHAT] = op->what;
    r.n[ENTRIES] = count;
    r.n[TO_LOOP] = r.n[OURS] / r.n[LOOP];
    r.n[TO_MEMCPY] = r.n[OURS] / r.n[MEMCPY];
    hpyr_lists_destroy(c.lists);
    store_free(&c.store);
    return ok && bench_keep(b, &r);
}

bool bench_list_operations(bench *b) {
    const size_t first = b->row_count;
    bool ok = true;
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS && ok; i++) {
        const operation *op = &OPERATIONS[i];
        if (b->has_size) {
            ok = run_case(b, op, b->sizes[0] * b->sizes[0]);
        } else {
            bool sums = op->bits == HPYR_LIST_OPERATION_SCAN;
            ok = run_case(b, op, 1000000) && run_case(b, op, sums || b->is_full ? 4096 * 4096 : 4000000);
        }
    }
    return bench_show(
        b, ok, &operations_table, first,
        "Other list operations: ms, medians; readback is the loop on a list that is read back and written again", NULL);
}
