/* scans_gl.c - functions that the GPU finds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#include "scans_gl.h"

#include <math.h>
#include <string.h>

/* Of the largest number of an array; 2e-5 is some hundred roundings. */
#define NEAR_SUMS 2e-5

/* What is smaller than this part of the largest vector of the field comes of terms that cancel each other. */
#define LEAST 1e-2

static char telling[160] = ""; /* the points that are looked at */

hpyr_poisson *make_poisson(env *e, const hpyr_poisson_desc *desc) {
    hpyr_poisson *poisson = NULL;
    OK(e, hpyr_poisson_create(e->context, desc, &poisson));
    assert_non_null(poisson);
    return poisson;
}

void free_poisson(env *e, hpyr_poisson *poisson) {
    CALL_VOID(e, hpyr_poisson_destroy(poisson));
}

/* ---- points ---- */

hpyr_poisson_points scan_upload(const scan *scan, uint32_t first, uint32_t stride) {
    const hpyr_octree_points own = points_upload(&scan->set);
    const uint32_t count = scan->set.count, float_count = first + (count ? (count - 1) * stride + 3 : 0);
    hpyr_poisson_points points = {.positions = own.positions,
                                  .count = count,
                                  .cube = own.cube,
                                  .margin = own.margin,
                                  .anchors = scan->desc.anchors,
                                  .warm = scan->warm};
    SCOPED(free_memory) float *floats = make_zeros((size_t)float_count + 1, sizeof *floats);
    for (uint32_t i = 0; i < float_count; i++)
        floats[i] = NAN;
    for (uint32_t i = 0; i < count; i++)
        memcpy(floats + first + (size_t)i * stride, scan->normals + (size_t)i * SCAN_NORMAL_STRIDE, 3 * sizeof *floats);
    points.normals.offset = (uint64_t)first * sizeof *floats;
    points.normals.stride = stride == 3 && first % 2 ? 0 : stride * (uint32_t)sizeof *floats;
    points.normals.buffer = buffer_of(floats, float_count * sizeof *floats);
    CHECK_GL();
    return points;
}

void scan_release(hpyr_poisson_points *points) {
    glDeleteBuffers(1, &points->positions.buffer);
    glDeleteBuffers(1, &points->normals.buffer);
    points->positions.buffer = points->normals.buffer = 0;
}

/* ---- comparing ---- */

static double largest_field(const scan *scan) {
    double largest = 0;
    for (uint32_t node = 0; node < scan->tree.report.nodes; node++)
        for (int axis = 0; axis < 3; axis++)
            largest = fmax(largest, fabs(scan->poisson.field[node][axis]));
    return largest;
}

uint32_t poisson_width(hpyr_poisson_array array) {
    return array == HPYR_POISSON_ARRAY_FIELD ? 3 : 1;
}

float *poisson_entries(env *e, hpyr_poisson *poisson, hpyr_poisson_array array) {
    static const uint32_t mark = 0x5A5A5A5Au;
    const hpyr_octree_report *report = hpyr_octree_last_report(hpyr_poisson_octree(poisson));
    assert_non_null(report);
    const size_t length = (size_t)report->nodes * poisson_width(array);
    float *entries = make_room((length + 1) * sizeof *entries);
    memset(entries, 0x5A, (length + 1) * sizeof *entries);
    OK(e, hpyr_poisson_download(poisson, array, 0, report->nodes, entries, report->nodes, NULL));
    assert_memory_equal(&entries[length], &mark, sizeof mark);
    return entries;
}

/* `near` is a part of the largest number, or of `least` where that is larger. */
static void check_numbers(const float *got, const double *expected, size_t count, double near, double least,
                          const char *what) {
    double largest = least, error = 0;
    size_t worst = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(expected[i]));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(got[i] - expected[i]) <= error)) {
            worst = i;
            error = fabs(got[i] - expected[i]);
            if (!isfinite(error))
                break;
        }
    if (!(error <= near * largest))
        fail_msg("%s: %s: entry %zu is %.9g, not %.9g; the largest one is %.9g", telling, what, worst,
                 (double)got[worst], expected[worst], largest);
    runner_checks++;
}

