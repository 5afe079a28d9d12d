/* surface.h - what the files of the oracle's surfaces share: the function at vertices.  SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_SURFACE_H
#define HPI_REFERENCE_SURFACE_H

#include <histopyramid/reference/surface.h>

#include "reference/octree.h"
#include "tables/cube_cases.h"

/* A vertex of the last depth, packed, and the value there. */
typedef struct surface_entry {
    uint64_t vertex; /* 0 where there is none yet */
    float value;
} surface_entry;

/* A function, and a hash table of its values that are known. */
typedef struct surface_field {
    const hpyr_ref_octree *octree;
    const float *values;    /* by nodes */
    surface_entry *entries; /* those with the same place in the table follow each other */
    size_t entry_count, capacity;
    hpyr_result result; /* OUT_OF_MEMORY, or INVALID_ARGUMENT where a value was not finite */
} surface_field;

/* The value at a vertex of the last depth. */
float hpi_reference_surface_find(surface_field *field, const uint32_t vertex[3]);

/* Whether all eight cells of a node's depth that share its lower corner exist. */
bool hpi_reference_surface_is_inner(const hpyr_ref_octree *octree, uint32_t node);

/* Where the edge of the last depth that begins at `lower` reaches the isovalue: 0 there, 1 at its other end. */
float hpi_reference_surface_place(surface_field *field, const uint32_t lower[3], uint32_t axis, float isovalue);

/* Turns the fan of a case's triangles to where its diagonals are short. `values` are those of the cell's corners, in the order of the
 * case's bits. `edges` are those of hpi_cube_case. */
void hpi_reference_surface_fan(const float values[OCTREE_CHILDREN], float isovalue, uint32_t cube_case,
                               uint32_t triangles, uint8_t edges[HPYR_CUBE_CORNERS]);

#endif
