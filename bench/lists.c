/* lists.c - sorts, by the library, the CPU, and bitonic ones by fragment shaders; and scan, reduce, select, partition, unique and gather
 * beside loops on the CPU.  SPDX-License-Identifier: MIT
 *
 * The value of a pair is the position of its key. So what is stable can be told from what is not, and the bitonic sort, which
 * takes values into account, gives the same list as a stable one. */
#include "bitonic.h"
#include "parts.h"
#include "peers.h"
#include "store.h"
#include "turns.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <histopyramid/list.h>

#include <math.h>
#include <string.h>

enum { LISTS = 2, BINS = 16, BITONIC_MOST = 1 << 24, BITONIC_USUAL = 1 << 21, STEPS_MOST = 1 << 20, SEED = 0x1E3779B9 };
#define LEAST 0xE6666666u /* a tenth of random numbers is not less */

typedef enum key_kind { KEYS_RANDOM, KEYS_SORTED, KEYS_REVERSED, KEYS_EQUAL, KEYS_FEW, KEY_KINDS } key_kind;

static const char *const KIND_NAMES[KEY_KINDS] = {"random", "sorted", "reversed", "equal", "few"};

enum { WHAT = ROW_OWN, ENTRIES, OURS, READBACK, OWN };
enum { KEYS = OWN, BITS, PAIRS, ALONE, QSORT, STD_SORT, STD_STABLE, RADIX, BITONIC, STEPS, TO_QSORT, TO_BITONIC };
enum { BITONIC_DRAWS = TO_BITONIC + 1, BITONIC_BYTES };
enum { LOOP = OWN, MEMCPY, TO_LOOP, TO_MEMCPY };

static const column SORT_COLUMNS[] = {{WHAT, TEXT, "what"},
                                      {ENTRIES, COUNT, "count", "entries", 9},
                                      {KEYS, TEXT, "keys", "keys", 8},
                                      {BITS, COUNT, "bits", "bits", 4},
                                      {PAIRS, TRUTH, "pairs"},
                                      {ALONE, TEXT, NULL, "", 5},
                                      {OURS, MS, "ms", "ours", 9, 3},
                                      {QSORT, MS, "qsort_ms", "qsort", 9, 3},
                                      {STD_SORT, MS, "std_sort_ms", "std::sort", 9, 3},
                                      {STD_STABLE, MS, "std_stable_sort_ms", "stable", 9, 3},
                                      {RADIX, MS, "radix_ms", "radix", 9, 3},
                                      {BITONIC, MS, "bitonic_ms", "bitonic", 9, 3},
                                      {STEPS, MS, "bitonic_steps_ms", "by steps", 9, 3},
                                      {READBACK, MS, "readback_ms", "readback", 9, 3},
                                      {TO_QSORT, NUMBER, NULL, "|ours/qsort", 10, 2},
                                      {TO_BITONIC, NUMBER, NULL, "ours/bitonic", 12, 2},
                                      {ROW_RUNS, COUNT, "runs"},
                                      {ROW_DRAWS, COUNT, "draws", "|draws", 5},
                                      {BITONIC_DRAWS, COUNT, "bitonic_draws", "bitonic", 8},
                                      {BITONIC_BYTES, NUMBER, "bitonic_bytes", "B/entry", 8},
                                      {0}};
const table sorts_table = {.key = "lists", .columns = SORT_COLUMNS};

