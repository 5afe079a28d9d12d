/* test_reference_isosurface.c - the oracle's marching cubes against known counts, closed shapes and brute force.
 * SPDX-License-Identifier: MIT
 *
 * The cases have a test of their own, the brute force a file. */
#include "brute_isosurface.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "seeded.h"
#include "surfaces.h"

static hpyr_ref_isosurface_desc describe(const float *samples, uint32_t width, uint32_t height, uint32_t depth) {
    return (hpyr_ref_isosurface_desc){
        .samples = samples, .width = width, .height = height, .depth = depth, .trace = true};
}

static float *random_samples(size_t count, double low, double high) {
    float *samples = make_room(count * sizeof *samples);
    for (size_t i = 0; i < count; i++)
        samples[i] = (float)random_between(low, high);
    return samples;
}

/* ---- known surfaces ---- */

static void check_cayley(uint32_t side, uint64_t triangles, uint64_t vertices) {
    SCOPED(free_memory) float *samples = sample_field(field_cayley, side, side, side);
    hpyr_ref_isosurface_desc d = describe(samples, side, side, side);
    hpyr_mesh_statistics counts;
    assert_int_equal(hpyr_ref_isosurface_count(&d, &counts), HPYR_OK);
    assert_int_equal(counts.triangles, triangles);
    assert_int_equal(counts.crossed_edges, vertices);
    SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
    assert_memory_equal(&m->counts, &counts, sizeof counts);
    assert_int_equal(m->triangle_count, triangles);
    assert_int_equal(m->vertex_count, vertices);
    check_vertices(&d, m);
    assert_int_equal(match_edges(m, (const uint32_t[3]){side, side, side}).wrong, 0);
}

TEST(cayleys_surface_has_its_known_counts) {
    check_cayley(64, 20008, 10308);
    check_cayley(128, 81208, 41214);
}

/* Closed, of this Euler characteristic, and its triangles and normals look to where the field falls. */
static mesh *create_closed(const hpyr_ref_isosurface_desc *d, int64_t characteristic) {
    const uint32_t size[3] = {d->width, d->height, d->depth};
    mesh *m = create(d);
    surface_edges edges = match_edges(m, size);
    assert_int_equal(edges.wrong + edges.border, 0);
    assert_true(edges.pairs > 0);
    assert_true((int64_t)(m->vertex_count - edges.pairs + m->triangle_count) == characteristic);
    return m;
}

static double angle_between(const float a[3], const double b[3]) {
    double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    double squares = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    return acos(fmax(-1, fmin(1, product / sqrt(squares))));
}

TEST(a_sphere_is_closed_with_normals_outwards) {
    const double degree = 3.14159265358979323846 / 180;
    SCOPED(free_memory) float *samples = sample_field(field_sphere, 128, 128, 128);
    hpyr_ref_isosurface_desc d = describe(samples, 128, 128, 128);
    d.gradient = HPYR_GRADIENT_CENTRAL;
    SCOPED(destroy_ref_isosurface) mesh *m = create_closed(&d, 2);
    for (uint64_t v = 0; v < m->vertex_count; v++) {
        const double p[3] = {m->positions[3 * v], m->positions[3 * v + 1], m->positions[3 * v + 2]};
        assert_true(angle_between(m->normals + 3 * v, p) < 1 * degree);
        assert_true(fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 0.7) < 1e-4);
    }
    for (uint64_t t = 0; t < m->triangle_count; t++) {
        double normal[3];
        triangle_normal(m, t, normal);
        bool is_sliver = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]) < 1e-5; /* lies as its vertices err */
        assert_true(is_sliver || angle_between(triangle_corner(m, t, 0), normal) < 6 * degree);
    }
    assert_true(fabs(winding_number(m, (const double[3]){0.1, 0.2, 0.3}) - 1) < 1e-6);
    assert_true(fabs(winding_number(m, (const double[3]){0.5, 0.5, 0.5})) < 1e-6);
}

