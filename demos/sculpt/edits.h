/* edits.h - each edit of points: a cloud becomes another one.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_EDITS_H
#define SCULPT_EDITS_H

#include "sculpt/sculptor.h"

/** stroke, rectangle, lasso: points inside of the surface (the paper, section V-A). */
bool edits_insert(const sculptor *s, const edit *e, clay *out);

/** paste: another cloud's points behind those of this one. */
bool edits_paste(const sculptor *s, const clay *pasted, clay *out);

/** erase: what is seen in a circle is left out. */
bool edits_erase(const sculptor *s, const edit *e, clay *out);

/** pull, affine: all points move, and clones come between those that part (Pauly et al. 2003). */
bool edits_deform(const clay *c, const edit *e, clay *out);

/** union, intersection, difference: points of both solids, by where they lie in the other one (the paper, section V-B). */
bool edits_combine(const solid *a, const solid *b, edit_kind kind, clay *out);

#endif