static const column OPERATION_COLUMNS[] = {{WHAT, TEXT, "what", "", 10},
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
const table operations_table = {.key = "lists", .columns = OPERATION_COLUMNS};

typedef struct contest contest;

/* What is done with lists. Of each input and output: entries for a list of n, entries * n + more. */
typedef struct operation {
    const char *what;
    uint32_t bits; /* of hpyr_list_operation */
    struct {
        uint32_t entries, more;
    } inputs[LISTS], outputs[LISTS];
    void (*fill)(contest *c);
    void (*loop)(contest *c);              /* from inputs to outputs; of sorts the oracle */
    hpyr_result (*ours)(const contest *c); /* from buffers into buffers */
    bool copies;                           /* a memcpy of its input to its output is a bound */
    bool is_sort;                          /* and its buffers have bitonic_room */
} operation;

/* Sorts of keys alone have these in the first half of `pairs`, `work` and `spare`. */
struct contest {
    bench *b;
    store store;
    const operation *op;
    uint32_t count, *inputs[LISTS], *outputs[LISTS], *expected[LISTS];
    uint32_t in[LISTS], out[LISTS]; /* buffers; 0 where an operation has fewer */
    hpyr_lists *lists;
    key_kind kind; /* from here on of sorts */
    uint32_t bits;
    peer_pair *pairs, *work, *spare;
    uint8_t *seen;
    bitonic *bitonic, *steps;
};

static size_t input_size(const contest *c, int i) {
    return (size_t)c->op->inputs[i].entries * c->count + c->op->inputs[i].more;
}

static size_t output_size(const contest *c, int i) {
    return (size_t)c->op->outputs[i].entries * c->count + c->op->outputs[i].more;
}

static bool has_values(const contest *c) {
    return c->op->inputs[1].entries > 0;
}

/* ---- inputs ---- */

/* Sums stay below 2^32 - 1 up to 2^24 entries. */
static void fill_bytes(contest *c) {
    uint32_t state = SEED;
    for (uint32_t i = 0; i < c->count; i++)
        c->inputs[0][i] = store_random(&state) & 255;
}

static void fill_numbers(contest *c) {
    uint32_t state = SEED;
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
    uint32_t state = SEED, key = 0, left = 0;
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
    uint32_t state = SEED;
    for (uint32_t i = 0; i < c->count; i++) {
        uint32_t other = store_random(&state) % (i + 1);
        c->inputs[0][i] = c->inputs[0][other];
        c->inputs[0][other] = i;
    }
    for (size_t i = 0; i < 4 * (size_t)c->count; i++)
        c->inputs[1][i] = store_random(&state);
}

/* In all forms that a sort takes. */
static void fill_keys(contest *c) {
    uint32_t *keys = c->inputs[0];
    const key_kind kind = c->kind;
    uint32_t state = SEED, count = c->count, mask = c->bits == 32 ? UINT32_MAX : (1u << c->bits) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = store_random(&state);
        if (kind == KEYS_EQUAL)
            number = 0x5EED5EEDu;
        else if (kind == KEYS_FEW)
            number = number % 16 * 0x11111111u;
        keys[i] = number & mask;
    }
    if (kind == KEYS_SORTED || kind == KEYS_REVERSED)
        peer_qsort_keys(keys, count);
    for (uint32_t i = 0; i < count / 2 && kind == KEYS_REVERSED; i++) {
        const uint32_t key = keys[i];
        keys[i] = keys[count - 1 - i];
        keys[count - 1 - i] = key;
    }
    memcpy(c->pairs, keys, count * sizeof *keys);
    for (uint32_t i = 0; i < count && has_values(c); i++) {
        c->inputs[1][i] = i;
        c->pairs[i] = (peer_pair){keys[i], i};
    }
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

static void loop_sort(contest *c) {
    const hpyr_ref_list_sort_desc desc = {.keys = {.entries = c->inputs[0], .count = c->count},
                                          .values = has_values(c) ? c->inputs[1] : NULL,
                                          .sorted_keys = c->outputs[0],
                                          .sorted_values = has_values(c) ? c->outputs[1] : NULL};
    hpyr_ref_list_sort(&desc);
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
OURS_OF(sort, .bit_count = c->bits, .keys.buffer = c->in[0], .values.buffer = c->in[1], .sorted_keys.buffer = c->out[0],
        .sorted_values.buffer = c->out[1])

/* clang-format off */
static const operation OPERATIONS[] = {
    {"scan", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{1, 0}}, fill_bytes, loop_scan, our_scan, true},
    {"reduce", HPYR_LIST_OPERATION_SCAN, {{1, 0}}, {{0, 1}}, fill_bytes, loop_reduce, our_reduce, false},
    {"select", HPYR_LIST_OPERATION_SELECT, {{1, 0}}, {{1, 0}, {0, 1}}, fill_numbers, loop_select, our_select, false},
    {"partition", HPYR_LIST_OPERATION_SORT, {{1, 0}, {1, 0}}, {{1, 0}, {0, BINS + 2}}, fill_bins, loop_partition, our_partition, false},
    {"unique", HPYR_LIST_OPERATION_SELECT, {{1, 0}}, {{1, 0}, {1, 0}}, fill_runs, loop_unique, our_unique, false},
    {"gather", HPYR_LIST_OPERATION_GATHER, {{1, 0}, {4, 0}}, {{4, 0}}, fill_records, loop_gather, our_gather, false},
};

/* Of keys alone, and of pairs. */
static const operation SORTS[] = {
    {"sort", HPYR_LIST_OPERATION_SORT, {{1, 0}}, {{1, 0}}, fill_keys, loop_sort, our_sort, false, true},
    {"sort", HPYR_LIST_OPERATION_SORT, {{1, 0}, {1, 0}}, {{1, 0}, {1, 0}}, fill_keys, loop_sort, our_sort, false, true},
};
/* clang-format on */

/* ---- ways ---- */

WAY_THAT(run_loop, c->op->loop(c))
WAY_THAT(run_memcpy, memcpy(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]))

