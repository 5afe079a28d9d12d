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
    uint32_t *counts = calloc(cells, sizeof *counts), *first = calloc(cells, sizeof *first);
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
    hpyr_ref_pyramid *pyramid = oracle_volume_in(counts, map, order);
    for (; hpyr_ref_pyramid_select(pyramid, triangles, &p); triangles++)
        take_triangle(s, triangles, first[p.x + map->width * (p.y + (size_t)map->height * p.z)] + p.remainder);
    hpyr_ref_pyramid_destroy(pyramid);
    free(counts);
    free(first);
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

mesh_job soup_job(const float *samples, uint32_t width, uint32_t height, uint32_t depth, float iso,
                  hpyr_expansion expansion) {
    mesh_job job = job_of(samples, width, height, depth, iso);
    job.ref.mesh = HPYR_MESH_SOUP;
    job.expansion = expansion;
    return job;
}

hpyr_expansion last_expansion(const env *e) {
    return e->gl21 ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_GEOMETRY;
}

hpyr_isosurface *build_job(env *e, const mesh_job *job, image *im) {
    hpyr_isosurface_desc desc = job_desc(job);
    hpyr_isosurface *iso = make_isosurface(e, &desc);
    *im = samples_texture(job, 0, job->ref.depth);
    hpyr_field field = field_of(im);
    OK(e, hpyr_isosurface_build(iso, &field, 0, job->ref.iso));
    return iso;
}

bool layout_runs(const env *e, hpyr_layout layout, hpyr_expansion x) {
    const hpyr_caps *caps = hpyr_context_caps(e->context);
    bool is_binary = layout == HPYR_LAYOUT_BITS, is_new = is_binary || layout == HPYR_LAYOUT_LINE;
    return !(is_binary && x == HPYR_EXPANSION_VERTEX) && !(e->gl21 && (is_new || layout == HPYR_LAYOUT_VOLUME)) &&
           (layout != HPYR_LAYOUT_BILINEAR || caps->filter_float || caps->filter_half);
}
