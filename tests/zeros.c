/* zeros.c - see zeros.h.  SPDX-License-Identifier: MIT
 *
 * A polynomial of third degree along each axis of a cell is a sum of 64 products of Bernstein's polynomials. Those are not negative
 * and have the sum 1, so the polynomial lies between its smallest and its largest coefficient. Coefficients of the halves of a cell
 * follow by de Casteljau's means, and come closer to the polynomial with each halving. */
#include "zeros.h"

#include "answers.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { COEFFICIENTS = 64, FIRST_DEPTH = 2, LAST_DEPTH = 5, STEPS = 30 };

/* Coefficients of the three components of a box: x fastest, four along each axis. */
typedef struct bernstein {
    double of[3][COEFFICIENTS];
} bernstein;

typedef struct search {
    const hpyr_ref_flow *flow;
    const bernstein *whole; /* of the cell */
    uint32_t cell[3];
    double (*zeros)[3];
    uint32_t count, capacity;
} search;

static const int strides[3] = {1, 4, 16};

/* ---- polynomials ---- */

static double sample_at(const hpyr_ref_flow *flow, const int64_t at[3], int component) {
    size_t i = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const int64_t n = flow->size[axis];
        i = i * (size_t)n + (size_t)((at[axis] + n) % n);
    }
    return (double)flow->samples[3 * i + (size_t)component];
}

/* Coefficients of the polynomial through four samples in a row, between samples `from` and from + 1: sums of samples with these
 * weights. */
static void weights_of(int from, double weights[4][4]) {
    static const double of_thirds[4][4] = {
        {6, 0, 0, 0}, {-5, 18, -9, 2}, {2, -9, 18, -5}, {0, 0, 0, 6}}; /* of its values there */
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 4; i++) {
            weights[k][i] = 0;
            for (int third = 0; third < 4; third++) {
                double lagrange = of_thirds[k][third] / 6;
                for (int j = 0; j < 4; j++)
                    lagrange *= j == i ? 1 : (from + third / 3.0 - j) / (i - j);
                weights[k][i] += lagrange;
            }
        }
}

static void make_coefficients(double *values, int stride, double weights[4][4]) {
    double sums[4];
    for (int k = 0; k < 4; k++)
        sums[k] = weights[k][0] * values[0] + weights[k][1] * values[stride] + weights[k][2] * values[2 * stride] +
                  weights[k][3] * values[3 * stride];
    for (int k = 0; k < 4; k++)
        values[k * stride] = sums[k];
}

/* Whether 0 is between the smallest and the largest coefficient. */
static bool spans_zero(const double coefficients[COEFFICIENTS]) {
    double least = coefficients[0], most = coefficients[0];
    for (int i = 1; i < COEFFICIENTS; i++) {
        least = coefficients[i] < least ? coefficients[i] : least;
        most = coefficients[i] > most ? coefficients[i] : most;
    }
    return least <= 0 && most >= 0;
}

/* Makes the coefficients of a cell. Returns false as soon as one component cannot be 0. */
static bool make_cell(const hpyr_ref_flow *flow, const uint32_t cell[3], bernstein *out) {
    double weights[3][4][4];
    int64_t first[3];
    bool may_be_zero = true;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t last = (int64_t)flow->size[axis] - 4;
        first[axis] = (int64_t)cell[axis] - 1;
        if (!flow->periodic[axis])
            first[axis] = first[axis] < 0 ? 0 : first[axis] > last ? last : first[axis];
        weights_of((int)((int64_t)cell[axis] - first[axis]), weights[axis]);
    }
    for (int component = 0; component < 3 && may_be_zero; component++) {
        double *values = out->of[component];
        for (int i = 0; i < COEFFICIENTS; i++) {
            const int64_t at[3] = {first[0] + i % 4, first[1] + i / 4 % 4, first[2] + i / 16};
            values[i] = sample_at(flow, at, component);
        }
        for (int axis = 0; axis < 3; axis++)
            for (int i = 0; i < COEFFICIENTS; i++)
                if (i / strides[axis] % 4 == 0)
                    make_coefficients(values + i, strides[axis], weights[axis]);
        may_be_zero = spans_zero(values);
    }
    return may_be_zero;
}

/* Keeps the lower or the upper half of a box along an axis. */
static void halve(bernstein *box, int axis, bool is_upper) {
    const int s = strides[axis];
    for (int component = 0; component < 3; component++)
        for (int i = 0; i < COEFFICIENTS; i++) {
            double *b = box->of[component] + i;
            if (i / s % 4)
                continue;
            const double m01 = (b[0] + b[s]) / 2, m12 = (b[s] + b[2 * s]) / 2, m23 = (b[2 * s] + b[3 * s]) / 2,
                         m012 = (m01 + m12) / 2, m123 = (m12 + m23) / 2, middle = (m012 + m123) / 2;
            const double halves[2][4] = {{b[0], m01, m012, middle}, {middle, m123, m23, b[3 * s]}};
            for (int k = 0; k < 4; k++)
                b[k * s] = halves[is_upper][k];
        }
}

