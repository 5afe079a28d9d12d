/* mesh_draft.c - what the readers without libraries make of a file, before it is a mesh.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh_draft.h"

#include <stdlib.h>
#include <string.h>

void *draft_list_add(draft_list *l) {
    if (l->count == l->capacity) {
        size_t capacity = l->capacity + l->capacity / 2 + 64;
        void *larger = capacity <= SIZE_MAX / l->bytes ? realloc(l->rows, capacity * l->bytes) : NULL;
        if (!larger)
            return NULL;
        l->rows = larger;
        l->capacity = capacity;
    }
    return memset((uint8_t *)l->rows + l->count++ * l->bytes, 0, l->bytes);
}

float *mesh_draft_vertex(mesh_draft *d, const double position[3]) {
    float *row = draft_list_add(&d->vertices);
    if (!row)
        error_set("%s: out of memory for %llu vertices", d->path, (unsigned long long)d->vertices.count);
    for (int k = 0; row && k < 3; k++) {
        row[DRAFT_POSITION + k] = (float)position[k];
        row[DRAFT_COLOR + k] = 1;
    }
    return row;
}

bool mesh_draft_corner(mesh_draft *d, uint64_t k, uint64_t vertex) {
    if (k >= 2) {
        draft_triangle *t = draft_list_add(&d->triangles);
        if (!t)
            return error_set("%s: out of memory for %llu triangles", d->path, (unsigned long long)d->triangles.count);
        *t = (draft_triangle){{(uint32_t)d->fan[0], (uint32_t)d->fan[1], (uint32_t)vertex}, d->look};
    }
    d->fan[k > 0] = vertex;
    return vertex < UINT32_MAX || error_set("%s: a face has a corner that does not exist", d->path);
}
