/* reference/reference.h - the CPU reference: the rules of the GPU library in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. Where rounding may make a difference to the
 * GPU library, a comment says so.
 *
 * Every function but those that give memory back returns a hpyr_result, and gives its answers through
 * its last arguments. INVALID_ARGUMENT also means that a pointer is NULL for which nothing allows this,
 * and OUT_OF_MEMORY that there is no memory, be it for the result or on the way to it. A `_destroy`
 * belongs to a `_create`, which has made an object; a `_free` belongs to a `_build` or a `_solve`, which
 * has filled in the arrays of a struct of yours.
 *
 * Sources, and how they are cited here:
 *   - "the report": Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram
 *     Pyramids", report MPI-I-2006-4-002 of the Max Planck Institute for Informatics, 2006,
 *     https://pure.mpg.de/rest/items/item_1819167_4/component/file_1840866/content
 *   - "Dyken et al.": Dyken, Ziegler, Theobalt, Seidel, "High-speed Marching Cubes using
 *     HistoPyramids", Computer Graphics Forum 27(8), 2008,
 *     https://doi.org/10.1111/j.1467-8659.2008.01182.x. Its sections are cited by the numbers of the
 *     authors' draft of 2007; docs/papers.md names them.
 *   - "Akenine-Moeller": "Fast 3D Triangle-Box Overlap Testing", Journal of Graphics Tools 6(1), 2001,
 *     https://doi.org/10.1080/10867651.2001.10487535 */
#ifndef HPYR_REFERENCE_REFERENCE_H
#define HPYR_REFERENCE_REFERENCE_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The numbered outputs of a grid of counts. A hpyr_ref_pyramid answers the questions that a
 *  hpyr_pyramid answers, but it has no levels and no clones. */
typedef struct hpyr_ref_pyramid hpyr_ref_pyramid;

/** Numbers the outputs of all cells. It walks the cells in `order` and counts up.
 *  MORTON and LINE are orders of the 2D texture, MORTON3 and COLUMN are orders of the volume.
 *  DEFAULT is MORTON.
 *  Shapes: `counts` is the flat-3D texture of `map`, row by row: width * tiles_x by
 *    height * tiles_y entries. Entries that lie in no slice are ignored.
 *  Errors:
 *    INVALID_ARGUMENT: `map` has a size of 0 or too few tiles, its texture is too large for this
 *      machine, or `order` is out of range.
 *  Cost: O(texels).
 *  Lifetime: until hpyr_ref_pyramid_destroy. `counts` is copied. */
HPYR_API hpyr_result hpyr_ref_pyramid_create(const uint32_t *counts, const hpyr_flat3d *map, hpyr_order order,
                                             hpyr_ref_pyramid **out);

/** Destroys a hpyr_ref_pyramid. NULL is allowed. */
HPYR_API void hpyr_ref_pyramid_destroy(hpyr_ref_pyramid *pyramid);

/** Tells the total, which is the number of keys. It is exact even past 2^32.
 *  Cost: O(1). */
HPYR_API hpyr_result hpyr_ref_pyramid_total(const hpyr_ref_pyramid *pyramid, uint64_t *total);

/** Finds the cell that owns `key`, and the remainder (traversal).
 *  Errors:
 *    INVALID_ARGUMENT: there is no such key.
 *  Cost: O(log cells). */
HPYR_API hpyr_result hpyr_ref_pyramid_select(const hpyr_ref_pyramid *pyramid, uint64_t key, hpyr_point *point);

/** Tells the rank of cell (x,y,z), which is its first key.
 *  Errors:
 *    INVALID_ARGUMENT: the cell does not lie in the volume.
 *  Cost: O(1). */
HPYR_API hpyr_result hpyr_ref_pyramid_rank(const hpyr_ref_pyramid *pyramid, uint32_t x, uint32_t y, uint32_t z,
                                           uint64_t *key);

