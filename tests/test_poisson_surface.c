/* test_poisson_surface.c - the surface that the GPU finds is the oracle's: cells, vertices and triangles in their order;
 * and what can be said of normals, densities and trimmed surfaces.  SPDX-License-Identifier: MIT
 *
 * Normals are random and systems of equations are not solved to the end, so surfaces are wild. The oracle makes them
 * of the values that the GPU has found, so that both have the same numbers. */
#include "fetches.h"
#include "lists.h"
#include "meshes.h"
#include "surfaces_gl.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "topology.h"

enum { MOST_POINTS = 300, DEPTHS = 6, WAYS = 9 };

/* ---- all sets of points ---- */

/* A step or two of conjugate gradients: the surface of any numbers is a surface. */
static hpyr_poisson *make_quick(env *e, uint32_t points, uint32_t depth) {
    const hpyr_poisson_desc desc = {.capacity = points, .depth = depth, .max_iterations = 2};
    return make_poisson(e, &desc);
}

/* What to add to the isovalue so that the surface is where values have a certain size. The border of the root has the
 * value 0, which is inside for isovalues of 0 and above. */
static double offset_for(env *e, hpyr_poisson *poisson, uint32_t way) {
    const uint32_t nodes = hpyr_octree_last_report(hpyr_poisson_octree(poisson))->nodes;
    const double isovalue = hpyr_poisson_last_report(poisson)->isovalue;
    float *values = poisson_entries(e, poisson, HPYR_POISSON_ARRAY_VALUES);
    float lowest = 0, highest = 0, one = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        lowest = fminf(lowest, values[i]);
        highest = fmaxf(highest, values[i]);
        one = values[i] != 0 && (one == 0 || i % 7 == 0) ? values[i] : one;
    }
    free(values);
    const float targets[WAYS - 1] = {lowest / 2,  highest / 2,  one,        0,
                                     lowest / 50, highest / 50, lowest - 1, highest + 1};
    return way == 0 ? 0 : (double)targets[way - 1] - isovalue;
}

static uint32_t count_for(const env *e, uint32_t depth) {
    const uint32_t count = depth <= 4 ? MOST_POINTS : depth == 5 ? 60 : 20;
    return e->small || e->hostile ? count / 5 : count;
}

static bool is_met(const env *e, uint32_t depth, uint32_t kind) {
    if (e->small)
        return depth % 2 == 0 && depth < 5 && (kind + depth / 2) % 4 == 0;
    return !e->hostile || (kind + depth) % 6 == 0;
}

/* Number of cells that lie in leaves above the last depth. */
static uint32_t count_divided(const scan *scan, const hpyr_ref_surface *oracle) {
    const uint32_t depth = scan->tree.report.depth;
    uint32_t count = 0;
    for (uint32_t i = 0; i < oracle->cell_count; i++) {
        int32_t cell[3] = {0, 0, 0};
        for (uint32_t bit = 0; bit < depth; bit++)
            for (int axis = 0; axis < 3; axis++)
                cell[axis] |= (int32_t)(oracle->cells[i] >> (3 * bit + 2 - (uint32_t)axis) & 1) << bit;
        count += node_of_cell(&scan->tree, depth, cell) == HPYR_OCTREE_NONE;
    }
    return count;
}

/* Returns the number of cells in leaves that had to be divided. */
static uint32_t check_ways(env *e, hpyr_poisson *poisson, const scan *scan, uint32_t first, uint32_t count) {
    uint32_t divided = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double offset = offset_for(e, poisson, (first + i) % WAYS);
        SCOPED(hpyr_ref_surface_free) hpyr_ref_surface oracle = surface_of_oracle(e, poisson, scan, offset);
        SCOPED(surface_free)
        scan_surface surface = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.offset = offset});
        check_surface(poisson, &surface, scan, &oracle);
        divided += count_divided(scan, &oracle);
    }
    return divided;
}

