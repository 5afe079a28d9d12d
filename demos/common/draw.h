/* draw.h - programs, framebuffers, meshes in buffers, and text.  SPDX-License-Identifier: MIT */
#ifndef DEMO_DRAW_H
#define DEMO_DRAW_H

#include "mesh.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Compiles and links GLSL 3.30 without its #version line. 0 on failure, with the driver's words in `error`; `name` is
 *  for messages. */
uint32_t draw_program(const char *name, const char *vertex, const char *fragment, char *error, size_t error_size);

int draw_uniform(uint32_t program, const char *name);

/** A framebuffer with several samples a pixel, and the one of single samples that it is resolved into. */
typedef struct draw_target {
    uint32_t framebuffer, colour, depth;
    uint32_t resolved, texture;
    int width, height;
} draw_target;

/** Zero the target first. Keeps what it has where the size fits. */
bool draw_target_resize(draw_target *t, int width, int height, char *error, size_t error_size);
/** Draws to come go there, over all of it. */
void draw_target_begin(const draw_target *t);
/** Copies the samples' mean into t->resolved and scales that to `framebuffer`, by a factor of 1 or 1/2. */
void draw_target_end(const draw_target *t, uint32_t framebuffer, int width, int height);
void draw_target_free(draw_target *t);

/** Consecutive triangles with one texture. */
typedef struct draw_part {
    uint32_t first_triangle, triangle_count;
    uint32_t texture; /* GL's name, RGBA8 with all mipmaps, 0 for none */
    uint32_t width, height;
    float texels_per_unit; /* along the surface, in the mean */
} draw_part;

/** A mesh in buffer objects: positions and normals of three floats, colours of four bytes, 32-bit indices, texture coordinates of
 *  two floats where there are any. */
typedef struct draw_mesh {
    uint32_t positions, normals, colours, texcoords, indices, vertex_array;
    uint32_t triangle_count;
    uint32_t part_count, texture_count;
    draw_part *parts;
    uint32_t *textures;
    bool has_colours;   /* of its own */
    float radius;       /* of the sphere about `centre` that holds all vertices */
    float swept_radius; /* largest distance from the y axis: what a turn about y sweeps */
    float centre[3];
} draw_mesh;

/** Positions go through `fit`. Attributes of the vertex array: 0 position, 1 normal, 2 colour, 3 texture
 *  coordinates. */
bool draw_mesh_upload(draw_mesh *out, const mesh *m, const mesh_fit *fit, char *error, size_t error_size);
void draw_mesh_free(draw_mesh *m);

/** Triangles of a line of text, two floats a vertex, y up, the first baseline's left end at (0,0), capitals 7 units
 *  high. Returns the number of vertices, at most `capacity`. */
size_t draw_text(const char *text, float (*vertices)[2], size_t capacity);
float draw_text_width(const char *text);

/** One line that names the first pending GL error, and false. */
bool draw_check(const char *what, char *error, size_t error_size);

#endif
