/* kinds_peers.c - discriminators on the CPU.  SPDX-License-Identifier: MIT */
#include "kinds.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

size_t peer_marked(const uint8_t *image, uint32_t side, const uint8_t marks[256], uint32_t *list) {
    size_t count = 0, texels = (size_t)side * side;
    for (size_t i = 0; i < texels; i++)
        if (marks[image[i]])
            list[count++] = (uint32_t)i;
    return count;
}

static bool is_largest(const uint8_t *image, int side, int x, int y, int reach) {
    int own = image[(size_t)y * (size_t)side + (size_t)x];
    for (int v = y < reach ? 0 : y - reach; v <= y + reach && v < side; v++)
        for (int u = x < reach ? 0 : x - reach; u <= x + reach && u < side; u++) {
            int other = image[(size_t)v * (size_t)side + (size_t)u];
            if (other > own || (other == own && (v < y || (v == y && u < x))))
                return false;
        }
    return true;
}

size_t peer_local_max(const uint8_t *image, uint32_t side, int reach, uint32_t *list) {
    size_t count = 0;
    for (int y = 0; y < (int)side; y++)
        for (int x = 0; x < (int)side; x++)
            if (is_largest(image, (int)side, x, y, reach))
                list[count++] = (uint32_t)y * side + (uint32_t)x;
    return count;
}

size_t peer_sobel(const uint8_t *image, uint32_t side, int64_t least, uint32_t *list) {
    size_t count = 0;
    for (uint32_t y = 0; y < side; y++) {
        const uint8_t *row = image + (size_t)y * side, *below = y ? row - side : row,
                      *above = y + 1 < side ? row + side : row;
        for (uint32_t x = 0; x < side; x++) {
            uint32_t l = x ? x - 1 : 0, r = x + 1 < side ? x + 1 : x;
            int dx = below[r] - below[l] + 2 * (row[r] - row[l]) + above[r] - above[l];
            int dy = above[l] - below[l] + 2 * (above[x] - below[x]) + above[r] - below[r];
            if ((int64_t)dx * dx + (int64_t)dy * dy >= least)
                list[count++] = y * side + x;
        }
    }
    return count;
}

size_t peer_differences(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, uint32_t most,
                        uint32_t *list) {
    size_t count = 0;
    for (uint32_t y = 0; y + size <= side; y++)
        for (uint32_t x = 0; x + size <= side; x++) {
            uint32_t sum = 0;
            for (uint32_t v = 0; v < size && sum <= most; v++)
                for (uint32_t u = 0; u < size; u++)
                    sum += (uint32_t)abs(image[(size_t)(y + v) * side + x + u] - pattern[v * size + u]);
            if (sum <= most)
                list[count++] = y * side + x;
        }
    return count;
}

/* Sums of bytes are exact in integers, so one pass is enough. */
static bool correlates(const uint8_t *window, uint32_t side, const uint8_t *pattern, uint32_t size, float least) {
    int64_t cells = (int64_t)size * size, sum = 0, squares = 0, product = 0, pattern_sum = 0, pattern_squares = 0;
    for (uint32_t v = 0; v < size; v++)
        for (uint32_t u = 0; u < size; u++) {
            int value = window[(size_t)v * side + u], other = pattern[v * size + u];
            sum += value;
            squares += value * value;
            product += value * other;
            pattern_sum += other;
            pattern_squares += other * other;
        }
    double variance = (double)(cells * squares - sum * sum);
    double pattern_variance = (double)(cells * pattern_squares - pattern_sum * pattern_sum);
    return variance > 0 && (double)(cells * product - sum * pattern_sum) >= least * sqrt(variance * pattern_variance);
}

size_t peer_correlation(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, float least,
                        uint32_t *list) {
    size_t count = 0;
    for (uint32_t y = 0; y + size <= side; y++)
        for (uint32_t x = 0; x + size <= side; x++)
            if (correlates(image + (size_t)y * side + x, side, pattern, size, least))
                list[count++] = y * side + x;
    return count;
}
