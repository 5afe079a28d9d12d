/* test_isosurface.c - marching cubes on the GPU against the oracle's: forms, options, sizes, and fields that are out of the ordinary.
 * SPDX-License-Identifier: MIT
 *
 * Sources of samples are in test_isosurface_fields.c, ranges and slabs in test_isosurface_ranges.c. */
#include "meshes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "surfaces.h"

/* ---- sizes ---- */

static void check_random(env *e, uint32_t width, uint32_t height, uint32_t depth, float iso, hpyr_mesh_form form) {
    SCOPED(free_memory) float *samples = random_samples(width, height, depth, width + 7 * height + 31 * depth);
    mesh_job job = job_of(samples, width, height, depth, iso);
    job.ref.mesh = form;
    check_job_mesh(e, &job);
}

/* Around the words of 32 samples and the nodes above them. */
HOSTILE_TEST(fields_of_any_size_are_the_oracles) {
    static const uint32_t sizes[][3] = {{2, 2, 2},   {3, 3, 3},   {33, 17, 9}, {5, 2, 70},    {129, 3, 2},  {31, 4, 5},
                                        {32, 4, 5},  {2, 40, 3},  {64, 9, 7},  {513, 2, 2},   {127, 2, 17}, {1, 5, 5},
                                        {5, 1, 5},   {5, 5, 1},   {1, 1, 1},   {100, 37, 21}, {128, 3, 5},  {126, 5, 3},
                                        {130, 1, 4}, {200, 1, 3}, {130, 4, 1}};
    for (size_t i = 0; i < LENGTH(sizes); i++)
        if ((!e->small || sizes[i][0] * sizes[i][1] * sizes[i][2] < 1000))
            check_random(e, sizes[i][0], sizes[i][1], sizes[i][2], 0.1f,
                         i % 3 ? HPYR_MESH_FORM_WELDED : HPYR_MESH_FORM_SOUP);
}

HOSTILE_TEST(sparse_and_dense_fields_are_the_oracles) {
    static const float isovalues[] = {-2, -0.999f, -0.5f, 0, 0.5f, 0.98f, 0.9995f, 2};
    for (size_t i = 0; i < LENGTH(isovalues); i++)
        for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++)
            check_random(e, 37, 20, 11, isovalues[i], (hpyr_mesh_form)form);
}

HOSTILE_TEST(fields_of_one_value_have_no_surface) {
    static const float values[] = {1, -1, 0, NAN, INFINITY, -INFINITY};
    float samples[6 * 5 * 4] = {0};
    for (size_t i = 0; i < LENGTH(values); i++) {
        for (size_t k = 0; k < LENGTH(samples); k++)
            samples[k] = values[i];
        mesh_job job = job_of(samples, 6, 5, 4, 0);
        check_job_mesh(e, &job);
        SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *m = expected_mesh(&job);
        assert_int_equal(m->vertex_count + m->triangle_count, 0);
    }
}

/* One sample inside, at each place in turn: eight cells or fewer around it. */
HOSTILE_TEST(single_samples_are_cut_off) {
    float samples[34 * 4 * 3] = {0};
    for (uint32_t i = 0; i < LENGTH(samples); i += e->small ? 37 : 7) {
        mesh_job job = job_of(samples, 34, 4, 3, 0.25f);
        samples[i] = 1;
        check_job_mesh(e, &job);
        samples[i] = 0;
    }
}

/* Each of the 256 cases alone. */
HOSTILE_TEST(every_case_of_a_cell_is_the_oracles) {
    SCOPED(free_memory) float *samples = make_room(256 * 3 * 3 * 3 * sizeof *samples);
    /* A row of 256 cells with a gap between: a case's corners are samples 3 c and 3 c + 1, the third is outside. */
    for (uint32_t i = 0; i < 768 * 3 * 3; i++) {
        uint32_t x = i % 768, y = i / 768 % 3, z = i / 768 / 3, corner = x % 3 + 2 * y + 4 * z;
        samples[i] =
            x % 3 < 2 && y < 2 && z < 2 && (x / 3) >> corner & 1 ? 0.75f + (float)(i % 7) : -0.5f - (float)(i % 5);
    }
    mesh_job job = job_of(samples, 768, 3, 3, 0);
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        job.ref.mesh = (hpyr_mesh_form)form;
        check_job_mesh(e, &job);
    }
}

