/* occlusion.h - what lies inside, coarsely, for shading what little light reaches.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_OCCLUSION_H
#define ISOSURFACE_OCCLUSION_H

#include "common/volume/volume.h"

#include <stddef.h>

/** A 3D texture of how much of each of its cells is inside, and how much outside, with all mipmaps. Zero it but for `gl` first. */
typedef struct occlusion {
    int gl; /* 33, 21 or GL_ES3 */
    uint32_t texture;
    uint32_t size[3];
    uint8_t *cells;
    float cell; /* a side of the largest, where the volume's longest side is 2 */
} occlusion;

/** After every change of the volume or the isovalue. */
bool occlusion_update(occlusion *o, const volume *v, double iso);
/** Places of the texture: rows of `matrix` times the volume's coordinates, plus `offset`. */
void occlusion_place(const volume *v, float matrix[9], float offset[3]);
void occlusion_free(occlusion *o);

#endif
