/* flow_critical.c - the oracle's critical points of a cell, in double precision.  SPDX-License-Identifier: MIT
 *
 * Vectors and slopes are divided by the range of the cell's samples, a component by its own: then a component that is small
 * everywhere, as the vertical wind often is, counts as much as the others. refine.frag.glsl and examine.frag.glsl do the same
 * in floats. */
#include "flow.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { STEPS = 16, POINTS = 4, CORRECTIONS = 3 };

/* Limits of the search, in cells. */
static const double longest_step = 0.5, rest = 0.001, farthest = 1, margin = 0.001;
/* Limits of slopes and vectors that were divided by half of the samples' range: see is_point. */
static const double least_slopes = 0.25, least_conditioning = 1.0 / 2048, sure_conditioning = 0.25,
                    largest_of_lines = 1.0 / 64;

/* ---- the polynomial of a cell ---- */

/* Places of the samples along an axis that a cell's polynomial goes through. */
typedef struct stencil {
    int64_t first;
    int count;
} stencil;

static stencil stencil_of(const hpyr_ref_flow *flow, int64_t cell, int axis) {
    const int64_t size = flow->size[axis], first = cell - 1;
    if (flow->periodic[axis])
        return (stencil){first, POINTS};
    const int count = size < POINTS ? (int)size : POINTS;
    return (stencil){first < 0 ? 0 : first > size - count ? size - count : first, count};
}

/* Lagrange's polynomial of sample i at t, which counts samples from the stencil's first one on; and its slope. */
static void lagrange(const stencil *s, int i, double t, double *value, double *slope) {
    *value = 1;
    *slope = 0;
    for (int j = 0; j < s->count; j++)
        if (j != i) {
            *slope = (*slope * (t - j) + *value) / (i - j);
            *value *= (t - j) / (i - j);
        }
}

/* A vector, and slopes[axis][component] along the axes, for a step of one cell. */
typedef struct sight {
    double v[3], slopes[3][3];
} sight;

/* What the polynomial of a cell tells at t, which counts samples from the cell's first one on. */
static sight look(const hpyr_ref_flow *flow, const int64_t cell[3], const double t[3]) {
    double values[3][POINTS], rises[3][POINTS];
    stencil s[3];
    sight out = {{0}, {{0}}};
    for (int axis = 0; axis < 3; axis++) {
        s[axis] = stencil_of(flow, cell[axis], axis);
        for (int i = 0; i < s[axis].count; i++)
            lagrange(&s[axis], i, t[axis] + (double)(cell[axis] - s[axis].first), &values[axis][i], &rises[axis][i]);
    }
    for (int z = 0; z < s[2].count; z++)
        for (int y = 0; y < s[1].count; y++)
            for (int x = 0; x < s[0].count; x++) {
                const int64_t at[3] = {s[0].first + x, s[1].first + y, s[2].first + z};
                const float *sample = hpi_reference_flow_sample(flow, at);
                for (int c = 0; c < 3; c++) {
                    out.v[c] += values[0][x] * values[1][y] * values[2][z] * sample[c];
                    out.slopes[0][c] += rises[0][x] * values[1][y] * values[2][z] * sample[c];
                    out.slopes[1][c] += values[0][x] * rises[1][y] * values[2][z] * sample[c];
                    out.slopes[2][c] += values[0][x] * values[1][y] * rises[2][z] * sample[c];
                }
            }
    return out;
}

/* The same at a place that may lie beside the cell, by the polynomial of the cell that it lies in. */
static sight look_beside(const hpyr_ref_flow *flow, const int64_t cell[3], const double t[3]) {
    int64_t own[3];
    double place[3];
    for (int axis = 0; axis < 3; axis++) {
        const int64_t last = (int64_t)flow->size[axis] - 2;
        own[axis] = cell[axis] + (int64_t)floor(t[axis]);
        if (!flow->periodic[axis])
            own[axis] = own[axis] < 0 ? 0 : own[axis] > last ? last : own[axis];
        place[axis] = t[axis] - (double)(own[axis] - cell[axis]);
    }
    return look(flow, own, place);
}

