/* normals.h - normals of points that have none.
 * SPDX-License-Identifier: MIT
 *
 * The normal of a point is that of the plane which fits the point and its nearest neighbours best. A
 * plane has two sides, so afterwards normals are turned to agree with each other, or towards the
 * place from which the points were seen.
 *
 * GL 2.1 has no integers, so it has none of this: see hpyr_caps.max_list_length. */
#ifndef HPYR_NORMALS_H
#define HPYR_NORMALS_H

#include <histopyramid/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The largest number of neighbours. */
#define HPYR_NORMALS_MAX_NEIGHBORS 32

/** Which of its two sides a normal points to. */
typedef enum hpyr_normals_orientation {
    HPYR_NORMALS_ORIENTATION_DEFAULT = 0, /**< TREE. */
    HPYR_NORMALS_TREE = 1,                /**< Outwards, as far as can be told: the highest point of each
                                           *   connected part points upwards, and from there each normal
                                           *   is turned to agree with that of a neighbour, along a
                                           *   minimum spanning tree of all neighbours. */
    HPYR_NORMALS_VIEWPOINT = 2,           /**< Towards the viewpoint, as of a scanner that saw them. */
    HPYR_NORMALS_UNORIENTED = 3           /**< To either one. */
} hpyr_normals_orientation;

/** How normals are estimated.
 *
 *  | member      | meaning                                                       | zero means |
 *  |-------------|---------------------------------------------------------------|------------|
 *  | neighbors   | how many of the nearest points make a plane, with the point   | 10         |
 *  |             | itself: 3 to HPYR_NORMALS_MAX_NEIGHBORS                       |            |
 *  | orientation | which side a normal points to                                 | TREE       |
 *  | viewpoint   | where the scanner stood; only for VIEWPOINT                   | (0, 0, 0)  | */
typedef struct hpyr_normals_desc {
    uint32_t neighbors;
    hpyr_normals_orientation orientation;
    float viewpoint[3];
} hpyr_normals_desc;

/** What an estimation has found. */
typedef struct hpyr_normals_report {
    uint32_t estimated; /**< Number of points that have a normal of length 1 now. */
    uint32_t undecided; /**< Number of points whose neighbours lie on a line or at one place: their
                         *   normals are 0. So are those of points that the octree has skipped. */
    uint32_t parts;     /**< TREE: number of connected parts. */
} hpyr_normals_report;

/** Estimates a normal for each point that an octree was built from.
 *  `desc` may be NULL, which means all zero. `report` may be NULL.
 *  Shapes: three floats for each point, in the order in which the octree got the points.
 *  Errors:
 *    NOT_BUILT: there is no octree.
 *    INVALID_ARGUMENT: a member of `desc` is out of range, or `offset` is no multiple of 4.
 *    BUFFER: the buffer is none, is mapped, or is too small.
 *  Units: `offset` is bytes.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_normals_estimate(hpyr_octree *octree, const hpyr_normals_desc *desc, uint32_t buffer,
                                           uint64_t offset, hpyr_normals_report *report);

#ifdef __cplusplus
}
#endif

#endif
