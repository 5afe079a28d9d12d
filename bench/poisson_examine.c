/* poisson_examine.c - whether a mesh is closed, of how many parts, and how much is inside.  SPDX-License-Identifier: MIT */
#include "poisson.h"

#include <stdlib.h>
#include <string.h>

/* An edge of a triangle, in its direction, and the triangle's third vertex. */
typedef struct directed_edge {
    uint32_t from, to, third;
} directed_edge;

/* Edges by where they begin: those of vertex i are [first[i], first[i + 1]). */
typedef struct edge_table {
    directed_edge *edges;
    uint32_t *first, *parts;
    uint32_t vertex_count;
} edge_table;

static bool open_table(edge_table *t, uint32_t vertex_count, const uint32_t *indices, uint32_t triangle_count) {
    t->vertex_count = vertex_count;
    t->edges = malloc((3 * (size_t)triangle_count + 1) * sizeof *t->edges);
    t->first = calloc((size_t)vertex_count + 2, sizeof *t->first);
    t->parts = malloc(((size_t)vertex_count + 1) * sizeof *t->parts);
    if (!t->edges || !t->first || !t->parts)
        return false;
    uint32_t *next = t->first + 1; /* where the next edge of a vertex goes; in the end `first` */
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++)
        if (indices[i] + 1 < vertex_count)
            next[indices[i] + 1]++;
    for (uint32_t i = 1; i < vertex_count; i++)
        next[i] += next[i - 1];
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++) {
        const uint32_t *corners = indices + i / 3 * 3, at = (uint32_t)(i % 3);
        t->edges[next[corners[at]]++] = (directed_edge){corners[at], corners[(at + 1) % 3], corners[(at + 2) % 3]};
    }
    for (uint32_t i = 0; i < vertex_count; i++)
        t->parts[i] = i;
    return true;
}

static void close_table(edge_table *t) {
    free(t->edges);
    free(t->first);
    free(t->parts);
}

/* The edge between two vertices; how many there are of it. */
static const directed_edge *find_edge(const edge_table *t, uint32_t from, uint32_t to, uint32_t *count) {
    const directed_edge *found = NULL;
    *count = 0;
    for (uint32_t i = t->first[from]; i < t->first[from + 1]; i++)
        if (t->edges[i].to == to) {
            found = &t->edges[i];
            ++*count;
        }
    return found;
}

static bool is_closed_at(const edge_table *t, uint32_t vertex) {
    for (uint32_t i = t->first[vertex]; i < t->first[vertex + 1]; i++) {
        uint32_t count, opposite;
        find_edge(t, vertex, t->edges[i].to, &count);
        find_edge(t, t->edges[i].to, vertex, &opposite);
        if (count != 1 || opposite != 1 || t->edges[i].to == vertex)
            return false;
    }
    return t->first[vertex + 1] > t->first[vertex];
}

/* Of a closed mesh: going from triangle to triangle around the vertex meets all of them. */
static bool is_fan(const edge_table *t, uint32_t vertex) {
    const directed_edge *start = &t->edges[t->first[vertex]], *here = start;
    const uint32_t most = t->first[vertex + 1] - t->first[vertex];
    uint32_t steps = 0, count;
    do {
        here = find_edge(t, vertex, here->third, &count);
        steps++;
    } while (here && here != start && steps < most);
    return here == start && steps == most;
}

static uint32_t find_part(uint32_t *parts, uint32_t vertex) {
    while (parts[vertex] != vertex)
        vertex = parts[vertex] = parts[parts[vertex]];
    return vertex;
}

static uint32_t count_parts(edge_table *t, uint32_t triangle_count) {
    uint32_t count = 0;
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++)
        t->parts[find_part(t->parts, t->edges[i].from)] = find_part(t->parts, t->edges[i].to);
    for (uint32_t i = 0; i < t->vertex_count; i++)
        count += t->parts[i] == i;
    return count;
}

static double signed_volume(const float *positions, uint32_t stride, const uint32_t *indices, uint32_t triangle_count) {
    double sum = 0;
    for (uint32_t i = 0; i < triangle_count; i++) {
        const float *corners[3];
        double cross[3];
        for (int k = 0; k < 3; k++)
            corners[k] = positions + (size_t)stride * indices[3 * (size_t)i + (size_t)k];
        for (int axis = 0; axis < 3; axis++) {
            const int y = (axis + 1) % 3, z = (axis + 2) % 3;
            cross[axis] = (double)corners[1][y] * (double)corners[2][z] - (double)corners[1][z] * (double)corners[2][y];
        }
        for (int axis = 0; axis < 3; axis++)
            sum += (double)corners[0][axis] * cross[axis] / 6;
    }
    return sum;
}

bool poisson_examine(const float *positions, uint32_t stride, uint32_t vertex_count, const uint32_t *indices,
                     uint32_t triangle_count, mesh_facts *out) {
    edge_table t = {0};
    *out = (mesh_facts){.is_closed = true};
    for (size_t i = 0; i < 3 * (size_t)triangle_count; i++)
        out->is_closed = out->is_closed && indices[i] < vertex_count;
    if (!out->is_closed)
        return true;
    bool ok = open_table(&t, vertex_count, indices, triangle_count);
    out->is_closed = ok;
    for (uint32_t i = 0; i < vertex_count && out->is_closed; i++)
        out->is_closed = is_closed_at(&t, i);
    out->is_manifold = out->is_closed;
    for (uint32_t i = 0; i < vertex_count && out->is_manifold; i++)
        out->is_manifold = is_fan(&t, i);
    if (ok) {
        out->parts = count_parts(&t, triangle_count);
        out->volume = signed_volume(positions, stride, indices, triangle_count);
    }
    close_table(&t);
    return ok;
}
