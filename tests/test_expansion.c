/* test_expansion.c - the paper's forms of marching cubes, vertex-shader and geometry-shader expansion, against the oracle's soup.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fetches.h"
#include "soups.h"

/* ---- comparison ---- */

/* An indirect draw's arguments, and nothing around them. */
static void check_command(env *e, hpyr_marching_cubes *cubes, uint64_t vertices) {
    GLuint words[7] = {7, 7, 7, 7, 7, 7, 7}, buffer;
    const GLuint wanted[7] = {7, (GLuint)vertices, 1, 0, 0, 0, 7};
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    EXPECT(e, e->es ? HPYR_ERROR_UNSUPPORTED : HPYR_OK, hpyr_marching_cubes_command(cubes, buffer, 4));
    fetch_buffer(buffer, 0, sizeof words, words);
    if (!e->es)
        assert_memory_equal(words, wanted, sizeof words);
    glDeleteBuffers(1, &buffer);
}

static void check_try_counts(env *e, hpyr_marching_cubes *cubes, uint64_t triangles) {
    hpyr_mesh_counts counts = {9, 9};
    hpyr_result result;
    double start = clock_ms();
    while ((result = CALL(e, hpyr_marching_cubes_try_counts(cubes, &counts))) == HPYR_NOT_READY)
        assert_true(!counts.triangles && clock_ms() < start + 60e3);
    assert_int_equal(result, HPYR_OK);
    assert_int_equal(counts.triangles, triangles);
    assert_int_equal(counts.vertices, 3 * triangles);
    OK(e, hpyr_marching_cubes_counts(cubes, &counts));
    assert_int_equal(counts.triangles, triangles);
}

static void check_soup(env *e, hpyr_marching_cubes *cubes, const mesh_job *job) {
    SCOPED(soup_of_job_free) soup_of_job s = expected_soup(job, order_of(job->layout));
    check_try_counts(e, cubes, s.mesh.triangle_count);
    check_cubes_counts(e, cubes, &s.mesh.counts);
    gpu_mesh m = download_soup(e, cubes, s.mesh.vertex_count);
    compare_part(job, &m, &s.mesh, 0, 0, 0);
    gpu_mesh_free(&m);
    if (!e->gl21) {
        m = extract_soup(e, cubes, 0, HPYR_ALL, false, s.mesh.vertex_count);
        compare_part(job, &m, &s.mesh, 0, 0, 0);
        gpu_mesh_free(&m);
        check_command(e, cubes, s.mesh.vertex_count);
    }
}

static void check_job(env *e, const mesh_job *job) {
    SCOPED(image_free) image im;
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, job, &im);
    check_soup(e, cubes, job);
}

/* ---- tests: compiling is nearly all of their time, so the hostile state meets a choice ---- */

GPU_TEST(any_size_is_the_oracles) {
    static const uint32_t sizes[][3] = {{2, 2, 2}, {3, 3, 3}, {5, 2, 9}, {100, 37, 21}};
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (size_t i = 0; i < LENGTH(sizes) - (e->small || e->hostile); i++) {
            const uint32_t *n = sizes[i];
            SCOPED(free_memory) float *samples = random_samples(n[0], n[1], n[2], 3 + i);
            mesh_job job = soup_job(samples, n[0], n[1], n[2], 0.9f - 0.2f * (float)i, x);
            check_job(e, &job);
        }
}

GPU_TEST(every_option_is_the_oracles) {
    static const uint8_t axes[3][3] = {{0, 0, 0}, {3, 2, 1}, {2, 3, 1}};
    static const int options[] = {5, 2, 3, 4}; /* every pair of them is there */
    SCOPED(free_memory) float *samples = random_samples(7, 6, 5, 5);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (size_t i = 0; i < (e->hostile ? 1 : LENGTH(options)); i++) {
            mesh_job job = soup_job(samples, 7, 6, 5, 0.2f, x);
            int option = options[i];
            job.ref.vertex = option & 1 ? HPYR_EDGE_VERTEX_MIDPOINT : HPYR_EDGE_VERTEX_LINEAR;
            job.ref.gradient = option & 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
            job.ref.winding = option & 4 ? HPYR_WINDING_CLOCKWISE : HPYR_WINDING_COUNTER_CLOCKWISE;
            job.ref.spacing[0] = option & 2 ? -0.5f : 0;
            memcpy(job.ref.axes, axes[option % 3], sizeof job.ref.axes);
            check_job(e, &job);
        }
}

