/* brute_surface.h - the oracle's surfaces from octrees compared with brute force: all cells of the last depth, vertices by
 * bisection, fans of triangles by trying all.  SPDX-License-Identifier: MIT */
#ifndef TEST_BRUTE_SURFACE_H
#define TEST_BRUTE_SURFACE_H

#include "octree_functions.h"

/** How much of what can happen was met. */
typedef struct brute_counts {
    uint32_t parabolas;      /* vertices that are placed by one */
    uint32_t turned_fans;    /* that begin elsewhere than hpyr_ref_cube_case has it */
    uint32_t equal_fans;     /* two fans of a cell have the same, least sum, and different diagonals */
    uint32_t shorter_fans;   /* than hpyr_ref_cube_case has them, by more than what is rounded */
    uint32_t rounded_halves; /* places in the middle between two of 1/256 of a cell */
} brute_counts;

/** Fails the test at the first cell, vertex or index that is not as reference/surface.h says. Adds to the counts. The depth must be
 *  small. */
void check_mesh(const function *f, const hpyr_ref_surface *s, float isovalue, brute_counts *counts);

#endif
