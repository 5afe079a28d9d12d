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

/* A template, and what every window needs of it. */
typedef struct wanted {
    const uint8_t *pattern;
    uint32_t size;
    int64_t sum;
    double variance; /* times cells * cells, as that of a window */
} wanted;

static wanted make_wanted(const uint8_t *pattern, uint32_t size) {
    int64_t cells = (int64_t)size * size, sum = 0, squares = 0;
    for (int64_t i = 0; i < cells; i++) {
        sum += pattern[i];
        squares += pattern[i] * pattern[i];
    }
    return (wanted){pattern, size, sum, (double)(cells * squares - sum * sum)};
}

/* Sums of bytes are exact in integers, so one pass is enough. */
static bool correlates(const uint8_t *window, uint32_t side, const wanted *w, float least) {
    int64_t cells = (int64_t)w->size * w->size, sum = 0, squares = 0, product = 0;
    for (uint32_t v = 0; v < w->size; v++)
        for (uint32_t u = 0; u < w->size; u++) {
            int value = window[(size_t)v * side + u];
            sum += value;
            squares += value * value;
            product += value * w->pattern[v * w->size + u];
        }
    double variance = (double)(cells * squares - sum * sum);
    return variance > 0 && (double)(cells * product - sum * w->sum) >= least * sqrt(variance * w->variance);
}

size_t peer_correlation(const uint8_t *image, uint32_t side, const uint8_t *pattern, uint32_t size, float least,
                        uint32_t *list) {
    const wanted w = make_wanted(pattern, size);
    size_t count = 0;
    for (uint32_t y = 0; y + size <= side; y++)
        for (uint32_t x = 0; x + size <= side; x++)
            if (correlates(image + (size_t)y * side + x, side, &w, least))
                list[count++] = y * side + x;
    return count;
}
