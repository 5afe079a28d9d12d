/* merge.h - a merge sort of keys, mostly with positions, for sorts and partitions.  SPDX-License-Identifier: MIT */
#ifndef HPI_LIST_MERGE_H
#define HPI_LIST_MERGE_H

#include "list/operands.h"

/** What is sorted. */
typedef struct hpi_list_sorting {
    hpi_list_input input; /* from which keys are made */
    hpi_list_length length;
    bool is_descending;
    uint32_t shift, mask; /* the bits that are compared */
    uint32_t most;        /* larger keys become this one */
    bool keys_alone;      /* nobody asks where a key came from, so equal ones need no order */
} hpi_list_sorting;

/** Sorts keys and the positions that they came from, in order of keys, then of positions. */
hpyr_result hpi_list_merge_sort(hpyr_lists *lists, const hpi_list_sorting *sorting);

/** What can be made of a sort: HPYR_WRITE of sorted.frag.glsl. Of keys alone it is only keys. */
typedef enum hpi_list_sorted { HPI_SORTED_KEYS = 1, HPI_SORTED_POSITIONS, HPI_SORTED_ENTRIES } hpi_list_sorted;

/** Writes the keys as entries again, the positions, or the entries of `input` at these positions. */
hpyr_result hpi_list_draw_sorted(hpyr_lists *lists, const hpi_list_sorting *sorting, hpi_list_sorted what,
                                 const hpi_list_input *input, const hpi_list_plane *plane);

/** Writes the keys as entries to lists->result, and the entries of `values` at their positions, or if it is NULL these, to
 *  hpi_list_second_result. Keys of which all bits are compared; others are no entries. */
hpyr_result hpi_list_draw_sorted_pairs(hpyr_lists *lists, const hpi_list_sorting *sorting,
                                       const hpi_list_input *values);

/** Draws where the keys 0, 1, 2 .. begin among those that were sorted: for each of `count` keys the number of
 *  smaller ones. */
hpyr_result hpi_list_draw_offsets(hpyr_lists *lists, const hpi_list_sorting *sorting, uint32_t count,
                                  const hpi_list_plane *plane);

/** Binds what was sorted for list/items.glsl, to unit HPI_ITEMS_UNIT. */
enum { HPI_ITEMS_UNIT = 0 };
void hpi_list_bind_sorted(const hpyr_lists *lists, GLuint program);

/** A plane beside lists->result, for a second output. */
const hpi_list_plane *hpi_list_second_result(const hpyr_lists *lists);

#endif
