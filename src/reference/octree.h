/* octree.h - what the files of the oracle's octree share: cells, their keys, and the search for a node.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_OCTREE_H
#define HPI_REFERENCE_OCTREE_H

#include <histopyramid/reference/octree.h>

enum { OCTREE_CHILDREN = 8, OCTREE_PLACE_SELF = 13 };

/* A cell of some depth, in cells from the root's lowest corner. Coordinates may be outside of the root. */
typedef struct octree_cell {
    int32_t x, y, z;
} octree_cell;

/* A point of the tree: the key of its cell of the last depth, and its number in the caller's list. */
typedef struct octree_point {
    uint32_t key, number;
} octree_point;

/* The points in the order of their keys. For each depth the keys of all cells that have points, without
 * duplicates and in order. They exist before there are any nodes. */
typedef struct octree_points {
    octree_point *points;
    uint32_t count, skipped, depth;
    uint32_t *cells[HPYR_OCTREE_MAX_DEPTH + 1];
    uint32_t cell_counts[HPYR_OCTREE_MAX_DEPTH + 1];
} octree_points;

/* The coordinates of a place, each 0, 1 or 2. */
octree_cell hpi_reference_octree_place(uint32_t place);
uint32_t hpi_reference_octree_place_at(octree_cell coordinates);

uint32_t hpi_reference_octree_key(octree_cell cell, uint32_t depth);
octree_cell hpi_reference_octree_cell(uint32_t key, uint32_t depth);
bool hpi_reference_octree_is_inside(octree_cell cell, uint32_t depth);

/* Position of `key` in `count` ascending keys, or NONE. */
uint32_t hpi_reference_octree_search(const uint32_t *keys, uint32_t count, uint32_t key);

/* The node of that depth with that key or that cell, or NONE. Needs KEYS and report.first_node. */
uint32_t hpi_reference_octree_find(const hpyr_ref_octree *tree, uint32_t depth, uint32_t key);
uint32_t hpi_reference_octree_node_at(const hpyr_ref_octree *tree, uint32_t depth, octree_cell cell);

/* An array of `length` entries of the octree, all 0. False where there is no memory. */
bool hpi_reference_octree_allocate(hpyr_ref_octree *tree, hpyr_octree_array array, uint64_t length);

/* Sorts the points that are in the tree, and finds the cells that have some. */
hpyr_result hpi_reference_octree_sort(const float *positions, uint32_t stride, uint32_t count,
                                      const hpyr_octree_cube *cube, uint32_t depth, octree_points *out);
void hpi_reference_octree_free_points(octree_points *points);

/* The steps of a build, in their order. Each fills in arrays, and its part of the report. */
hpyr_result hpi_reference_octree_grow(const octree_points *points, hpyr_octree_growth growth, uint32_t node_capacity,
                                      hpyr_ref_octree *tree);
hpyr_result hpi_reference_octree_link(hpyr_ref_octree *tree);
hpyr_result hpi_reference_octree_place_points(const octree_points *points, hpyr_ref_octree *tree);
hpyr_result hpi_reference_octree_share(hpyr_ref_octree *tree);

#endif
