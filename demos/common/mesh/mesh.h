/* mesh.h - triangle meshes in CPU memory.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MESH_H
#define DEMO_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MESH_NO_TEXTURE = -1 };

/** Of materials that do not tell. */
#define MESH_GLOSS 0.5f

/** RGBA8, row 0 is the bottom. */
typedef struct mesh_texture {
    uint8_t *rgba;
    uint32_t width, height;
} mesh_texture;

/** Consecutive triangles of one material. */
typedef struct mesh_part {
    uint32_t first_triangle, triangle_count;
    int32_t texture; /* whose colors are multiplied with the vertices', or MESH_NO_TEXTURE */
    float gloss;     /* 0 matte to 1, see shaders/light.glsl */
} mesh_part;

/** An indexed mesh, counter-clockwise from outside. Three floats a position and a normal, four bytes RGBA a color. */
typedef struct mesh {
    float *positions; /* may hold values that are not finite */
    float *normals;   /* of unit length */
    uint8_t *colors;
    float *
        texcoords; /* two a vertex, (0,0) is the lower left corner of the texture, which repeats; NULL without textures */
    uint32_t *indices;
    mesh_part *parts; /* of all triangles, in order */
    mesh_texture *textures;
    uint32_t vertex_count;
    uint32_t triangle_count;
    uint32_t part_count, texture_count;
    bool has_colors; /* of its own, and not a default gray */
} mesh;

void mesh_free(mesh *m);

/** False where a corner is not finite: voxelizers skip such a triangle, and so do all functions here. */
bool mesh_triangle_is_finite(const mesh *m, uint32_t triangle);

/** Across a triangle, to where its corners are counter-clockwise; as long as twice its area. */
void mesh_cross(const float a[3], const float b[3], const float c[3], double out[3]);

/** Axis-aligned bounds over all vertices that finite triangles use; zero without any. */
void mesh_bounds(const mesh *m, float minimum[3], float maximum[3]);

/** Allocates positions, normals, colors, indices, zeroed, and one part of them all. False, and *out empty, where
 *  memory runs out or a count is 0. */
bool mesh_allocate(mesh *out, uint32_t vertex_count, uint32_t triangle_count);

/** Newell's teapot as glutSolidTeapot(0.6) places it, `divisions` x `divisions` quads a patch: 7 gives the paper's 3136
 *  triangles. False where memory runs out. */
bool mesh_make_teapot(mesh *out, uint32_t divisions);

/** Gives vertices without a usable normal (zero or not finite) the area-weighted mean of the normals of the triangles that meet
 *  there, of those that differ by no more than 50 degrees: a vertex on a crease becomes several. */
void mesh_complete_normals(mesh *m);

/** For every vertex the first one at its position (-0 equals 0). To be freed by the caller; NULL where memory runs out. */
uint32_t *mesh_weld(const mesh *m);

/** The same for `count` rows of `each` numbers, at most MESH_WELD_NUMBERS: for every row the first one that is equal. */
enum { MESH_WELD_NUMBERS = 16 };
uint32_t *mesh_weld_rows(const float *rows, uint32_t count, size_t each);

/** True where every edge has an even number of triangles, after welding. Triangles that
 *  lose a corner in that, and those that are not finite, do not count. False also where memory runs out. */
bool mesh_is_closed(const mesh *m);

/** Model coordinates to the volume's and back: volume = (model - center) * scale. Doubles, because models may lie far
 *  from their origin. */
typedef struct mesh_fit {
    double center[3];
    double scale;
} mesh_fit;

/** Takes coordinates as they are. */
mesh_fit mesh_fit_none(void);

/** The fit that centers the bounding box and makes its longest side `longest`. A mesh that is one point keeps its size.
 */
mesh_fit mesh_fit_box(const mesh *m, double longest);

/** Volume coordinates to model coordinates. */
void mesh_fit_back(const mesh_fit *fit, const double volume[3], float model[3]);

#endif
