/* test_isosurface_large.c - isosurfaces past what floats count, and the known counts of Cayley's surface at 256^3 samples.
 * SPDX-License-Identifier: MIT */
#include "fetches.h"
#include "meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "surfaces.h"

enum { SIDE = 256, SAMPLES = SIDE * SIDE * SIDE, WAVES = 17, CHUNK = 3 << 19 };

/* As field_gyroid, but with more waves. */
static float *sample_gyroid(void) {
    float *samples = make_room(SAMPLES * sizeof *samples), sine[SIDE], cosine[SIDE];
    for (int i = 0; i < SIDE; i++) {
        double angle = WAVES * 3.14159265358979323846 * (2.0 * i / (SIDE - 1) - 1);
        sine[i] = (float)sin(angle);
        cosine[i] = (float)cos(angle);
    }
    for (int i = 0; i < SAMPLES; i++) {
        int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        samples[i] = sine[x] * cosine[y] + sine[y] * cosine[z] + sine[z] * cosine[x];
    }
    return samples;
}

/* Within 1e-6 of an edge and one unit in the last place; nothing cancels in so smooth a field. */
static bool is_close(const hpyr_mesh_vertex *got, const float *position, const float *normal) {
    const double edge = 2.0 / (SIDE - 1);
    for (int i = 0; i < 3; i++)
        if (!(fabs((double)got->position[i] - position[i]) <= 1e-6 * edge + ldexp(fabs(position[i]), -23)) ||
            !(fabs((double)got->normal[i] - normal[i]) <= 1e-4))
            return false;
    return true;
}

/* Reads CHUNK vertices at a time; vertex i of the mesh is vertex `names[i]` of the oracle's, or i where that is NULL. */
static void check_vertices_in_chunks(env *e, hpyr_isosurface *iso, const hpyr_ref_isosurface *expected,
                                     const uint32_t *names, uint64_t count) {
    hpyr_mesh_output o = {.vertex_count = CHUNK};
    SCOPED(free_memory) hpyr_mesh_vertex *vertices = make_room(CHUNK * sizeof *vertices);
    o.vertex_buffer = buffer_of(NULL, CHUNK * sizeof *vertices);
    for (; o.first_vertex < count; o.first_vertex += CHUNK) {
        hpyr_mesh_report report;
        uint64_t left = count - o.first_vertex, here = left < CHUNK ? left : CHUNK;
        OK(e, hpyr_isosurface_extract(iso, &o, &report));
        assert_int_equal(report.vertices_written, here);
        assert_int_equal(report.vertices_available, here);
        fetch_buffer(o.vertex_buffer, 0, (size_t)here * sizeof *vertices, vertices);
        for (uint64_t i = 0; i < here; i++) {
            uint64_t v = names ? names[o.first_vertex + i] : o.first_vertex + i;
            if (!is_close(&vertices[i], expected->positions + 3 * v, expected->normals + 3 * v))
                fail_msg("vertex %lu is not the oracle's", (unsigned long)(o.first_vertex + i));
        }
    }
    glDeleteBuffers(1, &o.vertex_buffer);
}

static void check_indices(env *e, hpyr_isosurface *iso, const hpyr_ref_isosurface *expected) {
    size_t bytes = (size_t)expected->triangle_count * 12;
    SCOPED(free_memory) uint32_t *indices = make_room(bytes);
    hpyr_mesh_report report;
    OK(e, hpyr_isosurface_download(iso, NULL, 0, indices, expected->triangle_count, &report));
    assert_int_equal(report.triangles_written, expected->triangle_count);
    assert_true(memcmp(indices, expected->indices, bytes) == 0);
}

static void check_counted(env *e, hpyr_isosurface *iso, const hpyr_mesh_statistics *expected) {
    hpyr_mesh_statistics counts;
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    assert_memory_equal(&counts, expected, sizeof counts);
}

