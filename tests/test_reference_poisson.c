/* test_reference_poisson.c - the oracle's Poisson reconstruction: f is what the header says, by other means.
 * SPDX-License-Identifier: MIT
 *
 * The tests write f as the sum of hats, and take every integral hat by hat: along each axis by quadrature that is exact
 * for the polynomials between knots. Neither cells nor neighbors are used. */
#include "hats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLENTY = 100000 };

static char telling[128] = ""; /* the points that are looked at */

static void check(bool holds, const char *what) {
    if (!holds)
        fail_msg("%s: %s", telling, what);
    runner_checks++;
}

static void check_near(double value, double expected, double tolerance, const char *what) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %s: %.17g, expected %.17g +- %g", telling, what, value, expected, tolerance);
    runner_checks++;
}

/* Without weights and screening, but for what an index asks for. */
static hpyr_ref_poisson_desc desc_of(size_t index, uint32_t depth) {
    const hpyr_ref_poisson_desc descs[] = {{.unweighted = true},
                                           {.density_depth = depth},
                                           {.density_depth = 1, .screening = 4},
                                           {.screening = 0.5},
                                           {.screening = 30, .unweighted = true}};
    return descs[index % LENGTH(descs)];
}

static scan make_scan(points_kind kind, uint32_t count, uint32_t depth, size_t index, double tolerance, uint32_t most) {
    scan scan = scan_random(kind, count, depth);
    scan.desc = desc_of(index, depth);
    scan_tell(&scan, telling, sizeof telling);
    assert_int_equal(scan_solve(&scan, tolerance, most), HPYR_OK);
    return scan;
}

/* ---- hats ---- */

/* The header's numbers, and those of hats of two depths (by hand: 1/2 * 5/6 and so on). */
TEST(integrals_of_gradients_are_the_headers) {
    const hat at_zero = {.width = 1}, coarse = {.width = 2};
    snprintf(telling, sizeof telling, "integrals");
    for (int place = 0; place < 27; place++) {
        const hat there = {.at = {place / 9 - 1, place / 3 % 3 - 1, place % 3 - 1}, .width = 1};
        const int axes = abs(there.at[0]) + abs(there.at[1]) + abs(there.at[2]);
        const double expected[4] = {8 / 3.0, 0, -1 / 6.0, -1 / 12.0};
        check_near(gradients_integral(&at_zero, &there), expected[axes], 1e-15, "one depth");
    }
    check_near(integrate_line(&at_zero, hat_along, &coarse, hat_along, 0), 5 / 6.0, 1e-15, "hats of two depths");
    check_near(integrate_line(&at_zero, slope_along, &coarse, slope_along, 0), 1, 1e-15, "slopes of two depths");
    check_near(gradients_integral(&at_zero, &coarse), 25 / 12.0, 1e-15, "two depths");
}

/* ---- samples ---- */

static const struct {
    points_kind kind;
    uint32_t count, depth;
} samples[] = {{POINTS_RANDOM, 40, 2},  {POINTS_RANDOM, 9, 4},     {POINTS_SPHERE, 60, 3},    {POINTS_CLUSTERED, 12, 5},
               {POINTS_PLANAR, 15, 4},  {POINTS_COLLINEAR, 30, 3}, {POINTS_DUPLICATES, 5, 6}, {POINTS_TWINS, 30, 4},
               {POINTS_ONE, 1, 1},      {POINTS_ONE, 1, 8},        {POINTS_BORDERS, 8, 4},    {POINTS_NEAR, 8, 4},
               {POINTS_OUTSIDE, 20, 3}, {POINTS_STRANGE, 15, 4},   {POINTS_LOST, 4, 3},       {POINTS_NONE, 0, 3},
               {POINTS_SMALL, 10, 4},   {POINTS_LARGE, 10, 4},     {POINTS_FAR, 10, 4}};

/* A point of the tree in cells of the last depth, from 0 to the number of cells. */
static uint32_t place_point(const scan *scan, uint32_t i, double cells[3]) {
    const uint32_t number = scan->tree.arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i];
    const float *point = points_at(&scan->set, number);
    scan_cells(scan, (double[3]){point[0], point[1], point[2]}, cells);
    for (int axis = 0; axis < 3; axis++)
        cells[axis] = fmin(fmax(cells[axis], 0), 1 << scan->tree.report.depth);
    return number;
}