/* ---- vectors and matrices ---- */

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double length_of(const double a[3]) {
    return sqrt(dot(a, a));
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Cofactors of slopes. Returns the determinant. */
static double cofactors_of(double slopes[3][3], double cofactors[3][3]) {
    for (int axis = 0; axis < 3; axis++)
        cross(slopes[(axis + 1) % 3], slopes[(axis + 2) % 3], cofactors[axis]);
    return dot(slopes[0], cofactors[0]);
}

static double size_of(double matrix[3][3]) {
    return sqrt(dot(matrix[0], matrix[0]) + dot(matrix[1], matrix[1]) + dot(matrix[2], matrix[2]));
}

/* Adds the step to t by which linear vectors with these slopes would become 0, of at most `longest` cells along each axis. Returns
 * its longest coordinate before it was cut, or infinity where there is none. */
static double step(sight *s, double longest, double t[3]) {
    double cofactors[3][3], way[3], size = 0;
    const double determinant = cofactors_of(s->slopes, cofactors);
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = -dot(s->v, cofactors[axis]) / determinant;
        size = fmax(size, fabs(way[axis]));
    }
    if (!(fabs(determinant) > 1e-9) || !isfinite(size))
        return INFINITY;
    for (int axis = 0; axis < 3; axis++)
        t[axis] += way[axis] * longest / fmax(size, longest);
    return size;
}

/* ---- one start ---- */

/* A cell, and half of the range of its samples, a component each. */
typedef struct place {
    int64_t cell[3];
    double range[3];
} place;

static void scale(const place *p, sight *s) {
    for (int component = 0; component < 3; component++) {
        s->v[component] /= p->range[component];
        for (int axis = 0; axis < 3; axis++)
            s->slopes[axis][component] /= p->range[component];
    }
}

/* Newton's method. Returns whether it came to rest in the cell, or close to it. */
static bool search(const hpyr_ref_flow *flow, const place *p, double t[3]) {
    int rests = 0;
    for (int i = 0; i < STEPS && rests < 2; i++) {
        sight s = look(flow, p->cell, t);
        scale(p, &s);
        const double size = step(&s, longest_step, t);
        for (int axis = 0; axis < 3; axis++)
            if (!(fabs(t[axis] - 0.5) <= farthest) || size == INFINITY)
                return false;
        rests = size < rest ? rests + 1 : 0;
    }
    bool is_near = rests > 0;
    for (int axis = 0; axis < 3; axis++)
        is_near = is_near && t[axis] >= -margin && t[axis] <= 1 + margin;
    return is_near;
}

/* Samples beyond a border are not known. */
static bool is_in_grid(const hpyr_ref_flow *flow, const int64_t cell[3], const double t[3]) {
    bool is_in = true;
    for (int axis = 0; axis < 3; axis++)
        is_in = is_in && (flow->periodic[axis] || ((double)cell[axis] + t[axis] >= 0 &&
                                                   (double)cell[axis] + t[axis] <= flow->size[axis] - 1.0));
    return is_in;
}

/* A place on a line of zeros that may pass through t: `along` is its direction, `blind` the sum of components that does not change
 * along it. Starts a cell away, and goes back to the line across it. Returns the length of the vector there, 0 outside of the grid. */
static double value_beside(const hpyr_ref_flow *flow, const place *p, const double t[3], const double along[3],
                           const double blind[3], double side) {
    double at[3] = {t[0] + side * along[0], t[1] + side * along[1], t[2] + side * along[2]};
    for (int i = 0;; i++) {
        sight s = look_beside(flow, p->cell, at);
        scale(p, &s);
        if (i == CORRECTIONS)
            return is_in_grid(flow, p->cell, at) ? length_of(s.v) : 0;
        const double unseen = dot(s.v, blind);
        for (int c = 0; c < 3; c++) {
            s.v[c] -= unseen * blind[c];
            for (int axis = 0; axis < 3; axis++)
                s.slopes[axis][c] += along[axis] * blind[c];
        }
        step(&s, 0.25, at);
    }
}

/* Whether a zero at t is a point: the slopes are neither 0 nor singular; and where they are nearly singular, the vectors do not stay
 * 0 along a line to both sides. */
static bool is_point(const hpyr_ref_flow *flow, const place *p, const double t[3], double slopes[3][3]) {
    double cofactors[3][3], along[3];
    const double determinant = cofactors_of(slopes, cofactors), size = size_of(cofactors);
    const double conditioning =
        fabs(determinant) / size; /* 1 / size of the inverse, which is about the smallest singular value */
    if (!(size_of(slopes) >= least_slopes && conditioning >= least_conditioning))
        return false;
    if (conditioning >= sure_conditioning)
        return true;
    int largest = 0;
    for (int axis = 1; axis < 3; axis++)
        largest = length_of(cofactors[axis]) > length_of(cofactors[largest]) ? axis : largest;
    double blind[3];
    for (int c = 0; c < 3; c++)
        blind[c] = cofactors[largest][c] / length_of(cofactors[largest]);
    for (int axis = 0; axis < 3; axis++)
        along[axis] = dot(cofactors[axis], blind);
    const double length = length_of(along);
    for (int axis = 0; axis < 3; axis++)
        along[axis] /= length;
    return value_beside(flow, p, t, along, blind, 1) > largest_of_lines ||
           value_beside(flow, p, t, along, blind, -1) > largest_of_lines;
}