HOSTILE_TEST(more_vertices_than_floats_count) {
    SCOPED(free_memory) float *samples = sample_gyroid();
    mesh_job job = job_of(samples, SIDE, SIDE, SIDE, 0);
    job.ref.trace = false;
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(&job);
    SCOPED(image_free) image im = samples_texture(&job, 0, SIDE);
    hpyr_field field = field_of(&im);
    assert_true(3 * expected->triangle_count > 1u << 24);
    for (int form = HPYR_MESH_FORM_SOUP; form <= HPYR_MESH_FORM_WELDED; form++) {
        bool is_soup = form == HPYR_MESH_FORM_SOUP;
        job.ref.mesh = (hpyr_mesh_form)form;
        hpyr_isosurface_desc desc = job_desc(&job);
        SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
        OK(e, hpyr_isosurface_build(iso, &field, 0, 0));
        check_counted(e, iso, &expected->counts);
        if (!is_soup)
            check_indices(e, iso, expected);
        check_vertices_in_chunks(e, iso, expected, is_soup ? expected->indices : NULL,
                                 is_soup ? 3 * expected->triangle_count : expected->vertex_count);
    }
}

HOSTILE_TEST(cayleys_surface_has_its_known_counts) {
    SCOPED(free_memory) float *samples = sample_field(field_cayley, SIDE, SIDE, SIDE);
    mesh_job job = job_of(samples, SIDE, SIDE, SIDE, 0);
    job.ref.trace = false;
    hpyr_isosurface_desc desc = job_desc(&job);
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(&job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    SCOPED(image_free) image im = samples_texture(&job, 0, SIDE);
    hpyr_field field = field_of(&im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, 0));
    assert_int_equal(expected->triangle_count, 327466);
    assert_int_equal(expected->vertex_count, 164958);
    check_counted(e, iso, &expected->counts);
    check_indices(e, iso, expected);
    check_vertices_in_chunks(e, iso, expected, NULL, expected->vertex_count);
}

/* A buffer, or on OpenGL ES, which copies buffers into 3D textures of shorter sides, a texture with one slice over the other. */
static hpyr_field make_slices(const env *e, const uint8_t *bytes, uint32_t width, uint32_t height, uint32_t depth,
                              image *im) {
    hpyr_field field = {.buffer_format = HPYR_FORMAT_R8UI};
    size_t count = (size_t)width * height * depth;
    if (e->es) {
        *im = image_make(HPYR_FORMAT_R8UI, HPYR_CHANNEL_DEFAULT, width, height * depth, 1);
        memcpy(im->pixels, bytes, count);
        image_upload(im);
        return (hpyr_field){.texture = im->texture, .tiles_x = 1};
    }
    field.buffer = buffer_of(bytes, count);
    return field;
}

/* 4097^2 is one more than a multiple of 128, and more than floats count: where the shaders tell rows and slices apart. */
HOSTILE_TEST(slices_of_more_samples_than_floats_count) {
    enum { WIDTH = 4097, HEIGHT = 4097, DEPTH = 2, SLICE = WIDTH * HEIGHT };
    static const uint32_t inside[] = {0, WIDTH - 1, SLICE - WIDTH, SLICE - 1, SLICE, SLICE + WIDTH - 1, 2 * SLICE - 1};
    SCOPED(free_memory) float *samples = calloc((size_t)SLICE * DEPTH, sizeof *samples);
    SCOPED(free_memory) uint8_t *bytes = calloc((size_t)SLICE * DEPTH, 1);
    assert_true(samples && bytes);
    mesh_job job = job_of(samples, WIDTH, HEIGHT, DEPTH, 0.5f);
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        SCOPED(image_free) image im = {.pixels = NULL};
        samples[inside[i]] = bytes[inside[i]] = 1;
        if (i % 3)
            continue;
        hpyr_field field = make_slices(e, bytes, WIDTH, HEIGHT, DEPTH, &im);
        check_field(e, &job, &field);
        glDeleteBuffers(1, &field.buffer);
    }
}
