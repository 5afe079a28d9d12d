/* loop.h - features of a moving image in a window.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_LOOP_H
#define FEATURES_LOOP_H

#include "show.h"
#include "subject.h"

#include "common/draw/viewer.h"

typedef struct loop_desc {
    viewer *viewer;
    subject *subject; /* which dropped files replace */
    show *show;
    finder_settings settings; /* to begin with; D goes to templates only if there is a pattern */
    const char *screenshot;   /* where key S saves to */
    uint32_t frames;          /* 0 is until the user quits */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