TEST(a_torus_is_closed_with_a_hole) {
    SCOPED(free_memory) float *samples = sample_field(field_torus, 61, 64, 40);
    hpyr_ref_isosurface_desc d = describe(samples, 61, 64, 40);
    hpyr_ref_isosurface_destroy(create_closed(&d, 0));
    mesh *m = create_closed(&d, 0);
    assert_true(fabs(winding_number(m, (const double[3]){0.6, 0, 0}) - 1) < 1e-6);
    assert_true(fabs(winding_number(m, (const double[3]){0, 0, 0})) < 1e-6);
    hpyr_ref_isosurface_destroy(m);
    check_both_forms(d);
}

TEST(sides_may_differ) {
    SCOPED(free_memory) float *samples = sample_field(field_gyroid, 100, 37, 21);
    check_all_options(describe(samples, 100, 37, 21));
}

/* ---- random fields ---- */

/* Even ones first. */
static const uint8_t permutations[6][3] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}, {1, 3, 2}, {2, 1, 3}, {3, 2, 1}};

static void set_axes(hpyr_ref_isosurface_desc *d, int permutation) {
    memcpy(d->axes, permutations[permutation], sizeof d->axes);
}

/* Mirrored or not. */
static void set_random_spacing(hpyr_ref_isosurface_desc *d) {
    for (int axis = 0; axis < 3; axis++) {
        d->spacing[axis] = (random_below(2) ? 0.75f : -1.5f) * (float)(axis + 1);
        d->origin[axis] = (float)axis - 2;
    }
}

TEST(tiny_random_fields_are_as_brute_force_has_them) {
    static const uint32_t sizes[][3] = {{2, 2, 2}, {3, 3, 3}, {2, 3, 5}, {7, 2, 2}, {2, 2, 9}, {5, 6, 4}};
    random_state = 1;
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        size_t count = (size_t)sizes[s][0] * sizes[s][1] * sizes[s][2];
        for (int run = 0; run < 100; run++) {
            SCOPED(free_memory) float *samples = random_samples(count, -1, 1);
            hpyr_ref_isosurface_desc d = describe(samples, sizes[s][0], sizes[s][1], sizes[s][2]);
            d.iso = (float)random_between(-0.9, 0.9);
            check_all_options(d);
        }
    }
}

/* Random inside of a layer of outside samples. */
static float *padded_samples(const uint32_t size[3]) {
    float *samples = random_samples((size_t)size[0] * size[1] * size[2], -1, 1);
    for (uint32_t i = 0; i < size[0] * size[1] * size[2]; i++) {
        uint32_t x = i % size[0], y = i / size[0] % size[1], z = i / size[0] / size[1];
        if (x == 0 || y == 0 || z == 0 || x == size[0] - 1 || y == size[1] - 1 || z == size[2] - 1)
            samples[i] = -2;
    }
    return samples;
}

TEST(random_meshes_enclose_what_is_inside) {
    static const uint32_t sizes[][3] = {{5, 5, 5}, {4, 6, 5}, {7, 3, 4}};
    random_state = 2;
    for (int run = 0; run < 60; run++) {
        const uint32_t *size = sizes[run % LENGTH(sizes)];
        SCOPED(free_memory) float *samples = padded_samples(size);
        hpyr_ref_isosurface_desc d = describe(samples, size[0], size[1], size[2]);
        check_enclosed(d);
        set_random_spacing(&d);
        check_enclosed(d);
        set_axes(&d, run % 6);
        check_enclosed(d);
        memset(d.spacing, 0, sizeof d.spacing);
        memset(d.origin, 0, sizeof d.origin);
        check_enclosed(d);
    }
}

/* NaN and equal samples among them, so that normals follow edges here and there. */
TEST(axes_may_run_along_any_coordinate) {
    random_state = 8;
    for (int run = 0; run < 120; run++) {
        float samples[5 * 6 * 4];
        for (size_t i = 0; i < LENGTH(samples); i++) {
            uint32_t value = random_below(run < 60 ? 4 : 100);
            samples[i] = value == 3 ? NAN : (float)value;
        }
        hpyr_ref_isosurface_desc d = describe(samples, 5, 6, 4);
        d.iso = run < 60 ? 1 : 50.5f;
        set_axes(&d, run % 6);
        check_all_options(d);
        set_random_spacing(&d);
        check_all_options(d);
    }
}

