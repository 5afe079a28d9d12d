/* lists_sort.c - sorts: the library's, the CPU's, and a bitonic one by fragment shaders.  SPDX-License-Identifier: MIT
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

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITONIC_MOST = 1 << 24, BITONIC_USUAL = 1 << 21, STEPS_MOST = 1 << 20 };

typedef enum key_kind { KEYS_RANDOM, KEYS_SORTED, KEYS_REVERSED, KEYS_EQUAL, KEYS_FEW, KEY_KINDS } key_kind;

static const char *const KIND_NAMES[KEY_KINDS] = {"random", "sorted", "reversed", "equal", "few"};

enum { WHAT = ROW_OWN, ENTRIES, KEYS, BITS, PAIRS, ALONE, OURS, QSORT, STD_SORT, STD_STABLE, RADIX, BITONIC, STEPS };
enum { READBACK = STEPS + 1, TO_QSORT, TO_BITONIC, BITONIC_DRAWS, BITONIC_BYTES };

static const column COLUMNS[] = {{WHAT, TEXT, "what"},
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
const table sorts_table = {.key = "lists", .columns = COLUMNS};

/* A list in all forms. Keys alone lie in the first half of `pairs`, `work` and `spare`. */
typedef struct contest {
    bench *b;
    store store;
    uint32_t count, bits;
    bool has_values;
    uint32_t *keys, *values, *expected_keys, *expected_values, *read_keys, *read_values;
    peer_pair *pairs, *work, *spare;
    uint8_t *seen;
    uint32_t inputs[2], outputs[2]; /* buffers of keys and values */
    bitonic *bitonic, *steps;
    hpyr_lists *lists;
} contest;

/* ---- keys ---- */

static int compare_entries(const void *a, const void *b) {
    const peer_pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static void fill_keys(contest *c, key_kind kind) {
    uint32_t state = 0x1E3779B9u, count = c->count, mask = c->bits == 32 ? UINT32_MAX : (1u << c->bits) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = store_random(&state);
        if (kind == KEYS_EQUAL)
            number = 0x5EED5EEDu;
        else if (kind == KEYS_FEW)
            number = number % 16 * 0x11111111u;
        c->keys[i] = number & mask;
    }
    if (kind == KEYS_SORTED || kind == KEYS_REVERSED)
        peer_qsort_keys(c->keys, count);
    for (uint32_t i = 0; i < count / 2 && kind == KEYS_REVERSED; i++) {
        uint32_t key = c->keys[i];
        c->keys[i] = c->keys[count - 1 - i];
        c->keys[count - 1 - i] = key;
    }
}

static void join_work(contest *c, const uint32_t *keys, const uint32_t *values) {
    for (uint32_t i = 0; i < c->count; i++)
        c->work[i] = (peer_pair){keys[i], values[i]};
}

/* Takes the list in `work` apart into keys and values. */
static void split_work(const contest *c, uint32_t *keys, uint32_t *values) {
    for (uint32_t i = 0; i < c->count; i++) {
        keys[i] = c->work[i].key;
        values[i] = c->work[i].value;
    }
}

/* The other forms of the list, and what a stable sort makes of it. */
static void expect(contest *c) {
    for (uint32_t i = 0; i < c->count; i++)
        c->values[i] = i;
    join_work(c, c->keys, c->values);
    if (c->has_values)
        memcpy(c->pairs, c->work, c->count * sizeof *c->pairs);
    else
        memcpy(c->pairs, c->keys, c->count * sizeof *c->keys);
    qsort(c->work, c->count, sizeof *c->work, compare_entries);
    split_work(c, c->expected_keys, c->expected_values);
}

/* ---- results ---- */

static bool is_expected(const contest *c, const uint32_t *keys, const uint32_t *values) {
    size_t size = c->count * sizeof *keys;
    return memcmp(keys, c->expected_keys, size) == 0 &&
           (!c->has_values || memcmp(values, c->expected_values, size) == 0);
}

/* The sorted list of the CPU, whose pairs are in one array. */
static bool cpu_is_stable(void *user) {
    contest *c = user;
    if (!c->has_values)
        return is_expected(c, (const uint32_t *)c->work, c->read_values);
    split_work(c, c->read_keys, c->read_values);
    return is_expected(c, c->read_keys, c->read_values);
}

