/* card.h - a picture for those who bring none: discs of several sizes, squares that are turned, a chess board.
 * SPDX-License-Identifier: MIT */
#ifndef FEATURES_CARD_H
#define FEATURES_CARD_H

#include <stdint.h>

enum { CARD_WIDTH = 640, CARD_HEIGHT = 480 };

/** RGBA8, row 0 the bottom; it has room for all pixels. */
void card_draw(uint8_t *rgba);

#endif