/* One object for all sets of points, so each surface finds what another one left. */
GPU_TEST(surfaces_equal_the_oracle) {
    static const uint32_t strides[] = {3, 4, 6};
    uint32_t divided = 0;
    for (uint32_t depth = 1; depth <= DEPTHS; depth++) {
        SCOPED(destroy_poisson) hpyr_poisson *poisson = NULL;
        for (uint32_t kind = 0; kind < POINTS_KINDS; kind++) {
            if (!is_met(e, depth, kind))
                continue;
            if (!poisson)
                poisson = make_quick(e, MOST_POINTS, depth);
            const uint32_t number = depth * POINTS_KINDS + kind;
            SCOPED(scan_free)
            scan scan = scan_placed((points_kind)kind, count_for(e, depth), depth, number % 5, strides[number % 3]);
            solve_scan(e, poisson, &scan);
            divided += check_ways(e, poisson, &scan, number, depth < DEPTHS ? 2 : 1);
        }
    }
    assert_true(divided > (e->small ? 0 : e->hostile ? 100 : 10000));
}

/* Surfaces of all isovalues of one solution, one after the other. */
GPU_TEST(surfaces_follow_their_offsets) {
    const uint32_t depth = e->small ? 4 : 5;
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 40, depth);
    SCOPED(scan_free) scan scan = scan_random(POINTS_CLUSTERED, e->small ? 6 : 40, depth);
    solve_scan(e, poisson, &scan);
    const uint32_t divided = check_ways(e, poisson, &scan, 0, WAYS);
    assert_true(divided > (e->small ? 10 : 100));
}

/* Numbers of vertices that are more than a pass writes: above 2^20. */
GPU_TEST_ONCE(large_surfaces_equal_the_oracle) {
    need_speed(e);
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 300, 7);
    SCOPED(scan_free) scan scan = scan_random(POINTS_RANDOM, 300, 7);
    solve_scan(e, poisson, &scan);
    const hpyr_poisson_surface_desc desc = {.offset = offset_for(e, poisson, 4)};
    SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, &desc);
    SCOPED(hpyr_ref_surface_free) hpyr_ref_surface oracle = surface_of_oracle(e, poisson, &scan, desc.offset);
    check_surface(poisson, &surface, &scan, &oracle);
    assert_true(oracle.vertex_count > (1 << 20) / 6);
}

/* ---- a sphere ---- */

static void triangle_normal(const scan_surface *surface, uint32_t triangle, double normal[3]) {
    const uint32_t *corners = surface->indices + 3 * (size_t)triangle;
    double edges[2][3];
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < 2; i++)
            edges[i][axis] = (double)surface->vertices[corners[i + 1]].position[axis] -
                             (double)surface->vertices[corners[0]].position[axis];
    for (int axis = 0; axis < 3; axis++) {
        const int y = (axis + 1) % 3, z = (axis + 2) % 3;
        normal[axis] = edges[0][y] * edges[1][z] - edges[0][z] * edges[1][y];
    }
}

static double dot(const double a[3], const float b[3]) {
    return a[0] * (double)b[0] + a[1] * (double)b[1] + a[2] * (double)b[2];
}

/* The normals of a triangle's corners look the way that its front does. Triangles can be small beyond all measure. */
static void check_normals(const scan_surface *surface, double cell) {
    for (uint32_t i = 0; i < surface->counts.triangles; i++) {
        double normal[3];
        triangle_normal(surface, i, normal);
        const double area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        for (int k = 0; k < 3 && area > 1e-3 * cell * cell; k++)
            assert_true(dot(normal, surface->vertices[surface->indices[3 * (size_t)i + (size_t)k]].normal) >
                        0.5 * area);
    }
}

static void check_sphere(const scan_surface *surface, double radius, double cell) {
    for (uint32_t i = 0; i < surface->counts.vertices; i++) {
        double from_center[3];
        for (int axis = 0; axis < 3; axis++)
            from_center[axis] = (double)surface->vertices[i].position[axis] - 2;
        const double distance =
            sqrt(from_center[0] * from_center[0] + from_center[1] * from_center[1] + from_center[2] * from_center[2]);
        assert_true(fabs(distance - radius) < cell);
        assert_true(dot(from_center, surface->vertices[i].normal) > 0.9 * distance);
    }
}

GPU_TEST(a_sphere_is_a_sphere) {
    const uint32_t count = e->small ? 1000 : 3000, depth = e->small ? 4 : 5;
    const hpyr_poisson_desc desc = {.capacity = count, .depth = depth};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_sphere(count, depth, 1.2, -1);
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, NULL);
    hpyr_ref_surface oracle = surface_of_oracle(e, poisson, &scan, 0), s = surface_as_reference(&surface);
    check_surface(poisson, &surface, &scan, &oracle);
    assert_int_equal(check_topology("a sphere", &s), 1);
    const double volume = 4.0 / 3 * acos(-1) * 1.2 * 1.2 * 1.2, cell = ldexp(4, -(int)depth);
    assert_true(fabs(signed_volume(&s) / volume - 1) < (e->small ? 0.1 : 0.03));
    check_sphere(&surface, 1.2, cell);
    check_normals(&surface, cell);
    free(s.positions);
    hpyr_ref_surface_free(&oracle);
}

