/* voxelizer.h - what the voxelizers share: triangle setup and the flat-3D target.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOLUME_VOXELIZER_H
#define HPYR_VOLUME_VOXELIZER_H

#include "gl/state.h"

#include <histopyramid/flat3d.h>
#include <histopyramid/voxelizer.h>

/* Words of a triangle vertex after setup: A (4), B (4), C, colour; see setup_triangle.vert.glsl. */
enum { SETUP_VERTEX_WORDS = 10, SOUP_VERTEX_WORDS = 4, SETUP_BATCH = 32768 };

struct hpyr_voxelizer {
    hpyr_context *context;
    hpyr_flat3d map;
    GLuint texture; /* flat-3D, RGBA8 */
    GLuint soup_array, setup_array;
    GLuint soup, setup; /* buffers for a batch of triangles */
    uint32_t capacity;  /* triangles that they hold */
    GLuint soup_program, triangle_program, slices_program;
};

/** Draws the batch of triangles that setup has prepared into every slice. */
void hpyr_volume_draw_slices(const hpyr_voxelizer *voxelizer, uint32_t triangle_count);

hpyr_result hpyr_volume_slices_program(hpyr_voxelizer *voxelizer);

#endif
