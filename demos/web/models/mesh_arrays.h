/* mesh_arrays.h - where the arrays of a mesh lie, as models.mjs reads them.  SPDX-License-Identifier: MIT */
#ifndef WEB_MESH_ARRAYS_H
#define WEB_MESH_ARRAYS_H

#include "common/mesh/mesh.h"

typedef struct mesh_arrays {
    uint32_t vertex_count, triangle_count;
    const float *positions, *normals;
    const uint8_t *colors;
    const uint32_t *indices;
} mesh_arrays;

static inline mesh_arrays mesh_arrays_of(const mesh *m) {
    return (mesh_arrays){m->vertex_count, m->triangle_count, m->positions, m->normals, m->colors, m->indices};
}

#endif
