/* models.c - shapes that the native demos make, for the page: Newell's teapot and the fields of isosurfaces.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh.h"
#include "common/mesh/teapot.h"
#include "common/volume/fields.h"

#include <emscripten.h>

#include <stdlib.h>

/** Where the arrays of a mesh lie, as models.mjs reads them. */
typedef struct mesh_arrays {
    uint32_t vertex_count, triangle_count;
    const float *positions, *normals;
    const uint8_t *colours;
    const uint32_t *indices;
} mesh_arrays;

/** `divisions` x `divisions` quads a patch. The arrays hold until the next call. NULL if memory runs out. */
EMSCRIPTEN_KEEPALIVE const mesh_arrays *models_teapot(uint32_t divisions) {
    static mesh teapot;
    static mesh_arrays arrays;
    mesh_free(&teapot);
    if (!mesh_make_teapot(&teapot, divisions))
        return NULL;
    arrays = (mesh_arrays){teapot.vertex_count, teapot.triangle_count, teapot.positions,
                           teapot.normals,      teapot.colours,        teapot.indices};
    return &arrays;
}

/** Samples of a field_kind in a grid, x fastest, `seconds` after metaballs began to move. They hold until the next call. NULL if memory
 *  runs out. */
EMSCRIPTEN_KEEPALIVE const float *models_field(uint32_t kind, double seconds, uint32_t width, uint32_t height,
                                               uint32_t depth) {
    static float *samples;
    const uint32_t size[3] = {width, height, depth};
    if (kind >= FIELD_COUNT)
        return NULL;
    free(samples);
    samples = malloc((size_t)width * height * depth * sizeof *samples);
    if (samples)
        field_sample((field_kind)kind, seconds, size, samples);
    return samples;
}
