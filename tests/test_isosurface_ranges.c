/* test_isosurface_ranges.c - parts of a mesh: ranges, buffers that are too small, slabs, counts that nobody waits for.
 * SPDX-License-Identifier: MIT */
#include "meshes.h"

#include <stdlib.h>
#include <string.h>

/* A mesh that is built, and the oracle's. */
typedef struct built {
    float *samples;
    mesh_job job;
    image im;
    hpyr_isosurface *iso;
    hpyr_ref_isosurface *expected;
} built;

static void build_job(env *e, built *b) {
    hpyr_isosurface_desc desc = job_desc(&b->job);
    b->im = samples_texture(&b->job, 0, b->job.ref.depth);
    hpyr_field field = field_of(&b->im);
    b->expected = expected_mesh(&b->job);
    b->iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(b->iso, &field, 0, b->job.ref.iso));
}

static built build_random(env *e, hpyr_mesh_form form, uint32_t width, uint32_t height, uint32_t depth) {
    built b = {.samples = random_samples(width, height, depth, width + form)};
    b.job = job_of(b.samples, width, height, depth, 0.3f);
    b.job.ref.mesh = form;
    build_job(e, &b);
    return b;
}

static void built_free(built *b) {
    free_isosurface(env_running, b->iso);
    hpyr_ref_isosurface_destroy(b->expected);
    image_free(&b->im);
    free(b->samples);
}

/* ---- ranges ---- */

static uint64_t rest_of(uint64_t total, uint64_t first, uint64_t count) {
    uint64_t left = first < total ? total - first : 0;
    return count == HPYR_ALL || count > left ? left : count;
}

static void check_range_of(env *e, const built *b, uint64_t first_vertex, uint64_t vertex_count,
                           uint64_t first_triangle, uint64_t triangle_count, uint32_t index_base) {
    hpyr_mesh_output o = {.first_vertex = first_vertex,
                          .vertex_count = vertex_count,
                          .first_triangle = first_triangle,
                          .triangle_count = triangle_count,
                          .index_base = index_base};
    uint64_t vertices = rest_of(b->expected->vertex_count, first_vertex, vertex_count);
    uint64_t triangles = rest_of(b->expected->triangle_count, first_triangle, triangle_count);
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_range(e, b->iso, &o, vertices, triangles);
    if (vertices > 0 || triangles > 0)
        compare_part(&b->job, &m, b->expected, vertices ? first_vertex : 0, triangles ? first_triangle : 0, index_base);
}

HOSTILE_TEST(any_range_can_be_read) {
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 37, 11, 9);
        uint64_t seed = (uint64_t)form, vertices = b.expected->vertex_count, triangles = b.expected->triangle_count;
        uint32_t step = form == HPYR_MESH_FORM_SOUP ? 3 : 1;
        for (int run = 0; run < 20; run++) {
            uint64_t first = random_below(&seed, (uint32_t)(vertices / step)) * step;
            uint64_t count = (random_below(&seed, run % 3 ? 50 : (uint32_t)vertices) + 1) * step;
            check_range_of(e, &b, first, count, random_below(&seed, (uint32_t)triangles),
                           random_below(&seed, run % 2 ? 40 : (uint32_t)triangles) + 1,
                           run % 4 ? 0 : random_next(&seed) / 2);
        }
    }
}

/* A context that is held to OpenGL 3.3 does not count on targets of three channels: it packs indices, which the others do not.
 * In the hostile state it changes viewports above the first. */
GPU_TEST_ONCE(indices_are_packed_where_they_must) {
    hpyr_context *newest = e->context;
    const hpyr_context_desc desc = {.gl_version_cap = 33};
    OK(e, hpyr_context_create(&desc, &e->context));
    for (uint32_t width = 60; width < 66; width++) {
        SCOPED(built_free) built b = build_random(e, HPYR_MESH_FORM_WELDED, width, 9, 7);
        for (uint64_t first = 0; first < 7; first++)
            check_range_of(e, &b, first, HPYR_ALL, first, 190 + first, 1000);
        check_range_of(e, &b, 0, HPYR_ALL, 0, HPYR_ALL, 0);
    }
    CALL_VOID(e, hpyr_context_destroy(e->context));
    e->context = newest;
}

