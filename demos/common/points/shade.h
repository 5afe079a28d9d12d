/* shade.h - what lies inside of a mesh, coarsely, for shading what little light reaches.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SHADE_H
#define DEMO_SHADE_H

#include "common/draw/draw.h"
#include "common/points/stages.h"

enum { SHADE_SIDE = 64 };

/** How much light is blocked at each vertex of a mesh, outside and inside, 0 to 1. Zero it first. */
typedef struct shade {
    uint32_t blocked; /* two floats each */
    uint32_t texture; /* how much of each of its cells is inside, and how much outside, with all mipmaps */
    uint32_t program;
} shade;

/** After every change of the mesh, which lies in the cube. Reads the mesh back. Where it has holes, some of it counts as outside. */
bool shade_update(shade *s, const painter *p, const mesh_buffers *m, const hpyr_octree_cube *cube);
void shade_free(shade *s);

/** Which cells are inside: one byte each, 0 or 1, x first. `vertices` are places in cells. For tests, too. */
void shade_fill(uint8_t *inside, const float *vertices, uint32_t stride, const uint32_t *indices, uint32_t triangles);

#endif
