/* bounds.h - bounds of callers, as ordinals that shaders compare exactly (list/ordinal.glsl).
 * SPDX-License-Identifier: MIT */
#ifndef HPI_LIST_BOUNDS_H
#define HPI_LIST_BOUNDS_H

#include <histopyramid/list.h>

/** Finds the smallest ordinal of an entry that is at least `bound`. False if there is none. -0 and
 *  +0 count as equal. `bound` is not NaN. */
bool hpi_list_lower_bound(hpyr_list_type type, double bound, uint32_t *ordinal);

/** Finds the largest ordinal of an entry that is at most `bound`. False if there is none. */
bool hpi_list_upper_bound(hpyr_list_type type, double bound, uint32_t *ordinal);

/** Ordinals up to this one are numbers; the others are NaN. */
uint32_t hpi_list_last_ordinal(hpyr_list_type type);

#endif
