/* field_scene.c - a field with its texture, the oracle's meshes of it, and the buffers that meshes are written to.
 * SPDX-License-Identifier: MIT */
#include "field_scene.h"

#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/volume/volume_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(const field_scene *s) {
    return error_set("out of memory for %ux%ux%u samples", (unsigned)s->volume.size[0], (unsigned)s->volume.size[1],
                     (unsigned)s->volume.size[2]);
}

/* ---- samples ---- */

static void warn(const char *line) {
    fprintf(stderr, "histopyramid-bench: %s\n", line);
}

static bool sample(bench *b, field_scene *s, const field_desc *desc) {
    const bool ok = volume_open(&s->volume, desc->name, desc->size, b->caps->max_texture_3d_size);
    if (ok)
        field_sample_function(desc->function, s->volume.size, s->volume.samples);
    return ok;
}

static bool load(bench *b, field_scene *s, const field_desc *desc) {
    volume_facts facts;
    if (!volume_load(desc->source, b->caps->max_texture_3d_size, warn, &s->volume, &facts))
        return false;
    bool is_file = desc->source->field == FIELD_COUNT;
    s->iso = b->has_iso ? b->iso : is_file ? facts.split : 0;
    return true;
}

static bool take_floats(field_scene *s) {
    uint64_t count = volume_count(&s->volume);
    if (s->volume.format == HPYR_FORMAT_R32F) {
        s->samples = s->volume.samples;
        return true;
    }
    s->samples = store_memory(&s->store, (size_t)count, sizeof *s->samples);
    for (uint64_t i = 0; i < count && s->samples; i++)
        s->samples[i] = (float)volume_value(&s->volume, i);
    return s->samples || no_memory(s);
}

/* ---- the oracle ---- */

static hpyr_ref_isosurface_desc describe_for_oracle(const field_scene *s) {
    const volume *v = &s->volume;
    hpyr_ref_isosurface_desc d = {0};
    d.samples = s->samples;
    d.width = v->size[0];
    d.height = v->size[1];
    d.depth = v->size[2];
    memcpy(d.spacing, v->spacing, sizeof d.spacing);
    memcpy(d.origin, v->origin, sizeof d.origin);
    memcpy(d.axes, v->axes, sizeof d.axes);
    d.iso = s->iso;
    d.mesh = HPYR_MESH_FORM_WELDED;
    d.trace = true;
    return d;
}

static bool expect(field_scene *s, hpyr_edge_vertex vertex) {
    hpyr_ref_isosurface_desc d = describe_for_oracle(s);
    d.vertex = vertex;
    return s->expected[vertex] || hpyr_ref_isosurface_create(&d, &s->expected[vertex]) == HPYR_OK || no_memory(s);
}

/* Which triangle of the oracle's comes first, second and so on where cells are ordered as a pyramid of their counts has them. */
static bool order_soup(bench *b, field_scene *s, const hpyr_ref_isosurface *mesh, hpyr_order order) {
    const uint32_t *size = s->volume.size;
    hpyr_flat3d map;
    hpyr_ref_pyramid *pyramid = NULL;
    uint32_t *counts = NULL, u, v;
    free(s->soup_order);
    s->soup_order = malloc(((size_t)mesh->triangle_count + 1) * sizeof *s->soup_order);
    s->soup_of = order;
    bool ok = s->soup_order &&
              hpyr_flat3d_arrange(size[0] - 1, size[1] - 1, size[2] - 1, 0, b->caps->max_texture_size, &map) == HPYR_OK;
    if (ok) {
        size_t width = hpyr_flat3d_texture_width(&map);
        counts = calloc(width * hpyr_flat3d_texture_height(&map), sizeof *counts);
        for (uint64_t i = 0; i < mesh->triangle_count && counts; i++) {
            hpyr_flat3d_texel(&map, mesh->cells[i].x, mesh->cells[i].y, mesh->cells[i].z, &u, &v);
            counts[u + width * v]++;
        }
        ok = counts && hpyr_ref_pyramid_create(counts, &map, order, &pyramid) == HPYR_OK;
    }
    for (uint64_t i = 0; i < mesh->triangle_count && ok; i++) {
        const hpyr_point *c = &mesh->cells[i];
        uint64_t key = 0;
        hpyr_ref_pyramid_rank(pyramid, c->x, c->y, c->z, &key);
        s->soup_order[key + c->remainder] = (uint32_t)i;
    }
    hpyr_ref_pyramid_destroy(pyramid);
    free(counts);
    return ok || no_memory(s);
}

static bool wants_soup_order(bench *b, field_scene *s, hpyr_layout layout, const hpyr_ref_isosurface *mesh) {
    hpyr_order order = layout == HPYR_LAYOUT_LINE     ? HPYR_ORDER_LINE
                       : layout == HPYR_LAYOUT_VOLUME ? HPYR_ORDER_MORTON3
                                                      : HPYR_ORDER_MORTON;
    return (s->soup_order && s->soup_of == order) || mesh->triangle_count == 0 || order_soup(b, s, mesh, order);
}

/* ---- the check ---- */

typedef struct judgment {
    const hpyr_ref_isosurface *mesh;
    double tolerance[3]; /* along each coordinate */
    uint64_t strays;     /* normals where gradients all but cancel, so that rounding decides */
} judgment;

