/* models.c - shapes that the native demos make, for the page: Newell's teapot and the fields of isosurfaces.  SPDX-License-Identifier: MIT */
#include "mesh_arrays.h"

#include "common/mesh/teapot.h"
#include "common/volume/fields.h"

#include <emscripten.h>

#include <stdlib.h>

/** `divisions` x `divisions` quads a patch. The arrays hold until the next call. NULL if memory runs out. */
EMSCRIPTEN_KEEPALIVE const mesh_arrays *models_teapot(uint32_t divisions) {
    static mesh teapot;
    static mesh_arrays arrays;
    mesh_free(&teapot);
    if (!mesh_make_teapot(&teapot, divisions))
        return NULL;
    arrays = mesh_arrays_of(&teapot);
    return &arrays;
}

/* NULL where a size_t, of 32 bits here, cannot tell how many bytes there are. */
static float *field_allocate(const uint32_t size[3]) {
    const uint64_t most = SIZE_MAX / sizeof(float), slice = (uint64_t)size[0] * size[1];
    if (slice > most || (slice && size[2] > most / slice))
        return NULL;
    return malloc((size_t)slice * size[2] * sizeof(float));
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
    samples = field_allocate(size);
    if (samples)
        field_sample((field_kind)kind, seconds, size, samples);
    return samples;
}