/** Writes the points of keys first .. first + count - 1. Keys from the total on do not exist: they are
 *  left out. *written, which may be NULL, becomes the number of points. HPYR_ALL is a plain number here.
 *  Shapes: `points` has room for `count` entries. It may be NULL if `count` is 0.
 *  Cost: O(count + log cells). */
HPYR_API hpyr_result hpyr_ref_pyramid_list(const hpyr_ref_pyramid *pyramid, uint64_t first, uint64_t count,
                                           hpyr_point *points, uint64_t *written);

/* ---- voxelizers ----
 *
 * All voxelize a triangle soup by the rules of hpyr_voxelizer_run, in double precision.
 *   - `soup` has 9 floats for each triangle, in the coordinates of the volume, [-1,1]^3. It may be NULL
 *     if there are no triangles.
 *   - voxels[(z * height + y) * width + x] becomes 1 if the voxel is set, else 0.
 *   - *set, which may be NULL, becomes the number of voxels that are set.
 *   - `ambiguous`, for THIN and SOLID, has the same shape as `voxels` and may be NULL. It becomes 1
 *     for voxels where single precision may decide otherwise, else 0.
 *   - Triangles with a vertex that is not finite, or lies 1e9 voxels or more away, are skipped.
 *   - The cost is O(voxels), plus O(voxels in the box around it) for each triangle. */

/** Voxelizes with fill THIN. It computes with integers which columns a triangle covers.
 *  Where a height is within 1e-4 voxel of the boundary between two slices, `ambiguous` becomes 1
 *  for both voxels at this boundary. */
HPYR_API hpyr_result hpyr_ref_voxelize_thin(const float *soup, uint32_t triangle_count, uint32_t width, uint32_t height,
                                            uint32_t depth, uint8_t *voxels, uint8_t *ambiguous, uint64_t *set);

/** Voxelizes with fill SURFACE: a voxel is set where a triangle touches its box, the faces of the
 *  box included. The test is exact but for the rounding of double.
 *  The box is first made larger by `grow` voxel on each side, or smaller if `grow` is negative.
 *  Triangles whose corners lie on one line are skipped. But if `grow` is positive and the corners
 *  differ, the line itself sets voxels, since single precision may give such a triangle an area.
 *  Source: Akenine-Moeller. */
HPYR_API hpyr_result hpyr_ref_voxelize_surface(const float *soup, uint32_t triangle_count, uint32_t width,
                                               uint32_t height, uint32_t depth, double grow, uint8_t *voxels,
                                               uint64_t *set);

/** Voxelizes with fill SOLID and ONE_RAY: a voxel is set if a line from its center down along z
 *  crosses an odd number of triangles.
 *  A line may pass through an edge or a vertex. It crosses an odd number of the triangles there if
 *  it gets to the other side of the surface, and an even number if it only touches the surface.
 *  Where the center of a voxel is within 1e-4 voxel of a triangle, `ambiguous` becomes 1 for this
 *  voxel. */
HPYR_API hpyr_result hpyr_ref_voxelize_solid(const float *soup, uint32_t triangle_count, uint32_t width,
                                             uint32_t height, uint32_t depth, uint8_t *voxels, uint8_t *ambiguous,
                                             uint64_t *set);

/** Voxelizes with fill SOLID and SIX_RAYS: a voxel is set if at least four of six rays from its
 *  center, down and up along x, y and z, cross an odd number of triangles. `ambiguous` is the same as
 *  that of hpyr_ref_voxelize_solid. */
HPYR_API hpyr_result hpyr_ref_voxelize_solid_six_rays(const float *soup, uint32_t triangle_count, uint32_t width,
                                                      uint32_t height, uint32_t depth, uint8_t *voxels,
                                                      uint8_t *ambiguous, uint64_t *set);

/* ---- isosurfaces ---- */

/** Sizes of the table of marching cubes. */
enum {
    HPYR_CUBE_CASES = 256,   /**< Ways in which the eight corners of a cell can be inside or
                              *   outside. */
    HPYR_CUBE_EDGES = 12,    /**< Edges of a cell. */
    HPYR_CUBE_TRIANGLES = 5, /**< Most triangles that a case has. */
    HPYR_CUBE_CORNERS = 15   /**< Most corners of triangles that a case has. */
};

