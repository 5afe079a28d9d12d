/* flat3d.h - volumes tiled into 2D textures.  SPDX-License-Identifier: MIT */
#ifndef HPYR_FLAT3D_H
#define HPYR_FLAT3D_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Arranges the slices of a width x height x depth volume in a 2D texture of at most `max_side` texels a side.
 *  `tiles_x` = 0 picks the arrangement whose texture has the shortest longer side: 16 x 16 tiles for 256x256x256.
 *  Errors: INVALID_ARGUMENT (a size of 0, more tiles a row than slices), TOO_LARGE (no such texture).   GL: no call.
 *  Source: Ziegler et al. 2006, section 9.   Since: 0.1. */
HPYR_API hpyr_result hpyr_flat3d_arrange(uint32_t width, uint32_t height, uint32_t depth, uint32_t tiles_x,
                                         uint32_t max_side, hpyr_flat3d *out);

/** Width and height of the texture, in texels. Since: 0.1. */
HPYR_API uint32_t hpyr_flat3d_texture_width(const hpyr_flat3d *map);
HPYR_API uint32_t hpyr_flat3d_texture_height(const hpyr_flat3d *map);

/** Cell (x,y,z) → texel (u,v). The cell must lie in the volume. Since: 0.1. */
HPYR_API void hpyr_flat3d_texel(const hpyr_flat3d *map, uint32_t x, uint32_t y, uint32_t z, uint32_t *u, uint32_t *v);

/** Texel (u,v) → cell (x,y,z). False, and nothing written, where the texel lies in no slice. Since: 0.1. */
HPYR_API bool hpyr_flat3d_cell(const hpyr_flat3d *map, uint32_t u, uint32_t v, uint32_t *x, uint32_t *y, uint32_t *z);

#ifdef __cplusplus
}
#endif

#endif