TEST(permuted_axes_move_coordinates_about) {
    random_state = 9;
    SCOPED(free_memory) float *samples = random_samples(6 * 5 * 4, -1, 1);
    hpyr_ref_isosurface_desc d = describe(samples, 6, 5, 4);
    SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
    for (int permutation = 0; permutation < 6; permutation++) {
        const uint8_t *axes = permutations[permutation];
        set_axes(&d, permutation);
        SCOPED(destroy_ref_isosurface) mesh *moved = create(&d);
        assert_int_equal(moved->vertex_count, m->vertex_count);
        for (uint64_t i = 0; i < 3 * m->vertex_count; i++) {
            uint64_t to = i / 3 * 3 + axes[i % 3] - 1;
            assert_memory_equal(&moved->positions[to], &m->positions[i], sizeof(float));
            assert_memory_equal(&moved->normals[to], &m->normals[i], sizeof(float));
        }
        for (uint64_t i = 0; i < 3 * m->triangle_count; i++) {
            uint64_t corner = permutation < 3 ? i % 3 : (3 - i % 3) % 3;
            assert_int_equal(moved->indices[i], m->indices[i / 3 * 3 + corner]);
        }
    }
}

/* ---- options ---- */

TEST(zeros_are_the_documented_defaults) {
    random_state = 3;
    SCOPED(free_memory) float *samples = random_samples(4 * 3 * 5, -1, 1);
    hpyr_ref_isosurface_desc d = {.samples = samples, .width = 4, .height = 3, .depth = 5};
    SCOPED(destroy_ref_isosurface) mesh *zeros = create(&d);
    assert_null(zeros->cells);
    assert_null(zeros->edges);
    assert_non_null(zeros->indices);
    d = describe(samples, 4, 3, 5);
    d.mesh = HPYR_MESH_FORM_WELDED;
    d.vertex = HPYR_EDGE_VERTEX_LINEAR;
    d.gradient = HPYR_GRADIENT_FORWARD;
    d.winding = HPYR_WINDING_COUNTER_CLOCKWISE;
    check_both_forms(d);
    SCOPED(destroy_ref_isosurface) mesh *named = create(&d);
    assert_int_equal(zeros->vertex_count, named->vertex_count);
    assert_memory_equal(zeros->positions, named->positions, 12 * (size_t)named->vertex_count);
    assert_memory_equal(zeros->normals, named->normals, 12 * (size_t)named->vertex_count);
    assert_memory_equal(zeros->indices, named->indices, 12 * (size_t)named->triangle_count);
}

TEST(clockwise_swaps_the_second_and_third_corner) {
    random_state = 4;
    SCOPED(free_memory) float *samples = random_samples(6 * 6 * 6, -1, 1);
    hpyr_ref_isosurface_desc d = describe(samples, 6, 6, 6);
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        d.mesh = (hpyr_mesh_form)form;
        d.winding = HPYR_WINDING_COUNTER_CLOCKWISE;
        SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
        d.winding = HPYR_WINDING_CLOCKWISE;
        SCOPED(destroy_ref_isosurface) mesh *turned = create(&d);
        assert_int_equal(m->triangle_count, turned->triangle_count);
        for (uint64_t t = 0; t < m->triangle_count; t++)
            for (uint32_t k = 0; k < 3; k++)
                assert_memory_equal(triangle_corner(m, t, k), triangle_corner(turned, t, (3 - k) % 3), 12);
    }
}

