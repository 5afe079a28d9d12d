/* test_list_scan.c - prefix sums and reductions equal the oracle's.  SPDX-License-Identifier: MIT */
#include "layouts.h"
#include "lists.h"

#include <stdlib.h>

/* ---- cases ---- */

static void check_scan(env *e, hpyr_lists *lists, const list_case *c) {
    uint32_t *entries = summands_make(c), *expected = zeros_make(c->most), total = 0, sum = 0;
    stored in = stored_make(c->from, c->type, entries, c->most);
    stored out = c->in_place ? in : stored_make(c->to, c->type, NULL, c->most);
    hpyr_lists_scan_desc desc = {
        .input = in.list, .output = out.list, .inclusive = c->number / 2 % 2, .length = length_of(c)};
    hpyr_ref_list list = ref_of(c, entries);
    assert_int_equal(hpyr_ref_list_scan(&list, desc.inclusive, expected, &total), HPYR_OK);
    OK(e, hpyr_lists_scan(lists, &desc));
    OK(e, hpyr_lists_result(lists, &sum));
    check_number(sum, total, c->type == HPYR_LIST_TYPE_FLOAT, "total");
    stored_check(&out, expected, c->most, c->type == HPYR_LIST_TYPE_FLOAT, "sums");
    if (!c->in_place) {
        stored_check(&in, entries, c->most, false, "input of a scan");
        stored_free(&out);
    }
    stored_free(&in);
    length_free(&desc.length);
    free(entries);
    free(expected);
}

GPU_TEST(scans_equal_the_oracle) {
    check_cases(e, HPYR_LIST_OPERATION_SCAN, check_scan);
}

static void check_reduction(env *e, hpyr_lists *lists, const list_case *c, hpyr_list_reduction reduction) {
    bool sums = reduction <= HPYR_LIST_REDUCTION_SUM;
    uint32_t *entries = sums ? summands_make(c) : keys_make(c), expected = 0, found = 0;
    SCOPED(stored_free)
    stored in = stored_make(c->from, c->type, entries, c->most), out = stored_make(c->to, c->type, NULL, 1);
    hpyr_lists_reduce_desc desc = {.input = in.list, .reduction = reduction, .length = length_of(c)};
    hpyr_ref_list list = ref_of(c, entries);
    if (c->number % 5)
        desc.output = c->in_place && c->most ? in.list : out.list;
    assert_int_equal(hpyr_ref_list_reduce(&list, reduction ? reduction : HPYR_LIST_REDUCTION_SUM, &expected), HPYR_OK);
    OK(e, hpyr_lists_reduce(lists, &desc));
    OK(e, hpyr_lists_result(lists, &found));
    check_number(found, expected, sums && c->type == HPYR_LIST_TYPE_FLOAT, "result");
    if (desc.output.buffer == out.list.buffer && desc.output.texture.name == out.list.texture.name) {
        stored_check(&out, &found, 1, false, "reduction");
    } else {
        stored_check_untouched(&out, "list that is no output");
        if (c->number % 5 && c->most)
            entries[0] = found;
    }
    stored_check(&in, entries, c->most, false, "input of a reduction");
    length_free(&desc.length);
    free(entries);
}

static void check_reductions(env *e, hpyr_lists *lists, const list_case *c) {
    check_reduction(e, lists, c,
                    (hpyr_list_reduction)((c->number + c->number / 3) % (HPYR_LIST_REDUCTION_MAXIMUM + 1)));
}

GPU_TEST(reductions_equal_the_oracle) {
    check_cases(e, HPYR_LIST_OPERATION_SCAN, check_reductions);
}

/* ---- what the header promises ---- */

static void run_scan(env *e, hpyr_lists *lists, stored *in, stored *out, bool inclusive, uint32_t count) {
    const hpyr_lists_scan_desc desc = {
        .input = in->list, .output = out->list, .inclusive = inclusive, .length = {.count = count}};
    OK(e, hpyr_lists_scan(lists, &desc));
}

