/* normals_tree.c - turns normals along a minimum spanning tree.
 * Source: Hoppe et al. 1992, section 3.3.  SPDX-License-Identifier: MIT
 *
 * Kruskal's method: edges come in the order of their weights, and an edge that joins two parts
 * belongs to the tree. Weights are small integers, so one counting sort puts the edges in order.
 * No tree is stored: a link from a point to another one of its part says whether their normals
 * differ, so each part knows the sides of all its normals at any time. */
#include "octree/normals_object.h"

#include <math.h>
#include <string.h>

enum { WEIGHTS = 65536 };

typedef struct edge {
    uint32_t point, other;
} edge;

/* The way from a point to its part's first one. */
typedef struct part_link {
    uint32_t to; /* the point itself: it is the first one */
    bool differs;
} part_link;

typedef struct forest {
    size_t ends[WEIGHTS + 1]; /* of the edges of each weight */
    edge *edges;
    part_link *links;
    uint32_t *seeds; /* of each part, by its first point */
} forest;

bool hpi_normals_is_decided(const float *normal) {
    return normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
}

void hpi_normals_reverse(float *normal) {
    for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++)
        normal[axis] = -normal[axis];
}

/* ---- edges ---- */

static double product(const hpi_normals_graph *graph, edge e) {
    const float *a = graph->normals + (size_t)e.point * HPI_NORMALS_FLOATS;
    const float *b = graph->normals + (size_t)e.other * HPI_NORMALS_FLOATS;
    return (double)a[0] * b[0] + (double)a[1] * b[1] + (double)a[2] * b[2];
}

static uint32_t weight_of(const hpi_normals_graph *graph, edge e) {
    const double weight = 1 - fabs(product(graph, e));
    return weight > 0 ? (uint32_t)(weight * (WEIGHTS - 1) + 0.5) : 0;
}

/* Is there an edge from a point to entry `place` of its list? An edge that the other point's list has
 * as well is met there, if that comes first: the second one never joins anything. */
static bool has_edge(const hpi_normals_graph *graph, uint32_t point, uint32_t place, edge *e) {
    const uint32_t other = graph->lists[(size_t)point * graph->neighbors + place];
    if (other == UINT32_MAX || other == point)
        return false;
    *e = (edge){point, other};
    const uint32_t *list = graph->lists + (size_t)other * graph->neighbors;
    for (uint32_t i = 0; other < point && i < graph->neighbors; i++)
        if (list[i] == point)
            return false;
    return hpi_normals_is_decided(graph->normals + (size_t)other * HPI_NORMALS_FLOATS);
}

/* Puts each edge at the place that its weight has reached. Only counts them where `edges` is NULL. */
static void visit_edges(const hpi_normals_graph *graph, size_t *places, edge *edges) {
    edge e;
    for (uint32_t point = 0; point < graph->count; point++) {
        if (!hpi_normals_is_decided(graph->normals + (size_t)point * HPI_NORMALS_FLOATS))
            continue;
        for (uint32_t place = 0; place < graph->neighbors; place++)
            if (has_edge(graph, point, place, &e)) {
                const size_t at = places[weight_of(graph, e)]++;
                if (edges)
                    edges[at] = e;
            }
    }
}

/* Afterwards the edges of weight w end at ends[w]. */
static bool sort_edges(const hpyr_context *context, const hpi_normals_graph *graph, forest *f) {
    size_t total = 0;
    visit_edges(graph, f->ends, NULL);
    for (uint32_t weight = 0; weight <= WEIGHTS; weight++) {
        const size_t here = f->ends[weight];
        f->ends[weight] = total;
        total += here;
    }
    f->edges = hpi_alloc(context, (total + 1) * sizeof *f->edges);
    if (!f->edges)
        return false;
    visit_edges(graph, f->ends, f->edges);
    return true;
}

/* ---- parts ---- */

/* Finds the first point of a part, and whether the point's normal differs from it. Halves the way. */
static uint32_t find_first(part_link *links, uint32_t point, bool *differs) {
    *differs = false;
    while (links[point].to != point) {
        const part_link next = links[links[point].to];
        if (next.to != links[point].to)
            links[point] = (part_link){next.to, links[point].differs != next.differs};
        *differs = *differs != links[point].differs;
        point = links[point].to;
    }
    return point;
}

static void join_parts(const hpi_normals_graph *graph, forest *f) {
    bool differs[2];
    for (size_t i = 0; i < f->ends[WEIGHTS - 1]; i++) {
        const edge e = f->edges[i];
        const uint32_t a = find_first(f->links, e.point, &differs[0]), b = find_first(f->links, e.other, &differs[1]);
        if (a == b)
            continue;
        const bool turns = (product(graph, e) < 0) != (differs[0] != differs[1]);
        f->links[a > b ? a : b] = (part_link){a > b ? b : a, turns};
    }
}

/* ---- sides ---- */

/* Finds the highest point of each part. Seeds are UINT32_MAX where there is none. */
static uint32_t find_seeds(const hpi_normals_graph *graph, forest *f) {
    uint32_t parts = 0;
    bool differs;
    memset(f->seeds, 0xFF, (size_t)graph->count * sizeof *f->seeds);
    for (uint32_t point = 0; point < graph->count; point++) {
        if (!hpi_normals_is_decided(graph->normals + (size_t)point * HPI_NORMALS_FLOATS))
            continue;
        uint32_t *seed = &f->seeds[find_first(f->links, point, &differs)];
        if (*seed == UINT32_MAX)
            parts++;
        if (*seed == UINT32_MAX || graph->heights[point] > graph->heights[*seed])
            *seed = point;
    }
    return parts;
}

static bool points_down(const float *normal) {
    return (normal[2] != 0 ? normal[2] : normal[1] != 0 ? normal[1] : normal[0]) < 0;
}

/* A seed's own entry becomes whether its part's first point turns: it is told before any normal is turned. */
static void turn_parts(const hpi_normals_graph *graph, forest *f) {
    bool differs;
    for (uint32_t first = 0; first < graph->count; first++)
        if (f->seeds[first] != UINT32_MAX) {
            const uint32_t seed = f->seeds[first];
            find_first(f->links, seed, &differs);
            f->seeds[first] = differs != points_down(graph->normals + (size_t)seed * HPI_NORMALS_FLOATS);
        }
    for (uint32_t point = 0; point < graph->count; point++) {
        const uint32_t turns = f->seeds[find_first(f->links, point, &differs)];
        if (turns != UINT32_MAX && (turns != 0) != differs)
            hpi_normals_reverse(graph->normals + (size_t)point * HPI_NORMALS_FLOATS);
    }
}

bool hpi_normals_along_tree(const hpyr_context *context, const hpi_normals_graph *graph, uint32_t *parts) {
    forest *f = hpi_alloc_zeros(context, 1, sizeof *f);
    bool has_memory = f != NULL;
    *parts = 0;
    if (has_memory) {
        f->links = hpi_alloc(context, ((size_t)graph->count + 1) * sizeof *f->links);
        f->seeds = hpi_alloc(context, ((size_t)graph->count + 1) * sizeof *f->seeds);
        has_memory = f->links && f->seeds && sort_edges(context, graph, f);
    }
    if (has_memory) {
        for (uint32_t point = 0; point < graph->count; point++)
            f->links[point] = (part_link){point, false};
        join_parts(graph, f);
        *parts = find_seeds(graph, f);
        turn_parts(graph, f);
    }
    if (f) {
        hpi_free(context, f->edges);
        hpi_free(context, f->links);
        hpi_free(context, f->seeds);
    }
    hpi_free(context, f);
    return has_memory;
}
