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

/* What tells a part's sides. Signs are those of its first point's normal. */
typedef struct tree_part {
    uint32_t count, seed;                   /* of points; the highest one */
    double seed_sign, normal[3], middle[3]; /* sum of the normals, mean of the positions */
    double flux, all;                       /* sums of n . (p - middle), and of what it is without signs */
    bool turns;
} tree_part;

typedef struct forest {
    size_t ends[WEIGHTS + 1]; /* of the edges of each weight */
    edge *edges;
    part_link *links;
    uint32_t *numbers; /* of the parts, by their first points */
    tree_part *parts;
    uint32_t part_count;
} forest;

bool hpi_normals_is_decided(const float *normal) {
    return normal[0] != 0 || normal[1] != 0 || normal[2] != 0;
}

void hpi_normals_reverse(float *normal) {
    for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++)
        normal[axis] = -normal[axis];
}

static const float *normal_of(const hpi_normals_graph *graph, uint32_t point) {
    return graph->normals + (size_t)point * HPI_NORMALS_FLOATS;
}

static const float *position_of(const hpi_normals_graph *graph, uint32_t point) {
    return graph->positions + (size_t)point * HPI_NORMALS_FLOATS;
}

/* ---- edges ---- */

static double product(const hpi_normals_graph *graph, edge e) {
    const float *a = normal_of(graph, e.point), *b = normal_of(graph, e.other);
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
    return hpi_normals_is_decided(normal_of(graph, other));
}

/* Puts each edge at the place that its weight has reached. Only counts them where `edges` is NULL. */
static void visit_edges(const hpi_normals_graph *graph, size_t *places, edge *edges) {
    edge e;
    for (uint32_t point = 0; point < graph->count; point++) {
        if (!hpi_normals_is_decided(normal_of(graph, point)))
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

/* Gives each part with normals a number, which its first point has. Others have UINT32_MAX. */
static bool list_parts(const hpyr_context *context, const hpi_normals_graph *graph, forest *f) {
    bool differs;
    memset(f->numbers, 0xFF, (size_t)graph->count * sizeof *f->numbers);
    for (uint32_t point = 0; point < graph->count; point++) {
        if (!hpi_normals_is_decided(normal_of(graph, point)))
            continue;
        uint32_t *number = &f->numbers[find_first(f->links, point, &differs)];
        if (*number == UINT32_MAX)
            *number = f->part_count++;
    }
    f->parts = hpi_alloc_zeros(context, (size_t)f->part_count + 1, sizeof *f->parts);
    return f->parts != NULL;
}

/* The part of a point, or NULL if it has no normal. `sign` makes its normal agree with that of the part's first point. */
static tree_part *part_of(const hpi_normals_graph *graph, forest *f, uint32_t point, double *sign) {
    bool differs;
    if (!hpi_normals_is_decided(normal_of(graph, point)))
        return NULL;
    const uint32_t first = find_first(f->links, point, &differs);
    *sign = differs ? -1 : 1;
    return &f->parts[f->numbers[first]];
}

static void add_up_parts(const hpi_normals_graph *graph, forest *f) {
    double sign;
    for (uint32_t point = 0; point < graph->count; point++) {
        tree_part *part = part_of(graph, f, point, &sign);
        if (!part)
            continue;
        const float *normal = normal_of(graph, point), *position = position_of(graph, point);
        if (!part->count || position[2] > position_of(graph, part->seed)[2]) {
            part->seed = point;
            part->seed_sign = sign;
        }
        part->count++;
        for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++) {
            part->normal[axis] += sign * (double)normal[axis];
            part->middle[axis] += (double)position[axis];
        }
    }
    for (uint32_t i = 0; i < f->part_count; i++)
        for (int axis = 0; axis < HPI_NORMALS_FLOATS; axis++)
            f->parts[i].middle[axis] /= f->parts[i].count;
    for (uint32_t point = 0; point < graph->count; point++) {
        tree_part *part = part_of(graph, f, point, &sign);
        double through = 0;
        for (int axis = 0; part && axis < HPI_NORMALS_FLOATS; axis++)
            through +=
                (double)normal_of(graph, point)[axis] * ((double)position_of(graph, point)[axis] - part->middle[axis]);
        if (part) {
            part->flux += sign * through;
            part->all += fabs(through);
        }
    }
}

static bool points_down(const float *normal) {
    return (normal[2] != 0 ? normal[2] : normal[1] != 0 ? normal[1] : normal[0]) < 0;
}

/* Does the normal of a part's first point turn, and so all that agree with it? */
static bool part_turns(const hpi_normals_graph *graph, const tree_part *part) {
    const double *n = part->normal;
    const bool is_sheet =
        sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) > 0.5 * part->count || fabs(part->flux) <= part->all / 50;
    return is_sheet ? points_down(normal_of(graph, part->seed)) != (part->seed_sign < 0) : part->flux < 0;
}

static void turn_parts(const hpi_normals_graph *graph, forest *f) {
    double sign;
    for (uint32_t i = 0; i < f->part_count; i++)
        f->parts[i].turns = part_turns(graph, &f->parts[i]);
    for (uint32_t point = 0; point < graph->count; point++) {
        const tree_part *part = part_of(graph, f, point, &sign);
        if (part && part->turns != (sign < 0))
            hpi_normals_reverse(graph->normals + (size_t)point * HPI_NORMALS_FLOATS);
    }
}

bool hpi_normals_along_tree(const hpyr_context *context, const hpi_normals_graph *graph, uint32_t *parts) {
    forest *f = hpi_alloc_zeros(context, 1, sizeof *f);
    bool has_memory = f != NULL;
    *parts = 0;
    if (has_memory) {
        f->links = hpi_alloc(context, ((size_t)graph->count + 1) * sizeof *f->links);
        f->numbers = hpi_alloc(context, ((size_t)graph->count + 1) * sizeof *f->numbers);
        has_memory = f->links && f->numbers && sort_edges(context, graph, f);
    }
    if (has_memory) {
        for (uint32_t point = 0; point < graph->count; point++)
            f->links[point] = (part_link){point, false};
        join_parts(graph, f);
        has_memory = list_parts(context, graph, f);
    }
    if (has_memory) {
        add_up_parts(graph, f);
        turn_parts(graph, f);
        *parts = f->part_count;
    }
    if (f) {
        hpi_free(context, f->edges);
        hpi_free(context, f->links);
        hpi_free(context, f->numbers);
        hpi_free(context, f->parts);
    }
    hpi_free(context, f);
    return has_memory;
}
