/* board.h - what a demo tells over its pictures: facts, keys and messages.  SPDX-License-Identifier: MIT */
#ifndef DEMO_BOARD_H
#define DEMO_BOARD_H

#include "common/draw/message.h"
#include "common/draw/overlay.h"
#include "common/draw/page.h"

/** Facts lie at the upper left, keys at the upper right or below the facts, messages at the bottom. */
typedef struct board {
    const page *facts;
    const page *keys;         /* NULL for none */
    const messages *messages; /* NULL for none; warnings are not told then either */
    int bottom;               /* rows of pixels at the bottom that are taken */
    int message_width;        /* columns of pixels that messages may take, 0 for any */
    float content_scale;      /* of the window, see window_content_scale; 0 is 1 */
    bool stacks;              /* keys lie below the facts */
} board;

/** How large text is in a target of this size: capitals of nine pixels in small ones, more in large ones and where the window's
 *  content is scaled. */
float board_scale(int width, int height, float content_scale);

/** Adds it to an overlay that has begun, for a target of this size. Where both boxes would cover more than a third of the target, or
 *  each other, they become smaller; before letters become too small to be read with ease the keys go. Facts alone become smaller where
 *  they would cover more than half. */
void board_write(const board *b, overlay *o, int width, int height);

/** Which line of the facts is at a place of the target, as board_write writes them; -1 for none. */
int board_row(const board *b, const overlay *o, int width, int height, float x, float y);

/** How far facts and keys reach into such a target from its upper corners, in pixels; 0 where there is no place for them. Keys below the
 *  facts belong to these. */
typedef struct board_extent {
    int height; /* of the higher one */
    int facts_width, keys_width;
} board_extent;

board_extent board_measure(const board *b, overlay *o, int width, int height);

#endif
