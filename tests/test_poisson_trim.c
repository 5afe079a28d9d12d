/* test_poisson_trim.c - how dense points lie, and surfaces that are trimmed by it.  SPDX-License-Identifier: MIT */
#include "lists.h"
#include "surfaces_gl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How much densities of a cell's parts differ, where there are points. */
#define NEAR_DENSITY 0.4

/* ---- densities ---- */

static int compare_floats(const void *a, const void *b) {
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double median_density(const scan_surface *surface) {
    const size_t count = surface->counts.vertices;
    SCOPED(free_memory) float *sorted = malloc((count + 1) * sizeof *sorted);
    assert_true(sorted && count > 0);
    memcpy(sorted, surface->densities, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_floats);
    const double median = (double)sorted[count / 2];
    return median;
}

static double density_of_sphere(env *e, uint32_t count, uint32_t depth, uint32_t density_depth) {
    const hpyr_poisson_desc desc = {.capacity = count, .depth = depth, .density_depth = density_depth};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_sphere(count, depth, 1.2, -1);
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, NULL);
    const double median = median_density(&surface);
    return median;
}

/* The density of so many points on a unit of area: a cell of depth d has a side of 4 / 2^d. On a surface, interpolation of what
 * hats have counted finds two thirds of the points. */
static double depth_of_points(double count) {
    return log2(4 * sqrt(2 * count / 3));
}

/* Four times as many points on a surface reach one depth more. The sphere has 18.1 units of area. */
GPU_TEST_ONCE(densities_are_depths) {
    for (uint32_t depth = 4; depth <= (e->small ? 4 : 5); depth++) {
        const double few = density_of_sphere(e, 500, depth, 0), many = density_of_sphere(e, 2000, depth, 0);
        assert_true(fabs(many - few - 1) < 0.05);
        assert_true(fabs(few - depth_of_points(500 / 18.1)) < 0.2);
    }
    assert_true(fabs(density_of_sphere(e, 2000, 4, 2) - density_of_sphere(e, 2000, 4, 3)) < 1);
}

/* ---- trimmed surfaces ---- */

static scan_surface make_trimmed(env *e, hpyr_poisson *poisson, double trim) {
    return surface_make(e, poisson, &(hpyr_poisson_surface_desc){.trim = trim});
}

static bool is_same_vertex(const scan_surface *a, uint32_t i, const scan_surface *b, uint32_t k) {
    return memcmp(&a->vertices[i], &b->vertices[k], sizeof *a->vertices) == 0 &&
           memcmp(&a->densities[i], &b->densities[k], sizeof *a->densities) == 0;
}

/* Triangles stay in their order, so `part` is `whole` without some of them. Vertices are told by their places. */
static void check_part(const scan_surface *part, const scan_surface *whole) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < part->counts.triangles; i++, at++) {
        const uint32_t *corners = part->indices + 3 * (size_t)i;
        for (int k = 0; k < 3; k++)
            assert_true(corners[k] < part->counts.vertices);
        for (bool same = false; !same; at += !same) {
            if (at == whole->counts.triangles)
                fail_msg("triangle %u of %u is none of the whole surface's", i, part->counts.triangles);
            const uint32_t *others = whole->indices + 3 * (size_t)at;
            same = is_same_vertex(part, corners[0], whole, others[0]) &&
                   is_same_vertex(part, corners[1], whole, others[1]) &&
                   is_same_vertex(part, corners[2], whole, others[2]);
        }
    }
    assert_int_equal(part->counts.cells, whole->counts.cells); /* trimmed ones count, too */
}

/* Vertices stay in their order, too. */
static void check_vertices(const scan_surface *part, const scan_surface *whole) {
    SCOPED(free_memory) bool *used = make_zeros((size_t)part->counts.vertices + 1, sizeof *used);
    uint32_t at = 0;
    for (size_t i = 0; i < 3 * (size_t)part->counts.triangles; i++)
        used[part->indices[i]] = true;
    for (uint32_t i = 0; i < part->counts.vertices; i++, at++) {
        assert_true(used[i]);
        while (at < whole->counts.vertices && !is_same_vertex(part, i, whole, at))
            at++;
        assert_true(at < whole->counts.vertices);
    }
}

