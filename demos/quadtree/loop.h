/* loop.h - the leaves in a window.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_LOOP_H
#define QUADTREE_LOOP_H

#include "scene.h"
#include "subject.h"

#include "common/draw/viewer.h"

typedef struct loop_desc {
    viewer *viewer;
    subject *subject; /* which is built, and which a dropped file replaces */
    scene_shown shown;
    bool has_grid;
    const char *screenshot; /* where key S saves to */
    uint32_t frames;        /* 0 is until the user quits */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
