/* brush.h - splats of a mesh as strokes of a brush: longer than wide, each along its own direction and with a tone of its own.
 * SPDX-License-Identifier: MIT */
#ifndef SPLATS_BRUSH_H
#define SPLATS_BRUSH_H

#include "cloud.h"

/** Turns round flat splats about their thin axis, stretches them and keeps their areas; `stretch` of 1 leaves them as they are. The same
 *  cloud becomes the same strokes. */
void brush_cloud(splat_cloud *c, float stretch);

#endif
