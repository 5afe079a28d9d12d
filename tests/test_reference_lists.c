/* test_reference_lists.c - the oracle's scan, reduce, select, unique and gather: examples worked by hand, brute force.
 * SPDX-License-Identifier: MIT
 *
 * The brute force goes another way than the oracle: it makes sums level by level, finds runs from the last entry to the
 * first, and compares integers that bits are mapped to. Sort and partition have test_reference_sort.c. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "runner.h"

#include <histopyramid/reference/reference.h>

#include "list_entries.h"
#include "seeded.h"

/* ---- scan and reduce ---- */

TEST(the_headers_example_is_added_up) {
    const uint32_t input[] = {3, 1, 4, 1, 5};
    uint32_t sums[5], total = 99;
    hpyr_ref_list list = LIST(UINT, input);
    OK(hpyr_ref_list_scan(&list, false, sums, &total));
    SAME(sums, 0, 3, 4, 8, 9);
    assert_int_equal(total, 14);
    OK(hpyr_ref_list_scan(&list, true, sums, NULL));
    SAME(sums, 3, 4, 8, 9, 14);
    list.type = HPYR_LIST_TYPE_DEFAULT;
    OK(hpyr_ref_list_scan(&list, true, NULL, &total));
    assert_int_equal(total, 14);
}

