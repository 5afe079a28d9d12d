/* merge.h - a merge sort of keys and positions, for sorts and partitions.  SPDX-License-Identifier: MIT */
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
} hpi_list_sorting;

/** Sorts pairs of a key and the position that it came from, in order of keys, then of positions. */
hpyr_result hpi_list_merge_sort(hpyr_list_scratch *scratch, const hpi_list_sorting *sorting);

/** What can be made of sorted pairs: HPYR_WRITE of sorted.frag.glsl. */
typedef enum hpi_list_sorted { HPI_SORTED_KEYS = 1, HPI_SORTED_POSITIONS, HPI_SORTED_ENTRIES } hpi_list_sorted;

/** Writes the keys as entries again, the positions, or the entries of `input` at these positions. */
hpyr_result hpi_list_draw_sorted(hpyr_list_scratch *scratch, const hpi_list_sorting *sorting, hpi_list_sorted what,
                                 const hpi_list_input *input, const hpi_list_plane *plane);

/** Binds the sorted pairs for list/pairs.glsl, to unit HPI_PAIRS_UNIT. */
enum { HPI_PAIRS_UNIT = 0 };
void hpi_list_bind_sorted(const hpyr_list_scratch *scratch, GLuint program);

/** A plane beside scratch->result, for a second output. */
const hpi_list_plane *hpi_list_second_result(const hpyr_list_scratch *scratch);

#endif