/* With every spacing, mirrored ones too, in exact numbers: a plane askew. */
TEST(a_linear_field_has_its_gradient_everywhere) {
    enum { SIDE = 6 };
    const double gradient[3] = {3, -2, 1};
    float samples[SIDE * SIDE * SIDE];
    for (int option = 0; option < 16; option++) {
        hpyr_ref_isosurface_desc d = describe(samples, SIDE, SIDE, SIDE);
        for (int i = 0; i < 3; i++) {
            d.spacing[i] = (option >> i & 1 ? -0.25f : 0.5f) * (float)(i + 1);
            d.origin[i] = (float)(10 - i);
        }
        for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++) {
            double x = i % SIDE * d.spacing[0], y = i / SIDE % SIDE * d.spacing[1];
            samples[i] = (float)(gradient[0] * x + gradient[1] * y + gradient[2] * (i / SIDE / SIDE) * d.spacing[2]);
        }
        d.iso = samples[SIDE * SIDE * SIDE / 2 + SIDE] + 0.125f;
        d.gradient = option & 8 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
        check_vertices(&d, m);
        assert_true(m->triangle_count > 0);
        for (uint64_t t = 0; t < m->triangle_count; t++) {
            const float *normal = m->normals + 3 * m->indices[3 * t];
            double by_hand[3];
            assert_true(fabs(angle_between(normal, gradient) - 3.14159265358979323846) < 1e-3);
            triangle_normal(m, t, by_hand);
            assert_true(angle_between(normal, by_hand) < 1e-3);
        }
    }
}

/* ---- samples that are out of the ordinary ---- */

TEST(what_is_all_inside_or_outside_has_no_surface) {
    static const float isovalues[] = {-1, 2, INFINITY, -INFINITY};
    float *samples = random_samples(5 * 4 * 3, 0, 1), constant[5 * 4 * 3] = {0};
    for (size_t i = 0; i < 2 * LENGTH(isovalues); i++) {
        hpyr_ref_isosurface_desc d = describe(i % 2 ? constant : samples, 5, 4, 3);
        d.iso = i % 2 ? 0 : isovalues[i / 2];
        d.mesh = i < 4 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
        assert_int_equal(m->counts.cells, 4 * 3 * 2);
        assert_int_equal(m->triangle_count + m->vertex_count, 0);
        assert_int_equal(m->counts.active_cells + m->counts.triangles + m->counts.crossed_edges, 0);
        assert_true(!m->positions && !m->normals && !m->indices && !m->cells && !m->edges);
    }
    free(samples);
}

/* Of both kinds and signs; -FLT_MAX in their place is outside, too, but crosses elsewhere. */
TEST(nan_samples_are_outside_and_cross_in_the_middle) {
    static const uint32_t nans[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu};
    random_state = 5;
    for (int run = 0; run < 50; run++) {
        SCOPED(free_memory)
        float *samples = random_samples(6 * 5 * 7, -1, 1), *finite = make_room(6 * 5 * 7 * sizeof *finite);
        memcpy(finite, samples, 6 * 5 * 7 * sizeof *finite);
        for (int i = 0; i < 30; i++) {
            uint32_t at = random_below(6 * 5 * 7);
            memcpy(&samples[at], &nans[i % 4], sizeof *samples);
            finite[at] = -FLT_MAX;
        }
        hpyr_ref_isosurface_desc d = describe(samples, 6, 5, 7);
        check_all_options(d);
        SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
        d.samples = finite;
        SCOPED(destroy_ref_isosurface) mesh *other = create(&d);
        assert_int_equal(m->triangle_count, other->triangle_count);
        assert_memory_equal(m->indices, other->indices, 12 * (size_t)m->triangle_count);
    }
}

TEST(infinite_and_huge_samples_are_borne) {
    static const float values[] = {INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1, -1, FLT_MIN / 8, -FLT_MIN / 8, 0};
    random_state = 6;
    for (int run = 0; run < 50; run++) {
        float samples[5 * 5 * 5];
        for (size_t i = 0; i < LENGTH(samples); i++)
            samples[i] = values[random_below(LENGTH(values))];
        hpyr_ref_isosurface_desc d = describe(samples, 5, 5, 5);
        d.iso = values[run % LENGTH(values)];
        check_all_options(d);
    }
}

/* Whole numbers: many vertices fall onto samples, triangles lose their area, and the edges still match. */
TEST(isovalues_may_equal_samples) {
    random_state = 7;
    for (int run = 0; run < 50; run++) {
        float samples[6 * 6 * 6];
        for (size_t i = 0; i < LENGTH(samples); i++)
            samples[i] = (float)random_below(4);
        hpyr_ref_isosurface_desc d = describe(samples, 6, 6, 6);
        d.iso = (float)(1 + run % 3);
        check_all_options(d);
    }
}

