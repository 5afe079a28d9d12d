/* test_peers.c - what the bench measures list operations beside is right itself.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "bitonic.h"
#include "peers.h"
#include "seeded.h"

#include "common/files/error.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 70000 };

static uint32_t keys[MOST], values[MOST], sorted_keys[1 << 17], sorted_values[1 << 17], more[MOST], lengths[MOST];
static peer_pair pairs[MOST], expected[MOST], spare[MOST];

static const uint32_t COUNTS[] = {0, 1, 2, 3, 16, 255, 4095, 4097, 32769, MOST};

enum { COUNT_COUNT = sizeof COUNTS / sizeof *COUNTS };

/* ---- oracle ---- */

static int compare(const void *a, const void *b) {
    const peer_pair *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* Keys below `distinct` and above 2^32 - `distinct`; 0 for any. Values are positions, so what is expected is a stable sort's. */
static void make_list(uint32_t count, uint32_t distinct) {
    random_state = count + distinct;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = random_below(distinct ? distinct : UINT32_MAX);
        keys[i] = random_below(2) ? key : UINT32_MAX - key;
        values[i] = i;
        pairs[i] = expected[i] = (peer_pair){keys[i], i};
    }
    qsort(expected, count, sizeof *expected, compare);
}

static void expect_pairs(const peer_pair *got, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        assert_true(got[i].key == expected[i].key && got[i].value == expected[i].value);
}

static void expect_keys(const uint32_t *got, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(got[i], expected[i].key);
}

/* ---- the CPU ---- */

static void expect_order(const peer_pair *got, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(got[i].key == expected[i].key && got[i].value < count && keys[got[i].value] == got[i].key);
        sum += got[i].value;
    }
    assert_true(sum == (count ? (uint64_t)count * (count - 1) / 2 : 0));
}

GPU_TEST_ONCE(the_cpus_sorts_sort) {
    static const uint32_t distinct[] = {0, 1, 3, 60000};
    for (size_t k = 0; k < COUNT_COUNT; k++)
        for (size_t d = 0; d < 4; d++) {
            uint32_t count = COUNTS[k];
            make_list(count, distinct[d]);
            peer_radix_pairs(pairs, spare, count);
            expect_pairs(pairs, count);
            memcpy(more, keys, sizeof keys);
            peer_radix_keys(more, sorted_keys, count);
            expect_keys(more, count);
            make_list(count, distinct[d]);
            peer_qsort_pairs(pairs, count);
            expect_order(pairs, count);
            memcpy(more, keys, sizeof keys);
            peer_qsort_keys(more, count);
            expect_keys(more, count);
        }
}

GPU_TEST_ONCE(the_cpp_sorts_sort) {
#ifdef BENCH_HAS_CXX
    for (size_t k = 0; k < COUNT_COUNT; k++) {
        uint32_t count = COUNTS[k];
        make_list(count, 300);
        peer_std_stable_sort_pairs(pairs, count);
        expect_pairs(pairs, count);
        make_list(count, 300);
        peer_std_sort_pairs(pairs, count);
        expect_order(pairs, count);
        memcpy(more, keys, sizeof keys);
        peer_std_sort_keys(more, count);
        expect_keys(more, count);
        memcpy(more, keys, sizeof keys);
        peer_std_stable_sort_keys(more, count);
        expect_keys(more, count);
    }
#else
    assert_true(COUNT_COUNT > 0);
#endif
}

