/* cube_cases.h - edges of a cell and triangles of its cases, as reference.h defines them.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_REFERENCE_CUBE_CASES_H
#define HPYR_REFERENCE_CUBE_CASES_H

#include <histopyramid/reference.h>

/** Returns the axis that an edge runs along; the next function returns its lower corner. */
static inline uint32_t hpyr_cube_edge_axis(uint32_t edge) {
    return edge / 4;
}

static inline uint32_t hpyr_cube_edge_corner(uint32_t edge) {
    uint32_t place = edge % 4; /* the corner's bits without that of the axis */
    return edge < 4 ? place << 1 : edge < 8 ? (place & 1) | (place & 2) << 1 : place;
}

/* Does what hpyr_ref_cube_case does, under a name that the library does not export. */
uint32_t hpi_cube_case(uint32_t cube_case, uint8_t edges[HPYR_CUBE_CORNERS]);

#endif