static bool run_readback(void *user) {
    contest *c = user;
    bool ok = true;
    for (int i = 0; i < LISTS; i++)
        ok = ok && (!c->in[i] || store_read(c->b, c->in[i], input_size(c, i), c->inputs[i]));
    c->op->loop(c);
    for (int i = 0; i < LISTS; i++)
        if (c->out[i])
            store_write(c->out[i], output_size(c, i), c->outputs[i]);
    return ok;
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
    bool ok = true;
    for (int i = 0; i < LISTS; i++)
        ok = ok && (!c->out[i] || store_read(c->b, c->out[i], output_size(c, i), c->outputs[i]));
    return ok && outputs_are_right(c);
}

WAY_OF(copy_is_right, memcmp(c->outputs[0], c->inputs[0], output_size(c, 0) * sizeof *c->outputs[0]) == 0)

/* Here and below ours is the first, so that its buffers do not hold another way's result. */
static const way OPERATION_WAYS[] = {{OURS, true, run_ours, buffers_are_right, .draws = ROW_DRAWS},
                                     {LOOP, false, run_loop, outputs_are_right},
                                     {READBACK, false, run_readback, buffers_are_right},
                                     {MEMCPY, false, run_memcpy, copy_is_right}};
enum { MEMCPY_WAY = 3 };

/* ---- ways of sorts ---- */

/* Takes the list in `work` apart into keys and values. */
static void split_work(const contest *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        c->outputs[0][i] = c->work[i].key;
        c->outputs[1][i] = c->work[i].value;
    }
}

/* The sorted list of the CPU, whose pairs are in one array. */
static bool cpu_is_stable(void *user) {
    contest *c = user;
    if (has_values(c))
        split_work(c);
    else
        memcpy(c->outputs[0], c->work, c->count * sizeof *c->outputs[0]);
    return outputs_are_right(c);
}

/* Equal keys may have lost their order, but no pair may be lost. */
static bool cpu_is_sorted(void *user) {
    contest *c = user;
    bool right = true;
    if (!has_values(c))
        return cpu_is_stable(c);
    memset(c->seen, 0, c->count);
    for (uint32_t i = 0; i < c->count && right; i++) {
        peer_pair p = c->work[i];
        right = p.key == c->expected[0][i] && p.value < c->count && c->inputs[0][p.value] == p.key && !c->seen[p.value];
        if (right)
            c->seen[p.value] = 1;
    }
    return right;
}