static void check_array(env *e, hpyr_poisson *poisson, const scan *scan, hpyr_poisson_array array, double near) {
    static const char *const names[] = {"field", "divergence", "values", "density"};
    const double *expected = array == HPYR_POISSON_ARRAY_FIELD        ? scan->poisson.field[0]
                             : array == HPYR_POISSON_ARRAY_DIVERGENCE ? scan->poisson.divergence
                             : array == HPYR_POISSON_ARRAY_DENSITY    ? scan->poisson.density
                                                                      : scan->poisson.values;
    const bool is_sum = array == HPYR_POISSON_ARRAY_FIELD || array == HPYR_POISSON_ARRAY_DENSITY;
    const double least = is_sum ? 0 : LEAST * largest_field(scan);
    SCOPED(free_memory) float *entries = poisson_entries(e, poisson, array);
    check_numbers(entries, expected, (size_t)scan->tree.report.nodes * poisson_width(array), near, least, names[array]);
}

/* Where it is solved in fewer iterations than allowed, the residual is as small as it was to be. */
static void check_report(const hpyr_poisson *poisson, const scan *scan, double near) {
    const hpyr_poisson_report *report = hpyr_poisson_last_report(poisson);
    const hpyr_poisson_desc *desc = hpyr_poisson_resolved(poisson);
    const uint32_t last = scan->tree.report.points ? desc->depth : 0;
    assert_non_null(report);
    for (uint32_t depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++) {
        const uint32_t iterations = report->iterations[depth];
        const double residual = report->residuals[depth];
        if (iterations > desc->max_iterations || !(residual >= 0) ||
            !(residual <= desc->tolerance || iterations == desc->max_iterations) ||
            ((depth == 0 || depth > last) && (iterations || residual > 0)))
            fail_msg("%s: depth %u: %u iterations, residual %g", telling, depth, iterations, residual);
        runner_checks++;
    }
    const double largest = fmax(scan_largest(scan), LEAST * largest_field(scan));
    if (!(fabs(report->isovalue - scan->poisson.isovalue) <= near * largest))
        fail_msg("%s: isovalue %.9g, not %.9g; the largest value is %.9g", telling, (double)report->isovalue,
                 scan->poisson.isovalue, largest);
    runner_checks++;
}

void check_solution(env *e, hpyr_poisson *poisson, const scan *scan, double near) {
    scan_tell(scan, telling, sizeof telling);
    check_octree(e, hpyr_poisson_octree(poisson), &scan->tree, false);
    check_array(e, poisson, scan, HPYR_POISSON_ARRAY_DENSITY, NEAR_SUMS);
    check_array(e, poisson, scan, HPYR_POISSON_ARRAY_FIELD, NEAR_SUMS);
    check_array(e, poisson, scan, HPYR_POISSON_ARRAY_DIVERGENCE, NEAR_SUMS);
    check_array(e, poisson, scan, HPYR_POISSON_ARRAY_VALUES, near);
    check_report(poisson, scan, near);
}

void check_solve(env *e, hpyr_poisson *poisson, scan *scan, double near) {
    static uint32_t number = 0;
    const hpyr_poisson_desc *desc = hpyr_poisson_resolved(poisson);
    scan->desc = (hpyr_ref_poisson_desc){.screening = desc->screening,
                                         .density_depth = desc->density_depth,
                                         .unweighted = desc->unweighted,
                                         .anchors = scan->desc.anchors};
    assert_int_equal(scan_solve(scan, desc->tolerance, desc->max_iterations), HPYR_OK);
    hpyr_poisson_points points = scan_upload(scan, number % 4, 3 + number % 3);
    number++;
    OK(e, hpyr_poisson_solve(poisson, &points));
    scan_release(&points); /* a solution needs its points no longer */
    check_solution(e, poisson, scan, near);
}

void check_unsolved(env *e, hpyr_poisson *poisson) {
    float entries[3] = {7, 7, 7};
    assert_null(hpyr_poisson_last_report(poisson));
    for (int array = 0; array <= (int)HPYR_POISSON_ARRAY_DENSITY; array++)
        EXPECT(e, HPYR_ERROR_NOT_BUILT,
               hpyr_poisson_download(poisson, (hpyr_poisson_array)array, 0, 1, entries, 1, NULL));
    assert_true(entries[0] == 7 && entries[1] == 7 && entries[2] == 7);
}
