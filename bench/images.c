/* images.c - seeded images: the same on every machine.  SPDX-License-Identifier: MIT */
#include "images.h"

#include "store.h"

#include <math.h>
#include <stdbool.h>

enum { SEED = 0x1E3779B9, SLICES = 256, TILES = 16 };

static double random_between(uint32_t *state, double low, double high) {
    return low + (high - low) * (store_random(state) / 4294967296.0);
}

void image_random_bytes(uint8_t *pixels, size_t count, double fill) {
    uint32_t state = SEED, threshold = (uint32_t)(fill * 4294967295.0);
    for (size_t i = 0; i < count; i++)
        pixels[i] = store_random(&state) <= threshold ? 255 : 0;
}

static void fill_with_noise(uint8_t *rgba, uint32_t side, uint32_t *state) {
    for (size_t i = 0; i < (size_t)side * side; i++) {
        uint32_t noise = store_random(state);
        for (size_t k = 0; k < 4; k++)
            rgba[i * 4 + k] = (uint8_t)(noise >> (8 * k));
        rgba[i * 4 + 3] = (uint8_t)(rgba[i * 4 + 3] % 255);
    }
}

/* True where the cell was not active before. */
static bool activate(uint8_t *rgba, size_t cell) {
    bool fresh = rgba[cell * 4 + 3] != 255;
    rgba[cell * 4 + 3] = 255;
    return fresh;
}

void image_scatter(uint8_t *rgba, uint32_t side, uint32_t active) {
    uint32_t state = SEED;
    fill_with_noise(rgba, side, &state);
    for (uint32_t done = 0; done < active;)
        done += activate(rgba, store_random(&state) % ((size_t)side * side));
}

static size_t cell_of(uint32_t side, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)(z / TILES) * (side / TILES) + y) * side + (size_t)(z % TILES) * (side / TILES) + x;
}

/* Marks the lower and the upper side of a sphere until no more than `wanted` are marked; returns how many it marked. */
static uint32_t mark_sphere(uint8_t *rgba, uint32_t side, const double center[3], double radius, uint32_t wanted) {
    uint32_t marked = 0;
    for (uint32_t y = 0; y < side / TILES; y++) {
        for (uint32_t x = 0; x < side / TILES; x++) {
            double dx = x + 0.5 - center[0], dy = y + 0.5 - center[1], square = radius * radius - dx * dx - dy * dy;
            for (int half = -1; half <= 1 && square >= 0 && marked < wanted; half += 2)
                marked += activate(rgba, cell_of(side, x, y, (uint32_t)(center[2] + half * sqrt(square))));
        }
    }
    return marked;
}

void image_spheres(uint8_t *rgba, uint32_t side, uint32_t active) {
    uint32_t state = SEED;
    double tile = side / TILES, size[3] = {tile, tile, SLICES};
    fill_with_noise(rgba, side, &state);
    for (uint32_t done = 0; done < active;) {
        double radius = random_between(&state, 20 * tile / SLICES, 60 * tile / SLICES), center[3];
        for (int k = 0; k < 3; k++)
            center[k] = random_between(&state, radius, size[k] - radius - 1);
        done += mark_sphere(rgba, side, center, radius, active - done);
    }
}
