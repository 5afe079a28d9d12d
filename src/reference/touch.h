/* touch.h - finds the voxels whose boxes a triangle touches.  SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_TOUCH_H
#define HPI_REFERENCE_TOUCH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct hpi_triangle {
    double corners[3][3];
} hpi_triangle;

/** A triangle with a vertex this many cells away, or farther, is skipped, here as on the GPU. */
#define HPI_REF_FARTHEST 1e9

/** Tells whether a coordinate in cells is nearer than that. NaN and infinities are not. */
bool hpi_ref_is_place(double cell);

/** Maps 9 floats in [-1,1]^3 to the cells of a volume of `size` cells: voxel (i,j,k) has its center
 *  at (i,j,k) + 0.5. Returns false if a coordinate is too far away. */
bool hpi_ref_map_triangle(const float positions[9], const uint32_t size[3], hpi_triangle *out);

/** Returns false if the three corners lie on one line. */
bool hpi_ref_has_area(const float positions[9]);

typedef void hpyr_ref_visitor(void *user, uint32_t x, uint32_t y, uint32_t z);

/** Calls `visit` once for each voxel whose closed box the triangle touches. The box reaches `half`
 *  cell to each side of the center; if `half` is negative, no box is touched. */
void hpi_ref_visit_touched(const hpi_triangle *t, const uint32_t size[3], double half, hpyr_ref_visitor *visit,
                           void *user);

#endif
