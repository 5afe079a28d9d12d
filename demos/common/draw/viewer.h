/* viewer.h - where a demo draws: a window, or a context without one.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VIEWER_H
#define DEMO_VIEWER_H

#include "common/draw/draw.h"
#include "common/platform/headless.h"
#include "common/platform/library.h"
#include "common/platform/window.h"

typedef struct viewer_desc {
    const char *title;
    int gl; /* 33, 21 or GL_ES3 */
    bool headless;
    int width, height; /* of the window */
} viewer_desc;

typedef struct viewer {
    window *window; /* NULL without one */
    headless *headless;
    library library;
    painter painter;
} viewer;

/** Zero it first; viewer_close it after a failure too. Where there is no window system the line in error_text() says: use
 *  --headless. */
bool viewer_open(viewer *v, const viewer_desc *desc);
void viewer_close(viewer *v);

/** Frames of the last second, for overlays. Zero it first. */
typedef struct frame_clock {
    double since_ms, last_ms;
    uint32_t frames;
    double fps;      /* 0 before there is one */
    double passed_s; /* since the last frame, at most 0.1, so that nothing leaps after a pause */
} frame_clock;

void frame_clock_tick(frame_clock *c, double now_ms);

#endif
