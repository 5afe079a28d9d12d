/* clay.h - a cloud of points with normals, which edits make of another one.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_CLAY_H
#define SCULPT_CLAY_H

#include "common/points/points.h"

/** Of `points` only positions, normals and count are used. The first `anchors` points are those of a scan or of a shape; what edits
 *  insert stands behind them. Zero it first. */
typedef struct clay {
    point_set points;
    uint32_t anchors, room;
} clay;

/** Most points that a cloud may have. */
#define CLAY_MAX_POINTS (UINT32_C(1) << 24)

/** Room for so many more points. */
bool clay_reserve(clay *c, uint64_t more);

/** Adds a point, for which there must be room. */
void clay_add(clay *c, const float position[3], const float normal[3]);

/** Adds those points of `from` in the range [first, end) for which `is_kept`, which may be NULL, is true. */
bool clay_add_some(clay *c, const clay *from, uint32_t first, uint32_t end, const bool *is_kept);

bool clay_copy(clay *c, const clay *from);
void clay_free(clay *c);

/** Moves `from` into `c`, and what was there is freed. */
void clay_take(clay *c, clay *from);

/** Whether it may make a surface: false, with one line, where it is empty, too far-reaching, or surrounds nothing. */
bool clay_check(const clay *c, const char *name);

#endif
