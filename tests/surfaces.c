/* surfaces.c - sampled fields, and meshes judged from outside.  SPDX-License-Identifier: MIT */
#include "surfaces.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

/* ---- fields ---- */

float *sample_field(surface_field *value, uint32_t width, uint32_t height, uint32_t depth) {
    const uint32_t size[3] = {width, height, depth};
    float *samples = make_room((size_t)width * height * depth * sizeof *samples);
    field_sample_function(value, size, samples);
    return samples;
}

/* ---- edges ---- */

typedef struct directed_edge {
    uint32_t low, high;
    bool is_downwards; /* walked from the high to the low index */
} directed_edge;

static int compare_edges(const void *a, const void *b) {
    const directed_edge *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->high != q->high ? (p->high < q->high ? -1 : 1) : (int)p->is_downwards - (int)q->is_downwards;
}

/* The outer faces of the volume that a crossed edge of the grid lies in, as bits. */
static uint32_t outer_faces(const hpyr_point *edge, const uint32_t size[3]) {
    const uint32_t place[3] = {edge->x, edge->y, edge->z};
    uint32_t faces = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (axis != edge->remainder) {
            faces |= (uint32_t)(place[axis] == 0) << (2 * axis);
            faces |= (uint32_t)(place[axis] == size[axis] - 1) << (2 * axis + 1);
        }
    }
    return faces;
}

static size_t run_length(const directed_edge *first, const directed_edge *end) {
    size_t length = 1;
    while (first + length < end && first[length].low == first->low && first[length].high == first->high)
        length++;
    return length;
}

surface_edges match_edges(const hpyr_ref_isosurface *m, const uint32_t size[3]) {
    surface_edges result = {0, 0, 0};
    size_t count = (size_t)m->triangle_count * 3;
    directed_edge *edges = make_room((count + 1) * sizeof *edges), *end = edges + count;
    for (size_t i = 0; i < count; i++) {
        uint32_t from = m->indices[i], to = m->indices[i % 3 == 2 ? i - 2 : i + 1];
        assert_true(from < m->vertex_count);
        edges[i] = from < to ? (directed_edge){from, to, false} : (directed_edge){to, from, true};
    }
    qsort(edges, count, sizeof *edges, compare_edges);
    for (directed_edge *e = edges; e < end;) {
        size_t length = run_length(e, end);
        if (e->low == e->high)
            result.wrong++;
        else if (length == 2 && !e[0].is_downwards && e[1].is_downwards)
            result.pairs++;
        else if (length == 1 && outer_faces(&m->edges[e->low], size) & outer_faces(&m->edges[e->high], size))
            result.border++;
        else
            result.wrong++;
        e += length;
    }
    free(edges);
    return result;
}

/* ---- triangles ---- */

const float *triangle_corner(const hpyr_ref_isosurface *m, uint64_t triangle, uint32_t corner) {
    uint64_t vertex = m->indices ? m->indices[3 * triangle + corner] : 3 * triangle + corner;
    return m->positions + 3 * vertex;
}

static void subtract(const float a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void triangle_normal(const hpyr_ref_isosurface *m, uint64_t triangle, double normal[3]) {
    const float *a = triangle_corner(m, triangle, 0);
    const double origin[3] = {a[0], a[1], a[2]};
    double u[3], v[3];
    subtract(triangle_corner(m, triangle, 1), origin, u);
    subtract(triangle_corner(m, triangle, 2), origin, v);
    cross(u, v, normal);
}

/* Solid angles after van Oosterom and Strackee 1983. */
double winding_number(const hpyr_ref_isosurface *m, const double point[3]) {
    double angle = 0;
    for (uint64_t t = 0; t < m->triangle_count; t++) {
        double a[3], b[3], c[3], b_cross_c[3];
        subtract(triangle_corner(m, t, 0), point, a);
        subtract(triangle_corner(m, t, 1), point, b);
        subtract(triangle_corner(m, t, 2), point, c);
        cross(b, c, b_cross_c);
        double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c));
        double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        angle += 2 * atan2(dot(a, b_cross_c), below);
    }
    return angle / (4 * PI);
}
