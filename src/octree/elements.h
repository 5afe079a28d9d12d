/* elements.h - the vertices, edges and faces of a node, and the arrays of an octree.  SPDX-License-Identifier: MIT */
#ifndef HPI_OCTREE_ELEMENTS_H
#define HPI_OCTREE_ELEMENTS_H

#include "octree/octree_object.h"

enum { HPI_OCTREE_VERTEX, HPI_OCTREE_EDGE, HPI_OCTREE_FACE, HPI_OCTREE_NO_KIND = -1 };

/** Fills in the places of a kind of elements, in their order, and returns how many there are: at
 *  most 12. *bits gets a bit for each. */
int hpi_octree_places(int kind, int places[12], uint32_t *bits);

#endif
