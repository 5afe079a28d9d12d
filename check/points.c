/* points.c - checks octrees of points, the points nearest to places, their normals, and the surfaces that Poisson's equation makes of them.
 * SPDX-License-Identifier: MIT */
#include "check.h"
#include "modules.h"

#include <histopyramid/nearest.h>
#include <histopyramid/normals.h>
#include <histopyramid/poisson_surface.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 700, DEPTH = 4, NEIGHBORS = 8, QUERIES = 150 };

/* Points of an ellipsoid, and the directions away from its middle. */
static float *make_points(check *c, float **normals) {
    float *positions = check_memory(c, 3 * POINTS * sizeof *positions);
    *normals = check_memory(c, 3 * POINTS * sizeof **normals);
    for (int i = 0; i < POINTS; i++) {
        double length = 0;
        float *p = positions + 3 * i, *n = *normals + 3 * i;
        while (length < 0.1 || length > 1) {
            for (int axis = 0; axis < 3; axis++)
                p[axis] = check_random_float(c);
            length = sqrt((double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2]);
        }
        for (int axis = 0; axis < 3; axis++) {
            n[axis] = (float)(p[axis] / length);
            p[axis] = n[axis] * (axis == 0 ? 1.5f : 1);
        }
    }
    return positions;
}

static const hpyr_octree_desc DESC = {.capacity = POINTS, .depth = DEPTH, .growth = HPYR_OCTREE_GROWTH_GRADED};

/* The reference's octree, in the cube that the GPU has found. */
static hpyr_ref_octree octree_of(const float *positions, const hpyr_octree_cube *cube) {
    hpyr_ref_octree octree;
    if (hpyr_ref_octree_build(positions, 3, POINTS, cube, &DESC, &octree) != HPYR_OK)
        abort();
    return octree;
}

/* The GPU's octree of the same points. */
static bool build_octree(check *c, const float *positions, hpyr_octree **octree) {
    const hpyr_octree_points points = {
        .positions = {.buffer = check_buffer(c, positions, 3 * POINTS * sizeof *positions)}, .count = POINTS};
    return CALL(c, hpyr_octree_create(c->context, &DESC, octree)) && CALL(c, hpyr_octree_build(*octree, &points));
}

/* ---- octrees ---- */

static void check_array(check *c, hpyr_octree *octree, const hpyr_ref_octree *oracle, int array) {
    static const char *const NAMES[HPYR_OCTREE_ARRAYS] = {
        "keys",  "first points", "point counts", "parents",       "children",   "neighbors",   "vertices",
        "edges", "faces",        "vertex nodes", "edge vertices", "face edges", "point order", "point nodes"};
    uint32_t length = oracle->lengths[array], *got = check_memory(c, (size_t)length * 4);
    if (check_count(c, NAMES[array], hpyr_octree_entries(octree, (hpyr_octree_array)array), length) &&
        CALL(c, hpyr_octree_download(octree, (hpyr_octree_array)array, 0, length, got, length, NULL)))
        check_words(c, NAMES[array], got, oracle->arrays[array], length);
}

void check_octrees(check *c) {
    float *normals, *positions = make_points(c, &normals);
    hpyr_octree_cube cube;
    hpyr_octree *octree = NULL;
    if (hpyr_ref_octree_cube(positions, 3, POINTS, 1.1, &cube) != HPYR_OK) /* 1.1 is the default */
        abort();
    if (build_octree(c, positions, &octree) && CALL(c, hpyr_octree_share(octree))) {
        const hpyr_octree_report *report = hpyr_octree_last_report(octree);
        hpyr_ref_octree oracle = octree_of(positions, &report->cube);
        check_words(c, "the cube", &report->cube, &cube, sizeof cube / 4);
        check_count(c, "nodes", report->nodes, oracle.report.nodes);
        check_count(c, "leaves", report->leaves, oracle.report.leaves);
        for (int array = 0; array < HPYR_OCTREE_ARRAYS; array++)
            check_array(c, octree, &oracle, array);
        hpyr_ref_octree_free(&oracle);
    }
    hpyr_octree_destroy(octree);
}

/* ---- nearest points ---- */

/* Places around the points, the last one far away. */
static float *make_queries(check *c) {
    float *queries = check_memory(c, 3 * QUERIES * sizeof *queries);
    for (int i = 0; i < 3 * QUERIES; i++)
        queries[i] = (i < 3 * QUERIES - 3 ? 2 : 1e9f) * check_random_float(c);
    return queries;
}

