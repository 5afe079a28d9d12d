/* loop.h - frames in which the mesh turns and is voxelized anew.  SPDX-License-Identifier: MIT */
#ifndef DICER_LOOP_H
#define DICER_LOOP_H

#include "subject.h"
#include "views.h"

#include "common/draw/viewer.h"
#include "common/voxels/pipeline.h"

typedef struct loop_desc {
    viewer *viewer;
    subject *subject; /* which a file that is dropped onto the window replaces */
    bool fits;        /* see subject_load; such a file too */
    warn_fn warn;
    const char *screenshot; /* where key S saves to */
    pipeline_desc pipeline; /* to begin with */
    uint32_t slice;         /* to begin with */
    uint32_t frames;        /* 0 is until the user quits */
    int width, height;      /* of pictures without a window */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

/** Draws `frames` frames of one turn into a framebuffer that nobody sees. */
bool loop_headless(const loop_desc *desc);

#endif
