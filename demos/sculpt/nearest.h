/* nearest.h - the nearest points of a cloud, on the CPU.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_NEAREST_H
#define SCULPT_NEAREST_H

#include "sculpt/clay.h"

enum { NEAREST_MOST = 16 };

/** A k-d tree of a cloud's positions, which it borrows. */
typedef struct nearest nearest;

/** NULL on failure. Cost: O(n log n). */
nearest *nearest_create(const clay *c);
/** NULL is legal. */
void nearest_destroy(nearest *n);

/** The `wanted` points of the cloud that are nearest to a place, up to NEAREST_MOST, the nearest first; `squares` are those of their
 *  distances. Of equally far ones those that come first in the cloud. Returns how many there are. */
int nearest_find(const nearest *n, const float place[3], int wanted, uint32_t *found, double *squares);

/** Normals of places: those of the nearest points of the cloud, each in proportion to the reciprocal of its squared distance; of unit
 *  length, or 0 where they cancel. The paper, section V-A. */
bool nearest_normals(const clay *c, const float *places, uint32_t count, float *normals);

#endif
