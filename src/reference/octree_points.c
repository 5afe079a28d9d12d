/* octree_points.c - the oracle's octree: the cube around points, the cells that they lie in, and their order.
 * SPDX-License-Identifier: MIT
 *
 * Source: the paper, section III-B, steps 1 to 3. octree_types.h defines the cell of a point. */
#include "reference/octree.h"

#include <math.h>
#include <stdlib.h>

static bool is_finite_point(const float *position) {
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]);
}

hpyr_result hpyr_ref_octree_cube(const float *positions, uint32_t stride, uint32_t count, double margin,
                                 hpyr_octree_cube *cube) {
    double min[3] = {INFINITY, INFINITY, INFINITY}, max[3] = {-INFINITY, -INFINITY, -INFINITY}, extent = 0;
    if (!cube || (count > 0 && (!positions || stride < 3)))
        return HPYR_ERROR_INVALID_ARGUMENT;
    *cube = (hpyr_octree_cube){.side = (float)margin};
    for (uint32_t i = 0; i < count; i++)
        for (int axis = 0; axis < 3 && is_finite_point(positions + (size_t)i * stride); axis++) {
            double coordinate = positions[(size_t)i * stride + axis];
            min[axis] = coordinate < min[axis] ? coordinate : min[axis];
            max[axis] = coordinate > max[axis] ? coordinate : max[axis];
        }
    if (!(min[0] <= max[0])) /* there are no points */
        return HPYR_OK;
    for (int axis = 0; axis < 3; axis++)
        extent = max[axis] - min[axis] > extent ? max[axis] - min[axis] : extent;
    double side = extent > 0 ? extent * margin : margin;
    for (int axis = 0; axis < 3; axis++)
        cube->origin[axis] = (float)((min[axis] + max[axis]) / 2 - side / 2);
    cube->side = (float)side;
    return HPYR_OK;
}

static int32_t cell_along_axis(float coordinate, float origin, float cells_per_unit, uint32_t depth) {
    const float end = (float)(1u << depth);
    float distance = coordinate - origin;
    float cells = distance * cells_per_unit;
    if (!(cells > 0))
        return 0;
    return cells >= end ? ((int32_t)1 << depth) - 1 : (int32_t)cells;
}

static uint32_t key_of_point(const float *position, const hpyr_octree_cube *cube, uint32_t depth) {
    float cells_per_unit = (float)(1u << depth) / cube->side;
    octree_cell cell = {cell_along_axis(position[0], cube->origin[0], cells_per_unit, depth),
                        cell_along_axis(position[1], cube->origin[1], cells_per_unit, depth),
                        cell_along_axis(position[2], cube->origin[2], cells_per_unit, depth)};
    return hpi_reference_octree_key(cell, depth);
}

/* Points of one cell keep their order. */
static int compare_points(const void *a, const void *b) {
    const octree_point *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static uint32_t key_at_depth(const octree_points *points, uint32_t i, uint32_t depth) {
    return points->points[i].key >> 3 * (points->depth - depth);
}

/* The keys of a depth are those of the last one without their lowest bits, so they are in order, too. */
static bool find_cells(octree_points *points, uint32_t depth) {
    uint32_t count = 0, *cells = calloc((size_t)points->count + 1, sizeof *cells);
    if (!cells)
        return false;
    for (uint32_t i = 0; i < points->count; i++) {
        uint32_t key = key_at_depth(points, i, depth);
        if (count == 0 || cells[count - 1] != key)
            cells[count++] = key;
    }
    points->cells[depth] = cells;
    points->cell_counts[depth] = count;
    return true;
}

hpyr_result hpi_reference_octree_sort(const float *positions, uint32_t stride, uint32_t count,
                                      const hpyr_octree_cube *cube, uint32_t depth, octree_points *out) {
    *out = (octree_points){.depth = depth};
    out->points = calloc((size_t)count + 1, sizeof *out->points);
    if (!out->points)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const float *position = positions + (size_t)i * stride;
        if (is_finite_point(position))
            out->points[out->count++] = (octree_point){key_of_point(position, cube, depth), i};
        else
            out->skipped++;
    }
    qsort(out->points, out->count, sizeof *out->points, compare_points);
    for (uint32_t d = 0; d <= depth; d++)
        if (!find_cells(out, d))
            return HPYR_ERROR_OUT_OF_MEMORY;
    return HPYR_OK;
}

void hpi_reference_octree_free_points(octree_points *points) {
    free(points->points);
    for (uint32_t d = 0; d <= HPYR_OCTREE_MAX_DEPTH; d++)
        free(points->cells[d]);
}

/* Counts the points of a depth's nodes, and then how many points stand before each node. */
static void count_points(const octree_points *points, uint32_t depth, hpyr_ref_octree *tree) {
    uint32_t *firsts = tree->arrays[HPYR_OCTREE_ARRAY_FIRST_POINTS],
             *counts = tree->arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS];
    uint32_t before = 0;
    for (uint32_t i = 0; i < points->count; i++)
        counts[hpi_reference_octree_find(tree, depth, key_at_depth(points, i, depth))]++;
    for (uint32_t node = tree->report.first_node[depth]; node < tree->report.first_node[depth + 1]; node++) {
        firsts[node] = before;
        before += counts[node];
    }
}

hpyr_result hpi_reference_octree_place_points(const octree_points *points, hpyr_ref_octree *tree) {
    if (!hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_FIRST_POINTS, tree->report.nodes) ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_POINT_COUNTS, tree->report.nodes) ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_POINT_ORDER, points->count) ||
        !hpi_reference_octree_allocate(tree, HPYR_OCTREE_ARRAY_POINT_NODES, points->count))
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t depth = 0; depth <= points->depth; depth++)
        count_points(points, depth, tree);
    for (uint32_t i = 0; i < points->count; i++) {
        tree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i] = points->points[i].number;
        tree->arrays[HPYR_OCTREE_ARRAY_POINT_NODES][i] =
            hpi_reference_octree_find(tree, points->depth, points->points[i].key);
    }
    return HPYR_OK;
}