/* A chessboard: central differences are zero but at the borders. */
TEST(without_a_gradient_the_normal_goes_along_the_edge) {
    enum { SIDE = 7 };
    float samples[SIDE * SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE * SIDE; i++)
        samples[i] = (float)((i % SIDE + i / SIDE % SIDE + i / SIDE / SIDE) & 1);
    hpyr_ref_isosurface_desc d = describe(samples, SIDE, SIDE, SIDE);
    uint32_t axial = 0;
    d.iso = 0.5f;
    check_all_options(d);
    d.spacing[0] = d.spacing[1] = d.spacing[2] = -1;
    d.gradient = HPYR_GRADIENT_CENTRAL;
    SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
    check_vertices(&d, m);
    for (uint64_t v = 0; v < m->vertex_count; v++)
        axial += fabsf(m->normals[3 * v + m->edges[v].remainder]) == 1;
    assert_true(axial >= 3 * 4 * 5 * 5);
}

/* ---- mistakes ---- */

TEST(a_field_without_cells_has_no_surface) {
    static const uint32_t sizes[][3] = {{1, 1, 1}, {1, 4, 3}, {4, 1, 3}, {4, 3, 1}, {1, 1, 12}};
    const float samples[12] = {0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        hpyr_ref_isosurface_desc d = describe(samples, sizes[i][0], sizes[i][1], sizes[i][2]);
        hpyr_mesh_statistics counts;
        d.iso = 0.5f;
        assert_int_equal(hpyr_ref_isosurface_count(&d, &counts), HPYR_OK);
        assert_int_equal(counts.cells + counts.active_cells + counts.triangles + counts.crossed_edges, 0);
        SCOPED(destroy_ref_isosurface) mesh *m = create(&d);
        assert_int_equal(m->vertex_count + m->triangle_count, 0);
    }
}

static void check_refused(const hpyr_ref_isosurface_desc *d) {
    hpyr_mesh_statistics counts;
    mesh *m = (mesh *)&counts;
    assert_int_equal(hpyr_ref_isosurface_create(d, &m), HPYR_ERROR_INVALID_ARGUMENT);
    assert_null(m);
    assert_int_equal(hpyr_ref_isosurface_count(d, &counts), HPYR_ERROR_INVALID_ARGUMENT);
}

TEST(mistakes_are_refused) {
    const float samples[8] = {1};
    const hpyr_ref_isosurface_desc good = describe(samples, 2, 2, 2);
    check_refused(NULL);
#define REFUSED(field, value)                                                                                          \
    do {                                                                                                               \
        hpyr_ref_isosurface_desc d = good;                                                                             \
        d.field = (value);                                                                                             \
        check_refused(&d);                                                                                             \
    } while (0)
    REFUSED(samples, NULL);
    REFUSED(width, 0);
    REFUSED(height, 0);
    REFUSED(depth, 0);
    REFUSED(iso, NAN);
    REFUSED(spacing[1], INFINITY);
    REFUSED(spacing[2], NAN);
    REFUSED(origin[0], -INFINITY);
    REFUSED(origin[1], 0.5f); /* no spacing: it would not be used */
    REFUSED(mesh, (hpyr_mesh_form)3);
    REFUSED(vertex, (hpyr_edge_vertex)3);
    REFUSED(gradient, HPYR_GRADIENT_CALLER);
    REFUSED(gradient, (hpyr_gradient)4);
    REFUSED(axes[0], 1);
    REFUSED(axes[2], 4);
    REFUSED(winding, (hpyr_winding)3);
#undef REFUSED
    static const uint8_t wrong_axes[][3] = {{1, 2, 0}, {0, 2, 3}, {1, 1, 3},  {3, 2, 3},
                                            {2, 2, 2}, {1, 2, 4}, {255, 2, 3}};
    for (size_t i = 0; i < LENGTH(wrong_axes); i++) {
        hpyr_ref_isosurface_desc d = good;
        memcpy(d.axes, wrong_axes[i], sizeof d.axes);
        check_refused(&d);
    }
    hpyr_ref_isosurface_desc huge = describe(samples, UINT32_MAX, UINT32_MAX, UINT32_MAX);
    check_refused(&huge);
}