/* ---- options ---- */

HOSTILE_TEST(every_option_is_the_oracles) {
    SCOPED(free_memory) float *samples = random_samples(34, 9, 7, 5);
    for (int option = 0; option < 16; option++) {
        mesh_job job = job_of(samples, 34, 9, 7, 0.2f);
        job.ref.mesh = option & 1 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        job.ref.vertex = option & 2 ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
        job.ref.gradient = option & 4 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        job.ref.winding = option & 8 ? HPYR_WINDING_CLOCKWISE : HPYR_WINDING_COUNTER_CLOCKWISE;
        check_job_mesh(e, &job);
    }
}

static const uint8_t permutations[6][3] = {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}, {1, 3, 2}, {2, 1, 3}, {3, 2, 1}};

HOSTILE_TEST(axes_run_along_any_coordinate) {
    SCOPED(free_memory) float *samples = random_samples(9, 6, 5, 6);
    for (int i = 0; i < 12; i++) {
        mesh_job job = job_of(samples, 9, 6, 5, -0.1f);
        memcpy(job.ref.axes, permutations[i % 6], sizeof job.ref.axes);
        job.ref.mesh = i == 11 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        job.ref.spacing[0] = i < 6 ? 0 : 0.5f;
        job.ref.spacing[2] = i < 6 ? 0 : i == 7 ? 3 : -0.3f;
        job.ref.origin[0] = job.ref.origin[2] = i < 6 ? 0 : 2;
        check_job_mesh(e, &job);
    }
}

HOSTILE_TEST(spacings_and_origins_may_be_anything_finite) {
    static const float spacings[][3] = {{1, 1, 1},
                                        {-1, 2, 3},
                                        {0.25f, -0.5f, -4},
                                        {-0.1f, -0.2f, -0.3f},
                                        {1e-6f, 1e6f, 1},
                                        {0, -1, 0},
                                        {1e30f, 1e30f, 1e30f},
                                        {0.7f, 0.11f, 0.013f},
                                        {1e-20f, -1e-20f, 1e-20f}};
    static const float origins[][3] = {{0, 0, 0}, {-1000, 1000, 0.1f}, {3, -5, 7}, {0.3f, 1e4f, -1e-3f}};
    SCOPED(free_memory) float *samples = random_samples(40, 6, 5, 7);
    for (size_t i = 0; i < LENGTH(spacings) * LENGTH(origins); i++) {
        mesh_job job = job_of(samples, 40, 6, 5, 0.05f);
        memcpy(job.ref.spacing, spacings[i / LENGTH(origins)], sizeof job.ref.spacing);
        for (int axis = 0; axis < 3; axis++)
            job.ref.origin[axis] = job.ref.spacing[axis] != 0 ? origins[i % LENGTH(origins)][axis] : 0;
        job.ref.gradient = i % 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        check_job_mesh(e, &job);
    }
}

GPU_TEST(zeros_are_the_documented_defaults) {
    hpyr_isosurface_desc desc = {.grid = {.width = 5, .height = 9, .depth = 3}};
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    const hpyr_isosurface_desc *d = hpyr_isosurface_resolved(iso);
    assert_int_equal(d->mesh, HPYR_MESH_FORM_WELDED);
    assert_int_equal(d->vertex, HPYR_EDGE_VERTEX_LINEAR);
    assert_int_equal(d->gradient, HPYR_GRADIENT_FORWARD);
    assert_int_equal(d->winding, HPYR_WINDING_COUNTER_CLOCKWISE);
    assert_memory_equal(d->grid.axes, ((uint8_t[]){1, 2, 3}), 3);
    assert_true(d->grid.spacing[0] == 0.5f && d->grid.spacing[1] == 0.25f && d->grid.spacing[2] == 1);
    assert_true(d->grid.origin[0] == -1 && d->grid.origin[1] == -1 && d->grid.origin[2] == -1);
    assert_int_equal(hpyr_field_slab_count(&d->grid), 1);
    assert_int_equal(hpyr_field_slab_count(&desc.grid), 1);
    assert_true(hpyr_isosurface_bytes(e->context, &desc) > 0);
    assert_true(hpyr_isosurface_bytes(NULL, &desc) > 0);
    assert_int_equal(hpyr_field_slab_count(NULL), 0);
    assert_null(hpyr_isosurface_resolved(NULL));
    free_isosurface(e, NULL);
}

