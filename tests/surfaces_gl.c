/* surfaces_gl.c - surfaces of points that the GPU finds, compared with the oracle's.  SPDX-License-Identifier: MIT */
#include "surfaces_gl.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char telling[160] = ""; /* the points that are looked at */

/* ---- making ---- */

void solve_scan(env *e, hpyr_poisson *poisson, const scan *scan) {
    static uint32_t number = 0;
    hpyr_poisson_points points = scan_upload(scan, number % 4, 3 + number % 3);
    number++;
    OK(e, hpyr_poisson_solve(poisson, &points));
    scan_release(&points); /* a surface does not need them either */
}

/* One entry more, which no download may touch. */
static void *marked_room(size_t count, size_t bytes) {
    void *entries = make_room((count + 1) * bytes);
    memset(entries, 0x5A, (count + 1) * bytes);
    return entries;
}

static void check_room(const void *entries, size_t count, size_t bytes) {
    const unsigned char *end = (const unsigned char *)entries + count * bytes;
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(end[i], 0x5A);
}

hpyr_result surface_build(hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc, surface_counts *counts) {
    hpyr_mesh_counts size = {7, 7};
    hpyr_mesh_statistics all = {7, 7, 7, 7};
    hpyr_result result = hpyr_poisson_surface_build(poisson, desc);
    if (result == HPYR_NOT_READY)
        return result;
    const hpyr_result counted = hpyr_poisson_surface_counts(poisson, &size);
    const hpyr_result told = hpyr_poisson_surface_statistics(poisson, &all);
    assert_true(counted == told);
    assert_true(result == HPYR_ERROR_NO_CONTEXT || (result == HPYR_OK) == (counted == HPYR_OK));
    assert_true(size.vertices == all.crossed_edges && size.triangles == all.triangles);
    if (counts)
        *counts = (surface_counts){0};
    if (counts && result == HPYR_OK)
        *counts = (surface_counts){(uint32_t)all.active_cells, (uint32_t)size.vertices, (uint32_t)size.triangles};
    return result;
}

hpyr_result surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities, uint32_t *indices) {
    hpyr_mesh_counts size = {1, 1};
    hpyr_mesh_report report = {7, 7, 7, 7};
    if (poisson && hpyr_poisson_surface_counts(poisson, &size) != HPYR_OK)
        size = (hpyr_mesh_counts){1, 1};
    const size_t vertex_count = vertices || densities ? (size_t)size.vertices : 0;
    const size_t triangle_count = indices ? (size_t)size.triangles : 0;
    hpyr_result result =
        hpyr_poisson_surface_download(poisson, vertices, densities, vertex_count, indices, triangle_count, &report);
    if (result == HPYR_OK)
        assert_true(report.vertices_written == vertex_count && report.triangles_written == triangle_count);
    return result;
}

hpyr_mesh_output surface_output(GLuint vertices, GLuint densities, GLuint indices) {
    return (hpyr_mesh_output){.vertex_buffer = vertices,
                              .vertex_count = HPYR_ALL,
                              .density_buffer = densities,
                              .index_buffer = indices,
                              .triangle_count = HPYR_ALL};
}

scan_surface surface_read(env *e, hpyr_poisson *poisson, surface_counts counts) {
    const size_t triangle = 3 * sizeof(uint32_t);
    scan_surface surface = {counts, marked_room(counts.vertices, sizeof *surface.vertices),
                            marked_room(counts.vertices, sizeof *surface.densities),
                            marked_room(counts.triangles, triangle)};
    OK(e, surface_download(poisson, surface.vertices, surface.densities, surface.indices));
    check_room(surface.vertices, counts.vertices, sizeof *surface.vertices);
    check_room(surface.densities, counts.vertices, sizeof *surface.densities);
    check_room(surface.indices, counts.triangles, triangle);
    return surface;
}

scan_surface surface_make(env *e, hpyr_poisson *poisson, const hpyr_poisson_surface_desc *desc) {
    surface_counts counts = {7, 7, 7};
    OK(e, surface_build(poisson, desc, &counts));
    return surface_read(e, poisson, counts);
}

void surface_free(scan_surface *surface) {
    free(surface->vertices);
    free(surface->densities);
    free(surface->indices);
    *surface = (scan_surface){.vertices = NULL};
}

/* ---- comparing ---- */

hpyr_ref_surface surface_of_oracle(env *e, hpyr_poisson *poisson, const scan *scan, double offset) {
    hpyr_ref_surface oracle;
    SCOPED(free_memory) float *values = poisson_entries(e, poisson, HPYR_POISSON_ARRAY_VALUES);
    const float isovalue = (float)((double)hpyr_poisson_last_report(poisson)->isovalue + offset);
    assert_int_equal(hpyr_octree_last_report(hpyr_poisson_octree(poisson))->nodes, scan->tree.report.nodes);
    assert_int_equal(hpyr_ref_surface_build(&scan->tree, values, isovalue, &oracle), HPYR_OK);
    return oracle;
}

static void check_count(uint32_t got, uint32_t expected, const char *what) {
    if (got != expected)
        fail_msg("%s: %u %s, not %u", telling, got, what, expected);
    runner_checks++;
}

/* A GPU may multiply and add with one rounding; so two units in the last place of the largest coordinate are allowed, and
 * along the edge, where slopes are quotients of differences, 10^-5 of a cell. */
