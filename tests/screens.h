/* screens.h - a picture that the demos' overlay draws over, for tests.  SPDX-License-Identifier: MIT */
#ifndef TEST_SCREENS_H
#define TEST_SCREENS_H

#include "common/draw/overlay.h"
#include "common/draw/picture.h"
#include "common/draw/viewer.h"

typedef struct screen {
    viewer viewer;
    overlay *overlay;
    picture picture;
} screen;

/** For a group of tests: before it, *state becomes a screen; after it. */
int open_screen(void **state);
int close_screen(void **state);

/** A blue picture of this size, and an overlay over it that has begun. */
void begin_screen(screen *s, int width, int height);

#endif
