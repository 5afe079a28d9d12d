/* setup_cpu.h - triangle setup in plain C, for GL without transform feedback.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_SETUP_CPU_H
#define HPI_VOLUME_SETUP_CPU_H

#include "gl/gl.h"
#include <histopyramid/types.h>
/** An attribute of vertices [first, first + count), `stride` bytes apart. */
typedef struct hpi_cpu_attribute {
    unsigned char *bytes;
    uint32_t stride, first, count;
} hpi_cpu_attribute;

/** A mesh in CPU memory. Triangles whose indices name missing vertices are skipped. */
typedef struct hpi_cpu_mesh {
    uint32_t *indices; /* three a triangle; NULL: vertices are in order */
    hpi_cpu_attribute positions, colors;
    bool colored; /* false: every vertex is white */
    uint32_t triangle_count;
} hpi_cpu_mesh;

/** x and y are in cells, rounded to 1/256; `triangle` is the triangle's place in its batch. */
typedef struct hpi_cpu_vertex {
    float x, y, triangle;
    uint8_t color[4];
} hpi_cpu_vertex;

/** Two texels of an RGBA32F texture; plane.glsl evaluates them. */
typedef struct hpi_cpu_plane {
    float slope_x, slope_y, z, lowest;
    float x, y, highest, unused;
} hpi_cpu_plane;

/** A triangle reaches slices first to last. */
typedef struct hpi_cpu_reach {
    uint32_t first, last;
} hpi_cpu_reach;

/** Triangles that may mark a voxel. */
typedef struct hpi_cpu_batch {
    uint32_t capacity, count;
    hpi_cpu_vertex *vertices; /* three a triangle */
    hpi_cpu_plane *planes;
    hpi_cpu_reach *reaches;
} hpi_cpu_batch;

/** Zero `batch` first. Returns false, and empties the batch, if memory runs out. */
bool hpi_volume_batch_reserve(const hpyr_context *context, hpi_cpu_batch *batch, uint32_t capacity);
void hpi_volume_batch_free(const hpyr_context *context, hpi_cpu_batch *batch);

/** Sets up triangles from *next on, until the batch is full or the mesh ends, and moves *next on.
 *  Triangles that mark nothing in the volume are dropped; the others stay in order. */
void hpi_volume_batch_fill(hpi_cpu_batch *batch, const hpi_cpu_mesh *mesh, const float transform[16],
                           const hpyr_flat3d *map, uint32_t *next);

/** Counts the triangles that setup_exact.vert.glsl would skip. `quanta` are in a cell. */
uint32_t hpi_volume_cpu_count_skipped(const hpi_cpu_mesh *mesh, const float transform[16], const hpyr_flat3d *map,
                                      const float quanta[3]);

/** A batch sorted by slices: the triangles that reach a slice are one run of indices, in the
 *  batch's order. It holds a window of slices, because a steep triangle reaches many. */
typedef struct hpi_slice_lists {
    uint32_t depth, capacity; /* slices; pairs of triangle and slice in a window */
    uint32_t *counts, *ends;  /* triangles of each slice; end of its run, in triangles */
    uint32_t *indices;        /* three a pair, of the window */
} hpi_slice_lists;

/** Zero `lists` first. `pairs` must be the largest number of triangles in a batch, or more. */
bool hpi_volume_lists_reserve(const hpyr_context *context, hpi_slice_lists *lists, uint32_t depth, uint32_t pairs);
void hpi_volume_lists_free(const hpyr_context *context, hpi_slice_lists *lists);

/** Counts the triangles of every slice. */
void hpi_volume_lists_begin(hpi_slice_lists *lists, const hpi_cpu_batch *batch);

/** Fills in `ends` and `indices` of slices [first, end). Returns end, which is above first. */
uint32_t hpi_volume_lists_window(hpi_slice_lists *lists, const hpi_cpu_batch *batch, uint32_t first);

#endif
