/* fuzz_isosurfaces.c - random fields: counts, triangles and vertices are the oracle's, whole and in ranges.
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "soups.h"

enum { MOST_SAMPLES = 12000, MOST_SMALL_SAMPLES = 700, MOST_SIDE = 40 };

/* ---- fields ---- */

static void choose_size(fuzz *f, const env *e, uint32_t size[3]) {
    uint32_t most = e->small ? MOST_SMALL_SAMPLES : MOST_SAMPLES;
    do
        for (int i = 0; i < 3; i++)
            size[i] = fuzz_size(f, MOST_SIDE);
    while (size[0] * size[1] * size[2] > most);
}

/* Noise, or whole numbers that often equal the isovalue, or a ball; some of them with values that are not finite. */
static float *choose_samples(fuzz *f, const uint32_t size[3]) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0, -0.0f, 3e38f, -3e38f};
    uint32_t count = size[0] * size[1] * size[2], kind = fuzz_below(f, 3);
    uint32_t oddities = fuzz_below(f, 4);
    float *samples = random_samples(size[0], size[1], size[2], f->random);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at[3] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
        double square = 0;
        for (int a = 0; a < 3; a++)
            square += pow((2.0 * at[a] + 1) / size[a] - 1, 2);
        if (kind == 1)
            samples[i] = floorf(samples[i] * 3);
        else if (kind == 2)
            samples[i] = (float)(0.8 - sqrt(square));
        if (oddities == 1 && fuzz_chance(f, 20))
            samples[i] = odd[fuzz_below(f, 7)];
    }
    return samples;
}

static void choose_place(fuzz *f, mesh_job *job) {
    static const uint8_t axes[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    for (int i = 0; i < 3; i++) {
        if (fuzz_chance(f, 2))
            job->ref.spacing[i] = (float)(fuzz_between(f, 0.1, 2) * (fuzz_chance(f, 3) ? -1 : 1));
        if (job->ref.spacing[i] != 0)
            job->ref.origin[i] = (float)fuzz_between(f, -3, 3);
    }
    if (fuzz_chance(f, 2))
        memcpy(job->ref.axes, axes[fuzz_below(f, 6)], 3);
}

static mesh_job choose_job(fuzz *f, const env *e) {
    static const float values[] = {0, -1, 1, 0.5f};
    uint32_t size[3];
    choose_size(f, e, size);
    float iso = fuzz_chance(f, 2) ? values[fuzz_below(f, 4)] : (float)fuzz_between(f, -1, 1);
    mesh_job job = job_of(choose_samples(f, size), size[0], size[1], size[2], iso);
    job.ref.vertex = (hpyr_edge_vertex)fuzz_below(f, 3);
    job.ref.gradient = (hpyr_gradient)fuzz_below(f, 3);
    job.ref.winding = (hpyr_winding)fuzz_below(f, 3);
    job.ref.mesh = (hpyr_mesh_form)fuzz_below(f, 3);
    job.expansion = e->gl21 || fuzz_chance(f, 2) ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_DEFAULT;
    if (!e->gl21 && !e->es && fuzz_chance(f, 4))
        job.expansion = HPYR_EXPANSION_GEOMETRY;
    if (job.expansion) {
        job.ref.mesh = HPYR_MESH_FORM_SOUP;
        do
            job.layout = (hpyr_layout)fuzz_below(f, HPYR_LAYOUT_BILINEAR + 1);
        while (!layout_runs(e, job.layout, job.expansion));
    }
    choose_place(f, &job);
    return job;
}

/* A 3D texture, a flat-3D one, or a buffer. */
static hpyr_field choose_field(fuzz *f, const env *e, const mesh_job *job, image *im, GLuint *buffer) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    uint32_t kind = fuzz_below(f, e->gl21 ? 2 : 3);
    hpyr_flat3d map;
    *im = samples_texture(job, 0, r->depth);
    if (kind == 2) {
        size_t bytes = (size_t)r->width * r->height * r->depth * sizeof(float);
        glGenBuffers(1, buffer);
        glBindBuffer(GL_ARRAY_BUFFER, *buffer);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)bytes, r->samples, GL_STATIC_DRAW);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        return (hpyr_field){.buffer = *buffer, .buffer_format = HPYR_FORMAT_R32F};
    }
    if (kind == 0)
        return field_of(im);
    image_free(im);
    uint32_t tiles = fuzz_below(f, r->depth + 1);
    assert_int_equal(hpyr_flat3d_arrange(r->width, r->height, r->depth, tiles, 4096, &map), HPYR_OK);
    *im = image_make(HPYR_FORMAT_R32F, 0, hpyr_flat3d_texture_width(&map), hpyr_flat3d_texture_height(&map), 1);
    image_scramble(im, 4);
    for (uint32_t i = 0; i < r->width * r->height * r->depth; i++) {
        uint32_t u, v;
        hpyr_flat3d_texel(&map, i % r->width, i / r->width % r->height, i / r->width / r->height, &u, &v);
        image_set(im, u + (size_t)im->ref.width * v, r->samples[i]);
    }
    image_upload(im);
    return (hpyr_field){.texture = im->texture, .tiles_x = tiles};
}

/* ---- comparison ---- */