GPU_TEST(every_layout_has_its_own_order) {
    SCOPED(free_memory) float *samples = random_samples(11, 6, 9, 6);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (hpyr_layout layout = HPYR_LAYOUT_AUTO; layout <= HPYR_LAYOUT_BILINEAR; layout++) {
            mesh_job job = soup_job(samples, 11, 6, 9, 0.4f, x);
            job.layout = layout;
            if (layout_runs(e, layout, x) &&
                (!e->hostile || layout == HPYR_LAYOUT_VEC4 || layout == HPYR_LAYOUT_VOLUME))
                check_job(e, &job);
        }
}

GPU_TEST_ONCE(every_case_of_a_cell_is_the_oracles) {
    need_speed(e);
    SCOPED(free_memory) float *samples = make_room(768 * 3 * 3 * sizeof *samples);
    for (uint32_t i = 0; i < 768 * 3 * 3; i++) {
        uint32_t x = i % 768, y = i / 768 % 3, z = i / 768 / 3, corner = x % 3 + 2 * y + 4 * z;
        bool is_inside = x % 3 < 2 && y < 2 && z < 2 && (x / 3) >> corner & 1;
        samples[i] = is_inside ? 0.75f + (float)(i % 7) : -0.5f - (float)(i % 5);
    }
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        mesh_job job = soup_job(samples, 768, 3, 3, 0, x);
        check_job(e, &job);
    }
}

GPU_TEST(empty_and_full_fields_have_no_surface) {
    static const float values[] = {1, -1, NAN, INFINITY};
    float samples[4 * 3 * 3];
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++)
        for (size_t i = 0; i < LENGTH(values); i++) {
            for (size_t k = 0; k < LENGTH(samples); k++)
                samples[k] = values[i];
            mesh_job job = soup_job(samples, 4, 3, 3, 0, x);
            check_job(e, &job);
        }
}

GPU_TEST(ranges_are_parts_of_the_whole) {
    if (e->gl21)
        SKIP("GL 2.1 captures no vertices");
    SCOPED(free_memory) float *samples = random_samples(13, 7, 6, 8);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        SCOPED(image_free) image im;
        mesh_job job = soup_job(samples, 13, 7, 6, 0.1f, x);
        SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        uint64_t all = s.mesh.vertex_count, firsts[] = {0, 3, 6, 33, 60, all - 3, all},
                 counts[] = {HPYR_ALL, 0, 3, 6, 30};
        for (size_t i = 0; i < LENGTH(firsts) * LENGTH(counts); i++) {
            uint64_t first = firsts[i / LENGTH(counts)], count = counts[i % LENGTH(counts)];
            uint64_t left = all - first, n = count < left ? count : left;
            SCOPED(gpu_mesh_free) gpu_mesh m = extract_soup(e, cubes, (uint32_t)first, (uint32_t)count, false, n);
            compare_part(&job, &m, &s.mesh, first, 0, 0);
        }
    }
}

static void expect_output(env *e, hpyr_marching_cubes *cubes, hpyr_result expected, hpyr_mesh_output output) {
    EXPECT(e, expected, hpyr_marching_cubes_extract(cubes, &output, NULL));
}

