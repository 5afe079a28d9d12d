/* flow_loops.c - seeds of a flow by loops in plain C.  SPDX-License-Identifier: MIT */
#include "flow_loops.h"

#include <stdbool.h>
#include <stddef.h>

/* Where the eight samples of a cell begin. */
static void corners_of(uint32_t side, uint32_t x, uint32_t y, uint32_t z, size_t corners[8]) {
    const size_t xs[2] = {x, x + 1 < side ? x + 1 : 0}, ys[2] = {y, y + 1 < side ? y + 1 : 0},
                 zs[2] = {z, z + 1 < side ? z + 1 : 0};
    for (int i = 0; i < 8; i++)
        corners[i] = (zs[i >> 2] * side + ys[i >> 1 & 1]) * side + xs[i & 1];
}

static bool is_critical(const float *v, const size_t corners[8]) {
    float least[3], most[3];
    for (int c = 0; c < 3; c++)
        least[c] = most[c] = v[4 * corners[0] + (size_t)c];
    for (int i = 1; i < 8; i++)
        for (int c = 0; c < 3; c++) {
            const float s = v[4 * corners[i] + (size_t)c];
            least[c] = s < least[c] ? s : least[c];
            most[c] = s > most[c] ? s : most[c];
        }
    bool may_be = true;
    for (int c = 0; c < 3; c++)
        may_be = may_be && 16 * least[c] <= most[c] && 16 * most[c] >= least[c] && least[c] < most[c];
    return may_be;
}

static bool is_near(const float *v, const size_t corners[8], const float bounds[2]) {
    float least = v[corners[0]], most = least;
    for (int i = 1; i < 8; i++) {
        const float s = v[corners[i]];
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    return least <= bounds[1] && most >= bounds[0];
}

static bool is_vortex(const float *v, uint32_t n, uint32_t x, uint32_t y, uint32_t z, float over, float least) {
    const size_t row = n, slice = row * n;
    const float *west = v + 4 * (z * slice + y * row + (x ? x : n) - 1),
                *east = v + 4 * (z * slice + y * row + (x + 1) % n);
    const float *south = v + 4 * (z * slice + ((y ? y : n) - 1) * row + x),
                *north = v + 4 * (z * slice + (y + 1) % n * row + x);
    const float *down = v + 4 * (((z ? z : n) - 1) * slice + y * row + x),
                *up = v + 4 * ((z + 1) % n * slice + y * row + x);
    const float a = over * (north[2] - south[2] - up[1] + down[1]), b = over * (up[0] - down[0] - east[2] + west[2]),
                c = over * (east[1] - west[1] - north[0] + south[0]);
    return a * a + b * b + c * c >= least * least;
}

uint32_t flow_loop(hpyr_flow_kind kind, const float *samples, uint32_t side, float spacing, const float bounds[2],
                   uint32_t *cells) {
    uint32_t count = 0;
    size_t corners[8];
    for (uint32_t z = 0; z < side; z++)
        for (uint32_t y = 0; y < side; y++)
            for (uint32_t x = 0; x < side; x++) {
                bool is_seed;
                if (kind == HPYR_FLOW_KIND_VORTICITY) {
                    is_seed = is_vortex(samples, side, x, y, z, 0.5f / spacing, bounds[0]);
                } else {
                    corners_of(side, x, y, z, corners);
                    is_seed =
                        kind == HPYR_FLOW_KIND_BAND ? is_near(samples, corners, bounds) : is_critical(samples, corners);
                }
                if (is_seed) {
                    uint32_t *cell = cells + 3 * (size_t)count++;
                    cell[0] = x;
                    cell[1] = y;
                    cell[2] = z;
                }
            }
    return count;
}
