/* lists_operations.c - scan, reduce, select, partition, unique and gather beside loops on the CPU.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "lists_gpu.h"
#include "peers.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { LISTS = 2, MOST_WAYS = 4 };

typedef struct operation_case operation_case;

/* What is done with lists. Of each input and output: entries for a list of n, entries * n + more. */
typedef struct operation {
    const char *what;
    uint32_t bits; /* of hpyr_list_operation */
    struct {
        uint32_t entries, more;
    } inputs[LISTS], outputs[LISTS];
    void (*fill)(operation_case *c);
    void (*loop)(operation_case *c); /* from inputs to outputs */
    list_gpu_fn gpu;
    bool copies; /* a memcpy of its input to its output is a bound */
} operation;

struct operation_case {
    bench *b;
    const operation *op;
    list_row row;
    uint32_t *inputs[LISTS], *outputs[LISTS], *expected[LISTS];
    list_buffers buffers;
    hpyr_lists *lists;
};

/* ---- inputs ---- */

/* Sums stay below 2^32 - 1 up to 2^24 entries. */
static void fill_bytes(operation_case *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->row.count; i++)
        c->inputs[0][i] = lists_random(&state) & 255;
}

static void fill_numbers(operation_case *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->row.count; i++)
        c->inputs[0][i] = lists_random(&state);
}

static void fill_bins(operation_case *c) {
    fill_numbers(c);
    for (uint32_t i = 0; i < c->row.count; i++)
        c->inputs[1][i] = c->inputs[0][i] >> 8 & (LISTS_BINS - 1);
}

/* Runs of one to seven equal keys. */
static void fill_runs(operation_case *c) {
    uint32_t state = 0x1E3779B9u, key = 0, left = 0;
    for (uint32_t i = 0; i < c->row.count; i++, left--) {
        if (left == 0) {
            left = 1 + lists_random(&state) % 7;
            key++;
        }
        c->inputs[0][i] = key;
    }
}

/* Every position once, in an order of chance (Fisher and Yates). */
static void fill_records(operation_case *c) {
    uint32_t state = 0x1E3779B9u;
    for (uint32_t i = 0; i < c->row.count; i++) {
        uint32_t other = lists_random(&state) % (i + 1);
        c->inputs[0][i] = c->inputs[0][other];
        c->inputs[0][other] = i;
    }
    for (size_t i = 0; i < 4 * (size_t)c->row.count; i++)
        c->inputs[1][i] = lists_random(&state);
}

/* ---- loops ---- */

static void loop_scan(operation_case *c) {
    peer_scan(c->inputs[0], c->row.count, c->outputs[0]);
}

static void loop_reduce(operation_case *c) {
    c->outputs[0][0] = peer_reduce(c->inputs[0], c->row.count);
}

static void loop_select(operation_case *c) {
    c->outputs[1][0] = (uint32_t)peer_select(c->inputs[0], c->row.count, LISTS_LEAST, c->outputs[0]);
}

static void loop_partition(operation_case *c) {
    peer_partition(c->inputs[0], c->inputs[1], c->row.count, LISTS_BINS, c->outputs[1], c->outputs[0]);
    c->outputs[1][LISTS_BINS + 1] = c->row.count; /* the overflow bin is empty */
}

static void loop_unique(operation_case *c) {
    peer_unique(c->inputs[0], c->row.count, c->outputs[0], c->outputs[1]);
}

static void loop_gather(operation_case *c) {
    peer_gather(c->inputs[0], c->row.count, c->inputs[1], c->outputs[0]);
}

static const operation OPERATIONS[] = {
    {"scan", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{1, 0}}, fill_bytes, loop_scan, lists_gpu_scan, true},
    {"reduce", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{0, 1}}, fill_bytes, loop_reduce, lists_gpu_reduce, false},
    {"select",
     HPYR_LIST_OPERATION_SELECT,
     {{1, 0}},
     {{1, 0}, {0, 1}},
     fill_numbers,
     loop_select,
     lists_gpu_select,
     false},
    {"partition",
     HPYR_LIST_OPERATION_SORT,
     {{1, 0}, {1, 0}},
     {{1, 0}, {0, LISTS_BINS + 2}},
     fill_bins,
     loop_partition,
     lists_gpu_partition,
     false},
    {"unique", HPYR_LIST_OPERATION_SELECT, {{1, 0}}, {{1, 0}, {1, 0}}, fill_runs, loop_unique, lists_gpu_unique, false},
    {"gather",
     HPYR_LIST_OPERATION_GATHER,
     {{1, 0}, {4, 0}},
     {{4, 0}},
     fill_records,
     loop_gather,
     lists_gpu_gather,
     false},
};

/* ---- ways ---- */

static size_t input_size(const operation_case *c, int i) {
    return (size_t)c->op->inputs[i].entries * c->row.count + c->op->inputs[i].more;
}

