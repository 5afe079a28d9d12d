/* show.h - an image with marks on its features, and the image moved.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_SHOW_H
#define FEATURES_SHOW_H

#include "finder.h"

#include "common/draw/image_view.h"
#include "common/draw/picture.h"

enum { SHOW_RANK_COLORS = 3, SHOW_SIZES = 8 };

/** Colors of the strongest mark, the middle one of the list and the weakest, and of edges. Corners have sizes, too: the strongest eighth of
 *  them the largest marks, and so on. */
extern const float SHOW_RANKS[SHOW_RANK_COLORS][3], SHOW_EDGE[3];

/** Zero it first, and close it after a failure too. */
typedef struct show {
    const painter *painter;
    image_painter images;
    uint32_t marks, mover; /* programs */
    picture moved;         /* the image as it is now */
} show;

bool show_open(show *s, const painter *p);
void show_close(show *s);

/** Turns, zooms and moves an image, as it is so many seconds after the start, into s->moved. */
bool show_move(show *s, uint32_t texture, const uint32_t size[2], double seconds);

/** Draws an image of the finder's size, and marks on what was found, into the framebuffer that is bound. */
void show_draw(const show *s, uint32_t texture, const finder *f, const image_view *view, const image_area *area);

#endif
