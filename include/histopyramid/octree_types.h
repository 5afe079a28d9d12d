/* octree_types.h - what an octree of points is: its nodes, its arrays and their numbering.
 * SPDX-License-Identifier: MIT
 *
 * This header needs no GL. The GPU's octree (octree.h) and the CPU reference (reference/octree.h)
 * share it.
 *
 * The root is a cube with all points. A node is a cube; it is a leaf or has eight children, which
 * are its halves along x, y and z. Depth 0 is the root, and the nodes of depth d have 1 / 2^d of its
 * side. All points lie in nodes of the last depth.
 *
 * The key of a node says where it is: three bits for each depth, from the root down. They are 1
 * where the child is the upper half along x, along y, and along z (the paper: shuffled xyz key).
 * The nodes of all depths stand in one array: the root, all nodes of depth 1, all of depth 2, and so
 * on. Within a depth they stand in the order of their keys, so eight siblings follow each other.
 *
 * Places. A cell has 8 corners, 12 edges, 6 faces, and itself. Halve it along each axis: then the
 * middle of each of these 27 has coordinates x, y, z of 0, 1 or 2, and its place is 9 x + 3 y + z.
 *
 *     z = 0            z = 1            z = 2          corner: no coordinate is 1
 *      6 15 24          7 16 25          8 17 26       edge: one coordinate is 1
 *   y  3 12 21       y  4 13 22       y  5 14 23       face: two coordinates are 1
 *      0  9 18          1 10 19          2 11 20       the cell itself: place 13
 *        x
 *
 * Corners, edges and faces are numbered in the order of their places, each from 0 on. So corner
 * 4 x + 2 y + z has the bits x, y and z of a child's number. A neighbor of a node is a node of the
 * same depth that touches it; its number is the place that it touches, and 13 is the node itself.
 *
 * An element is a corner (vertex), an edge or a face that several nodes of one depth share. It is
 * owned by the one of them that stands first. Elements stand in arrays in the order of their owners,
 * and those of one owner in the order of their places. Two nodes of different depth share no
 * element, even if two corners are the same point.
 *
 * Source, and how it is cited here:
 *   - "the paper": Zhou, Gong, Huang, Guo, "Data-Parallel Octrees for Surface Reconstruction", IEEE
 *     Transactions on Visualization and Computer Graphics 17(5), 2011,
 *     https://doi.org/10.1109/TVCG.2010.75. This header is its section III. */
#ifndef HPYR_OCTREE_TYPES_H
#define HPYR_OCTREE_TYPES_H

#include <histopyramid/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HPYR_OCTREE_MAX_DEPTH = 10, /**< The last depth that an octree can have: a key has 32 bits, and
                                 *   each depth takes three. */
    HPYR_OCTREE_PLACES = 27     /**< Number of places of a cell. */
};

/** In the arrays of an octree: there is no such node. */
#define HPYR_OCTREE_NONE UINT32_MAX

/** Which nodes have children. Nodes of the last depth have none. */
typedef enum hpyr_octree_growth {
    HPYR_OCTREE_GROWTH_DEFAULT = 0, /**< POINTS. */
    HPYR_OCTREE_GROWTH_POINTS = 1,  /**< Those with points (the paper, section III-B). */
    HPYR_OCTREE_GROWTH_GRADED = 2   /**< Those near points, too: all 26 neighbors inside the root
                                     *   exist of every node that has children, and of every node of
                                     *   the last depth that has points. A node has children if it
                                     *   or a neighbor has points; at the depth before the last one,
                                     *   if one of its eight parts or a neighbor of a part has
                                     *   points. Poisson reconstruction needs this. */
} hpyr_octree_growth;

/** What an octree is made for.
 *
 *  | member        | meaning                               | zero means                      |
 *  |---------------|---------------------------------------|---------------------------------|
 *  | capacity      | number of points of the largest set   | an error                        |
 *  | depth         | the last depth, 1 to 10               | an error                        |
 *  | growth        | which nodes have children             | POINTS                          |
 *  | node_capacity | a build that needs more nodes fails   | as many as this GL's lists have | */
typedef struct hpyr_octree_desc {
    uint32_t capacity;
    uint32_t depth;
    hpyr_octree_growth growth;
    uint32_t node_capacity;
} hpyr_octree_desc;

