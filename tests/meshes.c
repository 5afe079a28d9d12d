/* meshes.c - isosurfaces built on the GPU, read back and compared.  SPDX-License-Identifier: MIT */
#include "meshes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute_isosurface.h"
#include "fetches.h"

enum { VERTEX_OFFSET = 20, INDEX_OFFSET = 12 };

/* ---- jobs ---- */

mesh_job job_of(const float *samples, uint32_t width, uint32_t height, uint32_t depth, double iso) {
    return (mesh_job){
        .ref = {.samples = samples, .width = width, .height = height, .depth = depth, .iso = iso, .trace = true}};
}

float *random_samples(uint32_t width, uint32_t height, uint32_t depth, uint64_t seed) {
    size_t count = (size_t)width * height * depth;
    float *samples = make_room(count * sizeof *samples);
    for (size_t i = 0; i < count; i++)
        samples[i] = (float)(random_next(&seed) >> 8) / 8388608.0f - 1;
    return samples;
}

hpyr_field_grid job_grid(const mesh_job *job) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    hpyr_field_grid g = {.width = r->width, .height = r->height, .depth = r->depth, .slab_depth = job->slab_depth};
    memcpy(g.spacing, r->spacing, sizeof g.spacing);
    memcpy(g.origin, r->origin, sizeof g.origin);
    memcpy(g.axes, r->axes, sizeof g.axes);
    return g;
}

hpyr_isosurface_desc job_desc(const mesh_job *job) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    return (hpyr_isosurface_desc){.grid = job_grid(job),
                                  .mesh = r->mesh,
                                  .vertex = r->vertex,
                                  .gradient = job->own_normals ? HPYR_GRADIENT_CALLER : r->gradient,
                                  .winding = r->winding};
}

hpyr_isosurface *make_isosurface(env *e, const hpyr_isosurface_desc *desc) {
    hpyr_isosurface *iso = NULL;
    OK(e, hpyr_isosurface_create(e->context, desc, &iso));
    assert_non_null(iso);
    return iso;
}

void free_isosurface(env *e, hpyr_isosurface *iso) {
    CALL_VOID(e, hpyr_isosurface_destroy(iso));
}

image samples_texture(const mesh_job *job, uint32_t first_slice, uint32_t slices) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    size_t slice = (size_t)r->width * r->height;
    image im = image_make(HPYR_FORMAT_R32F, HPYR_CHANNEL_DEFAULT, r->width, r->height, slices);
    memcpy(im.pixels, r->samples + first_slice * slice, slices * slice * sizeof(float));
    image_upload_to(&im, GL_TEXTURE_3D, 0);
    return im;
}

hpyr_field field_of(const image *im) {
    return (hpyr_field){.texture = im->texture};
}

hpyr_ref_isosurface *expected_mesh(const mesh_job *job) {
    return create(&job->ref);
}

/* ---- reading back ---- */

void compare_counts(const hpyr_mesh_statistics *counts, const hpyr_mesh_statistics *expected) {
    assert_int_equal(counts->cells, expected->cells);
    assert_int_equal(counts->triangles, expected->triangles);
    assert_int_equal(counts->crossed_edges, expected->crossed_edges);
    assert_int_equal(counts->active_cells, expected->active_cells);
}

void check_counts(env *e, hpyr_isosurface *iso, const hpyr_mesh_statistics *expected) {
    hpyr_mesh_statistics counts = {9, 9, 9, 9};
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    compare_counts(&counts, expected);
}

GLuint untouched_buffer(size_t bytes) {
    SCOPED(free_memory) void *fill = make_room(bytes + 1);
    memset(fill, UNTOUCHED, bytes);
    return buffer_of(fill, bytes);
}

void *take_buffer(GLuint buffer, size_t bytes, size_t from, size_t to) {
    uint8_t *all = make_room(bytes + 1);
    fetch_buffer(buffer, 0, bytes, all);
    glDeleteBuffers(1, &buffer);
    for (size_t i = 0; i < bytes; i++)
        if ((i < from || i >= to) && all[i] != UNTOUCHED)
            fail_msg("byte %zu of %zu is written, only %zu..%zu may be", i, bytes, from, to);
    return all;
}

void *take_guarded(GLuint buffer, size_t offset, size_t bytes) {
    uint8_t *all = take_buffer(buffer, offset + bytes + GUARD, offset, offset + bytes);
    memmove(all, all + offset, bytes);
    return all;
}

