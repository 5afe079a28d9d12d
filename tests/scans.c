/* scans.c - sets of points with normals, and the oracle's Poisson reconstruction of them.  SPDX-License-Identifier: MIT */
#include "scans.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float *make_normals(uint32_t count) {
    float *normals = make_zeros((size_t)count * SCAN_NORMAL_STRIDE + 1, sizeof *normals);
    for (size_t i = 0; i < count; i++)
        normals[i * SCAN_NORMAL_STRIDE + 3] = NAN;
    return normals;
}

scan scan_random(points_kind kind, uint32_t count, uint32_t depth) {
    return scan_placed(kind, count, depth, 2, 5);
}

scan scan_placed(points_kind kind, uint32_t count, uint32_t depth, uint32_t first, uint32_t stride) {
    scan scan = {.set = points_make(kind, count, first, stride, depth)};
    uint64_t seed = 7 + depth;
    scan.normals = make_normals(scan.set.count);
    for (uint32_t i = 0; i < scan.set.count; i++)
        for (int axis = 0; axis < 3; axis++)
            scan.normals[i * SCAN_NORMAL_STRIDE + axis] = (float)random_below(&seed, 1u << 16) / 32768 - 1;
    scan_build(&scan, depth);
    return scan;
}

scan scan_empty(uint32_t count) {
    scan scan = {.set = {.kind = POINTS_RANDOM, .float_count = 3 * count, .stride = 3, .count = count}};
    scan.set.floats = make_zeros((size_t)count * 3 + 1, sizeof *scan.set.floats);
    scan.set.cube = (hpyr_octree_cube){{0, 0, 0}, 4};
    scan.normals = make_normals(count);
    return scan;
}

void scan_set(scan *scan, uint32_t i, const double position[3], const double normal[3]) {
    for (int axis = 0; axis < 3; axis++) {
        scan->set.floats[(size_t)i * 3 + axis] = (float)position[axis];
        scan->normals[(size_t)i * SCAN_NORMAL_STRIDE + axis] = (float)normal[axis];
    }
}

void scan_build(scan *scan, uint32_t depth) {
    const hpyr_octree_desc desc = {.depth = depth, .growth = HPYR_OCTREE_GROWTH_GRADED};
    hpyr_ref_octree_free(&scan->tree);
    scan->tree = points_octree(&scan->set, &desc);
}

hpyr_result scan_solve(scan *scan, double tolerance, uint32_t most) {
    hpyr_ref_poisson_free(&scan->poisson);
    scan->desc.tolerance = tolerance;
    scan->desc.max_iterations = most;
    return hpyr_ref_poisson_solve(&scan->tree, points_at(&scan->set, 0), scan->set.stride, scan->normals,
                                  SCAN_NORMAL_STRIDE, &scan->desc, &scan->poisson);
}

void scan_free(scan *scan) {
    hpyr_ref_poisson_free(&scan->poisson);
    hpyr_ref_octree_free(&scan->tree);
    points_free(&scan->set);
    free(scan->normals);
    scan->normals = NULL;
}

void scan_cells(const scan *scan, const double point[3], double cells[3]) {
    const hpyr_octree_cube *cube = &scan->tree.report.cube;
    for (int axis = 0; axis < 3; axis++)
        cells[axis] = (point[axis] - cube->origin[axis]) / cube->side * (1 << scan->tree.report.depth);
}

double scan_value(const scan *scan, const double cells[3]) {
    const hpyr_octree_cube *cube = &scan->tree.report.cube;
    double point[3];
    for (int axis = 0; axis < 3; axis++)
        point[axis] = cube->origin[axis] + cells[axis] * cube->side / (1 << scan->tree.report.depth);
    return answer_value(&scan->tree, &scan->poisson, point);
}

double scan_largest(const scan *scan) {
    double largest = 0;
    for (uint32_t node = 0; node < scan->tree.report.nodes; node++)
        largest = fmax(largest, fabs(scan->poisson.values[node]));
    return largest;
}

void scan_tell(const scan *scan, char *text, size_t size) {
    snprintf(text, size, "%u %s points, depth %u", scan->set.count, points_name(scan->set.kind),
             scan->tree.report.depth);
}
