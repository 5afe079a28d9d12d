/* loop.h - a sparse matrix in a window.  SPDX-License-Identifier: MIT */
#ifndef SPARSIFY_LOOP_H
#define SPARSIFY_LOOP_H

#include "spy.h"

#include "common/draw/page.h"
#include "common/draw/viewer.h"

typedef struct loop_desc {
    viewer *viewer;
    engine *engine;
    market_matrix *matrix; /* of the engine; a dropped file replaces it */
    char *name;            /* of `name_size` bytes */
    size_t name_size;
    spy *spy;
    float epsilon;
    const char *screenshot;
    uint32_t frames; /* 0: until the user quits */
} loop_desc;

bool loop_window(const loop_desc *desc);

/** The line below a plot: a name, and LOOP_WORDS bytes. */
enum { LOOP_WORDS = 256 };
void loop_words(const engine *e, const char *name, char *words, size_t size);

#endif
