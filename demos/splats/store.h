/* store.h - a cloud's splats in textures, where shaders find them.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_STORE_H
#define SPLATS_STORE_H

#include "splats/cloud.h"

/** Zero it first. Splat i is the texel (i % width, i / width) of every layer; all further textures of splats have this size, too. */
typedef struct splat_store {
    uint32_t count, degree;
    uint32_t width, height;  /* the width is a power of two */
    uint32_t shapes, colors; /* 2D arrays of RGBA32F, see shaders/project.frag.glsl and shaders/harmonics.glsl */
    uint32_t channel_layers; /* of the harmonics of one of the three colors */
} splat_store;

/** store_free it after a failure too. OpenGL 3.3. */
bool store_upload(splat_store *s, const splat_cloud *c);
void store_free(splat_store *s);

#endif
