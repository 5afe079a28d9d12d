/* test_list_large.c - lists of 10^6 + 3 and of 2^24 entries equal the oracle's.  SPDX-License-Identifier: MIT */
#include "lists.h"

#include "fetches.h"

#include <stdlib.h>
#include <string.h>

enum { MILLION = 1000003, LARGEST = 1 << 24 };

static list_case large_case(uint32_t count, hpyr_list_type type, list_keys keys, list_place from, list_place to) {
    list_case c = case_at(3 * (uint32_t)keys + (uint32_t)type, count);
    c.type = type;
    c.keys = keys;
    c.most = count;
    c.knowledge = LENGTH_KNOWN;
    c.from = from;
    c.to = to;
    return c;
}

/* ---- scan and reduce ---- */

static void check_scan(env *e, hpyr_lists *lists, const list_case *c) {
    uint32_t *entries = summands_make(c), *expected = zeros_make(c->most), total = 0, sum = 0;
    SCOPED(stored_free)
    stored in = stored_make(c->from, c->type, entries, c->most), out = stored_make(c->to, c->type, NULL, c->most);
    const hpyr_lists_scan_desc desc = {
        .input = in.list, .output = out.list, .inclusive = true, .length = {.count = c->count}};
    const hpyr_ref_list list = ref_of(c, entries);
    assert_int_equal(hpyr_ref_list_scan(&list, true, expected, &total), HPYR_OK);
    OK(e, hpyr_lists_scan(lists, &desc));
    stored_check(&out, expected, c->most, c->type == HPYR_LIST_TYPE_FLOAT, "sums");
    OK(e, hpyr_lists_result(lists, &sum));
    check_number(sum, total, c->type == HPYR_LIST_TYPE_FLOAT, "total");
    for (int reduction = HPYR_LIST_REDUCTION_MINIMUM; reduction <= HPYR_LIST_REDUCTION_MAXIMUM; reduction++) {
        const hpyr_lists_reduce_desc reduce = {
            .input = in.list, .reduction = (hpyr_list_reduction)reduction, .length = desc.length};
        assert_int_equal(hpyr_ref_list_reduce(&list, (hpyr_list_reduction)reduction, &total), HPYR_OK);
        OK(e, hpyr_lists_reduce(lists, &reduce));
        OK(e, hpyr_lists_result(lists, &sum));
        check_number(sum, total, false, "minimum or maximum");
    }
    free(entries);
    free(expected);
}

GPU_TEST(large_lists_are_added_up) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, LARGEST, HPYR_LIST_OPERATION_SCAN);
    for (int type = HPYR_LIST_TYPE_UINT; type <= HPYR_LIST_TYPE_FLOAT; type++) {
        list_case c = large_case(MILLION, (hpyr_list_type)type, KEYS_RANDOM, PLACE_END, PLACE_TEXTURE);
        check_scan(e, lists, &c);
        c = large_case(MILLION, (hpyr_list_type)type, KEYS_SPECIAL, PLACE_TEXTURE, PLACE_SHIFTED);
        check_scan(e, lists, &c);
        c = large_case(LARGEST, (hpyr_list_type)type, KEYS_RUNS, PLACE_WHOLE, PLACE_WHOLE);
        if (!e->hostile)
            check_scan(e, lists, &c);
    }
}

/* ---- select and unique ---- */

static void check_select(env *e, hpyr_lists *lists, const list_case *c) {
    uint32_t *entries = keys_make(c), *values = zeros_make(c->most), *positions = zeros_make(c->most), count, found;
    SCOPED(stored_free) stored in = stored_make(c->from, c->type, entries, c->most);
    SCOPED(stored_free) stored selected = stored_make(c->to, c->type, NULL, c->most);
    SCOPED(stored_free) stored places = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, c->most);
    const hpyr_ref_list list = ref_of(c, entries);
    const hpyr_lists_select_desc desc = {.input = in.list,
                                         .selected = selected.list,
                                         .positions = places.list,
                                         .condition = HPYR_LIST_CONDITION_RANGE,
                                         .min = 0,
                                         .max = 2e9,
                                         .length = {.count = c->count}};
    assert_int_equal(hpyr_ref_list_select_range(&list, 0, 2e9, values, positions, &count), HPYR_OK);
    OK(e, hpyr_lists_select(lists, &desc));
    stored_check(&selected, values, c->most, false, "selected");
    stored_check(&places, positions, c->most, false, "positions");
    OK(e, hpyr_lists_result(lists, &found));
    check_number(found, count, false, "how many are selected");
    const hpyr_lists_unique_desc unique = {
        .keys = in.list, .unique = selected.list, .run_lengths = places.list, .length = {.count = c->count}};
    memset(values, 0, c->most * sizeof *values);
    memset(positions, 0, c->most * sizeof *positions);
    assert_int_equal(hpyr_ref_list_unique(&list, values, NULL, positions, &count), HPYR_OK);
    OK(e, hpyr_lists_unique(lists, &unique));
    stored_check(&selected, values, c->most, false, "unique");
    stored_check(&places, positions, c->most, false, "run lengths");
    free(entries);
    free(values);
    free(positions);
}

