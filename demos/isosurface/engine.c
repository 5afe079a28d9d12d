/* engine.c - marching cubes by the library, measured.  SPDX-License-Identifier: MIT */
#include "engine.h"

#include "common/draw/draw.h"
#include "common/files/clock.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"
#include "common/platform/library.h"

#include <math.h>

static hpyr_isosurface_desc describe_mesh(const surface *s) {
    hpyr_isosurface_desc d = {0};
    d.grid = volume_grid(s->volume);
    d.mesh = s->desc.mesh;
    d.vertex = s->desc.vertex;
    d.gradient = s->desc.gradient;
    return d;
}

static hpyr_marching_cubes_desc describe_cubes(const surface *s) {
    hpyr_marching_cubes_desc d = {0};
    d.grid = volume_grid(s->volume);
    d.vertex = s->desc.vertex;
    d.gradient = s->desc.gradient;
    d.expansion = s->desc.expansion == EXPAND_VERTEX ? HPYR_EXPANSION_VERTEX : HPYR_EXPANSION_GEOMETRY;
    return d;
}

static bool is_fragment(const surface *s) {
    return s->desc.expansion == EXPAND_FRAGMENT;
}

bool engine_create(surface *s) {
    hpyr_isosurface_desc mesh = describe_mesh(s);
    hpyr_marching_cubes_desc cubes = describe_cubes(s);
    hpyr_context *context = s->library->context;
    uint64_t samples = volume_count(s->volume) * volume_sample_bytes(s->volume->format);
    uint64_t bytes =
        is_fragment(s) ? hpyr_isosurface_bytes(context, &mesh) : hpyr_marching_cubes_bytes(context, &cubes);
    if (!memory_check("the samples, twice, and marching cubes", 2 * samples + bytes))
        return false;
    hpyr_result result = is_fragment(s) ? hpyr_isosurface_create(context, &mesh, &s->isosurface)
                                        : hpyr_marching_cubes_create(context, &cubes, &s->cubes);
    return library_check(s->library, result, "preparing marching cubes");
}

void engine_destroy(surface *s) {
    hpyr_isosurface_destroy(s->isosurface);
    hpyr_marching_cubes_destroy(s->cubes);
    s->isosurface = NULL;
    s->cubes = NULL;
}

/* Room for what the mesh needs; a surface in motion shall not need more in every frame. */
static void make_room(uint32_t *buffer, uint64_t *room, uint64_t bytes) {
    if (!*buffer)
        glGenBuffers(1, buffer);
    if (*room < bytes) {
        *room = bytes + bytes / 4 + 4096;
        glBindBuffer(GL_ARRAY_BUFFER, *buffer);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)*room, NULL, GL_DYNAMIC_COPY);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }
}

static bool make_buffers(surface *s) {
    uint64_t vertex_bytes = s->counts.vertices * sizeof(hpyr_mesh_vertex);
    uint64_t index_bytes = s->desc.mesh == HPYR_MESH_FORM_WELDED ? s->counts.triangles * 12 : 0;
    if (!memory_check("the mesh", vertex_bytes + index_bytes))
        return false;
    make_room(&s->vertex_buffer, &s->vertex_room, vertex_bytes);
    if (s->desc.mesh == HPYR_MESH_FORM_WELDED)
        make_room(&s->index_buffer, &s->index_room, index_bytes);
    return draw_check("buffers for the mesh");
}

static bool take_counts(surface *s) {
    hpyr_result result = is_fragment(s) ? hpyr_isosurface_counts(s->isosurface, &s->counts)
                                        : hpyr_marching_cubes_counts(s->cubes, &s->counts);
    return library_check(s->library, result, "counting triangles");
}

static bool extract(surface *s) {
    hpyr_mesh_output output = {0};
    if (s->library->gl < 33 || s->counts.vertices == 0)
        return true;
    if (!make_buffers(s))
        return false;
    output.vertex_buffer = s->vertex_buffer;
    output.index_buffer = s->index_buffer;
    output.vertex_count = output.triangle_count = HPYR_ALL;
    hpyr_result result = is_fragment(s) ? hpyr_isosurface_extract(s->isosurface, &output, NULL)
                                        : hpyr_marching_cubes_extract(s->cubes, &output, NULL);
    return library_check(s->library, result, "extracting the mesh") &&
           (!s->index_buffer || draw_elements_take(&s->elements, s->index_buffer, s->counts.triangles * 12));
}

static hpyr_result build(surface *s, const hpyr_field *field, double iso, bool is_live) {
    if (!is_fragment(s))
        return hpyr_marching_cubes_build(s->cubes, field, 0, iso);
    hpyr_result result = is_live && s->is_classified ? hpyr_isosurface_rebuild(s->isosurface, iso)
                                                     : hpyr_isosurface_build(s->isosurface, field, 0, iso);
    s->is_classified = result == HPYR_OK;
    return result;
}

bool surface_run(surface *s, double iso, bool is_live) {
    hpyr_field field = {0};
    field.texture = s->texture;
    glFinish();
    double begin = clock_ms();
    bool ok = library_check(s->library, build(s, &field, iso, is_live), "building pyramids");
    glFinish(); /* the counts wait for it anyway */
    double built = clock_ms();
    ok = ok && take_counts(s) && extract(s);
    glFinish();
    double end = clock_ms();
    s->ms[TIME_BUILD] = built - begin;
    s->ms[TIME_EXTRACT] = s->library->gl < 33 ? NAN : end - built;
    return ok;
}

bool surface_count(surface *s) {
    hpyr_result result = is_fragment(s) ? hpyr_isosurface_statistics(s->isosurface, &s->statistics)
                                        : hpyr_marching_cubes_statistics(s->cubes, &s->statistics);
    return library_check(s->library, result, "counting cells");
}

bool engine_download(surface *s, hpyr_mesh_vertex *vertices) {
    hpyr_result result = hpyr_marching_cubes_download(s->cubes, vertices, (size_t)s->counts.vertices, NULL);
    return library_check(s->library, result, "downloading the mesh");
}
