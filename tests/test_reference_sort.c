/* test_reference_sort.c - the oracle's sort and partition: examples worked by hand, brute force.
 * SPDX-License-Identifier: MIT
 *
 * The brute force goes another way than the oracle: it sorts by qsort the integers that bits are mapped to, and compares
 * a key with one bound after the other. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "runner.h"

#include <histopyramid/reference/reference.h>

#include "list_entries.h"
#include "seeded.h"

/* ---- sort ---- */

typedef struct numbered {
    uint32_t place, position;
} numbered;

static int compare_numbered(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

static void brute_sort(const hpyr_ref_list_sort_desc *desc, uint32_t *positions) {
    static numbered all[LIST_MOST];
    uint32_t count = desc->keys.count, length = desc->bit_count ? desc->bit_count : 32 - desc->first_bit;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = desc->keys.entries[i] >> desc->first_bit;
        if (length < 32)
            key &= (1u << length) - 1;
        all[i] = (numbered){place_of(desc->keys.type, key, desc->descending), i};
    }
    qsort(all, count, sizeof *all, compare_numbered);
    for (uint32_t i = 0; i < count; i++)
        positions[i] = all[i].position;
}

TEST(sorts_equal_brute_force) {
    uint32_t entries[LIST_MOST], values[LIST_MOST], keys[LIST_MOST], sorted[LIST_MOST], expected[LIST_MOST];
    random_state = 2;
    for (uint32_t i = 0; i < 400; i++) {
        hpyr_ref_list_sort_desc desc = {.keys = any_list(entries, (hpyr_list_type)(i % 4)), .descending = i / 4 % 2};
        desc.sorted_keys = keys;
        desc.sorted_values = sorted;
        if (i % 4 <= HPYR_LIST_TYPE_UINT && random_below(2)) {
            desc.first_bit = random_below(32);
            desc.bit_count = random_below(33 - desc.first_bit);
        }
        for (uint32_t k = 0; k < desc.keys.count; k++)
            values[k] = any_bits();
        brute_sort(&desc, expected);
        OK(hpyr_ref_list_sort(&desc));
        assert_memory_equal(sorted, expected, desc.keys.count * sizeof *sorted);
        desc.values = values;
        OK(hpyr_ref_list_sort(&desc));
        for (uint32_t k = 0; k < desc.keys.count; k++) {
            assert_int_equal(keys[k], entries[expected[k]]);
            assert_int_equal(sorted[k], values[expected[k]]);
        }
    }
}

TEST(floats_have_total_order_but_nan_comes_last_in_both_directions) {
    const uint32_t input[] = {NAN_MINUS_ONE, NAN_LAST,  INFINITE,  NAN_MINUS_LAST, bits(1),  0,
                              MINUS_ZERO,    NAN_FIRST, NAN_MINUS, MINUS_INFINITE, bits(-1), 1,
                              0x80000001u,   NAN_QUIET};
    uint32_t sorted[14];
    hpyr_ref_list_sort_desc desc = {.keys = LIST(FLOAT, input), .sorted_keys = sorted};
    OK(hpyr_ref_list_sort(&desc));
    SAME(sorted, MINUS_INFINITE, bits(-1), 0x80000001u, MINUS_ZERO, 0, 1, bits(1), INFINITE, NAN_FIRST, NAN_QUIET,
         NAN_LAST, NAN_MINUS_LAST, NAN_MINUS, NAN_MINUS_ONE);
    desc.descending = true;
    OK(hpyr_ref_list_sort(&desc));
    SAME(sorted, INFINITE, bits(1), 1, 0, MINUS_ZERO, 0x80000001u, bits(-1), MINUS_INFINITE, NAN_FIRST, NAN_QUIET,
         NAN_LAST, NAN_MINUS_LAST, NAN_MINUS, NAN_MINUS_ONE);
}

TEST(integers_are_sorted_by_their_type) {
    const uint32_t input[] = {0, 0xFFFFFFFFu, 0x80000000u, 1, 0x7FFFFFFFu};
    uint32_t sorted[5];
    hpyr_ref_list_sort_desc desc = {.keys = LIST(INT, input), .sorted_keys = sorted};
    OK(hpyr_ref_list_sort(&desc));
    SAME(sorted, 0x80000000u, 0xFFFFFFFFu, 0, 1, 0x7FFFFFFFu);
    desc.keys.type = HPYR_LIST_TYPE_DEFAULT;
    OK(hpyr_ref_list_sort(&desc));
    SAME(sorted, 0, 1, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu);
}

