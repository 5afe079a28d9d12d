/* peers_cells.c - cells of pictures, images and fields that a discriminator takes, and quadtrees, by the CPU.  SPDX-License-Identifier: MIT */
#include "peers.h"

#include <math.h>
#include <stdlib.h>

/* ---- point lists of pictures ---- */

uint32_t scan_plain(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (rgba[i * (size_t)4 + 3] >= threshold)
            list[found++] = i;
    return found;
}

static uint32_t count_active(const uint8_t *rgba, uint32_t count, uint8_t threshold) {
    uint32_t active = 0;
    for (uint32_t i = 0; i < count; i++)
        active += rgba[i * (size_t)4 + 3] >= threshold;
    return active;
}

/* Inlined into the two below, so that `step` is a constant to the compiler. */
static inline uint32_t scan_by(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list, uint32_t step) {
    uint32_t found = 0;
    for (uint32_t first = 0; first < count; first += step) {
        if (count_active(rgba + first * (size_t)4, step, threshold) == 0)
            continue;
        for (uint32_t i = first; i < first + step; i++)
            if (rgba[i * (size_t)4 + 3] >= threshold)
                list[found++] = i;
    }
    return found;
}

uint32_t scan_by_256(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    return scan_by(rgba, count, threshold, list, 256);
}

uint32_t scan_by_64(const uint8_t *rgba, uint32_t count, uint8_t threshold, uint32_t *list) {
    return scan_by(rgba, count, threshold, list, 64);
}

/* ---- discriminators ---- */

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

/* ---- seeds of flows ---- */

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

/* ---- quadtrees: the same reduction from the texels up, and then a descent that lists the leaves ---- */

enum { LEVELS = 16, BYTES = 4 };

struct quadtree_peer {
    uint32_t side;
    int top;
    uint8_t *low[LEVELS], *high[LEVELS]; /* from level 1 on */
    uint8_t *rows;                       /* two, of level 0 */
    uint32_t tolerance;
    const uint8_t *rgba;
    hpyr_quadtree_leaf *leaves;
    uint32_t count;
};

quadtree_peer *quadtree_peer_create(uint32_t side) {
    quadtree_peer *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->side = side;
    p->rows = malloc((size_t)side * BYTES * 2);
    bool ok = p->rows != NULL;
    for (p->top = 0; side >> p->top > 1; p->top++) {
        const size_t nodes = (size_t)(side >> (p->top + 1)) * (side >> (p->top + 1));
        p->low[p->top + 1] = malloc(nodes * BYTES);
        p->high[p->top + 1] = malloc(nodes * BYTES);
        ok = ok && p->low[p->top + 1] && p->high[p->top + 1];
    }
    if (!ok) {
        quadtree_peer_destroy(p);
        return NULL;
    }
    return p;
}

void quadtree_peer_destroy(quadtree_peer *p) {
    if (!p)
        return;
    for (int level = 0; level < LEVELS; level++) {
        free(p->low[level]);
        free(p->high[level]);
    }
    free(p->rows);
    free(p);
}

/* Of two rows of numbers, then of neighbors in a row: both loops are those of vectors. */
#define REDUCE(name, is_kept)                                                                                          \
    static void name(const uint8_t *below, uint32_t width, uint8_t *row, uint8_t *out) {                               \
        const uint8_t *above = below + (size_t)width * BYTES;                                                          \
        for (uint32_t i = 0; i < width * BYTES; i++)                                                                   \
            row[i] = below[i] is_kept above[i] ? below[i] : above[i];                                                  \
        for (uint32_t x = 0; x < width / 2; x++)                                                                       \
            for (uint32_t c = 0; c < BYTES; c++) {                                                                     \
                const uint8_t a = row[2 * BYTES * x + c], b = row[2 * BYTES * x + BYTES + c];                          \
                out[BYTES * x + c] = a is_kept b ? a : b;                                                              \
            }                                                                                                          \
    }
REDUCE(reduce_low, <)
REDUCE(reduce_high, >)

static void reduce_all(quadtree_peer *p) {
    for (int level = 1; level <= p->top; level++) {
        const uint32_t width = p->side >> (level - 1);
        const uint8_t *low = level == 1 ? p->rgba : p->low[level - 1],
                      *high = level == 1 ? p->rgba : p->high[level - 1];
        for (uint32_t y = 0; y < width / 2; y++) {
            const size_t from = (size_t)y * 2 * width * BYTES, to = (size_t)y * (width / 2) * BYTES;
            reduce_low(low + from, width, p->rows, p->low[level] + to);
            reduce_high(high + from, width, p->rows + (size_t)p->side * BYTES, p->high[level] + to);
        }
    }
}

static bool is_flat_enough(const uint8_t *low, const uint8_t *high, uint32_t tolerance) {
    for (int c = 0; c < BYTES; c++)
        if ((uint32_t)(high[c] - low[c]) > tolerance)
            return false;
    return true;
}

static void add_leaf(quadtree_peer *p, int level, uint32_t x, uint32_t y, const uint8_t *low, const uint8_t *high) {
    hpyr_quadtree_leaf *leaf = &p->leaves[p->count++];
    leaf->x = x << level;
    leaf->y = y << level;
    leaf->size = UINT32_C(1) << level;
    leaf->texels = UINT32_C(1) << (2 * level);
    for (int c = 0; c < BYTES; c++)
        leaf->value.floats[c] = (float)((low[c] + high[c]) / 510.0);
}

static void descend(quadtree_peer *p, int level, uint32_t x, uint32_t y) {
    const size_t at = ((size_t)y * (p->side >> level) + x) * BYTES;
    const uint8_t *low = level ? p->low[level] + at : p->rgba + at, *high = level ? p->high[level] + at : low;
    if (level == 0 || is_flat_enough(low, high, p->tolerance)) {
        add_leaf(p, level, x, y, low, high);
        return;
    }
    for (uint32_t child = 0; child < 4; child++)
        descend(p, level - 1, 2 * x + (child & 1), 2 * y + (child >> 1));
}

uint32_t quadtree_peer_run(quadtree_peer *p, const uint8_t *rgba, uint32_t tolerance, hpyr_quadtree_leaf *leaves) {
    p->rgba = rgba;
    p->tolerance = tolerance;
    p->leaves = leaves;
    p->count = 0;
    reduce_all(p);
    descend(p, p->top, 0, 0);
    return p->count;
}
