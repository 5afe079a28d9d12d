/* image.h - pictures in files.  SPDX-License-Identifier: MIT */
#ifndef DEMO_IMAGE_H
#define DEMO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Decodes a PNG, JPEG, TGA, BMP or whatever else stb_image knows, from memory: RGBA8, row 0 the bottom. To be freed by
 *  the caller; NULL on failure, with its reason in error_text(). A PNG or JPEG that ends too early is refused, and a PNG with a wrong
 *  checksum. */
uint8_t *image_decode(const void *bytes, size_t size, uint32_t *width, uint32_t *height);

/** The same from a file; the reason does not name it. */
uint8_t *image_read(const char *path, uint32_t *width, uint32_t *height);

/** Inflates what gzip has behind its header; its trailer has to be there, for stb_image looks ahead. It must be as many bytes as `out` has
 *  room for, with this CRC-32. */
bool image_inflate(const void *bytes, size_t size, void *out, size_t out_size, uint32_t crc);

/** Writes RGB pixels whose row 0 is the bottom, as GL gives them: this file is the one place where pictures are flipped.
 *  On failure nothing is left behind. */
bool image_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height);

#endif
