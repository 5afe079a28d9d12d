/* motions.h - how the model may move, by name.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_MOTIONS_H
#define HEARTBREAKER_MOTIONS_H

#include "deform.h"

/** Motions are sums of these. A heart beats, and turns so that it is seen from all sides. */
enum { MOTION_SPIN = 1, MOTION_TWIST = 2, MOTION_PULSE = 4, MOTION_HEARTBEAT = MOTION_SPIN + MOTION_PULSE };

/** Their names, by number; ends with NULL. */
extern const char *const MOTION_NAMES[];

deform_motion motion_of(int number);

/** Takes "still", "all", or some of spin, twist and pulse in any order, joined by +, each once. Returns NULL, or what is wrong with
 *  `name`, and then `*number` stays as it was. */
const char *motion_parse(const char *name, int *number);

#endif
