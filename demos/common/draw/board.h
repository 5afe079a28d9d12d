/* board.h - what a demo tells over its pictures: facts, keys and messages.  SPDX-License-Identifier: MIT */
#ifndef DEMO_BOARD_H
#define DEMO_BOARD_H

#include "common/draw/message.h"
#include "common/draw/overlay.h"
#include "common/draw/page.h"

/** Facts lie at the upper left and keys below them; messages at the bottom of that column. */
typedef struct board {
    const page *facts;
    const page *keys;         /* NULL for none */
    const messages *messages; /* NULL for none; warnings are not told then either */
    int bottom;               /* rows of pixels at the bottom that are taken where there is no column */
    float content_scale;      /* of the window, see window_content_scale; 0 is 1 */
} board;

/** How large text is in a target of this size: capitals of nine pixels in small ones, more in large ones and where the window's
 *  content is scaled. */
float board_scale(int width, int height, float content_scale);

/** Adds it to an overlay that has begun, for a target of this size. Where the column would be higher than the target, or wider than a part of
 *  it, its letters become smaller; before they become too small to be read with ease the keys go, and then the facts. Messages take rows at
 *  the bottom where there is no column. */
void board_write(const board *b, overlay *o, int width, int height);

/** Which line of the facts is at a place of the target, as board_write writes them; -1 for none. */
int board_row(const board *b, overlay *o, int width, int height, float x, float y);

/** What the board takes of such a target, in pixels: columns at the left, or without them rows at the bottom above board.bottom. */
typedef struct board_extent {
    int columns, rows;
} board_extent;

board_extent board_measure(const board *b, const overlay *o, int width, int height);

#endif