TEST(sums_of_uint_are_exact_to_2_to_the_32_minus_2_and_stay_at_the_top) {
    const uint32_t input[] = {0xFFFFFFFDu, 1, 1, 0, 7, 0xFFFFFFFFu};
    uint32_t sums[6], total;
    hpyr_ref_list list = {input, HPYR_LIST_TYPE_UINT, 2};
    OK(hpyr_ref_list_scan(&list, true, sums, &total));
    SAME(sums, 0xFFFFFFFDu, 0xFFFFFFFEu);
    assert_int_equal(total, 0xFFFFFFFEu);
    list.count = 3; /* no exclusive sum is too large, but the total is */
    assert_int_equal(hpyr_ref_list_scan(&list, false, sums, &total), HPYR_ERROR_OVERFLOW);
    SAME(sums, 0, 0xFFFFFFFDu, 0xFFFFFFFEu);
    assert_int_equal(total, UINT32_MAX);
    list.count = 6;
    assert_int_equal(hpyr_ref_list_scan(&list, true, sums, NULL), HPYR_ERROR_OVERFLOW);
    SAME(sums, 0xFFFFFFFDu, 0xFFFFFFFEu, UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    assert_int_equal(hpyr_ref_list_reduce(&list, HPYR_LIST_REDUCTION_SUM, &total), HPYR_ERROR_OVERFLOW);
    assert_int_equal(total, UINT32_MAX);
}

TEST(sums_of_int_wrap_around) {
    const uint32_t input[] = {0x7FFFFFFFu, 1, 0xFFFFFFFFu, 0x80000000u, 5};
    uint32_t sums[5], total;
    hpyr_ref_list list = LIST(INT, input);
    OK(hpyr_ref_list_scan(&list, true, sums, &total));
    SAME(sums, 0x7FFFFFFFu, 0x80000000u, 0x7FFFFFFFu, 0xFFFFFFFFu, 4);
    assert_int_equal(total, 4);
    OK(hpyr_ref_list_scan(&list, false, sums, NULL));
    SAME(sums, 0, 0x7FFFFFFFu, 0x80000000u, 0x7FFFFFFFu, 0xFFFFFFFFu);
}

/* With t = 2^-24: 1 + t lies in the middle of two floats and becomes the even one, 1. 1 + 2t is a float. 1 + 2t + t lies
 * in the middle again and becomes 1 + 4t. */
TEST(sums_of_float_are_made_by_a_tree_of_fours) {
    const float t = 1.0f / 16777216;
    const uint32_t one = bits(1), two_more = bits(1 + 2 * t), four_more = bits(1 + 4 * t);
    const uint32_t input[] = {one, 0, 0, 0, bits(t), bits(t), 0, 0, bits(t)};
    uint32_t sums[9], total;
    hpyr_ref_list list = LIST(FLOAT, input);
    OK(hpyr_ref_list_scan(&list, false, sums, &total));
    SAME(sums, 0, one, one, one, one, one, one, one,
         two_more); /* in the second four 1 + t + t, behind it 1 + (t + t) */
    assert_int_equal(total, four_more);
    OK(hpyr_ref_list_scan(&list, true, sums, NULL));
    SAME(sums, one, one, one, one, one, one, one, one, four_more);
    list.count = 6; /* now the last inclusive sum is not the total */
    OK(hpyr_ref_list_scan(&list, true, sums, &total));
    SAME(sums, one, one, one, one, one, one);
    assert_int_equal(total, two_more);
    OK(hpyr_ref_list_reduce(&list, HPYR_LIST_REDUCTION_SUM, &total));
    assert_int_equal(total, two_more);
}

TEST(sums_of_float_are_never_minus_zero_and_have_one_nan) {
    const uint32_t zeros[] = {MINUS_ZERO, MINUS_ZERO, MINUS_ZERO, MINUS_ZERO, MINUS_ZERO};
    const uint32_t input[] = {INFINITE, bits(1), MINUS_INFINITE, 0, NAN_MINUS};
    uint32_t sums[5], total = 99;
    for (uint32_t count = 0; count <= 5; count++) {
        hpyr_ref_list list = {zeros, HPYR_LIST_TYPE_FLOAT, count};
        OK(hpyr_ref_list_scan(&list, true, sums, &total));
        assert_int_equal(total, 0);
    }
    SAME(sums, 0, 0, 0, 0, 0);
    hpyr_ref_list list = LIST(FLOAT, input);
    OK(hpyr_ref_list_scan(&list, true, sums, &total));
    SAME(sums, INFINITE, INFINITE, NAN_QUIET, NAN_QUIET, NAN_QUIET);
    assert_int_equal(total, NAN_QUIET);
}

/* The same tree from below: whole levels, filled up with zeros. */
static void brute_float_sums(const hpyr_ref_list *list, bool inclusive, uint32_t *sums, uint32_t *total) {
    static float s[6][1024], p[6][1024]; /* 4^5 = 1024 entries, from the top at level 0 down to level 5 */
    memset(s, 0, sizeof s);
    for (uint32_t i = 0; i < list->count; i++)
        s[5][i] = number(list->entries[i]);
    for (int level = 4; level >= 0; level--)
        for (int i = 0; i < 1 << (2 * level); i++)
            s[level][i] =
                ((s[level + 1][4 * i] + s[level + 1][4 * i + 1]) + s[level + 1][4 * i + 2]) + s[level + 1][4 * i + 3];
    p[0][0] = 0;
    for (int level = 1; level <= 5; level++)
        for (int i = 0; i < 1 << (2 * level); i++)
            p[level][i] = i % 4 == 0 ? p[level - 1][i / 4] : p[level][i - 1] + s[level][i - 1];
    for (uint32_t i = 0; i < list->count; i++)
        sums[i] = bits(inclusive ? p[5][i] + s[5][i] : p[5][i]);
    *total = s[0][0] == 0 ? 0 : bits(s[0][0]);
}

static void assert_floats(const uint32_t *found, const uint32_t *expected, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(found[i], isnan(number(expected[i])) ? NAN_QUIET : expected[i]);
}

static uint64_t brute_sum(const hpyr_ref_list *list, uint32_t count) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += list->entries[i];
    return sum;
}

static void assert_integer_sums(const hpyr_ref_list *list, bool inclusive, const uint32_t *sums) {
    for (uint32_t i = 0; i < list->count; i++) {
        uint64_t sum = brute_sum(list, inclusive ? i + 1 : i);
        bool is_exact = list->type == HPYR_LIST_TYPE_INT || sum <= 0xFFFFFFFEu;
        assert_int_equal(sums[i], is_exact ? (uint32_t)sum : UINT32_MAX);
    }
}

