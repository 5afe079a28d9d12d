/* panel.h - the words over the picture.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_PANEL_H
#define HEARTBREAKER_PANEL_H

#include "player.h"

#include "common/draw/message.h"

typedef struct panel panel;

/** NULL on failure. */
panel *panel_create(const painter *painter);
/** NULL is legal. */
void panel_destroy(panel *p);

/** What is told of a frame. */
typedef struct panel_state {
    const player *player;
    const char *model;        /* may be empty */
    const messages *messages; /* NULL for neither messages nor keys: nobody sits before a film's frames */
    double fps;               /* 0: not known yet */
    float content_scale;      /* of the window; 0 without one */
} panel_state;

/** Draws over `framebuffer`. Times are means over the last frames that were drawn. */
void panel_draw(panel *p, const panel_state *state, uint32_t framebuffer, int width, int height);

#endif
