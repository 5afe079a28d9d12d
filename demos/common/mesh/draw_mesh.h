/* draw_mesh.h - meshes in buffers, on OpenGL 3.3 and 2.1.  SPDX-License-Identifier: MIT */
#ifndef DEMO_DRAW_MESH_H
#define DEMO_DRAW_MESH_H

#include "common/draw/camera.h"
#include "common/draw/draw.h"
#include "common/mesh/mesh.h"

#include <histopyramid/histopyramid.h>

/** Consecutive triangles of one material. */
typedef struct draw_part {
    uint32_t first_triangle, triangle_count;
    uint32_t texture; /* GL's name, RGBA8 with all mipmaps, 0 for none */
    uint32_t width, height;
    float texels_per_unit; /* along the surface, in the mean */
    float gloss;           /* as shaders/light.glsl takes it */
} draw_part;

/** The finest level of a part's texture with no more than one texel a cell of this grid, in the mean: a finer one would alias. */
uint32_t draw_part_level(const draw_part *part, const uint32_t grid[3]);

enum { DRAW_MESH_RINGS = 48 };

/** A mesh in buffer objects: positions and normals of three floats, colors of four bytes, 32-bit indices, texture coordinates of
 *  two floats where there are any. */
typedef struct draw_mesh {
    uint32_t positions, normals, colors, texcoords, indices;
    draw_elements elements; /* the indices, to draw with */
    uint32_t triangle_count;
    uint32_t part_count, texture_count;
    draw_part *parts;
    uint32_t *textures;
    bool has_colors;    /* of its own */
    bool is_open;       /* it has a hole, so that fill solid has to guess what is inside: see mesh_is_closed */
    float radius;       /* of the sphere about `center` that holds all vertices */
    float swept_radius; /* largest distance from the y axis: what a turn about y sweeps */
    float center[3];
    camera_ring rings
        [DRAW_MESH_RINGS]; /* hold all vertices as they turn about the y axis through `center`, from which heights count */
} draw_mesh;

/** Positions go through `fit`. */
bool draw_mesh_upload(draw_mesh *out, const mesh *m, const mesh_fit *fit, int gl);
/** Attributes a_position, a_normal, a_color, a_texcoord, in this order, and the indices; then draw parts. */
void draw_mesh_begin(const draw_mesh *m);
void draw_mesh_part(const draw_mesh *m, uint32_t part);
void draw_mesh_end(void);
extern const char *const DRAW_MESH_ATTRIBUTES[];

void draw_mesh_free(draw_mesh *m);

/** The mesh as the library takes it. */
hpyr_mesh draw_mesh_describe(const draw_mesh *m);

#endif
