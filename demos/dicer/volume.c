/* volume.c - the bits that a mesh was voxelized to, in CPU memory.  SPDX-License-Identifier: MIT */
#include "volume.h"

#include "common/draw/draw.h"
#include "common/platform/gl.h"

#include <stdlib.h>

enum { LAYER_SLICES = 128, WORD_SLICES = 32 };

/* 32 voxels along z from `at` on. */
static uint32_t mark_word(uint32_t word, uint8_t *bits, uint64_t at, uint64_t stride) {
    uint32_t count = 0;
    for (; word; word >>= 1, at += stride) {
        if (word & 1) {
            bits[at / 8] |= (uint8_t)(1u << at % 8);
            count++;
        }
    }
    return count;
}

/* The axis with the shorter stride runs inside, so that the writes stay near each other. */
static uint64_t mark_layer(const uint32_t *texels, const uint32_t grid[3], uint32_t layer, uint8_t *bits,
                           const uint64_t strides[3]) {
    int inner = strides[0] < strides[1] ? 0 : 1, outer = 1 - inner;
    size_t steps[2] = {4, 4 * (size_t)grid[0]};
    uint64_t count = 0;
    for (uint32_t o = 0; o < grid[outer]; o++) {
        for (uint32_t z = layer * LAYER_SLICES, w = 0; w < 4 && z < grid[2]; w++, z += WORD_SLICES) {
            const uint32_t *texel = texels + o * steps[outer] + w;
            uint64_t at = o * strides[outer] + z * strides[2];
            uint32_t beyond = grid[2] - z < WORD_SLICES ? UINT32_MAX << (grid[2] - z) : 0;
            for (uint32_t i = 0; i < grid[inner]; i++)
                count += mark_word(texel[i * steps[inner]] & ~beyond, bits, at + i * strides[inner], strides[2]);
        }
    }
    return count;
}

static bool read_layers(const pipeline *p, uint32_t *texels, uint8_t *bits, const uint64_t strides[3]) {
    const uint32_t *grid = p->desc.grid;
    uint64_t count = 0;
    for (uint32_t layer = 0; layer <= (grid[2] - 1) / LAYER_SLICES; layer++) {
        glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, p->volume.name, 0, (GLint)layer);
        glReadPixels(0, 0, (GLsizei)grid[0], (GLsizei)grid[1], GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
        if (!draw_check("reading the voxels back"))
            return false;
        count += mark_layer(texels, grid, layer, bits, strides);
    }
    return count == p->total || error_set("the volume has %llu voxels, the pyramid counts %u: one of them is wrong",
                                          (unsigned long long)count, (unsigned)p->total);
}

bool volume_read(const pipeline *p, uint8_t *bits, const uint64_t strides[3]) {
    uint64_t texels_bytes = (uint64_t)p->desc.grid[0] * p->desc.grid[1] * 16;
    uint32_t *texels = texels_bytes <= SIZE_MAX ? malloc((size_t)texels_bytes) : NULL;
    if (!texels)
        return error_set("out of memory for a layer of voxels in %llu bytes", (unsigned long long)texels_bytes);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    bool ok = read_layers(p, texels, bits, strides);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    free(texels);
    return ok;
}
