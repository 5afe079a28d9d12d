/* measure.h - parts, Euler number and volume of a closed mesh.  SPDX-License-Identifier: MIT */
#ifndef SCULPT_MEASURE_H
#define SCULPT_MEASURE_H

#include "common/points/stages.h"

/** Of a mesh in which each edge has two triangles. */
typedef struct mesh_measures {
    uint32_t parts;
    int32_t euler;              /* vertices - edges + triangles: 2 for each part, less 2 for each handle */
    double volume;              /* in the points' units */
    uint32_t largest_triangles; /* of the part with the most */
} mesh_measures;

/** Reads the mesh back. */
bool measure_mesh(int gl, const mesh_buffers *m, mesh_measures *out);

#endif
