/* mesh_normals.c - normals for models that bring none: smooth, but for creases.  SPDX-License-Identifier: MIT */
#include "common/mesh/mesh.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double CREASE_COSINE = 0.6427876096865394; /* of 50 degrees: eight sides make a round prism, six do not */

enum { LARGEST_FAN = 1024 }; /* corners at one position that are compared each with each; in larger fans all count */

/* A triangle's direction, of unit length, or 0 where it has no area; and its area. */
typedef struct face {
    double direction[3], area;
} face;

typedef struct smoother {
    mesh *m;
    face *faces;
    uint32_t *first;         /* of every vertex: the first one at its position */
    uint32_t *begin;         /* of every position: where its corners begin in `corners`; one more at the end */
    uint32_t *corners;       /* indices of the index array, sorted by position */
    unsigned char *is_given; /* of every vertex that the mesh came with: it has a normal */
    unsigned char *is_taken; /* of the same: it has one now */
    uint32_t *copies;        /* of every vertex: the next one that differs from it by its normal alone, 0 for none */
    uint32_t capacity;       /* of the mesh's vertex arrays, and of `copies` */
} smoother;

static bool is_usable(const float *n) {
    double length = (double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2];
    return isfinite(length) && length > 1e-24;
}

static void normalize(const double v[3], float *out) {
    double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    double n[3] = {0, 0, 1};
    for (int k = 0; k < 3 && largest > 0 && isfinite(largest); k++)
        n[k] = v[k] / largest; /* squares of tiny models would underflow */
    double length = vector_length(n);
    for (int k = 0; k < 3; k++)
        out[k] = (float)(n[k] / length);
}

static face face_of(const mesh *m, uint32_t triangle) {
    face f = {{0, 0, 0}, 0};
    const uint32_t *corner = m->indices + (size_t)triangle * 3;
    double n[3];
    mesh_cross(m->positions + 3 * (size_t)corner[0], m->positions + 3 * (size_t)corner[1],
               m->positions + 3 * (size_t)corner[2], n);
    double largest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    if (mesh_triangle_is_finite(m, triangle) && largest > 0) {
        double s[3] = {n[0] / largest, n[1] / largest, n[2] / largest};
        double length = vector_length(s);
        for (int k = 0; k < 3; k++)
            f.direction[k] = s[k] / length;
        f.area = length * largest;
    }
    return f;
}

/* By counting: first how many corners each position has, then where they go. */
static void sort_corners(smoother *s) {
    const mesh *m = s->m;
    size_t corner_count = (size_t)m->triangle_count * 3;
    memset(s->begin, 0, ((size_t)m->vertex_count + 1) * sizeof *s->begin);
    for (size_t i = 0; i < corner_count; i++)
        s->begin[s->first[m->indices[i]]]++;
    uint32_t sum = 0;
    for (size_t v = 0; v <= m->vertex_count; v++) { /* ends, which the filling below moves to the beginnings */
        sum += s->begin[v];
        s->begin[v] = sum;
    }
    for (size_t i = corner_count; i-- > 0;)
        s->corners[--s->begin[s->first[m->indices[i]]]] = (uint32_t)i;
}

static bool prepare(smoother *s) {
    const mesh *m = s->m;
    size_t vertices = m->vertex_count, triangles = m->triangle_count;
    s->capacity = m->vertex_count;
    s->faces = malloc(triangles * sizeof *s->faces);
    s->first = mesh_weld(m);
    s->begin = malloc((vertices + 1) * sizeof *s->begin);
    s->corners = malloc(triangles * 3 * sizeof *s->corners);
    s->is_given = malloc(vertices);
    s->is_taken = calloc(vertices, 1);
    s->copies = calloc(vertices, sizeof *s->copies);
    if (!s->faces || !s->first || !s->begin || !s->corners || !s->is_given || !s->is_taken || !s->copies)
        return false;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        s->faces[t] = face_of(m, t);
    for (size_t v = 0; v < vertices; v++)
        s->is_given[v] = is_usable(m->normals + v * 3);
    sort_corners(s);
    return true;
}

static void release(smoother *s) {
    free(s->faces);
    free(s->first);
    free(s->begin);
    free(s->corners);
    free(s->is_given);
    free(s->is_taken);
    free(s->copies);
}