TEST(scans_equal_brute_force) {
    uint32_t entries[LIST_MOST], sums[LIST_MOST], expected[LIST_MOST], total, expected_total;
    random_state = 1;
    for (uint32_t i = 0; i < 300; i++) {
        hpyr_ref_list list = any_list(entries, (hpyr_list_type)(i % 4));
        bool inclusive = i / 4 % 2;
        hpyr_result result = hpyr_ref_list_scan(&list, inclusive, sums, &total);
        if (list.type == HPYR_LIST_TYPE_FLOAT) {
            brute_float_sums(&list, inclusive, expected, &expected_total);
            assert_floats(sums, expected, list.count);
            assert_floats(&total, &expected_total, 1);
            assert_int_equal(result, HPYR_OK);
            continue;
        }
        assert_integer_sums(&list, inclusive, sums);
        uint64_t exact = brute_sum(&list, list.count);
        bool is_too_large = list.type != HPYR_LIST_TYPE_INT && exact > 0xFFFFFFFEu;
        assert_int_equal(total, is_too_large ? UINT32_MAX : (uint32_t)exact);
        assert_int_equal(result, is_too_large ? HPYR_ERROR_OVERFLOW : HPYR_OK);
    }
}

TEST(ones_add_up_to_every_length) {
    const uint32_t lengths[] = {1, 2, 3, 4, 5, 15, 16, 17, 255, 256, 257, 65535, 65536, 65537};
    static uint32_t ones[65537], floats[65537], sums[65537];
    uint32_t total;
    for (uint32_t i = 0; i < 65537; i++) {
        ones[i] = 1;
        floats[i] = bits(1);
    }
    for (uint32_t i = 0; i < LENGTH(lengths); i++) {
        hpyr_ref_list list = {ones, HPYR_LIST_TYPE_UINT, lengths[i]},
                      of_floats = {floats, HPYR_LIST_TYPE_FLOAT, lengths[i]};
        OK(hpyr_ref_list_scan(&list, false, sums, &total));
        assert_int_equal(total, lengths[i]);
        for (uint32_t k = 0; k < lengths[i]; k++)
            assert_int_equal(sums[k], k);
        OK(hpyr_ref_list_scan(&of_floats, true, sums, &total));
        assert_int_equal(total, bits((float)lengths[i]));
        for (uint32_t k = 0; k < lengths[i]; k++)
            assert_int_equal(sums[k], bits((float)(k + 1)));
    }
}

static uint32_t reduce(hpyr_ref_list list, hpyr_list_reduction reduction) {
    uint32_t result = 99;
    OK(hpyr_ref_list_reduce(&list, reduction, &result));
    return result;
}

TEST(extremes_follow_the_type_and_skip_nan) {
    const uint32_t integers[] = {5, 0x80000000u, 0xFFFFFFFFu, 0x7FFFFFFFu};
    const uint32_t floats[] = {NAN_MINUS_LAST, 0, MINUS_ZERO, NAN_LAST};
    const uint32_t nans[] = {NAN_FIRST, NAN_MINUS};
    const uint32_t reals[] = {NAN_QUIET, bits(-2), bits(7), MINUS_INFINITE};
    assert_int_equal(reduce(LIST(UINT, integers), HPYR_LIST_REDUCTION_MINIMUM), 5);
    assert_int_equal(reduce(LIST(DEFAULT, integers), HPYR_LIST_REDUCTION_MAXIMUM), 0xFFFFFFFFu);
    assert_int_equal(reduce(LIST(INT, integers), HPYR_LIST_REDUCTION_MINIMUM), 0x80000000u);
    assert_int_equal(reduce(LIST(INT, integers), HPYR_LIST_REDUCTION_MAXIMUM), 0x7FFFFFFFu);
    assert_int_equal(reduce(LIST(FLOAT, floats), HPYR_LIST_REDUCTION_MINIMUM), MINUS_ZERO);
    assert_int_equal(reduce(LIST(FLOAT, floats), HPYR_LIST_REDUCTION_MAXIMUM), 0);
    assert_int_equal(reduce(LIST(FLOAT, nans), HPYR_LIST_REDUCTION_MINIMUM), INFINITE);
    assert_int_equal(reduce(LIST(FLOAT, nans), HPYR_LIST_REDUCTION_MAXIMUM), MINUS_INFINITE);
    assert_int_equal(reduce(LIST(FLOAT, reals), HPYR_LIST_REDUCTION_MINIMUM), MINUS_INFINITE);
    assert_int_equal(reduce(LIST(FLOAT, reals), HPYR_LIST_REDUCTION_MAXIMUM), bits(7));
    assert_int_equal(reduce(LIST(INT, integers), HPYR_LIST_REDUCTION_DEFAULT), 3);
}

