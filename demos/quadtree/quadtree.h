/* quadtree.h - what the demo has in hand.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_H
#define QUADTREE_H

#include "frame/frame.h"

#include "common/draw/snippet.h"

enum { QUADTREE_LEVELS = 16 };

typedef enum shown { SHOWN_LEAVES, SHOWN_IMAGE, SHOWN_BOTH } shown;

typedef struct quadtree {
    double tolerance; /* of 255 */
    uint32_t smallest, largest, scale;
    bool has_grid;
    int shown;
    double swing; /* of a tolerance that moves by itself, in radians */
    image_painter images;
    snippet_program grid;
    uint8_t *rgba;             /* from here on of one image; row 0 is the bottom */
    int channels;              /* that say something */
    uint32_t texture, painted; /* the image, and the same as its leaves have it */
    hpyr_quadtree *tree;
    hpyr_quadtree_leaf *leaves;
    uint32_t leaf_count, room;
    uint32_t by_level[QUADTREE_LEVELS]; /* leaves with a side of 1 << level */
    double psnr;                        /* in dB; infinite where all pixels are equal */
} quadtree;

/** What a channel of a leaf has of 255: a whole number, or a half. */
double quadtree_number(const hpyr_quadtree_leaf *leaf, int channel);

/* ---- view.c ---- */

/** Where the image, its leaves or both lie. */
int view_areas(void *self, frame *f, const frame_target *t, image_area areas[2]);
bool view_draw(void *self, frame *f, const frame_target *t);

#endif