/* It has room for a triangle and two vertices. */
static void check_short_buffer(env *e, hpyr_marching_cubes *cubes, uint64_t vertices) {
    GLuint buffer = 0;
    if (e->gl21) {
        expect_output(e, cubes, HPYR_ERROR_UNSUPPORTED, soup_output(0, 3, buffer, 4));
        return;
    }
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, 4 + 5 * (GLsizeiptr)sizeof(hpyr_mesh_vertex), NULL, GL_STATIC_DRAW);
    hpyr_mesh_output output = soup_output(6, HPYR_ALL, buffer, 4);
    hpyr_mesh_report report;
    EXPECT(e, HPYR_TRUNCATED, hpyr_marching_cubes_extract(cubes, &output, &report));
    assert_int_equal(report.vertices_written, 3);
    assert_int_equal(report.vertices_available, vertices - 6);
    output = soup_output(0, 6, buffer, 4);
    output.no_wait = true;
    expect_output(e, cubes, HPYR_TRUNCATED, output);
    output.vertex_count = HPYR_ALL;
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, output);
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, soup_output(1, 3, buffer, 4));
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, soup_output(3, 4, buffer, 4));
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, soup_output(0, 3, buffer, 2));
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_mesh_output){.index_buffer = buffer});
    expect_output(e, cubes, HPYR_ERROR_INVALID_ARGUMENT, (hpyr_mesh_output){.density_buffer = buffer});
    expect_output(e, cubes, HPYR_OK, soup_output(0, 3, 0, 4)); /* no vertices are asked for */
    glDeleteBuffers(1, &buffer);
    expect_output(e, cubes, HPYR_ERROR_BUFFER, soup_output(0, 3, 99999, 4));
}

/* What fits, in whole triangles. */
GPU_TEST(short_buffers_are_filled) {
    SCOPED(free_memory) float *samples = random_samples(9, 5, 4, 9);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        SCOPED(image_free) image im;
        mesh_job job = soup_job(samples, 9, 5, 4, 0.1f, x);
        SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        hpyr_mesh_report report;
        hpyr_mesh_vertex vertices[12] = {{{0}, {0}}};
        gpu_mesh m = {.vertices = vertices, .vertex_count = 9};
        EXPECT(e, HPYR_TRUNCATED, hpyr_marching_cubes_download(cubes, vertices, 11, &report));
        assert_int_equal(report.vertices_written, 9);
        assert_int_equal(report.vertices_available, s.mesh.vertex_count);
        compare_part(&job, &m, &s.mesh, 0, 0, 0);
        assert_true(vertices[9].normal[0] == 0 && vertices[9].normal[1] == 0 && vertices[9].normal[2] == 0);
        check_short_buffer(e, cubes, s.mesh.vertex_count);
    }
}

GPU_TEST(without_waiting_the_rest_is_zero) {
    static const hpyr_mesh_vertex nothing = {{0, 0, 0}, {0, 0, 0}};
    if (e->gl21)
        SKIP("GL 2.1 captures no vertices");
    SCOPED(free_memory) float *samples = random_samples(9, 5, 4, 9);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        SCOPED(image_free) image im;
        mesh_job job = soup_job(samples, 9, 5, 4, 0.1f, x);
        SCOPED(soup_of_job_free) soup_of_job s = expected_soup(&job, HPYR_ORDER_MORTON);
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
        uint64_t all = s.mesh.vertex_count;
        gpu_mesh m = extract_soup(e, cubes, 0, (uint32_t)all + 6, true, all + 6);
        for (int i = 0; i < 6; i++)
            assert_memory_equal(&m.vertices[all + (uint64_t)i], &nothing, sizeof nothing);
        m.vertex_count = all;
        compare_part(&job, &m, &s.mesh, 0, 0, 0);
        gpu_mesh_free(&m);
        for (uint32_t i = 0; i < 2 && x == HPYR_EXPANSION_VERTEX; i++) { /* past all keys, and at their end */
            m = extract_soup(e, cubes, UINT32_MAX - 3 * i, 6, true, 6);
            for (int k = 0; k < 6; k++)
                assert_memory_equal(&m.vertices[k], &nothing, sizeof nothing);
            gpu_mesh_free(&m);
        }
    }
}