/** Finds the triangles of one case of marching cubes. For each triangle it writes three edges: the
 *  corners of the triangle lie on them. *triangles becomes their number, 0..5.
 *  Bit c of `cube_case` says whether corner c of the cell is inside. Edge e runs along axis e / 4,
 *  upwards.
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
 *  Triangles are counter-clockwise seen from outside of the surface. They are derived like this:
 *    - On each face of the cell, inside corners that are neighbors form a group. One segment
 *      separates each group from the outside corners. So two inside corners that lie diagonally are
 *      separated, and the two cells at a face have the same segments.
 *    - The segments form loops around the cell.
 *    - Each loop becomes a fan of triangles. No diagonal of a fan lies in a face of the cell, so
 *      two cells never share more than the segments.
 *  Order: loops by their smallest edge. A fan begins at the first edge of its loop for which no
 *    diagonal lies in a face.
 *  Errors:
 *    INVALID_ARGUMENT: the case is above 255.
 *  Cost: O(1). */
HPYR_API hpyr_result hpyr_ref_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS], uint32_t *triangles);

/** A field of samples in CPU memory, and what mesh is made from it. The members have the same
 *  meaning as in hpyr_field_grid and hpyr_isosurface_desc.
 *
 *  | member               | meaning                                             | zero means                       |
 *  |----------------------|-----------------------------------------------------|----------------------------------|
 *  | samples              | without gaps, axis 0 fastest, then axis 1, axis 2   | an error                         |
 *  | width, height, depth | number of samples along axes 0, 1 and 2             | an error                         |
 *  | spacing              | step from a sample to the next, along each axis     | the axis spans [-1,1], see below |
 *  | origin               | place of sample (0,0,0)                             | 0                                |
 *  | axes                 | coordinate that each axis gives: 1 x, 2 y, 3 z      | {1,2,3}, if all three are 0      |
 *  | iso                  | the isovalue                                        | 0                                |
 *  | mesh                 | SOUP or WELDED                                      | WELDED                           |
 *  | vertex               | where a vertex lies on its edge                     | LINEAR                           |
 *  | gradient             | how normals are computed; not CALLER                | FORWARD                          |
 *  | winding              | how the corners of a triangle go round              | COUNTER_CLOCKWISE                |
 *  | trace                | whether `cells` and `edges` of the mesh are wanted  | they are NULL                    |
 *
 *  A sample is inside if its value is at least `iso`; NaN is outside. Cells lie between samples:
 *  there are (width - 1) * (height - 1) * (depth - 1) of them. A side of one sample is allowed:
 *  then there are no cells, and the mesh is empty.
 *  Along axis a, sample i lies at origin[a] + i * spacing[a]. An axis without a spacing spans
 *  [-1,1]: its first sample lies at -1, its last one at 1, and its `origin` must be 0. field.h says
 *  more about `spacing`, `origin` and `axes`, at hpyr_field_grid. */
typedef struct hpyr_ref_isosurface_desc {
    const float *samples;
    uint32_t width, height, depth;
    float spacing[3], origin[3];
    uint8_t axes[3];
    double iso;
    hpyr_mesh_form mesh;
    hpyr_edge_vertex vertex;
    hpyr_gradient gradient;
    hpyr_winding winding;
    bool trace;
} hpyr_ref_isosurface_desc;

/** Counts what hpyr_ref_isosurface_create would find, without making the mesh.
 *  Errors:
 *    INVALID_ARGUMENT: as hpyr_ref_isosurface_create.
 *  Cost: O(samples). */
HPYR_API hpyr_result hpyr_ref_isosurface_count(const hpyr_ref_isosurface_desc *desc, hpyr_mesh_statistics *counts);

