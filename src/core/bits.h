/* bits.h - textures of bits, which voxelizers write and layout BITS counts.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_BITS_H
#define HPYR_CORE_BITS_H

#include "gl/gl.h"

#include <histopyramid/flat3d.h>

/* The texture of bits: a texel is a leaf of 128 cells, or of 32. */
typedef struct hpi_bits_shape {
    uint32_t width, height, layers;
    uint32_t cells_x, cells_y; /* of the base level in a leaf; 0 in COLUMN order */
    bool one_word;             /* R32UI: volumes of at most 32 slices in COLUMN order */
} hpi_bits_shape;

/** The texture of bits of a volume in COLUMN order, which hpyr_pyramid_build_bits takes. */
hpi_bits_shape hpi_core_bits_of_columns(const hpyr_flat3d *map);

uint64_t hpi_core_bits_bytes(const hpi_bits_shape *leaves);

/** TOO_LARGE for columns past this GL's limits, with bytes and sizes asked and allowed in the log; `what` begins the message. */
hpyr_result hpi_core_bits_check(const hpyr_context *context, const char *what, const hpyr_flat3d *map);

/** A new texture of that shape, its contents undefined; 0 where GL has no memory for it. */
GLuint hpi_core_bits_create(const hpyr_context *context, const hpi_bits_shape *leaves);

#endif
