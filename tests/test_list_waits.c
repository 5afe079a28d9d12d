/* test_list_waits.c - a chain of operations on lists whose lengths only the GPU knows: right at its end, and nothing is
 * read back or waited for on the way.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "read_backs.h"

#include <stdlib.h>
#include <string.h>

static unsigned count_to_here(void) {
    unsigned waits;
    const unsigned read_backs = read_backs_end(&waits);
    return read_backs + waits;
}

/* ---- a chain ---- */

enum { MOST = 9000 };

/* The entries of a range, sorted; runs of equal ones, how long they are, where each begins, and the longest one; positions of
 * the sorted entries, and records in their order; and bins of them. */
typedef struct chain {
    stored input, count, selected, sorted, order, unique, lengths, runs, starts, longest, gathered, binned, offsets;
} chain;

enum { BINS = 6 };

static uint32_t *input_make(uint64_t seed) {
    uint32_t *entries = zeros_make(MOST);
    for (uint32_t i = 0; i < MOST; i++)
        entries[i] = random_below(&seed, 2000);
    return entries;
}

static chain chain_make(const uint32_t *entries) {
    chain c = {.input = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, MOST)};
    stored *const lists[] = {&c.selected, &c.sorted, &c.order,    &c.unique,
                             &c.lengths,  &c.starts, &c.gathered, &c.binned};
    for (size_t i = 0; i < LENGTH(lists); i++)
        *lists[i] = stored_make(i % 2 ? PLACE_SHIFTED : PLACE_START, HPYR_LIST_TYPE_UINT, NULL, MOST);
    c.count = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, NULL, 1);
    c.runs = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, NULL, 1);
    c.longest = stored_make(PLACE_TEXTURE, HPYR_LIST_TYPE_UINT, NULL, 1);
    c.offsets = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, BINS + 2);
    return c;
}

static void chain_free(chain *c) {
    stored *const lists[] = {&c->input, &c->count,  &c->selected, &c->sorted,   &c->order,  &c->unique, &c->lengths,
                             &c->runs,  &c->starts, &c->longest,  &c->gathered, &c->binned, &c->offsets};
    for (size_t i = 0; i < LENGTH(lists); i++)
        stored_free(lists[i]);
}

static void run_chain(env *e, hpyr_lists *lists, const chain *c) {
    const hpyr_length all = {.count = MOST};
    const hpyr_length some = {.count = MOST, .buffer = c->count.list.buffer, .offset = c->count.list.offset};
    const hpyr_length runs = {.count = MOST, .buffer = c->runs.list.buffer, .offset = c->runs.list.offset};
    const hpyr_lists_select_desc select = {.input = c->input.list,
                                           .selected = c->selected.list,
                                           .count = c->count.list,
                                           .condition = HPYR_LIST_CONDITION_RANGE,
                                           .min = 100,
                                           .max = 1500,
                                           .length = all};
    const hpyr_lists_sort_desc sort = {
        .keys = c->selected.list, .sorted_keys = c->sorted.list, .sorted_values = c->order.list, .length = some};
    const hpyr_lists_unique_desc unique = {.keys = c->sorted.list,
                                           .unique = c->unique.list,
                                           .run_lengths = c->lengths.list,
                                           .count = c->runs.list,
                                           .length = some};
    const hpyr_lists_scan_desc scan = {.input = c->lengths.list, .output = c->starts.list, .length = runs};
    const hpyr_lists_reduce_desc reduce = {
        .input = c->lengths.list, .output = c->longest.list, .reduction = HPYR_LIST_REDUCTION_MAXIMUM, .length = runs};
    const hpyr_lists_gather_desc gather = {
        .positions = c->order.list,
        .source = {.buffer = c->selected.list.buffer, .format = HPYR_FORMAT_R32UI, .count = MOST},
        .output = {.buffer = c->gathered.list.buffer, .offset = c->gathered.list.offset, .format = HPYR_FORMAT_R32UI},
        .length = some};
    const hpyr_lists_partition_desc partition = {.bins = c->lengths.list,
                                                 .bin_count = BINS,
                                                 .partitioned_values = c->binned.list,
                                                 .offsets = c->offsets.list,
                                                 .length = runs};
    OK(e, hpyr_lists_select(lists, &select));
    OK(e, hpyr_lists_sort(lists, &sort));
    OK(e, hpyr_lists_unique(lists, &unique));
    OK(e, hpyr_lists_scan(lists, &scan));
    OK(e, hpyr_lists_reduce(lists, &reduce));
    OK(e, hpyr_lists_gather(lists, &gather));
    OK(e, hpyr_lists_partition(lists, &partition));
}

