/* surface_output.c - surfaces in the buffers and in the memory of callers.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include "core/traversal.h"

#include <math.h>

enum { WORD_BYTES = 4, VERTEX_NUMBERS = 6, CORNERS = 3, SPLINE_CORNERS = 64 };

static hpyr_result make_normals(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t vertices = surface->counts.vertices;
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

static hpyr_result write_vertices(hpyr_poisson *poisson, GLuint buffer, uint64_t offset) {
    hpyr_octree *octree = poisson->octree;
    const struct hpi_surface *surface = poisson->surface;
    const hpyr_octree_cube *cube = &octree->report.cube;
    const hpi_octree_numbers numbers = {
        HPYR_FORMAT_R32F, VERTEX_NUMBERS, 0, (uint64_t)surface->counts.vertices * VERTEX_NUMBERS, buffer, offset};
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

static hpyr_result write_densities(hpyr_poisson *poisson, GLuint buffer, uint64_t offset) {
    hpyr_octree *octree = poisson->octree;
    const hpi_octree_numbers numbers = {HPYR_FORMAT_R32F, 1, 0, poisson->surface->counts.vertices, buffer, offset};
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

static hpyr_result write_indices(hpyr_poisson *poisson, GLuint buffer, uint64_t offset) {
    hpyr_octree *octree = poisson->octree;
    const struct hpi_surface *surface = poisson->surface;
    const hpi_octree_numbers numbers = {
        HPYR_FORMAT_R32UI, CORNERS, 0, (uint64_t)surface->counts.triangles * CORNERS, buffer, offset};
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
    hpi_octree_set(octree, program, "cells", surface->counts.cells);
    hpi_octree_set_unsigned(octree, program, "triangles", surface->counts.triangles);
    return hpi_octree_write(octree, program, &numbers);
}

static hpyr_result write_surface(hpyr_poisson *poisson, const hpyr_poisson_surface_output *output) {
    const hpyr_poisson_surface_counts *counts = &poisson->surface->counts;
    hpyr_result result = HPYR_OK;
    if (output->vertex_buffer && counts->vertices)
        result = make_normals(poisson);
    if (result == HPYR_OK && output->vertex_buffer && counts->vertices)
        result = write_vertices(poisson, output->vertex_buffer, output->vertex_offset);
    if (result == HPYR_OK && output->density_buffer && counts->vertices)
        result = write_densities(poisson, output->density_buffer, output->density_offset);
    if (result == HPYR_OK && output->index_buffer && counts->triangles)
        result = write_indices(poisson, output->index_buffer, output->index_offset);
    return result;
}

/* ---- public ---- */

static hpyr_result check_built(const hpyr_poisson *poisson) {
    hpyr_result result = hpi_gl_check_current(poisson->context, "poisson");
    if (result == HPYR_OK && !poisson->surface->is_built)
        result = hpi_gl_fail(poisson->context, HPYR_ERROR_NOT_BUILT,
                             "poisson: there is no surface yet, or its build failed");
    return result;
}

static hpyr_result check_buffer(const hpyr_poisson *poisson, const char *what, GLuint buffer, uint64_t offset,
                                uint64_t bytes) {
    const hpyr_context *context = poisson->context;
    uint64_t size;
    if (!buffer)
        return HPYR_OK;
    if (!hpi_gl_buffer_size(context, buffer, &size) || offset > size || bytes > size - offset)
        return hpi_gl_fail(context, HPYR_ERROR_BUFFER,
                           "poisson: %s: buffer %u is none, is mapped, or has not %llu bytes from offset %llu", what,
                           buffer, (unsigned long long)bytes, (unsigned long long)offset);
    return HPYR_OK;
}

static hpyr_result check_buffers(const hpyr_poisson *poisson, const hpyr_poisson_surface_output *output) {
    const hpyr_poisson_surface_counts *counts = &poisson->surface->counts;
    hpyr_result result = check_buffer(poisson, "vertices", output->vertex_buffer, output->vertex_offset,
                                      counts->vertices * (uint64_t)sizeof(hpyr_mesh_vertex));
    if (result == HPYR_OK)
        result = check_buffer(poisson, "densities", output->density_buffer, output->density_offset,
                              counts->vertices * (uint64_t)WORD_BYTES);
    if (result == HPYR_OK)
        result = check_buffer(poisson, "indices", output->index_buffer, output->index_offset,
                              counts->triangles * (uint64_t)(CORNERS * WORD_BYTES));
    return result;
}

hpyr_result hpyr_poisson_surface_extract(hpyr_poisson *poisson, const hpyr_poisson_surface_output *output) {
    hpi_gl_state state;
    if (!poisson || !output)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = check_built(poisson);
    if (result != HPYR_OK)
        return result;
    if ((output->vertex_offset | output->density_offset | output->index_offset) % WORD_BYTES)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: an offset is no multiple of 4");
    hpi_gl_state_enter(context, &state);
    result = check_buffers(poisson, output);
    if (result == HPYR_OK)
        result = write_surface(poisson, output);
    hpi_gl_target_release(context);
    return hpi_gl_state_leave(context, &state, result);
}

/* ---- download ---- */

/* Makes a buffer of so many bytes, or none. */
static GLuint make_buffer(const void *wanted, uint64_t bytes) {
    GLuint buffer = 0;
    if (!wanted || !bytes)
        return 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, HPI_GL_READ_USAGE);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return buffer;
}

static hpyr_result read_buffer(const hpyr_poisson *poisson, GLuint buffer, uint64_t bytes, void *out) {
    return buffer ? hpi_gl_buffer_read(poisson->context, buffer, 0, (GLsizeiptr)bytes, out) : HPYR_OK;
}

hpyr_result hpyr_poisson_surface_download(hpyr_poisson *poisson, hpyr_mesh_vertex *vertices, float *densities,
                                          uint32_t *indices) {
    hpi_gl_state state;
    if (!poisson)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = check_built(poisson);
    if (result != HPYR_OK)
        return result;
    const hpyr_poisson_surface_counts *counts = &poisson->surface->counts;
    const uint64_t vertex_bytes = counts->vertices * (uint64_t)sizeof *vertices;
    const uint64_t density_bytes = counts->vertices * (uint64_t)sizeof *densities;
    const uint64_t index_bytes = counts->triangles * (uint64_t)CORNERS * sizeof *indices;
    hpi_gl_state_enter(context, &state);
    const hpyr_poisson_surface_output output = {.vertex_buffer = make_buffer(vertices, vertex_bytes),
                                                .density_buffer = make_buffer(densities, density_bytes),
                                                .index_buffer = make_buffer(indices, index_bytes)};
    const GLuint buffers[] = {output.vertex_buffer, output.density_buffer, output.index_buffer};
    result = check_buffers(poisson, &output); /* a buffer for which there was no memory is too small */
    if (result == HPYR_ERROR_BUFFER)
        result = HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK)
        result = write_surface(poisson, &output);
    if (result == HPYR_OK)
        result = read_buffer(poisson, output.vertex_buffer, vertex_bytes, vertices);
    if (result == HPYR_OK)
        result = read_buffer(poisson, output.density_buffer, density_bytes, densities);
    if (result == HPYR_OK)
        result = read_buffer(poisson, output.index_buffer, index_bytes, indices);
    hpi_gl_buffers_delete(context, 3, buffers);
    hpi_gl_target_release(context);
    return hpi_gl_state_leave(context, &state, result);
}
