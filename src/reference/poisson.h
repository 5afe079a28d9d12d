/* poisson.h - what the files of the oracle's Poisson reconstruction share: cells, their corners, and the steps.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_REFERENCE_POISSON_H
#define HPI_REFERENCE_POISSON_H

#include "reference/octree.h"

#include <histopyramid/reference/poisson.h>

enum { POISSON_CORNERS = 8, POISSON_FIRST_SCREENED = 3 /* depth */ };

/* A number for each corner of a cell, in the order of corners. What they stand for is said where they are used.
 * The function of a corner is linear along each axis: 1 at this corner, 0 at the seven others. */
typedef struct poisson_corners {
    double at[POISSON_CORNERS];
} poisson_corners;

/* The caller's lists. */
typedef struct poisson_input {
    const float *positions, *normals;
    uint32_t position_stride, normal_stride, anchors;
} poisson_input;

/* Is the point of that number in POINT_ORDER an anchor? */
bool hpi_reference_poisson_is_anchor(const hpyr_ref_octree *octree, const poisson_input *input, uint32_t number);

/* The bit of a corner's, or of a child's, number along an axis: 1 in the upper half. */
uint32_t hpi_reference_poisson_bit(uint32_t corner, uint32_t axis);

/* The same along all three axes. */
octree_cell hpi_reference_poisson_bits(uint32_t corner);

/* The node that stands for a corner of a node's cell: the corner is its lower corner. Or NONE. */
uint32_t hpi_reference_poisson_vertex(const hpyr_ref_octree *octree, uint32_t node, uint32_t corner);

/* Of the cells around a node's lower corner the one whose corner `corner` it is. Or NONE. */
uint32_t hpi_reference_poisson_cell(const hpyr_ref_octree *octree, uint32_t node, uint32_t corner);

/* The function of a cell's corner at a corner of one of the cell's eight children. */
double hpi_reference_poisson_weight(uint32_t corner, uint32_t child, uint32_t child_corner);

/* A function at the corners of a child, where it is the sum of numbers[corner] * function of this corner. */
poisson_corners hpi_reference_poisson_part(const poisson_corners *numbers, uint32_t child);

/* f_d at the corners of a node of depth d, where `before` is f_(d-1) there. All values of this depth must be known. */
poisson_corners hpi_reference_poisson_update(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                             uint32_t node, const poisson_corners *before);

/* Coordinates of a position in the root, each from 0 to 1: those of the nearest place in it. */
void hpi_reference_poisson_place(const hpyr_ref_octree *octree, const double position[3], double coordinates[3]);

/* The same of the point of that number in POINT_ORDER. */
void hpi_reference_poisson_point(const hpyr_ref_octree *octree, const poisson_input *input, uint32_t number,
                                 double coordinates[3]);

/* Coordinates of a position in the root: each from 0 up to 1, but not 1. False if it is not in there. */
bool hpi_reference_poisson_locate(const hpyr_ref_octree *octree, const double position[3], double coordinates[3]);

/* The area of a sample at these coordinates. Densities are known. */
double hpi_reference_poisson_area(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, bool unweighted,
                                  const double coordinates[3]);

/* The largest area that a sample has where it screens. */
double hpi_reference_poisson_largest_area(const hpyr_ref_octree *octree, const poisson_input *input,
                                          const hpyr_ref_poisson *poisson, bool unweighted);

/* All samples in a cell as one: their area in cells^2 of its depth, and their mean place in it, 0 to 1. */
typedef struct poisson_sample {
    double area, within[3];
} poisson_sample;

/* Those of all nodes, to be freed; NULL where there is no memory. Anchors alone are samples. */
poisson_sample *hpi_reference_poisson_samples(const hpyr_ref_octree *octree, const poisson_input *input,
                                              const hpyr_ref_poisson *poisson, bool unweighted);

/* A function that has these numbers at the corners of a sample's cell, at the sample. */
double hpi_reference_poisson_at_sample(const poisson_sample *sample, const poisson_corners *values);

/* The sum over the samples in the cells around an inner vertex of area * hat * function there. */
typedef poisson_corners (*poisson_function_fn)(uint32_t cell, const void *user);
double hpi_reference_poisson_sum_samples(const hpyr_ref_octree *octree, const poisson_sample *samples, uint32_t node,
                                         poisson_function_fn function, const void *user);

/* The mean at the samples of a depth of a function that has these numbers at the corners of cells. */
double hpi_reference_poisson_mean(const hpyr_ref_octree *octree, const poisson_sample *samples,
                                  const poisson_corners *values, uint32_t depth);

/* The steps, in their order. Each fills in members of `out`; all arrays exist. */
void hpi_reference_poisson_count(const hpyr_ref_octree *octree, const poisson_input *input, hpyr_ref_poisson *out);
void hpi_reference_poisson_splat(const hpyr_ref_octree *octree, const poisson_input *input, bool unweighted,
                                 hpyr_ref_poisson *out);
hpyr_result hpi_reference_poisson_diverge(const hpyr_ref_octree *octree, bool is_screened, hpyr_ref_poisson *out);
hpyr_result hpi_reference_poisson_descend(const hpyr_ref_octree *octree, const hpyr_ref_poisson_desc *desc,
                                          const poisson_sample *samples, hpyr_ref_poisson *out);

#endif
