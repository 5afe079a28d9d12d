/* image.h - the image that is divided.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_IMAGE_H
#define QUADTREE_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

/** RGBA pixels, row 0 the bottom, of a file, or with "" of the built-in image. To be freed by the caller; NULL on failure. */
uint8_t *image_of(const char *path, uint32_t size[2]);

/** The channels that say something: 1 of gray images, 3 of those without transparency, or 4. */
int image_channels(const uint8_t *rgba, const uint32_t size[2]);

#endif