TEST(extremes_equal_brute_force) {
    uint32_t entries[LIST_MOST];
    random_state = 5;
    for (uint32_t i = 0; i < 200; i++) {
        hpyr_ref_list list = any_list(entries, (hpyr_list_type)(i % 4));
        uint32_t lowest = UINT32_MAX, highest = 0, found = 0;
        for (uint32_t k = 0; k < list.count; k++) {
            uint32_t place = place_of(list.type, entries[k], false);
            if (list.type == HPYR_LIST_TYPE_FLOAT && place > 0xFF000001u)
                continue;
            lowest = place < lowest ? place : lowest;
            highest = place > highest ? place : highest;
            found++;
        }
        uint32_t minimum = reduce(list, HPYR_LIST_REDUCTION_MINIMUM),
                 maximum = reduce(list, HPYR_LIST_REDUCTION_MAXIMUM);
        if (found > 0) {
            assert_int_equal(place_of(list.type, minimum, false), lowest);
            assert_int_equal(place_of(list.type, maximum, false), highest);
        }
    }
}

TEST(nothing_reduces_to_what_changes_nothing) {
    const hpyr_list_type types[] = {HPYR_LIST_TYPE_UINT, HPYR_LIST_TYPE_INT, HPYR_LIST_TYPE_FLOAT};
    const uint32_t minima[] = {UINT32_MAX, 0x7FFFFFFFu, INFINITE}, maxima[] = {0, 0x80000000u, MINUS_INFINITE};
    for (int i = 0; i < 3; i++) {
        hpyr_ref_list list = {NULL, types[i], 0};
        assert_int_equal(reduce(list, HPYR_LIST_REDUCTION_SUM), 0);
        assert_int_equal(reduce(list, HPYR_LIST_REDUCTION_MINIMUM), minima[i]);
        assert_int_equal(reduce(list, HPYR_LIST_REDUCTION_MAXIMUM), maxima[i]);
    }
}

/* ---- select and unique ---- */

TEST(selected_entries_come_first_and_zeros_behind_them) {
    const uint32_t input[] = {3, 1, 4, 1, 5};
    uint32_t selected[5], positions[5], count;
    hpyr_ref_list list = LIST(UINT, input);
    OK(hpyr_ref_list_select_range(&list, 3, INFINITY, selected, positions, &count));
    SAME(selected, 3, 4, 5, 0, 0);
    SAME(positions, 0, 2, 4, 0, 0);
    assert_int_equal(count, 3);
    OK(hpyr_ref_list_select_range(&list, 1, 3, selected, NULL, NULL));
    SAME(selected, 3, 1, 1, 0, 0);
    OK(hpyr_ref_list_select_range(&list, 6, 7, NULL, positions, &count));
    SAME(positions, 0, 0, 0, 0, 0);
    assert_int_equal(count, 0);
    OK(hpyr_ref_list_select_range(&list, 0, 7, NULL, positions, NULL));
    SAME(positions, 0, 1, 2, 3, 4);
}

