/* poisson_examine.c - whether a mesh is closed, of how many parts, and how much is inside.  SPDX-License-Identifier: MIT */
#include "poisson.h"

#include <stdlib.h>

/* An edge of a triangle, in its direction, and the triangle's third vertex. */
typedef struct directed_edge {
    uint32_t from, to, third;
} directed_edge;

static int compare_edges(const void *a, const void *b) {
    const directed_edge *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from) : (p->to > q->to) - (p->to < q->to);
}

static const directed_edge *find_edge(const directed_edge *edges, size_t count, uint32_t from, uint32_t to) {
    const directed_edge wanted = {from, to, 0};
    return bsearch(&wanted, edges, count, sizeof *edges, compare_edges);
}

/* Edges are sorted: each is there once, and so is its opposite; and each vertex has some. */
static bool is_closed(const directed_edge *edges, size_t count, uint32_t vertex_count) {
    bool closed = true;
    uint32_t used = 0;
    for (size_t i = 0; i < count && closed; i++) {
        used += i == 0 || edges[i - 1].from != edges[i].from;
        closed = edges[i].from != edges[i].to && (i == 0 || compare_edges(&edges[i - 1], &edges[i]) < 0) &&
                 find_edge(edges, count, edges[i].to, edges[i].from);
    }
    return closed && used == vertex_count;
}

/* Of a closed mesh: going from triangle to triangle around each vertex meets all of them. */
static bool is_manifold(const directed_edge *edges, size_t count) {
    bool fans = true;
    for (size_t first = 0, end = 0; first < count && fans; first = end) {
        const directed_edge *here = &edges[first];
        while (end < count && edges[end].from == here->from)
            end++;
        for (size_t step = 1; step <= end - first && fans; step++) {
            here = find_edge(&edges[first], end - first, edges[first].from, here->third);
            fans = here && (here == &edges[first]) == (step == end - first);
        }
    }
    return fans;
}

static uint32_t find_part(uint32_t *parts, uint32_t vertex) {
    while (parts[vertex] != vertex)
        vertex = parts[vertex] = parts[parts[vertex]];
    return vertex;
}

/* Vertices of no triangle are none. */
static uint32_t count_parts(uint32_t *parts, uint32_t vertex_count, const directed_edge *edges, size_t count) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < vertex_count; i++)
        parts[i] = i;
    for (size_t i = 0; i < count; i++)
        parts[find_part(parts, edges[i].from)] = find_part(parts, edges[i].to);
    for (size_t i = 0; i < count; i++)
        found += (i == 0 || edges[i].from != edges[i - 1].from) && parts[edges[i].from] == edges[i].from;
    return found;
}

static double signed_volume(const float *positions, uint32_t stride, const uint32_t *indices, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i += 3) {
        const float *a = positions + (size_t)stride * indices[i], *b = positions + (size_t)stride * indices[i + 1],
                    *c = positions + (size_t)stride * indices[i + 2];
        for (int x = 0; x < 3; x++) {
            const int y = (x + 1) % 3, z = (x + 2) % 3;
            sum += (double)a[x] * ((double)b[y] * (double)c[z] - (double)b[z] * (double)c[y]) / 6;
        }
    }
    return sum;
}

bool poisson_examine(const float *positions, uint32_t stride, uint32_t vertex_count, const uint32_t *indices,
                     uint32_t triangle_count, mesh_facts *out) {
    const size_t count = 3 * (size_t)triangle_count;
    directed_edge *edges = malloc((count + 1) * sizeof *edges);
    uint32_t *parts = malloc(((size_t)vertex_count + 1) * sizeof *parts);
    const bool ok = edges && parts;
    bool are_indices = ok;
    *out = (mesh_facts){0};
    for (size_t i = 0; i < count && are_indices; i++) {
        const uint32_t *corners = indices + i / 3 * 3;
        edges[i] = (directed_edge){corners[i % 3], corners[(i + 1) % 3], corners[(i + 2) % 3]};
        are_indices = indices[i] < vertex_count;
    }
    if (are_indices) {
        qsort(edges, count, sizeof *edges, compare_edges);
        out->is_closed = is_closed(edges, count, vertex_count);
        out->is_manifold = out->is_closed && is_manifold(edges, count);
        out->parts = count_parts(parts, vertex_count, edges, count);
        out->volume = signed_volume(positions, stride, indices, count);
    }
    free(edges);
    free(parts);
    return ok;
}
