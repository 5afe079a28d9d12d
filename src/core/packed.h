/* packed.h - levels of a pyramid side by side in two textures: layouts RECT, LINE and BITS.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PACKED_H
#define HPYR_CORE_PACKED_H

#include "core/layout.h"

typedef struct hpi_packed_level {
    uint32_t x, y; /* corner in its texture */
    uint32_t width, height;
    uint32_t children[2]; /* of a node, in x and y */
    int texture;          /* PACKED_EVEN, PACKED_ODD or PACKED_BASE */
} hpi_packed_level;

/** How levels are packed. */
typedef struct hpi_packed_plan {
    GLenum target;   /* GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, or GL_TEXTURE_2D_ARRAY where a node takes several texels */
    uint32_t layers; /* texels of a node */
    uint32_t children
        [2]; /* of a node in x and y; in y and x above a level that is one node wide: rows first, then columns */
    int run; /* so many levels, 2 n and 2 n + 1, share a texture, because one pass draws both; else 1 */
} hpi_packed_plan;

/** Which texture holds a level: those of even and of odd ones, or runs of them, and of level 0, which has one of its own. */
enum { PACKED_EVEN, PACKED_ODD, PACKED_BASE, PACKED_TEXTURES };

typedef struct hpi_packed_store {
    GLenum target;
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    uint32_t sizes[PACKED_TEXTURES][2]; /* 0 where there is none */
    GLuint textures[PACKED_TEXTURES], framebuffers[PACKED_TEXTURES];
} hpi_packed_store;

/** Bytes of the levels from `first` on, of `texel_bytes` each; level 0 has width x height texels. `context` may be NULL: no limits. */
uint64_t hpi_core_packed_bytes(const hpyr_context *context, const hpi_packed_plan *plan, uint32_t width,
                               uint32_t height, int first, uint32_t texel_bytes);

/** Allocates them, as `format` of texture.c, with a framebuffer for each texture; sets packed, first_level, top and top_at.
 *  TOO_LARGE. */
hpyr_result hpi_core_packed_create(hpyr_pyramid *pyramid, const hpi_packed_plan *plan, uint32_t width, uint32_t height,
                                   int first, int format);
void hpi_core_packed_destroy(hpyr_pyramid *pyramid);

/** Draws go to `level`. */
void hpi_core_packed_target(const hpyr_pyramid *pyramid, int level);

/** Runs `program`, which is made of reduce_packed.frag.glsl or has its uniforms, for `level`, from level `below`. */
void hpi_core_packed_reduce(const hpyr_pyramid *pyramid, GLuint program, int below, int level);

/** Levels from 1 on whose nodes are rows. */
int hpi_core_packed_row_levels(const hpyr_pyramid *pyramid);

/** Binds the textures of odd levels to `unit`, of level 0 to the next and of even levels to `unit` + 2, and sets u_levels: in xy
 *  the centre of a level's first texel; in zw the level's size in nodes or, for 2D textures, the step from one texel to the next. */
void hpi_core_packed_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