/* Of one corner of a triangle. The same triangles in the same order give the same bits. */
static void smooth_corner(const smoother *s, uint32_t corner, float *normal) {
    const face *own = &s->faces[corner / 3];
    uint32_t place = s->first[s->m->indices[corner]], begin = s->begin[place], end = s->begin[place + 1];
    bool all = own->area == 0 || end - begin > LARGEST_FAN;
    double sum[3] = {0, 0, 0};
    for (uint32_t i = begin; i < end; i++) {
        const face *other = &s->faces[s->corners[i] / 3];
        if (all || vector_dot(own->direction, other->direction) >= CREASE_COSINE)
            for (int k = 0; k < 3; k++)
                sum[k] += other->direction[k] * other->area;
    }
    normalize(sum, normal);
}

/* Room for more vertices. */
static bool grow(smoother *s) {
    mesh *m = s->m;
    uint64_t wanted = (uint64_t)s->capacity + s->capacity / 2 + 64;
    size_t capacity = wanted < UINT32_MAX ? (size_t)wanted : UINT32_MAX;
    float *positions = realloc(m->positions, capacity * 12);
    m->positions = positions ? positions : m->positions;
    float *normals = realloc(m->normals, capacity * 12);
    m->normals = normals ? normals : m->normals;
    uint8_t *colors = realloc(m->colors, capacity * 4);
    m->colors = colors ? colors : m->colors;
    float *texcoords = m->texcoords ? realloc(m->texcoords, capacity * 8) : NULL;
    bool ok = texcoords || !m->texcoords;
    m->texcoords = texcoords ? texcoords : m->texcoords;
    uint32_t *copies = realloc(s->copies, capacity * sizeof *copies);
    s->copies = copies ? copies : s->copies;
    if (!positions || !normals || !colors || !ok || !copies || capacity == s->capacity)
        return false;
    s->capacity = (uint32_t)capacity;
    return true;
}

/* A new vertex like `source`, without its normal; `source` where there is no room. */
static uint32_t copy_vertex(smoother *s, uint32_t source) {
    mesh *m = s->m;
    if (m->vertex_count == s->capacity && !grow(s))
        return source;
    size_t from = source, to = m->vertex_count++;
    memcpy(m->positions + to * 3, m->positions + from * 3, 12);
    memcpy(m->colors + to * 4, m->colors + from * 4, 4);
    if (m->texcoords)
        memcpy(m->texcoords + to * 2, m->texcoords + from * 2, 8);
    s->copies[to] = 0;
    return (uint32_t)to;
}

/* The vertex or the copy of it that has this normal, made where there is none. */
static uint32_t vertex_with(smoother *s, uint32_t vertex, const float normal[3]) {
    mesh *m = s->m;
    if (!s->is_taken[vertex]) {
        s->is_taken[vertex] = 1;
        memcpy(m->normals + (size_t)vertex * 3, normal, 12);
        return vertex;
    }
    uint32_t at = vertex;
    while (memcmp(m->normals + (size_t)at * 3, normal, 12) != 0 && s->copies[at] != 0)
        at = s->copies[at];
    if (memcmp(m->normals + (size_t)at * 3, normal, 12) == 0)
        return at;
    uint32_t copy = copy_vertex(s, vertex);
    if (copy != vertex) {
        memcpy(m->normals + (size_t)copy * 3, normal, 12);
        s->copies[at] = copy;
    }
    return copy;
}

/* What is left then: normals of any length, and those of vertices that no triangle has. */
static void normalize_all(mesh *m) {
    for (size_t v = 0; v < m->vertex_count; v++) {
        float *n = m->normals + v * 3;
        const double none[3] = {0, 0, 0}, given[3] = {n[0], n[1], n[2]};
        normalize(is_usable(n) ? given : none, n);
    }
}

void mesh_complete_normals(mesh *m) {
    smoother s;
    memset(&s, 0, sizeof s);
    s.m = m;
    if (prepare(&s)) {
        for (uint32_t i = 0; i < m->triangle_count * 3; i++) {
            uint32_t vertex = m->indices[i]; /* not yet a copy */
            float normal[3];
            if (!s.is_given[vertex]) {
                smooth_corner(&s, i, normal);
                m->indices[i] = vertex_with(&s, vertex, normal);
            }
        }
    }
    release(&s);
    normalize_all(m);
}
