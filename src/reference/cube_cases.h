/* cube_cases.h - the edges of a cell and the triangles of its cases, as reference.h has them.  SPDX-License-Identifier: MIT */
#ifndef HPYR_REFERENCE_CUBE_CASES_H
#define HPYR_REFERENCE_CUBE_CASES_H

#include <histopyramid/reference.h>

/** The axis that an edge runs along, and its lower corner. */
static inline uint32_t hpyr_cube_edge_axis(uint32_t edge) {
    return edge / 4;
}

static inline uint32_t hpyr_cube_edge_corner(uint32_t edge) {
    uint32_t place = edge % 4; /* the corner without the axis' own bit */
    return edge < 4 ? place << 1 : edge < 8 ? (place & 1) | (place & 2) << 1 : place;
}

/* What hpyr_ref_cube_case is: a name that stays inside of whatever is built with it. */
uint32_t hpi_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]);

#endif
