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
 *  Triangles with a vertex that is not finite, or 1e9 voxels away or farther, are skipped, as hpyr_voxelizer_run does.
 *  Returns the number of voxels set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_thin(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                         uint32_t depth, uint8_t *voxels, uint8_t *ambiguous);

/** `surface` voxelization in double: voxels[(z*height + y)*width + x] becomes 1 where a triangle of the soup, in [-1,1]^3, touches the voxel's
 *  closed box, grown by `grow` voxel on each side (shrunk where negative). Separating axes, exact but for double's rounding.
 *  Triangles with a vertex that is not finite, or 1e9 voxels away or farther, are skipped, and so are those whose three corners
 *  lie on one line; where `grow` is positive, three distinct corners on one line count as that line, since single precision may
 *  take them for a sliver.
 *  Source: Akenine-Moeller 2001, fast 3D triangle-box overlap testing.   Returns the number of voxels set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_surface(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                            uint32_t depth, double grow, uint8_t *voxels);

/** `solid` voxelization in double: 1 where the ray from the voxel's centre down along z crosses an odd number of triangles. A ray that
 *  meets an edge or a vertex crosses just one of the triangles around it (or two, where it only grazes). `ambiguous` (may be
 *  NULL), of the same shape, becomes 1 where the centre lies within 1e-4 voxel of a triangle, where single precision may decide
 *  otherwise. Triangles with a vertex that is not finite, or 1e9 voxels away or farther, are skipped. Returns the number of voxels
 *  set. Since: 0.1. */
HPYR_API uint64_t hpyr_ref_voxelize_solid(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                          uint32_t depth, uint8_t *voxels, uint8_t *ambiguous);

/* ---- isosurfaces ---- */

enum {
    HPYR_CUBE_CASES = 256,   /**< Ways for a cell's eight corners to be inside or outside. */
    HPYR_CUBE_EDGES = 12,    /**< Edges of a cell. */
    HPYR_CUBE_TRIANGLES = 5, /**< Most triangles of a case. */
    HPYR_CUBE_CORNERS = 15   /**< Most corners of a case's triangles. */
};

/** The triangles of one case of marching cubes: writes three edges a triangle, returns the number of triangles, 0..5.
 *  Bit c of `cube_case` tells whether corner c is inside; edge e runs along axis e / 4, upwards.
 *
 *          6 ------3------ 7         corner = x + 2 y + 4 z
 *         /|              /|
 *       6  |            7  |         edges 0..3 along x, from corners 0, 2, 4, 6
 *       /  10           /  11        edges 4..7 along y, from corners 0, 1, 4, 5
 *      4 ------2------ 5   |         edges 8..11 along z, from corners 0, 1, 2, 3
 *      |   |           |   |
 *      |   2 ------1---|-- 3         z
 *      8  /            9  /          |  y
 *      | 4             | 5           | /
 *      |/              |/            |/
 *      0 ------0------ 1             +---- x
 *
 *  Triangles are counter-clockwise seen from outside of the surface. They are derived, not looked up: on each face every run of
 *  inside corners is cut off by one segment, so inside corners that face each other over a diagonal are separated, and both
 *  cells of a face see the same segments. Linked to loops, the smallest edge first, and the loops cut into fans without a
 *  diagonal in a face, so that no two cells ever share more than those segments.
 *  Order: loops by their smallest edge; a fan begins at the loop's first edge that allows one.
 *  Returns 0, and writes nothing, for a case over 255. Since: 0.1. */
HPYR_API uint32_t hpyr_ref_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]);