static uint32_t selected_of(hpyr_list_type type, uint32_t entry, double min, double max) {
    hpyr_ref_list list = {&entry, type, 1};
    uint32_t count = 99;
    OK(hpyr_ref_list_select_range(&list, min, max, NULL, NULL, &count));
    return count;
}

TEST(bounds_are_compared_exactly) {
    const float third = 1.0f / 3;
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, bits(third), third, third), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, bits(third), nextafter(third, 1), 1), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, bits(third), 0, nextafter(third, 0)), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, MINUS_ZERO, 0, 0), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, 0, -0.0, -0.0), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, 1, nextafter(0, 1), 1), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, INFINITE, 1, INFINITY), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, MINUS_INFINITE, -1e300, INFINITY), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, NAN_QUIET, -INFINITY, INFINITY), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_FLOAT, NAN_MINUS, -INFINITY, INFINITY), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_UINT, 0xFFFFFFFFu, 4294967295.0, 4294967295.0), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_UINT, 0xFFFFFFFFu, 4294967295.5, 1e10), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_UINT, 16777217, 16777216.5, 16777217.5), 1); /* is no float */
    assert_int_equal(selected_of(HPYR_LIST_TYPE_UINT, 0, -5, -0.5), 0);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_INT, 0x80000000u, -2147483648.0, -2147483648.0), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_INT, 0xFFFFFFFFu, -1, -0.5), 1);
    assert_int_equal(selected_of(HPYR_LIST_TYPE_INT, 0xFFFFFFFFu, 0, INFINITY), 0);
}

TEST(flags_that_are_not_0_select) {
    const uint32_t input[] = {10, 11, 12, 13, 14}, flags[] = {0, MINUS_ZERO, NAN_QUIET, 1, 0};
    uint32_t selected[5], positions[5], count;
    hpyr_ref_list list = LIST(UINT, input), of_floats = LIST(FLOAT, flags), of_bits = LIST(INT, flags);
    OK(hpyr_ref_list_select_flags(&list, &of_floats, selected, positions, &count));
    SAME(selected, 12, 13, 0, 0, 0);
    SAME(positions, 2, 3, 0, 0, 0);
    OK(hpyr_ref_list_select_flags(&list, &of_bits, selected, positions, &count));
    SAME(selected, 11, 12, 13, 0, 0);
    assert_int_equal(count, 3);
    list.entries = NULL;
    OK(hpyr_ref_list_select_flags(&list, &of_floats, NULL, positions, &count));
    SAME(positions, 2, 3, 0, 0, 0);
}

/* Selects as often as `user` says, and every entry that is 0. */
static bool is_every_third(uint32_t position, uint32_t entry, void *user) {
    ++*(uint32_t *)user;
    return position % 3 == 0 || entry == 0;
}

TEST(a_function_of_the_caller_selects) {
    const uint32_t input[] = {7, 0, 5, 4, 3};
    uint32_t selected[5], positions[5], count, calls = 0;
    hpyr_ref_list list = LIST(UINT, input);
    OK(hpyr_ref_list_select(&list, is_every_third, &calls, selected, positions, &count));
    SAME(selected, 7, 0, 4, 0, 0);
    SAME(positions, 0, 1, 3, 0, 0);
    assert_int_equal(count, 3);
    assert_int_equal(calls, 5);
    list.entries = NULL;
    OK(hpyr_ref_list_select(&list, is_every_third, &calls, NULL, NULL, &count));
    assert_int_equal(count, 5);
}