GPU_TEST(the_headers_example_comes_out) {
    static const uint32_t input[] = {3, 1, 4, 1, 5}, inclusive[] = {3, 4, 8, 9, 14}, exclusive[] = {0, 3, 4, 8, 9};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 5, 0);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, input, 5);
    SCOPED(stored_free) stored out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 5);
    run_scan(e, lists, &in, &out, true, 5);
    stored_check(&out, inclusive, 5, false, "inclusive scan");
    run_scan(e, lists, &in, &out, false, 5);
    stored_check(&out, exclusive, 5, false, "exclusive scan");
}

/* A list of ones whose entry `at` makes the sum `total`, or more. */
static void check_total(env *e, hpyr_lists *lists, uint32_t count, uint32_t at, uint64_t total) {
    uint32_t *entries = zeros_make(count), *expected = zeros_make(count), sum = 0, found = 99;
    for (uint32_t i = 0; i < count; i++)
        entries[i] = 1;
    entries[at] = (uint32_t)(total - (count - 1));
    if (total > UINT32_MAX)
        entries[at] = UINT32_MAX;
    const hpyr_ref_list list = {entries, HPYR_LIST_TYPE_UINT, count};
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, count);
    for (int inclusive = 0; inclusive < 2; inclusive++) {
        SCOPED(stored_free) stored out = stored_make(PLACE_TEXTURE, HPYR_LIST_TYPE_UINT, NULL, count);
        hpyr_result right = hpyr_ref_list_scan(&list, inclusive, expected, &sum);
        assert_int_equal(right, total > UINT32_MAX - 1 ? HPYR_ERROR_OVERFLOW : HPYR_OK);
        run_scan(e, lists, &in, &out, inclusive, count);
        EXPECT(e, right, hpyr_lists_result(lists, &found));
        check_number(found, right == HPYR_OK ? sum : 0, false, "total");
        stored_check(&out, expected, count, false, "sums");
    }
    const hpyr_lists_reduce_desc reduce = {.input = in.list, .length = {.count = count}};
    OK(e, hpyr_lists_reduce(lists, &reduce));
    EXPECT(e, total > UINT32_MAX - 1 ? HPYR_ERROR_OVERFLOW : HPYR_OK, hpyr_lists_result(lists, &found));
    free(entries);
    free(expected);
}

GPU_TEST(sums_are_exact_to_2_to_the_32_minus_2_and_stay_above) {
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 3000, HPYR_LIST_OPERATION_SCAN);
    for (uint64_t total = UINT32_MAX - 1; total <= (uint64_t)UINT32_MAX + 1; total++) {
        check_total(e, lists, 1, 0, total);
        check_total(e, lists, 5, 4, total);
        check_total(e, lists, 130, 64, total);
        check_total(e, lists, 2999, 0, total);
        check_total(e, lists, 2999, 2998, total);
    }
}

/* What comes behind an overflow is found all the same. */
GPU_TEST(an_overflow_is_forgotten_by_the_next_operation) {
    static const uint32_t large[2] = {UINT32_MAX, 1};
    uint32_t found = 5;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 2, HPYR_LIST_OPERATION_SCAN);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, large, 2);
    hpyr_lists_reduce_desc desc = {.input = in.list, .length = {.count = 2}};
    OK(e, hpyr_lists_reduce(lists, &desc));
    for (int i = 0; i < 2; i++) {
        EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_lists_result(lists, &found));
        assert_int_equal(found, 0);
    }
    EXPECT(e, HPYR_ERROR_OVERFLOW, hpyr_lists_try_result(lists, &found));
    desc.reduction = HPYR_LIST_REDUCTION_MAXIMUM;
    OK(e, hpyr_lists_reduce(lists, &desc));
    OK(e, hpyr_lists_result(lists, &found));
    assert_int_equal(found, UINT32_MAX);
    desc.input.type = HPYR_LIST_TYPE_INT;
    desc.reduction = HPYR_LIST_REDUCTION_SUM;
    OK(e, hpyr_lists_reduce(lists, &desc));
    OK(e, hpyr_lists_result(lists, &found));
    assert_int_equal(found, 0); /* -1 + 1 */
}

