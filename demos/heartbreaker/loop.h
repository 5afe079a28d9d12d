/* loop.h - the show in a window.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_LOOP_H
#define HEARTBREAKER_LOOP_H

#include "models.h"
#include "player.h"

#include "common/draw/viewer.h"

typedef struct loop_desc {
    viewer *viewer;
    player *player;         /* with its model */
    model_number *model;    /* that is shown, at the end too */
    char *path;             /* of MODEL_OWN, "" without one: WINDOW_MAX_PATH bytes */
    const char *screenshot; /* where key S saves to */
    uint32_t frames;        /* 0 is until the user quits */
    times *times;           /* of the first frames */
} loop_desc;

/** Until the user closes the window or `frames` are drawn. */
bool loop_window(const loop_desc *desc);

#endif
