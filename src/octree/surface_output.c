/* surface_output.c - surfaces in the buffers and in the memory of callers.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include "core/traversal.h"

#include <math.h>

enum { WORD_BYTES = 4, VERTEX_NUMBERS = 6, CORNERS = 3, SPLINE_CORNERS = 64 };
enum { VERTEX_BYTES = sizeof(hpyr_mesh_vertex), TRIANGLE_BYTES = CORNERS * WORD_BYTES };

static hpyr_result make_normals(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t vertices = surface->vertex_count;
    GLuint program;
    if (surface->has_normals)
        return HPYR_OK;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32F, vertices, &surface->normals);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/normals.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_use_function(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT, surface->isovalue);
    hpi_list_bind_plane(octree->lists, program, "positions", HPI_OCTREE_UNIT + 2, &surface->positions);
    hpi_octree_set(octree, program, "end", vertices);
    hpi_octree_set(octree, program, "corners", SPLINE_CORNERS);
    result = hpi_octree_draw(octree, program, &surface->normals, 0, vertices);
    surface->has_normals = result == HPYR_OK;
    return result;
}

/* ---- writing ---- */

/* Items [first, first + count) of a mesh, and where they go. */
typedef struct part {
    uint64_t first, count;
    GLuint buffer;
    uint64_t offset;
} part;

static hpi_octree_numbers numbers_of(const part *p, hpyr_format format, uint32_t per_item) {
    return (hpi_octree_numbers){format, per_item, p->first * per_item, p->count * per_item, p->buffer, p->offset};
}

static hpyr_result write_vertices(hpyr_poisson *poisson, const part *p) {
    hpyr_octree *octree = poisson->octree;
    const struct hpi_surface *surface = poisson->surface;
    const hpyr_octree_cube *cube = &octree->report.cube;
    const hpi_octree_numbers numbers = numbers_of(p, HPYR_FORMAT_R32F, VERTEX_NUMBERS);
    GLuint program;
    hpyr_result result = hpi_octree_need_chunk(octree, numbers.format, numbers.count);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/numbers.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind(octree, program, "positions", 0, &surface->positions);
    hpi_octree_bind(octree, program, "normals", 1, &surface->normals);
    glUniform3f(hpi_gl_location(octree->context, program, "", "origin"), cube->origin[0], cube->origin[1],
                cube->origin[2]);
    glUniform1f(hpi_gl_location(octree->context, program, "", "cell"), ldexpf(cube->side, -(int)octree->desc.depth));
    return hpi_octree_write(octree, program, &numbers);
}

static hpyr_result write_densities(hpyr_poisson *poisson, const part *p) {
    hpyr_octree *octree = poisson->octree;
    const hpi_octree_numbers numbers = numbers_of(p, HPYR_FORMAT_R32F, 1);
    GLuint program;
    hpyr_result result = hpi_octree_need_chunk(octree, numbers.format, numbers.count);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/densities.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_poisson_use_density(poisson, program, HPI_OCTREE_MORE_UNIT);
    hpi_octree_bind(octree, program, "positions", 1, &poisson->surface->positions);
    return hpi_octree_write(octree, program, &numbers);
}

static hpyr_result write_indices(hpyr_poisson *poisson, const part *p, uint32_t base) {
    hpyr_octree *octree = poisson->octree;
    const struct hpi_surface *surface = poisson->surface;
    const hpi_octree_numbers numbers = numbers_of(p, HPYR_FORMAT_R32UI, CORNERS);
    GLuint program;
    hpyr_result result = hpi_octree_need_chunk(octree, numbers.format, numbers.count);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/indices.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, &surface->cells[surface->current]);
    hpi_list_bind(octree->lists, program, "cases", HPI_OCTREE_UNIT + 3, GL_TEXTURE_2D, surface->cases);
    hpi_list_bind_plane(octree->lists, program, "places", HPI_OCTREE_UNIT + 4, &surface->triangle_places);
    hpi_list_bind_plane(octree->lists, program, "edges", HPI_OCTREE_UNIT + 5, &surface->edges);
    hpi_list_bind_plane(octree->lists, program, "firsts", HPI_OCTREE_UNIT + 6, &surface->firsts);
    hpi_octree_set(octree, program, "cells", surface->cell_count);
    hpi_octree_set_unsigned(octree, program, "triangles", surface->triangle_count);
    hpi_octree_set_unsigned(octree, program, "base", base);
    return hpi_octree_write(octree, program, &numbers);
}

/* A part in a buffer of the caller's. If nobody asked how many items there are, those past the end are 0. */
static hpyr_result begin_part(const hpyr_poisson *poisson, bool no_wait, uint64_t total, uint64_t item_bytes, part *p) {
    hpyr_result result = HPYR_OK;
    if (p->buffer && p->count && no_wait)
        result = hpi_gl_buffer_clear(poisson->context, p->buffer, p->offset, p->count * item_bytes);
    p->count = p->buffer ? hpi_range(total, p->first, p->count, p->count).written : 0;
    return result;
}

static hpyr_result write_surface(hpyr_poisson *poisson, const hpyr_mesh_output *o, const hpyr_mesh_report *report) {
    const uint32_t vertex_count = poisson->surface->vertex_count;
    part vertices = {o->first_vertex, report->vertices_written, o->vertex_buffer, o->vertex_offset};
    part densities = {o->first_vertex, report->vertices_written, o->density_buffer, o->density_offset};
    part triangles = {o->first_triangle, report->triangles_written, o->index_buffer, o->index_offset};
    hpyr_result result = begin_part(poisson, o->no_wait, vertex_count, VERTEX_BYTES, &vertices);
    if (result == HPYR_OK)
        result = begin_part(poisson, o->no_wait, vertex_count, WORD_BYTES, &densities);
    if (result == HPYR_OK)
        result = begin_part(poisson, o->no_wait, poisson->surface->triangle_count, TRIANGLE_BYTES, &triangles);
    if (result == HPYR_OK && vertices.count)
        result = make_normals(poisson);
    if (result == HPYR_OK && vertices.count)
        result = write_vertices(poisson, &vertices);
    if (result == HPYR_OK && densities.count)
        result = write_densities(poisson, &densities);
    if (result == HPYR_OK && triangles.count)
        result = write_indices(poisson, &triangles, o->index_base);
    return result;
}

