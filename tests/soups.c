/* soups.c - what the paper's forms of marching cubes should make.  SPDX-License-Identifier: MIT */
#include "soups.h"

#include <stdlib.h>
#include <string.h>

hpyr_order order_of(hpyr_layout layout) {
    return layout == HPYR_LAYOUT_LINE     ? HPYR_ORDER_LINE
           : layout == HPYR_LAYOUT_VOLUME ? HPYR_ORDER_MORTON3
                                          : HPYR_ORDER_MORTON;
}

static void take_triangle(soup_of_job *s, uint64_t to, uint64_t from) {
    memcpy(s->positions + 9 * to, s->lines->positions + 9 * from, 9 * sizeof(float));
    memcpy(s->normals + 9 * to, s->lines->normals + 9 * from, 9 * sizeof(float));
    memcpy(s->edges + 3 * to, s->lines->edges + 3 * from, 3 * sizeof(hpyr_point));
    s->cells[to] = s->lines->cells[from];
}

/* The triangles of the cells from layer `lowest` on that lie in `map`; returns how many. */
static uint64_t put_in_order(soup_of_job *s, const hpyr_flat3d *map, uint32_t lowest, hpyr_order order) {
    size_t cells = (size_t)map->width * map->height * map->depth;
    SCOPED(free_memory) uint32_t *counts = calloc(cells, sizeof *counts), *first = calloc(cells, sizeof *first);
    uint64_t triangles = 0;
    hpyr_point p;
    assert_true(counts && first);
    for (uint64_t i = s->lines->triangle_count; i-- > 0;) {
        const hpyr_point *c = &s->lines->cells[i];
        size_t cell = c->x + map->width * (c->y + (size_t)map->height * (c->z - lowest));
        if (c->z < lowest || c->z - lowest >= map->depth)
            continue;
        counts[cell]++;
        first[cell] = (uint32_t)i;
    }
    SCOPED(destroy_ref_pyramid) hpyr_ref_pyramid *pyramid = oracle_volume_in(counts, map, order);
    for (; hpyr_ref_pyramid_select(pyramid, triangles, &p) == HPYR_OK; triangles++)
        take_triangle(s, triangles, first[p.x + map->width * (p.y + (size_t)map->height * p.z)] + p.remainder);
    return triangles;
}

soup_of_job expected_part(const mesh_job *job, hpyr_order order, uint32_t lowest, uint32_t layers) {
    const hpyr_ref_isosurface_desc *d = &job->ref;
    soup_of_job s = {.lines = expected_mesh(job)};
    size_t triangles = (size_t)s.lines->triangle_count;
    s.positions = malloc(9 * (triangles + 1) * sizeof *s.positions);
    s.normals = malloc(9 * (triangles + 1) * sizeof *s.normals);
    s.edges = malloc(3 * (triangles + 1) * sizeof *s.edges);
    s.cells = malloc((triangles + 1) * sizeof *s.cells);
    assert_true(s.positions && s.normals && s.edges && s.cells);
    s.mesh = *s.lines;
    if (triangles) {
        hpyr_flat3d map;
        assert_int_equal(hpyr_flat3d_arrange(d->width - 1, d->height - 1, layers, 0, 1 << 14, &map), HPYR_OK);
        s.mesh.triangle_count = put_in_order(&s, &map, lowest, order);
        s.mesh.vertex_count = 3 * s.mesh.triangle_count;
    }
    s.mesh.positions = s.positions;
    s.mesh.normals = s.normals;
    s.mesh.edges = s.edges;
    s.mesh.cells = s.cells;
    return s;
}

soup_of_job expected_soup(const mesh_job *job, hpyr_order order) {
    return expected_part(job, order, 0, job->ref.depth - 1);
}

void soup_of_job_free(soup_of_job *s) {
    hpyr_ref_isosurface_destroy(s->lines);
    free(s->positions);
    free(s->normals);
    free(s->edges);
    free(s->cells);
}

mesh_job soup_job(const float *samples, uint32_t width, uint32_t height, uint32_t depth, double iso,
                  hpyr_expansion expansion) {
    mesh_job job = job_of(samples, width, height, depth, iso);
    job.ref.mesh = HPYR_MESH_FORM_SOUP;
    job.expansion = expansion;
    return job;
}

