/* spy.h - the spy plot of a sparse matrix: a dot for each entry, straight from the lists on the GPU.  SPDX-License-Identifier: MIT */
#ifndef SPARSIFY_SPY_H
#define SPARSIFY_SPY_H

#include "engine.h"

#include "common/draw/image_view.h"
#include "common/draw/overlay.h"
#include "common/draw/picture.h"

typedef struct spy spy;

/** NULL on failure. */
spy *spy_create(const painter *p, char *error, size_t error_size);
void spy_destroy(spy *s);

/** Where the plot is in a target of this size: what axes and words leave of it. `top` rows of pixels are somebody else's. */
image_area spy_area(int width, int height, float scale);

/** Draws into a framebuffer of this size: a light page, the plot, its axes with numbers, and a line of words below. `scale` is that of
 *  the text. */
bool spy_draw(spy *s, const engine *e, const image_view *view, uint32_t framebuffer, int width, int height, float scale,
              const char *words, char *error, size_t error_size);

/** The same as RGB, row 0 the bottom. Free it. */
uint8_t *spy_picture(spy *s, const engine *e, const image_view *view, int width, int height, const char *words,
                     char *error, size_t error_size);

#endif