gpu_mesh extract_range(env *e, hpyr_isosurface *iso, const hpyr_mesh_output *output, uint64_t vertices,
                       uint64_t triangles) {
    bool is_soup = hpyr_isosurface_resolved(iso)->mesh == HPYR_MESH_FORM_SOUP;
    size_t vertex_bytes = (size_t)vertices * sizeof(hpyr_mesh_vertex), index_bytes = (size_t)triangles * 12;
    hpyr_mesh_output o = *output;
    hpyr_mesh_report report = {9, 9, 9, 9};
    gpu_mesh m = {NULL, NULL, vertices, triangles};
    o.vertex_buffer = untouched_buffer(VERTEX_OFFSET + vertex_bytes + GUARD);
    o.vertex_offset = VERTEX_OFFSET;
    if (!is_soup) {
        o.index_buffer = untouched_buffer(INDEX_OFFSET + index_bytes + GUARD);
        o.index_offset = INDEX_OFFSET;
    }
    OK(e, hpyr_isosurface_extract(iso, &o, &report));
    m.vertices = take_guarded(o.vertex_buffer, VERTEX_OFFSET, vertex_bytes);
    if (!is_soup)
        m.indices = take_guarded(o.index_buffer, INDEX_OFFSET, index_bytes);
    if (!o.no_wait) {
        assert_int_equal(report.vertices_written, vertices);
        assert_int_equal(report.vertices_available, vertices);
        assert_int_equal(report.triangles_written, is_soup ? 0 : triangles);
        assert_int_equal(report.triangles_available, is_soup ? 0 : triangles);
    }
    return m;
}

gpu_mesh extract_all(env *e, hpyr_isosurface *iso) {
    bool is_soup = hpyr_isosurface_resolved(iso)->mesh == HPYR_MESH_FORM_SOUP;
    hpyr_mesh_output all = {.vertex_count = HPYR_ALL, .triangle_count = HPYR_ALL};
    hpyr_mesh_statistics counts;
    OK(e, hpyr_isosurface_statistics(iso, &counts));
    return extract_range(e, iso, &all, is_soup ? 3 * counts.triangles : counts.crossed_edges, counts.triangles);
}

void gpu_mesh_free(gpu_mesh *m) {
    free(m->vertices);
    free(m->indices);
    memset(m, 0, sizeof *m);
}

/* ---- comparison ---- */

/* The largest component of the gradients at an edge's ends over the length of what they interpolate to: how much of rounding's
 * errors a normal shows. 0 where nothing is left of exact zeros. */
static double cancellation(const hpyr_ref_isosurface_desc *d, const uint32_t low[3], const uint32_t high[3]) {
    double from[3], to[3], largest = 0, length = 0, t = crossing_of(d, low, high);
    gradient_of(d, low, from);
    gradient_of(d, high, to);
    for (int i = 0; i < 3; i++) {
        largest = fmax(largest, fmax(fabs(from[i]), fabs(to[i])));
        length = hypot(length, (1 - t) * from[i] + t * to[i]);
    }
    return largest > 0 ? largest / length : 0; /* infinite where they cancel to nothing */
}

/* How far off the crossing may be for the samples' blur, as a part of the edge. */
static double blur_along(const mesh_job *job, const uint32_t low[3], const uint32_t high[3]) {
    const hpyr_ref_isosurface_desc *d = &job->ref;
    double a = d->samples[low[0] + (size_t)d->width * (low[1] + (size_t)d->height * low[2])];
    double b = d->samples[high[0] + (size_t)d->width * (high[1] + (size_t)d->height * high[2])];
    return job->blur > 0 ? job->blur / fabs(b - a) : 0;
}

static void report_vertex(const mesh_job *job, const char *what, uint64_t vertex, const hpyr_mesh_vertex *got,
                          const hpyr_ref_isosurface *expected) {
    const hpyr_point *edge = &expected->edges[vertex];
    const float *p = expected->positions + 3 * vertex, *n = expected->normals + 3 * vertex;
    fprintf(stderr,
            "%s of vertex %" PRIu64 " of %" PRIu64 ", edge %u %u %u along %u of %ux%ux%u samples:\n"
            "position %.9g %.9g %.9g normal %.7g %.7g %.7g\n"
            "expected %.9g %.9g %.9g        %.7g %.7g %.7g\n",
            what, vertex, expected->vertex_count, edge->x, edge->y, edge->z, edge->remainder, job->ref.width,
            job->ref.height, job->ref.depth, got->position[0], got->position[1], got->position[2], got->normal[0],
            got->normal[1], got->normal[2], p[0], p[1], p[2], n[0], n[1], n[2]);
    fail();
}

static bool are_positions_close(const hpyr_ref_isosurface_desc *d, const float *got, const float *expected,
                                double blur) {
    for (int axis = 0; axis < 3; axis++) {
        int i = d->axes[0] ? d->axes[axis] - 1 : axis;
        double allowed = (1e-6 + blur) * fabs(sample_spacing(d, axis)) + ldexp(fabs(expected[i]), -23);
        if (!(fabs((double)got[i] - expected[i]) <= allowed))
            return false;
    }
    return true;
}

