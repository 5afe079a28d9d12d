/* lists_sort.c - sorts: the library's, the CPU's, and a bitonic one by fragment shaders.  SPDX-License-Identifier: MIT
 *
 * The value of a pair is the position of its key. So what is stable can be told from what is not, and the bitonic sort, which
 * takes values into account, gives the same list as a stable one. */
#include "bitonic.h"
#include "bitonic_steps.h"
#include "lists.h"
#include "lists_gpu.h"
#include "peers.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAYS = LIST_TIMES, BITONIC_MOST = 1 << 24, BITONIC_USUAL = 1 << 21, STEPS_MOST = 1 << 20 };

typedef enum key_kind { KEYS_RANDOM, KEYS_SORTED, KEYS_REVERSED, KEYS_EQUAL, KEYS_FEW, KEY_KINDS } key_kind;

static const char *const KIND_NAMES[KEY_KINDS] = {"random", "sorted", "reversed", "equal", "few"};

/* A list in all forms. Keys alone lie in the first half of `pairs`, `work` and `spare`. */
typedef struct sort_case {
    bench *b;
    list_row row;
    uint32_t *keys, *values, *expected_keys, *expected_values, *read_keys, *read_values;
    peer_pair *pairs, *work, *spare;
    uint8_t *seen;
    list_buffers buffers;
    bitonic *bitonic;
    bitonic_steps *steps;
    hpyr_lists *lists;
} sort_case;

/* ---- keys ---- */