hpyr_expansion last_expansion(const env *e) {
    return e->gl21 || e->es ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_GEOMETRY;
}

hpyr_marching_cubes_desc cubes_desc(const mesh_job *job) {
    const hpyr_ref_isosurface_desc *r = &job->ref;
    return (hpyr_marching_cubes_desc){.grid = job_grid(job),
                                      .vertex = r->vertex,
                                      .gradient = job->own_normals ? HPYR_GRADIENT_CALLER : r->gradient,
                                      .winding = r->winding,
                                      .expansion = job->expansion,
                                      .layout = job->layout};
}

hpyr_marching_cubes *make_cubes(env *e, const hpyr_marching_cubes_desc *desc) {
    hpyr_marching_cubes *cubes = NULL;
    OK(e, hpyr_marching_cubes_create(e->context, desc, &cubes));
    assert_non_null(cubes);
    return cubes;
}

void free_cubes(env *e, hpyr_marching_cubes *cubes) {
    CALL_VOID(e, hpyr_marching_cubes_destroy(cubes));
}

hpyr_marching_cubes *build_job(env *e, const mesh_job *job, image *im) {
    hpyr_marching_cubes_desc desc = cubes_desc(job);
    hpyr_marching_cubes *cubes = make_cubes(e, &desc);
    *im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(im);
    OK(e, hpyr_marching_cubes_build(cubes, &field, 0, job->ref.iso));
    return cubes;
}

void check_cubes_counts(env *e, hpyr_marching_cubes *cubes, const hpyr_mesh_statistics *expected) {
    hpyr_mesh_statistics counts = {9, 9, 9, 9};
    OK(e, hpyr_marching_cubes_statistics(cubes, &counts));
    compare_counts(&counts, expected);
}

gpu_mesh download_soup(env *e, hpyr_marching_cubes *cubes, uint64_t vertices) {
    hpyr_mesh_report report = {9, 9, 9, 9};
    gpu_mesh m = {.vertices = malloc((size_t)(vertices + 1) * sizeof *m.vertices),
                  .vertex_count = vertices,
                  .triangle_count = vertices / 3};
    assert_non_null(m.vertices);
    OK(e, hpyr_marching_cubes_download(cubes, m.vertices, (size_t)vertices, &report));
    assert_int_equal(report.vertices_written, vertices);
    assert_int_equal(report.vertices_available, vertices);
    assert_int_equal(report.triangles_written | report.triangles_available, 0);
    return m;
}

hpyr_mesh_output soup_output(uint64_t first, uint64_t count, GLuint buffer, uint64_t offset) {
    return (hpyr_mesh_output){
        .vertex_buffer = buffer, .vertex_offset = offset, .first_vertex = first, .vertex_count = count};
}

gpu_mesh extract_soup(env *e, hpyr_marching_cubes *cubes, uint32_t first, uint32_t count, bool no_wait,
                      uint64_t vertices) {
    enum { OFFSET = 20 };
    size_t bytes = (size_t)vertices * sizeof(hpyr_mesh_vertex);
    hpyr_mesh_report report = {9, 9, 9, 9};
    GLuint buffer = untouched_buffer(OFFSET + bytes + GUARD);
    hpyr_mesh_output output = soup_output(first, count, buffer, OFFSET);
    output.no_wait = no_wait;
    OK(e, hpyr_marching_cubes_extract(cubes, &output, &report));
    assert_int_equal(report.vertices_written, no_wait ? 0 : vertices);
    assert_int_equal(report.vertices_available, no_wait ? 0 : vertices);
    return (gpu_mesh){take_guarded(buffer, OFFSET, bytes), NULL, vertices, vertices / 3};
}

bool layout_runs(const env *e, hpyr_layout layout, hpyr_expansion x) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    bool is_binary = layout == HPYR_LAYOUT_BITS, is_new = is_binary || layout == HPYR_LAYOUT_LINE;
    return !(is_binary && x == HPYR_EXPANSION_VERTEX) && !(e->gl21 && (is_new || layout == HPYR_LAYOUT_VOLUME)) &&
           !(e->es && layout == HPYR_LAYOUT_RECT) &&
           (layout != HPYR_LAYOUT_BILINEAR || caps->filter_float || caps->filter_half);
}
