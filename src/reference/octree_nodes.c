/* octree_nodes.c - the oracle's octree: which nodes there are, and how they are related.  SPDX-License-Identifier: MIT
 *
 * Source: the paper, section III-B, steps 4 to 6, and III-C; the growth GRADED is the library's own. */
#include "reference/octree.h"

#include <stdlib.h>
#include <string.h>

/* ---- growth ---- */

static bool has_points(const octree_points *points, uint32_t depth, octree_cell cell) {
    if (!hpi_reference_octree_is_inside(cell, depth))
        return false;
    uint32_t key = hpi_reference_octree_key(cell, depth);
    return hpi_reference_octree_search(points->cells[depth], points->cell_counts[depth], key) != HPYR_OCTREE_NONE;
}

/* Is there a cell with points among those of `depth` from `from` to `to`, both included? */
static bool block_has_points(const octree_points *points, uint32_t depth, octree_cell from, octree_cell to) {
    for (int32_t x = from.x; x <= to.x; x++)
        for (int32_t y = from.y; y <= to.y; y++)
            for (int32_t z = from.z; z <= to.z; z++)
                if (has_points(points, depth, (octree_cell){x, y, z}))
                    return true;
    return false;
}

/* GRADED looks at the node and its neighbors; at the depth before the last one, at the eight parts of the node and
 * the neighbors of these. */
static bool has_children(const octree_points *points, hpyr_octree_growth growth, uint32_t depth, uint32_t key) {
    octree_cell c = hpi_reference_octree_cell(key, depth);
    if (depth == points->depth)
        return false;
    if (growth != HPYR_OCTREE_GROWTH_GRADED)
        return has_points(points, depth, c);
    if (depth + 1 < points->depth)
        return block_has_points(points, depth, (octree_cell){c.x - 1, c.y - 1, c.z - 1},
                                (octree_cell){c.x + 1, c.y + 1, c.z + 1});
    return block_has_points(points, depth + 1, (octree_cell){2 * c.x - 1, 2 * c.y - 1, 2 * c.z - 1},
                            (octree_cell){2 * c.x + 2, 2 * c.y + 2, 2 * c.z + 2});
}

static hpyr_result make_room(hpyr_ref_octree *tree, uint32_t count, uint32_t *capacity, uint32_t node_capacity) {
    if (count > node_capacity)
        return HPYR_ERROR_TOO_LARGE;
    if (count <= *capacity)
        return HPYR_OK;
    uint32_t more = 2 * count;
    uint32_t *keys = calloc(more, sizeof *keys);
    if (!keys)
        return HPYR_ERROR_OUT_OF_MEMORY;
    if (*capacity)
        memcpy(keys, tree->arrays[HPYR_OCTREE_ARRAY_KEYS], *capacity * sizeof *keys);
    free(tree->arrays[HPYR_OCTREE_ARRAY_KEYS]);
    tree->arrays[HPYR_OCTREE_ARRAY_KEYS] = keys;
    *capacity = more;
    return HPYR_OK;
}

/* Parents are in the order of their keys, and so are therefore their children. */
hpyr_result hpi_reference_octree_grow(const octree_points *points, hpyr_octree_growth growth, uint32_t node_capacity,
                                      hpyr_ref_octree *tree) {
    uint32_t count = 1, capacity = 0, *first_node = tree->report.first_node;
    hpyr_result result = make_room(tree, count, &capacity, node_capacity);
    for (uint32_t depth = 0; depth <= points->depth && result == HPYR_OK; depth++) {
        first_node[depth + 1] = count;
        for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++) {
            uint32_t key = tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node];
            if (!has_children(points, growth, depth, key)) {
                tree->report.leaves++;
                continue;
            }
            result = make_room(tree, count + OCTREE_CHILDREN, &capacity, node_capacity);
            if (result != HPYR_OK)
                break;
            for (uint32_t i = 0; i < OCTREE_CHILDREN; i++)
                tree->arrays[HPYR_OCTREE_ARRAY_KEYS][count++] = key << 3 | i;
        }
    }
    for (uint32_t depth = points->depth + 2; depth < HPYR_OCTREE_MAX_DEPTH + 2; depth++)
        first_node[depth] = count;
    tree->report.nodes = tree->lengths[HPYR_OCTREE_ARRAY_KEYS] = count;
    return result;
}

/* ---- relatives ---- */

hpyr_result hpyr_ref_octree_tables(uint8_t lut_parent[8][HPYR_OCTREE_PLACES],
                                   uint8_t lut_child[8][HPYR_OCTREE_PLACES]) {
    if (!lut_parent || !lut_child)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (uint32_t child = 0; child < OCTREE_CHILDREN; child++)
        for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
            /* Cells are counted from the lowest child of the lowest neighbor of the parent, so none is negative. */
            const octree_cell at = hpi_reference_octree_cell(child, 1), to = hpi_reference_octree_place(place);
            const octree_cell cell = {2 + at.x + to.x - 1, 2 + at.y + to.y - 1, 2 + at.z + to.z - 1};
            const octree_cell parent = {cell.x / 2, cell.y / 2, cell.z / 2};
            const octree_cell part = {cell.x % 2, cell.y % 2, cell.z % 2};
            lut_parent[child][place] = (uint8_t)hpi_reference_octree_place_at(parent);
            lut_child[child][place] = (uint8_t)hpi_reference_octree_key(part, 1);
        }
    return HPYR_OK;
}

static void link_node(hpyr_ref_octree *tree, uint32_t depth, uint32_t node) {
    const uint32_t key = tree->arrays[HPYR_OCTREE_ARRAY_KEYS][node];
    const octree_cell cell = hpi_reference_octree_cell(key, depth);
    uint32_t *children = tree->arrays[HPYR_OCTREE_ARRAY_CHILDREN] + (size_t)node * OCTREE_CHILDREN;
    uint32_t *neighbors = tree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS] + (size_t)node * HPYR_OCTREE_PLACES;
    tree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node] =
        depth == 0 ? HPYR_OCTREE_NONE : hpi_reference_octree_find(tree, depth - 1, key >> 3);
    for (uint32_t i = 0; i < OCTREE_CHILDREN; i++)
        children[i] =
            depth == tree->report.depth ? HPYR_OCTREE_NONE : hpi_reference_octree_find(tree, depth + 1, key << 3 | i);
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const octree_cell to = hpi_reference_octree_place(place);
        const octree_cell there = {cell.x + to.x - 1, cell.y + to.y - 1, cell.z + to.z - 1};
        neighbors[place] = hpi_reference_octree_node_at(tree, depth, there);
    }
}

hpyr_result hpi_reference_octree_link(hpyr_ref_octree *tree) {
    const uint32_t *first_node = tree->report.first_node;
    const uint64_t nodes = tree->report.nodes;
    if (!hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_PARENTS, nodes) ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_CHILDREN, nodes * OCTREE_CHILDREN) ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_NEIGHBORS, nodes * HPYR_OCTREE_PLACES))
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t depth = 0; depth <= tree->report.depth; depth++)
        for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++)
            link_node(tree, depth, node);
    return HPYR_OK;
}
