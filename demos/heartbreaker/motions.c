/* motions.c - how the model may move, by name.  SPDX-License-Identifier: MIT */
#include "motions.h"

#include <string.h>

/* Bit 0 is spin, bit 1 twist, bit 2 pulse. */
const char *const MOTION_NAMES[MOTION_COUNT + 1] = {"still",      "spin",        "twist", "spin+twist", "pulse",
                                                    "spin+pulse", "twist+pulse", "all",   NULL};
enum { HEARTBEAT = 5 };

static int number_of(const deform_motion *m) {
    return (m->spin ? 1 : 0) + (m->twist ? 2 : 0) + (m->pulse ? 4 : 0);
}

static deform_motion motion_of(int number) {
    deform_motion m = {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0};
    return m;
}

deform_motion motion_of_name(const char *name) {
    for (int i = 0; name && MOTION_NAMES[i]; i++)
        if (strcmp(name, MOTION_NAMES[i]) == 0)
            return motion_of(i);
    return motion_of(HEARTBEAT);
}

const char *name_of_motion(const deform_motion *motion) {
    return MOTION_NAMES[number_of(motion)];
}

deform_motion motion_after(const deform_motion *motion) {
    return motion_of((number_of(motion) + 1) % MOTION_COUNT);
}
