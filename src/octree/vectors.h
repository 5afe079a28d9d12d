/* vectors.h - the vectors of callers.  SPDX-License-Identifier: MIT */
#ifndef HPI_OCTREE_VECTORS_H
#define HPI_OCTREE_VECTORS_H

#include "octree/octree_object.h"

/** Fills in defaults, and checks that `count` vectors lie in their buffer. `what` names them in
 *  messages.   INVALID_ARGUMENT, BUFFER. */
hpyr_result hpi_octree_check_vectors(const hpyr_octree *octree, const hpyr_attribute *given, uint32_t count,
                                     const char *what, hpyr_attribute *vectors);

/** Copies them to a plane of R32F, one float a texel, since a buffer texture may be too short. */
hpyr_result hpi_octree_copy_vectors(const hpyr_octree *octree, const hpyr_attribute *vectors, uint32_t count,
                                    hpi_list_plane *plane);

/** Sets the uniforms with which points.glsl reads `count` vectors that were copied, `stride` bytes
 *  apart. Takes the first unit of hpi_octree_bind. */
void hpi_octree_bind_vectors(const hpyr_octree *octree, GLuint program, const hpi_list_plane *floats, uint32_t stride,
                             uint32_t count);

/** Cells of the last depth in a unit of length: 2^depth / side, rounded once. The cube was found. */
float hpi_octree_cells_per_unit(const hpyr_octree *octree);

/** Sets the uniforms of hpyr_in_cells. The cube was found. */
void hpi_octree_set_cells(const hpyr_octree *octree, GLuint program);

#endif