/* The hat where a density counts: moved away from the root's border. */
static double inside_hat_at(const scan *scan, const hat *hat, const double cells[3]) {
    double inside[3];
    for (int axis = 0; axis < 3; axis++)
        inside[axis] = fmin(fmax(cells[axis], hat->width), (1 << scan->tree.report.depth) - hat->width);
    return hat_at(hat, inside);
}

/* w_depth, by all hats of this depth. */
static double w_at(const scan *scan, const hats *hats, uint32_t depth, const double cells[3]) {
    double sum = 0;
    for (uint32_t i = 0; i < hats->count; i++)
        if (hats->list[i].depth == depth)
            sum += scan->poisson.density[hats->list[i].node] * inside_hat_at(scan, &hats->list[i], cells);
    return sum;
}

static double area_at(const scan *scan, const hats *hats, const double cells[3]) {
    const double w = w_at(scan, hats, scan->poisson.density_depth, cells);
    return scan->desc.unweighted
               ? 1
               : pow(4, scan->tree.report.depth - scan->poisson.density_depth) * pow(w, 3) / (pow(w, 4) + 8);
}

/* The mean of w at all points is that of the squares of all densities, for w is a sum of hats times densities. */
static double largest_area(const scan *scan, const hats *hats) {
    double squares = 0;
    for (uint32_t i = 0; i < hats->count; i++)
        if (hats->list[i].depth == scan->poisson.density_depth)
            squares += pow(scan->poisson.density[hats->list[i].node], 2);
    return scan->desc.unweighted
               ? 1
               : pow(4, scan->tree.report.depth - scan->poisson.density_depth) * 2 * scan->tree.report.points / squares;
}

/* A hat without points has no density, and one with points has all of them. */
TEST(densities_count_points) {
    uint64_t seed = 3;
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        SCOPED(scan_free)
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1, 0);
        hats hats = make_hats(&scan);
        double total = 0;
        for (uint32_t i = 0; i < hats.count; i++) {
            const hat *hat = &hats.list[i];
            double expected = 0, cells[3];
            for (uint32_t j = 0; j < scan.tree.report.points; j++) {
                place_point(&scan, j, cells);
                expected += inside_hat_at(&scan, hat, cells);
            }
            expected = hat->depth <= scan.poisson.density_depth ? expected : 0;
            check_near(scan.poisson.density[hat->node], expected, 1e-12 * scan.set.count, "density");
            total += hat->depth == 1 ? expected : 0;
        }
        check_near(total, scan.tree.report.points, 1e-12 * scan.set.count, "sum of densities");
        for (int i = 0; i < 200; i++) {
            double at[3], point[3], expected = 0;
            const hpyr_octree_cube *cube = &scan.tree.report.cube;
            for (int axis = 0; axis < 3; axis++) {
                point[axis] = cube->origin[axis] + random_double(&seed, -0.1, 1.1) * cube->side;
                at[axis] = (point[axis] - cube->origin[axis]) / cube->side * (1 << scan.tree.report.depth);
                at[axis] = fmin(fmax(at[axis], 0), 1 << scan.tree.report.depth);
            }
            double below = 0, found = 0;
            for (uint32_t depth = scan.poisson.density_depth; depth > 0 && expected == 0; depth--) {
                const double w = w_at(&scan, &hats, depth, at);
                const bool is_last = depth == scan.poisson.density_depth;
                if (w >= 1)
                    expected = depth + (is_last ? log(w) / log(4) : below > 0 ? log(w) / log(w / below) : 0);
                below = w;
            }
            answered(hpyr_ref_poisson_density(&scan.tree, &scan.poisson, point, &found));
            check_near(found, expected, 1e-9, "density depth");
        }
        free(hats.list);
    }
}

/* ---- the field and its divergence ---- */

/* V at each vertex by its definition: every point is asked. */
TEST(the_field_is_the_sum_of_normals) {
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        SCOPED(scan_free)
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1e-3, PLENTY);
        hats hats = make_hats(&scan);
        double(*expected)[3] = calloc(scan.tree.report.nodes, sizeof *expected);
        assert_non_null(expected);
        for (uint32_t i = 0; i < hats.count; i++)
            for (uint32_t j = 0; j < scan.tree.report.points && hats.list[i].width == 1; j++) {
                double cells[3];
                const uint32_t number = place_point(&scan, j, cells);
                const double weight = hat_at(&hats.list[i], cells);
                for (int axis = 0; axis < 3 && weight > 0; axis++)
                    expected[hats.list[i].node][axis] +=
                        weight * area_at(&scan, &hats, cells) * scan.normals[number * SCAN_NORMAL_STRIDE + axis];
            }
        for (uint32_t node = 0; node < scan.tree.report.nodes; node++)
            for (int axis = 0; axis < 3; axis++)
                check_near(scan.poisson.field[node][axis], expected[node][axis], 1e-12, "field");
        free(expected);
        free(hats.list);
    }
}