/* Indices and squared distances of an ordinary search, and of one within a radius. */
static void compare_nearest(check *c, hpyr_octree *octree, const float *positions, const float *queries, float radius) {
    const size_t count = QUERIES * NEIGHBORS, size = count * 4;
    const hpyr_ref_points points = {positions, 3, POINTS}, asked = {queries, 3, QUERIES};
    uint32_t *indices = check_memory(c, size), *got = check_memory(c, size);
    float *squares = check_memory(c, size);
    const hpyr_octree_nearest_desc desc = {
        .queries = {.buffer = check_buffer(c, queries, 3 * QUERIES * sizeof *queries)},
        .count = QUERIES,
        .neighbors = NEIGHBORS,
        .radius = radius,
        .indices = check_buffer(c, NULL, size),
        .distances = check_buffer(c, NULL, size)};
    hpyr_octree_nearest_report report;
    uint32_t found = 0;
    if (hpyr_ref_octree_nearest(&points, &asked, NEIGHBORS, radius, indices, squares) != HPYR_OK)
        abort();
    for (int i = 0; i < QUERIES; i++)
        found += indices[i * NEIGHBORS] != HPYR_OCTREE_NONE;
    if (!CALL(c, hpyr_octree_nearest(octree, &desc, &report)))
        return;
    check_read(c, desc.indices, 0, size, got);
    check_words(c, "nearest points", got, indices, count);
    check_read(c, desc.distances, 0, size, got);
    check_words(c, "squared distances", got, squares, count);
    check_count(c, "queries with points", report.found, found);
}

void check_nearest(check *c) {
    float *normals, *positions = make_points(c, &normals), *queries = make_queries(c);
    hpyr_octree *octree = NULL;
    if (build_octree(c, positions, &octree)) {
        compare_nearest(c, octree, positions, queries, 0);
        compare_nearest(c, octree, positions, queries, 0.3f);
    }
    hpyr_octree_destroy(octree);
}

/* ---- normals ---- */

/* Normals are those of the reference up to their side; and when the reference turns them, they stay as they are. */
static void compare_normals(check *c, const float *positions, const float *got, uint32_t parts) {
    uint32_t *lists = check_memory(c, NEIGHBORS * POINTS * sizeof *lists), found = 0;
    hpyr_ref_plane *planes = check_memory(c, POINTS * sizeof *planes);
    float *turned = check_memory(c, 3 * POINTS * sizeof *turned);
    memcpy(turned, got, 3 * POINTS * sizeof *turned);
    hpyr_ref_normals_lists(positions, 3, POINTS, NEIGHBORS, lists);
    hpyr_ref_normals_planes(positions, 3, POINTS, lists, NEIGHBORS, planes);
    hpyr_ref_normals_along_tree(positions, 3, POINTS, lists, NEIGHBORS, turned, &found);
    for (int i = 0; i < POINTS; i++) {
        const double *values = planes[i].eigenvalues;
        double dot = 0;
        for (int axis = 0; axis < 3; axis++)
            dot += planes[i].normal[axis] * (double)got[3 * i + axis];
        if (!(fabs(fabs(dot) - 1) < 1e-4) && values[1] - values[0] > 0.05 * values[2])
            check_wrong(c, "the normal of point %d is (%g, %g, %g), not (%g, %g, %g)", i, (double)got[3 * i],
                        (double)got[3 * i + 1], (double)got[3 * i + 2], planes[i].normal[0], planes[i].normal[1],
                        planes[i].normal[2]);
    }
    check_words(c, "sides of normals", got, turned, 3 * POINTS);
    check_count(c, "parts", parts, found);
}

void check_normals(check *c) {
    const hpyr_normals_desc desc = {.neighbors = NEIGHBORS};
    float *normals, *positions = make_points(c, &normals);
    size_t size = 3 * POINTS * sizeof *positions;
    uint32_t buffer = check_buffer(c, NULL, size);
    hpyr_octree *octree = NULL;
    hpyr_normals_report report;
    if (build_octree(c, positions, &octree) && CALL(c, hpyr_normals_estimate(octree, &desc, buffer, 0, &report))) {
        check_read(c, buffer, 0, size, normals);
        compare_normals(c, positions, normals, report.parts);
    }
    hpyr_octree_destroy(octree);
}

/* ---- Poisson's equation ---- */