HOSTILE_TEST(ranges_end_where_the_mesh_does) {
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 9, 8, 7);
        uint64_t vertices = b.expected->vertex_count, triangles = b.expected->triangle_count;
        uint64_t last = form == HPYR_MESH_FORM_SOUP ? vertices - 3 : vertices - 1;
        check_range_of(e, &b, 0, 3, 0, 1, 7);
        check_range_of(e, &b, last, HPYR_ALL, triangles - 1, HPYR_ALL, 0);
        check_range_of(e, &b, 0, 0, 0, 0, 0);
        check_range_of(e, &b, last, 99, triangles - 1, UINT64_MAX, 0);
        check_range_of(e, &b, 0, vertices, 0, triangles, 1u << 30);
        check_range_of(e, &b, 0, UINT64_MAX, 0, vertices + 1, 0); /* UINT64_MAX is a multiple of 3 */
        check_range_of(e, &b, form == HPYR_MESH_FORM_SOUP ? vertices : vertices + 1, 6, triangles, 5, 0);
        check_range_of(e, &b, UINT64_C(3) << 40, HPYR_ALL, UINT64_C(1) << 40, HPYR_ALL, 0);
    }
}

/* Vertices alone, indices alone, nothing at all. */
GPU_TEST(each_list_can_be_had_alone) {
    SCOPED(built_free) built b = build_random(e, HPYR_MESH_FORM_WELDED, 33, 8, 7);
    size_t vertex_bytes = (size_t)b.expected->vertex_count * 24, index_bytes = (size_t)b.expected->triangle_count * 12;
    hpyr_mesh_report report = {9, 9, 9, 9};
    hpyr_mesh_output vertices = {.vertex_buffer = untouched_buffer(vertex_bytes), .vertex_count = HPYR_ALL},
                     indices = {.index_buffer = untouched_buffer(index_bytes), .triangle_count = HPYR_ALL}, none = {0};
    OK(e, hpyr_isosurface_extract(b.iso, &vertices, &report));
    assert_int_equal(report.vertices_written, b.expected->vertex_count);
    assert_int_equal(report.triangles_written, 0);
    OK(e, hpyr_isosurface_extract(b.iso, &indices, &report));
    assert_int_equal(report.vertices_written, 0);
    assert_int_equal(report.triangles_written, b.expected->triangle_count);
    OK(e, hpyr_isosurface_extract(b.iso, &indices, NULL));
    OK(e, hpyr_isosurface_extract(b.iso, &none, &report));
    assert_int_equal(report.vertices_written + report.triangles_written, 0);
    SCOPED(gpu_mesh_free)
    gpu_mesh m = {take_buffer(vertices.vertex_buffer, vertex_bytes, 0, vertex_bytes),
                  take_buffer(indices.index_buffer, index_bytes, 0, index_bytes), b.expected->vertex_count,
                  b.expected->triangle_count};
    compare_part(&b.job, &m, b.expected, 0, 0, 0);
}

/* ---- buffers that are too small ---- */

/* Buffers of so many bytes, which what is written to begins after `offset` of: only whole records fit. */
static void check_truncated(env *e, const built *b, size_t offset, size_t vertex_bytes, size_t index_bytes) {
    bool is_soup = b->job.ref.mesh == HPYR_MESH_FORM_SOUP;
    hpyr_mesh_output o = {.vertex_buffer = untouched_buffer(vertex_bytes),
                          .vertex_offset = offset,
                          .vertex_count = HPYR_ALL,
                          .index_buffer = is_soup ? 0 : untouched_buffer(index_bytes),
                          .index_offset = is_soup ? 0 : offset,
                          .triangle_count = HPYR_ALL};
    uint64_t vertices = vertex_bytes < offset ? 0 : (vertex_bytes - offset) / 24;
    uint64_t triangles = is_soup || index_bytes < offset ? 0 : (index_bytes - offset) / 12;
    hpyr_mesh_report report = {9, 9, 9, 9};
    if (is_soup)
        vertices -= vertices % 3;
    EXPECT(e, HPYR_TRUNCATED, hpyr_isosurface_extract(b->iso, &o, &report));
    assert_int_equal(report.vertices_available, b->expected->vertex_count);
    assert_int_equal(report.vertices_written, vertices);
    assert_int_equal(report.triangles_written, triangles);
    vertices = report.vertices_written;
    uint8_t *got = take_buffer(o.vertex_buffer, vertex_bytes, offset, offset + vertices * 24);
    SCOPED(gpu_mesh_free) gpu_mesh m = {(hpyr_mesh_vertex *)malloc((size_t)vertices * 24 + 1), NULL, vertices, 0};
    assert_non_null(m.vertices);
    memcpy(m.vertices, got + offset, (size_t)vertices * 24);
    free(got);
    if (!is_soup) {
        assert_int_equal(report.triangles_available, b->expected->triangle_count);
        got = take_buffer(o.index_buffer, index_bytes, offset, offset + triangles * 12);
        assert_true(triangles == 0 || memcmp(got + offset, b->expected->indices, (size_t)triangles * 12) == 0);
        free(got);
    }
    compare_part(&b->job, &m, b->expected, 0, 0, 0);
}

