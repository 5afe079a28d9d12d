/* cube_cases.h - the edges of a cell and the triangles of its cases, numbered as histopyramid/reference/reference.h says.
 * SPDX-License-Identifier: MIT
 *
 * Both libraries are built with this table: the GPU library and the CPU reference. */
#ifndef HPI_TABLES_CUBE_CASES_H
#define HPI_TABLES_CUBE_CASES_H

#include <histopyramid/reference/reference.h>

/** The axis that an edge runs along: 0, 1 or 2. */
static inline uint32_t hpi_cube_edge_axis(uint32_t edge) {
    return edge / 4;
}

/** The lower corner of an edge. */
static inline uint32_t hpi_cube_edge_corner(uint32_t edge) {
    uint32_t place = edge % 4; /* the corner's number without the bit of this axis */
    return edge < 4 ? place << 1 : edge < 8 ? (place & 1) | (place & 2) << 1 : place;
}

/** Does what hpyr_ref_cube_case does. */
uint32_t hpi_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]);

/** The triangles of a case that has one loop are a fan around its first corner. Returns a bit for each corner around which they may
 *  be fanned instead, counted along the loop from that one on: none of their diagonals lies in a face of the cell. 1 for cases of several loops. */
uint32_t hpi_cube_fans(uint32_t cube_case);

#endif
