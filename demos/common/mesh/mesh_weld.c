/* mesh_weld.c - vertices at one position, and whether a mesh has an inside: edges with an even number of triangles.
 * SPDX-License-Identifier: MIT */
#include "common/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

typedef struct edge_slot {
    uint32_t low, high; /* vertices; equal where the slot is free */
    bool odd;
} edge_slot;

/* Open addressing, at most half full. */
typedef struct edges {
    edge_slot *slots;
    size_t mask;
} edges;

static size_t table_size(uint64_t entries) {
    size_t size = 16;
    while (size < 2 * entries)
        size *= 2;
    return size;
}

/* Floats differ in their high bits, which multiplication alone would never bring down. */
static uint64_t mix(uint64_t h) {
    h = (h ^ (h >> 31)) * 0x9E3779B97F4A7C15u; /* 2^64 over the golden ratio */
    h = (h ^ (h >> 29)) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

static void read_bits(const float *row, size_t each, uint32_t bits[MESH_WELD_NUMBERS]) {
    float canonical[MESH_WELD_NUMBERS];
    for (size_t k = 0; k < each; k++)
        canonical[k] = row[k] == 0 ? 0 : row[k]; /* -0 becomes 0 */
    memcpy(bits, canonical, each * sizeof *canonical);
}

static size_t hash(const uint32_t *bits, size_t each) {
    uint64_t h = 0;
    for (size_t k = 0; k < each; k += 2)
        h = mix(h ^ ((uint64_t)bits[k] << 32 | (k + 1 < each ? bits[k + 1] : 0)));
    return (size_t)h;
}

uint32_t *mesh_weld_rows(const float *rows, uint32_t count, size_t each) {
    size_t size = table_size(count), mask = size - 1;
    uint32_t *slots = calloc(size, sizeof *slots); /* row + 1 */
    uint32_t *first = malloc(((size_t)count + 1) * sizeof *first);
    for (uint32_t v = 0; slots && first && v < count; v++) {
        uint32_t bits[MESH_WELD_NUMBERS], other[MESH_WELD_NUMBERS];
        read_bits(rows + v * each, each, bits);
        size_t at = hash(bits, each) & mask;
        first[v] = v;
        for (; slots[at] != 0; at = (at + 1) & mask) {
            uint32_t candidate = slots[at] - 1;
            read_bits(rows + candidate * each, each, other);
            if (memcmp(bits, other, each * sizeof *bits) == 0) {
                first[v] = candidate;
                break;
            }
        }
        slots[at] = first[v] + 1;
    }
    if (!slots) {
        free(first);
        first = NULL;
    }
    free(slots);
    return first;
}

uint32_t *mesh_weld(const mesh *m) {
    return mesh_weld_rows(m->positions, m->vertex_count, 3);
}

static void toggle(edges *e, uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    size_t at = (size_t)mix(((uint64_t)low << 32) | high) & e->mask;
    while (e->slots[at].low != e->slots[at].high && (e->slots[at].low != low || e->slots[at].high != high))
        at = (at + 1) & e->mask;
    e->slots[at] = (edge_slot){low, high, !e->slots[at].odd};
}

static bool has_odd_edge(const mesh *m, const uint32_t *first, edges *e) {
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint32_t *corner = m->indices + (size_t)t * 3;
        uint32_t a = first[corner[0]], b = first[corner[1]], c = first[corner[2]];
        if (a != b && b != c && c != a && mesh_triangle_is_finite(m, t)) {
            toggle(e, a, b);
            toggle(e, b, c);
            toggle(e, c, a);
        }
    }
    for (size_t i = 0; i <= e->mask; i++)
        if (e->slots[i].odd)
            return true;
    return false;
}

bool mesh_is_closed(const mesh *m) {
    edges e;
    /* Two triangles share most edges; a soup of open ones has three each. */
    size_t edge_slots = table_size((uint64_t)m->triangle_count * 3);
    e.slots = calloc(edge_slots, sizeof *e.slots);
    e.mask = edge_slots - 1;
    uint32_t *first = mesh_weld(m);
    bool closed = first && e.slots && !has_odd_edge(m, first, &e);
    free(first);
    free(e.slots);
    return closed;
}
