/* nearest.h - the points of an octree that are nearest to places of yours.
 * SPDX-License-Identifier: MIT
 *
 * A query is a place in space, which need not be one of the points. The answer is a list of the points
 * nearest to it: exactly these, whether the query lies among the points, in a gap or far away.
 *
 * reference/nearest.h has the same on the CPU, and defines what is computed.
 *
 * Not on GL 2.1, which has no integers: see hpyr_caps.max_list_length. */
#ifndef HPYR_NEAREST_H
#define HPYR_NEAREST_H

#include <histopyramid/octree.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HPYR_OCTREE_MAX_NEIGHBORS = 32 /**< The largest number of neighbors. */
};

/** What is asked, and where the answers go.
 *
 *  | member           | meaning                                                       | zero means               |
 *  |------------------|---------------------------------------------------------------|--------------------------|
 *  | queries          | three coordinates for each query                              | an error, unless there are no queries |
 *  | count            | number of queries                                             | nothing is done          |
 *  | neighbors        | how many points a list has: 1 to HPYR_OCTREE_MAX_NEIGHBORS    | 1                        |
 *  | radius           | points farther away are left out; one at the radius counts    | any distance             |
 *  | indices          | a buffer for the lists                                        | an error, unless there are no queries |
 *  | indices_offset   | the byte where they begin, a multiple of 4                    | 0                        |
 *  | distances        | a buffer for the squared distances; it may be that of indices | nobody wants them        |
 *  | distances_offset | the byte where they begin, a multiple of 4                    | 0                        | */
typedef struct hpyr_octree_nearest_desc {
    hpyr_attribute queries;
    uint32_t count;
    uint32_t neighbors;
    float radius;
    uint32_t indices;
    uint64_t indices_offset;
    uint32_t distances;
    uint64_t distances_offset;
} hpyr_octree_nearest_desc;

/** What was found. */
typedef struct hpyr_octree_nearest_report {
    uint32_t found;   /**< Number of queries that have a point in their list. */
    uint32_t skipped; /**< Number of queries that have a NaN or an infinite coordinate. Their lists are
                       *   empty. */
} hpyr_octree_nearest_report;

/** Finds the points nearest to each query, nearest first. Of points that are equally far, the one with
 *  the smaller index comes first. The points are those of the last build; their own buffer is not read
 *  again. What is written may lie where the queries are. After an error the report is all zero.
 *  Shapes: `neighbors` entries for each query, without gaps. An index is uint32, and counts points as the
 *    octree got them; entries that are left are HPYR_OCTREE_NONE. A squared distance is a float; those of
 *    entries that are left are infinite.
 *  Units: squared distances are in those of the points, squared: 0 below 2^-126, infinite from 2^128 on.
 *  Pointers: `report` may be NULL.
 *  Errors:
 *    NOT_BUILT: there is no octree.
 *    INVALID_ARGUMENT: a member of `desc` is out of range, `indices` and `distances` overlap, or there is a
 *      `distances_offset` without `distances`.
 *    BUFFER: a buffer is none, is mapped, or is too small.
 *    TOO_LARGE: the queries have more floats, gaps included, than hpyr_caps.max_list_length.
 *    OUT_OF_MEMORY: there is no memory for the lists. Nothing was written.
 *  Cost: a pass over the points if it is the first call after a build, and one over the queries for each
 *    2^18 of them. One pass searches for 4 * hpyr_caps.max_draw_buffers neighbors at most; for more it is
 *    drawn again. A search looks at few nodes, unless very many points are about equally far from the query
 *    (docs/nearest.md). With a `report` it waits. If there are more than 2^28 pairs of a query of such a pass
 *    and a point, it also waits once after each build, for the largest number of points of a node; and the
 *    more there are, the fewer queries a draw has, so that no system takes it for a GPU that hangs.
 *  GL: state restored. */
HPYR_API hpyr_result hpyr_octree_nearest(hpyr_octree *octree, const hpyr_octree_nearest_desc *desc,
                                         hpyr_octree_nearest_report *report);

#ifdef __cplusplus
}
#endif

#endif
