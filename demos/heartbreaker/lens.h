/* lens.h - the targets that light is drawn into, and what a lens makes of it.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_LENS_H
#define HEARTBREAKER_LENS_H

#include "common/draw/draw.h"
#include "common/draw/target.h"

typedef struct lens lens;

/** `shade_side` texels a side for the shadow. NULL on failure. */
lens *lens_create(const painter *painter, int shade_side);
/** NULL is legal. */
void lens_destroy(lens *l);
bool lens_resize(lens *l, int width, int height);

/** Draws in between go into an empty shadow, of which afterwards lens_shade is a softer copy. */
void lens_shade_begin(lens *l);
void lens_shade_end(lens *l);
uint32_t lens_shade(const lens *l);

/** What is mirrored in the floor: draws to come are light as exposure.glsl puts it, opaque; alpha is
 *  how many of a pixel's samples they cover. */
const draw_target *lens_mirror_begin(lens *l);
uint32_t lens_mirror(const lens *l);

/** Draws to come are the light of the room, linear, over all of a target of half the size. */
void lens_room_begin(lens *l);

/** Light that is added over all: a burst and a ring. Zero for none. */
typedef struct lens_burst {
    float place[2];              /* in the picture, -1..1 */
    float burst, ring;           /* brightness */
    float burst_size, ring_size; /* of the picture's height */
} lens_burst;

/** Draws to come are the things in the room, exposed like the mirror image. lens_end shows them in it, with the glow of what is
 *  bright, in `framebuffer`, scaled by a factor of 1 or 1/2, and leaves that bound. */
const draw_target *lens_begin(lens *l);
void lens_end(lens *l, const lens_burst *burst, uint32_t framebuffer, int width, int height);

#endif
