/* draw.h - programs, buffers, vertex attributes, and what all drawing shares, on every GL.  SPDX-License-Identifier: MIT */
#ifndef DEMO_DRAW_H
#define DEMO_DRAW_H

#include "common/draw/shaders.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What all drawing on one context shares. `gl` is 33, 21 for the dialect of OpenGL 2.1 and GLSL 1.20, or GL_ES3 for that of OpenGL
 *  ES 3.0. On the latter two nothing newer is called than that version and its extensions. */
typedef struct painter {
    int gl;
    uint32_t vertex_array; /* core profiles draw nothing without one; 0 on 2.1, which has none */
    uint32_t square;       /* corners of the unit square */
    uint32_t present;      /* shows a texture */
} painter;

bool painter_open(painter *p, int gl);
void painter_close(painter *p);
/** Around whatever draws; attributes below are set in between. */
void painter_begin(const painter *p);
void painter_end(const painter *p);

enum { DRAW_MAX_PIECES = 6 };

/** Stages in pieces, NULL after the last: names of .glsl files, or GLSL itself, which ends with a newline. common/shaders/prelude.glsl
 *  stands before them and makes one text serve all dialects; none has a #version line. */
typedef struct draw_program_desc {
    const demo_shader_file *files; /* of the demo; those that all demos share are found, too */
    const char *vertex[DRAW_MAX_PIECES], *fragment[DRAW_MAX_PIECES];
    const char *const *attributes; /* attribute i is location i; ends with NULL, and may be NULL */
    const char *const *captured;   /* outputs that transform feedback writes, one after the other; the same */
    bool has_own_outputs;          /* the fragment shader declares what it writes, which then is not o_color */
} draw_program_desc;

/** 0 on failure, with the driver's words in error_text(). */
uint32_t draw_program(const painter *p, const draw_program_desc *desc);

int draw_uniform(uint32_t program, const char *name);

/** A buffer object with these bytes. */
uint32_t draw_buffer(const void *bytes, size_t size);

/** Indices for draw calls. In a browser a buffer has indices or anything else, never both in its life, so there it is a copy of the
 *  buffer that the library knows. Everywhere else it is that buffer itself. Zero it first. */
typedef struct draw_elements {
    uint32_t buffer, copy;
} draw_elements;

/** Takes the indices that `buffer` has now; in a browser that waits for the GPU. */
bool draw_elements_take(draw_elements *e, uint32_t buffer, size_t bytes);
void draw_elements_free(draw_elements *e);

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

/** Binds a 2D texture to a unit, for a sampler of the program in use. Unit 0 is the active one then. */
void draw_bind(uint32_t program, const char *sampler, uint32_t unit, uint32_t texture);
/** Takes the 2D textures back from units first to end - 1. */
void draw_unbind(uint32_t first, uint32_t end);

/** A texture that shaders fetch texels from: one level, nearest filtered. `channels` and `type` are those of `texels`, which may be NULL. A
 *  size of GL_TEXTURE_2D has a third number, too. Nothing stays bound. */
uint32_t draw_texels(uint32_t target, uint32_t format, const uint32_t size[3], uint32_t channels, uint32_t type,
                     const void *texels);

/** Zeros around the texture that is bound. OpenGL ES has no border: there its edge goes on, and shade.glsl weighs it. */
void draw_border(int gl, uint32_t target);

/** Draws the unit square with the program in use, whose attribute 0 is a_corner. */
void draw_square(const painter *p);
extern const char *const DRAW_SQUARE_ATTRIBUTES[];
/** A texture over the viewport, as it is. Leaves depth test and blending off. */
void draw_present(const painter *p, uint32_t texture);

enum { DRAW_MAX_OF_SQUARE = 4 };

/** Draws `squares` unit squares with the program in use, whose attribute 0 is a_corner. Attribute i + 1 is attributes[i], whose entries
 *  each serve a whole square; up to DRAW_MAX_OF_SQUARE of them. Points would be simpler, but OpenGL limits their size, and drops those
 *  whose middle is outside of the target. Not on 2.1. */
void draw_squares(const painter *p, const draw_attribute *attributes, int count, uint32_t squares);

/** Around points: gl_PointSize counts and gl_PointCoord is there. */
void draw_points_begin(const painter *p);
void draw_points_end(const painter *p);
/** Draws points 0 to `count` - 1, each of which gl_VertexID numbers right. */
void draw_points(uint32_t count);

/** Reads the first bytes of a buffer; `what` is what an error is told of. */
bool draw_read_buffer(int gl, uint32_t buffer, size_t size, void *out, const char *what);

/** One line that names the first pending GL error, and false. */
bool draw_check(const char *what);

#endif
