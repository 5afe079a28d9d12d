/* normals_object.h - what the files of normals share.
 * SPDX-License-Identifier: MIT
 *
 * histopyramid/reference/normals.h defines what is computed. */
#ifndef HPI_OCTREE_NORMALS_OBJECT_H
#define HPI_OCTREE_NORMALS_OBJECT_H

#include "gl/gl.h"

enum { HPI_NORMALS_FLOATS = 3 /* of a vector */ };

/** What the tree needs to know, by the numbers of points in the caller's list. */
typedef struct hpi_normals_graph {
    uint32_t count;     /* of points, those without a normal included */
    uint32_t neighbors; /* entries of a list */
    uint32_t *lists;    /* UINT32_MAX where a list ends before */
    float *positions;   /* three of each point */
    float *normals;     /* 0 where a point has none */
} hpi_normals_graph;

/** Turns the normals along a minimum spanning tree. False, and nothing is turned, if there is no
 *  memory. `parts` receives the number of trees. */
bool hpi_normals_along_tree(const hpyr_context *context, const hpi_normals_graph *graph, uint32_t *parts);

/** Whether a normal is not 0. */
bool hpi_normals_is_decided(const float *normal);

/** Turns a normal to the other side. */
void hpi_normals_reverse(float *normal);

#endif