/* Nobody but the GPU may write to them. */
GPU_TEST(buffers_may_be_the_gpus_alone) {
    const float samples[8] = {0, 1};
    SCOPED(delete_buffer) GLuint buffer = env_buffer_of_the_gpu(e, 6 * 24);
    if (!buffer)
        SKIP("there is no glBufferStorage");
    SCOPED(image_free) image im;
    mesh_job job = soup_job(samples, 2, 2, 2, 0.5f, HPYR_EXPANSION_VERTEX);
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = build_job(e, &job, &im);
    hpyr_mesh_output output = soup_output(0, 6, buffer, 0);
    output.no_wait = true;
    OK(e, hpyr_marching_cubes_extract(cubes, &output, NULL));
    OK(e, hpyr_marching_cubes_command(cubes, buffer, 0));
}

/* GL reads so many texels of a buffer, and no more: vertices are made from the caller's own. OpenGL ES copies them into a texture,
 * whose sides have a limit. */
GPU_TEST(buffers_past_the_limit_are_refused) {
    GLint most = 0;
    if (!e->gl21)
        glGetIntegerv(e->es ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    if (e->gl21 || most > 1 << 28)
        SKIP("GL reads buffers of any size, or none");
    hpyr_field field = {.buffer_format = HPYR_FORMAT_R8UI, .buffer_offset = e->es ? 0 : (uint64_t)most};
    hpyr_marching_cubes_desc desc = {.grid = {.width = 5, .height = 2, .depth = 2}};
    if (e->es)
        desc.grid.width = (uint32_t)most + 1;
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = make_cubes(e, &desc);
    glGenBuffers(1, &field.buffer);
    glBindBuffer(GL_ARRAY_BUFFER, field.buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)most * (e->es ? 4 : 1) + 64, NULL, GL_STATIC_DRAW);
    EXPECT(e, HPYR_ERROR_TOO_LARGE, hpyr_marching_cubes_build(cubes, &field, 0, 0.5));
    glDeleteBuffers(1, &field.buffer);
}

/* The members that a hpyr_isosurface has too are checked in test_isosurface_mistakes.c. */
GPU_TEST(mistakes_in_descriptors_are_refused) {
    const hpyr_marching_cubes_desc good = {.grid = {.width = 5, .height = 4, .depth = 3}};
    hpyr_marching_cubes *cubes = (hpyr_marching_cubes *)&good;
#define REFUSED(field, value)                                                                                          \
    do {                                                                                                               \
        hpyr_marching_cubes_desc d = good;                                                                             \
        d.field = (value);                                                                                             \
        EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_create(e->context, &d, &cubes));                    \
        assert_null(cubes);                                                                                            \
        assert_int_equal(hpyr_marching_cubes_bytes(e->context, &d), 0);                                                \
    } while (0)
    REFUSED(grid.depth, 0);
    REFUSED(grid.spacing[1], NAN);
    REFUSED(grid.origin[0], 1);
    REFUSED(grid.axes[1], 7);
    REFUSED(gradient, (hpyr_gradient)4);
    REFUSED(expansion, (hpyr_expansion)3);
    REFUSED(expansion, (hpyr_expansion)-1);
#undef REFUSED
    assert_true(hpyr_marching_cubes_bytes(e->context, &good) > 0);
    assert_true(hpyr_marching_cubes_bytes(NULL, &good) > 0);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_create(e->context, NULL, &cubes));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_create(NULL, &good, &cubes));
    cubes = make_cubes(e, &good);
    assert_int_equal(hpyr_marching_cubes_resolved(cubes)->expansion, HPYR_EXPANSION_VERTEX);
    assert_int_equal(hpyr_marching_cubes_resolved(cubes)->gradient, HPYR_GRADIENT_FORWARD);
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_build(cubes, NULL, 0, 0.5));
    EXPECT(e, HPYR_ERROR_INVALID_ARGUMENT, hpyr_marching_cubes_build(cubes, &(hpyr_field){.tiles_x = 0}, 0, NAN));
    free_cubes(e, cubes);
}

enum { WIDE = 35, HIGH = 4, DEEP = 5, MANY = WIDE * HIGH * DEEP };

