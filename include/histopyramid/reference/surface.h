/* reference/surface.h - the CPU reference of surfaces from octrees: adaptive marching cubes.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. octree_types.h and reference/poisson.h say
 * what octrees and inner vertices are.
 *
 * The function. It has a number at every inner vertex, and is trilinear in every leaf of a graded
 * octree. All cells are thought of as divided down to the last depth D, so there are vertices with
 * coordinates 0 to 2^D. The value at a vertex v is
 *   - that of the deepest node whose lower corner is v and at whose depth v is inner. There may be
 *     deeper nodes that begin at v without v being inner there: they do not count;
 *   - if there is none, 0 at the corners of the root;
 *   - else, if v is first a vertex at depth e: the mean of the 2, 4 or 8 vertices of depth e - 1 of
 *     which v is the middle, on an edge, a face or in a cell.
 * Means are made in single precision: of 2 as (a + b) / 2, of 4 as ((a + b) + (c + d)) / 4, of 8 as
 * (((a + b) + (c + d)) + ((e + f) + (g + h))) / 8, the vertices in the order of the corners 4 x + 2 y
 * + z. Unless a sum overflows, a mean never leaves the range of its numbers, whatever is rounded. So a
 * leaf whose corners are all on one side of the surface has no vertex on the other side, on its faces
 * neither, and the surface has no cracks between leaves of different depths. The paper (section IV-D)
 * finds cracks by marking faces, and divides leaves until there are none; here there are none from
 * the beginning.
 *
 * The surface. A vertex is inside if its value is at most the isovalue. The cells of depth D of which
 * some corners are inside and some are not are active; they stand in the order of their keys. Every
 * edge of theirs that has one end inside is crossed, and has one vertex of the mesh. The mesh is closed, and
 * each of its edges has two triangles, because no crossed edge lies on the border of the root, where
 * all values are 0.
 *
 * Vertices. Let an edge of depth D run from a to b = a + one cell, and the isovalue be reached at
 *     p = (isovalue - f(a)) / (f(b) - f(a))
 * of its length if f rises evenly along it. Along a smooth surface's normal f does not rise evenly, but is
 * curved like the letter S, so vertices at p would lie some hundredths of a cell off. The curve between a
 * and b is taken to be a parabola through both values. Let
 *     F(v) = the mean of f - isovalue at v and at the eight vertices around it across the edge, with
 *            the weights (1/6, 2/3, 1/6) along either axis
 *     m(v) = (F(v + e) - F(v - e)) / (2 (f(b) - f(a))), or 0 if that is negative; e is one cell along the edge
 * These are slopes of the cubic B-spline whose coefficients are the values of f. The slopes of the parabola at
 * a and b are in the ratio of m(a) + 1/32 to m(b) + 1/32: if both m are far below 1/32, it is nearly a
 * straight line. With
 *     r = (m(a) + 1/32) / (m(a) + m(b) + 1/16)
 * the vertex lies at p / (r + sqrt(r^2 + (1 - 2 r) p)) of the edge's length, which is p for r = 1/2. It
 * lies at p if at least one of the 36 vertices that the means need has no node of depth D, or if one of
 * the two quotients is not a number of less than 10^30. All this is in single precision, in any order: so two
 * implementations place a vertex alike but for rounding.
 *
 * Triangles. The triangles of a cell are those of hpyr_ref_cube_case, except in a case that has one loop of n > 3
 * crossed edges. There hpyr_ref_cube_case lists a fan of n - 2 triangles. Let v_0, v_1, v_2 be the corners of its first
 * triangle, and v_(k+2) the third corner of triangle k, counted from 0. So v_0 to v_(n-1) go once around the
 * loop, and the list is
 *     v_0 v_1 v_2,    v_0 v_2 v_3,    ..    v_0 v_(n-2) v_(n-1)
 * The surface has a fan around a corner v_r instead, with all indices modulo n and in this order:
 *     v_r v_(r+1) v_(r+2),    v_r v_(r+2) v_(r+3),    ..    v_r v_(r+n-2) v_(r+n-1)
 * The diagonals of this fan are the lines from v_r to v_(r+2), v_(r+3) .. v_(r+n-2). The fan is allowed if no diagonal
 * has both ends on one face of the cell, because the neighbor behind this face may have a line there, too. The fan for
 * r = 0 is always allowed. Short diagonals follow a curved surface best. So r is the allowed one for which
 *     |q_r - q_(r+2)|^2 + |q_r - q_(r+3)|^2 + .. + |q_r - q_(r+n-2)|^2
 * is the least, and of equal sums the smallest r. Here q_i is where the edge of v_i would be crossed if f rose evenly
 * along it, in whole numbers of 1/256 of a cell. For an edge from a to b it is 256 a + j (b - a). The number j is
 * 256 p, rounded: the largest whole number for which
 *     (j - 1/2) / 256 * |f(b) - f(a)| <= |isovalue - f(a)|
 * with both differences and the product rounded to single precision. GPUs round differences and products alike, but not
 * quotients. So all implementations take the same fan.
 *
 * Source, and how it is cited here:
 *   - "the paper": Zhou, Gong, Huang, Guo, "Data-Parallel Octrees for Surface Reconstruction", IEEE
 *     Transactions on Visualization and Computer Graphics 17(5), 2011,
 *     https://doi.org/10.1109/TVCG.2010.75. It places vertices linearly. */
#ifndef HPYR_REFERENCE_SURFACE_H
#define HPYR_REFERENCE_SURFACE_H

#include <histopyramid/export.h>
#include <histopyramid/reference/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A surface in CPU memory. */
typedef struct hpyr_ref_surface {
    uint32_t cell_count;     /**< Number of active cells. */
    uint32_t vertex_count;   /**< Number of vertices. */
    uint32_t triangle_count; /**< Number of triangles. */
    uint32_t *cells;         /**< Keys of the active cells, ascending. */
    float *positions;        /**< Three coordinates for each vertex, in cells of depth D from the root's
                              *   lower corner on. They stand in the order of the cells, for each cell
                              *   those of its edges that begin at its lower corner: along x, y, z. */
    uint32_t *indices;       /**< Three vertices for each triangle, counter-clockwise seen from
                              *   outside: by cell, in a cell in the order said above. */
} hpyr_ref_surface;

/** Finds the value at a vertex of depth D.
 *  `values` are by nodes; those of nodes whose lower corner is not inner are not read.
 *  Units: coordinates from 0 to 2^D.
 *  Errors:
 *    INVALID_ARGUMENT: a coordinate is above 2^D, or a value or a sum that the mean needs is not finite.
 *    OUT_OF_MEMORY: there is no memory for the table of values that are known. */
HPYR_API hpyr_result hpyr_ref_surface_value(const hpyr_ref_octree *octree, const float *values,
                                            const uint32_t vertex[3], float *value);

/** Finds the surface on which the function has its isovalue. `octree` was built GRADED.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing; the isovalue, a value, or a sum of eight values that a
 *      mean needs is not finite.
 *    TOO_LARGE: there are more than 2^32 / 5 active cells.
 *    After an error *out is all zero.
 *  Cost: O((nodes + active cells) * depth * log nodes).
 *  Lifetime: until hpyr_ref_surface_free.
 *  Source: the paper, section IV-D. */
HPYR_API hpyr_result hpyr_ref_surface_build(const hpyr_ref_octree *octree, const float *values, float isovalue,
                                            hpyr_ref_surface *out);

/** Frees the arrays. All zero is allowed. */
HPYR_API void hpyr_ref_surface_free(hpyr_ref_surface *surface);

#ifdef __cplusplus
}
#endif

#endif
