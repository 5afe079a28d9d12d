/* card.c - a picture for those who bring none: discs of several sizes, squares that are turned, a chess board.
 * SPDX-License-Identifier: MIT */
#include "card.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { DISCS = 7, SQUARES = 6, SAMPLES = 4 /* of a pixel, along a side */ };

static double shade_of_disc(double x, double y) {
    for (int i = 0; i < DISCS; i++) { /* each larger than the one before */
        const double radius = 3.5 * pow(1.45, i), middle = 40 + 12 * i + 62 * (pow(1.45, i) - 1) / 2.6;
        if (hypot(x - middle, y - 380) < radius)
            return i % 2 ? 0.1 : 0.95;
    }
    return -1;
}

static double shade_of_square(double x, double y) {
    for (int i = 0; i < SQUARES; i++) {
        const double turn = 0.26 * i, dx = x - 60 - 66 * i, dy = y - 210;
        const double u = cos(turn) * dx + sin(turn) * dy, v = cos(turn) * dy - sin(turn) * dx;
        if (fmax(fabs(u), fabs(v)) < 24)
            return i % 2 ? 0.85 : 0.15;
    }
    return -1;
}

static double shade_of_board(double x, double y) {
    const bool is_inside = x >= 450 && x < 610 && y >= 30 && y < 190;
    return is_inside ? (((int)(x - 450) / 20 + (int)(y - 30) / 20) % 2 ? 0.9 : 0.1) : -1;
}

static double shade_at(double x, double y) {
    const double shades[] = {shade_of_disc(x, y), shade_of_square(x, y), shade_of_board(x, y)};
    for (int i = 0; i < 3; i++)
        if (shades[i] >= 0)
            return shades[i];
    return 0.45 + 0.15 * x / CARD_WIDTH;
}

void card_draw(uint8_t *rgba) {
    for (int y = 0; y < CARD_HEIGHT; y++)
        for (int x = 0; x < CARD_WIDTH; x++) {
            double sum = 0;
            for (int i = 0; i < SAMPLES * SAMPLES; i++)
                sum += shade_at(x + (i % SAMPLES + 0.5) / SAMPLES, y + ((double)(i / SAMPLES) + 0.5) / SAMPLES);
            const uint8_t shade = (uint8_t)(255 * sum / (SAMPLES * SAMPLES) + 0.5);
            uint8_t *texel = rgba + 4 * ((size_t)y * CARD_WIDTH + (size_t)x);
            texel[0] = texel[1] = texel[2] = shade;
            texel[3] = 255;
        }
}
