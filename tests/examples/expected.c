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

enum { SATURN_WIDTH = 640, SATURN_HEIGHT = 480, SATURN_ROOT = 1024, SATURN_TOLERANCE = 32 };

static double ring_at(double r) {
    if (r < 1.24 || r > 2.27 || (r > 1.95 && r < 2.03))
        return 0;
    return r < 1.53 ? 0.3 : (r < 2 ? 0.85 : 0.6) + 0.1 * sin(45 * r);
}

static double saturn_at(int x, int y) {
    const double light[3] = {-0.6, 0.28, 0.75}, up = 0.94, toward = 0.342;
    double u = (0.95 * (x - 319.5) + 0.31 * (y - 239.5)) / 125, v = (0.95 * (y - 239.5) - 0.31 * (x - 319.5)) / 125;
    double depth = 1 - u * u - v * v / 0.84, along = v / toward, r = hypot(u, along), ring = ring_at(r);
    double facing = u * light[0] + v * light[1] - along * up * light[2];
    if (ring > 0 && facing < 0 && r * r - facing * facing < 0.95)
        ring = 0.04;
    if (depth < 0 || (ring > 0 && v < 0))
        return ring;
    double z = sqrt(depth), latitude = v * up + z * toward, day = u * light[0] + v * light[1] + z * light[2];
    return (0.28 + 0.72 * fmax(0, day)) * (0.85 + 0.1 * cos(17 * latitude) + 0.05 * cos(41 * latitude));
}

/* Leaves of the square of `side` texels at (x, y), by the rule of quadtree_types.h, from the root down. */
static int count_leaves(unsigned char (*image)[SATURN_WIDTH][3], int x, int y, int side) {
    int low[3] = {255, 255, 255}, high[3] = {0}, is_uniform = 1;
    if (x >= SATURN_WIDTH || y >= SATURN_HEIGHT)
        return 0;
    for (int row = y; row < y + side && row < SATURN_HEIGHT; row++)
        for (int column = x; column < x + side && column < SATURN_WIDTH; column++)
            for (int i = 0; i < 3; i++) {
                int value = image[row][column][i];
                low[i] = value < low[i] ? value : low[i];
                high[i] = value > high[i] ? value : high[i];
                is_uniform = is_uniform && high[i] - low[i] <= SATURN_TOLERANCE;
            }
    int leaves = is_uniform || side == 1;
    for (int i = 0; i < 4 && !is_uniform && side > 1; i++)
        leaves += count_leaves(image, x + (i & 1) * side / 2, y + (i >> 1) * side / 2, side / 2);
    return leaves;
}

static int count_saturn(void) {
    static unsigned char image[SATURN_HEIGHT][SATURN_WIDTH][3];
    const double sky[3] = {12, 15, 24}, gold[3] = {255, 222, 165};
    for (int y = 0; y < SATURN_HEIGHT; y++)
        for (int x = 0; x < SATURN_WIDTH; x++)
            for (int i = 0; i < 3; i++)
                image[y][x][i] = (unsigned char)fmax(sky[i], fmin(1, saturn_at(x, y)) * gold[i]);
    return count_leaves(image, 0, 0, SATURN_ROOT);
}

/* Elements that are not 0 in the matrix of waves. Each cell has three: for its height, for the one before, and for what becomes that.
 * It has one more for each neighbor, but for the two sources, which have four neighbors. None of these cancels to 0. */
static int count_waves(int width, int height) {
    const int cells = width * height, neighbors = 2 * ((width - 1) * height + width * (height - 1));
    return 3 * cells + neighbors - 2 * 4;
}

int main(void) {
    printf("bright_pixels %d bright pixels\n", count(160, 120, is_bright));
    printf("own_vertex_shader %d squares\n", count(40, 30, has_square));
    printf("rank_lookup %d colors for 307200 pixels\n", count(640, 480, is_on_rim));
    printf("gl21 %d stars\n", count(160, 120, is_star));
    printf("quadtree_leaves %d leaves instead of 307200 pixels\n", count_saturn());
    printf("critical_points atoms %d, bonds %d, rings %d, cages %d\n", 8 + 8, 12 + 8, 6,
           1); /* C8H8: corners, edges, faces of a cube */
    printf("matrix_waves %d of 11943936 elements are not 0\n", count_waves(48, 36));
    printf("blob_sizes 260 blobs for 260 florets\n");
    printf("nearest_seeds 76800 of 76800 places have a nearest seed\n");
    printf("no_window %d cells\n", count(64, 48, is_in_heart));
    return 0;
}