/* b_v, hat by hat. */
static double divergence_of(const scan *scan, const hats *hats, const hat *v) {
    double sum = 0;
    for (uint32_t i = 0; i < hats->count; i++)
        if (hats->list[i].width == 1)
            sum += vector_integral(v, &hats->list[i], scan->poisson.field[hats->list[i].node]);
    return sum / v->width;
}

typedef double (*divergence_fn)(const scan *scan, const hats *hats, const hat *v);

/* b of the last depth is smoothed where that is screened. `rough` gives b as it is without. */
static double smooth_of(const scan *scan, const hats *hats, const hat *v, divergence_fn rough) {
    double sum = 0;
    if (scan->desc.screening == 0 || scan->tree.report.depth < 3 || v->width > 1)
        return rough(scan, hats, v);
    for (uint32_t i = 0; i < hats->count; i++) {
        double weight = hats->list[i].width == 1;
        for (int axis = 0; axis < 3; axis++)
            weight *= abs(hats->list[i].at[axis] - v->at[axis]) > 1 ? 0
                      : hats->list[i].at[axis] == v->at[axis]       ? 7 / 8.0
                                                                    : 1 / 16.0;
        sum += weight > 0 ? weight * rough(scan, hats, &hats->list[i]) : 0;
    }
    return sum;
}

TEST(divergence_is_an_integral_over_hats) {
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        SCOPED(scan_free)
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1e-3, PLENTY);
        hats hats = make_hats(&scan);
        for (uint32_t i = 0; i < hats.count; i++)
            check_near(scan.poisson.divergence[hats.list[i].node],
                       smooth_of(&scan, &hats, &hats.list[i], divergence_of), 1e-12, "divergence");
        free(hats.list);
    }
}

/* V at a point of that cell of the last depth. */
static void field_at(const scan *scan, const int32_t cell[3], const double cells[3], double field[3]) {
    field[0] = field[1] = field[2] = 0;
    for (int i = 0; i < 8; i++) {
        const hat corner = {.at = {cell[0] + (i & 1), cell[1] + (i >> 1 & 1), cell[2] + (i >> 2)}, .width = 1};
        const uint32_t node = node_of_cell(&scan->tree, scan->tree.report.depth, corner.at);
        for (int axis = 0; axis < 3 && node != HPYR_OCTREE_NONE; axis++)
            field[axis] += hat_at(&corner, cells) * scan->poisson.field[node][axis];
    }
}

/* Integral of grad hat . V over a cell of the last depth, by 2 x 2 x 2 points of Gauss. */
static double quadrature_of_cell(const scan *scan, const hat *v, const int32_t cell[3]) {
    double sum = 0;
    for (int i = 0; i < 8; i++) {
        double cells[3], field[3];
        for (int axis = 0; axis < 3; axis++)
            cells[axis] = cell[axis] + 0.5 + ((i >> axis & 1) ? 1 : -1) * sqrt(1 / 12.0);
        field_at(scan, cell, cells, field);
        for (int axis = 0; axis < 3; axis++)
            sum += field[axis] * slope_along(v, axis, cells[axis]) *
                   hat_along(v, (axis + 1) % 3, cells[(axis + 1) % 3]) *
                   hat_along(v, (axis + 2) % 3, cells[(axis + 2) % 3]) / 8;
    }
    return sum;
}

static double quadrature(const scan *scan, const hats *hats, const hat *v) {
    (void)hats;
    const int32_t w = v->width;
    double sum = 0;
    for (int32_t x = v->at[0] - w; x < v->at[0] + w; x++)
        for (int32_t y = v->at[1] - w; y < v->at[1] + w; y++)
            for (int32_t z = v->at[2] - w; z < v->at[2] + w; z++)
                sum += quadrature_of_cell(scan, v, (int32_t[3]){x, y, z});
    return sum / w;
}