GPU_TEST(sums_of_minus_zeros_are_plus_zero) {
    uint32_t zeros[70], expected[70] = {0}, found = 9;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 70, HPYR_LIST_OPERATION_SCAN);
    for (uint32_t i = 0; i < 70; i++)
        zeros[i] = 0x80000000u;
    for (uint32_t count = 1; count <= 70; count += count < 20 ? 1 : 11) {
        SCOPED(stored_free) stored in = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, zeros, count);
        SCOPED(stored_free) stored out = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_FLOAT, NULL, count);
        run_scan(e, lists, &in, &out, count % 2, count);
        stored_check(&out, expected, count, false, "sums of minus zeros");
        OK(e, hpyr_lists_result(lists, &found));
        check_number(found, 0, false, "total of minus zeros");
    }
}

GPU_TEST(nothing_reduces_to_what_changes_nothing) {
    static const uint32_t nan[] = {0x7FC00000u, 0xFFFFFFFFu, 0x7F800001u};
    static const uint32_t results[][2] = {
        {UINT32_MAX, 0}, {0x7FFFFFFFu, 0x80000000u}, {0x7F800000u, 0xFF800000u}}; /* minimum, maximum */
    uint32_t found;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 3, HPYR_LIST_OPERATION_SCAN);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_FLOAT, nan, 3);
    for (int type = HPYR_LIST_TYPE_UINT; type <= HPYR_LIST_TYPE_FLOAT; type++)
        for (int reduction = HPYR_LIST_REDUCTION_SUM; reduction <= HPYR_LIST_REDUCTION_MAXIMUM; reduction++) {
            hpyr_lists_reduce_desc desc = {.input = in.list, .reduction = (hpyr_list_reduction)reduction};
            desc.input.type = (hpyr_list_type)type;
            desc.length.count = type == HPYR_LIST_TYPE_FLOAT && reduction != HPYR_LIST_REDUCTION_SUM ? 3 : 0;
            found = 99;
            OK(e, hpyr_lists_reduce(lists, &desc));
            OK(e, hpyr_lists_result(lists, &found));
            check_number(found, reduction == HPYR_LIST_REDUCTION_SUM ? 0 : results[type - 1][reduction - 2], false,
                         "nothing");
        }
}

/* ---- lengths ---- */

/* The total of a pyramid as a length, whatever its sums are made of. */
static void check_pyramid_length(env *e, hpyr_lists *lists, const combination *c, uint32_t clones, uint32_t most,
                                 bool is_new) {
    static const uint32_t size[3] = {23, 17, 1};
    SCOPED(scene_free)
    scene s = scene_make(e, c, size, c->layout == HPYR_LAYOUT_BITS ? INPUT_R8 : INPUT_COUNTS, 0.3, clones);
    char name[64];
    uint32_t *entries = zeros_make(most), *expected = zeros_make(most), sum = 0;
    uint64_t seed = clones + most;
    for (uint32_t i = 0; i < most; i++)
        entries[i] = random_below(&seed, 1000);
    if (is_new) /* nobody has asked for its total */
        scene_build(e, &s);
    uint32_t count = s.total < most ? s.total : most;
    const hpyr_ref_list list = {entries, HPYR_LIST_TYPE_UINT, count};
    assert_int_equal(hpyr_ref_list_scan(&list, true, expected, NULL), HPYR_OK);
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, most);
    SCOPED(stored_free) stored out = stored_make(PLACE_TEXEL, HPYR_LIST_TYPE_UINT, NULL, most);
    const hpyr_lists_scan_desc desc = {
        .input = in.list, .output = out.list, .inclusive = true, .length = {.count = most, .pyramid = s.pyramid}};
    OK(e, hpyr_lists_scan(lists, &desc));
    stored_check(&out, expected, most, false, combination_name(c, name));
    OK(e, hpyr_lists_result(lists, &sum));
    assert_int_equal(sum, count ? expected[count - 1] : 0);
    free(entries);
    free(expected);
}

