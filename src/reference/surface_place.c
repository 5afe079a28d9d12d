/* surface_place.c - the oracle's surfaces: where an edge is crossed.  SPDX-License-Identifier: MIT
 *
 * It follows the rule in histopyramid/reference/surface.h. */
#include "reference/surface.h"

#include <math.h>

#include "reference/octree.h"

enum { AROUND = 9 };

static const float LEAST_SLOPE = 1 / 32.0f;

/* The vertex that lies so many cells from another one. False where no node of the last depth begins there. */
static bool find_beside(const surface_field *field, const uint32_t vertex[3], const int32_t way[3],
                        uint32_t beside[3]) {
    const octree_cell cell = {(int32_t)vertex[0] + way[0], (int32_t)vertex[1] + way[1], (int32_t)vertex[2] + way[2]};
    const int32_t end = (int32_t)1 << field->octree->report.depth;
    if (cell.x < 0 || cell.y < 0 || cell.z < 0 || cell.x >= end || cell.y >= end || cell.z >= end)
        return false;
    beside[0] = (uint32_t)cell.x, beside[1] = (uint32_t)cell.y, beside[2] = (uint32_t)cell.z;
    return hpi_reference_octree_node_at(field->octree, field->octree->report.depth, cell) != HPYR_OCTREE_NONE;
}

/* 36 times the mean of the values, less the isovalue, at a vertex so far along the axis from that one, and at those around it
 * across the axis. */
static bool sum_across(surface_field *field, const uint32_t vertex[3], uint32_t axis, int32_t along, float isovalue,
                       float *sum) {
    *sum = 0;
    for (int i = 0; i < AROUND; i++) {
        int32_t way[3];
        uint32_t beside[3];
        way[axis] = along;
        way[(axis + 1) % 3] = i / 3 - 1;
        way[(axis + 2) % 3] = i % 3 - 1;
        if (!find_beside(field, vertex, way, beside))
            return false;
        *sum += (i / 3 == 1 ? 4.0f : 1.0f) * (i % 3 == 1 ? 4.0f : 1.0f) *
                (hpi_reference_surface_find(field, beside) - isovalue);
    }
    return true;
}

float hpi_reference_surface_place(surface_field *field, const uint32_t lower[3], uint32_t axis, float isovalue) {
    uint32_t upper[3] = {lower[0], lower[1], lower[2]};
    float sums[4];
    upper[axis]++;
    const float from = hpi_reference_surface_find(field, lower), to = hpi_reference_surface_find(field, upper);
    const float linear = (isovalue - from) / (to - from);
    for (int32_t i = 0; i < 4; i++)
        if (!sum_across(field, lower, axis, i - 1, isovalue, &sums[i]))
            return linear;
    const float first = (sums[2] - sums[0]) / (to - from) / 72, second = (sums[3] - sums[1]) / (to - from) / 72;
    if (!(fabsf(first) < 1e30f && fabsf(second) < 1e30f))
        return linear;
    const float before = fmaxf(first, 0) + LEAST_SLOPE, behind = fmaxf(second, 0) + LEAST_SLOPE;
    const float part = before / (before + behind);
    return linear / (part + sqrtf(part * part + (1 - 2 * part) * linear));
}