TEST(equal_keys_keep_their_order_in_both_directions) {
    const uint32_t input[] = {3, 1, 3, 1, 2}, values[] = {10, 11, 12, 13, 14};
    uint32_t keys[5], sorted[5];
    hpyr_ref_list_sort_desc desc = {.keys = LIST(UINT, input), .sorted_keys = keys, .sorted_values = sorted};
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 1, 1, 2, 3, 3);
    SAME(sorted, 1, 3, 4, 0, 2);
    desc.descending = true;
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 3, 3, 2, 1, 1);
    SAME(sorted, 0, 2, 4, 1, 3);
    desc.values = values;
    desc.sorted_keys = NULL;
    OK(hpyr_ref_list_sort(&desc));
    SAME(sorted, 10, 12, 14, 11, 13);
}

TEST(only_the_chosen_bits_are_compared) {
    const uint32_t input[] = {0x80000012u, 0x00000023u, 0xF0000011u, 0x00000010u};
    uint32_t keys[4];
    hpyr_ref_list_sort_desc desc = {.keys = LIST(UINT, input), .sorted_keys = keys, .first_bit = 4, .bit_count = 4};
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 0x80000012u, 0xF0000011u, 0x00000010u, 0x00000023u);
    desc.descending = true;
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 0x00000023u, 0x80000012u, 0xF0000011u, 0x00000010u);
    desc = (hpyr_ref_list_sort_desc){.keys = LIST(UINT, input), .sorted_keys = keys, .first_bit = 31};
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 0x00000023u, 0x00000010u, 0x80000012u, 0xF0000011u);
    desc.first_bit = 32; /* no bit is left to compare */
    OK(hpyr_ref_list_sort(&desc));
    assert_memory_equal(keys, input, sizeof input);
    desc.first_bit = 0;
    desc.bit_count = 32;
    OK(hpyr_ref_list_sort(&desc));
    SAME(keys, 0x00000010u, 0x00000023u, 0x80000012u, 0xF0000011u);
}

/* ---- partition ---- */

TEST(bins_of_the_caller_are_filled_in_order) {
    const uint32_t keys[] = {10, 11, 12, 13, 14, 15}, bins[] = {2, 0, 9, 2, UINT32_MAX, 0},
                   values[] = {6, 5, 4, 3, 2, 1};
    uint32_t sorted[6], positions[6], offsets[5];
    hpyr_ref_list_partition_desc desc = {.keys = LIST(UINT, keys),
                                         .bins = bins,
                                         .bin_count = 3,
                                         .partitioned_keys = sorted,
                                         .partitioned_values = positions,
                                         .offsets = offsets};
    OK(hpyr_ref_list_partition(&desc));
    SAME(sorted, 11, 15, 10, 13, 12, 14);
    SAME(positions, 1, 5, 0, 3, 2, 4);
    SAME(offsets, 0, 2, 2, 4, 6);
    desc.values = values;
    desc.bin_count = 2;
    desc.keys.entries = NULL;
    desc.partitioned_keys = NULL;
    OK(hpyr_ref_list_partition(&desc));
    SAME(positions, 5, 1, 6, 4, 3, 2);
    SAME(offsets, 0, 2, 2, 6);
    desc.keys.count = 0;
    OK(hpyr_ref_list_partition(&desc));
    SAME(offsets, 0, 0, 0, 0);
}

TEST(bounds_decide_exactly_and_nan_overflows) {
    const float third = 1.0f / 3;
    const double bounds[] = {-INFINITY, 0, 0, third, INFINITY};
    const uint32_t keys[] = {NAN_MINUS, bits(third), MINUS_ZERO, bits(nextafterf(third, 0)), MINUS_INFINITE, 0,
                             INFINITE,  bits(-1),    NAN_QUIET};
    uint32_t positions[9], offsets[8];
    hpyr_ref_list_partition_desc desc = {.keys = LIST(FLOAT, keys),
                                         .bounds = bounds,
                                         .bin_count = 6,
                                         .partitioned_values = positions,
                                         .offsets = offsets};
    OK(hpyr_ref_list_partition(&desc));
    /*         below -inf: none, to 0, 0 to 0: none, to a third, the rest, infinity, NaN */
    SAME(positions, 4, 7, 2, 3, 5, 1, 6, 0, 8);
    SAME(offsets, 0, 0, 2, 2, 5, 6, 7, 9);
    desc.bounds = NULL;
    desc.bin_count = 1;
    OK(hpyr_ref_list_partition(&desc));
    SAME(positions, 1, 2, 3, 4, 5, 6, 7, 0, 8);
    SAME(offsets, 0, 7, 9);
}