/* Equal keys may have lost their order, but no pair may be lost. */
static bool cpu_is_sorted(void *user) {
    contest *c = user;
    bool right = true;
    if (!c->has_values)
        return cpu_is_stable(c);
    memset(c->seen, 0, c->count);
    for (uint32_t i = 0; i < c->count && right; i++) {
        peer_pair p = c->work[i];
        right = p.key == c->expected_keys[i] && p.value < c->count && c->keys[p.value] == p.key && !c->seen[p.value];
        if (right)
            c->seen[p.value] = 1;
    }
    return right;
}

WAY_OF(buffers_are_stable, store_read(c->b, c->outputs[0], c->count, c->read_keys) &&
                               (!c->has_values || store_read(c->b, c->outputs[1], c->count, c->read_values)) &&
                               is_expected(c, c->read_keys, c->read_values))

/* ---- ways ---- */

WAY_THAT(copy_input, memcpy(c->work, c->pairs, (c->has_values ? sizeof *c->pairs : sizeof *c->keys) * c->count))

static void sort_work(contest *c, void (*sort_keys)(uint32_t *, size_t), void (*sort_pairs)(peer_pair *, size_t)) {
    if (c->has_values)
        sort_pairs(c->work, c->count);
    else
        sort_keys((uint32_t *)c->work, c->count);
}