static void check_positions(const scan_surface *surface, const scan *scan, const hpyr_ref_surface *oracle) {
    const hpyr_octree_cube *cube = &scan->tree.report.cube;
    const float side = ldexpf(cube->side, -(int)scan->tree.report.depth);
    double largest = 0;
    for (int axis = 0; axis < 3; axis++)
        largest = fmax(largest, fabs((double)cube->origin[axis]) + (double)cube->side);
    for (uint32_t i = 0; i < oracle->vertex_count; i++)
        for (int axis = 0; axis < 3; axis++) {
            const float cells = oracle->positions[3 * (size_t)i + (size_t)axis], scaled = cells * side;
            const float expected = scaled + cube->origin[axis], got = surface->vertices[i].position[axis];
            const double along = cells == floorf(cells) ? 0 : 1e-5 * (double)side;
            if (!(fabs((double)got - (double)expected) <= 2 * largest * (double)FLT_EPSILON + along))
                fail_msg("%s: coordinate %d of vertex %u of %u is %.9g, not %.9g", telling, axis, i,
                         oracle->vertex_count, (double)got, (double)expected);
        }
    runner_checks++;
}

/* A normal is 0 where the function's gradient is. */
static void check_looks(const scan_surface *surface, uint32_t depth) {
    for (uint32_t i = 0; i < surface->counts.vertices; i++) {
        const float *n = surface->vertices[i].normal, density = surface->densities[i];
        const double length = sqrt((double)n[0] * n[0] + (double)n[1] * n[1] + (double)n[2] * n[2]);
        if (!(length == 0 || fabs(length - 1) < 1e-5))
            fail_msg("%s: the normal of vertex %u is (%g, %g, %g)", telling, i, (double)n[0], (double)n[1],
                     (double)n[2]);
        if (!(density >= 0 && density <= (float)depth + 8))
            fail_msg("%s: the density of vertex %u is %g", telling, i, (double)density);
    }
    runner_checks++;
}

void check_surface(hpyr_poisson *poisson, const scan_surface *surface, const scan *scan,
                   const hpyr_ref_surface *oracle) {
    scan_tell(scan, telling, sizeof telling);
    assert_int_equal(hpyr_poisson_resolved(poisson)->depth, scan->tree.report.depth);
    check_count(surface->counts.cells, oracle->cell_count, "cells");
    check_count(surface->counts.vertices, oracle->vertex_count, "vertices");
    check_count(surface->counts.triangles, oracle->triangle_count, "triangles");
    for (size_t i = 0; i < 3 * (size_t)oracle->triangle_count; i++)
        if (surface->indices[i] != oracle->indices[i])
            fail_msg("%s: corner %zu of triangle %zu of %u is %u, not %u", telling, i % 3, i / 3,
                     oracle->triangle_count, surface->indices[i], oracle->indices[i]);
    runner_checks++;
    check_positions(surface, scan, oracle);
    check_looks(surface, scan->tree.report.depth);
}

void check_offset(env *e, hpyr_poisson *poisson, const scan *scan, double offset) {
    const hpyr_poisson_surface_desc desc = {.offset = offset};
    SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, &desc);
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface oracle = surface_of_oracle(e, poisson, scan, offset);
    check_surface(poisson, &surface, scan, &oracle);
}

void check_same_surface(const scan_surface *a, const scan_surface *b) {
    assert_memory_equal(&a->counts, &b->counts, sizeof a->counts);
    assert_memory_equal(a->vertices, b->vertices, a->counts.vertices * sizeof *a->vertices);
    assert_memory_equal(a->densities, b->densities, a->counts.vertices * sizeof *a->densities);
    assert_memory_equal(a->indices, b->indices, 3 * (size_t)a->counts.triangles * sizeof *a->indices);
}

void check_no_surface(env *e, hpyr_poisson *poisson) {
    const hpyr_mesh_output output = {.vertex_buffer = 0};
    hpyr_mesh_vertex vertex = {{7, 7, 7}, {7, 7, 7}};
    float density = 7;
    uint32_t indices[3] = {7, 7, 7};
    EXPECT(e, HPYR_ERROR_NOT_BUILT, hpyr_poisson_surface_extract(poisson, &output, NULL));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, surface_download(poisson, &vertex, &density, indices));
    EXPECT(e, HPYR_ERROR_NOT_BUILT, surface_download(poisson, NULL, NULL, NULL));
    assert_true(vertex.position[0] == 7 && vertex.normal[2] == 7 && density == 7 && indices[0] == 7);
}

hpyr_ref_surface surface_as_reference(const scan_surface *surface) {
    hpyr_ref_surface s = {.cell_count = surface->counts.cells,
                          .vertex_count = surface->counts.vertices,
                          .triangle_count = surface->counts.triangles,
                          .positions = calloc(3 * (size_t)surface->counts.vertices + 1, sizeof *s.positions),
                          .indices = surface->indices};
    assert_non_null(s.positions);
    for (size_t i = 0; i < s.vertex_count; i++)
        memcpy(s.positions + 3 * i, surface->vertices[i].position, 3 * sizeof *s.positions);
    return s;
}

/* ---- points ---- */

/* On a spiral. */
scan scan_sphere(uint32_t count, uint32_t depth, double radius, double lowest) {
    scan scan = scan_empty(count);
    for (uint32_t i = 0; i < count; i++) {
        const double z = 1 - (1 - lowest) * (i + 0.5) / count, angle = 2.399963229728653 * i, across = sqrt(1 - z * z);
        const double normal[3] = {across * cos(angle), across * sin(angle), z};
        for (size_t axis = 0; axis < 3; axis++) {
            scan.normals[(size_t)i * SCAN_NORMAL_STRIDE + axis] = (float)normal[axis];
            scan.set.floats[3 * (size_t)i + axis] = (float)(2 + radius * normal[axis]);
        }
    }
    scan_build(&scan, depth);
    return scan;
}