static uint32_t brute_bin(const hpyr_ref_list_partition_desc *desc, uint32_t i) {
    uint32_t entry = desc->keys.entries[i], bin = 0;
    if (desc->bins)
        return desc->bins[i] > desc->bin_count ? desc->bin_count : desc->bins[i];
    double value = desc->keys.type == HPYR_LIST_TYPE_FLOAT ? (double)number(entry) : (double)entry;
    if (desc->keys.type == HPYR_LIST_TYPE_INT)
        value -= entry > 0x7FFFFFFFu ? 4294967296.0 : 0;
    if (isnan(value))
        return desc->bin_count;
    for (uint32_t b = 0; b + 1 < desc->bin_count; b++)
        bin += value >= desc->bounds[b];
    return bin;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

TEST(partitions_equal_brute_force) {
    uint32_t entries[LIST_MOST], bins[LIST_MOST], keys[LIST_MOST], positions[LIST_MOST], offsets[42], bin_count;
    double bounds[40];
    random_state = 4;
    for (uint32_t i = 0; i < 300; i++) {
        hpyr_ref_list list = any_list(entries, (hpyr_list_type)(i % 4));
        bin_count = 1 + random_below(40);
        for (uint32_t b = 0; b < 40; b++)
            bounds[b] = random_below(2) ? random_between(-3, 3) : random_below(8) * 5e8 - 1e9;
        qsort(bounds, bin_count - 1, sizeof *bounds, compare_doubles);
        for (uint32_t k = 0; k < list.count; k++)
            bins[k] = random_below(bin_count + 2);
        hpyr_ref_list_partition_desc desc = {.keys = list,
                                             .bin_count = bin_count,
                                             .partitioned_keys = keys,
                                             .partitioned_values = positions,
                                             .offsets = offsets};
        if (random_below(2))
            desc.bins = bins;
        else
            desc.bounds = bounds;
        OK(hpyr_ref_list_partition(&desc));
        uint32_t at = 0;
        for (uint32_t bin = 0; bin <= bin_count; bin++) {
            assert_int_equal(offsets[bin], at);
            for (uint32_t k = 0; k < list.count; k++)
                if (brute_bin(&desc, k) == bin) {
                    assert_int_equal(positions[at], k);
                    assert_int_equal(keys[at++], entries[k]);
                }
        }
        assert_int_equal(offsets[bin_count + 1], list.count);
    }
}

/* ---- what is refused ---- */

TEST(sorts_and_partitions_that_make_no_sense_are_refused) {
    const uint32_t input[] = {1, 2};
    const double bounds[] = {1, 2}, falling[] = {2, 1}, with_nan[] = {1, NAN};
    uint32_t out[5];
    hpyr_ref_list list = LIST(UINT, input), bad_type = {input, (hpyr_list_type)4, 2},
                  missing = {NULL, HPYR_LIST_TYPE_UINT, 2};
    const hpyr_ref_list_sort_desc sorts[] = {
        {.keys = list},
        {.keys = bad_type, .sorted_keys = out},
        {.keys = missing, .sorted_keys = out},
        {.keys = list, .sorted_keys = out, .first_bit = 33},
        {.keys = list, .sorted_keys = out, .first_bit = 30, .bit_count = 3},
        {.keys = list, .sorted_keys = out, .first_bit = UINT32_MAX, .bit_count = 2},
        {.keys = LIST(INT, input), .sorted_keys = out, .first_bit = 1},
        {.keys = LIST(FLOAT, input), .sorted_keys = out, .bit_count = 32},
    };
    const hpyr_ref_list_partition_desc partitions[] = {
        {.keys = list, .bounds = bounds, .bin_count = 3},
        {.keys = list, .bounds = bounds, .offsets = out},
        {.keys = list, .bins = input, .bin_count = 65537, .offsets = out},
        {.keys = list, .bins = input, .bounds = bounds, .bin_count = 3, .offsets = out},
        {.keys = list, .bin_count = 3, .offsets = out},
        {.keys = list, .bounds = falling, .bin_count = 3, .offsets = out},
        {.keys = list, .bounds = with_nan, .bin_count = 3, .offsets = out},
        {.keys = bad_type, .bounds = bounds, .bin_count = 3, .offsets = out},
        {.keys = missing, .bounds = bounds, .bin_count = 3, .offsets = out},
        {.keys = missing, .bins = input, .bin_count = 3, .partitioned_keys = out},
    };
    REFUSED(hpyr_ref_list_sort(NULL));
    for (size_t i = 0; i < LENGTH(sorts); i++)
        REFUSED(hpyr_ref_list_sort(&sorts[i]));
    REFUSED(hpyr_ref_list_partition(NULL));
    for (size_t i = 0; i < LENGTH(partitions); i++)
        REFUSED(hpyr_ref_list_partition(&partitions[i]));
}