TEST(runs_of_equal_bits_become_one_entry) {
    const uint32_t input[] = {1, 1, 3, 4, 5, 5}, floats[] = {0, MINUS_ZERO, NAN_QUIET, NAN_QUIET, NAN_FIRST, 0};
    uint32_t unique[6], firsts[6], lengths[6], count;
    hpyr_ref_list list = LIST(UINT, input), of_floats = LIST(FLOAT, floats);
    OK(hpyr_ref_list_unique(&list, unique, firsts, lengths, &count));
    SAME(unique, 1, 3, 4, 5, 0, 0);
    SAME(firsts, 0, 2, 3, 4, 0, 0);
    SAME(lengths, 2, 1, 1, 2, 0, 0);
    assert_int_equal(count, 4);
    OK(hpyr_ref_list_unique(&of_floats, unique, NULL, lengths, NULL));
    SAME(unique, 0, MINUS_ZERO, NAN_QUIET, NAN_FIRST, 0, 0);
    SAME(lengths, 1, 1, 2, 1, 1, 0);
    list.count = 1;
    OK(hpyr_ref_list_unique(&list, NULL, firsts, NULL, &count));
    SAME(firsts, 0);
    assert_int_equal(count, 1);
}

/* From the last entry to the first, into the end of an array. */
static uint32_t brute_runs(const hpyr_ref_list *list, uint32_t *firsts, uint32_t *lengths) {
    uint32_t at = list->count, length = 0;
    for (uint32_t i = list->count; i-- > 0;) {
        length++;
        if (i > 0 && list->entries[i - 1] == list->entries[i])
            continue;
        firsts[--at] = i;
        lengths[at] = length;
        length = 0;
    }
    uint32_t runs = list->count - at;
    memmove(firsts, firsts + at, runs * sizeof *firsts);
    memmove(lengths, lengths + at, runs * sizeof *lengths);
    memset(firsts + runs, 0, at * sizeof *firsts);
    memset(lengths + runs, 0, at * sizeof *lengths);
    return runs;
}

TEST(runs_and_ranges_equal_brute_force) {
    uint32_t entries[LIST_MOST], unique[LIST_MOST], firsts[LIST_MOST], lengths[LIST_MOST], expected[2][LIST_MOST],
        count;
    random_state = 3;
    for (uint32_t i = 0; i < 300; i++) {
        hpyr_ref_list list = any_list(entries, (hpyr_list_type)(i % 4));
        uint32_t runs = brute_runs(&list, expected[0], expected[1]);
        OK(hpyr_ref_list_unique(&list, unique, firsts, lengths, &count));
        assert_int_equal(count, runs);
        assert_memory_equal(firsts, expected[0], list.count * sizeof *firsts);
        assert_memory_equal(lengths, expected[1], list.count * sizeof *lengths);
        for (uint32_t k = 0; k < list.count; k++)
            assert_int_equal(unique[k], k < runs ? entries[firsts[k]] : 0);

        /* A range between two integers that are bounds of every type: those places that lie between theirs. */
        int min = -(int)random_below(3), max = (int)random_below(3);
        uint32_t low = list.type == HPYR_LIST_TYPE_FLOAT ? bits((float)min) : (uint32_t)min, high = (uint32_t)max,
                 found = 0;
        if (list.type == HPYR_LIST_TYPE_FLOAT)
            low = min == 0 ? MINUS_ZERO : low, high = bits((float)max);
        else if (list.type != HPYR_LIST_TYPE_INT)
            low = 0;
        OK(hpyr_ref_list_select_range(&list, min, max, unique, firsts, &count));
        for (uint32_t k = 0; k < list.count; k++) {
            uint32_t place = place_of(list.type, entries[k], false);
            if (place < place_of(list.type, low, false) || place > place_of(list.type, high, false))
                continue;
            assert_int_equal(firsts[found], k);
            assert_int_equal(unique[found++], entries[k]);
        }
        assert_int_equal(count, found);
    }
}

/* ---- gather, and what is refused ---- */

