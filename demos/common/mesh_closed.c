/* mesh_closed.c - whether a mesh has an inside: edges with an even number of triangles.  SPDX-License-Identifier: MIT */
#include "mesh.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing, at most half full. */
typedef struct weld {
    uint32_t *slots; /* vertex + 1 */
    uint32_t *first; /* of every vertex: the first one at its position */
    size_t mask;
} weld;

typedef struct edge_slot {
    uint32_t low, high; /* vertices; equal where the slot is free */
    bool odd;
} edge_slot;

typedef struct edges {
    edge_slot *slots;
    size_t mask;
} edges;

static size_t table_size(uint64_t entries) {
    size_t size = 16;
    while (size < 2 * entries) {
        size *= 2;
    }
    return size;
}

/* Floats differ in their high bits, which multiplication alone would never bring down. */
static uint64_t mix(uint64_t h) {
    h = (h ^ (h >> 31)) * 0x9E3779B97F4A7C15u; /* 2^64 over the golden ratio */
    h = (h ^ (h >> 29)) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

static void read_bits(const float *position, uint32_t bits[3]) {
    float canonical[3];
    for (int k = 0; k < 3; k++) {
        canonical[k] = position[k] == 0 ? 0 : position[k]; /* -0 becomes 0 */
    }
    memcpy(bits, canonical, sizeof canonical);
}

static void weld_vertices(weld *w, const mesh *m) {
    for (uint32_t v = 0; v < m->vertex_count; v++) {
        uint32_t bits[3], other[3];
        read_bits(m->positions + (size_t)v * 3, bits);
        size_t at = (size_t)mix(mix(((uint64_t)bits[0] << 32) | bits[1]) ^ bits[2]) & w->mask;
        w->first[v] = v;
        for (; w->slots[at] != 0; at = (at + 1) & w->mask) {
            uint32_t candidate = w->slots[at] - 1;
            read_bits(m->positions + (size_t)candidate * 3, other);
            if (memcmp(bits, other, sizeof bits) == 0) {
                w->first[v] = candidate;
                break;
            }
        }
        w->slots[at] = w->first[v] + 1;
    }
}

static void toggle(edges *e, uint32_t a, uint32_t b) {
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    size_t at = (size_t)mix(((uint64_t)low << 32) | high) & e->mask;
    while (e->slots[at].low != e->slots[at].high && (e->slots[at].low != low || e->slots[at].high != high)) {
        at = (at + 1) & e->mask;
    }
    e->slots[at] = (edge_slot){low, high, !e->slots[at].odd};
}

static bool has_odd_edge(const mesh *m, const weld *w, edges *e) {
    for (uint32_t t = 0; t < m->triangle_count; t++) {
        const uint32_t *corner = m->indices + (size_t)t * 3;
        uint32_t a = w->first[corner[0]], b = w->first[corner[1]], c = w->first[corner[2]];
        if (a != b && b != c && c != a && mesh_triangle_is_finite(m, t)) {
            toggle(e, a, b);
            toggle(e, b, c);
            toggle(e, c, a);
        }
    }
    for (size_t i = 0; i <= e->mask; i++) {
        if (e->slots[i].odd) {
            return true;
        }
    }
    return false;
}

bool mesh_is_closed(const mesh *m) {
    weld w;
    edges e;
    /* Two triangles share most edges; a soup of open ones has three each. */
    size_t vertex_slots = table_size(m->vertex_count), edge_slots = table_size((uint64_t)m->triangle_count * 3);
    w.slots = calloc(vertex_slots, sizeof *w.slots);
    w.first = malloc((size_t)m->vertex_count * sizeof *w.first);
    w.mask = vertex_slots - 1;
    e.slots = calloc(edge_slots, sizeof *e.slots);
    e.mask = edge_slots - 1;
    bool closed = false;
    if (w.slots && w.first && e.slots) {
        weld_vertices(&w, m);
        closed = !has_odd_edge(m, &w, &e);
    }
    free(w.slots);
    free(w.first);
    free(e.slots);
    return closed;
}