GPU_TEST(the_total_of_a_pyramid_is_a_length) {
    combination c;
    int tried = 0;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 20000, HPYR_LIST_OPERATION_SCAN);
    for (size_t i = 0; combination_at(i, &c); i++) {
        if (!combination_runs(e, &c))
            continue;
        tried++;
        if ((e->small || e->hostile) && tried % 3)
            continue;
        check_pyramid_length(e, lists, &c, tried % 3 + 1, 20000, true);
        check_pyramid_length(e, lists, &c, 1, 100, tried % 2);
    }
    assert_true(tried > 10);
}

GPU_TEST(a_length_on_the_gpu_may_be_the_callers_last_result) {
    uint32_t entries[600], number = 450, sums[600] = {0};
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 600, HPYR_LIST_OPERATION_SCAN);
    for (uint32_t i = 0; i < 600; i++)
        entries[i] = i < number ? 1 : 7;
    SCOPED(stored_free) stored in = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, entries, 600);
    SCOPED(stored_free) stored sum = stored_make(PLACE_SHIFTED, HPYR_LIST_TYPE_UINT, NULL, 1);
    SCOPED(stored_free) stored out = stored_make(PLACE_START, HPYR_LIST_TYPE_UINT, NULL, 600);
    hpyr_lists_reduce_desc reduce = {.input = in.list, .output = sum.list, .length = {.count = number}};
    OK(e, hpyr_lists_reduce(lists, &reduce));
    hpyr_lists_scan_desc scan = {.input = in.list,
                                 .output = out.list,
                                 .inclusive = true,
                                 .length = {.count = HPYR_ALL, .buffer = sum.list.buffer, .offset = sum.list.offset}};
    OK(e, hpyr_lists_scan(lists, &scan));
    for (uint32_t i = 0; i < number; i++)
        sums[i] = i + 1;
    stored_check(&out, sums, 600, false, "sums of so many");
    reduce.length.count = HPYR_ALL; /* the capacity of the workspace */
    OK(e, hpyr_lists_reduce(lists, &reduce));
    OK(e, hpyr_lists_result(lists, &number));
    assert_int_equal(number, 450 + 7 * 150);
}

/* A result may be asked for at any time, and as often as one likes. */
GPU_TEST(results_may_be_polled) {
    static const uint32_t input[3] = {1, 20, 300};
    uint32_t found = 7;
    hpyr_result result = HPYR_NOT_READY;
    SCOPED(destroy_lists) hpyr_lists *lists = make_lists(e, 3, HPYR_LIST_OPERATION_SCAN);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_lists_result(lists, &found));
    assert_true(e->has_error && found == 0);
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_lists_try_result(lists, &found));
    SCOPED(stored_free) stored in = stored_make(PLACE_WHOLE, HPYR_LIST_TYPE_UINT, input, 3);
    const hpyr_lists_reduce_desc desc = {.input = in.list, .length = {.count = 3}};
    OK(e, hpyr_lists_reduce(lists, &desc));
    for (int i = 0; result == HPYR_NOT_READY && i < 1000000; i++) {
        found = 7;
        result = CALL(e, hpyr_lists_try_result(lists, &found));
        assert_true(result == HPYR_OK || (result == HPYR_NOT_READY && found == 0));
    }
    for (int i = 0; i < 3; i++) {
        assert_int_equal(found, 321);
        found = 7;
        OK(e, i % 2 ? hpyr_lists_result(lists, &found) : hpyr_lists_try_result(lists, &found));
    }
}
