/* card.c - a picture for those who bring none: discs of several sizes, squares that are turned, a chess board.
 * SPDX-License-Identifier: MIT */
#include "card.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { DISCS = 7, SQUARES = 6, SAMPLES = 4 /* of a pixel, along a side */ };

typedef struct disc {
    double radius, middle;
} disc;

typedef struct square {
    double cosine, sine, middle;
} square;

typedef struct card {
    disc discs[DISCS];
    square squares[SQUARES];
} card;

/* Each disc is larger than the one before, and each square is turned further. */
static card make_card(void) {
    card c;
    for (int i = 0; i < DISCS; i++)
        c.discs[i] = (disc){3.5 * pow(1.45, i), 40 + 12 * i + 62 * (pow(1.45, i) - 1) / 2.6};
    for (int i = 0; i < SQUARES; i++)
        c.squares[i] = (square){cos(0.26 * i), sin(0.26 * i), 60 + 66 * i};
    return c;
}

static double shade_of_disc(const card *c, double x, double y) {
    for (int i = 0; i < DISCS; i++) {
        const double dx = x - c->discs[i].middle, dy = y - 380;
        if (dx * dx + dy * dy < c->discs[i].radius * c->discs[i].radius)
            return i % 2 ? 0.1 : 0.95;
    }
    return -1;
}

static double shade_of_square(const card *c, double x, double y) {
    for (int i = 0; i < SQUARES; i++) {
        const square *s = &c->squares[i];
        const double dx = x - s->middle, dy = y - 210;
        const double u = s->cosine * dx + s->sine * dy, v = s->cosine * dy - s->sine * dx;
        if (fabs(u) < 24 && fabs(v) < 24)
            return i % 2 ? 0.85 : 0.15;
    }
    return -1;
}

static double shade_of_board(double x, double y) {
    const bool is_inside = x >= 450 && x < 610 && y >= 30 && y < 190;
    return is_inside ? (((int)(x - 450) / 20 + (int)(y - 30) / 20) % 2 ? 0.9 : 0.1) : -1;
}

static double shade_at(const card *c, double x, double y) {
    const double shades[] = {shade_of_disc(c, x, y), shade_of_square(c, x, y), shade_of_board(x, y)};
    for (int i = 0; i < 3; i++)
        if (shades[i] >= 0)
            return shades[i];
    return 0.45 + 0.15 * x / CARD_WIDTH;
}

void card_draw(uint8_t *rgba) {
    const card c = make_card();
    for (int y = 0; y < CARD_HEIGHT; y++)
        for (int x = 0; x < CARD_WIDTH; x++) {
            double sum = 0;
            for (int i = 0; i < SAMPLES * SAMPLES; i++)
                sum += shade_at(&c, x + (i % SAMPLES + 0.5) / SAMPLES, y + ((double)(i / SAMPLES) + 0.5) / SAMPLES);
            const uint8_t shade = (uint8_t)(255 * sum / (SAMPLES * SAMPLES) + 0.5);
            uint8_t *texel = rgba + 4 * ((size_t)y * CARD_WIDTH + (size_t)x);
            texel[0] = texel[1] = texel[2] = shade;
            texel[3] = 255;
        }
}
