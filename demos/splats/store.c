/* store.c - a cloud's splats in textures, a layer for each four numbers.  SPDX-License-Identifier: MIT */
#include "store.h"

#include "store_layers.h"

#include "common/draw/draw.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

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
    s->shapes = make_array(s, STORE_SHAPE_LAYERS);
    for (uint32_t layer = 0; layer < STORE_SHAPE_LAYERS; layer++) {
        store_fill_shapes(c, layer, texels);
        put_layer(s, layer, texels);
    }
    s->colors = make_array(s, store_color_layers(s));
    for (uint32_t layer = 0; layer < store_color_layers(s); layer++) {
        store_fill_colors(c, layer, texels);
        put_layer(s, layer, texels);
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

bool store_upload(splat_store *s, const splat_cloud *c) {
    GLint largest = 0, layers = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
    if (!store_lay_out(s, c, (uint32_t)largest, (uint32_t)layers))
        return false;
    const uint64_t texels = (uint64_t)s->width * s->height * STORE_PER_TEXEL;
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