WAY_THAT(copy_input, memcpy(c->work, c->pairs, (has_values(c) ? sizeof *c->pairs : sizeof **c->inputs) * c->count))

static void sort_work(contest *c, void (*sort_keys)(uint32_t *, size_t), void (*sort_pairs)(peer_pair *, size_t)) {
    if (has_values(c))
        sort_pairs(c->work, c->count);
    else
        sort_keys((uint32_t *)c->work, c->count);
}

static void sort_work_by_radix(contest *c) {
    if (has_values(c))
        peer_radix_pairs(c->work, c->spare, c->count);
    else
        peer_radix_keys((uint32_t *)c->work, (uint32_t *)c->spare, c->count);
}

WAY_THAT(run_radix, sort_work_by_radix(c))
WAY_THAT(run_qsort, sort_work(c, peer_qsort_keys, peer_qsort_pairs))
#ifdef BENCH_HAS_CXX
WAY_THAT(run_std_sort, sort_work(c, peer_std_sort_keys, peer_std_sort_pairs))
WAY_THAT(run_std_stable_sort, sort_work(c, peer_std_stable_sort_keys, peer_std_stable_sort_pairs))
#endif

/* What a program does whose list is on the GPU: the radix sort is the quickest on the CPU. */
static bool run_sort_readback(void *user) {
    contest *c = user;
    uint32_t *keys = has_values(c) ? c->outputs[0] : (uint32_t *)c->work;
    bool ok = store_read(c->b, c->in[0], c->count, keys);
    if (has_values(c)) {
        ok = ok && store_read(c->b, c->in[1], c->count, c->outputs[1]);
        for (uint32_t i = 0; i < c->count; i++)
            c->work[i] = (peer_pair){keys[i], c->outputs[1][i]};
    }
    sort_work_by_radix(c);
    if (has_values(c)) {
        split_work(c);
        store_write(c->out[1], c->count, c->outputs[1]);
    }
    store_write(c->out[0], c->count, keys);
    return ok;
}

WAY_THAT(run_bitonic, bitonic_run(c->bitonic, c->in[0], c->in[1], c->out[0], c->out[1]))
WAY_THAT(run_steps, bitonic_run(c->steps, c->in[0], c->in[1], c->out[0], c->out[1]))

static const way SORT_WAYS[] = {{OURS, true, run_ours, buffers_are_right, .draws = ROW_DRAWS},
                                {QSORT, false, run_qsort, cpu_is_sorted, copy_input},
#ifdef BENCH_HAS_CXX
                                {STD_SORT, false, run_std_sort, cpu_is_sorted, copy_input},
                                {STD_STABLE, false, run_std_stable_sort, cpu_is_stable, copy_input},
#endif
                                {RADIX, false, run_radix, cpu_is_stable, copy_input},
                                {READBACK, false, run_sort_readback, buffers_are_right},
                                {BITONIC, false, run_bitonic, buffers_are_right, .draws = BITONIC_DRAWS},
                                {STEPS, false, run_steps, buffers_are_right, .draws = BITONIC_DRAWS}};
enum { SORT_WAY_COUNT = COUNT_OF(SORT_WAYS) };
enum { BITONIC_WAY = SORT_WAY_COUNT - 2, STEPS_WAY };

/* ---- a case ---- */

/* Entries of a buffer. */
static size_t room_of(const contest *c, int i) {
    return c->op->is_sort ? bitonic_room(c->count) : output_size(c, i);
}

