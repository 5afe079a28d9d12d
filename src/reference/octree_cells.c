/* octree_cells.c - cells of the oracle's octree, their keys, and the search for a node.  SPDX-License-Identifier: MIT */
#include "reference/octree.h"

#include <stdlib.h>

octree_cell hpi_reference_octree_place(uint32_t place) {
    return (octree_cell){(int32_t)(place / 9), (int32_t)(place / 3 % 3), (int32_t)(place % 3)};
}

uint32_t hpi_reference_octree_place_at(octree_cell coordinates) {
    return (uint32_t)(9 * coordinates.x + 3 * coordinates.y + coordinates.z);
}

uint32_t hpi_reference_octree_key(octree_cell cell, uint32_t depth) {
    uint32_t key = 0;
    for (uint32_t bit = depth; bit-- > 0;) {
        key = key << 1 | ((uint32_t)cell.x >> bit & 1);
        key = key << 1 | ((uint32_t)cell.y >> bit & 1);
        key = key << 1 | ((uint32_t)cell.z >> bit & 1);
    }
    return key;
}

octree_cell hpi_reference_octree_cell(uint32_t key, uint32_t depth) {
    octree_cell cell = {0, 0, 0};
    for (uint32_t d = depth; d-- > 0;) {
        cell.x = 2 * cell.x + (int32_t)(key >> (3 * d + 2) & 1);
        cell.y = 2 * cell.y + (int32_t)(key >> (3 * d + 1) & 1);
        cell.z = 2 * cell.z + (int32_t)(key >> (3 * d) & 1);
    }
    return cell;
}

bool hpi_reference_octree_is_inside(octree_cell cell, uint32_t depth) {
    const int32_t end = (int32_t)1 << depth;
    return cell.x >= 0 && cell.y >= 0 && cell.z >= 0 && cell.x < end && cell.y < end && cell.z < end;
}

uint32_t hpi_reference_octree_search(const uint32_t *keys, uint32_t count, uint32_t key) {
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (keys[middle] < key)
            first = middle + 1;
        else
            end = middle;
    }
    return first < count && keys[first] == key ? first : HPYR_OCTREE_NONE;
}

uint32_t hpi_reference_octree_find(const hpyr_ref_octree *tree, uint32_t depth, uint32_t key) {
    const uint32_t first = tree->report.first_node[depth];
    const uint32_t found = hpi_reference_octree_search(tree->arrays[HPYR_OCTREE_ARRAY_KEYS] + first,
                                                       tree->report.first_node[depth + 1] - first, key);
    return found == HPYR_OCTREE_NONE ? found : first + found;
}

uint32_t hpi_reference_octree_node_at(const hpyr_ref_octree *tree, uint32_t depth, octree_cell cell) {
    if (!hpi_reference_octree_is_inside(cell, depth))
        return HPYR_OCTREE_NONE;
    return hpi_reference_octree_find(tree, depth, hpi_reference_octree_key(cell, depth));
}

/* ---- building ---- */

bool hpi_reference_octree_allocate(hpyr_ref_octree *tree, hpyr_octree_array array, uint64_t length) {
    tree->arrays[array] = calloc((size_t)length + 1, sizeof **tree->arrays);
    tree->lengths[array] = (uint32_t)length;
    return tree->arrays[array] != NULL;
}
