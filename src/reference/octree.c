/* octree.c - the oracle's octree: its cells and keys, and the order of a build.  SPDX-License-Identifier: MIT
 *
 * Source: the paper, section III; reference_octree.h names it. Nothing here goes from a node to its relatives: every
 * one of them is searched for by its key, in the nodes of its depth. */
#include "reference/octree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Neighbours are the longest array, and its length has 32 bits. */
static const uint32_t node_limit = UINT32_MAX / HPYR_OCTREE_PLACES;

/* ---- cells ---- */

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
    const uint32_t found = hpi_reference_octree_search(tree->arrays[HPYR_OCTREE_KEYS] + first,
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

/* The number of cells in a unit of length must be a number, too. */
static bool is_valid_cube(const hpyr_octree_cube *cube, uint32_t depth) {
    for (int axis = 0; axis < 3; axis++)
        if (!isfinite(cube->origin[axis]))
            return false;
    float cells = (float)(1u << depth) / cube->side;
    return isfinite(cube->side) && cube->side > 0 && isfinite(cells);
}

static bool is_valid(const float *positions, uint32_t stride, uint32_t count, const hpyr_octree_cube *cube,
                     const hpyr_octree_desc *desc) {
    if (!cube || !desc || desc->depth < 1 || desc->depth > HPYR_OCTREE_MAX_DEPTH)
        return false;
    if (desc->growth < HPYR_OCTREE_GROWTH_DEFAULT || desc->growth > HPYR_OCTREE_GRADED)
        return false;
    return is_valid_cube(cube, desc->depth) && (count == 0 || (positions && stride >= 3));
}

static void report_points(const octree_points *points, const hpyr_octree_cube *cube, hpyr_octree_report *report) {
    report->depth = points->depth;
    report->cube = *cube;
    report->points = points->count;
    report->skipped = points->skipped;
}

hpyr_result hpyr_ref_octree_build(const float *positions, uint32_t stride, uint32_t count, const hpyr_octree_cube *cube,
                                  const hpyr_octree_desc *desc, hpyr_ref_octree *out) {
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = (hpyr_ref_octree){.lengths = {0}};
    if (!is_valid(positions, stride, count, cube, desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    const bool is_limited = desc->max_nodes && desc->max_nodes < node_limit;
    octree_points points;
    hpyr_result result = hpi_reference_octree_sort(positions, stride, count, cube, desc->depth, &points);
    if (result == HPYR_OK) {
        report_points(&points, cube, &out->report);
        result = hpi_reference_octree_grow(&points, desc->growth, is_limited ? desc->max_nodes : node_limit, out);
    }
    if (result == HPYR_OK)
        result = hpi_reference_octree_link(out);
    if (result == HPYR_OK)
        result = hpi_reference_octree_place_points(&points, out);
    if (result == HPYR_OK)
        result = hpi_reference_octree_share(out);
    hpi_reference_octree_free_points(&points);
    if (result != HPYR_OK)
        hpyr_ref_octree_free(out);
    return result;
}

void hpyr_ref_octree_free(hpyr_ref_octree *octree) {
    if (!octree)
        return;
    for (int array = 0; array < HPYR_OCTREE_ARRAYS; array++)
        free(octree->arrays[array]);
    *octree = (hpyr_ref_octree){.lengths = {0}};
}
