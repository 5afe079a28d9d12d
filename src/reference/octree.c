/* octree.c - the oracle's octree: what its input must be, and the order of a build.  SPDX-License-Identifier: MIT
 *
 * Source: the paper, section III; histopyramid/reference/octree.h names it. Nothing here goes from a node to its relatives: every
 * one of them is searched for by its key, in the nodes of its depth. */
#include "reference/octree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Neighbors are the longest array, and its length has 32 bits. */
static const uint32_t node_limit = UINT32_MAX / HPYR_OCTREE_PLACES;

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
    if (desc->growth < HPYR_OCTREE_GROWTH_DEFAULT || desc->growth > HPYR_OCTREE_GROWTH_GRADED)
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
    const bool is_limited = desc->node_capacity && desc->node_capacity < node_limit;
    octree_points points;
    hpyr_result result = hpi_reference_octree_sort(positions, stride, count, cube, desc->depth, &points);
    if (result == HPYR_OK) {
        report_points(&points, cube, &out->report);
        result = hpi_reference_octree_grow(&points, desc->growth, is_limited ? desc->node_capacity : node_limit, out);
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