GPU_TEST_ONCE(loops_give_what_they_say) {
    static const uint32_t list[] = {3, 1, 1, 4, 4, 4, 3}, bins[] = {1, 0, 2, 1, 0, 2, 0};
    static const uint32_t positions[] = {2, 0}, source[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint32_t sums[] = {0, 3, 4, 5, 9, 13, 17}, from_three[] = {3, 4, 4, 4, 3};
    static const uint32_t runs[] = {3, 1, 4, 3}, run_lengths[] = {1, 2, 3, 1}, by_bin[] = {1, 4, 3, 3, 4, 1, 4};
    static const uint32_t offsets[] = {0, 3, 5, 7}, records[] = {9, 10, 11, 12, 1, 2, 3, 4};
    assert_int_equal(peer_scan(list, 7, more), 20);
    assert_memory_equal(more, sums, sizeof sums);
    assert_int_equal(peer_reduce(list, 7), 20);
    assert_int_equal(peer_select(list, 7, 3, more), 5);
    assert_memory_equal(more, from_three, sizeof from_three);
    assert_int_equal(peer_unique(list, 7, more, lengths), 4);
    assert_memory_equal(more, runs, sizeof runs);
    assert_memory_equal(lengths, run_lengths, sizeof run_lengths);
    peer_partition(list, bins, 7, 3, lengths, more);
    assert_memory_equal(lengths, offsets, sizeof offsets);
    assert_memory_equal(more, by_bin, sizeof by_bin);
    peer_gather(positions, 2, source, more);
    assert_memory_equal(more, records, sizeof records);
    assert_int_equal(peer_scan(list, 0, more) + peer_reduce(list, 0) + peer_select(list, 0, 0, more), 0);
    assert_int_equal(peer_unique(list, 0, more, lengths), 0);
}

/* ---- the bitonic sort ---- */

static void read_buffer(GLuint name, uint32_t *entries, size_t count) {
    glBindBuffer(GL_COPY_READ_BUFFER, name);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)(count * sizeof *entries), entries);
}

static void check_bitonic(uint32_t count, uint32_t distinct, bitonic_kind kind) {
    uint32_t room = bitonic_room(count), steps = 0;
    make_list(count, distinct);
    bitonic *sort = bitonic_open(count, kind);
    if (!sort)
        fail_msg("%s", error_text());
    GLuint buffers[] = {buffer_of(keys, count * sizeof(uint32_t)), buffer_of(values, count * sizeof(uint32_t)),
                        buffer_of(NULL, room * sizeof(uint32_t)), buffer_of(NULL, room * sizeof(uint32_t))};
    for (int run = 0; run < 2; run++)
        bitonic_run(sort, buffers[0], buffers[1], buffers[2], buffers[3]);
    read_buffer(buffers[2], sorted_keys, room);
    expect_keys(sorted_keys, count);
    for (uint32_t i = count; i < room; i++)
        assert_int_equal(sorted_keys[i], UINT32_MAX);
    if (kind != BITONIC_KEYS) {
        read_buffer(buffers[3], sorted_values, room);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(sorted_values[i], expected[i].value);
    }
    for (uint32_t bits = 1; room >> bits > 0; bits++)
        steps += bits;
    if (kind == BITONIC_STEPS)
        assert_int_equal(bitonic_draws(sort), steps + 1);
    else
        assert_true(bitonic_draws(sort) > 2 && bitonic_draws(sort) <= 60);
    glDeleteBuffers(4, buffers);
    bitonic_close(sort);
    CHECK_GL();
}

GPU_TEST_ONCE(the_bitonic_sort_sorts) {
    for (size_t k = 1; k < COUNT_COUNT; k++)
        for (bitonic_kind kind = BITONIC_KEYS; kind <= BITONIC_PAIRS; kind++)
            if (!e->small || COUNTS[k] < 5000)
                check_bitonic(COUNTS[k], k % 3 == 0 ? 5 : k % 3 == 1 ? 0 : 60000, kind);
}

GPU_TEST_ONCE(the_bitonic_sort_by_steps_sorts) {
    static const uint32_t counts[] = {1, 4095, 4097, 8193};
    for (size_t k = 0; k < (e->small ? 2 : 4); k++)
        check_bitonic(counts[k], k == 1 ? 5 : 0, BITONIC_STEPS);
}

/* Sizes are powers of two, so one number decides which bits a draw exchanges. */
GPU_TEST_ONCE(every_size_sorts) {
    for (uint32_t count = 4096; count < (e->small ? 10000 : MOST); count *= 2)
        for (bitonic_kind kind = BITONIC_KEYS; kind <= BITONIC_PAIRS; kind++)
            check_bitonic(count, 0, kind);
}

GPU_TEST_ONCE(lists_that_are_too_long_are_refused) {
    assert_null(bitonic_open((1u << 24) + 1, BITONIC_PAIRS));
    assert_non_null(strstr(error_text(), "too many entries"));
    assert_int_equal(bitonic_room(1), 4096);
    assert_int_equal(bitonic_room(4097), 8192);
}