/** A field of samples and what to make of it. Sample (x,y,z) is samples[x + width * (y + height * z)] and lies at
 *  origin + (x,y,z) * spacing; cells lie between samples, (width-1)*(height-1)*(depth-1) of them. Inside is sample >= iso;
 *  NaN is outside.
 *
 *  | field    | zero means                                                                                       |
 *  |----------|--------------------------------------------------------------------------------------------------|
 *  | spacing  | along that axis samples span [-1,1], the first and the last on its ends, whatever `origin` says  |
 *  | axes     | {1,2,3}: axes[a] is the coordinate, 1 x, 2 y, 3 z, that axis `a` of the samples runs along. All three or none |
 *  | mesh     | WELDED                                                                                           |
 *  | vertex   | LINEAR                                                                                           |
 *  | gradient | FORWARD                                                                                          |
 *  | winding  | COUNTER_CLOCKWISE                                                                                |
 *  | trace    | neither cells nor edges are kept                                                                 |
 *
 *  `samples` and the sizes must be given. A side of one sample makes a field without cells, and so an empty mesh. `spacing` and
 *  `origin` go with the axes of the samples. Spacings may be negative, axes in any order; where they mirror the mesh, second and third
 *  corners are swapped once more, so that `winding` stays true. */
typedef struct hpyr_ref_isosurface_desc {
    const float *samples;
    uint32_t width, height, depth;
    float spacing[3], origin[3];
    uint8_t axes[3];
    float iso;
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    hpyr_winding winding;
    bool trace;
} hpyr_ref_isosurface_desc;

/** Counts without making a mesh. Errors: INVALID_ARGUMENT, as hpyr_ref_isosurface_create. Cost: O(samples). Since: 0.1. */
HPYR_API hpyr_result hpyr_ref_isosurface_count(const hpyr_ref_isosurface_desc *desc, hpyr_mesh_counts *counts);

/** A mesh; what has no entries is NULL.
 *
 *  Order of triangles: by cell, x first, then y, then z; in a cell as hpyr_ref_cube_case has them.
 *  Order of vertices: SOUP, as the triangles have them. WELDED, by the edge's lower sample, x first, then y, then z, and of one
 *  sample its edges along z, y, x. So a vertex's index is the rank of its bit among the edge bits of all samples in line order:
 *
 *      samples   s0        s1        s2 ...
 *      crossed   z y x     z y x     z y x       rank(s, axis) = edges of all samples before s
 *                1 0 1     0 0 0     0 1 1                     + edges of s along higher axes
 *      index     0   1                 2 3
 *
 *  With z first the ranks of a cell's four samples at lower x lead to those at upper x.
 *
 *  Positions: on the edge, at t = (iso - f0) / (f1 - f0) from its lower sample, 1/2 where an end is not finite. Computed from
 *  the edge alone, in double, and rounded to float once, so all triangles see the same bits; that rounding stays below 1e-5 of
 *  an edge up to 600 samples a side of [-1,1]. Where samples equal the isovalue, vertices fall onto samples and triangles may
 *  have no area; their edges still match.
 *  Normals: of unit length, to decreasing values: the gradients at both ends, interpolated with the same t. In a gradient a
 *  difference that is not finite counts as 0; where nothing is left, the normal follows the edge, from its inside end out. */
typedef struct hpyr_ref_isosurface {
    hpyr_mesh_counts counts;
    uint64_t triangle_count, vertex_count;
    const float *positions;  /**< Three a vertex. */
    const float *normals;    /**< Three a vertex. */
    const uint32_t *indices; /**< Three a triangle; NULL for a SOUP. */
    const hpyr_point *cells; /**< With `trace`: each triangle's cell; the remainder is its number in the cell. */
    const hpyr_point *edges; /**< With `trace`: the lower sample of each vertex's edge; the remainder is the axis. */
} hpyr_ref_isosurface;

/** Marching cubes, sample by sample and cell by cell. `*out`, for hpyr_ref_isosurface_destroy, is NULL on failure; an empty mesh
 *  is no failure. Errors: INVALID_ARGUMENT (also an isovalue that is NaN, and spacings and origins that are not finite), OVERFLOW
 *  (2^32 - 1 vertices or more to be indexed), OUT_OF_MEMORY.   Cost: O(samples).
 *  Lifetime: borrows the samples until return.
 *  Source: Dyken et al. 2008; the cases are our own, see hpyr_ref_cube_case. Since: 0.1. */
HPYR_API hpyr_result hpyr_ref_isosurface_create(const hpyr_ref_isosurface_desc *desc, hpyr_ref_isosurface **out);
HPYR_API void hpyr_ref_isosurface_destroy(hpyr_ref_isosurface *isosurface);

#ifdef __cplusplus
}
#endif

#endif
