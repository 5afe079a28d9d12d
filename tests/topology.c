/* topology.c - what must hold of every closed mesh, however it was made.  SPDX-License-Identifier: MIT */
#include "topology.h"

#include <stdlib.h>

static void check(const char *name, bool holds, const char *what) {
    if (!holds)
        fail_msg("%s: %s", name, what);
    runner_checks++;
}

/* An edge of a triangle, in its direction, and the triangle's third vertex. */
typedef struct directed_edge {
    uint32_t from, to, third;
} directed_edge;

static int compare_edges(const void *a, const void *b) {
    const directed_edge *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from) : (p->to > q->to) - (p->to < q->to);
}

static directed_edge *sort_edges(const char *name, const hpyr_ref_surface *s) {
    directed_edge *edges = make_zeros(3 * (size_t)s->triangle_count + 1, sizeof *edges);
    for (uint32_t i = 0; i < s->triangle_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t *corners = s->indices + 3 * (size_t)i;
            check(name, corners[k] < s->vertex_count, "an index is a vertex");
            edges[3 * (size_t)i + k] = (directed_edge){corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]};
        }
    qsort(edges, 3 * (size_t)s->triangle_count, sizeof *edges, compare_edges);
    return edges;
}

/* The triangles around a vertex are a fan that closes, and there is no second fan. */
static void check_fan(const char *name, const directed_edge *edges, size_t count) {
    const directed_edge *here = edges;
    for (size_t step = 1; step <= count; step++) {
        const directed_edge next = {here->from, here->third, 0};
        here = bsearch(&next, edges, count, sizeof *edges, compare_edges);
        check(name, here != NULL, "the triangles around a vertex are a fan");
        check(name, (here == edges) == (step == count), "a vertex has one fan");
    }
}

static void check_closed(const char *name, const hpyr_ref_surface *s, const directed_edge *edges) {
    const size_t count = 3 * (size_t)s->triangle_count;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const directed_edge opposite = {edges[i].to, edges[i].from, 0};
        check(name, edges[i].from != edges[i].to, "an edge has two ends");
        check(name, i == 0 || compare_edges(&edges[i - 1], &edges[i]) < 0, "a directed edge is there once");
        check(name, bsearch(&opposite, edges, count, sizeof *edges, compare_edges) != NULL, "an edge has its opposite");
    }
    for (uint32_t vertex = 0; vertex < s->vertex_count; vertex++) {
        const size_t first = at;
        while (at < count && edges[at].from == vertex)
            at++;
        check(name, at > first, "a vertex is used");
        check_fan(name, edges + first, at - first);
    }
}

static uint32_t find_part(uint32_t *parts, uint32_t vertex) {
    while (parts[vertex] != vertex)
        vertex = parts[vertex] = parts[parts[vertex]];
    return vertex;
}

/* Returns the number of connected parts. */
static uint32_t check_euler(const char *name, const hpyr_ref_surface *s, const directed_edge *edges) {
    uint32_t *parts = calloc((size_t)s->vertex_count + 1, sizeof *parts), count = 0;
    SCOPED(free_memory)
    int64_t *doubled = calloc((size_t)s->vertex_count + 1, sizeof *doubled); /* twice the Euler number */
    assert_true(parts && doubled);
    for (uint32_t i = 0; i < s->vertex_count; i++)
        parts[i] = i;
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; i++)
        parts[find_part(parts, edges[i].from)] = find_part(parts, edges[i].to);
    for (uint32_t i = 0; i < s->vertex_count; i++)
        doubled[find_part(parts, i)] += 2;
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; i++)
        doubled[find_part(parts, edges[i].from)] -= 1; /* each edge is there twice */
    for (uint32_t i = 0; i < s->triangle_count; i++)
        doubled[find_part(parts, s->indices[3 * (size_t)i])] += 2;
    for (uint32_t i = 0; i < s->vertex_count; i++)
        if (parts[i] == i) {
            check(name, doubled[i] % 4 == 0 && doubled[i] <= 4, "the Euler number of a part is even and at most 2");
            count++;
        }
    free(parts);
    return count;
}

uint32_t check_topology(const char *name, const hpyr_ref_surface *s) {
    SCOPED(free_memory) directed_edge *edges = sort_edges(name, s);
    check_closed(name, s, edges);
    const uint32_t parts = check_euler(name, s, edges);
    return parts;
}

double signed_volume(const hpyr_ref_surface *s) {
    double volume = 0;
    for (uint32_t i = 0; i < s->triangle_count; i++) {
        const float *a = s->positions + 3 * (size_t)s->indices[3 * i],
                    *b = s->positions + 3 * (size_t)s->indices[3 * i + 1],
                    *c = s->positions + 3 * (size_t)s->indices[3 * i + 2];
        volume +=
            (a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) + a[1] * ((double)b[2] * c[0] - (double)b[0] * c[2]) +
             a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0])) /
            6;
    }
    return volume;
}
