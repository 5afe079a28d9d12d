/* deform.c - free-form deformation of a cloud, with clones where it is stretched (Pauly, Keiser, Kobbelt, Gross, Shape Modeling with
 * Point-Sampled Geometry, 2003).  SPDX-License-Identifier: MIT */
#include "sculpt/edits.h"

#include "common/mesh/vector.h"
#include "sculpt/nearest.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STRETCH = 1.5; /* a pair of neighbors that parts by more gets a clone between */
static const double FACING =
    0.3;                         /* cosine: neighbors whose normals differ by more are on two sides of something thin */
static const double FLAT = 1e-9; /* of a determinant, beside the cube of the longest column */
enum { NEIGHBORS = 6, MOST_ROUNDS = 6 };

/* ---- the map ---- */

typedef struct map {
    const edit *edit;
    double unit; /* how much longer all lengths become on average: that stretches nothing */
} map;

static double determinant(double m[3][3]) {
    double cross[3];
    vector_cross(m[1], m[2], cross);
    return vector_dot(m[0], cross);
}

/* The paper's polynomial x^4 - 2 x^2 + 1 of the distance in parts of the radius; and its slope, over the radius. */
static void pull(const double *n, const double p[3], double shift[3], double slopes[3][3]) {
    double away[3];
    for (int k = 0; k < 3; k++)
        away[k] = p[k] - n[k];
    const double x = vector_length(away) / n[3], weight = x < 1 ? (1 - x * x) * (1 - x * x) : 0;
    for (int i = 0; i < 3; i++) {
        shift[i] = weight * n[4 + i];
        for (int k = 0; k < 3; k++)
            slopes[i][k] = x < 1 ? n[4 + i] * -4 * (1 - x * x) * away[k] / (n[3] * n[3]) : 0;
    }
}

static void move_all(const double *n, const double p[3], double shift[3], double slopes[3][3]) {
    for (int i = 0; i < 3; i++) {
        shift[i] = n[4 * i + 3];
        for (int k = 0; k < 3; k++) {
            slopes[i][k] = n[4 * i + k] - (i == k);
            shift[i] += slopes[i][k] * p[k];
        }
    }
}

/* Where a point goes; what does not move keeps its bits. `jacobian` may be NULL. */
static void move_point(const map *m, const float *from, float *to, double jacobian[3][3]) {
    const double p[3] = {from[0], from[1], from[2]};
    double shift[3], slopes[3][3];
    (m->edit->kind == EDIT_PULL ? pull : move_all)(m->edit->numbers, p, shift, slopes);
    for (int i = 0; i < 3; i++) {
        to[i] = shift[i] != 0 ? (float)(p[i] + shift[i]) : from[i];
        for (int k = 0; jacobian && k < 3; k++)
            jacobian[i][k] = slopes[i][k] + (i == k);
    }
}

/* By the inverse of the transposed matrix, which is that of the cofactors over the determinant; as long as it was. */
static void move_normal(double j[3][3], const float *from, float *to) {
    const double n[3] = {from[0], from[1], from[2]};
    double columns[3][3], moved[3];
    for (int i = 0; i < 3; i++)
        vector_cross(j[(i + 1) % 3], j[(i + 2) % 3], columns[i]);
    const double sign = determinant(j) < 0 ? -1 : 1;
    for (int i = 0; i < 3; i++)
        moved[i] = sign * vector_dot(columns[i], n);
    const double before = vector_length(n), after = vector_length(moved);
    for (int i = 0; i < 3; i++) {
        const double turned = after > 0 ? moved[i] * (before / after) : n[i];
        to[i] = turned != n[i] ? (float)turned : from[i];
    }
}

/* A map that mirrors all space turns it, one that mirrors a part of it folds it. */
static bool check_place(const map *m, const float to[3], double jacobian[3][3]) {
    const double size = determinant(jacobian);
    if (!(fabsf(to[0]) <= 1e15f && fabsf(to[1]) <= 1e15f && fabsf(to[2]) <= 1e15f))
        return error_set("points would become infinite, or farther away than 1e+15");
    if (m->edit->kind == EDIT_PULL)
        return size > FLAT || error_set("it would fold the surface: pull less far, or with a larger radius");
    double longest = 0;
    for (int i = 0; i < 3; i++)
        longest = fmax(longest, vector_length(jacobian[i]));
    return fabs(size) > FLAT * longest * longest * longest || error_set("it would make all points flat");
}

/* ---- clones ---- */

/* The points of one kind, as they lie before and after, and how far apart they are before. */
typedef struct sampling {
    clay before, after;
    float *spacings;
    uint32_t room; /* of spacings */
} sampling;

static void sampling_free(sampling *s) {
    clay_free(&s->before);
    clay_free(&s->after);
    free(s->spacings);
}

static bool add_moved(sampling *s, const map *m, const float *position, const float *normal, float spacing) {
    float to[3], turned[3];
    double jacobian[3][3];
    move_point(m, position, to, jacobian);
    if (!check_place(m, to, jacobian) || !clay_reserve(&s->before, 1) || !clay_reserve(&s->after, 1))
        return false;
    if (s->before.room > s->room) {
        float *larger = realloc(s->spacings, sizeof *larger * s->before.room);
        if (!larger)
            return error_set("out of memory for %u points", (unsigned)s->before.room);
        s->spacings = larger;
        s->room = s->before.room;
    }
    move_normal(jacobian, normal, turned);
    s->spacings[s->before.points.count] = spacing;
    clay_add(&s->before, position, normal);
    clay_add(&s->after, to, turned);
    return true;
}

