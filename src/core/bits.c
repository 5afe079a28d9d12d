/* bits.c - textures of bits, one bit a cell: shape, bytes and limits.  SPDX-License-Identifier: MIT */
#include "core/bits.h"

enum { BITS_OF_WORD = 32, BITS_OF_LEAF = 128 };

hpi_bits_shape hpi_core_bits_of_columns(const hpyr_flat3d *map) {
    return (hpi_bits_shape){.width = map->width,
                            .height = map->height,
                            .layers = (map->depth - 1) / BITS_OF_LEAF + 1,
                            .one_word = map->depth <= BITS_OF_WORD,
                            .cell_bits = 1};
}

uint64_t hpi_core_bits_bytes(const hpi_bits_shape *leaves) {
    return (uint64_t)leaves->width * leaves->height * leaves->layers * (leaves->one_word ? 4 : 16);
}

hpyr_result hpi_core_bits_check(const hpyr_context *context, const char *what, const hpyr_flat3d *map) {
    const hpyr_caps *caps = &context->caps;
    uint32_t side = caps->max_texture_size;
    hpi_bits_shape asked = hpi_core_bits_of_columns(map);
    hpi_bits_shape largest = {.width = side, .height = side, .layers = caps->max_array_layers};
    if (asked.width <= side && asked.height <= side && asked.layers <= largest.layers)
        return HPYR_OK;
    return hpi_gl_fail(
        context, HPYR_ERROR_TOO_LARGE,
        "%s: %ux%ux%u cells need %llu bytes; this GL allows %ux%u columns of %u slices in %u layers, %llu bytes", what,
        map->width, map->height, map->depth, (unsigned long long)hpi_core_bits_bytes(&asked), side, side,
        BITS_OF_LEAF * largest.layers, largest.layers, (unsigned long long)hpi_core_bits_bytes(&largest));
}

GLuint hpi_core_bits_create(const hpyr_context *context, const hpi_bits_shape *leaves) {
    return hpi_gl_array_create(context, leaves->one_word ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI, leaves->width,
                               leaves->height, leaves->layers);
}
