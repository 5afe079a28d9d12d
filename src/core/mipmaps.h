/* mipmaps.h - levels of a pyramid as the mipmaps of one 2D texture: layouts SINGLE, VEC4 and
 * BILINEAR.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_MIPMAPS_H
#define HPI_CORE_MIPMAPS_H

#include "core/layout.h"

/** Returns the bytes of the mipmaps from level `first` on. */
uint64_t hpi_core_mipmaps_bytes(const hpyr_flat3d *map, int first, uint32_t texel_bytes);

/** Creates the texture and a framebuffer for each level. Nodes that know their children have four
 *  counts and no level 0. Sets texture, framebuffers, first_level and top. */
hpyr_result hpi_core_mipmaps_create(hpyr_pyramid *pyramid);
void hpi_core_mipmaps_destroy(hpyr_pyramid *pyramid);

/** Draws all levels; the framebuffer of the top stays bound. `reduce` has the uniforms of
 *  reduce_mip.frag.glsl, and its part stores the first level, too. If `even`, levels are drawn over
 *  sides rounded up to even ones, and read through a linear filter. */
hpyr_result hpi_core_mipmaps_build(hpyr_pyramid *pyramid, const hpi_gl_stage *reduce, const char *defines, bool even);

/** Binds the texture to `unit` and sets the uniforms of nodes_mip.glsl and nodes_vec4.glsl. */
void hpi_core_mipmaps_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);

#endif