/* Outputs begin as ones: an entry that is not written is wrong. Behind the last of the found entries zeros are expected. */
static bool prepare(contest *c) {
    for (int i = 0; i < LISTS; i++) {
        c->inputs[i] = input_size(c, i) ? store_memory(&c->store, input_size(c, i), sizeof **c->inputs) : NULL;
        c->outputs[i] = output_size(c, i) ? store_memory(&c->store, room_of(c, i), sizeof **c->outputs) : NULL;
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
            c->out[i] = store_buffer(&c->store, room_of(c, i) * sizeof **c->outputs, c->outputs[i]);
            memset(c->outputs[i], 0, output);
        }
    }
    return store_check(&c->store);
}

/* Bytes that must be read and written: outputs end with the last entry that is not 0. */
static double least_bytes(const contest *c) {
    size_t entries = 0;
    for (int i = 0; i < LISTS; i++) {
        size_t written = c->expected[i] ? output_size(c, i) : 0;
        while (written > 0 && c->expected[i][written - 1] == 0)
            written--;
        entries += input_size(c, i) + written;
    }
    return (double)entries * sizeof(uint32_t);
}

/* The row gets what it has of all operations. */
static bool compete(contest *c, row *r, const way *ways, size_t way_count, unsigned skipped) {
    const hpyr_lists_desc desc = {.capacity = c->count, .operations = c->op->bits};
    player p = {.row = r, .ways = ways, .way_count = way_count, .user = c, .skipped = skipped};
    r->t[WHAT] = c->op->what;
    r->n[ENTRIES] = c->count;
    r->n[ROW_LEAST] = least_bytes(c);
    return bench_check(c->b, hpyr_lists_create(c->b->context, &desc, &c->lists), "a workspace") &&
           turns_run(c->b, &p, &(turns){TURNS_OF_LISTS});
}

/* Frees what a case has, and keeps its row. */
static bool finish(contest *c, bool ok, const row *r) {
    bitonic_close(c->bitonic);
    bitonic_close(c->steps);
    hpyr_lists_destroy(c->lists);
    store_free(&c->store);
    return ok && bench_keep(c->b, r);
}

static bool run_operation(bench *b, const operation *op, uint32_t count) {
    contest c = {.b = b, .store = {.b = b}, .op = op, .count = count};
    row r = row_of(&operations_table);
    const bool ok = memory_check(op->what, 32 * (uint64_t)count) && prepare(&c) &&
                    compete(&c, &r, OPERATION_WAYS, 4, op->copies ? 0 : 1u << MEMCPY_WAY);
    r.n[TO_LOOP] = r.n[OURS] / r.n[LOOP];
    r.n[TO_MEMCPY] = r.n[OURS] / r.n[MEMCPY];
    return finish(&c, ok, &r);
}

/* The one by steps takes seconds, whatever the keys are. */
static bool open_bitonics(contest *c) {
    const bench *b = c->b;
    const bool has_bitonic = bench_gl(b) != GL_ES3; /* they read buffer textures */
    bool ok = true;
    if (has_bitonic && c->count <= (b->is_full || b->has_size ? BITONIC_MOST : BITONIC_USUAL))
        ok = (c->bitonic = bitonic_open(c->count, has_values(c) ? BITONIC_PAIRS : BITONIC_KEYS)) != NULL;
    if (ok && has_bitonic && c->count <= STEPS_MOST && has_values(c) && c->bits == 32 && c->kind == KEYS_RANDOM)
        ok = (c->steps = bitonic_open(c->count, BITONIC_STEPS)) != NULL;
    return ok;
}

static void note_sort(const contest *c, row *r) {
    r->t[KEYS] = KIND_NAMES[c->kind];
    r->t[ALONE] = has_values(c) ? "pairs" : "keys";
    r->n[BITS] = c->bits;
    r->n[PAIRS] = has_values(c);
    r->n[TO_QSORT] = r->n[OURS] / r->n[QSORT];
    r->n[TO_BITONIC] = r->n[OURS] / r->n[BITONIC];
    r->n[BITONIC_DRAWS] = c->bitonic ? bitonic_draws(c->bitonic) : NAN; /* the library's are none of it */
    r->n[BITONIC_BYTES] = c->bitonic ? bitonic_bytes(c->bitonic) : NAN;
}

