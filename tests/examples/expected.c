/* expected.c - what the examples must say, counted in plain C.  SPDX-License-Identifier: MIT
 * A line for each example whose result does not depend on how a GPU rounds: its name and its words. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

typedef bool (*rule_fn)(int x, int y);

static int count(int width, int height, rule_fn is_active) {
    int active = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            active += is_active(x, y);
    return active;
}

static bool is_bright(int x, int y) {
    int value = (int)(128 + 127 * sin(hypot(x - 30, y - 40) / 6) * sin(hypot(x - 130, y - 90) / 8));
    return value >= 0.75 * 255;
}

static bool has_square(int x, int y) {
    int value = (int)(128 + 60 * sin(0.3 * x + 2) + 60 * cos(hypot(x - 28, y - 10) * 0.5 - 2));
    return value >= 0.5 * 255;
}

static bool is_on_rim(int column, int row) {
    double x = (column - 319.5) / 200, y = (row - 239.5) / 200;
    int steps = 0;
    for (; steps < 255 && x * x + y * y < 4; steps++) {
        double next = x * x - y * y - 0.8;
        y = 2 * x * y + 0.156;
        x = next;
    }
    return steps >= 25 && steps <= 254;
}

static bool is_star(int x, int y) {
    double u = x - 79.5, v = 1.4 * (y - 59.5), distance = hypot(u, v);
    double arms = 0.5 + 0.5 * cos(2 * atan2(v, u) - 0.14 * distance + 0.5);
    int value = (int)(255 * fmin(1, exp(-distance / 14) + arms * exp(-distance / 65)));
    return value >= 0.3 * 255;
}

static bool is_in_heart(int x, int y) {
    double u = (x - 31.5) / 19, v = (y - 21) / 19.0, w = u * u + v * v - 1;
    return w * w * w < u * u * v * v * v;
}

int main(void) {
    printf("bright_pixels %d bright pixels\n", count(160, 120, is_bright));
    printf("own_vertex_shader %d squares\n", count(40, 30, has_square));
    printf("rank_lookup %d colors for 307200 pixels\n", count(640, 480, is_on_rim));
    printf("gl21 %d stars\n", count(160, 120, is_star));
    printf("no_window %d cells\n", count(64, 48, is_in_heart));
    return 0;
}