TEST(records_outside_of_the_source_are_zeros) {
    const uint8_t source[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    const uint32_t positions[] = {2, 3, 0, UINT32_MAX, 2};
    const uint8_t expected[] = {7, 8, 9, 0, 0, 0, 1, 2, 3, 0, 0, 0, 7, 8, 9};
    uint8_t output[15];
    uint32_t outside = 99;
    OK(hpyr_ref_list_gather(positions, 5, source, 3, 3, output, &outside));
    assert_memory_equal(output, expected, sizeof expected);
    assert_int_equal(outside, 2);
    OK(hpyr_ref_list_gather(positions, 1, source, 9, 1, output, NULL));
    assert_int_equal(output[0], 3);
    OK(hpyr_ref_list_gather(positions, 2, NULL, 0, 1, output, &outside));
    assert_int_equal(outside, 2);
    OK(hpyr_ref_list_gather(NULL, 0, source, 3, 3, NULL, &outside));
    assert_int_equal(outside, 0);
}

TEST(nothing_has_nothing_and_needs_no_array) {
    uint32_t output[1] = {7}, count = 99;
    for (int type = HPYR_LIST_TYPE_DEFAULT; type <= HPYR_LIST_TYPE_FLOAT; type++) {
        hpyr_ref_list none = {NULL, (hpyr_list_type)type, 0};
        OK(hpyr_ref_list_scan(&none, true, output, &count));
        assert_int_equal(count, 0);
        count = 99;
        OK(hpyr_ref_list_select_range(&none, 0, 1, output, NULL, &count));
        assert_int_equal(count, 0);
        count = 99;
        OK(hpyr_ref_list_unique(&none, output, NULL, NULL, &count));
        assert_int_equal(count, 0);
        OK(hpyr_ref_list_sort(&(hpyr_ref_list_sort_desc){.keys = none, .sorted_keys = output}));
    }
    assert_int_equal(output[0], 7);
}

TEST(scans_selections_and_gathers_that_make_no_sense_are_refused) {
    const uint32_t input[] = {1, 2};
    uint32_t out[4];
    hpyr_ref_list list = LIST(UINT, input), bad_type = {input, (hpyr_list_type)4, 2},
                  missing = {NULL, HPYR_LIST_TYPE_UINT, 2};
    hpyr_ref_list shorter = {input, HPYR_LIST_TYPE_UINT, 1};
    const hpyr_ref_list *bad[] = {NULL, &bad_type, &missing};
    for (int i = 0; i < 3; i++) {
        REFUSED(hpyr_ref_list_scan(bad[i], true, out, NULL));
        REFUSED(hpyr_ref_list_reduce(bad[i], HPYR_LIST_REDUCTION_SUM, out));
        REFUSED(hpyr_ref_list_select(bad[i], is_every_third, out, out, NULL, NULL));
        REFUSED(hpyr_ref_list_select_range(bad[i], 0, 1, NULL, NULL, out));
        REFUSED(hpyr_ref_list_select_flags(bad[i], &list, out, NULL, NULL));
        REFUSED(hpyr_ref_list_select_flags(&list, bad[i], out, NULL, NULL));
        REFUSED(hpyr_ref_list_unique(bad[i], out, NULL, NULL, NULL));
    }
    REFUSED(hpyr_ref_list_scan(&list, true, NULL, NULL));
    REFUSED(hpyr_ref_list_reduce(&list, (hpyr_list_reduction)4, out));
    REFUSED(hpyr_ref_list_select(&list, is_every_third, out, NULL, NULL, NULL));
    REFUSED(hpyr_ref_list_select_range(&list, 1, 0, out, NULL, NULL));
    REFUSED(hpyr_ref_list_select_range(&list, NAN, 0, out, NULL, NULL));
    REFUSED(hpyr_ref_list_select_range(&list, 0, NAN, out, NULL, NULL));
    REFUSED(hpyr_ref_list_select_flags(&list, &shorter, out, NULL, NULL));
    REFUSED(hpyr_ref_list_unique(&list, NULL, NULL, NULL, NULL));
    REFUSED(hpyr_ref_list_gather(input, 1, input, 2, 0, out, NULL));
}
