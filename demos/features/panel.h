/* panel.h - the words over the picture.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_PANEL_H
#define FEATURES_PANEL_H

#include "finder.h"

#include "common/draw/message.h"
#include "common/draw/overlay.h"

typedef struct panel_state {
    const char *image;
    const finder *finder;
    const finder_settings *settings;
    double detect_ms, list_ms; /* means */
    double fps;                /* 0 before there is one */
    bool is_moving;
    const messages *messages;
    float content_scale; /* of the window */
} panel_state;

/** Adds it to an overlay that has begun, for a target of this size. */
void panel_write(const panel_state *s, overlay *o, int width, int height);

#endif
