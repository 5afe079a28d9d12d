/* motions.h - how the model may move, by name.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_MOTIONS_H
#define HEARTBREAKER_MOTIONS_H

#include "deform.h"

enum { MOTION_COUNT = 8 };

/** A heart's: it beats, and turns so that it is seen from all sides. */
extern const deform_motion MOTION_HEARTBEAT;

/** Takes "still", "all", or some of spin, twist and pulse in any order, joined by +, each once. Returns NULL, or what is wrong with
 *  `name`, and then `motion` stays as it was. */
const char *motion_parse(const char *name, deform_motion *motion);
/** The names always come in the same order: "spin+pulse" is what "pulse+spin" became. */
const char *name_of_motion(const deform_motion *motion);
/** The next one, round and round. */
deform_motion motion_after(const deform_motion *motion);

#endif