GPU_TEST(large_lists_are_selected_from) {
    static const list_keys keys[] = {KEYS_RANDOM, KEYS_RUNS, KEYS_ONE_BLOCK, KEYS_TWO};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, LARGEST, HPYR_LIST_OPERATION_SELECT);
    for (size_t i = 0; i < LENGTH(keys); i++) {
        list_case c = large_case(MILLION, (hpyr_list_type)(1 + i % 3), keys[i], PLACE_TEXEL, PLACE_TEXTURE);
        check_select(e, lists, &c);
        c = large_case(LARGEST, (hpyr_list_type)(1 + i % 3), keys[i], PLACE_START, PLACE_END);
        if (!e->hostile && i < 2)
            check_select(e, lists, &c);
    }
}

/* ---- sort ---- */

static uint32_t *take(const stored *s, uint32_t count) {
    uint32_t *entries = zeros_make(count);
    fetch_buffer(s->list.buffer, (size_t)s->list.offset, (size_t)count * 4, entries);
    return entries;
}

/* Each position once, in the order of the keys, and equal keys in the order of their positions. The oracle would take long. */
static void check_order(const uint32_t *keys, const uint32_t *sorted, const uint32_t *positions, uint32_t count) {
    unsigned char *seen = make_zeros(count + 1, 1);
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        wrong += positions[i] >= count || seen[positions[i]]++ || keys[positions[i]] != sorted[i];
        wrong += i && (sorted[i - 1] > sorted[i] || (sorted[i - 1] == sorted[i] && positions[i - 1] >= positions[i]));
    }
    free(seen);
    assert_int_equal(wrong, 0);
}

static void check_sort(env *e, hpyr_lists *lists, uint32_t count, list_keys kind, uint32_t bits) {
    const list_case c = large_case(count, HPYR_LIST_TYPE_UINT, kind, PLACE_START, PLACE_START);
    SCOPED(free_memory) uint32_t *keys = keys_make(&c);
    for (uint32_t i = 0; bits && i < count; i++)
        keys[i] &= (1u << bits) - 1;
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, keys, count);
    SCOPED(stored_free) stored sorted = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, NULL, count);
    SCOPED(stored_free) stored order = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, count);
    const hpyr_lists_sort_desc desc = {.keys = in.list,
                                       .sorted_keys = sorted.list,
                                       .sorted_values = order.list,
                                       .bit_count = bits,
                                       .length = {.count = count}};
    OK(e, hpyr_lists_sort(lists, &desc));
    SCOPED(free_memory) uint32_t *got = take(&sorted, count), *positions = take(&order, count);
    check_order(keys, got, positions, count);
    stored_check(&sorted, got, count, false, "what is around sorted keys");
}

GPU_TEST(large_lists_are_sorted) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, LARGEST, HPYR_LIST_OPERATION_SORT);
    for (int keys = KEYS_RANDOM; keys < KEYS; keys += e->hostile ? 3 : 1)
        check_sort(e, lists, MILLION, (list_keys)keys, keys % 2 ? 0 : 16);
    if (!e->hostile)
        check_sort(e, lists, LARGEST, KEYS_RANDOM, 0);
}

/* ---- gather ---- */

/* More than one chunk: what the first one replaces, the next ones read. */
GPU_TEST(large_lists_are_gathered_where_they_are) {
    enum { COUNT = (1 << 20) * 2 + 77 };
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, COUNT, HPYR_LIST_OPERATION_GATHER);
    SCOPED(free_memory)
    uint32_t *positions = zeros_make(COUNT), *source = zeros_make(COUNT), *expected = zeros_make(COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        positions[i] = COUNT - 1 - i;
        source[i] = i * 2654435761u;
    }
    for (int replaced = 0; replaced < 3; replaced++) { /* nothing, the records, the positions */
        SCOPED(stored_free) stored list = stored_make(PLACE_TEXEL, HPYR_LIST_TYPE_UINT, positions, COUNT);
        SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, source, COUNT);
        SCOPED(stored_free) stored aside = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, COUNT);
        const stored *out = replaced == 0 ? &aside : replaced == 1 ? &in : &list;
        const hpyr_lists_gather_desc desc = {
            .positions = list.list,
            .source = {.buffer = in.list.buffer, .format = HPYR_FORMAT_R32UI, .count = COUNT},
            .output = {.buffer = out->list.buffer, .offset = out->list.offset, .format = HPYR_FORMAT_R32UI},
            .length = {.count = COUNT}};
        assert_int_equal(hpyr_ref_list_gather(positions, COUNT, source, COUNT, 4, expected, NULL), HPYR_OK);
        OK(e, hpyr_lists_gather(lists, &desc));
        stored_check(out, expected, COUNT, false, "records in reverse");
    }
}
