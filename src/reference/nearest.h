/* nearest.h - lists of the nearest points, which normals and queries make by exhaustive search.  SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_NEAREST_H
#define HPI_REFERENCE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Whether no coordinate is infinite or NaN. */
bool hpi_reference_is_finite_point(const float *position);

/** Finds the lowest and the highest coordinates of all points that are finite. Without such points, low is infinite and high is -infinite. */
void hpi_reference_box(const float *positions, uint32_t stride, uint32_t count, double low[3], double high[3]);

/** Empties a list, whose entries become UINT32_MAX. */
void hpi_reference_list_clear(uint32_t *list, uint32_t neighbors);

/** Inserts a point with a larger index than all others in the list, so it comes behind those that are equally far. */
void hpi_reference_list_insert(uint32_t *list, float *distances, uint32_t neighbors, uint32_t point, float far);

#endif
