/* image_texture.h - a texture of an image's pixels.  SPDX-License-Identifier: MIT */
#ifndef DEMO_IMAGE_TEXTURE_H
#define DEMO_IMAGE_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** RGBA8 pixels, row 0 the bottom, as a 2D texture with all its smaller levels, filtered linearly. Beyond its edges it begins anew
 *  where it `repeats`, and else goes on as at the edge. 0 on failure. Binds nothing to the unit that is
 *  active. */
uint32_t image_texture_create(int gl, const uint8_t *rgba, uint32_t width, uint32_t height, bool repeats);

#endif
