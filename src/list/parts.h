/* parts.h - what operations need beside planes: each has a part of the workspace of its own.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_LIST_PARTS_H
#define HPI_LIST_PARTS_H

#include "list/lists.h"

typedef struct hpi_list_part {
    hpyr_list_operation operation; /* that needs it */
    uint64_t (*bytes)(const hpyr_context *context, uint32_t capacity);
    hpyr_result (*create)(hpyr_lists *lists);
    void (*destroy)(hpyr_lists *lists); /* also where nothing was created */
} hpi_list_part;

extern const hpi_list_part hpi_list_select_part, hpi_list_sort_part, hpi_list_gather_part;

enum { HPI_LIST_PARTS = 3 };

#endif
