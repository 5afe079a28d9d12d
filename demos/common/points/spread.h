/* spread.h - how points lie in the cube that the library puts around them.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SPREAD_H
#define DEMO_SPREAD_H

#include "common/points/points.h"

#include <histopyramid/octree_types.h>

/** How many cells of the octree hold points, by depth. */
typedef struct spread {
    uint32_t points;
    uint32_t cells[HPYR_OCTREE_MAX_DEPTH + 1];
} spread;

/** Counts them. On failure one line stands in error_text(). Cost: a sort of 30 bits a point. */
bool spread_find(const point_set *s, const char *name, spread *out);

/** How many points the cells of a depth that hold some hold on average. */
double spread_mean(const spread *s, uint32_t depth);

/** The largest depth up to `depth` whose cells with points hold `least` or more on average; `lowest`, where none does. */
uint32_t spread_depth(const spread *s, uint32_t depth, uint32_t lowest, double least);

/** Points that lie far from all others. */
typedef struct outliers {
    uint32_t count;
    double factor; /* how much larger their cube is than that of the others; 1 where `count` is 0 */
} outliers;

/** Looks for them: the others are 99 % along each axis, and their cube is less than a quarter as large along its side. Less than a hundred
 *  points have none. False where there is no memory. */
bool outliers_find(const point_set *s, const char *name, outliers *out);

/** Puts numbers in ascending order. */
void floats_sort(float *numbers, size_t count);

#endif
