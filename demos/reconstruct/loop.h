/* loop.h - points and their surface in a window.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_LOOP_H
#define RECONSTRUCT_LOOP_H

#include "reconstruct/scene.h"

#include "common/draw/viewer.h"
#include "common/files/error.h"

typedef struct loop_desc {
    viewer *viewer;
    scene *scene;
    scene_state begin;     /* whose subject keys and dropped files change */
    subject_source source; /* of dropped files, but for their paths */
    warn_fn warn;
    const char *screenshot; /* where key S saves to */
    uint32_t frames;        /* 0 is until the user quits */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
