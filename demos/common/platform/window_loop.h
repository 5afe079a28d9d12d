/* window_loop.h - frames in a window, of what moves or has changed.  SPDX-License-Identifier: MIT */
#ifndef DEMO_WINDOW_LOOP_H
#define DEMO_WINDOW_LOOP_H

#include "common/platform/window.h"

#include <stdint.h>

/** What a demo does there. `self` is its own. */
typedef struct window_loop {
    void *self;
    /** What the user did; false to quit. Not called while the window is minimized. */
    bool (*input)(void *self, const window_input *input, int width, int height);
    /** Whether the picture differs from the last one. NULL: always. */
    bool (*needs_frame)(const void *self);
    /** Draws and shows a picture. False with error_text() ends the loop. */
    bool (*frame)(void *self, int width, int height);
    /** Nothing is to be drawn for now. May be NULL. */
    void (*rest)(void *self, bool is_minimized);
} window_loop;

/** Until the user quits or `frames` are drawn; 0 is without end. A window of another size or that was covered is drawn anew, and
 *  so is every frame where they are counted. False with error_text() where a frame fails. */
bool window_loop_run(const window_loop *l, window *w, uint32_t frames);

#endif
