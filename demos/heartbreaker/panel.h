/* panel.h - the words over the picture.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_PANEL_H
#define HEARTBREAKER_PANEL_H

#include "player.h"

typedef struct panel panel;

/** NULL on failure, with one line in `error`. */
panel *panel_create(const painter *painter, char *error, size_t error_size);
/** NULL is legal. */
void panel_destroy(panel *p);

/** What is told of a frame. `fps` of 0 is not known yet; `notice` may be empty, and so may `model`. */
typedef struct panel_state {
    const player *player;
    const char *model, *notice;
    double fps;
    bool has_keys;
} panel_state;

/** Draws over `framebuffer`. Times are means over the last frames that were drawn. */
void panel_draw(panel *p, const panel_state *state, uint32_t framebuffer, int width, int height);

#endif