/* An offset above 0 moves the surface outwards, one below it inwards. */
GPU_TEST(offsets_move_the_surface) {
    const hpyr_poisson_desc desc = {.capacity = 800, .depth = 4};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_poisson(e, &desc);
    SCOPED(scan_free) scan scan = scan_sphere(800, 4, 1.2, -1);
    double volumes[3];
    solve_scan(e, poisson, &scan);
    const double isovalue = hpyr_poisson_last_report(poisson)->isovalue;
    assert_true(isovalue < 0); /* it is 0 far outside */
    for (int i = 0; i < 3; i++) {
        const hpyr_poisson_surface_desc moved = {.offset = (i - 1) * fabs(isovalue) / 5};
        SCOPED(surface_free) scan_surface surface = surface_make(e, poisson, &moved);
        hpyr_ref_surface s = surface_as_reference(&surface);
        check_topology("a sphere that is moved", &s);
        volumes[i] = signed_volume(&s);
        free(s.positions);
    }
    assert_true(volumes[0] < 0.98 * volumes[1] && volumes[1] < 0.98 * volumes[2]);
}

/* ---- one surface after the other ---- */

GPU_TEST(a_solution_forgets_the_surface) {
    static const struct {
        points_kind kind;
        uint32_t count;
    } sets[] = {{POINTS_ONE, 1},   {POINTS_SPHERE, 100}, {POINTS_NONE, 0},     {POINTS_RANDOM, 9},
                {POINTS_LOST, 20}, {POINTS_SPHERE, 200}, {POINTS_CLUSTERED, 5}};
    const uint32_t depth = e->small ? 4 : 5;
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 200, depth);
    check_no_surface(e, poisson);
    for (size_t i = 0; i < LENGTH(sets); i++) {
        SCOPED(scan_free)
        scan scan = scan_random(sets[i].kind, sets[i].count / (e->small || e->hostile ? 5 : 1), depth);
        solve_scan(e, poisson, &scan);
        check_no_surface(e, poisson);
        check_offset(e, poisson, &scan, offset_for(e, poisson, (uint32_t)i % 3));
    }
    const hpyr_poisson_points wrong = {.count = 1};
    EXPECT(e, HPYR_ERROR_BUFFER, hpyr_poisson_solve(poisson, &wrong));
    check_no_surface(e, poisson);
}

/* Neither reading the surface nor the solution changes it, nor does sharing the octree. */
GPU_TEST(a_surface_stays) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 100, 4);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 100, 4);
    solve_scan(e, poisson, &scan);
    scan_surface first = surface_make(e, poisson, NULL), again = surface_read(e, poisson, first.counts);
    check_same_surface(&first, &again);
    surface_free(&again);
    for (int array = 0; array <= (int)HPYR_POISSON_ARRAY_VALUES; array++)
        free(poisson_entries(e, poisson, (hpyr_poisson_array)array));
    OK(e, hpyr_octree_share(hpyr_poisson_octree(poisson)));
    again = surface_read(e, poisson, first.counts);
    check_same_surface(&first, &again);
    surface_free(&again);
    check_offset(e, poisson, &scan, 0);
    assert_non_null(hpyr_poisson_last_report(poisson));
    surface_free(&first);
}

