/* normals.h - normals of points that have none.
 * SPDX-License-Identifier: MIT
 *
 * The normal of a point is that of the plane which fits the point and its nearest neighbors best. A
 * plane has two sides, so afterwards normals are turned to agree with each other, or towards the
 * place from which the points were seen.
 *
 * reference/normals.h has the same on the CPU, and defines what is computed.
 *
 * Not on GL 2.1, which has no integers: see hpyr_caps.max_list_length.
 *
 * Source, and how it is cited here:
 *   - "Hoppe et al.": Hoppe, DeRose, Duchamp, McDonald, Stuetzle, "Surface Reconstruction from
 *     Unorganized Points", Computer Graphics (SIGGRAPH) 26(2), 1992,
 *     https://doi.org/10.1145/142920.134011. Sections 3.2 and 3.3.
 */
#ifndef HPYR_NORMALS_H
#define HPYR_NORMALS_H

#include <histopyramid/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HPYR_NORMALS_MAX_NEIGHBORS = 32 /**< The largest number of neighbors. */
};

/** Which of its two sides a normal points to. */
typedef enum hpyr_orientation {
    HPYR_ORIENTATION_DEFAULT = 0,   /**< TREE. */
    HPYR_ORIENTATION_TREE = 1,      /**< Each normal is turned to agree with that of a neighbor, along a
                                           *   minimum spanning tree of all neighbors. Then each connected
                                           *   part is turned as a whole: a body so that on the whole its
                                           *   normals point away from its middle; a sheet, such as
                                           *   terrain, so that the normal of its highest point points
                                           *   upwards. */
    HPYR_ORIENTATION_VIEWPOINT = 2, /**< To the side of the viewpoint, as of a scanner that saw
                                           *   the points from there. */
    HPYR_ORIENTATION_UNORIENTED = 3 /**< To either one. */
} hpyr_orientation;

/** How normals are estimated.
 *
 *  | member      | meaning                                                       | zero means |
 *  |-------------|---------------------------------------------------------------|------------|
 *  | neighbors   | how many points make a plane, the point itself included: 3 to | 10         |
 *  |             | HPYR_NORMALS_MAX_NEIGHBORS; more of them smooth noise, and    |            |
 *  |             | edges too                                                     |            |
 *  | orientation | which side a normal points to                                 | TREE       |
 *  | viewpoint   | where the scanner stood; only VIEWPOINT reads it              | (0, 0, 0)  | */
typedef struct hpyr_normals_desc {
    uint32_t neighbors;
    hpyr_orientation orientation;
    float viewpoint[3];
} hpyr_normals_desc;

/** What an estimation has found. */
typedef struct hpyr_normals_report {
    uint32_t estimated; /**< Number of points that have a normal of length 1 now. */
    uint32_t undecided; /**< Number of points without one: their neighbors lie on a line or at one
                         *   place, or the octree has skipped them. Their normals are 0. */
    uint32_t parts;     /**< TREE: number of connected parts. The outside of each was guessed. Else 0. */
} hpyr_normals_report;

/** Estimates a normal for each point that an octree was built from, and writes them to a buffer of
 *  yours. The points are those of the last build; their own buffer is not read again.
 *  Without `desc` all its members are zero. After an error the report is all zero.
 *  Shapes: three floats for each point, without gaps, in the order in which the octree got the points.
 *  Units: `offset` is in bytes, a multiple of 4.
 *  Pointers: `desc` may be NULL. `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no octree.
 *    INVALID_ARGUMENT: a member of `desc` is out of range or not finite, or `offset` is no multiple of 4.
 *    BUFFER: the buffer is none, is mapped, or is too small.
 *    OUT_OF_MEMORY: there is no memory for the lists of neighbors. Nothing was written.
 *  Cost: three passes over the points, and it waits: sides are chosen on the CPU, in
 *    O(points * neighbors). One pass searches for 4 * hpyr_caps.max_draw_buffers neighbors at most; for
 *    more it is drawn again. The nearest points are found fast if the octree is so deep that few nodes of
 *    its last depth have many more points than `neighbors` (docs/normals.md). Above 16 384 points it
 *    also waits for the largest number of points of such a node, and the more there are, the fewer
 *    points a draw has, so that no system takes it for a GPU that hangs. But a fragment may look at all
 *    points of 27 such nodes: some millions take seconds.
 *  GL: state restored.
 *  Source: Hoppe et al., sections 3.2 and 3.3. */
HPYR_API hpyr_result hpyr_normals_estimate(hpyr_octree *octree, const hpyr_normals_desc *desc, uint32_t buffer,
                                           uint64_t offset, hpyr_normals_report *report);

#ifdef __cplusplus
}
#endif

#endif
