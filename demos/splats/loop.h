/* loop.h - splats in a window.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_LOOP_H
#define SPLATS_LOOP_H

#include "scene.h"
#include "subject.h"

#include "common/draw/viewer.h"
#include "common/files/error.h"

typedef struct loop_desc {
    viewer *viewer;
    subject *subject; /* which keys and dropped files replace */
    scene *scene;
    camera camera; /* to begin with, as are the next four */
    splat_looks looks;
    sort_way way;
    bool turns_over;
    uint32_t splats; /* about how many are made of a mesh */
    warn_fn warn;
    const char *screenshot; /* where key S saves to */
    uint32_t frames;        /* 0 is until the user quits */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
