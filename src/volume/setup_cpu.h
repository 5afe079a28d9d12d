/* setup_cpu.h - triangle setup in plain C, for a GL without transform feedback; calls no GL.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOLUME_SETUP_CPU_H
#define HPYR_VOLUME_SETUP_CPU_H

#include <histopyramid/types.h>

/** An attribute of vertices [first, first + count), `stride` bytes apart. */
typedef struct hpi_cpu_attribute {
    unsigned char *bytes;
    uint32_t stride, first, count;
} hpi_cpu_attribute;

/** A mesh in CPU memory. Indices may name vertices that are not there: such a triangle is skipped. */
typedef struct hpi_cpu_mesh {
    uint32_t *indices; /* three a triangle; NULL: vertices in order */
    hpi_cpu_attribute positions, colours;
    bool coloured; /* else every vertex is white */
    uint32_t triangle_count;
} hpi_cpu_mesh;

/** x and y in cells, rounded to 1/256; the triangle's place in its batch, a whole number; RGBA. */
typedef struct hpi_cpu_vertex {
    float x, y, triangle;
    uint8_t colour[4];
} hpi_cpu_vertex;

/** Two texels of an RGBA32F texture: what plane.glsl evaluates. */
typedef struct hpi_cpu_plane {
    float slope_x, slope_y, z, lowest;
    float x, y, highest, unused;
} hpi_cpu_plane;

/** Slices first to last. */
typedef struct hpi_cpu_reach {
    uint32_t first, last;
} hpi_cpu_reach;

/** Triangles that may mark a voxel, and know their plane. */
typedef struct hpi_cpu_batch {
    uint32_t capacity, count;
    hpi_cpu_vertex *vertices; /* three a triangle */
    hpi_cpu_plane *planes;
    hpi_cpu_reach *reaches;
} hpi_cpu_batch;

/** Zero it first. False where memory runs out; the batch then holds no triangle. */
bool hpi_volume_batch_reserve(hpi_cpu_batch *batch, uint32_t capacity);
void hpi_volume_batch_free(hpi_cpu_batch *batch);

/** Sets up triangles of the mesh from *next on, until the batch is full or the mesh ends; *next is then the first one that is
 *  left. Triangles that mark nothing in the volume are dropped, the order of the others stays. */
void hpi_volume_batch_fill(hpi_cpu_batch *batch, const hpi_cpu_mesh *mesh, const float transform[16],
                           const hpyr_flat3d *map, uint32_t *next);

/** How many triangles setup_exact.vert.glsl would skip. `quanta` of a cell along each axis. */
uint32_t hpi_volume_cpu_count_skipped(const hpi_cpu_mesh *mesh, const float transform[16], const hpyr_flat3d *map,
                                      const float quanta[3]);

/** A batch sorted by the slices that its triangles reach: what a slice draws is one run of indices, in the batch's order. A
 *  window of slices at a time, since a batch of steep triangles has far more pairs of triangle and slice than triangles. */
typedef struct hpi_slice_lists {
    uint32_t depth, capacity; /* slices; pairs of triangle and slice in a window */
    uint32_t *counts, *ends;  /* triangles of each slice, and the end of its run, in triangles */
    uint32_t *indices;        /* of the window: three a pair */
} hpi_slice_lists;

/** Zero it first. `pairs` must be the most triangles that a batch has, or more. */
bool hpi_volume_lists_reserve(hpi_slice_lists *lists, uint32_t depth, uint32_t pairs);
void hpi_volume_lists_free(hpi_slice_lists *lists);

/** Counts the triangles of every slice. */
void hpi_volume_lists_begin(hpi_slice_lists *lists, const hpi_cpu_batch *batch);

/** Fills in `ends` and `indices` for slices [first, returned), at least one. */
uint32_t hpi_volume_lists_window(hpi_slice_lists *lists, const hpi_cpu_batch *batch, uint32_t first);

#endif
