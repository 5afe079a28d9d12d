/* bits.h - textures of bits, which voxelizers write and layout BITS counts.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_BITS_H
#define HPI_CORE_BITS_H

#include "gl/gl.h"

#include <histopyramid/flat3d.h>

enum { HPI_MOST_CELL_BITS = 8 };

/* Size of a texture of bits. A texel is a leaf; it holds 128 bits, or 32 if it has one word. */
typedef struct hpi_bits_shape {
    uint32_t width, height, layers;
    uint32_t cells_x, cells_y; /* texels of the base level in a leaf; 0 in COLUMN order */
    bool one_word;             /* format R32UI, for COLUMN order with at most 32 slices */
    uint32_t cell_bits;        /* 1, 2, 4 or 8: a cell has as many bits, of which as many are set as it has outputs */
} hpi_bits_shape;

/** Returns the size of the texture of bits that hpyr_pyramid_build_bits takes for a volume. */
hpi_bits_shape hpi_core_bits_of_columns(const hpyr_flat3d *map);

uint64_t hpi_core_bits_bytes(const hpi_bits_shape *leaves);

/** Answers TOO_LARGE if this GL has no textures of bits of that size. The message begins with
 *  `what` and names the sizes asked and allowed. */
hpyr_result hpi_core_bits_check(const hpyr_context *context, const char *what, const hpyr_flat3d *map);

/** Creates a texture of that size; its bits are undefined. Returns 0 if GL has no memory for it. */
GLuint hpi_core_bits_create(const hpyr_context *context, const hpi_bits_shape *leaves);

#endif
