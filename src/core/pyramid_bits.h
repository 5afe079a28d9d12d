/* pyramid_bits.h - what the files of layout BITS share.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PYRAMID_BITS_H
#define HPYR_CORE_PYRAMID_BITS_H

#include "core/packed.h"

/* The texture of bits: a texel is a leaf of 128 cells, or of 32. */
typedef struct hpi_bits_shape {
    uint32_t width, height, layers;
    uint32_t cells_x, cells_y; /* of the base level in a leaf; 0 in COLUMN order */
    bool one_word;             /* R32UI: volumes of at most 32 slices in COLUMN order */
} hpi_bits_shape;

typedef struct hpi_bits_store {
    hpi_bits_shape leaves;
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    GLuint own;                       /* bits that a build packed; 0 until there was one */
    GLuint nodes[2], framebuffers[2]; /* even and odd levels */
} hpi_bits_store;

/** The texture of bits of a volume in COLUMN order, which hpyr_pyramid_build_bits takes. */
hpi_bits_shape hpi_core_bits_of_columns(const hpyr_flat3d *map);

uint64_t hpi_core_bits_bytes(const hpi_bits_shape *leaves);

/** TOO_LARGE for columns past this GL's limits, with bytes and sizes asked and allowed in the log; `what` begins the message. */
hpyr_result hpi_core_bits_check(const hpyr_context *context, const char *what, const hpyr_flat3d *map);

/** A new texture of that shape, its contents undefined; 0 where GL has no memory for it. */
GLuint hpi_core_bits_create(const hpyr_context *context, const hpi_bits_shape *leaves);

/** Runs the source over all cells and packs its answers into the pyramid's own bits. */
hpyr_result hpi_core_pack_bits(hpyr_pyramid *pyramid);

#endif