TEST(divergence_is_an_integral_over_space) {
    uint64_t seed = 5;
    SCOPED(scan_free) scan scan = make_scan(POINTS_SPHERE, 300, 5, 3, 1e-3, PLENTY);
    hats hats = make_hats(&scan);
    for (uint32_t depth = 1, i = 0; depth <= 5; depth++) {
        const uint32_t first = i;
        while (i < hats.count && hats.list[i].depth == depth)
            i++;
        for (int k = 0; k < 12; k++) {
            const hat *v = &hats.list[first + random_below(&seed, i - first)];
            check_near(scan.poisson.divergence[v->node], smooth_of(&scan, &hats, v, quadrature), 1e-12,
                       "divergence by quadrature");
        }
    }
    free(hats.list);
}

/* ---- the systems of equations ---- */

/* All samples in a node: their area in cells^2 of its depth, and their mean place in cells of the last depth. */
static double merge_samples(const scan *scan, const hats *hats, uint32_t node, double mean[3]) {
    const uint32_t depth = depth_of_node(&scan->tree, node),
                   first = scan->tree.arrays[HPYR_OCTREE_ARRAY_FIRST_POINTS][node];
    const double largest = largest_area(scan, hats);
    double area = 0, sums[3] = {0};
    for (uint32_t i = 0; i < scan->tree.arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS][node]; i++) {
        double cells[3];
        place_point(scan, first + i, cells);
        const double own = fmin(area_at(scan, hats, cells), largest);
        area += own;
        for (int axis = 0; axis < 3; axis++)
            sums[axis] += own * cells[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        mean[axis] = area > 0 ? sums[axis] / area : 0;
    return area / pow(4, scan->tree.report.depth - depth);
}

/* The mean at the samples of the depth above, of what the depths above have found. */
static double target_of(const scan *scan, const hats *hats, uint32_t depth) {
    const uint32_t *first_node = scan->tree.report.first_node;
    double sum = 0, areas = 0, mean[3];
    for (uint32_t node = first_node[depth - 1]; node < first_node[depth]; node++) {
        const double area = merge_samples(scan, hats, node, mean);
        areas += area;
        sum += area > 0 ? area * sum_of_hats(hats, depth - 1, mean) : 0;
    }
    return areas > 0 ? sum / areas : 0;
}

/* The sum over the samples of v's depth of area * (f_depth - c) * hat_v, times a: samples of the nodes around v. */
static double screening_at(const scan *scan, const hats *hats, const hat *v, uint32_t depth, double target) {
    double sum = 0, mean[3];
    for (int i = 0; i < 8 && scan->desc.screening > 0 && v->depth >= 3; i++) {
        const int32_t cell[3] = {v->at[0] / v->width - (i & 1), v->at[1] / v->width - (i >> 1 & 1),
                                 v->at[2] / v->width - (i >> 2)};
        const double area = merge_samples(scan, hats, node_of_cell(&scan->tree, v->depth, cell), mean);
        sum += area > 0 ? area * (sum_of_hats(hats, depth, mean) - target) * hat_at(v, mean) : 0;
    }
    return scan->desc.screening * sum;
}

/* b_v - integral of grad hat_v . grad f_depth - what screening adds, in units of v's depth. */
static double missing_at(const scan *scan, const hats *hats, const hat *v, uint32_t depth, double target) {
    double sum = 0;
    for (uint32_t i = 0; i < hats->count && hats->list[i].depth <= depth; i++)
        sum += hats->list[i].amount * gradients_integral(v, &hats->list[i]);
    return scan->poisson.divergence[v->node] - sum / v->width - screening_at(scan, hats, v, depth, target);
}

/* What is missing after each depth is what the solver says of its residual. */
static void check_systems(const scan *scan, double tolerance, uint32_t most) {
    hats hats = make_hats(scan);
    for (uint32_t depth = 0; depth <= scan->tree.report.depth; depth++) {
        const double target = depth > 2 ? target_of(scan, &hats, depth) : 0;
        double before = 0, after = 0;
        for (uint32_t i = 0; i < hats.count; i++)
            if (hats.list[i].depth == depth) {
                before += pow(missing_at(scan, &hats, &hats.list[i], depth - 1, target), 2);
                after += pow(missing_at(scan, &hats, &hats.list[i], depth, target), 2);
            }
        const double ratio = scan->poisson.residuals[depth];
        check_near(sqrt(after), ratio * sqrt(before), 1e-12 + 1e-12 * sqrt(before), "residual");
        check(ratio <= tolerance || scan->poisson.iterations[depth] == most, "when iterations end");
        check(scan->poisson.iterations[depth] <= most, "number of iterations");
    }
    free(hats.list);
}

TEST(every_depth_solves_its_equations) {
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1e-9, PLENTY);
        check_systems(&scan, 1e-9, PLENTY);
        scan_free(&scan);
        scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 0, 2);
        check_systems(&scan, 0, 2);
        scan_free(&scan);
    }
}

