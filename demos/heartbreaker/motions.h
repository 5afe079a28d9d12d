/* motions.h - how the model may move, by name.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_MOTIONS_H
#define HEARTBREAKER_MOTIONS_H

#include "deform.h"

enum { MOTION_COUNT = 8 };

/** What --motion may be, NULL at the end: "still", "spin", ..., "spin+pulse", ..., "all". */
extern const char *const MOTION_NAMES[MOTION_COUNT + 1];

/** Of a name; NULL is that of a heart: it beats, and turns so that it is seen from all sides. */
deform_motion motion_of_name(const char *name);
const char *name_of_motion(const deform_motion *motion);
/** The next one, round and round. */
deform_motion motion_after(const deform_motion *motion);

#endif
