/* surface_values.c - the oracle's surfaces: the value of the function at a vertex.  SPDX-License-Identifier: MIT
 *
 * It follows the rule in histopyramid/reference/surface.h word by word. Means are made of vertices of smaller depths, so the
 * recursion ends at the corners of the root. */
#include "reference/surface.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"
#include "reference/poisson.h"

/* ---- the table ---- */

/* Coordinates have up to 11 bits. No packed vertex is 0. */
static uint64_t pack(const uint32_t vertex[3]) {
    return (UINT64_C(1) << 33) | (uint64_t)vertex[0] << 22 | (uint64_t)vertex[1] << 11 | vertex[2];
}

/* The entry with the vertex, or the empty one where it belongs. Less than half of all entries are taken. */
static surface_entry *locate(surface_entry *entries, size_t capacity, uint64_t vertex) {
    size_t at = (size_t)(vertex * UINT64_C(0x9E3779B97F4A7C15) >> 32) & (capacity - 1);
    while (entries[at].vertex != 0 && entries[at].vertex != vertex)
        at = (at + 1) & (capacity - 1);
    return &entries[at];
}

static bool make_room(surface_field *field) {
    if (2 * (field->entry_count + 1) < field->capacity)
        return true;
    const size_t capacity = field->capacity ? 2 * field->capacity : 64;
    surface_entry *entries = calloc(capacity, sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < field->capacity; i++)
        if (field->entries[i].vertex != 0)
            *locate(entries, capacity, field->entries[i].vertex) = field->entries[i];
    free(field->entries);
    field->entries = entries;
    field->capacity = capacity;
    return true;
}

static void remember(surface_field *field, const uint32_t vertex[3], float value) {
    if (!make_room(field)) {
        field->result = HPYR_ERROR_OUT_OF_MEMORY;
        return;
    }
    *locate(field->entries, field->capacity, pack(vertex)) = (surface_entry){pack(vertex), value};
    field->entry_count++;
}

/* ---- the rule ---- */

bool hpi_reference_surface_is_inner(const hpyr_ref_octree *octree, uint32_t node) {
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
        if (hpi_reference_poisson_cell(octree, node, corner) == HPYR_OCTREE_NONE)
            return false;
    return true;
}

/* Side of the cells, in cells of the last depth, of the depth at which the vertex is first one. */
static uint32_t first_side(const surface_field *field, const uint32_t vertex[3]) {
    const uint32_t bits = vertex[0] | vertex[1] | vertex[2] | 1u << field->octree->report.depth;
    return bits & (~bits + 1);
}

/* The deepest node whose lower corner is the vertex, and inner. Or NONE. */
static uint32_t inner_node(const surface_field *field, const uint32_t vertex[3]) {
    const uint32_t largest = first_side(field, vertex);
    uint32_t depth = field->octree->report.depth;
    for (uint32_t side = 1; side <= largest; side *= 2, depth--) {
        const octree_cell cell = {(int32_t)(vertex[0] / side), (int32_t)(vertex[1] / side),
                                  (int32_t)(vertex[2] / side)};
        const uint32_t node = hpi_reference_octree_node_at(field->octree, depth, cell);
        if (node != HPYR_OCTREE_NONE && hpi_reference_surface_is_inner(field->octree, node))
            return node;
    }
    return HPYR_OCTREE_NONE;
}

/* One of the corners of the smallest edge, face or cell whose middle is the vertex. Those of a face are named twice,
 * those of an edge four times: false for all but one of their names. */
static bool find_end(const uint32_t vertex[3], uint32_t side, uint32_t corner, uint32_t end[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        const bool is_upper = hpi_reference_poisson_bit(corner, axis), is_middle = (vertex[axis] & side) != 0;
        if (is_upper && !is_middle)
            return false;
        end[axis] = !is_middle ? vertex[axis] : is_upper ? vertex[axis] + side : vertex[axis] - side;
    }
    return true;
}

/* Neighbors are added, then neighbors of the sums, as the parentheses of the rule say. */
static float find_mean(surface_field *field, const uint32_t vertex[3], uint32_t side) {
    float sums[POISSON_CORNERS];
    uint32_t count = 0, end[3];
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
        if (find_end(vertex, side, corner, end))
            sums[count++] = hpi_reference_surface_find(field, end);
    for (uint32_t left = count / 2; left > 0; left /= 2)
        for (uint32_t i = 0; i < left; i++)
            sums[i] = sums[2 * i] + sums[2 * i + 1];
    return sums[0] / (float)count;
}

static float find_value(surface_field *field, const uint32_t vertex[3]) {
    const uint32_t node = inner_node(field, vertex), side = first_side(field, vertex);
    if (node != HPYR_OCTREE_NONE)
        return field->values[node];
    return side == 1u << field->octree->report.depth ? 0 : find_mean(field, vertex, side);
}

/* A mean of numbers that are nearly too large for a float may be infinite. Such a value is refused, since it may
 * leave the range of the numbers, and the surface would have a crack. */
float hpi_reference_surface_find(surface_field *field, const uint32_t vertex[3]) {
    if (field->capacity > 0) {
        const surface_entry *entry = locate(field->entries, field->capacity, pack(vertex));
        if (entry->vertex != 0)
            return entry->value;
    }
    const float value = find_value(field, vertex);
    if (!isfinite(value))
        field->result = HPYR_ERROR_INVALID_ARGUMENT;
    else
        remember(field, vertex, value);
    return value;
}

hpyr_result hpyr_ref_surface_value(const hpyr_ref_octree *octree, const float *values, const uint32_t vertex[3],
                                   float *value) {
    if (!octree || !octree->report.nodes || !values || !vertex || !value)
        return HPYR_ERROR_INVALID_ARGUMENT;
    for (int axis = 0; axis < 3; axis++)
        if (vertex[axis] > 1u << octree->report.depth)
            return HPYR_ERROR_INVALID_ARGUMENT;
    surface_field field = {.octree = octree, .values = values, .result = HPYR_OK};
    *value = hpi_reference_surface_find(&field, vertex);
    free(field.entries);
    return field.result;
}
