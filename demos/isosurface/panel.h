/* panel.h - the words over the picture, and the slider.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_PANEL_H
#define ISOSURFACE_PANEL_H

#include "subject.h"

#include "common/draw/overlay.h"

typedef struct panel_state {
    const subject *subject;
    double iso;
    double fps;      /* 0 before there is one */
    double total_ms; /* a mean */
    bool is_moving;
    const char *notice; /* "" for none */
} panel_state;

/** Adds it to an overlay that has begun, for a target of this size. */
void panel_write(const panel_state *s, overlay *o, int width, int height);

/** Whether a place, in pixels from the lower left corner, is on the slider; and the isovalue there. */
bool panel_slider(const volume_facts *facts, float x, float y, int width, int height, double *iso);

#endif