static double distance_of(const clay *c, uint32_t i, uint32_t k) {
    double away[3];
    for (size_t axis = 0; axis < 3; axis++)
        away[axis] = (double)c->points.positions[3 * (size_t)i + axis] - c->points.positions[3 * (size_t)k + axis];
    return vector_length(away);
}

static bool needs_clone(const sampling *s, const map *m, uint32_t i, uint32_t k) {
    const float *n = s->before.points.normals + 3 * (size_t)i, *o = s->before.points.normals + 3 * (size_t)k;
    const double before = distance_of(&s->before, i, k), after = distance_of(&s->after, i, k) / m->unit;
    const double spacing = fmax(s->spacings[i], s->spacings[k]);
    return after > STRETCH * before && after > STRETCH * spacing && n[0] * o[0] + n[1] * o[1] + n[2] * o[2] > FACING;
}

static bool add_clone(sampling *s, const map *m, uint32_t i, uint32_t k) {
    const point_set *p = &s->before.points;
    float middle[3];
    double normal[3];
    for (size_t axis = 0; axis < 3; axis++) {
        middle[axis] = p->positions[3 * (size_t)i + axis] / 2 + p->positions[3 * (size_t)k + axis] / 2;
        normal[axis] = (double)p->normals[3 * (size_t)i + axis] + p->normals[3 * (size_t)k + axis];
    }
    const double length = vector_length(normal);
    const float n[3] = {(float)(normal[0] / length), (float)(normal[1] / length), (float)(normal[2] / length)};
    return add_moved(s, m, middle, n, fmaxf(s->spacings[i], s->spacings[k]));
}

static bool has_moved(const sampling *s, uint32_t i) {
    return memcmp(s->before.points.positions + 3 * (size_t)i, s->after.points.positions + 3 * (size_t)i, 12) != 0;
}

/* The nearest ones of each point before, itself left out; UINT32_MAX where there are fewer. What has not moved looks for none, and has a
 * spacing of 0. */
static bool find_neighbors(sampling *s, uint32_t (*neighbors)[NEIGHBORS], bool is_first) {
    const uint32_t count = s->before.points.count;
    nearest *tree = nearest_create(&s->before);
    for (uint32_t i = 0; tree && i < count; i++) {
        uint32_t found[NEIGHBORS + 1];
        double squares[NEIGHBORS + 1], sum = 0;
        int others = 0, all = 0;
        if (has_moved(s, i))
            all = nearest_find(tree, s->before.points.positions + 3 * (size_t)i, NEIGHBORS + 1, found, squares);
        for (int k = 0; k < all && others < NEIGHBORS; k++)
            if (found[k] != i) {
                neighbors[i][others++] = found[k];
                sum += sqrt(squares[k]);
            }
        if (is_first)
            s->spacings[i] = others > 0 ? (float)(sum / others) : 0;
        while (others < NEIGHBORS)
            neighbors[i][others++] = UINT32_MAX;
    }
    nearest_destroy(tree);
    return tree != NULL;
}

static bool has_neighbor(const uint32_t neighbors[NEIGHBORS], uint32_t wanted) {
    for (int k = 0; k < NEIGHBORS; k++)
        if (neighbors[k] == wanted)
            return true;
    return false;
}

/* Clones between all pairs of neighbors that need one. */
static bool refine(sampling *s, const map *m, bool is_first) {
    const uint32_t count = s->before.points.count;
    uint32_t(*neighbors)[NEIGHBORS] = malloc(sizeof *neighbors * ((size_t)count + 1));
    bool ok = neighbors != NULL || error_set("out of memory for %u points", (unsigned)count);
    ok = ok && find_neighbors(s, neighbors, is_first);
    for (uint32_t i = 0; ok && i < count; i++)
        for (int k = 0; ok && k < NEIGHBORS; k++) {
            const uint32_t other = neighbors[i][k];
            if (other == UINT32_MAX || (other < i && has_neighbor(neighbors[other], i)))
                continue;
            ok = !needs_clone(s, m, i, other) || add_clone(s, m, i, other);
        }
    free(neighbors);
    return ok;
}

/* Points [first, end) and their clones, behind those of `out`. */
static bool deform_some(const clay *c, uint32_t first, uint32_t end, const map *m, clay *out) {
    sampling s = {0};
    bool ok = true;
    for (size_t i = first; ok && i < end; i++)
        ok = add_moved(&s, m, c->points.positions + 3 * i, c->points.normals + 3 * i, 0);
    for (uint32_t round = 0, last = 0; ok && round < MOST_ROUNDS && s.before.points.count > last; round++) {
        last = s.before.points.count;
        ok = refine(&s, m, round == 0);
    }
    ok = ok && clay_add_some(out, &s.after, 0, s.after.points.count, NULL);
    sampling_free(&s);
    return ok;
}

/* Where all of space grows alike, samples are as dense as they were beside the solid. */
static double unit_of(const edit *e) {
    const double *n = e->numbers;
    double m[3][3] = {{n[0], n[1], n[2]}, {n[4], n[5], n[6]}, {n[8], n[9], n[10]}};
    return e->kind == EDIT_AFFINE ? fmax(cbrt(fabs(determinant(m))), DBL_MIN) : 1;
}

bool edits_deform(const clay *c, const edit *e, clay *out) {
    const map m = {e, unit_of(e)};
    if (!deform_some(c, 0, c->anchors, &m, out))
        return false;
    out->anchors = out->points.count;
    return deform_some(c, c->anchors, c->points.count, &m, out);
}
