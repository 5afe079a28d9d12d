/* packed.h - levels of a pyramid side by side in two textures: layouts RECT and LINE, and the arrangement of BITS.
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

typedef struct hpi_packed_plan {
    void (*children)(uint32_t width, uint32_t children[2]); /* in x and y, of the nodes above a level of that width */
    int run; /* so many levels, 2 n and 2 n + 1, share a texture, because one pass draws both; else 1 */
} hpi_packed_plan;

/** Which texture holds a level: those of even and of odd ones, or runs of them, and of level 0, which has one of its own. */
enum { PACKED_EVEN, PACKED_ODD, PACKED_BASE, PACKED_TEXTURES };

/** Longest side of a texture of that target; `context` may be NULL: none. */
uint32_t hpi_core_packed_limit(const hpyr_context *context, GLenum target);

/** Sets levels[1 .. top] and the sizes in x and y of the textures that hold them, 0 where there is no such level. levels[0] holds
 *  its width and height, and is not placed. No side passes `limit` if that can be. Returns the top, from 1 to PYRAMID_MAX_LEVELS - 1. */
int hpi_core_packed_arrange(const hpi_packed_plan *plan, uint32_t limit, hpi_packed_level *levels,
                            uint32_t sizes[2][2]);

typedef struct hpi_packed_store {
    GLenum target;
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    uint32_t sizes[PACKED_TEXTURES][2]; /* 0 where there is none */
    GLuint textures[PACKED_TEXTURES], framebuffers[PACKED_TEXTURES];
} hpi_packed_store;

/** Bytes of the levels from `first` on, of `texel_bytes` each. */
uint64_t hpi_core_packed_bytes(const hpyr_flat3d *map, const hpi_packed_plan *plan, uint32_t limit, int first,
                               uint32_t texel_bytes);

/** Allocates them, as `format` of texture.c, with a framebuffer for each texture; sets packed, first_level, top and top_at.
 *  TOO_LARGE. */
hpyr_result hpi_core_packed_create(hpyr_pyramid *pyramid, GLenum target, const hpi_packed_plan *plan, int first,
                                   int format);
void hpi_core_packed_destroy(hpyr_pyramid *pyramid);

/** Draws go to `level`. */
void hpi_core_packed_target(const hpyr_pyramid *pyramid, int level);

/** Runs `program`, which is made of reduce_packed.frag.glsl, or of reduce_twice.frag.glsl where two levels lie between, for `level`,
 *  from level `below`. */
void hpi_core_packed_reduce(const hpyr_pyramid *pyramid, GLuint program, int below, int level);

/** Binds the textures of odd levels to `unit`, of level 0 to the next and of even levels to `unit` + 2, and sets u_levels: in xy
 *  the coordinate of a level's first texel; in zw its size in nodes or, for 2D textures, the step from one texel to the next. */
void hpi_core_packed_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