static size_t output_size(const operation_case *c, int i) {
    return (size_t)c->op->outputs[i].entries * c->row.count + c->op->outputs[i].more;
}

static bool run_loop(void *user) {
    operation_case *c = user;
    c->op->loop(c);
    return true;
}

static bool run_memcpy(void *user) {
    operation_case *c = user;
    memcpy(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]);
    return true;
}

static bool run_readback(void *user) {
    operation_case *c = user;
    for (int i = 0; i < LISTS; i++)
        if (c->buffers.inputs[i])
            lists_read(c->b, c->buffers.inputs[i], input_size(c, i), c->inputs[i]);
    c->op->loop(c);
    for (int i = 0; i < LISTS; i++)
        if (c->buffers.outputs[i])
            lists_write(c->buffers.outputs[i], output_size(c, i), c->outputs[i]);
    return true;
}

static bool run_gpu(void *user) {
    operation_case *c = user;
    return c->op->gpu(c->b, c->lists, &c->buffers, c->row.count);
}

static bool outputs_are_right(void *user) {
    operation_case *c = user;
    bool right = true;
    for (int i = 0; i < LISTS; i++)
        right = right && (!c->outputs[i] ||
                          memcmp(c->outputs[i], c->expected[i], output_size(c, i) * sizeof *c->outputs[i]) == 0);
    return right;
}

static bool buffers_are_right(void *user) {
    operation_case *c = user;
    for (int i = 0; i < LISTS; i++)
        if (c->buffers.outputs[i])
            lists_read(c->b, c->buffers.outputs[i], output_size(c, i), c->outputs[i]);
    return outputs_are_right(c);
}

static bool copy_is_right(void *user) {
    operation_case *c = user;
    return memcmp(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]) == 0;
}

static bool measure(operation_case *c) {
    list_way ways[MOST_WAYS];
    size_t count = 0;
    if (c->lists) /* first, so that its buffers do not hold another way's result */
        ways[count++] = (list_way){LIST_GPU, NULL, run_gpu, buffers_are_right};
    ways[count++] = (list_way){LIST_LOOP, NULL, run_loop, outputs_are_right};
    ways[count++] = (list_way){LIST_READBACK, NULL, run_readback, buffers_are_right};
    if (c->op->copies)
        ways[count++] = (list_way){LIST_MEMCPY, NULL, run_memcpy, copy_is_right};
    return lists_measure(c->b, &c->row, ways, count, c);
}

/* ---- a case ---- */

static bool allocate(operation_case *c) {
    bool ok = true;
    for (int i = 0; i < LISTS && ok; i++) {
        size_t input = input_size(c, i), output = output_size(c, i);
        if (input)
            ok = (c->inputs[i] = calloc(input, sizeof *c->inputs[i])) != NULL;
        if (ok && output) {
            c->outputs[i] = calloc(output, sizeof *c->outputs[i]);
            c->expected[i] = calloc(output, sizeof *c->expected[i]);
            ok = c->outputs[i] && c->expected[i];
        }
    }
    return ok || error_set("out of memory for lists of %u", (unsigned)c->row.count);
}

/* Outputs begin as ones: an entry that is not written is wrong. Behind the last of the found entries zeros are expected. */
static void prepare(operation_case *c) {
    c->op->fill(c);
    c->op->loop(c);
    for (int i = 0; i < LISTS; i++) {
        size_t input = input_size(c, i), output = output_size(c, i);
        if (input)
            c->buffers.inputs[i] = lists_buffer(c->inputs[i], input);
        if (output) {
            memcpy(c->expected[i], c->outputs[i], output * sizeof *c->outputs[i]);
            memset(c->outputs[i], 0xFF, output * sizeof *c->outputs[i]);
            c->buffers.outputs[i] = lists_buffer(c->outputs[i], output);
            memset(c->outputs[i], 0, output * sizeof *c->outputs[i]);
        }
    }
}

static void close_case(operation_case *c) {
    for (int i = 0; i < LISTS; i++) {
        free(c->inputs[i]);
        free(c->outputs[i]);
        free(c->expected[i]);
    }
    glDeleteBuffers(LISTS, c->buffers.inputs);
    glDeleteBuffers(LISTS, c->buffers.outputs);
    lists_gpu_close(c->lists);
}

static bool run_case(bench *b, const operation *op, uint32_t count) {
    operation_case c = {0};
    c.b = b;
    c.op = op;
    c.row.what = op->what;
    c.row.count = count;
    c.row.bits = 32;
    bool ok = memory_check(op->what, 32 * (uint64_t)count) && allocate(&c);
    if (ok) {
        prepare(&c);
        ok = (!lists_gpu_exists() || lists_gpu_open(b, count, op->bits, &c.lists)) && measure(&c);
    }
    close_case(&c);
    return ok;
}

bool lists_run_operations(bench *b) {
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
    return ok;
}
