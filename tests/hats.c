/* hats.c - the basis functions of Poisson reconstruction, one by one.  SPDX-License-Identifier: MIT */
#include "hats.h"

#include <math.h>
#include <stdlib.h>

/* ---- hats ---- */

double hat_along(const hat *hat, int axis, double t) {
    const double distance = fabs(t - hat->at[axis]) / hat->width;
    return distance < 1 ? 1 - distance : 0;
}

double slope_along(const hat *hat, int axis, double t) {
    const double distance = (t - hat->at[axis]) / hat->width;
    return fabs(distance) >= 1 ? 0 : distance < 0 ? 1.0 / hat->width : -1.0 / hat->width;
}

double hat_at(const hat *hat, const double cells[3]) {
    return hat_along(hat, 0, cells[0]) * hat_along(hat, 1, cells[1]) * hat_along(hat, 2, cells[2]);
}

/* Is the vertex of these coordinates inner at that depth? Asks for the eight cells that share it. */
static bool is_inner(const hpyr_ref_octree *tree, uint32_t depth, const int32_t vertex[3]) {
    for (int i = 0; i < 8; i++)
        if (node_of_cell(tree, depth,
                         (int32_t[3]){vertex[0] - (i & 1), vertex[1] - (i >> 1 & 1), vertex[2] - (i >> 2)}) ==
            HPYR_OCTREE_NONE)
            return false;
    return true;
}

double sum_of_hats(const hats *hats, uint32_t depth, const double cells[3]) {
    double sum = 0;
    for (uint32_t i = 0; i < hats->count && hats->list[i].depth <= depth; i++)
        sum += hats->list[i].amount * hat_at(&hats->list[i], cells);
    return sum;
}

hats make_hats(const scan *scan) {
    hats hats = {calloc(scan->tree.report.nodes, sizeof(hat)), 0};
    assert_non_null(hats.list);
    for (uint32_t node = 0; node < scan->tree.report.nodes; node++) {
        hat hat = {.depth = depth_of_node(&scan->tree, node), .node = node};
        int32_t cell[3];
        cell_of_node(&scan->tree, node, cell);
        hat.width = 1 << (scan->tree.report.depth - hat.depth);
        for (int axis = 0; axis < 3; axis++)
            hat.at[axis] = cell[axis] * hat.width;
        const bool inner = is_inner(&scan->tree, hat.depth, cell);
        assert_true(scan->poisson.inner[node] == inner);
        assert_true(inner || scan->poisson.values[node] == 0);
        assert_true(inner || (scan->poisson.divergence[node] == 0 && scan->poisson.density[node] == 0));
        if (!inner)
            continue;
        hat.amount = scan->poisson.values[node] -
                     sum_of_hats(&hats, hat.depth - 1, (double[3]){hat.at[0], hat.at[1], hat.at[2]});
        hats.list[hats.count++] = hat;
    }
    return hats;
}

/* ---- integrals ---- */

/* Integral along an axis of the product of two functions. Knots are at multiples of the smaller width, and between
 * them the product is a polynomial of degree 2 at most: the two points of Gauss are exact up to degree 3. */
double integrate_line(const hat *a, along_fn f, const hat *b, along_fn g, int axis) {
    const int32_t step = a->width < b->width ? a->width : b->width;
    const int32_t low_a = a->at[axis] - a->width, low_b = b->at[axis] - b->width;
    const int32_t high_a = a->at[axis] + a->width, high_b = b->at[axis] + b->width;
    double sum = 0;
    for (int32_t at = low_a > low_b ? low_a : low_b; at < high_a && at < high_b; at += step)
        for (int i = -1; i <= 1; i += 2) {
            const double t = at + step * (0.5 + i * sqrt(1 / 12.0));
            sum += step / 2.0 * f(a, axis, t) * g(b, axis, t);
        }
    return sum;
}

static bool overlaps(const hat *a, const hat *b) {
    for (int axis = 0; axis < 3; axis++)
        if (abs(a->at[axis] - b->at[axis]) >= a->width + b->width)
            return false;
    return true;
}

double gradients_integral(const hat *a, const hat *b) {
    double products[3], slopes[3];
    if (!overlaps(a, b))
        return 0;
    for (int axis = 0; axis < 3; axis++) {
        products[axis] = integrate_line(a, hat_along, b, hat_along, axis);
        slopes[axis] = integrate_line(a, slope_along, b, slope_along, axis);
    }
    return slopes[0] * products[1] * products[2] + products[0] * slopes[1] * products[2] +
           products[0] * products[1] * slopes[2];
}

double vector_integral(const hat *a, const hat *b, const double vector[3]) {
    double sum = 0;
    if (!overlaps(a, b))
        return 0;
    for (int axis = 0; axis < 3; axis++) {
        double product = vector[axis];
        for (int other = 0; other < 3; other++)
            product *= integrate_line(a, other == axis ? slope_along : hat_along, b, hat_along, other);
        sum += product;
    }
    return sum;
}
