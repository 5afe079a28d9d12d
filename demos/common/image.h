/* image.h - pictures in files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_IMAGE_H
#define DEMO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Writes RGB pixels whose row 0 is the bottom, as GL gives them: the one place where pictures are flipped.
 *  On failure nothing is left behind and one line stands in `error`. */
bool image_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height, char *error,
                     size_t error_size);

#endif
