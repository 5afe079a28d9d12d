/* brush.c - splats of a mesh as strokes of a brush: longer than wide, each along its own direction and with a tone of its own.
 * SPDX-License-Identifier: MIT */
#include "brush.h"

#include <math.h>

static const float TONES = 0.24f,
                   SIZES =
                       0.5f; /* from the darkest to the lightest, from the smallest to the largest: parts of the mean */

/* A number from 0 to 1 that looks random: the hash of Wang, 2007. */
static float draw_lot(uint32_t seed) {
    seed = (seed ^ 61) ^ (seed >> 16);
    seed *= 9;
    seed ^= seed >> 4;
    seed *= 0x27d4eb2d;
    seed ^= seed >> 15;
    return (float)(seed >> 8) / (float)(1 << 24);
}

/* Its own x axis comes to lie in another direction of its plane: a turn about z before all others. */
static void turn_about_z(float q[4], float angle) {
    const float c = cosf(angle / 2), s = sinf(angle / 2), w = q[0], x = q[1], y = q[2], z = q[3];
    q[0] = w * c - z * s;
    q[1] = x * c + y * s;
    q[2] = y * c - x * s;
    q[3] = z * c + w * s;
}

void brush_cloud(splat_cloud *c, float stretch) {
    const float pi = 3.14159265f, longer = sqrtf(stretch);
    for (uint32_t i = 0; stretch > 1 && i < c->count; i++) {
        const float size = 1 + SIZES * (draw_lot(3 * i) - 0.5f), tone = 1 + TONES * (draw_lot(3 * i + 1) - 0.5f);
        turn_about_z(c->rotations + 4 * i, pi * draw_lot(3 * i + 2));
        c->scales[3 * i] *= size * longer;
        c->scales[3 * i + 1] *= size / longer;
        for (int k = 0; k < 3; k++)
            c->colors[4 * i + (uint32_t)k] *= tone;
    }
}
