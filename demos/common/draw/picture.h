/* picture.h - a framebuffer that nobody sees, and its pixels in CPU memory.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PICTURE_H
#define DEMO_PICTURE_H

#include "common/draw/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Zero it first. */
typedef struct picture {
    int gl;
    uint32_t framebuffer, texture; /* RGBA8 */
    int width, height;
} picture;

/** Keeps what it has where the size fits. */
bool picture_resize(picture *p, int gl, int width, int height);
/** RGB, tightly packed, row 0 the bottom. To be freed by the caller; NULL on failure. The only read-back of a demo's frame. */
uint8_t *picture_read(const picture *p);
void picture_free(picture *p);

/** Writes RGB of that size to a PNG, says so or why not, and frees it. Where `rgb` is NULL, error_text() tells why; else it is overwritten. */
void picture_save(uint8_t *rgb, int width, int height, const char *path, messages *m);

#endif
