/* reference/octree.h - the CPU reference of octree.h: the same octree in plain C.
 * SPDX-License-Identifier: MIT
 *
 * The reference is there to check results and for tests. Unlike the rest of the library, its
 * functions and structs may change at any release. Its CMake target is histopyramid::reference. It
 * needs no GL. Threads may call it at the same time. octree_types.h says what the arrays hold, and
 * names the paper. */
#ifndef HPYR_REFERENCE_OCTREE_H
#define HPYR_REFERENCE_OCTREE_H

#include <histopyramid/export.h>
#include <histopyramid/octree_types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An octree in CPU memory. */
typedef struct hpyr_ref_octree {
    hpyr_octree_report report;            /**< What the build has found. */
    uint32_t *arrays[HPYR_OCTREE_ARRAYS]; /**< By hpyr_octree_array. */
    uint32_t lengths[HPYR_OCTREE_ARRAYS]; /**< Number of entries of each. */
} hpyr_ref_octree;

/** Fills in LUTparent and LUTchild of the paper, section III-C, for three dimensions: neighbor j of
 *  child i of a node is child lut_child[i][j] of the node's neighbor lut_parent[i][j]. */
HPYR_API hpyr_result hpyr_ref_octree_tables(uint8_t lut_parent[8][HPYR_OCTREE_PLACES],
                                            uint8_t lut_child[8][HPYR_OCTREE_PLACES]);

/** Finds the smallest cube around all points without NaN and infinity, enlarged by `margin` around
 *  its center. It is computed in double precision and rounded at the end. If these points are one
 *  and the same, its side is `margin`; if there are none, it is the cube from 0 to `margin`.
 *  Units: `stride` counts floats from a point to the next one.
 *  Errors:
 *    INVALID_ARGUMENT: `positions` is NULL or `stride` is below 3, and there are points. */
HPYR_API hpyr_result hpyr_ref_octree_cube(const float *positions, uint32_t stride, uint32_t count, double margin,
                                          hpyr_octree_cube *cube);

/** Builds an octree. desc->points is not read; `count` is the number of points.
 *  Errors:
 *    INVALID_ARGUMENT: an argument is missing, or out of range. The cube's origin, its side and
 *      2^depth / side must be finite, and `stride` 3 or more.
 *    TOO_LARGE: there are more nodes than desc->node_capacity, or so many that an array has 2^32 entries.
 *    After an error *out is all zero.
 *  Cost: O(nodes * log nodes + points * log points).
 *  Lifetime: until hpyr_ref_octree_free.
 *  Source: the paper, section III. */
HPYR_API hpyr_result hpyr_ref_octree_build(const float *positions, uint32_t stride, uint32_t count,
                                           const hpyr_octree_cube *cube, const hpyr_octree_desc *desc,
                                           hpyr_ref_octree *out);

/** Frees the arrays. An octree that is all zero is allowed. */
HPYR_API void hpyr_ref_octree_free(hpyr_ref_octree *octree);

#ifdef __cplusplus
}
#endif

#endif