HOSTILE_TEST(what_fits_is_written) {
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 20, 8, 7);
        size_t vertices = (size_t)b.expected->vertex_count * 24, indices = (size_t)b.expected->triangle_count * 12;
        check_truncated(e, &b, 0, vertices - 1, indices - 1);
        check_truncated(e, &b, 4, vertices, indices);
        check_truncated(e, &b, 8, 24 * 7 + 8, 12 * 5 + 8);
        check_truncated(e, &b, 0, 24 * 6 + 23, 12 * 6 + 11);
        check_truncated(e, &b, 12, 13, 14);
        check_truncated(e, &b, 0, 1, 1);
    }
}

/* ---- without waiting ---- */

GPU_TEST(no_wait_pads_with_zeros) {
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 37, 8, 7);
        uint64_t vertices = b.expected->vertex_count + 30, triangles = b.expected->triangle_count + 41;
        for (int part = 0; part < 2; part++) {
            hpyr_mesh_output o = {.vertex_count = part ? 33 : vertices,
                                  .triangle_count = part ? 50 : triangles,
                                  .first_vertex = part ? 60 : 0,
                                  .first_triangle = part ? 70 : 0,
                                  .index_base = 5,
                                  .no_wait = true};
            SCOPED(gpu_mesh_free) gpu_mesh m = extract_range(e, b.iso, &o, o.vertex_count, o.triangle_count);
            for (uint64_t i = b.expected->vertex_count; !part && i < m.vertex_count; i++)
                assert_memory_equal(&m.vertices[i], (&(hpyr_mesh_vertex){{0}, {0}}), 24);
            for (uint64_t i = 3 * b.expected->triangle_count; !part && m.indices && i < 3 * m.triangle_count; i++)
                assert_int_equal(m.indices[i], 0);
            m.vertex_count = part ? m.vertex_count : b.expected->vertex_count;
            m.triangle_count = part ? m.triangle_count : b.expected->triangle_count;
            compare_part(&b.job, &m, b.expected, o.first_vertex, o.first_triangle, 5);
        }
    }
}

static void check_zeros(env *e, hpyr_isosurface *iso, uint64_t first_vertex, uint64_t first_triangle) {
    static const hpyr_mesh_vertex zeros[30];
    const hpyr_mesh_output o = {.first_vertex = first_vertex,
                                .vertex_count = 30,
                                .first_triangle = first_triangle,
                                .triangle_count = 10,
                                .no_wait = true};
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_range(e, iso, &o, 30, 10);
    assert_memory_equal(m.vertices, zeros, sizeof zeros);
    if (m.indices)
        assert_memory_equal(m.indices, zeros, 10 * 12);
}

/* There are 2^32 - 1 keys at most. */
HOSTILE_TEST(no_wait_may_ask_for_what_no_mesh_has) {
    static const uint64_t firsts[] = {0xFFFFFFFC, UINT64_C(3) << 32, (UINT64_C(3) << 32) - 9, UINT64_MAX};
    for (int run = 0; run < 2; run++) {
        SCOPED(built_free) built b = {.samples = random_samples(9, 8, 7, 5)};
        b.job = job_of(b.samples, 9, 8, 7, 0.3f);
        b.job.ref.mesh = run ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        build_job(e, &b);
        for (size_t i = 0; i < LENGTH(firsts); i++)
            check_zeros(e, b.iso, run ? firsts[i] / 3 * 3 : firsts[i], firsts[i]);
    }
}