static void check_source(env *e, const mesh_job *job, const hpyr_field *field) {
    hpyr_marching_cubes_desc desc = cubes_desc(job);
    SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = make_cubes(e, &desc);
    OK(e, hpyr_marching_cubes_build(cubes, field, 0, job->ref.iso));
    check_soup(e, cubes, job);
}

/* Whole numbers, flat-3D and in a buffer: a row of cells is longer than a word. */
GPU_TEST(other_fields_are_read) {
    float samples[MANY];
    uint16_t whole[MANY + 1];
    uint64_t seed = 31;
    hpyr_flat3d map;
    SCOPED(image_free)
    image im = image_make(e->gl21 ? HPYR_FORMAT_R32F : HPYR_FORMAT_R16UI, 0, WIDE * 2 + 1, HIGH * 3 + 2, 1);
    assert_int_equal(hpyr_flat3d_arrange(WIDE, HIGH, DEEP, 2, 1024, &map), HPYR_OK);
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t u, v;
        samples[i] = whole[i + 1] = (uint16_t)random_below(&seed, 200);
        hpyr_flat3d_texel(&map, i % WIDE, i / WIDE % HIGH, i / WIDE / HIGH, &u, &v);
        image_set(&im, u + (size_t)im.ref.width * v, samples[i]);
    }
    image_upload(&im);
    hpyr_field tiles = {.texture = im.texture, .tiles_x = 2}, buffer = {.buffer_format = HPYR_FORMAT_R16UI};
    buffer.buffer_offset = 2;
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        mesh_job job = soup_job(samples, WIDE, HIGH, DEEP, 150, x);
        check_source(e, &job, &tiles);
        if (e->gl21 || x != last_expansion(e))
            continue;
        glGenBuffers(1, &buffer.buffer);
        glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.buffer);
        glBufferData(GL_COPY_WRITE_BUFFER, sizeof whole, whole, GL_STATIC_DRAW);
        check_source(e, &job, &buffer);
        glDeleteBuffers(1, &buffer.buffer);
    }
}

GPU_TEST(slabs_are_made_one_after_the_other) {
    SCOPED(free_memory) float *samples = random_samples(9, 6, 8, 10);
    for (hpyr_expansion x = HPYR_EXPANSION_VERTEX; x <= last_expansion(e); x++) {
        mesh_job job = soup_job(samples, 9, 6, 8, 0.3f, x);
        job.ref.gradient = HPYR_GRADIENT_CENTRAL;
        job.slab_depth = 3;
        hpyr_marching_cubes_desc desc = cubes_desc(&job);
        SCOPED(destroy_marching_cubes) hpyr_marching_cubes *cubes = make_cubes(e, &desc);
        hpyr_mesh_statistics all = {0, 0, 0, 0};
        assert_int_equal(hpyr_field_slab_count(&desc.grid), 3);
        for (uint32_t i = 0; i < 3; i++) {
            hpyr_slab slab;
            hpyr_mesh_statistics counts;
            assert_int_equal(hpyr_field_slab(&desc.grid, i, &slab), HPYR_OK);
            SCOPED(image_free) image im = samples_texture(&job, slab.first_slice, slab.slice_count);
            hpyr_field field = field_of(&im);
            OK(e, hpyr_marching_cubes_build(cubes, &field, i, job.ref.iso));
            SCOPED(soup_of_job_free)
            soup_of_job s = expected_part(&job, HPYR_ORDER_MORTON, slab.first_owned, i < 2 ? 3 : 1);
            OK(e, hpyr_marching_cubes_statistics(cubes, &counts));
            assert_int_equal(counts.triangles, s.mesh.triangle_count);
            SCOPED(gpu_mesh_free) gpu_mesh m = download_soup(e, cubes, s.mesh.vertex_count);
            compare_part(&job, &m, &s.mesh, 0, 0, 0);
            all.cells += counts.cells;
            all.active_cells += counts.active_cells;
            all.triangles += counts.triangles;
            all.crossed_edges += counts.crossed_edges;
            if (i == 2)
                assert_memory_equal(&all, &s.lines->counts, sizeof all);
        }
    }
}
