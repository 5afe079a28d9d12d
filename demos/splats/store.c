/* store.c - a cloud's splats in textures, a layer for each four numbers.  SPDX-License-Identifier: MIT */
#include "store.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_WIDTH = 1024, SHAPE_LAYERS = 3, PER_TEXEL = 4, PREFERRED_HEIGHT = 4096 };

/* Coefficients of one colour past degree 0 are 0, 3, 8 or 15, in texels of four. */
static uint32_t layers_of_channel(uint32_t degree) {
    return (cloud_coefficients(degree) + PER_TEXEL - 1) / PER_TEXEL;
}

static bool choose_size(splat_store *s, char *error, size_t error_size) {
    GLint largest = 0, layers = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
    s->width = LEAST_WIDTH;
    while ((s->count - 1) / s->width + 1 > PREFERRED_HEIGHT && 2 * s->width <= (uint32_t)largest)
        s->width *= 2;
    s->height = (s->count - 1) / s->width + 1;
    if (s->width > (uint32_t)largest || s->height > (uint32_t)largest || layers < (GLint)(1 + 3 * s->channel_layers))
        return error_set(error, error_size, "%u splats: OpenGL has no textures of more than %dx%d", (unsigned)s->count,
                         largest, largest);
    return true;
}

/* The numbers of one layer: `take` of them of each splat, from source[first] on, `stride` numbers from splat to splat. */
static void fill(float *texels, uint32_t count, const float *source, size_t stride, size_t first, size_t take) {
    for (size_t i = 0; i < count; i++)
        memcpy(texels + PER_TEXEL * i, source + stride * i + first, take * sizeof *texels);
}

/* Every third coefficient is of one colour. */
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

static uint32_t make_array(const splat_store *s, uint32_t layers) {
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, name);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA32F, (GLsizei)s->width, (GLsizei)s->height, (GLsizei)layers, 0, GL_RGBA,
                 GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return name;
}

static void put_layer(const splat_store *s, uint32_t layer, const float *texels) {
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, (GLint)layer, (GLsizei)s->width, (GLsizei)s->height, 1, GL_RGBA,
                    GL_FLOAT, texels);
}

static void upload(splat_store *s, const splat_cloud *c, float *texels) {
    s->shapes = make_array(s, SHAPE_LAYERS);
    fill(texels, c->count, c->centres, 3, 0, 3);
    for (size_t i = 0; i < c->count; i++)
        texels[PER_TEXEL * i + 3] = c->colours[4 * i + 3];
    put_layer(s, 0, texels);
    fill(texels, c->count, c->rotations, 4, 0, 4);
    put_layer(s, 1, texels);
    fill(texels, c->count, c->scales, 3, 0, 3);
    put_layer(s, 2, texels);
    s->colours = make_array(s, 1 + 3 * s->channel_layers);
    fill(texels, c->count, c->colours, 4, 0, 4);
    put_layer(s, 0, texels);
    for (uint32_t i = 0; i < 3 * s->channel_layers; i++) {
        fill_channel(texels, c, i / s->channel_layers, i % s->channel_layers);
        put_layer(s, 1 + i, texels);
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

bool store_upload(splat_store *s, const splat_cloud *c, char *error, size_t error_size) {
    s->count = c->count;
    s->degree = c->degree;
    s->channel_layers = layers_of_channel(c->degree);
    if (!choose_size(s, error, error_size))
        return false;
    const uint64_t texels = (uint64_t)s->width * s->height * PER_TEXEL;
    float *staged = memory_zeroed((size_t)texels * sizeof *staged, error, error_size);
    if (!staged)
        return false;
    upload(s, c, staged);
    free(staged);
    return draw_check("textures of the splats", error, error_size);
}

void store_free(splat_store *s) {
    if (s->shapes)
        glDeleteTextures(1, &s->shapes);
    if (s->colours)
        glDeleteTextures(1, &s->colours);
    memset(s, 0, sizeof *s);
}