/** A cube with sides along the axes.
 *  A point p lies in the cell floor((p - origin) * (2^d / side)) of depth d, computed in single
 *  precision and in this order; 2^d / side is rounded once. Points outside of the cube belong to the
 *  nearest cell. A GPU may take a coordinate of p - origin below 2^-126 for 0. */
typedef struct hpyr_octree_cube {
    float origin[3]; /**< The corner with the smallest coordinates. */
    float side;      /**< Length of an edge, above 0. */
} hpyr_octree_cube;

/** What a build has found. Indices from first_node[d] up to first_node[d + 1] - 1 are those of depth
 *  d, and so on; all entries behind the last depth are the totals. */
typedef struct hpyr_octree_report {
    uint32_t depth;        /**< The last depth. */
    hpyr_octree_cube cube; /**< The root. */
    uint32_t points;       /**< Number of points in the tree. */
    uint32_t skipped;      /**< Number of points that have a NaN or an infinite coordinate. They are
                            *   not in the tree. */
    uint32_t nodes;        /**< Number of all nodes. */
    uint32_t leaves;       /**< Number of nodes without children. */
    uint32_t vertices;     /**< Number of vertices of all depths. */
    uint32_t edges;        /**< Number of edges of all depths. */
    uint32_t faces;        /**< Number of faces of all depths. */
    uint32_t first_node[HPYR_OCTREE_MAX_DEPTH + 2];   /**< The first node of each depth. */
    uint32_t first_vertex[HPYR_OCTREE_MAX_DEPTH + 2]; /**< The first vertex of each depth. */
    uint32_t first_edge[HPYR_OCTREE_MAX_DEPTH + 2];   /**< The first edge of each depth. */
    uint32_t first_face[HPYR_OCTREE_MAX_DEPTH + 2];   /**< The first face of each depth. */
} hpyr_octree_report;

/** The arrays of an octree. Each is a list of 32-bit numbers, with so many for each node, element or
 *  point. Where an array names nodes, an entry without a node is HPYR_OCTREE_NONE. */
typedef enum hpyr_octree_array {
    HPYR_OCTREE_ARRAY_KEYS = 0,      /**< 1 for each node: its key; 3 * depth bits. */
    HPYR_OCTREE_ARRAY_FIRST_POINTS,  /**< 1 for each node: the position in POINT_ORDER of its first
                                      *   point, which is the number of points in the nodes of its
                                      *   depth that stand before it. */
    HPYR_OCTREE_ARRAY_POINT_COUNTS,  /**< 1 for each node: its number of points. */
    HPYR_OCTREE_ARRAY_PARENTS,       /**< 1 for each node: the node above; NONE for the root. */
    HPYR_OCTREE_ARRAY_CHILDREN,      /**< 8 for each node: the nodes below, in the order of their
                                      *   keys, or NONE. */
    HPYR_OCTREE_ARRAY_NEIGHBORS,     /**< 27 for each node: its neighbors, by their places; NONE
                                      *   where there is none. */
    HPYR_OCTREE_ARRAY_VERTICES,      /**< 8 for each node: its corners. */
    HPYR_OCTREE_ARRAY_EDGES,         /**< 12 for each node: its edges. */
    HPYR_OCTREE_ARRAY_FACES,         /**< 6 for each node: its faces. */
    HPYR_OCTREE_ARRAY_VERTEX_NODES,  /**< 8 for each vertex: the nodes that share it. First comes the
                                      *   one whose upper corner it is along all axes, then the
                                      *   others in the order of children; or NONE. */
    HPYR_OCTREE_ARRAY_EDGE_VERTICES, /**< 2 for each edge: its ends, the lower one first. */
    HPYR_OCTREE_ARRAY_FACE_EDGES,    /**< 4 for each face: its edges, in the order of their places. */
    HPYR_OCTREE_ARRAY_POINT_ORDER,   /**< 1 for each point: the points in the order of their nodes,
                                      *   as the number of each in your list. Points of one node keep
                                      *   their order. */
    HPYR_OCTREE_ARRAY_POINT_NODES    /**< 1 for each point, in the same order: its node of the last
                                      *   depth. */
} hpyr_octree_array;

enum {
    HPYR_OCTREE_ARRAYS = 14 /**< Number of values of hpyr_octree_array. */
};

#ifdef __cplusplus
}
#endif

#endif
