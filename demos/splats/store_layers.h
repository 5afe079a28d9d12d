/* store_layers.h - how a cloud's splats lie in textures, without GL.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_STORE_LAYERS_H
#define SPLATS_STORE_LAYERS_H

#include "store.h"

/** Layers of `shapes`, and floats of a texel. */
enum { STORE_SHAPE_LAYERS = 3, STORE_PER_TEXEL = 4 };

/** Sets all but the textures, which may have `largest` texels along a side and so many layers. False with one line where the cloud
 *  does not fit into them. */
bool store_lay_out(splat_store *s, const splat_cloud *c, uint32_t largest, uint32_t most_layers);

/** Layers of `colors`. */
uint32_t store_color_layers(const splat_store *s);

/** The texels of a layer, one a splat; what a splat has not there is left as it is. */
void store_fill_shapes(const splat_cloud *c, uint32_t layer, float *texels);
void store_fill_colors(const splat_cloud *c, uint32_t layer, float *texels);

#endif