/* One object has had a larger surface before. Each keeps its own. */
GPU_TEST(the_same_points_give_the_same_bits) {
    const uint32_t depth = e->small ? 4 : 5;
    hpyr_poisson *a = make_quick(e, 400, depth), *b = make_quick(e, 400, depth);
    SCOPED(scan_free) scan large = scan_random(POINTS_RANDOM, e->small ? 40 : 400, depth);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 30 : 100, depth);
    solve_scan(e, a, &large);
    SCOPED(surface_free) scan_surface before = surface_make(e, a, NULL);
    solve_scan(e, a, &scan);
    solve_scan(e, b, &scan);
    const hpyr_poisson_surface_desc desc = {.offset = offset_for(e, b, 1)};
    scan_surface from_a = surface_make(e, a, &desc), from_b = surface_make(e, b, &desc);
    assert_true(from_a.counts.triangles > 0 && before.counts.triangles > from_a.counts.triangles / 2);
    check_same_surface(&from_a, &from_b);
    surface_free(&from_a);
    solve_scan(e, b, &large);
    from_a = surface_read(e, a, from_b.counts); /* b's next solution is none of its business */
    check_same_surface(&from_a, &from_b);
    free_poisson(e, a);
    check_offset(e, b, &large, 0);
    free_poisson(e, b);
    surface_free(&from_a);
    surface_free(&from_b);
}

/* ---- surfaces of nothing ---- */

static void check_nothing(env *e, hpyr_poisson *poisson, double offset) {
    const hpyr_poisson_surface_desc desc = {.offset = offset, .trim = offset < 0 ? 1 : 0};
    const hpyr_mesh_output nothing = {.vertex_buffer = 0};
    scan_surface surface = surface_make(e, poisson, &desc);
    assert_true(surface.counts.cells == 0 && surface.counts.vertices == 0 && surface.counts.triangles == 0);
    surface_free(&surface);
    OK(e, surface_download(poisson, NULL, NULL, NULL));
    OK(e, hpyr_poisson_surface_extract(poisson, &nothing, NULL));
    SCOPED(delete_buffer) GLuint buffer = buffer_of(NULL, 4);
    hpyr_mesh_output output = surface_output(buffer, buffer, buffer);
    output.vertex_offset = output.index_offset = 4; /* its end */
    OK(e, hpyr_poisson_surface_extract(poisson, &output, NULL));
}

GPU_TEST(surfaces_may_be_empty) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 50, 4);
    scan scan = scan_random(POINTS_RANDOM, 50, 4);
    solve_scan(e, poisson, &scan);
    check_nothing(e, poisson, offset_for(e, poisson, 7));
    check_nothing(e, poisson, offset_for(e, poisson, 8));
    check_nothing(e, poisson, 1e30);
    check_nothing(e, poisson, -1e30);
    check_offset(e, poisson, &scan, offset_for(e, poisson, 1)); /* and then there is one */
    scan_free(&scan);
    scan = scan_random(POINTS_LOST, 50, 4);
    solve_scan(e, poisson, &scan);
    check_nothing(e, poisson, 0);
    scan_free(&scan);
}

GPU_TEST(no_points_have_no_surface) {
    const hpyr_poisson_points points = {.margin = 2.5};
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 5, HPYR_OCTREE_MAX_DEPTH);
    OK(e, hpyr_poisson_solve(poisson, &points));
    check_nothing(e, poisson, 0);
    check_nothing(e, poisson, -1);
    check_nothing(e, poisson, 1);
}

/* ---- into buffers ---- */

enum { BEFORE = 5, BEHIND = 3, MARK = 0x7A7A7A7A }; /* words that are the caller's, and what they have */

/* A buffer with room for these words in its middle. */
static GLuint make_buffer(size_t words) {
    const size_t all = BEFORE + words + BEHIND;
    GLuint buffer, *entries = make_room(all * sizeof *entries);
    memset(entries, MARK & 0xFF, all * sizeof *entries);
    buffer = buffer_of(entries, all * sizeof *entries);
    free(entries);
    return buffer;
}

/* The words in the middle are these, or untouched if `expected` is NULL; and those around them are untouched. */
static void check_buffer(GLuint buffer, const void *expected, size_t words) {
    const size_t all = BEFORE + words + BEHIND;
    SCOPED(free_memory) GLuint *entries = make_room(all * sizeof *entries);
    fetch_buffer(buffer, 0, all * sizeof *entries, entries);
    if (expected)
        assert_memory_equal(entries + BEFORE, expected, words * sizeof *entries);
    for (size_t i = 0; i < all; i++)
        if ((!expected || i < BEFORE || i >= BEFORE + words) && entries[i] != MARK)
            fail_msg("word %zu of %zu has become %u", i, all, entries[i]);
    runner_checks++;
}