HOSTILE_TEST(no_wait_of_an_empty_field_is_zeros) {
    float samples[8] = {0, 1};
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = {.job = job_of(samples, 1, 4, 2, 0.5f)};
        b.job.ref.mesh = (hpyr_mesh_form)form;
        build_job(e, &b);
        check_zeros(e, b.iso, 0, 0);
    }
}

GPU_TEST(counts_come_without_waiting) {
    SCOPED(built_free) built b = build_random(e, HPYR_MESH_FORM_WELDED, 33, 17, 9);
    hpyr_mesh_counts counts = {9, 9};
    hpyr_result result = HPYR_NOT_READY;
    for (double start = clock_ms(); result == HPYR_NOT_READY && clock_ms() < start + 60e3;)
        result = CALL(e, hpyr_isosurface_try_counts(b.iso, &counts));
    assert_int_equal(result, HPYR_OK);
    assert_int_equal(counts.triangles, b.expected->counts.triangles);
    assert_int_equal(counts.vertices, b.expected->counts.crossed_edges);
    check_counts(e, b.iso, &b.expected->counts);
}

static void check_command(env *e, hpyr_isosurface *iso, uint64_t count, size_t offset) {
    GLuint buffer = untouched_buffer(offset + 20 + 8);
    OK(e, hpyr_isosurface_command(iso, buffer, offset));
    SCOPED(free_memory) uint8_t *got = take_buffer(buffer, offset + 28, offset, offset + 20);
    uint32_t words[5];
    memcpy(words, got + offset, sizeof words);
    assert_int_equal(words[0], count);
    assert_int_equal(words[1], 1);
    assert_int_equal(words[2] | words[3] | words[4], 0);
}

GPU_TEST(commands_draw_the_whole_mesh) {
    if (e->es)
        SKIP("OpenGL ES has no indirect draws");
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 21, 8, 7);
        check_command(e, b.iso, 3 * b.expected->triangle_count, 0);
        check_command(e, b.iso, 3 * b.expected->triangle_count, 44);
        hpyr_field field = field_of(&b.im);
        OK(e, hpyr_isosurface_build(b.iso, &field, 0, 5));
        check_command(e, b.iso, 0, 4);
    }
    float one[5] = {0};
    mesh_job job = job_of(one, 5, 1, 1, 0);
    SCOPED(built_free) built b = {.job = job};
    build_job(e, &b);
    check_command(e, b.iso, 0, 8);
}

/* Nobody but the GPU may write to them. */
HOSTILE_TEST(buffers_may_be_the_gpus_alone) {
    float samples[8] = {0, 1};
    for (uint32_t width = 1; width < 3; width++) {
        hpyr_mesh_output o = {.vertex_buffer = env_buffer_of_the_gpu(e, 6 * 24), .vertex_count = 6, .no_wait = true};
        if (!o.vertex_buffer)
            SKIP("there is no glBufferStorage");
        SCOPED(built_free) built b = {.job = job_of(samples, width, 2, 2, 0.5f)};
        b.job.ref.mesh = HPYR_MESH_FORM_SOUP;
        build_job(e, &b);
        OK(e, hpyr_isosurface_extract(b.iso, &o, NULL));
        OK(e, hpyr_isosurface_command(b.iso, o.vertex_buffer, 0));
        glDeleteBuffers(1, &o.vertex_buffer);
    }
}

/* ---- into CPU memory ---- */