/* Ninety points in a cell, and groups of five that lie alone: areas of groups are larger than they may be where they screen. */
TEST(areas_that_screen_are_capped) {
    enum { TOGETHER = 90, GROUP = 5, ALL = TOGETHER + 8 * GROUP };
    uint64_t seed = 41;
    double place[3], normal[3];
    uint32_t capped = 0;
    SCOPED(scan_free) scan scan = scan_empty(ALL);
    for (uint32_t i = 0; i < ALL; i++) {
        const bool is_beside = i >= TOGETHER && i % GROUP > 0;
        for (int axis = 0; axis < 3; axis++)
            place[axis] = i < TOGETHER ? random_double(&seed, 1.3, 1.45)
                          : is_beside  ? place[axis] + 0.01
                                       : random_double(&seed, 0.5, 3.5);
        random_direction(&seed, normal);
        scan_set(&scan, i, place, normal);
    }
    scan_build(&scan, 4);
    scan.desc = (hpyr_ref_poisson_desc){.screening = 4, .density_depth = 3};
    scan_tell(&scan, telling, sizeof telling);
    assert_int_equal(scan_solve(&scan, 1e-9, PLENTY), HPYR_OK);
    check_systems(&scan, 1e-9, PLENTY);
    hats hats = make_hats(&scan);
    for (uint32_t i = 0; i < ALL; i++) {
        place_point(&scan, i, place);
        capped += area_at(&scan, &hats, place) > 1.2 * largest_area(&scan, &hats);
    }
    free(hats.list);
    assert_in_range(capped, 1, ALL - TOGETHER);
}

TEST(iterations_end_in_time) {
    uint32_t needed[5];
    SCOPED(scan_free) scan scan = make_scan(POINTS_RANDOM, 20, 4, 0, 1e-5, PLENTY);
    memcpy(needed, scan.poisson.iterations, sizeof needed);
    assert_true(needed[0] == 0 && needed[1] == 1 && needed[2] > 1 && needed[4] < 100);
    assert_int_equal(scan_solve(&scan, 1e-5, needed[2]), HPYR_OK);
    assert_true(scan.poisson.iterations[2] == needed[2] && scan.poisson.residuals[2] <= 1e-5);
    assert_int_equal(scan_solve(&scan, 1e-5, needed[2] - 1), HPYR_OK);
    assert_true(scan.poisson.iterations[2] == needed[2] - 1 && scan.poisson.residuals[2] > 1e-5);
    assert_int_equal(scan_solve(&scan, 1e-5, 0), HPYR_OK);
    assert_true(scan.poisson.iterations[4] == 0 && scan.poisson.residuals[4] == 1 && scan_largest(&scan) == 0);
    assert_int_equal(scan_solve(&scan, 1, PLENTY), HPYR_OK);
    assert_true(scan.poisson.iterations[4] == 0);
}

/* In exact numbers conjugate gradients need as many iterations as L has eigenvalues. With all 27 vertices of depth 2
 * they are made of three numbers, one for each axis in any order: ten at most. */
TEST(iterations_are_as_few_as_can_be) {
    SCOPED(scan_free) scan scan = make_scan(POINTS_RANDOM, 100, 2, 0, 1e-12, 10);
    assert_int_equal(scan.tree.report.nodes, 73);
    assert_true(scan.poisson.residuals[2] <= 1e-12 && scan.poisson.iterations[2] > 4);
}

/* Tolerance 0 asks for more than numbers can say. Whatever underflows on the way, f stays. */
TEST(no_tolerance_is_allowed) {
    for (uint32_t depth = 2; depth <= 4; depth++)
        for (uint32_t count = 1; count <= 12; count++) {
            SCOPED(scan_free) scan scan = make_scan(POINTS_RANDOM, count, depth, 0, 1e-9, PLENTY);
            double expected = scan_largest(&scan);
            for (uint32_t i = 0; i < count * SCAN_NORMAL_STRIDE; i++)
                scan.normals[i] *= 1e-30f;
            assert_int_equal(scan_solve(&scan, 0, 1500), HPYR_OK);
            check_near(scan_largest(&scan) / 1e-30, expected, 1e-6 * expected, "f");
            check(scan.poisson.residuals[depth] < 1e-12, "residual");
        }
}