/* Bits of `which`: vertices, densities, indices. */
static void check_extract(env *e, hpyr_poisson *poisson, const scan_surface *surface, int which) {
    const size_t words[] = {6 * (size_t)surface->counts.vertices, surface->counts.vertices,
                            3 * (size_t)surface->counts.triangles};
    const void *const expected[] = {surface->vertices, surface->densities, surface->indices};
    const uint64_t offset = BEFORE * sizeof(GLuint);
    GLuint buffers[3];
    for (int i = 0; i < 3; i++)
        buffers[i] = make_buffer(words[i]);
    hpyr_mesh_output output =
        surface_output(which & 1 ? buffers[0] : 0, which & 2 ? buffers[1] : 0, which & 4 ? buffers[2] : 0);
    output.vertex_offset = output.density_offset = output.index_offset = offset;
    OK(e, hpyr_poisson_surface_extract(poisson, &output, NULL));
    for (int i = 0; i < 3; i++)
        check_buffer(buffers[i], which >> i & 1 ? expected[i] : NULL, words[i]);
    glDeleteBuffers(3, buffers);
}

GPU_TEST(surfaces_go_to_any_place) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 60, 4);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 4);
    solve_scan(e, poisson, &scan);
    scan_surface surface = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.offset = offset_for(e, poisson, 1)});
    assert_true(surface.counts.triangles > 0);
    for (int which = 0; which < 8; which++)
        check_extract(e, poisson, &surface, which);
    surface_free(&surface);
    surface = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.trim = 1});
    check_extract(e, poisson, &surface, 7);
    surface_free(&surface);
}

/* All three in one buffer, one behind the other. */
GPU_TEST(surfaces_go_to_one_buffer) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 60, 3);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 3);
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free)
    scan_surface surface = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.offset = offset_for(e, poisson, 1)});
    const size_t vertices = surface.counts.vertices, indices = 3 * (size_t)surface.counts.triangles;
    SCOPED(delete_buffer) const GLuint buffer = make_buffer(7 * vertices + indices);
    SCOPED(free_memory) uint32_t *expected = make_room((7 * vertices + indices + 1) * sizeof *expected);
    memcpy(expected, surface.densities, vertices * sizeof *expected);
    memcpy(expected + vertices, surface.indices, indices * sizeof *expected);
    memcpy(expected + vertices + indices, surface.vertices, 6 * vertices * sizeof *expected);
    hpyr_mesh_output output = surface_output(buffer, buffer, buffer);
    output.vertex_offset = 4 * (BEFORE + vertices + indices);
    output.density_offset = 4 * BEFORE;
    output.index_offset = 4 * (BEFORE + vertices);
    OK(e, hpyr_poisson_surface_extract(poisson, &output, NULL));
    check_buffer(buffer, expected, 7 * vertices + indices);
}

GPU_TEST(parts_of_a_surface_are_read) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 60, 3);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 3);
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free)
    scan_surface all = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.offset = offset_for(e, poisson, 1)});
    for (int which = 0; which < 8; which++) {
        SCOPED(surface_free)
        scan_surface part = {.counts = all.counts, .vertices = calloc(all.counts.vertices + 1, sizeof *part.vertices)};
        part.densities = calloc(all.counts.vertices + 1, sizeof *part.densities);
        part.indices = calloc(3 * (size_t)all.counts.triangles + 1, sizeof *part.indices);
        assert_true(part.vertices && part.densities && part.indices);
        OK(e, surface_download(poisson, which & 1 ? part.vertices : NULL, which & 2 ? part.densities : NULL,
                               which & 4 ? part.indices : NULL));
        if (which & 1)
            assert_memory_equal(part.vertices, all.vertices, all.counts.vertices * sizeof *all.vertices);
        if (which & 2)
            assert_memory_equal(part.densities, all.densities, all.counts.vertices * sizeof *all.densities);
        if (which & 4)
            assert_memory_equal(part.indices, all.indices, 3 * (size_t)all.counts.triangles * sizeof *all.indices);
    }
}

/* ---- ranges ---- */

/* Items [first, first + count) of `words` words each, of which a buffer has room for some. */
typedef struct range {
    uint64_t total, first, count, room, words;
    GLuint buffer;
    uint64_t available, written;
} range;

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static range make_range(uint64_t *seed, uint64_t total, uint64_t words, bool no_wait) {
    range r = {.total = total, .words = words};
    r.first = random_below(seed, (uint32_t)total + 3);
    r.count = random_below(seed, 4) ? random_below(seed, (uint32_t)total + 3) : no_wait ? total + 5 : HPYR_ALL;
    r.room = random_below(seed, 2) ? total + 9 : random_below(seed, (uint32_t)total + 3);
    r.available = no_wait ? r.count : smaller(r.count, total > r.first ? total - r.first : 0);
    r.written = smaller(r.available, r.room);
    r.buffer = untouched_buffer((BEFORE + r.room * words) * sizeof(GLuint));
    return r;
}

