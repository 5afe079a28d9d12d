/* reference/nearest.h - the CPU reference of nearest.h: the points nearest to queries, by exhaustive search in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time.
 *
 * What is computed, for one query q:
 *   - Points that have a NaN or an infinite coordinate are skipped: they are in no list. If q has one, its list is
 *     empty. The exponent of a number x is the largest whole e with 2^e <= |x|; that of 0, and of all below 2^-126,
 *     is -127.
 *   - Scale. All differences are multiplied by 2^k. Let c be the largest coordinate of q and of all points, without
 *     its sign, and i = min(124 - exponent of c, 126). Let s be the largest side of the box around all points and q,
 *     rounded to single precision, and j = min(62 - exponent of 2^i s, 126). Then k = i + j. So the largest side
 *     becomes 2^62 to 2^63 where 126 is no limit, and no square is infinite. A query that is far away changes nothing
 *     for the other ones.
 *   - Squared distance of a point p. The difference p - q is rounded to single precision along each axis and multiplied
 *     by 2^k; below 2^-63 it becomes 0. The squared distance is dx^2 + dy^2 + dz^2, summed in this order; products and
 *     sums are rounded to single precision each.
 *   - Radius. 2^k radius, rounded to single precision, is squared, and the square rounded, too; it is 0 if the factor is
 *     below 2^-63, and infinite if it is 2^64 or more. Points whose squared distance is at most this one are within the
 *     radius.
 *   - Order. Smaller squared distances come first. Where two of them are equal, a point at q itself comes before one
 *     that is elsewhere, which matters only for squares of 0; then the smaller index comes first.
 *   - What is told of a squared distance is multiplied by 2^-2k, which rounds nothing; below 2^-126 it becomes 0, and
 *     from 2^128 on infinite.
 *
 * A GPU may take coordinates below 2^-126 for 0, and so differences that are below 2^-250 of c. */
#ifndef HPYR_REFERENCE_NEAREST_H
#define HPYR_REFERENCE_NEAREST_H

#include <histopyramid/export.h>
#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Points, or queries, in CPU memory: three coordinates each, `stride` floats apart. */
typedef struct hpyr_ref_points {
    const float *positions; /**< Coordinates of the first one. It may be NULL if there are none. */
    uint32_t stride;        /**< Floats from one to the next, 3 or more. */
    uint32_t count;         /**< Number of points. */
} hpyr_ref_points;

/** Writes the list of each query to `indices`, `neighbors` entries a query, and its squared distances to `distances`,
 *  which may be NULL. Entries that are left are UINT32_MAX, and infinite. A `radius` of 0 means any distance.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, a stride is below 3, `neighbors` is 0, or `radius` is below 0 or not finite.
 *    OUT_OF_MEMORY: there is no memory for the distances of a list.
 *  Cost: O(points * queries).
 *  Source: exhaustive search. */
HPYR_API hpyr_result hpyr_ref_octree_nearest(const hpyr_ref_points *points, const hpyr_ref_points *queries,
                                             uint32_t neighbors, float radius, uint32_t *indices, float *distances);

#ifdef __cplusplus
}
#endif

#endif
