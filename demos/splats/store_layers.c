/* store_layers.c - how a cloud's splats lie in textures, without GL.  SPDX-License-Identifier: MIT */
#include "store_layers.h"

#include "common/files/error.h"

#include <string.h>

enum { LEAST_WIDTH = 1024, PREFERRED_HEIGHT = 4096 };

/* Coefficients of one color past degree 0 are 0, 3, 8 or 15, in texels of four. */
static uint32_t layers_of_channel(uint32_t degree) {
    return (cloud_coefficients(degree) + STORE_PER_TEXEL - 1) / STORE_PER_TEXEL;
}

bool store_lay_out(splat_store *s, const splat_cloud *c, uint32_t largest, uint32_t most_layers) {
    s->count = c->count;
    s->degree = c->degree;
    s->channel_layers = layers_of_channel(c->degree);
    s->width = LEAST_WIDTH;
    while ((s->count - 1) / s->width + 1 > PREFERRED_HEIGHT && 2 * s->width <= largest)
        s->width *= 2;
    s->height = (s->count - 1) / s->width + 1;
    if (s->width > largest || s->height > largest || most_layers < store_color_layers(s))
        return error_set("%u splats: OpenGL has no textures of more than %ux%u", (unsigned)s->count, (unsigned)largest,
                         (unsigned)largest);
    return true;
}

uint32_t store_color_layers(const splat_store *s) {
    return 1 + 3 * s->channel_layers;
}

/* The numbers of one layer: `take` of them of each splat, from source[first] on, `stride` numbers from splat to splat. */
static void fill(float *texels, uint32_t count, const float *source, size_t stride, size_t first, size_t take) {
    for (size_t i = 0; i < count; i++)
        memcpy(texels + STORE_PER_TEXEL * i, source + stride * i + first, take * sizeof *texels);
}

/* Every third coefficient is of one color. */
static void fill_channel(float *texels, const splat_cloud *c, uint32_t channel, uint32_t vector) {
    uint32_t coefficients = cloud_coefficients(c->degree);
    for (size_t i = 0; i < c->count; i++) {
        const float *harmonics = c->harmonics + 3 * (size_t)coefficients * i + channel;
        for (uint32_t k = 0; k < STORE_PER_TEXEL; k++) {
            uint32_t coefficient = STORE_PER_TEXEL * vector + k;
            texels[STORE_PER_TEXEL * i + k] = coefficient < coefficients ? harmonics[3 * coefficient] : 0;
        }
    }
}

void store_fill_shapes(const splat_cloud *c, uint32_t layer, float *texels) {
    if (layer == 0) {
        fill(texels, c->count, c->centers, 3, 0, 3);
        for (size_t i = 0; i < c->count; i++)
            texels[STORE_PER_TEXEL * i + 3] = c->colors[4 * i + 3];
    } else if (layer == 1) {
        fill(texels, c->count, c->rotations, 4, 0, 4);
    } else {
        fill(texels, c->count, c->scales, 3, 0, 3);
    }
}

void store_fill_colors(const splat_cloud *c, uint32_t layer, float *texels) {
    const uint32_t channel_layers = layers_of_channel(c->degree);
    if (layer == 0)
        fill(texels, c->count, c->colors, 4, 0, 4);
    else
        fill_channel(texels, c, (layer - 1) / channel_layers, (layer - 1) % channel_layers);
}