static void sort_work_by_radix(contest *c) {
    if (c->has_values)
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
static bool run_readback(void *user) {
    contest *c = user;
    const uint32_t count = c->count;
    uint32_t *keys = c->has_values ? c->read_keys : (uint32_t *)c->work;
    bool ok = store_read(c->b, c->inputs[0], count, keys);
    if (c->has_values) {
        ok = ok && store_read(c->b, c->inputs[1], count, c->read_values);
        join_work(c, keys, c->read_values);
    }
    sort_work_by_radix(c);
    if (c->has_values) {
        split_work(c, c->read_keys, c->read_values);
        store_write(c->outputs[1], count, c->read_values);
    }
    store_write(c->outputs[0], count, keys);
    return ok;
}

WAY_THAT(run_bitonic, bitonic_run(c->bitonic, c->inputs[0], c->inputs[1], c->outputs[0], c->outputs[1]))
WAY_THAT(run_steps, bitonic_run(c->steps, c->inputs[0], c->inputs[1], c->outputs[0], c->outputs[1]))

static bool run_ours(void *user) {
    contest *c = user;
    hpyr_lists_sort_desc desc = {.bit_count = c->bits, .length = {.count = c->count}};
    desc.keys.buffer = c->inputs[0];
    desc.values.buffer = c->inputs[1];
    desc.sorted_keys.buffer = c->outputs[0];
    desc.sorted_values.buffer = c->outputs[1];
    return bench_check(c->b, hpyr_lists_sort(c->lists, &desc), "sort");
}

static const way WAYS[] = {{QSORT, false, run_qsort, cpu_is_sorted, copy_input},
#ifdef BENCH_HAS_CXX
                           {STD_SORT, false, run_std_sort, cpu_is_sorted, copy_input},
                           {STD_STABLE, false, run_std_stable_sort, cpu_is_stable, copy_input},
#endif
                           {RADIX, false, run_radix, cpu_is_stable, copy_input},
                           {READBACK, false, run_readback, buffers_are_stable},
                           {BITONIC, false, run_bitonic, buffers_are_stable, .draws = BITONIC_DRAWS},
                           {STEPS, false, run_steps, buffers_are_stable, .draws = BITONIC_DRAWS},
                           {OURS, true, run_ours, buffers_are_stable, .draws = ROW_DRAWS}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS, BITONIC_WAY = WAY_COUNT - 3, STEPS_WAY = WAY_COUNT - 2 };

/* ---- a case ---- */

static bool allocate(contest *c) {
    const size_t count = c->count, room = bitonic_room(c->count);
    uint32_t **lists[] = {&c->keys, &c->values, &c->expected_keys, &c->expected_values, &c->read_keys, &c->read_values};
    peer_pair **pairs[] = {&c->pairs, &c->work, &c->spare};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = store_memory(&c->store, count, sizeof **lists[i]);
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        *pairs[i] = store_memory(&c->store, count, sizeof **pairs[i]);
    c->seen = store_memory(&c->store, count, 1);
    for (int i = 0; i < (c->has_values ? 2 : 1); i++) {
        c->inputs[i] = store_buffer(&c->store, count * sizeof *c->keys, NULL);
        c->outputs[i] = store_buffer(&c->store, room * sizeof *c->keys, NULL);
    }
    return store_check(&c->store);
}

/* The one by steps takes seconds, whatever the keys are. */
static bool open_sorts(contest *c, key_kind kind) {
    bench *b = c->b;
    const hpyr_lists_desc desc = {.capacity = c->count, .operations = HPYR_LIST_OPERATION_SORT};
    const bool has_bitonic = bench_gl(b) != GL_ES3; /* they read buffer textures */
    bool ok = bench_check(b, hpyr_lists_create(b->context, &desc, &c->lists), "a workspace");
    if (ok && has_bitonic && c->count <= (b->is_full || b->has_size ? BITONIC_MOST : BITONIC_USUAL))
        ok = (c->bitonic = bitonic_open(c->count, c->has_values ? BITONIC_PAIRS : BITONIC_KEYS)) != NULL;
    if (ok && has_bitonic && c->count <= STEPS_MOST && c->has_values && c->bits == 32 && kind == KEYS_RANDOM)
        ok = (c->steps = bitonic_open(c->count, BITONIC_STEPS)) != NULL;
    return ok;
}

static void note(const contest *c, key_kind kind, row *r) {
    r->t[WHAT] = "sort";
    r->t[KEYS] = KIND_NAMES[kind];
    r->t[ALONE] = c->has_values ? "pairs" : "keys";
    r->n[ENTRIES] = c->count;
    r->n[BITS] = c->bits;
    r->n[PAIRS] = c->has_values;
    r->n[TO_QSORT] = r->n[OURS] / r->n[QSORT];
    r->n[TO_BITONIC] = r->n[OURS] / r->n[BITONIC];
    r->n[BITONIC_DRAWS] = c->bitonic ? bitonic_draws(c->bitonic) : NAN; /* the library's are none of it */
    r->n[BITONIC_BYTES] = c->bitonic ? bitonic_bytes(c->bitonic) : NAN;
}

static bool run_case(bench *b, uint32_t count, key_kind kind, uint32_t bits, bool has_values) {
    contest c = {.b = b, .store = {.b = b}, .count = count, .bits = bits, .has_values = has_values};
    row r = row_of(&sorts_table);
    player p = {.row = &r, .ways = WAYS, .way_count = WAY_COUNT, .user = &c};
    bool ok = memory_check("sort", 96 * (uint64_t)count) && allocate(&c);
    if (ok) {
        fill_keys(&c, kind);
        expect(&c);
        store_write(c.inputs[0], count, c.keys);
        if (has_values)
            store_write(c.inputs[1], count, c.values);
        ok = open_sorts(&c, kind);
        p.skipped = (c.bitonic ? 0 : 1u << BITONIC_WAY) | (c.steps ? 0 : 1u << STEPS_WAY);
        ok = ok && turns_run(b, &p, &(turns){TURNS_OF_LISTS});
        note(&c, kind, &r);
    }
    bitonic_close(c.bitonic);
    bitonic_close(c.steps);
    hpyr_lists_destroy(c.lists);
    store_free(&c.store);
    return ok && bench_keep(b, &r);
}

/* ---- the plan ---- */

/* All of --full and of a size that was asked for; else keys alone and keys of 16 bits only where they are random and 10^5 or 10^6,
 * and other orders of keys only for 10^6 pairs. */
static bool is_planned(const bench *b, uint32_t count, key_kind kind, uint32_t bits, bool pairs) {
    bool plain = bits == 32 && pairs;
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
                    ok = run_case(b, count, kind, bits, !keys_alone);
    return ok;
}

static bool run_sorts(bench *b) {
    static const uint32_t COUNTS[] = {10000, 100000, 1000000, 4000000};
    bool ok = true;
    if (b->has_size)
        return run_count(b, b->sizes[0] * b->sizes[0]);
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS && ok; i++)
        ok = run_count(b, COUNTS[i]);
    return ok;
}

bool bench_lists(bench *b) {
    const size_t first = b->row_count;
    return bench_show(
               b, run_sorts(b), &sorts_table, first,
               "Sort: ms, medians; by steps is a bitonic sort with a draw for each step; readback is the CPU's "
               "radix sort of a list that is read back and written again",
               "  draws: ours and the bitonic sort's; B/entry: what the bitonic sort reads and writes. A GPU takes "
               "draws x 5 us + bytes / bandwidth") &&
           bench_list_operations(b);
}
