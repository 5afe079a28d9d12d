/* sort.c - sorts of keys, and of keys with values.  SPDX-License-Identifier: MIT */
#include "list/merge.h"

enum { KEY_BITS = 32 };

typedef struct sort {
    hpi_list_sorting sorting;
    hpi_list_input values;
    hpi_list_output outputs[2]; /* keys, values */
} sort;

static hpyr_result check_bits(const hpyr_lists *lists, const hpyr_lists_sort_desc *desc, hpi_list_sorting *sorting) {
    uint32_t count = desc->bit_count ? desc->bit_count : KEY_BITS - desc->first_bit;
    if (desc->first_bit >= KEY_BITS)
        return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "sort: first_bit %u is above %d",
                           desc->first_bit, KEY_BITS - 1);
    if (count > KEY_BITS - desc->first_bit)
        return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "sort: %u bits from bit %u on; keys have %d",
                           desc->bit_count, desc->first_bit, KEY_BITS);
    if ((desc->first_bit || desc->bit_count) && sorting->input.type != HPYR_LIST_TYPE_UINT)
        return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "sort: bits can be chosen for UINT only");
    sorting->most = UINT32_MAX;
    sorting->shift = desc->first_bit;
    sorting->mask = UINT32_MAX >> (KEY_BITS - count);
    sorting->keys_alone = sorting->mask == UINT32_MAX && !hpi_list_is_given(&desc->sorted_values);
    return HPYR_OK;
}

static hpyr_result open_operands(hpyr_lists *lists, const hpyr_lists_sort_desc *desc, sort *s) {
    hpi_list_sorting *sorting = &s->sorting;
    hpyr_result result = hpi_list_length_open(lists, &desc->length, "sort", &sorting->length);
    const uint32_t count = sorting->length.count;
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->keys, "sort: keys", count, 0, &sorting->input);
    if (result == HPYR_OK && !sorting->input.is_there)
        result = hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "sort: there are no keys");
    if (result == HPYR_OK)
        result = hpi_list_input_open(lists, &desc->values, "sort: values", count, 1, &s->values);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->sorted_keys, "sort: sorted keys", count, sorting->input.type,
                                       &s->outputs[0]);
    if (result == HPYR_OK)
        result = hpi_list_output_check(lists, &desc->sorted_values, "sort: sorted values", count,
                                       s->values.is_there ? s->values.type : HPYR_LIST_TYPE_UINT, &s->outputs[1]);
    if (result == HPYR_OK)
        result = hpi_list_outputs_apart(lists, "sort", s->outputs, 2);
    if (result == HPYR_OK && s->values.is_there && !s->outputs[1].is_there)
        result = hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "sort: values, but no sorted values");
    return result == HPYR_OK ? check_bits(lists, desc, sorting) : result;
}

/* Draws the outputs to their planes: of whole keys with values both at once. */
static hpyr_result draw_outputs(hpyr_lists *lists, const sort *s, const hpi_list_plane *const planes[2]) {
    const hpi_list_sorting *sorting = &s->sorting;
    const hpi_list_input *values = s->values.is_there ? &s->values : NULL;
    const bool is_whole = sorting->mask == UINT32_MAX;
    hpyr_result result = HPYR_OK;
    if (s->outputs[0].is_there && s->outputs[1].is_there && is_whole)
        return hpi_list_draw_sorted_pairs(lists, sorting, values);
    if (s->outputs[0].is_there)
        result = hpi_list_draw_sorted(lists, sorting, is_whole ? HPI_SORTED_KEYS : HPI_SORTED_ENTRIES,
                                      is_whole ? NULL : &sorting->input, planes[0]);
    if (result == HPYR_OK && s->outputs[1].is_there)
        result =
            hpi_list_draw_sorted(lists, sorting, values ? HPI_SORTED_ENTRIES : HPI_SORTED_POSITIONS, values, planes[1]);
    return result;
}

/* Both outputs are drawn before the first one is written, since that may replace an input. */
static hpyr_result write_outputs(hpyr_lists *lists, const sort *s) {
    const hpi_list_plane *const planes[2] = {&lists->result, hpi_list_second_result(lists)};
    hpyr_result result = draw_outputs(lists, s, planes);
    if (result == HPYR_OK)
        result = hpi_list_writers(lists, s->outputs, 2);
    for (int i = 0; result == HPYR_OK && i < 2; i++)
        result = hpi_list_write(lists, planes[i], &s->outputs[i]);
    return result;
}

static hpyr_result sort_entries(hpyr_lists *lists, const void *given) {
    const hpyr_lists_sort_desc *desc = given;
    sort s = {.sorting = {.is_descending = desc->descending}};
    hpyr_result result = open_operands(lists, desc, &s);
    if (result == HPYR_OK)
        result = hpi_list_merge_sort(lists, &s.sorting);
    return result == HPYR_OK ? write_outputs(lists, &s) : result;
}

hpyr_result hpyr_lists_sort(hpyr_lists *lists, const hpyr_lists_sort_desc *desc) {
    return hpi_list_run(lists, HPYR_LIST_OPERATION_SORT, "sort", false, sort_entries, desc);
}