/* What hpyr_flow_type says of the eigenvalues: see examine.frag.glsl. */
static uint32_t type_of(const hpyr_ref_flow *flow, double slopes[3][3]) {
    double d[3][3], cofactors[3][3];
    for (int axis = 0; axis < 3; axis++)
        for (int component = 0; component < 3; component++)
            d[axis][component] = slopes[axis][component] / flow->spacing[axis];
    const double size = size_of(d);
    for (int i = 0; i < 9; i++)
        d[i / 3][i % 3] /= size;
    const double a = d[0][0] + d[1][1] + d[2][2];
    const double b = d[0][0] * d[1][1] - d[1][0] * d[0][1] + d[0][0] * d[2][2] - d[2][0] * d[0][2] + d[1][1] * d[2][2] -
                     d[2][1] * d[1][2];
    const double c = cofactors_of(d, cofactors);
    const double discriminant = 18 * a * b * c - 4 * a * a * a * c + a * a * b * b - 4 * b * b * b - 27 * c * c;
    const bool is_source = c > 0 && a > 0 && a * b > c, is_sink = c < 0 && a < 0 && a * b < c;
    const uint32_t type = is_source ? HPYR_FLOW_TYPE_SOURCE
                          : is_sink ? HPYR_FLOW_TYPE_SINK
                          : c > 0   ? HPYR_FLOW_TYPE_SADDLE_OUT
                                    : HPYR_FLOW_TYPE_SADDLE_IN;
    return discriminant < -0.001 ? type + HPYR_FLOW_TYPE_SPIRAL : type;
}

/* Whether one of a cell's samples is zero, and a neighbor of it along an axis outside of the cell is zero, too. */
static bool touches_body(const hpyr_ref_flow *flow, const uint32_t cell[3]) {
    for (int i = 0; i < 24; i++) {
        const int axis = i / 8;
        const int64_t at[3] = {(int64_t)cell[0] + (i & 1), (int64_t)cell[1] + (i >> 1 & 1),
                               (int64_t)cell[2] + (i >> 2 & 1)};
        int64_t beside[3] = {at[0], at[1], at[2]};
        beside[axis] += at[axis] > (int64_t)cell[axis] ? 1 : -1;
        if (hpi_reference_flow_is_zero(flow, at) &&
            (flow->periodic[axis] || (beside[axis] >= 0 && beside[axis] < (int64_t)flow->size[axis])) &&
            hpi_reference_flow_is_zero(flow, beside))
            return true;
    }
    return false;
}

hpyr_result hpyr_ref_flow_refine(const hpyr_ref_flow *flow, const uint32_t cell[3],
                                 hpyr_ref_flow_point points[HPYR_REF_FLOW_STARTS], uint32_t *count) {
    uint32_t cells[3];
    if (hpyr_ref_flow_cells(flow, cells) != HPYR_OK || flow->kind != HPYR_FLOW_KIND_CRITICAL || !flow->samples ||
        !cell || !points || !count || cell[0] >= cells[0] || cell[1] >= cells[1] || cell[2] >= cells[2])
        return HPYR_ERROR_INVALID_ARGUMENT;
    place p = {.cell = {cell[0], cell[1], cell[2]}};
    *count = 0;
    if (touches_body(flow, cell))
        return HPYR_OK;
    for (int component = 0; component < 3; component++) {
        double least = 0, most = 0;
        hpi_reference_flow_range(flow, cell, component, &least, &most);
        p.range[component] = (most - least) / 2;
    }
    for (int start = 0; start < HPYR_REF_FLOW_STARTS; start++) {
        double t[3] = {start & 1 ? 0.75 : 0.25, start & 2 ? 0.75 : 0.25, start & 4 ? 0.75 : 0.25};
        if (!search(flow, &p, t))
            continue;
        sight plain = look(flow, p.cell, t);
        sight scaled = plain;
        scale(&p, &scaled);
        if (!is_point(flow, &p, t, scaled.slopes))
            continue;
        hpyr_ref_flow_point *point = &points[(*count)++];
        point->length = length_of(plain.v);
        point->type = type_of(flow, plain.slopes);
        for (int axis = 0; axis < 3; axis++)
            point->position[axis] = flow->origin[axis] + (cell[axis] + t[axis]) * flow->spacing[axis];
    }
    return HPYR_OK;
}