/* The vector at t, 0 to 1 along each axis, and its slopes[axis][component]. */
static void evaluate(const bernstein *box, const double t[3], double v[3], double slopes[3][3]) {
    double weights[3][4], rises[3][4];
    for (int axis = 0; axis < 3; axis++) {
        const double x = t[axis], y = 1 - x;
        const double w[4] = {y * y * y, 3 * x * y * y, 3 * x * x * y, x * x * x},
                     r[4] = {-3 * y * y, 3 * y * y - 6 * x * y, 6 * x * y - 3 * x * x, 3 * x * x};
        memcpy(weights[axis], w, sizeof w);
        memcpy(rises[axis], r, sizeof r);
    }
    memset(v, 0, 3 * sizeof *v);
    memset(slopes, 0, 3 * sizeof *slopes);
    for (int component = 0; component < 3; component++)
        for (int i = 0; i < COEFFICIENTS; i++) {
            const double b = box->of[component][i];
            const int x = i % 4, y = i / 4 % 4, z = i / 16;
            v[component] += weights[0][x] * weights[1][y] * weights[2][z] * b;
            slopes[0][component] += rises[0][x] * weights[1][y] * weights[2][z] * b;
            slopes[1][component] += weights[0][x] * rises[1][y] * weights[2][z] * b;
            slopes[2][component] += weights[0][x] * weights[1][y] * rises[2][z] * b;
        }
}

/* ---- zeros ---- */

static double triple(const double a[3], const double b[3], const double c[3]) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/* Newton's method. Returns whether it ended in a zero of this cell. */
static bool descend(const bernstein *cell, double t[3]) {
    double size = INFINITY;
    for (int i = 0; i < STEPS && size > 1e-13; i++) {
        double v[3], slopes[3][3];
        evaluate(cell, t, v, slopes);
        const double determinant = triple(slopes[0], slopes[1], slopes[2]);
        const double way[3] = {-triple(v, slopes[1], slopes[2]) / determinant,
                               -triple(v, slopes[2], slopes[0]) / determinant,
                               -triple(v, slopes[0], slopes[1]) / determinant};
        size = fmax(fabs(way[0]), fmax(fabs(way[1]), fabs(way[2])));
        if (!isfinite(size))
            return false;
        for (int axis = 0; axis < 3; axis++)
            t[axis] += way[axis] * 0.3 / fmax(size, 0.3);
    }
    bool is_inside = size < 1e-10;
    for (int axis = 0; axis < 3; axis++)
        is_inside = is_inside && t[axis] > -1e-9 && t[axis] < 1 + 1e-9;
    return is_inside;
}

double flow_zeros_distance(const hpyr_ref_flow *flow, const double a[3], const double b[3]) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const double way = a[axis] - b[axis], wrapped = flow->periodic[axis] ? remainder(way, flow->size[axis]) : way;
        sum += wrapped * wrapped;
    }
    return sqrt(sum);
}

static void add(search *s, const double t[3]) {
    const double zero[3] = {s->cell[0] + t[0], s->cell[1] + t[1], s->cell[2] + t[2]};
    for (uint32_t i = 0; i < s->count && i < s->capacity; i++)
        if (flow_zeros_distance(s->flow, s->zeros[i], zero) < 1e-5)
            return;
    if (s->count < s->capacity)
        memcpy(s->zeros[s->count], zero, sizeof zero);
    s->count++;
}

/* `first` is the lower corner of a part of the cell. */
static void search_box(search *s, const bernstein *box, const double first[3], int depth) {
    const double side = 1.0 / (1 << depth);
    if (!spans_zero(box->of[0]) || !spans_zero(box->of[1]) || !spans_zero(box->of[2]))
        return;
    double t[3] = {first[0] + side / 2, first[1] + side / 2, first[2] + side / 2};
    if (depth >= FIRST_DEPTH && descend(s->whole, t))
        add(s, t);
    for (int child = 0; child < 8 && depth < LAST_DEPTH; child++) {
        bernstein part = *box;
        double corner[3];
        for (int axis = 0; axis < 3; axis++) {
            halve(&part, axis, child >> axis & 1);
            corner[axis] = first[axis] + (child >> axis & 1) * side / 2;
        }
        search_box(s, &part, corner, depth + 1);
    }
}

uint32_t flow_zeros(const hpyr_ref_flow *flow, double (*zeros)[3], uint32_t capacity) {
    static const double corner[3] = {0, 0, 0};
    search s = {.flow = flow, .zeros = zeros, .capacity = capacity};
    uint32_t cells[3];
    answered(hpyr_ref_flow_cells(flow, cells));
    for (s.cell[2] = 0; s.cell[2] < cells[2]; s.cell[2]++)
        for (s.cell[1] = 0; s.cell[1] < cells[1]; s.cell[1]++)
            for (s.cell[0] = 0; s.cell[0] < cells[0]; s.cell[0]++) {
                bernstein cell;
                s.whole = &cell;
                if (make_cell(flow, s.cell, &cell))
                    search_box(&s, &cell, corner, 0);
            }
    return s.count;
}
