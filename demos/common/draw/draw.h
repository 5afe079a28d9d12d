/* draw.h - programs, framebuffers, meshes in buffers, and text, on OpenGL 3.3 and 2.1.  SPDX-License-Identifier: MIT */
#ifndef DEMO_DRAW_H
#define DEMO_DRAW_H

#include "common/mesh/mesh.h"
#include "common/platform/framebuffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What all drawing on one context shares. `gl` is 33, or 21 for the dialect of OpenGL 2.1 and GLSL 1.20, where nothing newer is
 *  called than that version and its extensions. */
typedef struct painter {
    int gl;
    uint32_t vertex_array; /* core profiles draw nothing without one; 0 on 2.1, which has none */
    uint32_t square;       /* corners of the unit square */
    uint32_t present;      /* shows a texture */
} painter;

bool painter_open(painter *p, int gl, char *error, size_t error_size);
void painter_close(painter *p);
/** Around whatever draws; attributes below are set in between. */
void painter_begin(const painter *p);
void painter_end(const painter *p);

enum { DRAW_MAX_PIECES = 6 };

/** Stages in pieces of GLSL, NULL after the last. common/shaders/prelude.glsl stands before them and makes one text serve both
 *  dialects; none has a #version line. */
typedef struct draw_program_desc {
    const char *name; /* for messages */
    const char *vertex[DRAW_MAX_PIECES], *fragment[DRAW_MAX_PIECES];
    const char *const *attributes; /* attribute i is location i; ends with NULL, and may be NULL */
} draw_program_desc;

/** 0 on failure, with the driver's words in `error`. */
uint32_t draw_program(const painter *p, const draw_program_desc *desc, char *error, size_t error_size);

int draw_uniform(uint32_t program, const char *name);

/** A buffer object with these bytes. */
uint32_t draw_buffer(const void *bytes, size_t size);

/** Where a vertex attribute lies. A buffer of 0 leaves GL's constant 0 0 0 1, a type of 0 is GL_FLOAT. */
typedef struct draw_attribute {
    uint32_t buffer;
    int components;
    uint32_t type;
    bool normalized;
    uint32_t stride; /* in bytes, 0 where they lie side by side */
    size_t offset;
} draw_attribute;

/** Attribute i of the next draws is attributes[i]. */
void draw_attributes_begin(const draw_attribute *attributes, int count);
void draw_attributes_end(int count);

/** Draws the unit square with the program in use, whose attribute 0 is a_corner. */
void draw_square(const painter *p);
extern const char *const DRAW_SQUARE_ATTRIBUTES[];

/** Draws points 0 to `count` - 1, each of which gl_VertexID numbers right. */
void draw_points(uint32_t count);

/** glGenerateMipmap for the texture that is bound. */
void draw_mipmaps(int gl, uint32_t target);

/** A framebuffer with several samples a pixel where this GL has such, and the one of single samples that it is resolved into. */
typedef struct draw_target {
    int gl;
    uint32_t format;                     /* of the colours, GL's name of one with RGBA; 0 is RGBA8 */
    bool is_single;                      /* one sample a pixel will do */
    uint32_t framebuffer, colour, depth; /* 0 without several samples, but for depth */
    uint32_t resolved, texture;
    int width, height, samples;
} draw_target;

/** Zero the target but for format and is_single first. Keeps what it has where the size fits. */
bool draw_target_resize(draw_target *t, const painter *p, int width, int height, char *error, size_t error_size);
/** Draws to come go there, over all of it. */
void draw_target_begin(const draw_target *t);
/** Copies the samples' mean into t->texture. */
void draw_target_resolve(const draw_target *t);
/** Does that and scales that to `framebuffer`, by a factor of 1 or 1/2, which it leaves bound. */
void draw_target_end(const draw_target *t, const painter *p, uint32_t framebuffer, int width, int height);
void draw_target_free(draw_target *t);

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

/** A mesh in buffer objects: positions and normals of three floats, colours of four bytes, 32-bit indices, texture coordinates of
 *  two floats where there are any. */
typedef struct draw_mesh {
    uint32_t positions, normals, colours, texcoords, indices;
    uint32_t triangle_count;
    uint32_t part_count, texture_count;
    draw_part *parts;
    uint32_t *textures;
    bool has_colours;   /* of its own */
    float radius;       /* of the sphere about `centre` that holds all vertices */
    float swept_radius; /* largest distance from the y axis: what a turn about y sweeps */
    float centre[3];
} draw_mesh;

/** Positions go through `fit`. */
bool draw_mesh_upload(draw_mesh *out, const mesh *m, const mesh_fit *fit, int gl, char *error, size_t error_size);
/** Attributes a_position, a_normal, a_colour, a_texcoord, in this order, and the indices; then draw parts. */
void draw_mesh_begin(const draw_mesh *m);
void draw_mesh_part(const draw_mesh *m, uint32_t part);
void draw_mesh_end(void);
extern const char *const DRAW_MESH_ATTRIBUTES[];

void draw_mesh_free(draw_mesh *m);

/** Triangles of a line of text, two floats a vertex, y up, the first baseline's left end at (0,0), capitals 7 units
 *  high. Returns the number of vertices, at most `capacity`. */
size_t draw_text(const char *text, float (*vertices)[2], size_t capacity);
float draw_text_width(const char *text);

/** One line that names the first pending GL error, and false. */
bool draw_check(const char *what, char *error, size_t error_size);

#endif
