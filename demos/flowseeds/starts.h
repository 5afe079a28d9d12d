/* starts.h - where lines begin.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_STARTS_H
#define FLOWSEEDS_STARTS_H

#include "subject.h"

/** Whether critical points were looked for, and none was found: lines begin in a grid then. */
bool starts_lack_points(const subject *s);

/** Writes up to `most` starts, and returns how many. Around each critical point they lie on a small ball, since at the point itself
 *  nothing flows; where there is no critical point they are a grid; of other seeds they are some in equal distances along the list. */
uint32_t starts_choose(const subject *s, uint32_t most, float (*starts)[4]);

/** Places in a regular grid in the box, about `wanted` of them, at most `most`: the first three of each `stride` floats. */
uint32_t starts_grid(const subject *s, uint32_t wanted, uint32_t most, float *places, size_t stride);

#endif
