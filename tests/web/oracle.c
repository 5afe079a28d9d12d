/* oracle.c - the CPU reference for test pages, which read its results as flat arrays.  SPDX-License-Identifier: MIT */
#include <histopyramid/reference/reference.h>

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

#include "common/mesh/mesh.h"

/* What the last call made; the next call frees it. */
static uint32_t *result;
static uint32_t result_count;

static uint32_t *make(uint64_t count) {
    free(result);
    result = calloc(count ? count : 1, sizeof *result);
    result_count = result ? (uint32_t)count : 0;
    return result;
}

EMSCRIPTEN_KEEPALIVE uint32_t oracle_count(void) {
    return result_count;
}

/** Points of a grid of counts: x, y, z, remainder. `counts` is flat-3D with `tiles_x` tiles in a row. */
EMSCRIPTEN_KEEPALIVE const uint32_t *oracle_points(const uint32_t *counts, uint32_t width, uint32_t height,
                                                   uint32_t depth, uint32_t tiles_x, int order) {
    hpyr_flat3d map = {width, height, depth, tiles_x, (depth - 1) / tiles_x + 1};
    hpyr_ref_pyramid *pyramid = NULL;
    make(0);
    if (hpyr_ref_pyramid_create(counts, &map, (hpyr_order)order, &pyramid) != HPYR_OK)
        return NULL;
    uint64_t total = 0;
    if (hpyr_ref_pyramid_total(pyramid, &total) == HPYR_OK && make(4 * total))
        hpyr_ref_pyramid_list(pyramid, 0, total, (hpyr_point *)result, NULL);
    hpyr_ref_pyramid_destroy(pyramid);
    return result;
}

/** A mesh: number of vertices, number of triangles, then positions and normals of each vertex as bits of floats, then indices. */
EMSCRIPTEN_KEEPALIVE const uint32_t *oracle_mesh(const float *samples, uint32_t width, uint32_t height, uint32_t depth,
                                                 double isovalue, int form) {
    hpyr_ref_isosurface_desc desc = {.samples = samples,
                                     .width = width,
                                     .height = height,
                                     .depth = depth,
                                     .iso = isovalue,
                                     .mesh = (hpyr_mesh_form)form};
    hpyr_ref_isosurface *mesh = NULL;
    make(0);
    if (hpyr_ref_isosurface_create(&desc, &mesh) != HPYR_OK)
        return NULL;
    uint64_t vertices = mesh->vertex_count, triangles = mesh->indices ? mesh->triangle_count : 0;
    if (make(2 + 6 * vertices + 3 * triangles)) {
        result[0] = (uint32_t)vertices;
        result[1] = (uint32_t)mesh->triangle_count;
        for (uint64_t i = 0; i < vertices; i++) {
            memcpy(result + 2 + 6 * i, mesh->positions + 3 * i, 12);
            memcpy(result + 5 + 6 * i, mesh->normals + 3 * i, 12);
        }
        if (triangles)
            memcpy(result + 2 + 6 * vertices, mesh->indices, 12 * triangles);
    }
    hpyr_ref_isosurface_destroy(mesh);
    return result;
}

/** Keys in their order, then the positions they had. */
EMSCRIPTEN_KEEPALIVE const uint32_t *oracle_sort(const uint32_t *keys, uint32_t count, int type, bool descending) {
    hpyr_ref_list_sort_desc desc = {.keys = {keys, (hpyr_list_type)type, count}, .descending = descending};
    if (!make(2 * (uint64_t)count))
        return NULL;
    desc.sorted_keys = result;
    desc.sorted_values = result + count;
    return hpyr_ref_list_sort(&desc) == HPYR_OK ? result : NULL;
}

/** Voxels of a triangle soup, a word each: 1 where set, 2 where rounding decides, 3 for both. `fill` is a hpyr_fill. */
EMSCRIPTEN_KEEPALIVE const uint32_t *oracle_voxels(const float *soup, uint32_t triangles, uint32_t width,
                                                   uint32_t height, uint32_t depth, int fill) {
    size_t cells = (size_t)width * height * depth;
    uint8_t *voxels = calloc(cells, 1), *ambiguous = calloc(cells, 1);
    if (make(cells) && voxels && ambiguous) {
        if (fill == 1)
            hpyr_ref_voxelize_thin(soup, triangles, width, height, depth, voxels, ambiguous, NULL);
        else if (fill == 2)
            hpyr_ref_voxelize_surface(soup, triangles, width, height, depth, 0.0, voxels, NULL);
        else
            hpyr_ref_voxelize_solid(soup, triangles, width, height, depth, voxels, ambiguous, NULL);
        for (size_t i = 0; i < cells; i++)
            result[i] = (voxels[i] ? 1u : 0u) | (ambiguous[i] ? 2u : 0u);
    }
    free(voxels);
    free(ambiguous);
    return result;
}

/** Newell's teapot as a triangle soup: the bits of nine floats a triangle. */
EMSCRIPTEN_KEEPALIVE const uint32_t *oracle_teapot(uint32_t divisions) {
    mesh teapot;
    make(0);
    if (!mesh_make_teapot(&teapot, divisions))
        return NULL;
    if (make(9 * (uint64_t)teapot.triangle_count))
        for (size_t i = 0; i < 3 * (size_t)teapot.triangle_count; i++)
            memcpy(result + 3 * i, teapot.positions + 3 * (size_t)teapot.indices[i], 12);
    mesh_free(&teapot);
    return result;
}
