/* panels.h - four places for pictures, with captions.  SPDX-License-Identifier: MIT */
#ifndef DICER_PANELS_H
#define DICER_PANELS_H

#include "common/draw/overlay.h"

#include <stdbool.h>
#include <stddef.h>

enum { PANEL_COUNT = 4, PANEL_CAPTION_SIZE = 64 };

/** In pixels, from the lower left corner. */
typedef struct panel_area {
    int x, y, width, height;
    int factor;   /* of the target's pixels for one of the screen's */
    float pixels; /* of the target for one of a small screen's: for widths of lines */
} panel_area;

typedef struct panel_layout {
    panel_area pictures[PANEL_COUNT], captions[PANEL_COUNT];
    int width, height;
} panel_layout;

/** One row, two by two, or one column: whatever makes the pictures largest. `factor` is the target's pixels for one
 *  of the screen's. */
panel_layout panels_arrange(int width, int height, int factor);

/** Backgrounds; also clears depth. */
void panels_clear(overlay *o, const panel_layout *layout);

/** Words below a picture. */
typedef struct panel_caption {
    char title[PANEL_CAPTION_SIZE], detail[PANEL_CAPTION_SIZE];
    char more[PANEL_CAPTION_SIZE]; /* in the place of the detail, where there is room for it; "" for nothing */
} panel_caption;

/** Captions of all pictures, PANEL_COUNT of them, of one size. */
void panels_write(overlay *o, const panel_layout *layout, const panel_caption *captions);

#endif