/* Compares an array with doubles of the reference; `near` is a part of the largest one. */
static void check_solution(check *c, const char *what, hpyr_poisson *poisson, hpyr_poisson_array array,
                           const double *want, uint32_t nodes, double near) {
    float *got = check_memory(c, nodes * sizeof *got), *rounded = check_memory(c, nodes * sizeof *rounded);
    double largest = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        rounded[i] = (float)want[i];
        largest = fmax(largest, fabs(want[i]));
    }
    if (CALL(c, hpyr_poisson_download(poisson, array, 0, nodes, got, nodes, NULL)))
        check_numbers(c, what, got, rounded, nodes, near * largest);
}

/* The surface of the GPU's own values is the reference's. */
static void check_surface(check *c, hpyr_poisson *poisson, const hpyr_ref_octree *tree) {
    uint32_t nodes = tree->report.nodes;
    float *values = check_memory(c, nodes * sizeof *values), side = ldexpf(tree->report.cube.side, -DEPTH);
    hpyr_mesh_counts counts = {0};
    hpyr_ref_surface want;
    if (!CALL(c, hpyr_poisson_download(poisson, HPYR_POISSON_ARRAY_VALUES, 0, nodes, values, nodes, NULL)) ||
        !CALL(c, hpyr_poisson_surface_build(poisson, NULL)) || !CALL(c, hpyr_poisson_surface_counts(poisson, &counts)))
        return;
    if (hpyr_ref_surface_build(tree, values, hpyr_poisson_last_report(poisson)->isovalue, &want) != HPYR_OK) {
        check_wrong(c, "the values have no surface");
        return;
    }
    hpyr_mesh_vertex *vertices = check_memory(c, (size_t)counts.vertices * sizeof *vertices);
    float *densities = check_memory(c, (size_t)counts.vertices * sizeof *densities);
    uint32_t *indices = check_memory(c, (size_t)counts.triangles * 12);
    if (check_count(c, "vertices", counts.vertices, want.vertex_count) &&
        check_count(c, "triangles", counts.triangles, want.triangle_count) &&
        CALL(c, hpyr_poisson_surface_download(poisson, vertices, densities, (size_t)counts.vertices, indices,
                                              (size_t)counts.triangles, NULL))) {
        check_words(c, "indices", indices, want.indices, 3 * (size_t)want.triangle_count);
        for (size_t i = 0; i < 3 * (size_t)want.vertex_count; i++)
            want.positions[i] = want.positions[i] * side + tree->report.cube.origin[i % 3];
        for (size_t i = 0; i < want.vertex_count; i++)
            if (!check_numbers(c, "vertex", vertices[i].position, want.positions + 3 * i, 3, 1e-5))
                break;
    }
    hpyr_ref_surface_free(&want);
}

void check_poisson(check *c) {
    const hpyr_poisson_desc desc = {.capacity = POINTS, .depth = DEPTH, .tolerance = 1e-6, .screening = 4};
    float *normals, *positions = make_points(c, &normals);
    size_t size = 3 * POINTS * sizeof *positions;
    const hpyr_poisson_points points = {.positions = {.buffer = check_buffer(c, positions, size)},
                                        .normals = {.buffer = check_buffer(c, normals, size)},
                                        .count = POINTS};
    hpyr_poisson *poisson = NULL;
    if (CALL(c, hpyr_poisson_create(c->context, &desc, &poisson)) && CALL(c, hpyr_poisson_solve(poisson, &points))) {
        const hpyr_octree_cube *cube = &hpyr_octree_last_report(hpyr_poisson_octree(poisson))->cube;
        const hpyr_poisson_desc *resolved = hpyr_poisson_resolved(poisson);
        const hpyr_ref_poisson_desc wanted = {.tolerance = desc.tolerance,
                                              .max_iterations = resolved->max_iterations,
                                              .screening = desc.screening,
                                              .density_depth = resolved->density_depth};
        hpyr_ref_octree tree = octree_of(positions, cube);
        hpyr_ref_poisson want;
        if (hpyr_ref_poisson_solve(&tree, positions, 3, normals, 3, &wanted, &want) != HPYR_OK)
            abort();
        check_solution(c, "densities", poisson, HPYR_POISSON_ARRAY_DENSITY, want.density, tree.report.nodes, 1e-4);
        check_solution(c, "divergence", poisson, HPYR_POISSON_ARRAY_DIVERGENCE, want.divergence, tree.report.nodes,
                       1e-4);
        check_solution(c, "values", poisson, HPYR_POISSON_ARRAY_VALUES, want.values, tree.report.nodes, 1e-3);
        check_surface(c, poisson, &tree);
        hpyr_ref_poisson_free(&want);
        hpyr_ref_octree_free(&tree);
    }
    hpyr_poisson_destroy(poisson);
}
