/* pyramid_bits.h - what the files of layout BITS share.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PYRAMID_BITS_H
#define HPYR_CORE_PYRAMID_BITS_H

#include "core/bits.h"
#include "core/packed.h"

typedef struct hpi_bits_store {
    hpi_bits_shape leaves;
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    GLuint own;                       /* bits that a build packed; 0 until there was one */
    GLuint nodes[2], framebuffers[2]; /* even and odd levels */
} hpi_bits_store;

/** Runs the source over all cells and packs its answers into the pyramid's own bits. */
hpyr_result hpi_core_pack_bits(hpyr_pyramid *pyramid);

#endif
