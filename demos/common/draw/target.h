/* target.h - what a picture is drawn into, with several samples a pixel.  SPDX-License-Identifier: MIT */
#ifndef DEMO_TARGET_H
#define DEMO_TARGET_H

#include "common/draw/draw.h"

/** A framebuffer with several samples a pixel where this GL has such, and the one of single samples that it is resolved into. */
typedef struct draw_target {
    int gl;
    uint32_t format;                    /* of the colors, GL's name of one with RGBA; 0 is RGBA8 */
    bool is_single;                     /* one sample a pixel will do */
    uint32_t framebuffer, color, depth; /* 0 without several samples, but for depth */
    uint32_t resolved, texture;
    int width, height, samples;
} draw_target;

/** Zero the target but for format and is_single first. Keeps what it has where the size fits. */
bool draw_target_resize(draw_target *t, const painter *p, int width, int height);
/** Draws to come go there, over all of it. */
void draw_target_begin(const draw_target *t);
/** Copies the samples' mean into t->texture. */
void draw_target_resolve(const draw_target *t);
/** Does that and scales that to `framebuffer`, by a factor of 1 or 1/2, which it leaves bound. */
void draw_target_end(const draw_target *t, const painter *p, uint32_t framebuffer, int width, int height);
void draw_target_free(draw_target *t);

#endif
