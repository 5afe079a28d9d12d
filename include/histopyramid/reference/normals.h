/* reference/normals.h - the CPU reference of normals.h: nearest points, planes and orientation in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time.
 *
 * What is computed, for points of which `neighbors` make a plane:
 *   - Lists. The list of a point names the `neighbors` nearest points, the point itself among them,
 *     nearest first. Of points that are equally far, the one with the smaller index comes first. The
 *     distance is dx^2 + dy^2 + dz^2, summed in this order; differences, products and sums are
 *     rounded to single precision each. All differences are multiplied by one power of two first, so
 *     that no square is infinite. Squares may be 0 of differences below 2^-125 of the largest side of
 *     the box around all points. Points that have a NaN or an infinite coordinate are skipped: they
 *     are in no list and have an empty one.
 *   - Planes. The covariance of a list has three eigenvalues. The eigenvector of the smallest one is
 *     the normal. If the second one is at most HPYR_REF_NORMALS_LINE of the largest one, the points
 *     lie on a line or at one place: no plane is better than all others, and the normal is undecided,
 *     which is 0.
 *   - Tree. Edges go from each point to the points of its list; those of undecided points count as
 *     absent. The weight of an edge is 1 - |n . m|, where n and m are the normals of its ends
 *     (Hoppe et al., section 3.3), computed in double precision and rounded to a multiple of
 *     1 / 65535. Edges are in the order of weights, then of the point whose list has the edge, then
 *     of their place in this list. The minimum spanning tree in this order is unique. Along each of
 *     its edges the two normals are turned so that n . m >= 0.
 *   - Sides. Which side of a connected part is outside, its flux tells: the sum of n . (p - c) over its
 *     points, where c is the mean of their positions. For points that are spread evenly around a body, this
 *     is about 3 * volume * points per unit of area if normals point outside, and minus that if they
 *     point inside. So the flux becomes positive; unless the part is rather a sheet, which has no
 *     inside: if the sum of n is longer than half the number of points, or if the flux, taken without its
 *     sign, is at most a fiftieth of the sum of |n . (p - c)|. In a sheet the point with the largest z, and of several the one with the smallest index, tells the side: the
 *     last of its normal's z, y, x that is not 0 becomes positive. Sums are in double precision.
 *
 * Source, and how it is cited here:
 *   - "Hoppe et al.": Hoppe, DeRose, Duchamp, McDonald, Stuetzle, "Surface Reconstruction from
 *     Unorganized Points", Computer Graphics (SIGGRAPH) 26(2), 1992,
 *     https://doi.org/10.1145/142920.134011. Sections 3.2 and 3.3. */
#ifndef HPYR_REFERENCE_NORMALS_H
#define HPYR_REFERENCE_NORMALS_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** In lists: there are not so many points. */
#define HPYR_REF_NORMALS_NONE UINT32_MAX

/** Points are on a line if the second eigenvalue is at most so much of the largest one: if they
 *  are spread along the line a hundred times as far as beside it. */
#define HPYR_REF_NORMALS_LINE 1e-4

/** The plane of a point and its nearest ones. */
typedef struct hpyr_ref_plane {
    double normal[3];      /**< Of length 1, to either side; 0 where it is undecided. */
    double eigenvalues[3]; /**< Of the covariance, the smallest one first. 0 for skipped points. */
} hpyr_ref_plane;

/** Writes the list of each point to `lists`, `neighbors` entries a point. Entries that are left are
 *  HPYR_REF_NORMALS_NONE.
 *  Units: `stride` counts floats.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, `stride` is below 3, or `neighbors` is 0.
 *    OUT_OF_MEMORY: there is no memory for the scaled points.
 *  Cost: O(count^2).
 *  Source: exhaustive search. */
HPYR_API hpyr_result hpyr_ref_normals_lists(const float *positions, uint32_t stride, uint32_t count, uint32_t neighbors,
                                            uint32_t *lists);

/** Writes the plane of each point, computed in double precision from its list.
 *  Units: `stride` counts floats.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, `stride` is below 3, or `neighbors` is 0.
 *  Source: Hoppe et al., section 3.2; the eigenvectors by Jacobi's method. */
HPYR_API hpyr_result hpyr_ref_normals_planes(const float *positions, uint32_t stride, uint32_t count,
                                             const uint32_t *lists, uint32_t neighbors, hpyr_ref_plane *planes);

/** Turns normals to agree with each other along the minimum spanning tree. `normals` has three
 *  floats a point, without gaps. `parts` may be NULL; it receives the number of connected parts.
 *  Units: `stride` counts floats of `positions`.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, `stride` is below 3, or `neighbors` is 0.
 *    OUT_OF_MEMORY: there is no memory for the edges. No normal was turned.
 *  Source: Hoppe et al., section 3.3. */
HPYR_API hpyr_result hpyr_ref_normals_along_tree(const float *positions, uint32_t stride, uint32_t count,
                                                 const uint32_t *lists, uint32_t neighbors, float *normals,
                                                 uint32_t *parts);

/** Turns each normal so that the viewpoint is on its side of the plane: (viewpoint - point) . normal
 *  is not negative, computed in double precision.
 *  Units and errors: as hpyr_ref_normals_along_tree. */
HPYR_API hpyr_result hpyr_ref_normals_to_viewpoint(const float *positions, uint32_t stride, uint32_t count,
                                                   const float viewpoint[3], float *normals);

#ifdef __cplusplus
}
#endif

#endif
