/* packed.h - levels of a pyramid side by side in two textures: RECT, LINE and BITS.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_PACKED_H
#define HPI_CORE_PACKED_H

#include "core/layout.h"

typedef struct hpi_packed_level {
    uint32_t x, y; /* corner in its texture */
    uint32_t width, height;
    uint32_t children[2]; /* of a node, in x and y */
    int texture;          /* PACKED_EVEN, PACKED_ODD or PACKED_BASE */
} hpi_packed_level;

typedef struct hpi_packed_plan {
    GLenum target;        /* GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, or GL_TEXTURE_2D_ARRAY */
    uint32_t layers;      /* texels of a node; more than 1 only in arrays */
    uint32_t children[2]; /* of a node in x and y; swapped above levels of width 1 */
    int run;              /* levels drawn by one pass, 1 or 2: they share a texture */
} hpi_packed_plan;

/** The textures: of even levels, of odd levels, and of level 0. If a pass draws two levels, levels
 *  2 n and 2 n + 1 count as one. */
enum { PACKED_EVEN, PACKED_ODD, PACKED_BASE, PACKED_TEXTURES };

typedef struct hpi_packed_store {
    GLenum target;
    uint32_t layers; /* as in the plan */
    hpi_packed_level levels[PYRAMID_MAX_LEVELS];
    uint32_t sizes[PACKED_TEXTURES][2]; /* 0 if there is no such texture */
    GLuint textures[PACKED_TEXTURES], framebuffers[PACKED_TEXTURES];
    GLuint heads[PACKED_TEXTURES]; /* of the first layer alone, where a pass cannot draw all of them; else 0 */
} hpi_packed_store;

/** Returns the bytes of the levels from `first` on. Level 0 has width x height nodes. 0 if
 *  this GL has no textures of their size; if `context` is NULL, textures may have any size. */
uint64_t hpi_core_packed_bytes(const hpyr_context *context, const hpi_packed_plan *plan, uint32_t width,
                               uint32_t height, int first, uint32_t texel_bytes);

/** Creates the textures, in a format of texture.c, and a framebuffer for each. Sets packed,
 *  first_level, top and top_at. Answers TOO_LARGE if this GL has no textures of their size. */
hpyr_result hpi_core_packed_create(hpyr_pyramid *pyramid, const hpi_packed_plan *plan, uint32_t width, uint32_t height,
                                   int first, int format);
void hpi_core_packed_destroy(hpyr_pyramid *pyramid);

/** What a pass draws of the layers of a level. A GL may not have enough render targets for all of
 *  them; then one pass draws the first layer, the head, and another one the rest. */
typedef enum hpi_packed_part { PACKED_ALL, PACKED_REST, PACKED_HEAD } hpi_packed_part;

/** Whether a level takes two passes. */
bool hpi_core_packed_has_parts(const hpyr_pyramid *pyramid);

/** Directs draws to `level`. */
void hpi_core_packed_target(const hpyr_pyramid *pyramid, int level, hpi_packed_part part);

/** Draws `level` from level `below` with `program`, which has the uniforms of
 *  reduce_packed.frag.glsl. */
void hpi_core_packed_reduce(const hpyr_pyramid *pyramid, GLuint program, int below, int level, hpi_packed_part part);

/** Returns how many levels, from level 1 on, have nodes whose children lie in one row. */
int hpi_core_packed_row_levels(const hpyr_pyramid *pyramid);

/** Binds the textures of odd levels, of level 0 and of even levels to `unit` and the next two. Sets
 *  u_levels: xy is the center of the first texel of a level; zw is the size of the level in nodes
 *  or, for GL_TEXTURE_2D, the step from one texel to the next. */
void hpi_core_packed_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
