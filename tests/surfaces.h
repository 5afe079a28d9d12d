/* surfaces.h - sampled fields, and what can be said of a mesh without knowing how it was made.  SPDX-License-Identifier: MIT */
#ifndef TEST_SURFACES_H
#define TEST_SURFACES_H

#include "answers.h"

#include "common/volume/fields.h"

/** Samples of [-1,1]^3 with the first and the last on its ends, x fastest; free them. */
float *sample_field(surface_field *value, uint32_t width, uint32_t height, uint32_t depth);

/** What meets at the edges of a mesh's triangles. */
typedef struct surface_edges {
    uint64_t pairs;  /**< Edges of two triangles that walk them in opposite directions. */
    uint64_t border; /**< Edges of one triangle, both ends in one outer face of the volume. */
    uint64_t wrong;  /**< All others, and triangles that name a vertex twice. */
} surface_edges;

/** Of a WELDED mesh with `trace`, of a field of these sizes. */
surface_edges match_edges(const hpyr_ref_isosurface *m, const uint32_t size[3]);

/** How often the mesh, SOUP or WELDED, winds around a point, by the solid angles of its triangles: 1 inside of a closed
 *  mesh that is counter-clockwise from outside, 0 outside of it, and nothing whole where it has cracks. */
double winding_number(const hpyr_ref_isosurface *m, const double point[3]);

/** Corner `corner` of triangle `triangle`, whatever the form. */
const float *triangle_corner(const hpyr_ref_isosurface *m, uint64_t triangle, uint32_t corner);

/** Twice the area, along the normal by the right hand. */
void triangle_normal(const hpyr_ref_isosurface *m, uint64_t triangle, double normal[3]);

#endif