/* ---- f ---- */

TEST(f_is_the_sum_of_hats) {
    uint64_t seed = 11;
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        SCOPED(scan_free)
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1e-6, PLENTY);
        hats hats = make_hats(&scan);
        const double end = 1 << scan.tree.report.depth, tolerance = 1e-9 * scan_largest(&scan);
        for (int i = 0; i < 300; i++) {
            double cells[3]; /* some in the root, some at vertices, on edges and faces, some outside */
            for (int axis = 0; axis < 3; axis++) {
                cells[axis] = random_double(&seed, -0.1 * end, 1.1 * end);
                if (i & 1 << axis)
                    cells[axis] = floor(cells[axis]);
            }
            check_near(scan_value(&scan, cells), sum_of_hats(&hats, 99, cells), tolerance, "f");
        }
        free(hats.list);
    }
}

TEST(the_isovalue_is_the_mean_at_points) {
    for (size_t sample = 0; sample < LENGTH(samples); sample++) {
        SCOPED(scan_free)
        scan scan = make_scan(samples[sample].kind, samples[sample].count, samples[sample].depth, sample, 1e-6, PLENTY);
        double sum = 0, count = 0;
        for (uint32_t i = 0; i < scan.set.count; i++) {
            const float *at = points_at(&scan.set, i);
            if (!isfinite(at[0]) || !isfinite(at[1]) || !isfinite(at[2]))
                continue;
            sum += answer_value(&scan.tree, &scan.poisson, (double[3]){at[0], at[1], at[2]});
            count++;
        }
        check_near(scan.poisson.isovalue, count ? sum / count : 0, 1e-12 * scan_largest(&scan), "isovalue");
    }
}

/* In a leaf f has the leaf's depth. Also: values are those of f where no deeper vertex is at the same point. */
TEST(f_is_trilinear_in_leaves) {
    uint64_t seed = 13;
    SCOPED(scan_free) scan scan = make_scan(POINTS_BORDERS, 25, 5, 1, 1e-6, PLENTY);
    const double tolerance = 1e-12 * scan_largest(&scan);
    for (uint32_t node = 0; node < scan.tree.report.nodes; node++) {
        const int32_t width = 1 << (scan.tree.report.depth - depth_of_node(&scan.tree, node));
        double within[3], cells[3], sum = 0;
        int32_t cell[3];
        if (scan.tree.arrays[HPYR_OCTREE_ARRAY_CHILDREN][8 * (size_t)node] != HPYR_OCTREE_NONE)
            continue;
        cell_of_node(&scan.tree, node, cell);
        for (int axis = 0; axis < 3; axis++) {
            within[axis] = random_double(&seed, 0, 1);
            cells[axis] = (cell[axis] + within[axis]) * width;
        }
        for (int i = 0; i < 8; i++) {
            double corner[3], weight = 1;
            for (int axis = 0; axis < 3; axis++) {
                corner[axis] = (cell[axis] + (i >> axis & 1)) * width;
                weight *= i >> axis & 1 ? within[axis] : 1 - within[axis];
            }
            const double value = scan_value(&scan, corner);
            sum += weight * value;
            if (i == 0 && scan.poisson.inner[node])
                check_near(value, scan.poisson.values[node], tolerance, "value at a vertex");
        }
        check_near(scan_value(&scan, cells), sum, tolerance, "trilinear");
    }
}

/* Across a face, which is a part of a larger leaf's face or has smaller leaves behind it, f changes a little only. */
TEST(f_is_continuous) {
    uint64_t seed = 17;
    SCOPED(scan_free) scan scan = make_scan(POINTS_CLUSTERED, 40, 6, 2, 1e-6, PLENTY);
    const double little = 1e-9, tolerance = 10 * little * scan_largest(&scan);
    for (uint32_t node = 1; node < scan.tree.report.nodes; node++)
        for (int axis = 0; axis < 3; axis++) {
            const int32_t width = 1 << (scan.tree.report.depth - depth_of_node(&scan.tree, node));
            double below[3], above[3];
            int32_t cell[3];
            cell_of_node(&scan.tree, node, cell);
            for (int i = 0; i < 3; i++)
                below[i] = above[i] = (cell[i] + (i == axis ? 0 : random_double(&seed, 0, 1))) * width;
            below[axis] -= little;
            above[axis] += little;
            check_near(scan_value(&scan, above), scan_value(&scan, below), tolerance, "continuous");
        }
}
