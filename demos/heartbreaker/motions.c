/* motions.c - how the model may move, by name.  SPDX-License-Identifier: MIT */
#include "motions.h"

#include <stddef.h>
#include <string.h>

enum { SPIN = MOTION_SPIN, TWIST = MOTION_TWIST, PULSE = MOTION_PULSE, ALL = SPIN + TWIST + PULSE };

const char *const MOTION_NAMES[] = {"still",      "spin",        "twist", "spin+twist", "pulse",
                                    "spin+pulse", "twist+pulse", "all",   NULL};

deform_motion motion_of(int number) {
    deform_motion m = {(number & SPIN) != 0, (number & TWIST) != 0, (number & PULSE) != 0};
    return m;
}

/* 0 where these characters name no single motion. */
static int part_of(const char *name, size_t length) {
    for (int part = SPIN; part <= PULSE; part *= 2)
        if (strlen(MOTION_NAMES[part]) == length && strncmp(MOTION_NAMES[part], name, length) == 0)
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

const char *motion_parse(const char *name, int *number) {
    int parsed = strcmp(name, MOTION_NAMES[ALL]) == 0 ? ALL : 0;
    bool has_parts = parsed == 0 && strcmp(name, MOTION_NAMES[0]) != 0;
    const char *wrong = has_parts ? parse_parts(name, &parsed) : NULL;
    if (!wrong)
        *number = parsed;
    return wrong;
}