/** A mesh in CPU memory. An array without entries is NULL.
 *
 *  In both orders x, y and z are axes 0, 1 and 2 of the samples.
 *
 *  Order of triangles: by cell, x first, then y, then z; in a cell as hpyr_ref_cube_case orders
 *  them.
 *
 *  Order of vertices: In a SOUP they follow the triangles. In a WELDED mesh they follow the lower
 *  samples of their edges, x first, then y, then z. The lower sample of an edge is its end with the
 *  smaller index. Of the edges with the same lower sample, the one along z comes first, then y,
 *  then x. So the index of a vertex is the number of crossed edges before its edge:
 *
 *      sample    s0        s1        s2 ...
 *      axis      z y x     z y x     z y x       a 1 is a crossed edge
 *      crossed   1 0 1     0 0 0     0 1 1
 *      index     0   1                 2 3
 *
 *  Positions: A vertex lies on its edge at t. With MIDPOINT t is 1/2. Else t is
 *  (iso - f0) / (f1 - f0), where f0 is the value of the lower sample and f1 that of the upper one;
 *  if one of them is not finite, t is 1/2. The position is computed from the edge alone, in double,
 *  and rounded to float once, so all triangles at the edge have the same bits. For up to 600
 *  samples along a side of [-1,1] this rounding is below 1e-5 of an edge.
 *
 *  Where a sample equals the isovalue, vertices fall onto the sample and triangles may have no
 *  area. Their edges still match.
 *
 *  Normals: A normal has length 1 and points to smaller values. It is the gradient, interpolated
 *  between both ends of the edge with the same t, and turned round. In a gradient a difference that
 *  is not finite counts as 0. If nothing is left, the normal runs along the edge, from its inside
 *  end to its outside end. */
typedef struct hpyr_ref_isosurface {
    hpyr_mesh_statistics counts; /**< What the field holds. */
    uint64_t triangle_count;     /**< Number of triangles in the arrays. */
    uint64_t vertex_count;       /**< Number of vertices in the arrays. */
    const float *positions;      /**< Three floats for each vertex. */
    const float *normals;        /**< Three floats for each vertex. */
    const uint32_t *indices;     /**< Three indices for each triangle. NULL for a SOUP. */
    const hpyr_point *cells;     /**< The cell of each triangle; `remainder` is the number
                                            *   of the triangle in its cell. NULL without
                                            *   `trace`. */
    const hpyr_point *edges;     /**< The lower sample of each vertex's edge; `remainder`
                                            *   is the axis of the edge, 0..2. NULL without
                                            *   `trace`. */
} hpyr_ref_isosurface;

/** Makes a mesh by marching cubes, sample by sample and cell by cell. An empty mesh is no error.
 *  Errors:
 *    INVALID_ARGUMENT: a size is 0, `iso` is NaN, a spacing or an origin is not finite, an axis
 *      without a spacing has an origin, or a member of `desc` is out of range.
 *    OVERFLOW: a WELDED mesh has 2^32 - 1 vertices or more.
 *  Cost: O(samples).
 *  Lifetime: until hpyr_ref_isosurface_destroy. The samples are needed only until the call returns.
 *  Source: Dyken et al., section 3. The cases are the library's own, see hpyr_ref_cube_case. */
HPYR_API hpyr_result hpyr_ref_isosurface_create(const hpyr_ref_isosurface_desc *desc, hpyr_ref_isosurface **out);

/** Destroys a mesh of hpyr_ref_isosurface_create, with all its arrays. NULL is allowed. */
HPYR_API void hpyr_ref_isosurface_destroy(hpyr_ref_isosurface *isosurface);

#ifdef __cplusplus
}
#endif

#include <histopyramid/reference/discriminator.h>
#include <histopyramid/reference/features.h>
#include <histopyramid/reference/flow.h>
#include <histopyramid/reference/lists.h>
#include <histopyramid/reference/nearest.h>
#include <histopyramid/reference/normals.h>
#include <histopyramid/reference/octree.h>
#include <histopyramid/reference/poisson.h>
#include <histopyramid/reference/quadtree.h>
#include <histopyramid/reference/sparse.h>
#include <histopyramid/reference/surface.h>

#endif
