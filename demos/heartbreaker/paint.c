/* paint.c - colors for models that have none of their own.  SPDX-License-Identifier: MIT */
#include "paint.h"

#include <math.h>

const paint PAINT_HEART_RED = {{118, 6, 18}, {206, 24, 40}};
const paint PAINT_GLAZE = {{24, 74, 98}, {74, 158, 166}};
const paint PAINT_GOLD = {{150, 78, 22}, {238, 176, 74}};

void paint_mesh(mesh *m, const paint *colors) {
    float low[3], high[3];
    mesh_bounds(m, low, high);
    for (size_t v = 0; v < m->vertex_count; v++) {
        float at = high[1] > low[1] ? (m->positions[3 * v + 1] - low[1]) / (high[1] - low[1]) : 0;
        for (int k = 0; k < 3; k++) {
            float value = colors->bottom[k] + (colors->top[k] - colors->bottom[k]) * fminf(fmaxf(at, 0), 1);
            m->colors[4 * v + (size_t)k] = (uint8_t)(value + 0.5f);
        }
        m->colors[4 * v + 3] = 255;
    }
    m->has_colors = true;
}
