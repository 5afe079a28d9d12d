/* mipmaps.h - levels of a pyramid as the mipmaps of one 2D texture: layouts SINGLE, VEC4 and
 * BILINEAR.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_MIPMAPS_H
#define HPYR_CORE_MIPMAPS_H

#include "core/layout.h"

/** Returns the bytes of the mipmaps from level `first` on. */
uint64_t hpi_core_mipmaps_bytes(const hpyr_flat3d *map, int first, uint32_t texel_bytes);

/** Creates the texture, in a format of texture.c, and a framebuffer for each level. Sets texture,
 *  framebuffers, first_level and top. */
hpyr_result hpi_core_mipmaps_create(hpyr_pyramid *pyramid, int first, int format);
void hpi_core_mipmaps_destroy(hpyr_pyramid *pyramid);

/** Directs draws to the used part of `level`; if `even`, its sides are rounded up to even ones. */
void hpi_core_mipmaps_target(const hpyr_pyramid *pyramid, int level, bool even);

/** Draws every level above the first with `program`, which has the uniforms of
 *  reduce_mip.frag.glsl. If `even`, it reads through a linear filter. The framebuffer of the top
 *  stays bound. */
void hpi_core_mipmaps_reduce(hpyr_pyramid *pyramid, GLuint program, bool even);

/** Binds the texture to `unit` and sets the uniforms of nodes_mip.glsl and nodes_vec4.glsl. */
void hpi_core_mipmaps_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