static void check_chain(const chain *c, const uint32_t *entries) {
    uint32_t *lists[8], count, runs, longest, offsets[BINS + 2];
    for (int i = 0; i < 8; i++)
        lists[i] = zeros_make(MOST);
    hpyr_ref_list list = {entries, HPYR_LIST_TYPE_UINT, MOST};
    assert_int_equal(hpyr_ref_list_select_range(&list, 100, 1500, lists[0], NULL, &count), HPYR_OK);
    const hpyr_ref_list_sort_desc sort = {
        .keys = {lists[0], HPYR_LIST_TYPE_UINT, count}, .sorted_keys = lists[1], .sorted_values = lists[2]};
    assert_int_equal(hpyr_ref_list_sort(&sort), HPYR_OK);
    list = (hpyr_ref_list){lists[1], HPYR_LIST_TYPE_UINT, count};
    assert_int_equal(hpyr_ref_list_unique(&list, lists[3], NULL, lists[4], &runs), HPYR_OK);
    list = (hpyr_ref_list){lists[4], HPYR_LIST_TYPE_UINT, runs};
    assert_int_equal(hpyr_ref_list_scan(&list, false, lists[5], NULL), HPYR_OK);
    assert_int_equal(hpyr_ref_list_reduce(&list, HPYR_LIST_REDUCTION_MAXIMUM, &longest), HPYR_OK);
    assert_int_equal(hpyr_ref_list_gather(lists[2], count, lists[0], MOST, 4, lists[6], NULL), HPYR_OK);
    const hpyr_ref_list_partition_desc partition = {
        .keys = list, .bins = lists[4], .bin_count = BINS, .partitioned_values = lists[7], .offsets = offsets};
    assert_int_equal(hpyr_ref_list_partition(&partition), HPYR_OK);
    const stored *const got[] = {&c->selected, &c->sorted, &c->order,    &c->unique,
                                 &c->lengths,  &c->starts, &c->gathered, &c->binned};
    for (int i = 0; i < 8; i++) {
        stored_check(got[i], lists[i], MOST, false, "list of the chain");
        free(lists[i]);
    }
    stored_check(&c->count, &count, 1, false, "count of the chain");
    stored_check(&c->runs, &runs, 1, false, "runs of the chain");
    stored_check(&c->longest, &longest, 1, false, "longest run of the chain");
    stored_check(&c->offsets, offsets, BINS + 2, false, "offsets of the chain");
}

/* The second time all programs are there, the first time they are made: neither waits. */
GPU_TEST(a_chain_of_operations_waits_for_nothing) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, MOST, 0);
    for (uint64_t seed = 1; seed <= 2; seed++) {
        uint32_t *entries = input_make(seed), found = 0;
        SCOPED(chain_free) chain c = chain_make(entries);
        read_backs_begin();
        run_chain(e, lists, &c);
        unsigned before = count_to_here();
        assert_int_equal(before, 0);
        check_chain(&c, entries);
        read_backs_begin();
        OK(e, hpyr_lists_result(lists, &found));
        assert_true(count_to_here() > 0); /* they are counted */
        free(entries);
    }
}

GPU_TEST(the_total_of_a_pyramid_is_not_waited_for) {
    image im = image_filled(HPYR_FORMAT_R8, 61, 45, 0.4, 5);
    hpyr_discriminator *discriminator = make_default(e);
    hpyr_pyramid *pyramid = make_pyramid(e, 61, 45);
    hpyr_lists *lists = make_lists(e, MOST, HPYR_LIST_OPERATION_SORT);
    uint32_t *entries = input_make(3), *expected = zeros_make(MOST), total;
    stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, MOST);
    const hpyr_lists_sort_desc desc = {
        .keys = in.list, .sorted_keys = in.list, .length = {.count = MOST, .pyramid = pyramid}};
    read_backs_begin();
    OK(e, hpyr_pyramid_build(pyramid, discriminator, &im.texture));
    OK(e, hpyr_lists_sort(lists, &desc));
    assert_int_equal(count_to_here(), 0);
    OK(e, hpyr_pyramid_total(pyramid, &total));
    const hpyr_ref_list_sort_desc right = {.keys = {entries, HPYR_LIST_TYPE_UINT, total}, .sorted_keys = expected};
    assert_int_equal(hpyr_ref_list_sort(&right), HPYR_OK);
    stored_check(&in, expected, MOST, false, "as many keys as the pyramid has");
    stored_free(&in);
    free(entries);
    free(expected);
    image_free(&im);
    CALL_VOID(e, hpyr_pyramid_destroy(pyramid));
    CALL_VOID(e, hpyr_discriminator_destroy(discriminator));
    free_lists(e, lists);
}
