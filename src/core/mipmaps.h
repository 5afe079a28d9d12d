/* mipmaps.h - levels of a pyramid as the mipmaps of one 2D texture: layouts SINGLE, VEC4 and BILINEAR.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_MIPMAPS_H
#define HPYR_CORE_MIPMAPS_H

#include "core/layout.h"

/** Bytes of the mipmaps from level `first` on, of `texel_bytes` each. */
uint64_t hpi_core_mipmaps_bytes(const hpyr_flat3d *map, int first, uint32_t texel_bytes);

/** Allocates them, as `format` of texture.c, with a framebuffer for each; sets texture, framebuffers, first_level and top. */
hpyr_result hpi_core_mipmaps_create(hpyr_pyramid *pyramid, int first, int format);
void hpi_core_mipmaps_destroy(hpyr_pyramid *pyramid);

/** Draws go to the used part of `level`, rounded up to whole 2x2 where `even`. */
void hpi_core_mipmaps_target(const hpyr_pyramid *pyramid, int level, bool even);

/** Runs `program`, which is made of reduce_mip.frag.glsl or reads like it, for every level above the first; the top stays bound.
 *  `even`: it reads through a linear filter. */
void hpi_core_mipmaps_reduce(hpyr_pyramid *pyramid, GLuint program, bool even);

/** Binds the texture to `unit` and sets the uniforms of nodes_mip.glsl and nodes_vec4.glsl. */
void hpi_core_mipmaps_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