static void compare_vertex(const mesh_job *job, const hpyr_mesh_vertex *got, const hpyr_ref_isosurface *expected,
                           uint64_t vertex) {
    const hpyr_point *edge = &expected->edges[vertex];
    const float *normal = expected->normals + 3 * vertex;
    uint32_t low[3] = {edge->x, edge->y, edge->z}, high[3] = {edge->x, edge->y, edge->z};
    high[edge->remainder]++;
    double blur = blur_along(job, low, high), length = 0, difference = 0;
    for (int i = 0; i < 3; i++) {
        length = hypot(length, got->normal[i]);
        difference = hypot(difference, (double)got->normal[i] - normal[i]);
    }
    if (!are_positions_close(&job->ref, got->position, expected->positions + 3 * vertex, blur))
        report_vertex(job, "position", vertex, got, expected);
    if (!(fabs(length - 1) <= 1e-5))
        report_vertex(job, "length of the normal", vertex, got, expected);
    if (job->own_normals || difference <= 1e-5)
        return;
    if (difference > 1e-5 + (1e-6 + 4 * blur) * cancellation(&job->ref, low, high))
        report_vertex(job, "normal", vertex, got, expected);
}

void compare_part(const mesh_job *job, const gpu_mesh *got, const hpyr_ref_isosurface *expected, uint64_t first_vertex,
                  uint64_t first_triangle, uint32_t index_base) {
    assert_true(first_vertex + got->vertex_count <= expected->vertex_count);
    assert_true(!got->indices || first_triangle + got->triangle_count <= expected->triangle_count);
    for (uint64_t i = 0; got->indices && i < 3 * got->triangle_count; i++) {
        uint32_t wanted = expected->indices[3 * first_triangle + i] + index_base;
        if (got->indices[i] != wanted) {
            const hpyr_point *cell = &expected->cells[first_triangle + i / 3];
            fail_msg("corner %d of triangle %" PRIu64 ", %u of cell %u %u %u: vertex %u, the oracle says %u",
                     (int)(i % 3), first_triangle + i / 3, cell->remainder, cell->x, cell->y, cell->z, got->indices[i],
                     wanted);
        }
    }
    for (uint64_t i = 0; i < got->vertex_count; i++)
        compare_vertex(job, &got->vertices[i], expected, first_vertex + i);
}

void check_built(env *e, hpyr_isosurface *iso, const mesh_job *job) {
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(job);
    check_counts(e, iso, &expected->counts);
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_all(e, iso);
    assert_int_equal(m.vertex_count, expected->vertex_count);
    assert_int_equal(m.triangle_count, expected->triangle_count);
    compare_part(job, &m, expected, 0, 0, 0);
}

/* The same mesh comes of the same field after a build with another isovalue, and once more. */
static void check_rebuilt(env *e, hpyr_isosurface *iso, const hpyr_field *field, const mesh_job *job) {
    hpyr_mesh_statistics expected, extreme, again;
    assert_int_equal(hpyr_ref_isosurface_count(&job->ref, &expected), HPYR_OK);
    OK(e, hpyr_isosurface_build(iso, field, 0, INFINITY));
    OK(e, hpyr_isosurface_statistics(iso, &extreme));
    OK(e, hpyr_isosurface_rebuild(iso, -INFINITY));
    OK(e, hpyr_isosurface_rebuild(iso, INFINITY));
    OK(e, hpyr_isosurface_statistics(iso, &again));
    assert_memory_equal(&again, &extreme, sizeof again);
    OK(e, hpyr_isosurface_rebuild(iso, job->ref.iso));
    check_built(e, iso, job);
    OK(e, hpyr_isosurface_rebuild(iso, job->ref.iso - 0.37));
    OK(e, hpyr_isosurface_rebuild(iso, job->ref.iso));
    check_counts(e, iso, &expected);
}

void check_field(env *e, const mesh_job *job, const hpyr_field *field) {
    hpyr_isosurface_desc desc = job_desc(job);
    SCOPED(destroy_isosurface) hpyr_isosurface *iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(iso, field, 0, job->ref.iso));
    check_built(e, iso, job);
    check_rebuilt(e, iso, field, job);
}

void check_job_mesh(env *e, const mesh_job *job) {
    SCOPED(image_free) image im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(&im);
    check_field(e, job, &field);
}

/* ---- for surfaces.h ---- */

hpyr_ref_isosurface view_of(const gpu_mesh *m, const hpyr_ref_isosurface *expected) {
    float *positions = malloc(((size_t)m->vertex_count + 1) * 12),
          *normals = malloc(((size_t)m->vertex_count + 1) * 12);
    assert_true(positions && normals);
    for (size_t v = 0; v < m->vertex_count; v++) {
        memcpy(positions + 3 * v, m->vertices[v].position, 12);
        memcpy(normals + 3 * v, m->vertices[v].normal, 12);
    }
    return (hpyr_ref_isosurface){.counts = expected->counts,
                                 .triangle_count = m->triangle_count,
                                 .vertex_count = m->vertex_count,
                                 .positions = positions,
                                 .normals = normals,
                                 .indices = m->indices,
                                 .cells = expected->cells,
                                 .edges = expected->edges};
}

void view_free(hpyr_ref_isosurface *view) {
    free((void *)view->positions);
    free((void *)view->normals);
}