/* ---- public ---- */

static const hpi_mesh_form form = {.has_densities = true};

static hpyr_result check_built(const hpyr_poisson *poisson) {
    hpyr_result result = hpi_gl_check_current(poisson->context, "poisson");
    return result == HPYR_OK ? hpi_surface_check_built(poisson) : result;
}

/* What fits. Vertices and densities go to two buffers, of which the smaller one counts. */
static hpyr_result make_report(const hpyr_poisson *poisson, const hpyr_mesh_output *o, hpyr_mesh_report *report) {
    const hpyr_context *context = poisson->context;
    const hpyr_mesh_counts size = {poisson->surface->vertex_count, poisson->surface->triangle_count};
    uint64_t room[2], densities;
    hpyr_result result = hpi_room_in_buffer(context, o->vertex_buffer, o->vertex_offset, VERTEX_BYTES, &room[0]);
    if (result == HPYR_OK)
        result = hpi_room_in_buffer(context, o->density_buffer, o->density_offset, WORD_BYTES, &densities);
    if (result == HPYR_OK)
        result = hpi_room_in_buffer(context, o->index_buffer, o->index_offset, TRIANGLE_BYTES, &room[1]);
    if (result != HPYR_OK)
        return result;
    if (o->density_buffer && (!o->vertex_buffer || densities < room[0]))
        room[0] = densities;
    hpi_mesh_make_report(form, o, &size, room, report);
    return HPYR_OK;
}

hpyr_result hpyr_poisson_surface_extract(hpyr_poisson *poisson, const hpyr_mesh_output *output,
                                         hpyr_mesh_report *report) {
    hpi_gl_state state;
    hpyr_mesh_report found = {0};
    if (report)
        *report = found;
    if (!poisson || !output)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = check_built(poisson);
    if (result == HPYR_OK)
        result = hpi_mesh_check_output(context, form, output);
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    result = make_report(poisson, output, &found);
    if (result == HPYR_OK)
        result = write_surface(poisson, output, &found);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    return hpi_mesh_answer(result, &found, output->no_wait, report);
}

/* ---- download ---- */

/* Makes a buffer of so many bytes, or none. */
static GLuint make_buffer(const void *wanted, uint64_t bytes) {
    return wanted && bytes ? hpi_gl_read_buffer_create(bytes) : 0;
}

static hpyr_result read_buffer(const hpyr_poisson *poisson, GLuint buffer, uint64_t bytes, void *out) {
    return buffer ? hpi_gl_buffer_read(poisson->context, buffer, 0, (GLsizeiptr)bytes, out) : HPYR_OK;
}

hpyr_result hpyr_poisson_surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities,
                                          size_t vertex_capacity, uint32_t *indices, size_t triangle_capacity,
                                          hpyr_mesh_report *report) {
    hpi_gl_state state;
    hpyr_mesh_report found = {0};
    if (report)
        *report = found;
    if (!poisson || (!vertices && !densities && vertex_capacity) || (!indices && triangle_capacity))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = check_built(poisson);
    if (result != HPYR_OK)
        return result;
    const hpyr_mesh_counts size = {poisson->surface->vertex_count, poisson->surface->triangle_count};
    const uint64_t room[2] = {vertex_capacity, triangle_capacity};
    hpyr_mesh_output o = {.vertex_buffer = vertices ? 1 : 0,
                          .density_buffer = densities ? 1 : 0,
                          .vertex_count = HPYR_ALL,
                          .index_buffer = indices ? 1 : 0,
                          .triangle_count = HPYR_ALL};
    hpi_mesh_make_report(form, &o, &size, room, &found);
    const uint64_t vertex_bytes = found.vertices_written * VERTEX_BYTES;
    const uint64_t density_bytes = found.vertices_written * WORD_BYTES;
    const uint64_t index_bytes = found.triangles_written * TRIANGLE_BYTES;
    hpyr_mesh_report fits;
    hpi_gl_state_enter(context, &state);
    o.vertex_buffer = make_buffer(vertices, vertex_bytes);
    o.density_buffer = make_buffer(densities, density_bytes);
    o.index_buffer = make_buffer(indices, index_bytes);
    const GLuint buffers[] = {o.vertex_buffer, o.density_buffer, o.index_buffer};
    o.vertex_count = found.vertices_written;
    o.triangle_count = found.triangles_written;
    result = make_report(poisson, &o, &fits); /* a buffer for which there was no memory is too small */
    if (result == HPYR_ERROR_BUFFER || (result == HPYR_OK && hpi_mesh_result(&fits) != HPYR_OK))
        result = HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK)
        result = write_surface(poisson, &o, &found);
    if (result == HPYR_OK)
        result = read_buffer(poisson, o.vertex_buffer, vertex_bytes, vertices);
    if (result == HPYR_OK)
        result = read_buffer(poisson, o.density_buffer, density_bytes, densities);
    if (result == HPYR_OK)
        result = read_buffer(poisson, o.index_buffer, index_bytes, indices);
    hpi_gl_buffers_delete(context, 3, buffers);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    return hpi_mesh_answer(result, &found, false, report);
}
