/* motions.c - how the model may move, by name.  SPDX-License-Identifier: MIT */
#include "motions.h"

#include <stddef.h>
#include <string.h>

enum { SPIN = 1, TWIST = 2, PULSE = 4, ALL = SPIN + TWIST + PULSE };

const deform_motion MOTION_HEARTBEAT = {true, false, true};

/* By their numbers, which are sums of SPIN, TWIST and PULSE. */
static const char *const NAMES[MOTION_COUNT] = {"still", "spin",       "twist",       "spin+twist",
                                                "pulse", "spin+pulse", "twist+pulse", "all"};

static int number_of(const deform_motion *m) {
    return (m->spin ? SPIN : 0) + (m->twist ? TWIST : 0) + (m->pulse ? PULSE : 0);
}

static deform_motion motion_of(int number) {
    deform_motion m = {(number & SPIN) != 0, (number & TWIST) != 0, (number & PULSE) != 0};
    return m;
}

/* 0 where these characters name no single motion. */
static int part_of(const char *name, size_t length) {
    for (int part = SPIN; part <= PULSE; part *= 2)
        if (strlen(NAMES[part]) == length && strncmp(NAMES[part], name, length) == 0)
            return part;
    return 0;
}

static const char *parse_parts(const char *name, int *number) {
    static const char *const TWICE[] = {"spin is there twice", "twist is there twice", "pulse is there twice"};
    *number = 0;
    for (const char *from = name;;) {
        size_t length = strcspn(from, "+");
        int part = part_of(from, length);
        if (part == 0)
            return "expected still, all, or some of spin, twist and pulse, joined by +";
        if (*number & part)
            return TWICE[part / 2];
        *number += part;
        if (from[length] == '\0')
            return NULL;
        from += length + 1;
    }
}

const char *motion_parse(const char *name, deform_motion *motion) {
    int number = strcmp(name, NAMES[ALL]) == 0 ? ALL : 0;
    bool has_parts = number == 0 && strcmp(name, NAMES[0]) != 0;
    const char *wrong = has_parts ? parse_parts(name, &number) : NULL;
    if (!wrong)
        *motion = motion_of(number);
    return wrong;
}

const char *name_of_motion(const deform_motion *motion) {
    return NAMES[number_of(motion)];
}

deform_motion motion_after(const deform_motion *motion) {
    return motion_of((number_of(motion) + 1) % MOTION_COUNT);
}