/* More is trimmed from one to the next. Returns how many of them are neither whole nor empty. */
static uint32_t check_trims(env *e, hpyr_poisson *poisson, const double *trims, size_t count) {
    uint32_t between = 0;
    scan_surface whole = make_trimmed(e, poisson, 0), last = make_trimmed(e, poisson, 0);
    check_same_surface(&whole, &last);
    for (size_t i = 0; i < count; i++) {
        scan_surface part = make_trimmed(e, poisson, trims[i]);
        check_part(&part, &whole);
        check_part(&part, &last);
        check_vertices(&part, &whole);
        between += part.counts.triangles > 0 && part.counts.triangles < whole.counts.triangles;
        surface_free(&last);
        last = part;
    }
    assert_true(last.counts.triangles == 0 && last.counts.vertices == 0);
    assert_int_equal(last.counts.cells, whole.counts.cells);
    surface_free(&last);
    surface_free(&whole);
    return between;
}

GPU_TEST(trimmed_surfaces_are_parts) {
    static const double trims[] = {1e-9, 0.5, 1, 1.7, 2.5, 3, 4, 5, 1000};
    uint32_t between = 0;
    for (uint32_t depth = 2; depth <= 5; depth += e->small ? 2 : 1)
        for (uint32_t kind = depth % 2; kind < POINTS_KINDS; kind += e->hostile || e->small ? 8 : 4) {
            const hpyr_poisson_desc desc = {.capacity = 60, .depth = depth, .max_iterations = 2};
            SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
            SCOPED(scan_free) scan scan = scan_random((points_kind)kind, 60, depth);
            solve_scan(e, poisson, &scan);
            between += check_trims(e, poisson, trims, LENGTH(trims));
        }
    assert_true(between > (e->hostile || e->small ? 0 : 5));
}

/* ---- an open half sphere ---- */

static double corner_density(const scan_surface *surface, uint32_t triangle, bool largest) {
    const uint32_t *corners = surface->indices + 3 * (size_t)triangle;
    double found = (double)surface->densities[corners[0]];
    for (int k = 1; k < 3; k++) {
        const double density = (double)surface->densities[corners[k]];
        found = largest ? fmax(found, density) : fmin(found, density);
    }
    return found;
}

/* A cell is judged by its center, so its triangles' corners have about that density. */
static void check_kept(const scan_surface *kept, const scan_surface *whole, double trim) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < whole->counts.triangles; i++) {
        const uint32_t *corners = whole->indices + 3 * (size_t)i, *others = kept->indices + 3 * (size_t)at;
        bool same = at < kept->counts.triangles;
        for (int k = 0; k < 3 && same; k++)
            same = is_same_vertex(whole, corners[k], kept, others[k]);
        at += same;
        if (same)
            assert_true(corner_density(whole, i, true) > trim - NEAR_DENSITY);
        else
            assert_true(corner_density(whole, i, false) < trim + NEAR_DENSITY);
    }
    assert_int_equal(at, kept->counts.triangles);
}

/* Number of vertices that are further from the half sphere than that. */
static uint32_t count_far(const scan_surface *surface, double radius, double distance) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < surface->counts.vertices; i++) {
        double place[3], across;
        for (int axis = 0; axis < 3; axis++)
            place[axis] = (double)surface->vertices[i].position[axis] - 2;
        across = sqrt(place[0] * place[0] + place[1] * place[1]);
        const double to_sphere = fabs(sqrt(across * across + place[2] * place[2]) - radius);
        const double to_rim = sqrt(pow(across - radius, 2) + place[2] * place[2]);
        count += (place[2] < 0 ? to_rim : fmin(to_sphere, to_rim)) > distance;
    }
    return count;
}

GPU_TEST(only_what_is_near_points_is_kept) {
    const uint32_t depth = e->small ? 4 : 6, count = e->small ? 500 : 4000;
    const hpyr_poisson_desc desc = {.capacity = count, .depth = depth, .density_depth = depth - 2};
    const double cell = ldexp(4, -(int)depth);
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_sphere(count, depth, 1.2, 0);
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free) scan_surface whole = make_trimmed(e, poisson, 0);
    const double trim = depth_of_points(count / 9.05) - 0.7;
    SCOPED(surface_free) scan_surface kept = make_trimmed(e, poisson, trim);
    check_part(&kept, &whole);
    check_vertices(&kept, &whole);
    check_kept(&kept, &whole, trim);
    const double area = 9.05 / (cell * cell); /* a cell of the surface has two triangles and more */
    assert_true(kept.counts.triangles > 1.5 * area && kept.counts.triangles < whole.counts.triangles);
    if (!e->small) /* at depth 4 all of the root is near */
        assert_true(count_far(&whole, 1.2, 8 * cell) > whole.counts.vertices / 20);
    assert_int_equal(count_far(&kept, 1.2, 8 * cell), 0);
}
