/* draw.h - a program that draws a point list straight from the pyramid.  SPDX-License-Identifier: MIT */
#ifndef BENCH_DRAW_H
#define BENCH_DRAW_H

#include "scene.h"

typedef struct draw_program {
    uint32_t program, vertex_array;
    int32_t side_location;
} draw_program;

/** Compiles it for a pyramid that has been built. A result that is not OK is the library's answer to hpyr_pyramid_glsl; false is
 *  error_text(), a text that the driver does not take. */
bool draw_open(bench *b, const hpyr_pyramid *pyramid, draw_program *d, hpyr_result *result);
void draw_close(draw_program *d);

/** Draws all keys: clipped, or where `visible` into the scene's list. Includes binding and unbinding. */
hpyr_result draw_run(const scene *s, hpyr_pyramid *pyramid, const draw_program *d, bool visible);

#endif
