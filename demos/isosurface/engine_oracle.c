/* engine_oracle.c - for the time being: the oracle's mesh.  SPDX-License-Identifier: MIT */
#include "engine.h"

#include "common/gl.h"

#include <histopyramid/reference.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool engine_create(surface *s, char *error, size_t error_size) {
    (void)s;
    (void)error;
    (void)error_size;
    return true;
}

void engine_destroy(surface *s) {
    (void)s;
}

bool engine_download(surface *s, hpyr_mesh_vertex *vertices, char *error, size_t error_size) {
    (void)s;
    (void)vertices;
    return error_set(error, error_size, "not there");
}

bool surface_count(surface *s, char *error, size_t error_size) {
    (void)s;
    (void)error;
    (void)error_size;
    return true;
}

bool surface_run(surface *s, double iso, char *error, size_t error_size) {
    const volume *v = s->volume;
    float *samples = malloc(volume_count(v) * sizeof *samples);
    for (uint64_t i = 0; i < volume_count(v); i++) {
        samples[i] = (float)volume_value(v, i);
    }
    double begin = hpyr_clock_ms();
    hpyr_ref_isosurface_desc d = {0};
    hpyr_ref_isosurface *m = NULL;
    d.samples = samples;
    d.width = v->size[0];
    d.height = v->size[1];
    d.depth = v->size[2];
    memcpy(d.spacing, v->spacing, sizeof d.spacing);
    memcpy(d.origin, v->origin, sizeof d.origin);
    d.iso = (float)iso;
    d.mesh = s->desc.mesh;
    d.vertex = s->desc.vertex;
    d.gradient = s->desc.gradient;
    if (!library_check(s->library, hpyr_ref_isosurface_create(&d, &m), "marching cubes", error, error_size)) {
        return false;
    }
    s->counts = m->counts;
    s->vertices = m->vertex_count;
    hpyr_mesh_vertex *vertices = malloc((size_t)(m->vertex_count + 1) * sizeof *vertices);
    for (uint64_t i = 0; i < m->vertex_count; i++) {
        memcpy(vertices[i].position, m->positions + 3 * i, 12);
        memcpy(vertices[i].normal, m->normals + 3 * i, 12);
    }
    glDeleteBuffers(1, &s->vertex_buffer);
    glDeleteBuffers(1, &s->index_buffer);
    s->vertex_buffer = draw_buffer(vertices, (size_t)m->vertex_count * sizeof *vertices);
    s->index_buffer = m->indices ? draw_buffer(m->indices, (size_t)m->triangle_count * 12) : 0;
    free(vertices);
    free(samples);
    hpyr_ref_isosurface_destroy(m);
    s->ms[TIME_CLASSIFY] = NAN;
    s->ms[TIME_BUILD] = s->ms[TIME_EXTRACT] = NAN;
    glFinish();
    s->ms[TIME_TOTAL] = hpyr_clock_ms() - begin;
    return true;
}