static void check_download(env *e, const built *b, uint64_t vertices, uint64_t triangles) {
    uint64_t all_vertices = b->expected->vertex_count, all_triangles = b->expected->triangle_count;
    bool is_soup = b->job.ref.mesh == HPYR_MESH_FORM_SOUP;
    SCOPED(gpu_mesh_free)
    gpu_mesh m = {malloc((size_t)vertices * 24 + 24), is_soup ? NULL : malloc((size_t)triangles * 12 + 12), 0, 0};
    hpyr_mesh_report report = {9, 9, 9, 9};
    bool fits = vertices >= all_vertices && (is_soup || triangles >= all_triangles);
    assert_non_null(m.vertices);
    memset(m.vertices, UNTOUCHED, (size_t)vertices * 24 + 24);
    if (m.indices)
        memset(m.indices, UNTOUCHED, (size_t)triangles * 12 + 12);
    EXPECT(e, fits ? HPYR_OK : HPYR_TRUNCATED,
           hpyr_isosurface_download(b->iso, m.vertices, vertices, m.indices, is_soup ? 0 : triangles, &report));
    m.vertex_count = report.vertices_written;
    m.triangle_count = is_soup ? 0 : report.triangles_written;
    assert_true(m.vertex_count <= vertices && m.vertex_count + 3 > (vertices < all_vertices ? vertices : all_vertices));
    assert_int_equal(report.vertices_available, all_vertices);
    if (!is_soup) {
        assert_int_equal(m.vertex_count, vertices < all_vertices ? vertices : all_vertices);
        assert_int_equal(m.triangle_count, triangles < all_triangles ? triangles : all_triangles);
        assert_int_equal(report.triangles_available, all_triangles);
        assert_int_equal(m.indices[3 * m.triangle_count], 0xABABABABu);
    }
    compare_part(&b->job, &m, b->expected, 0, 0, 0);
    assert_int_equal(((uint8_t *)m.vertices)[m.vertex_count * 24], UNTOUCHED);
}

HOSTILE_TEST(meshes_come_into_memory) {
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        SCOPED(built_free) built b = build_random(e, (hpyr_mesh_form)form, 35, 8, 7);
        uint64_t vertices = b.expected->vertex_count, triangles = b.expected->triangle_count;
        hpyr_mesh_report report = {9, 9, 9, 9};
        check_download(e, &b, vertices, triangles);
        check_download(e, &b, vertices + 3, triangles + 3);
        check_download(e, &b, vertices - 1, triangles - 1);
        check_download(e, &b, 33, triangles);
        check_download(e, &b, vertices, 1);
        OK(e, hpyr_isosurface_download(b.iso, NULL, 0, NULL, 0, &report));
        assert_int_equal(report.vertices_written + report.triangles_written, 0);
    }
}

/* ---- slabs ---- */

typedef enum source { TEXTURE, FLAT, BUFFER, GLSL, SOURCES } source;

static const char *const twisted = "float hpyr_field_at(vec3 p) { return 4.0 * p.x * p.y - 3.0 * p.z + p.x; }";

/* The same in quarters, all of it exact. */
static void sample_twisted(const mesh_job *job, float *samples) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    for (uint32_t i = 0; i < r->width * r->height * r->depth; i++) {
        float x = r->origin[0] + r->spacing[0] * (float)(i % r->width);
        float y = r->origin[1] + r->spacing[1] * (float)(i / r->width % r->height);
        float z = r->origin[2] + r->spacing[2] * (float)(i / r->width / r->height);
        samples[i] = 4 * x * y - 3 * z + x;
    }
}

/* The samples of a slab as it asks for them; `im` or the buffer is the caller's to free. */
static hpyr_field slab_field(source from, const mesh_job *job, const hpyr_slab *slab, image *im) {
    hpyr_field field = {.glsl = from == GLSL ? twisted : NULL};
    size_t bytes = (size_t)job->ref.width * job->ref.height * sizeof(float);
    *im = samples_texture(job, slab->first_slice, slab->slice_count);
    if (from == TEXTURE) {
        field.texture = im->texture;
    } else if (from == FLAT) {
        image tower = image_make(HPYR_FORMAT_R32F, 0, job->ref.width, job->ref.height * slab->slice_count, 1);
        memcpy(tower.pixels, im->pixels, slab->slice_count * bytes);
        image_free(im);
        image_upload(&tower);
        *im = tower;
        field.texture = tower.texture;
        field.tiles_x = 1;
    } else if (from == BUFFER) {
        field.buffer = buffer_of(im->pixels, slab->slice_count * bytes);
        field.buffer_format = HPYR_FORMAT_R32F;
    }
    return field;
}

