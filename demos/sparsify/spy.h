/* spy.h - the spy plot of a sparse matrix: a dot for each entry, straight from the lists on the GPU.  SPDX-License-Identifier: MIT */
#ifndef SPARSIFY_SPY_H
#define SPARSIFY_SPY_H

#include "engine.h"

#include "common/draw/image_view.h"
#include "common/draw/overlay.h"

typedef struct spy spy;

enum { SPY_STRONGEST = 4, SPY_COLOR_COUNT = 4 };

/** Colors of entries: -SPY_STRONGEST and less, a little below 0, a little above 0, SPY_STRONGEST and more. */
extern const float SPY_COLORS[SPY_COLOR_COUNT][3];

/** NULL on failure. */
spy *spy_create(const painter *p);
void spy_destroy(spy *s);

/** What axes and words leave of a target of this size for the plot. `scale` is that of the text. */
image_area spy_area(int width, int height, float scale);

/** How a plot lies in its target. */
typedef struct spy_look {
    int width, height; /* of the target */
    float scale;       /* of the text */
    image_area area;
    image_view view;
    const char *words; /* below the plot */
} spy_look;

/** The element at a place of the target: its row and its column. False where there is none. */
bool spy_element(const engine *e, const spy_look *look, const float at[2], uint32_t place[2]);

/** Draws into a framebuffer: a light page, the plot, its axes with numbers, and the words. */
bool spy_draw(spy *s, const engine *e, const spy_look *look, uint32_t framebuffer);

#endif
