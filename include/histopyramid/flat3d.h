/* flat3d.h - flat-3D: a volume as tiles of a 2D texture.
 * SPDX-License-Identifier: MIT
 *
 * hpyr_flat3d in types.h shows how the tiles lie. No function here calls GL. Of a map without cells,
 * such as one of zeros, textures have no texels.
 *
 * Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids",
 *   Vision, Modeling and Visualization (VMV) 2006, section 9, http://www.tevs.eu/project_vmv06.html */
#ifndef HPYR_FLAT3D_H
#define HPYR_FLAT3D_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Arranges the slices of a volume as tiles of a 2D texture whose sides are at most `max_side`.
 *  `tiles_x` is the number of tiles in a row. With 0 the function picks the texture whose longer
 *  side is the shortest: 256 x 256 x 256 cells become 16 x 16 tiles.
 *  Units: `width`, `height` and `depth` count cells, `max_side` counts texels.
 *  Errors:
 *    INVALID_ARGUMENT: `width`, `height` or `depth` is 0, or `tiles_x` is larger than `depth`.
 *    TOO_LARGE: the texture would have a side longer than `max_side`.
 *    After an error *out stays as it was.
 *  GL: no call. */
HPYR_API hpyr_result hpyr_flat3d_arrange(uint32_t width, uint32_t height, uint32_t depth, uint32_t tiles_x,
                                         uint32_t max_side, hpyr_flat3d *out);

/** Returns the width of the 2D texture, in texels.
 *  GL: no call. */
HPYR_API uint32_t hpyr_flat3d_texture_width(const hpyr_flat3d *map);

/** Returns the height of the 2D texture, in texels.
 *  GL: no call. */
HPYR_API uint32_t hpyr_flat3d_texture_height(const hpyr_flat3d *map);

/** Finds the texel (u,v) of cell (x,y,z). The cell must lie in the volume. This is not checked, but of
 *  a map without cells every texel is (x,y).
 *  GL: no call. */
HPYR_API void hpyr_flat3d_texel(const hpyr_flat3d *map, uint32_t x, uint32_t y, uint32_t z, uint32_t *u, uint32_t *v);

/** Finds the cell (x,y,z) of texel (u,v).
 *  Returns false and writes nothing if the texel lies in no slice.
 *  GL: no call. */
HPYR_API bool hpyr_flat3d_cell(const hpyr_flat3d *map, uint32_t u, uint32_t v, uint32_t *x, uint32_t *y, uint32_t *z);

#ifdef __cplusplus
}
#endif

#endif
