/* pattern.h - a small image that is looked for in another one.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_PATTERN_H
#define FEATURES_PATTERN_H

#include "common/files/error.h"

#include <histopyramid/histopyramid.h>

/** Zero it where there is none. */
typedef struct pattern {
    uint32_t size[2];                                  /* 0 where there is none */
    float values[HPYR_MAX_PATTERN * HPYR_MAX_PATTERN]; /* green, row by row, lowest first */
} pattern;

/** Reads an image of at most HPYR_MAX_PATTERN pixels along each side. */
bool pattern_load(pattern *p, const char *path);

#endif
