/* scans_gl.h - functions that the GPU finds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#ifndef TEST_SCANS_GL_H
#define TEST_SCANS_GL_H

#include <histopyramid/poisson.h>

#include "octrees_gl.h"
#include "scans.h"

hpyr_poisson *make_poisson(env *e, const hpyr_poisson_desc *desc);
void free_poisson(env *e, hpyr_poisson *poisson);

/** Points and normals of a scan in buffers of their sizes. Normals begin at float `first`, `stride` floats apart; between
 *  them are NaNs. scan_release frees the buffers. */
hpyr_poisson_points scan_upload(const scan *scan, uint32_t first, uint32_t stride);
void scan_release(hpyr_poisson_points *points);

/** Numbers of entries of an array for each node. */
uint32_t poisson_width(hpyr_poisson_array array);

/** All entries of an array. The caller frees them. */
float *poisson_entries(env *e, hpyr_poisson *poisson, hpyr_poisson_array array);

/** Compares the last solution with the scan's: arrays, isovalue, octree and what is told of iterations. `near` is how far
 *  a value may be from the oracle's, as a part of the largest one. */
void check_solution(env *e, hpyr_poisson *poisson, const scan *scan, double near);

/** Uploads, solves and compares. The oracle solves to the same tolerance. */
void check_solve(env *e, hpyr_poisson *poisson, scan *scan, double near);

/** There is no solution: every call says so. */
void check_unsolved(env *e, hpyr_poisson *poisson);

#endif