static gpu_mesh download(env *e, hpyr_isosurface *iso, const hpyr_ref_isosurface *expected) {
    bool is_soup = hpyr_isosurface_resolved(iso)->mesh == HPYR_MESH_FORM_SOUP;
    gpu_mesh m = {malloc((expected->vertex_count + 1) * sizeof *m.vertices), NULL, expected->vertex_count,
                  expected->triangle_count};
    if (!is_soup)
        m.indices = malloc((expected->triangle_count + 1) * 12);
    assert_non_null(m.vertices);
    hpyr_mesh_report report;
    OK(e,
       hpyr_isosurface_download(iso, m.vertices, m.vertex_count, m.indices, is_soup ? 0 : m.triangle_count, &report));
    assert_int_equal(report.vertices_written, m.vertex_count);
    return m;
}

static void check_part(fuzz *f, env *e, hpyr_isosurface *iso, const mesh_job *job,
                       const hpyr_ref_isosurface *expected) {
    bool is_soup = hpyr_isosurface_resolved(iso)->mesh == HPYR_MESH_FORM_SOUP;
    uint32_t step = is_soup ? 3 : 1, vertices = (uint32_t)expected->vertex_count / step;
    uint32_t triangles = is_soup ? 0 : (uint32_t)expected->triangle_count;
    if (!vertices || (!is_soup && !triangles))
        return;
    hpyr_mesh_output o = {.first_vertex = fuzz_below(f, vertices) * (uint64_t)step,
                          .first_triangle = is_soup ? 0 : fuzz_below(f, triangles),
                          .index_base = fuzz_chance(f, 2) ? random_next(&f->random) : 0};
    o.vertex_count = (1 + fuzz_below(f, vertices - (uint32_t)(o.first_vertex / step))) * (uint64_t)step;
    o.triangle_count = is_soup ? 0 : 1 + fuzz_below(f, triangles - (uint32_t)o.first_triangle);
    o.no_wait = fuzz_chance(f, 3);
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_range(e, iso, &o, o.vertex_count, o.triangle_count);
    compare_part(job, &m, expected, o.first_vertex, o.first_triangle, o.index_base);
}

static void check_isosurface(fuzz *f, env *e, const mesh_job *job, const hpyr_field *field) {
    hpyr_isosurface_desc desc = job_desc(job);
    SCOPED(destroy_ref_isosurface) hpyr_ref_isosurface *expected = expected_mesh(job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    OK(e, hpyr_isosurface_build(iso, field, 0, job->ref.iso));
    check_counts(e, iso, &expected->counts);
    gpu_mesh m = fuzz_chance(f, 4) ? download(e, iso, expected) : extract_all(e, iso);
    assert_int_equal(m.vertex_count, expected->vertex_count);
    assert_int_equal(m.triangle_count, expected->triangle_count);
    compare_part(job, &m, expected, 0, 0, 0);
    gpu_mesh_free(&m);
    for (int i = 0; i < 2; i++)
        check_part(f, e, iso, job, expected);
    free_isosurface(e, iso);
}

static void check_part_of_soup(fuzz *f, env *e, hpyr_marching_cubes *cubes, const mesh_job *job,
                               const hpyr_ref_isosurface *expected) {
    uint32_t triangles = (uint32_t)expected->triangle_count;
    if (!triangles)
        return;
    uint32_t first = fuzz_below(f, triangles), count = 1 + fuzz_below(f, triangles - first);
    bool no_wait = fuzz_chance(f, 3) && job->expansion != HPYR_EXPANSION_GEOMETRY;
    SCOPED(gpu_mesh_free) gpu_mesh m = extract_soup(e, cubes, 3 * first, 3 * count, no_wait, 3 * count);
    compare_part(job, &m, expected, 3 * first, 0, 0);
}

static void check_cubes(fuzz *f, env *e, const mesh_job *job, const hpyr_field *field) {
    hpyr_marching_cubes_desc desc = cubes_desc(job);
    hpyr_marching_cubes *cubes = make_cubes(e, &desc);
    SCOPED(soup_of_job_free)
    soup_of_job expected = expected_soup(job, order_of(hpyr_marching_cubes_resolved(cubes)->layout));
    uint64_t vertices = expected.mesh.vertex_count;
    OK(e, hpyr_marching_cubes_build(cubes, field, 0, job->ref.iso));
    check_cubes_counts(e, cubes, &expected.mesh.counts);
    gpu_mesh m = e->gl21 || fuzz_chance(f, 4) ? download_soup(e, cubes, vertices)
                                              : extract_soup(e, cubes, 0, HPYR_ALL, false, vertices);
    compare_part(job, &m, &expected.mesh, 0, 0, 0);
    gpu_mesh_free(&m);
    for (int i = 0; i < 2 && !e->gl21; i++)
        check_part_of_soup(f, e, cubes, job, &expected.mesh);
    free_cubes(e, cubes);
}

static void one_case(fuzz *f, env *e) {
    mesh_job job = choose_job(f, e);
    const hpyr_ref_isosurface_desc *r = &job.ref;
    image im = {.pixels = NULL};
    GLuint buffer = 0;
    char call[200];
    snprintf(call, sizeof call, "%ux%ux%u samples, iso %g, expansion %d, layout %d, mesh %d, vertex %d, gradient %d",
             r->width, r->height, r->depth, r->iso, (int)job.expansion, (int)job.layout, (int)r->mesh, (int)r->vertex,
             (int)r->gradient);
    fuzz_call(f, call);
    hpyr_field field = choose_field(f, e, &job, &im, &buffer);
    if (job.expansion)
        check_cubes(f, e, &job, &field);
    else
        check_isosurface(f, e, &job, &field);
    if (buffer)
        glDeleteBuffers(1, &buffer);
    image_free(&im);
    free((void *)r->samples);
}

int main(int argc, char **argv) {
    return fuzz_run(argc, argv, one_case);
}