static int compare_entries(const void *a, const void *b) {
    const peer_pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static void fill_keys(sort_case *c, key_kind kind) {
    uint32_t state = 0x1E3779B9u, count = c->row.count, mask = c->row.bits == 32 ? UINT32_MAX : (1u << c->row.bits) - 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t number = lists_random(&state);
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

/* The other forms of the list, and what a stable sort makes of it. */
static void expect(sort_case *c) {
    for (uint32_t i = 0; i < c->row.count; i++) {
        c->values[i] = i;
        c->work[i].key = c->keys[i];
        c->work[i].value = i;
    }
    if (c->row.pairs)
        memcpy(c->pairs, c->work, c->row.count * sizeof *c->pairs);
    else
        memcpy(c->pairs, c->keys, c->row.count * sizeof *c->keys);
    qsort(c->work, c->row.count, sizeof *c->work, compare_entries);
    for (uint32_t i = 0; i < c->row.count; i++) {
        c->expected_keys[i] = c->work[i].key;
        c->expected_values[i] = c->work[i].value;
    }
}

/* ---- results ---- */

static bool is_expected(const sort_case *c, const uint32_t *keys, const uint32_t *values) {
    size_t size = c->row.count * sizeof *keys;
    return memcmp(keys, c->expected_keys, size) == 0 &&
           (!c->row.pairs || memcmp(values, c->expected_values, size) == 0);
}

/* The sorted list of the CPU, whose pairs are in one array. */
static bool cpu_is_stable(void *user) {
    sort_case *c = user;
    if (!c->row.pairs)
        return is_expected(c, (const uint32_t *)c->work, c->read_values);
    for (uint32_t i = 0; i < c->row.count; i++) {
        c->read_keys[i] = c->work[i].key;
        c->read_values[i] = c->work[i].value;
    }
    return is_expected(c, c->read_keys, c->read_values);
}

/* Equal keys may have lost their order, but no pair may be lost. */
static bool cpu_is_sorted(void *user) {
    sort_case *c = user;
    bool right = true;
    if (!c->row.pairs)
        return cpu_is_stable(c);
    memset(c->seen, 0, c->row.count);
    for (uint32_t i = 0; i < c->row.count && right; i++) {
        peer_pair p = c->work[i];
        right =
            p.key == c->expected_keys[i] && p.value < c->row.count && c->keys[p.value] == p.key && !c->seen[p.value];
        if (right)
            c->seen[p.value] = 1;
    }
    return right;
}

static bool buffers_are_stable(void *user) {
    sort_case *c = user;
    lists_read(c->b, c->buffers.outputs[0], c->row.count, c->read_keys);
    if (c->row.pairs)
        lists_read(c->b, c->buffers.outputs[1], c->row.count, c->read_values);
    return is_expected(c, c->read_keys, c->read_values);
}

/* ---- ways ---- */

static bool copy_input(void *user) {
    sort_case *c = user;
    memcpy(c->work, c->pairs, c->row.count * (c->row.pairs ? sizeof *c->pairs : sizeof *c->keys));
    return true;
}

static void sort_work_by_radix(sort_case *c) {
    if (c->row.pairs)
        peer_radix_pairs(c->work, c->spare, c->row.count);
    else
        peer_radix_keys((uint32_t *)c->work, (uint32_t *)c->spare, c->row.count);
}

static bool run_radix(void *user) {
    sort_work_by_radix(user);
    return true;
}

#define CPU_SORT(name, sort_keys, sort_pairs)                                                                          \
    static bool name(void *user) {                                                                                     \
        sort_case *c = user;                                                                                           \
        if (c->row.pairs)                                                                                              \
            sort_pairs(c->work, c->row.count);                                                                         \
        else                                                                                                           \
            sort_keys((uint32_t *)c->work, c->row.count);                                                              \
        return true;                                                                                                   \
    }
CPU_SORT(run_qsort, peer_qsort_keys, peer_qsort_pairs)
#ifdef BENCH_HAS_CXX
CPU_SORT(run_std_sort, peer_std_sort_keys, peer_std_sort_pairs)
CPU_SORT(run_std_stable_sort, peer_std_stable_sort_keys, peer_std_stable_sort_pairs)
#endif

/* What a program does whose list is on the GPU: the radix sort is the quickest on the CPU. */
static bool run_readback(void *user) {
    sort_case *c = user;
    uint32_t count = c->row.count;
    if (!c->row.pairs) {
        lists_read(c->b, c->buffers.inputs[0], count, (uint32_t *)c->work);
        sort_work_by_radix(c);
        lists_write(c->buffers.outputs[0], count, (const uint32_t *)c->work);
        return true;
    }
    lists_read(c->b, c->buffers.inputs[0], count, c->read_keys);
    lists_read(c->b, c->buffers.inputs[1], count, c->read_values);
    for (uint32_t i = 0; i < count; i++) {
        c->work[i].key = c->read_keys[i];
        c->work[i].value = c->read_values[i];
    }
    sort_work_by_radix(c);
    for (uint32_t i = 0; i < count; i++) {
        c->read_keys[i] = c->work[i].key;
        c->read_values[i] = c->work[i].value;
    }
    lists_write(c->buffers.outputs[0], count, c->read_keys);
    lists_write(c->buffers.outputs[1], count, c->read_values);
    return true;
}

static bool run_bitonic(void *user) {
    sort_case *c = user;
    const list_buffers *buffers = &c->buffers;
    bitonic_run(c->bitonic, buffers->inputs[0], buffers->inputs[1], buffers->outputs[0], buffers->outputs[1]);
    c->row.bitonic_draws = bitonic_draws(c->bitonic);
    c->row.bitonic_bytes = bitonic_bytes(c->bitonic);
    return true;
}

static bool run_steps(void *user) {
    sort_case *c = user;
    const list_buffers *buffers = &c->buffers;
    bitonic_steps_run(c->steps, buffers->inputs[0], buffers->inputs[1], buffers->outputs[0], buffers->outputs[1]);
    return true;
}

static bool run_gpu(void *user) {
    sort_case *c = user;
    return lists_gpu_sort(c->b, c->lists, &c->buffers, c->row.count, c->row.bits);
}

static bool measure(sort_case *c) {
    list_way ways[MOST_WAYS];
    size_t count = 0;
    ways[count++] = (list_way){LIST_QSORT, copy_input, run_qsort, cpu_is_sorted};
#ifdef BENCH_HAS_CXX
    ways[count++] = (list_way){LIST_STD_SORT, copy_input, run_std_sort, cpu_is_sorted};
    ways[count++] = (list_way){LIST_STD_STABLE_SORT, copy_input, run_std_stable_sort, cpu_is_stable};
#endif
    ways[count++] = (list_way){LIST_RADIX, copy_input, run_radix, cpu_is_stable};
    ways[count++] = (list_way){LIST_READBACK, NULL, run_readback, buffers_are_stable};
    if (c->bitonic)
        ways[count++] = (list_way){LIST_BITONIC, NULL, run_bitonic, buffers_are_stable};
    if (c->steps)
        ways[count++] = (list_way){LIST_BITONIC_STEPS, NULL, run_steps, buffers_are_stable};
    if (c->lists)
        ways[count++] = (list_way){LIST_GPU, NULL, run_gpu, buffers_are_stable};
    return lists_measure(c->b, &c->row, ways, count, c);
}

/* ---- a case ---- */

static bool allocate(sort_case *c) {
    size_t count = c->row.count;
    uint32_t **lists[] = {&c->keys, &c->values, &c->expected_keys, &c->expected_values, &c->read_keys, &c->read_values};
    peer_pair **pairs[] = {&c->pairs, &c->work, &c->spare};
    bool ok = true;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        ok = (*lists[i] = malloc(count * sizeof **lists[i])) != NULL && ok;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        ok = (*pairs[i] = malloc(count * sizeof **pairs[i])) != NULL && ok;
    c->seen = malloc(count);
    return (ok && c->seen) || error_set("out of memory for %u pairs", (unsigned)count);
}

static void make_buffers(sort_case *c) {
    size_t room = bitonic_room(c->row.count);
    c->buffers.inputs[0] = lists_buffer(c->keys, c->row.count);
    c->buffers.outputs[0] = lists_buffer(NULL, room);
    if (c->row.pairs) {
        c->buffers.inputs[1] = lists_buffer(c->values, c->row.count);
        c->buffers.outputs[1] = lists_buffer(NULL, room);
    }
}

static void close_case(sort_case *c) {
    void *memory[] = {c->keys,        c->values, c->expected_keys, c->expected_values, c->read_keys,
                      c->read_values, c->pairs,  c->work,          c->spare,           c->seen};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
    glDeleteBuffers(2, c->buffers.inputs);
    glDeleteBuffers(2, c->buffers.outputs);
    bitonic_close(c->bitonic);
    bitonic_steps_close(c->steps);
    lists_gpu_close(c->lists);
}

/* The one by steps takes seconds, whatever the keys are. */
static bool open_bitonic_sorts(sort_case *c, key_kind kind) {
    bench *b = c->b;
    const list_row *r = &c->row;
    bool ok = true;
    if (bench_gl(b) == GL_ES3) /* they read buffer textures */
        return true;
    if (r->count <= (b->is_full || b->has_size ? BITONIC_MOST : BITONIC_USUAL))
        ok = (c->bitonic = bitonic_open(r->count, r->pairs)) != NULL;
    if (ok && r->count <= STEPS_MOST && r->pairs && r->bits == 32 && kind == KEYS_RANDOM)
        ok = (c->steps = bitonic_steps_open(r->count)) != NULL;
    return ok;
}

static bool run_case(bench *b, uint32_t count, key_kind kind, uint32_t bits, bool pairs) {
    sort_case c = {0};
    c.b = b;
    c.row.what = "sort";
    c.row.keys = KIND_NAMES[kind];
    c.row.count = count;
    c.row.bits = bits;
    c.row.pairs = pairs;
    bool ok = memory_check("sort", 96 * (uint64_t)count) && allocate(&c);
    if (ok) {
        fill_keys(&c, kind);
        expect(&c);
        make_buffers(&c);
        ok = open_bitonic_sorts(&c, kind) &&
             (!lists_gpu_exists() || lists_gpu_open(b, count, HPYR_LIST_OPERATION_SORT, &c.lists)) && measure(&c);
    }
    close_case(&c);
    return ok;
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

bool lists_run_sorts(bench *b) {
    static const uint32_t COUNTS[] = {10000, 100000, 1000000, 4000000};
    bool ok = true;
    if (b->has_size)
        return run_count(b, b->sizes[0] * b->sizes[0]);
    for (size_t i = 0; i < sizeof COUNTS / sizeof *COUNTS && ok; i++)
        ok = run_count(b, COUNTS[i]);
    return ok;
}
