/* panel.h - the words over the picture.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_PANEL_H
#define RECONSTRUCT_PANEL_H

#include "reconstruct/scene.h"

#include "common/draw/message.h"
#include "common/draw/overlay.h"

typedef struct panel_state {
    const scene_state *drawn;
    double fps;
    bool is_moving;
    const messages *messages;
    float content_scale;
} panel_state;

void panel_write(const panel_state *s, overlay *o, int width, int height);

#endif