/* ---- samples that are out of the ordinary ---- */

static void check_values(env *e, const float *values, uint32_t count, float iso, uint64_t seed) {
    float samples[35 * 6 * 4] = {0};
    mesh_job job = job_of(samples, 35, 6, 4, iso);
    for (size_t i = 0; i < LENGTH(samples); i++)
        samples[i] = values[random_below(&seed, count)];
    for (int option = 0; option < 4; option++) {
        job.ref.mesh = option & 1 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        job.ref.gradient = option & 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        check_job_mesh(e, &job);
    }
}

HOSTILE_TEST(samples_may_equal_the_isovalue) {
    static const float values[] = {0, 1, 2, 3};
    for (int iso = 1; iso < 4; iso++)
        check_values(e, values, LENGTH(values), (float)iso, (uint64_t)iso);
}

HOSTILE_TEST(nan_and_infinite_samples_are_borne) {
    static const float values[] = {NAN, INFINITY, -INFINITY, 1, -1, 0.5f, -0.25f, 3};
    check_values(e, values, LENGTH(values), 0.25f, 1);
    check_values(e, values, LENGTH(values), -0.25f, 2);
    check_values(e, values, 3, 0, 3);
    check_values(e, values, LENGTH(values), INFINITY, 4);
    check_values(e, values, LENGTH(values), -INFINITY, 5);
}

HOSTILE_TEST(every_bit_pattern_of_nan_is_outside) {
    static const uint32_t bits[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu, 0x3f800000u, 0xbf800000u};
    float values[LENGTH(bits)];
    memcpy(values, bits, sizeof values);
    check_values(e, values, LENGTH(values), 0, 6);
}

HOSTILE_TEST(huge_and_tiny_samples_are_borne) {
    static const float huge[] = {1e38f, -1e38f, 3e38f, -3e38f, FLT_MAX, -FLT_MAX, 2e38f};
    static const float tiny[] = {1e-30f, -1e-30f, 2e-30f, 5e-31f, -7e-30f, 1.5e-30f};
    static const float mixed[] = {1e38f, -1e38f, 1e-30f, -1e-30f, 1, -1, 0};
    check_values(e, huge, LENGTH(huge), 0, 7);
    check_values(e, huge, LENGTH(huge), 1.5e38f, 8);
    check_values(e, tiny, LENGTH(tiny), 0, 9);
    check_values(e, tiny, LENGTH(tiny), 1e-30f, 10);
    check_values(e, mixed, LENGTH(mixed), 0, 11);
    check_values(e, mixed, LENGTH(mixed), 1e-30f, 12);
}

/* Products of small numbers vanish before the numbers do, and those of large ones become infinite. */
GPU_TEST(normals_have_their_length_at_any_scale) {
    for (int run = 0; run < 2 * 226; run += e->hostile ? 9 : 1) {
        float samples[3 * 3 * 3], scale = ldexpf(1, run / 2 - 104);
        for (int i = 0; i < 27; i++)
            samples[i] = scale * ((float)(i % 3) + 0.1f * (float)(i / 3 % 3) + 0.05f * (float)(i / 9));
        mesh_job job = job_of(samples, 3, 3, 3, samples[13]);
        job.ref.gradient = run % 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        for (int axis = 0; axis < 3; axis++)
            job.ref.spacing[axis] = 1;
        check_job_mesh(e, &job);
    }
}

/* A chessboard: central differences are zero but at the borders, and normals follow the edges. */
HOSTILE_TEST(without_a_gradient_the_normal_goes_along_the_edge) {
    float samples[7 * 7 * 7] = {0};
    for (uint32_t i = 0; i < LENGTH(samples); i++)
        samples[i] = (float)((i % 7 + i / 7 % 7 + i / 49) & 1);
    for (int option = 0; option < 9; option++) {
        mesh_job job = job_of(samples, 7, 7, 7, 0.5f);
        job.ref.gradient = HPYR_GRADIENT_CENTRAL;
        job.ref.vertex = option == 8 ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
        memcpy(job.ref.axes, permutations[option < 8 ? 0 : 5], sizeof job.ref.axes);
        for (int i = 0; i < 3; i++)
            job.ref.spacing[i] = option >> i & 1 ? -1.0f : 0.5f;
        check_job_mesh(e, &job);
    }
}

