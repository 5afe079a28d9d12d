/* loop.h - a flow in a window.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_LOOP_H
#define FLOWSEEDS_LOOP_H

#include "scene.h"
#include "subject.h"

#include "common/draw/viewer.h"
#include "common/files/error.h"

typedef struct loop_desc {
    viewer *viewer;
    subject *subject; /* which keys and dropped files replace */
    scene *scene;
    warn_fn warn;
    const char *screenshot; /* where key S saves to */
    uint32_t frames;        /* 0 is until the user quits */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
