/* panel.h - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_PANEL_H
#define ISOSURFACE_PANEL_H

#include "subject.h"

#include "common/draw/message.h"
#include "common/draw/overlay.h"
#include "common/draw/slider.h"

typedef struct panel_state {
    const subject *subject;
    double iso;
    double fps;      /* 0 before there is one */
    double total_ms; /* a mean */
    bool is_moving;
    const messages *messages;
    float content_scale; /* of the window */
} panel_state;

/** Adds it to an overlay that has begun, for a target of this size. */
void panel_write(const panel_state *s, overlay *o, int width, int height);

/** The slider that it writes. */
slider panel_slider(const panel_state *s, int width, int height);

#endif