static bool vertex_is_near(judgment *j, const hpyr_mesh_vertex *got, uint64_t at) {
    const float *p = j->mesh->positions + 3 * at, *n = j->mesh->normals + 3 * at;
    double off = 0, length = 0;
    bool near = true;
    for (int i = 0; i < 3; i++) {
        near = near && fabs((double)got->position[i] - p[i]) <= j->tolerance[i] + 1.2e-7 * fabs(p[i]);
        off += pow((double)got->normal[i] - n[i], 2);
        length += pow(got->normal[i], 2);
    }
    j->strays += off > 1e-6;
    return near && fabs(length - 1) <= 1e-4;
}

static bool vertices_are_near(judgment *j, bool is_soup, const uint32_t *order, const hpyr_mesh_vertex *got) {
    bool right = true;
    uint64_t count = is_soup ? 3 * j->mesh->triangle_count : j->mesh->vertex_count;
    for (uint64_t i = 0; i < count && right; i++) {
        uint64_t triangle = i / 3;
        if (is_soup && order)
            triangle = order[triangle];
        right = vertex_is_near(j, &got[i], is_soup ? j->mesh->indices[3 * triangle + i % 3] : i);
    }
    return right && j->strays <= count / 1000;
}

bool field_scene_is_right(bench *b, field_scene *s, const mesh_form *form, hpyr_layout layout) {
    bool is_soup = form->mesh == HPYR_MESH_FORM_SOUP, by_pyramid = form->expansion != MESH_FRAGMENT;
    judgment j = {0};
    if (!expect(s, form->vertex) || (by_pyramid && !wants_soup_order(b, s, layout, s->expected[form->vertex])))
        return false;
    j.mesh = s->expected[form->vertex];
    for (int a = 0; a < 3; a++) {
        int c = s->volume.axes[a] ? s->volume.axes[a] - 1 : a;
        j.tolerance[c] = 1e-5 * fabs(s->volume.spacing[a]);
    }
    store read = {.b = b};
    const size_t count = (size_t)(is_soup ? 3 * j.mesh->triangle_count : j.mesh->vertex_count),
                 index_count = is_soup ? 0 : (size_t)j.mesh->triangle_count * 3;
    hpyr_mesh_vertex *vertices = store_memory(&read, count, sizeof *vertices);
    uint32_t *indices = store_memory(&read, index_count, sizeof *indices);
    bool right = vertices && indices && store_read(b, s->vertex_buffer, count * sizeof *vertices / 4, vertices) &&
                 store_read(b, s->index_buffer, index_count, indices) && store_check(&read) &&
                 vertices_are_near(&j, is_soup, by_pyramid ? s->soup_order : NULL, vertices) &&
                 memcmp(indices, j.mesh->indices, index_count * sizeof *indices) == 0;
    store_free(&read);
    return right || error_set("%s: the mesh differs from the oracle's", s->name);
}

void field_scene_forget(field_scene *s) {
    for (int i = 0; i < MESH_VERTICES; i++) {
        hpyr_ref_isosurface_destroy(s->expected[i]);
        s->expected[i] = NULL;
    }
    free(s->soup_order);
    s->soup_order = NULL;
}

/* ---- buffers ---- */

static uint64_t vertex_bytes(const field_scene *s) {
    return 3 * s->counts.triangles * sizeof(hpyr_mesh_vertex);
}

bool field_scene_wipe(const field_scene *s) {
    void *zeros = calloc((size_t)vertex_bytes(s) + 1, 1);
    if (!zeros)
        return no_memory(s);
    store_write(s->vertex_buffer, (size_t)vertex_bytes(s) / 4, zeros);
    store_write(s->index_buffer, (size_t)s->counts.triangles * 3, zeros);
    free(zeros);
    return true;
}

/* ---- */

static bool prepare(field_scene *s) {
    hpyr_ref_isosurface_desc d = describe_for_oracle(s);
    if (hpyr_ref_isosurface_count(&d, &s->counts) != HPYR_OK)
        return error_set("%s: the oracle takes no isovalue of %g", s->name, s->iso);
    if (!memory_check(s->name, 2 * vertex_bytes(s)))
        return false;
    s->texture = store_texture(&s->store, GL_TEXTURE_3D, s->volume.format, s->volume.size, s->volume.samples);
    s->vertex_buffer = store_buffer(&s->store, (size_t)vertex_bytes(s) + 4, NULL);
    s->index_buffer = store_buffer(&s->store, (size_t)s->counts.triangles * 12 + 4, NULL);
    return store_check(&s->store);
}

field_scene *field_scene_open(bench *b, const field_desc *desc) {
    field_scene *s = memory_zeroed(sizeof *s);
    if (!s)
        return NULL;
    s->store.b = b;
    s->name = desc->name;
    if (!(desc->function ? sample(b, s, desc) : load(b, s, desc)) || !take_floats(s) || !prepare(s)) {
        field_scene_close(s);
        s = NULL;
    }
    return s;
}

void field_scene_close(field_scene *s) {
    if (s) {
        field_scene_forget(s);
        store_free(&s->store);
        volume_free(&s->volume);
        free(s);
    }
}
