/* starts.h - where lines begin.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_STARTS_H
#define FLOWSEEDS_STARTS_H

#include "subject.h"

/** Writes up to `most` starts, and returns how many. Around each critical point they lie on a small ball, since at the point itself
 *  nothing flows; of other seeds they are some in equal distances along the list. */
uint32_t starts_choose(const subject *s, uint32_t most, float (*starts)[4]);

/** So many places in a regular grid in the box, as seeds; about `wanted` of them, at most `most`. */
uint32_t starts_grid(const subject *s, uint32_t wanted, hpyr_flow_seed *seeds, uint32_t most);

#endif