/* Slab after slab into one mesh. */
static gpu_mesh extract_slabs(env *e, const mesh_job *job, source from, hpyr_mesh_statistics *sum) {
    hpyr_isosurface_desc desc = job_desc(job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    uint32_t slabs = hpyr_field_slab_count(&desc.grid), next = 0;
    gpu_mesh all = {NULL, NULL, 0, 0};
    *sum = (hpyr_mesh_statistics){0, 0, 0, 0};
    assert_int_equal(slabs, (job->ref.depth + job->slab_depth - 1) / job->slab_depth);
    for (uint32_t i = 0; i < slabs; i++) {
        hpyr_slab slab;
        hpyr_mesh_statistics counts;
        bool is_soup = job->ref.mesh == HPYR_MESH_FORM_SOUP;
        assert_int_equal(hpyr_field_slab(&desc.grid, i, &slab), HPYR_OK);
        assert_int_equal(slab.first_owned, next);
        assert_true(slab.first_slice <= slab.first_owned && slab.first_slice + slab.slice_count <= job->ref.depth);
        next += slab.owned_count;
        SCOPED(image_free) image im;
        hpyr_field field = slab_field(from, job, &slab, &im);
        OK(e, hpyr_isosurface_build(iso, &field, i, job->ref.iso));
        OK(e, hpyr_isosurface_statistics(iso, &counts));
        uint64_t vertices = is_soup ? 3 * counts.triangles : counts.crossed_edges;
        hpyr_mesh_output o = {
            .vertex_count = HPYR_ALL, .triangle_count = HPYR_ALL, .index_base = (uint32_t)all.vertex_count};
        SCOPED(gpu_mesh_free) gpu_mesh m = extract_range(e, iso, &o, vertices, counts.triangles);
        all.vertices = realloc(all.vertices, (size_t)(all.vertex_count + vertices) * 24 + 1);
        all.indices = is_soup ? NULL : realloc(all.indices, (size_t)(all.triangle_count + counts.triangles) * 12 + 1);
        memcpy(all.vertices + all.vertex_count, m.vertices, (size_t)vertices * 24);
        if (!is_soup)
            memcpy(all.indices + 3 * all.triangle_count, m.indices, (size_t)counts.triangles * 12);
        all.vertex_count += vertices;
        all.triangle_count += counts.triangles;
        sum->cells += counts.cells;
        sum->active_cells += counts.active_cells;
        sum->triangles += counts.triangles;
        sum->crossed_edges += counts.crossed_edges;
        glDeleteBuffers(1, &field.buffer);
    }
    assert_int_equal(next, job->ref.depth);
    free_isosurface(e, iso);
    return all;
}

static void check_slabs(env *e, const mesh_job *job, source from) {
    hpyr_mesh_statistics sum;
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(job);
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_slabs(e, job, from, &sum);
    assert_memory_equal(&sum, &expected->counts, sizeof sum);
    assert_int_equal(m.vertex_count, expected->vertex_count);
    assert_int_equal(m.triangle_count, expected->triangle_count);
    compare_part(job, &m, expected, 0, 0, 0);
}

HOSTILE_TEST(slabs_may_come_from_anywhere) {
    float samples[9 * 7 * 11] = {0};
    mesh_job job = job_of(samples, 9, 7, 11, 0.375f);
    for (int axis = 0; axis < 3; axis++) {
        job.ref.spacing[axis] = 0.25f;
        job.ref.origin[axis] = -1.25f;
    }
    sample_twisted(&job, samples);
    for (int from = TEXTURE; from < SOURCES; from++) {
        job.slab_depth = 2 + (uint32_t)from;
        check_slabs(e, &job, (source)from);
    }
}

HOSTILE_TEST(slabs_make_the_whole_mesh) {
    static const uint32_t depths[] = {1, 2, 5, 7, 16}, sizes[][3] = {{34, 6, 16}, {3, 3, 11}};
    for (size_t i = 0; i < LENGTH(depths) * LENGTH(sizes) * 2; i++) {
        const uint32_t *size = sizes[i / 2 % LENGTH(sizes)];
        uint32_t depth = depths[i / 2 / LENGTH(sizes)];
        if (depth > size[2])
            continue;
        SCOPED(free_memory) float *samples = random_samples(size[0], size[1], size[2], i);
        mesh_job job = job_of(samples, size[0], size[1], size[2], 0.1f);
        job.slab_depth = depth;
        job.ref.mesh = i % 2 ? HPYR_MESH_FORM_SOUP : HPYR_MESH_FORM_WELDED;
        job.ref.gradient = i % 2 ? HPYR_GRADIENT_CENTRAL : HPYR_GRADIENT_FORWARD;
        memcpy(job.ref.spacing, i % 5 == 0 ? (const float[3]){0.5f, 1, -3} : (const float[3]){0}, 12);
        check_slabs(e, &job, TEXTURE);
    }
}
