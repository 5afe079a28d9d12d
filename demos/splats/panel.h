/* panel.h - the words over the picture.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_PANEL_H
#define SPLATS_PANEL_H

#include "scene.h"
#include "subject.h"

#include "common/draw/message.h"
#include "common/draw/overlay.h"

typedef struct panel_state {
    const subject *subject;
    const scene_state *drawn;
    const double *ms; /* means of all steps, NAN where there is none */
    double fps;       /* 0 before there is one */
    bool is_moving;
    const messages *messages;
    float content_scale; /* of the window */
} panel_state;

/** Adds it to an overlay that has begun, for a target of this size. */
void panel_write(const panel_state *s, overlay *o, int width, int height);

#endif