static bool run_sort(bench *b, uint32_t count, key_kind kind, uint32_t bits, bool pairs) {
    contest c = {.b = b, .store = {.b = b}, .op = &SORTS[pairs], .count = count, .kind = kind, .bits = bits};
    row r = row_of(&sorts_table);
    bool ok = memory_check("sort", 96 * (uint64_t)count);
    if (ok) {
        c.pairs = store_memory(&c.store, count, sizeof *c.pairs);
        c.work = store_memory(&c.store, count, sizeof *c.work);
        c.spare = store_memory(&c.store, count, sizeof *c.spare);
        c.seen = store_memory(&c.store, count, 1);
        ok = prepare(&c) && open_bitonics(&c) &&
             compete(&c, &r, SORT_WAYS, SORT_WAY_COUNT,
                     (c.bitonic ? 0 : 1u << BITONIC_WAY) | (c.steps ? 0 : 1u << STEPS_WAY));
        note_sort(&c, &r);
    }
    return finish(&c, ok, &r);
}

/* ---- the plan ---- */

/* All of --full and of a size that was asked for; else keys alone and keys of 16 bits only where they are random and 10^5 or 10^6,
 * and other orders of keys only for 10^6 pairs. */
static bool is_planned(const bench *b, uint32_t count, key_kind kind, uint32_t bits, bool pairs) {
    bool plain = bits == 32 && pairs;
    if (b->counts)
        return kind == KEYS_RANDOM;
    if (b->is_full || b->has_size)
        return true;
    if (kind != KEYS_RANDOM)
        return count == 1000000 && plain;
    return plain || count == 100000 || count == 1000000;
}

static bool run_count(bench *b, uint32_t count) {
    bool ok = true;
    for (key_kind kind = 0; kind < KEY_KINDS; kind++)
        for (uint32_t bits = 32; bits >= 16; bits -= 16)
            for (int keys_alone = 0; keys_alone < 2 && ok; keys_alone++)
                if (is_planned(b, count, kind, bits, !keys_alone))
                    ok = run_sort(b, count, kind, bits, !keys_alone);
    return ok;
}

static bool run_sorts(bench *b) {
    static const uint32_t COUNTS[] = {10000, 100000, 1000000, 4000000};
    bool ok = true;
    if (b->has_size)
        return run_count(b, b->sizes[0] * b->sizes[0]);
    for (size_t i = 0; i < COUNT_OF(COUNTS) && ok; i++)
        ok = run_count(b, COUNTS[i]);
    return ok;
}

static bool run_operations(bench *b) {
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(OPERATIONS) && ok; i++) {
        const operation *op = &OPERATIONS[i];
        const bool sums = op->bits == HPYR_LIST_OPERATION_SCAN;
        if (b->has_size)
            ok = run_operation(b, op, b->sizes[0] * b->sizes[0]);
        else
            ok = run_operation(b, op, 1000000) && run_operation(b, op, sums || b->is_full ? 4096 * 4096 : 4000000);
    }
    return ok;
}

bool bench_lists(bench *b) {
    const size_t first = b->row_count;
    bool ok =
        bench_show(b, run_sorts(b), &sorts_table, first,
                   "Sort: ms, medians; by steps is a bitonic sort with a draw for each step; readback is the CPU's "
                   "radix sort of a list that is read back and written again",
                   "  draws: ours and the bitonic sort's; B/entry: what the bitonic sort reads and writes. A GPU takes "
                   "draws x 5 us + bytes / bandwidth");
    const size_t operations = b->row_count;
    return ok && bench_show(b, run_operations(b), &operations_table, operations,
                            "Other list operations: ms, medians; readback is the loop on a list that is read back and "
                            "written again",
                            NULL);
}
