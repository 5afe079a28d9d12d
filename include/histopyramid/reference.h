/* reference.h - the CPU oracle: the library's results in plain C, without GL (target histopyramid::reference).
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_REFERENCE_H
#define HPYR_REFERENCE_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Pixels in CPU memory, tightly packed, x fastest, then y, then z; row 0 is the bottom, as in a GL texture.
 *  R16F is given as half-precision bits in uint16. `depth` = 0 is 1, `channel` as in hpyr_texture. */
typedef struct hpyr_ref_image {
    const void *pixels;
    hpyr_format format;
    hpyr_channel channel;
    uint32_t width, height, depth;
} hpyr_ref_image;

/** counts[i] = 1 where min <= value[i] <= max, else 0; NaN is never active. THRESHOLD t is (t, INFINITY).
 *  Values are in the format's own units, 0..1 for R8, RGBA8, R16. `counts` holds width*height*depth entries.
 *  Errors: INVALID_ARGUMENT. Source: MPI-I-2006-4-002, section 3. Since: 0.1. */
HPYR_API hpyr_result hpyr_ref_discriminate(const hpyr_ref_image *image, double min, double max, uint32_t *counts);

/** counts[i] = the value as a number of outputs: negative and NaN 0, fractions cut, as hpyr_pyramid_build_counts reads it.
 *  Errors: INVALID_ARGUMENT (a normalised format). Since: 0.1. */
HPYR_API hpyr_result hpyr_ref_counts(const hpyr_ref_image *image, uint32_t *counts);

typedef struct hpyr_ref_pyramid hpyr_ref_pyramid;

/** Numbers the outputs of all cells in `order`, by walking the cells in that order and nothing cleverer.
 *  `counts` are the cells' counts over the flat-3D texture, row by row (width*tiles_x by height*tiles_y of `map`; texels in no
 *  slice are ignored), and are copied.
 *  Orders: MORTON and LINE over the 2D texture, MORTON3 and COLUMN over the volume's cells.
 *  Errors: INVALID_ARGUMENT, OUT_OF_MEMORY. Since: 0.1. */
HPYR_API hpyr_result hpyr_ref_pyramid_create(const uint32_t *counts, const hpyr_flat3d *map, hpyr_order order,
                                             hpyr_ref_pyramid **out);
HPYR_API void hpyr_ref_pyramid_destroy(hpyr_ref_pyramid *pyramid);

/** Number of keys, exact past 2^32 too. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_pyramid_total(const hpyr_ref_pyramid *pyramid);

/** The cell that owns `key`, and the remainder. False where key >= total. Cost: O(log cells). Since: 0.1. */
HPYR_API bool hpyr_ref_pyramid_select(const hpyr_ref_pyramid *pyramid, uint64_t key, hpyr_point *point);

/** The key of the first output of cell (x,y,z), which must lie in the volume. Cost: O(1). Since: 0.1. */
HPYR_API uint64_t hpyr_ref_pyramid_rank(const hpyr_ref_pyramid *pyramid, uint32_t x, uint32_t y, uint32_t z);

/** Writes the points of keys [first, first+count), returns how many exist and were written. Cost: O(count). Since: 0.1. */
HPYR_API uint64_t hpyr_ref_pyramid_list(const hpyr_ref_pyramid *pyramid, uint64_t first, uint64_t count, hpyr_point *points);

/** `thin` voxelization of a triangle soup (9 floats a triangle) that already lies in the volume's coordinates [-1,1]^3: the
 *  rules of hpyr_voxelizer_run with integer edge functions on vertices rounded to 1/256 cell, the depth in double.
 *  voxels[(z*height + y)*width + x] becomes 1 or 0. `ambiguous` (may be NULL), of the same shape, becomes 1 for both
 *  neighbours of a depth that lies within 1e-4 voxel of a slice boundary, where single precision may decide otherwise.
 *  Returns the number of voxels set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_thin(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                         uint32_t depth, uint8_t *voxels, uint8_t *ambiguous);

/** `surface` voxelization in double: voxels[(z*height + y)*width + x] becomes 1 where a triangle of the soup, in [-1,1]^3, touches the voxel's
 *  closed box, grown by `grow` voxel on each side (shrunk where negative). Separating axes, exact but for double's rounding.
 *  Triangles that are not finite or whose three corners lie on one line are skipped; where `grow` is positive, three distinct
 *  corners on one line count as that line, since single precision may take them for a sliver.
 *  Source: Akenine-Moeller 2001, fast 3D triangle-box overlap testing.   Returns the number of voxels set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_surface(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                            uint32_t depth, double grow, uint8_t *voxels);

/** `solid` voxelization in double: 1 where the ray from the voxel's centre down along z crosses an odd number of triangles. A ray that
 *  meets an edge or a vertex crosses just one of the triangles around it (or two, where it only grazes). `ambiguous` (may be
 *  NULL), of the same shape, becomes 1 where the centre lies within 1e-4 voxel of a triangle, where single precision may decide
 *  otherwise. Returns the number of voxels set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_solid(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                          uint32_t depth, uint8_t *voxels, uint8_t *ambiguous);

#ifdef __cplusplus
}
#endif

#endif
