/* quadtree_peer.c - quadtrees by the CPU: the same reduction from the texels up, in loops that compilers vectorize, and then
 * a descent that lists the leaves. One thread.  SPDX-License-Identifier: MIT */
#include "quadtree_peer.h"

#include <stdlib.h>
#include <string.h>

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
static void reduce_low(const uint8_t *below, uint32_t width, uint8_t *row, uint8_t *out) {
    const uint8_t *above = below + (size_t)width * BYTES;
    for (uint32_t i = 0; i < width * BYTES; i++)
        row[i] = below[i] < above[i] ? below[i] : above[i];
    for (uint32_t x = 0; x < width / 2; x++)
        for (int c = 0; c < BYTES; c++) {
            const uint8_t a = row[2 * BYTES * x + (uint32_t)c], b = row[2 * BYTES * x + BYTES + (uint32_t)c];
            out[BYTES * x + (uint32_t)c] = a < b ? a : b;
        }
}

static void reduce_high(const uint8_t *below, uint32_t width, uint8_t *row, uint8_t *out) {
    const uint8_t *above = below + (size_t)width * BYTES;
    for (uint32_t i = 0; i < width * BYTES; i++)
        row[i] = below[i] > above[i] ? below[i] : above[i];
    for (uint32_t x = 0; x < width / 2; x++)
        for (int c = 0; c < BYTES; c++) {
            const uint8_t a = row[2 * BYTES * x + (uint32_t)c], b = row[2 * BYTES * x + BYTES + (uint32_t)c];
            out[BYTES * x + (uint32_t)c] = a > b ? a : b;
        }
}

static void reduce(quadtree_peer *p) {
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

static bool is_uniform(const uint8_t *low, const uint8_t *high, uint32_t tolerance) {
    for (int c = 0; c < BYTES; c++)
        if ((uint32_t)(high[c] - low[c]) > tolerance)
            return false;
    return true;
}

static void add(quadtree_peer *p, int level, uint32_t x, uint32_t y, const uint8_t *low, const uint8_t *high) {
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
    if (level == 0 || is_uniform(low, high, p->tolerance)) {
        add(p, level, x, y, low, high);
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
    reduce(p);
    descend(p, p->top, 0, 0);
    return p->count;
}
