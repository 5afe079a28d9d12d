/* prints.h - splats as they are in the picture, and the depths that they are sorted by, in textures.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_PRINTS_H
#define SPLATS_PRINTS_H

#include "blend.h"
#include "store.h"

#include "common/draw/draw.h"

/** The demo's .glsl files. */
extern const demo_shader_file splats_shaders[];

/** Zero it first. Print i is the texel (i % width, i / width) of each. */
typedef struct splat_prints {
    uint32_t program, framebuffer;
    uint32_t width, height;
    uint32_t depths;                  /* R32F: the keys */
    uint32_t places, lights, reaches; /* RGBA32F, RGBA32F, RG32F, see shaders/project.frag.glsl */
} splat_prints;

/** How they are seen.
 *
 *  | field  | meaning                                              |
 *  |--------|------------------------------------------------------|
 *  | degree | of the harmonics that are drawn, at most the store's |
 *  | stride | one of so many splats is drawn; 1 draws all          |
 *  | size   | factor of all scales; 1 draws them as they are       |  */
typedef struct splat_looks {
    uint32_t degree, stride;
    float size;
} splat_looks;

/** Number of prints of a cloud of `total` splats. */
uint32_t prints_count(uint32_t total, uint32_t stride);

/** prints_free it after a failure too. */
bool prints_create(splat_prints *p, const painter *painter);
void prints_free(splat_prints *p);

/** Projects all splats of a store in one pass. Nothing is read back. Leaves no framebuffer bound. Between painter_begin and
 *  painter_end. */
bool prints_make(splat_prints *p, const painter *painter, const splat_store *store, const splat_camera *camera,
                 const splat_looks *looks);

#endif
