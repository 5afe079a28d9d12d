/* lines.h - streamlines, which the GPU steps along all at once.  SPDX-License-Identifier: MIT
 *
 * Each start has two lines: column 2 i of the textures is the one forward, column 2 i + 1 the one backward. Point k of a line lies in
 * row k / 2 of texture k % 2, since no pass may read what it draws. A point is x, y, z and the speed there; the speed is 0 from where
 * the line has ended: at a border, or where nothing flows. */
#ifndef FLOWSEEDS_LINES_H
#define FLOWSEEDS_LINES_H

#include "common/draw/draw.h"

#include <stdbool.h>
#include <stdint.h>

/** The demo's .glsl files. */
extern const demo_shader_file flowseeds_shaders[];

enum { LINES_MOST = 4096 /* starts */ };

/** Zero it first. */
typedef struct lines {
    const painter *painter;
    uint32_t program;
    uint32_t textures[2], framebuffers[2];
    uint32_t columns, rows;         /* of the textures */
    uint32_t starts, points, steps; /* of the last trace: points of a line; steps + 1 */
} lines;

/** What lines are traced through. */
typedef struct lines_field {
    const char *glsl; /* defines hpyr_flow_at */
    /* Sets what the GLSL reads in the program that is in use, textures from `unit` on. */
    void (*bind)(uint32_t program, uint32_t unit, void *user);
    void *user;
    float low[3], high[3]; /* lines end at these borders, or go on at the other end where an axis is periodic */
    bool periodic[3];
} lines_field;

/** Another program, for another field's GLSL. Call lines_free after a failure too. */
bool lines_open(lines *l, const painter *painter, const lines_field *field);
void lines_free(lines *l);

/** Steps of length `step` along lines from so many starts, by Runge and Kutta's method of fourth order. The fourth number of a start is not
 *  read. */
bool lines_trace(lines *l, const lines_field *field, const float (*starts)[4], uint32_t count, uint32_t steps,
                 float step);

/** All points, four floats each: those of a line one after the other, line after line. Free them; NULL on failure. */
float *lines_read(const lines *l);

#endif
