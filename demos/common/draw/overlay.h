/* overlay.h - rectangles and lines of text over a picture.  SPDX-License-Identifier: MIT */
#ifndef DEMO_OVERLAY_H
#define DEMO_OVERLAY_H

#include "common/draw/draw.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct overlay overlay;

/** NULL on failure. */
overlay *overlay_create(const painter *painter);
/** NULL is legal. */
void overlay_destroy(overlay *o);

/** Forgets what was added. Lengths from here on are in pixels of a target of this size, from its lower left corner. */
void overlay_begin(overlay *o, int width, int height);
/** Colors are RGBA as the screen shows them, not premultiplied. */
void overlay_rectangle(overlay *o, float x, float y, float width, float height, const float top[4],
                       const float bottom[4]);
/** Capitals are 7 * scale high, rounded down to whole pixels; (x,y) is the left end of the baseline. `text` is UTF-8. */
void overlay_text(overlay *o, const char *text, float x, float y, float scale, const float color[4]);
/** In pixels. */
float overlay_text_width(const overlay *o, const char *text, float scale);
/** How many bytes of a text have room in so many pixels; whole characters. */
size_t overlay_text_fit(const overlay *o, const char *text, float scale, float room);

/** Colors of lines; below a title is more room, and CHOICE has its own color for the right words alone: a click changes them. */
typedef enum overlay_tone {
    OVERLAY_PLAIN,
    OVERLAY_TITLE,
    OVERLAY_NOTICE,
    OVERLAY_WARNING,
    OVERLAY_ERROR,
    OVERLAY_CHOICE
} overlay_tone;

/** What the colors of a picture mean: one color is a square behind a line's left words, and several are steps from its left words to
 *  its right ones, with the colors between two stops mixed. A screen shows them as they are, borrowed. */
typedef struct overlay_colors {
    const float (*stops)[3];
    int stop_count; /* 0: the line has no colors */
    int steps;      /* 0: one for each stop */
    bool tapers;    /* steps are squares, and the last is the smallest */
} overlay_colors;

/** One line of a box: `left` at its left edge, `right` at its right edge; either may be NULL. */
typedef struct overlay_line {
    const char *left, *right;
    overlay_tone tone;
    overlay_colors colors;
} overlay_line;

typedef enum overlay_corner {
    OVERLAY_TOP_LEFT,
    OVERLAY_TOP_RIGHT,
    OVERLAY_BOTTOM_LEFT,
    OVERLAY_BOTTOM_RIGHT
} overlay_corner;

/** So many rows of pixels at the bottom are somebody else's: boxes stand above them. */
void overlay_raise(overlay *o, int rows);
/** The same of rows at the top. */
void overlay_lower(overlay *o, int rows);
/** Boxes reach at least so many pixels into the target, so that several in a column are equally wide. */
void overlay_widen(overlay *o, int columns);

/** Lines on a dark translucent box in a corner of the target, scaled down where they would not fit into it; nothing where
 *  capitals would have less than five pixels. */
void overlay_box(overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale);

/** How far such a box reaches into the target from its corner where it fits, in pixels. */
void overlay_box_size(const overlay *o, const overlay_line *lines, size_t count, float scale, float *width,
                      float *height);

/** Which of such lines is at a place of the target; -1 for none. */
int overlay_box_line(const overlay *o, overlay_corner corner, const overlay_line *lines, size_t count, float scale,
                     float x, float y);

/** Draws what was added over the framebuffer that is bound, blended; the viewport is the target. Between painter_begin and
 *  painter_end. Leaves depth test on and blending off. */
void overlay_draw(overlay *o);

#endif
