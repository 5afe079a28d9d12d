/* store.c - a cloud's splats in textures, a layer for each four numbers.  SPDX-License-Identifier: MIT */
#include "store.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 1024, PREFERRED_HEIGHT = 4096, SHAPE_LAYERS = 3, PER_TEXEL = 4 /* floats */ };

/* ---- how splats lie in textures ---- */

/* Coefficients of one color past degree 0 are 0, 3, 8 or 15, in texels of four. */
static uint32_t layers_of_channel(uint32_t degree) {
    return (cloud_coefficients(degree) + PER_TEXEL - 1) / PER_TEXEL;
}

static uint32_t color_layers(const splat_store *s) {
    return 1 + 3 * s->channel_layers;
}

/* Sets all but the textures, which may have `largest` texels along a side and so many layers. */
static bool lay_out(splat_store *s, const splat_cloud *c, uint32_t largest, uint32_t most_layers) {
    s->count = c->count;
    s->degree = c->degree;
    s->channel_layers = layers_of_channel(c->degree);
    s->width = LEAST_WIDTH;
    while ((s->count - 1) / s->width + 1 > PREFERRED_HEIGHT && 2 * s->width <= largest)
        s->width *= 2;
    s->height = (s->count - 1) / s->width + 1;
    if (s->width > largest || s->height > largest || most_layers < color_layers(s))
        return error_set("%u splats: OpenGL has no textures of more than %ux%u", (unsigned)s->count, (unsigned)largest,
                         (unsigned)largest);
    return true;
}

/* The numbers of one layer: `take` of them of each splat, from source[first] on, `stride` numbers from splat to splat. */
static void fill(float *texels, uint32_t count, const float *source, size_t stride, size_t first, size_t take) {
    for (size_t i = 0; i < count; i++)
        memcpy(texels + PER_TEXEL * i, source + stride * i + first, take * sizeof *texels);
}

/* Every third coefficient is of one color. */
static void fill_channel(float *texels, const splat_cloud *c, uint32_t channel, uint32_t vector) {
    uint32_t coefficients = cloud_coefficients(c->degree);
    for (size_t i = 0; i < c->count; i++) {
        const float *harmonics = c->harmonics + 3 * (size_t)coefficients * i + channel;
        for (uint32_t k = 0; k < PER_TEXEL; k++) {
            uint32_t coefficient = PER_TEXEL * vector + k;
            texels[PER_TEXEL * i + k] = coefficient < coefficients ? harmonics[3 * coefficient] : 0;
        }
    }
}

/* The texels of a layer, one a splat; what a splat has not there is left as it is. */
static void fill_shapes(const splat_cloud *c, uint32_t layer, float *texels) {
    if (layer == 0) {
        fill(texels, c->count, c->centers, 3, 0, 3);
        for (size_t i = 0; i < c->count; i++)
            texels[PER_TEXEL * i + 3] = c->colors[4 * i + 3];
    } else if (layer == 1) {
        fill(texels, c->count, c->rotations, 4, 0, 4);
    } else {
        fill(texels, c->count, c->scales, 3, 0, 3);
    }
}

static void fill_colors(const splat_cloud *c, uint32_t layer, float *texels) {
    const uint32_t channel_layers = layers_of_channel(c->degree);
    if (layer == 0)
        fill(texels, c->count, c->colors, 4, 0, 4);
    else
        fill_channel(texels, c, (layer - 1) / channel_layers, (layer - 1) % channel_layers);
}

/* ---- textures ---- */

static uint32_t make_array(const splat_store *s, uint32_t layers) {
    const uint32_t size[3] = {s->width, s->height, layers};
    const uint32_t name = draw_texels(GL_TEXTURE_2D_ARRAY, GL_RGBA32F, size, GL_RGBA, GL_FLOAT, NULL);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    return name;
}

static void put_layer(const splat_store *s, uint32_t layer, const float *texels) {
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, (GLint)layer, (GLsizei)s->width, (GLsizei)s->height, 1, GL_RGBA,
                    GL_FLOAT, texels);
}

static void upload(splat_store *s, const splat_cloud *c, float *texels) {
    s->shapes = make_array(s, SHAPE_LAYERS);
    for (uint32_t layer = 0; layer < SHAPE_LAYERS; layer++) {
        fill_shapes(c, layer, texels);
        put_layer(s, layer, texels);
    }
    s->colors = make_array(s, color_layers(s));
    for (uint32_t layer = 0; layer < color_layers(s); layer++) {
        fill_colors(c, layer, texels);
        put_layer(s, layer, texels);
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

bool store_upload(splat_store *s, const splat_cloud *c) {
    GLint largest = 0, layers = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
    if (!lay_out(s, c, (uint32_t)largest, (uint32_t)layers))
        return false;
    const uint64_t texels = (uint64_t)s->width * s->height * PER_TEXEL;
    float *staged = memory_zeroed((size_t)texels * sizeof *staged);
    if (!staged)
        return false;
    upload(s, c, staged);
    free(staged);
    return draw_check("textures of the splats");
}

void store_free(splat_store *s) {
    if (s->shapes)
        glDeleteTextures(1, &s->shapes);
    if (s->colors)
        glDeleteTextures(1, &s->colors);
    memset(s, 0, sizeof *s);
}