/* `base` is added to numbers that are indices. */
static void check_written(const range *r, uint64_t written, const void *all, uint32_t base) {
    const size_t bytes = (BEFORE + (size_t)(r->room * r->words)) * sizeof(GLuint);
    SCOPED(free_memory) uint32_t *got = make_room(bytes);
    fetch_buffer(r->buffer, 0, bytes, got);
    for (size_t i = 0; i < bytes / sizeof *got; i++) {
        const uint64_t word = i - BEFORE, at = r->first * r->words + word;
        const bool is_written = i >= BEFORE && word < written * r->words, is_there = at < r->total * r->words;
        const uint32_t untouched = UNTOUCHED * 0x01010101u;
        const uint32_t expected = !is_written ? untouched : is_there ? ((const uint32_t *)all)[at] + base : 0;
        if (got[i] != expected)
            fail_msg("word %zu is %u, not %u", i, got[i], expected);
    }
    runner_checks++;
    glDeleteBuffers(1, &r->buffer);
}

GPU_TEST(ranges_of_a_surface_are_written) {
    SCOPED(destroy_poisson) hpyr_poisson *poisson = make_quick(e, 60, 3);
    SCOPED(scan_free) scan scan = scan_random(POINTS_SPHERE, e->small ? 20 : 60, 3);
    uint64_t seed = 3;
    solve_scan(e, poisson, &scan);
    SCOPED(surface_free)
    scan_surface all = surface_make(e, poisson, &(hpyr_poisson_surface_desc){.offset = offset_for(e, poisson, 1)});
    for (int i = 0; i < (e->small ? 8 : 40); i++) {
        const bool no_wait = i % 3 == 2, has_densities = i % 2;
        const range vertices = make_range(&seed, all.counts.vertices, 6, no_wait);
        const range triangles = make_range(&seed, all.counts.triangles, 3, no_wait);
        range densities = vertices; /* of the same vertices, with more room */
        densities.words = 1;
        densities.room += 2;
        densities.buffer = untouched_buffer((BEFORE + densities.room) * sizeof(GLuint));
        hpyr_mesh_output output =
            surface_output(vertices.buffer, has_densities ? densities.buffer : 0, triangles.buffer);
        output.vertex_offset = output.density_offset = output.index_offset = BEFORE * sizeof(GLuint);
        output.first_vertex = vertices.first;
        output.vertex_count = vertices.count;
        output.first_triangle = triangles.first;
        output.triangle_count = triangles.count;
        output.index_base = 100 * (uint32_t)i;
        output.no_wait = no_wait;
        const bool is_whole = vertices.written == vertices.available && triangles.written == triangles.available;
        hpyr_mesh_report report = {7, 7, 7, 7};
        EXPECT(e, is_whole ? HPYR_OK : HPYR_TRUNCATED, hpyr_poisson_surface_extract(poisson, &output, &report));
        assert_int_equal(report.vertices_written, no_wait ? 0 : vertices.written);
        assert_int_equal(report.vertices_available, no_wait ? 0 : vertices.available);
        assert_int_equal(report.triangles_written, no_wait ? 0 : triangles.written);
        assert_int_equal(report.triangles_available, no_wait ? 0 : triangles.available);
        check_written(&vertices, vertices.written, all.vertices, 0);
        check_written(&densities, has_densities ? vertices.written : 0, all.densities, 0);
        check_written(&triangles, triangles.written, all.indices, output.index_base);
    }
    hpyr_mesh_report report;
    EXPECT(e, HPYR_TRUNCATED, hpyr_poisson_surface_download(poisson, all.vertices, NULL, 1, NULL, 0, &report));
    assert_true(report.vertices_written == 1 && report.vertices_available == all.counts.vertices);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_surface_download(poisson, NULL, NULL, 1, NULL, 0, NULL));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_poisson_surface_download(poisson, NULL, NULL, 0, NULL, 1, NULL));
}
