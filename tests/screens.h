/* screens.h - a picture that the demos' overlay draws over, for tests.  SPDX-License-Identifier: MIT */
#ifndef TEST_SCREENS_H
#define TEST_SCREENS_H

#include "runner.h"

#include "common/draw/overlay.h"
#include "common/draw/picture.h"
#include "common/draw/viewer.h"

typedef struct screen {
    viewer viewer;
    overlay *overlay;
    picture picture;
} screen;

extern const runner_group screen_group;

/** A test that gets the screen of all of them. */
#define SCREEN_TEST(function)                                                                                          \
    RUNNER_ENTRY(function, function, NULL, NULL, &screen_group, true)                                                  \
    RUNNER_FUNCTION(function, screen *s)

/** Before and after a test that gets a viewer without a window. */
int open_viewer(void **state);
int close_viewer(void **state);

#define VIEWER_TEST(function)                                                                                          \
    RUNNER_ENTRY(function, function, open_viewer, close_viewer, NULL, true)                                            \
    RUNNER_FUNCTION(function, viewer *v)

/** A blue picture of this size, and an overlay over it that has begun. */
void begin_screen(screen *s, int width, int height);

#endif
