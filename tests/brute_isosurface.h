/* brute_isosurface.h - the oracle's isosurfaces compared with brute force.  SPDX-License-Identifier: MIT
 *
 * All of them need `trace`, sides of two samples at least and counter-clockwise winding, and fail the test at the first
 * difference. */
#ifndef TEST_BRUTE_ISOSURFACE_H
#define TEST_BRUTE_ISOSURFACE_H

#include "runner.h"

#include <histopyramid/reference/reference.h>

typedef hpyr_ref_isosurface mesh;

/** A mesh, or the test fails. */
mesh *create(const hpyr_ref_isosurface_desc *desc);

/** The gradient at a sample, along the axes of the samples but in the units of the mesh. */
void gradient_of(const hpyr_ref_isosurface_desc *d, const uint32_t at[3], double gradient[3]);

/** Where on the edge the vertex lies, 0..1. */
double crossing_of(const hpyr_ref_isosurface_desc *d, const uint32_t low[3], const uint32_t high[3]);

double sample_spacing(const hpyr_ref_isosurface_desc *d, int axis);

/** That a WELDED mesh has the vertices that it should, in order, with their positions and normals. */
void check_vertices(const hpyr_ref_isosurface_desc *d, const mesh *m);

/** Everything, of both forms, and that both are the same triangles. */
void check_both_forms(hpyr_ref_isosurface_desc d);

/** The same with linear and middle vertices, forward and central gradients. */
void check_all_options(hpyr_ref_isosurface_desc d);

/** That the mesh with middle vertices winds once around each sample that is inside and around no other. The outer samples
 *  must be outside. */
void check_enclosed(hpyr_ref_isosurface_desc d);

#endif
