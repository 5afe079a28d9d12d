/* sides.h - the sides of a mesh's triangles as lines: OpenGL ES has no polygon mode.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SIDES_H
#define DEMO_SIDES_H

#include "common/draw/draw.h"

/** Zero it first. */
typedef struct triangle_sides {
    uint32_t program;
    uint32_t indices; /* two of each line, three lines a triangle */
    uint64_t room;    /* bytes */
    draw_elements elements;
} triangle_sides;

/** Makes the lines of so many triangles on the GPU. `corners` is a buffer of three uint32 a triangle, or 0 where its vertices stand one
 *  after the other. Needs GL 3.3 or OpenGL ES 3.0, between painter_begin and painter_end. No
 *  program is in use then. */
bool triangle_sides_make(triangle_sides *s, const painter *p, uint32_t corners, uint32_t triangles);

/** Draws them with the program in use, whose attributes are set. */
void triangle_sides_draw(const triangle_sides *s, uint32_t triangles);

void triangle_sides_free(triangle_sides *s);

#endif
