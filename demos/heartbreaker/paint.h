/* paint.h - colors for models that have none of their own.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_PAINT_H
#define HEARTBREAKER_PAINT_H

#include "common/mesh/mesh.h"

/** sRGB, from the bottom to the top of a mesh. */
typedef struct paint {
    float bottom[3], top[3];
} paint;

extern const paint PAINT_HEART_RED, PAINT_GLAZE, PAINT_GOLD;

void paint_mesh(mesh *m, const paint *colors);

#endif