/* ---- known surfaces ---- */

GPU_TEST(cayleys_surface_has_its_known_counts) {
    uint32_t side = e->small ? 64 : 128;
    SCOPED(free_memory) float *samples = sample_field(field_cayley, side, side, side);
    mesh_job job = job_of(samples, side, side, side, 0);
    hpyr_mesh_statistics counts;
    hpyr_isosurface_desc desc = job_desc(&job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    SCOPED(image_free) image im = samples_texture(&job, 0, side);
    hpyr_field field = field_of(&im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0));
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    assert_int_equal(counts.triangles, side == 64 ? 20008 : 81208);
    assert_int_equal(counts.crossed_edges, side == 64 ? 10308 : 41214);
    check_built(e, iso, &job);
}

static double angle_between(const float a[3], const double b[3]) {
    double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    double squares = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * (b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
    return acos(fmax(-1, fmin(1, product / sqrt(squares))));
}

/* Closed, of that Euler characteristic, with triangles and normals that look to where the field falls. */
static hpyr_ref_isosurface check_closed(const gpu_mesh *m, const mesh_job *job, int64_t characteristic) {
    const uint32_t size[3] = {job->ref.width, job->ref.height, job->ref.depth};
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(job);
    hpyr_ref_isosurface view = view_of(m, expected);
    surface_edges edges = match_edges(&view, size);
    assert_int_equal(edges.wrong + edges.border, 0);
    assert_true((int64_t)(m->vertex_count - edges.pairs + m->triangle_count) == characteristic);
    for (uint64_t t = 0; t < m->triangle_count; t++) {
        double normal[3];
        triangle_normal(&view, t, normal);
        if (fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]) > 1e-5) /* a sliver lies as its vertices err */
            assert_true(angle_between(m->vertices[m->indices[3 * t]].normal, normal) < 0.5);
    }
    view.cells = view.edges = NULL;
    return view;
}

static gpu_mesh mesh_of(env *e, const mesh_job *job) {
    hpyr_isosurface_desc desc = job_desc(job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    SCOPED(image_free) image im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(&im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, job->ref.iso));
    gpu_mesh m = extract_all(e, iso);
    return m;
}

HOSTILE_TEST(a_sphere_is_closed_with_normals_outwards) {
    const double degree = 3.14159265358979323846 / 180;
    uint32_t side = e->small ? 48 : 128;
    SCOPED(free_memory) float *samples = sample_field(field_sphere, side, side, side);
    mesh_job job = job_of(samples, side, side, side, 0);
    job.ref.gradient = HPYR_GRADIENT_CENTRAL;
    SCOPED(gpu_mesh_free) gpu_mesh m = mesh_of(e, &job);
    SCOPED(view_free) hpyr_ref_isosurface view = check_closed(&m, &job, 2);
    for (uint64_t v = 0; v < m.vertex_count; v++) {
        const float *at = m.vertices[v].position;
        const double p[3] = {at[0], at[1], at[2]};
        assert_true(e->small || angle_between(m.vertices[v].normal, p) < 1 * degree);
        assert_true(fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 0.7) < (e->small ? 1e-3 : 1e-4));
    }
}

HOSTILE_TEST(a_torus_is_closed_with_a_hole) {
    SCOPED(free_memory) float *samples = sample_field(field_torus, 61, 64, 40);
    mesh_job job = job_of(samples, 61, 64, 40, 0);
    SCOPED(gpu_mesh_free) gpu_mesh m = mesh_of(e, &job);
    SCOPED(view_free) hpyr_ref_isosurface view = check_closed(&m, &job, 0);
    assert_true(fabs(winding_number(&view, (const double[3]){0.6, 0, 0}) - 1) < 1e-6);
    assert_true(fabs(winding_number(&view, (const double[3]){0, 0, 0})) < 1e-6);
}
