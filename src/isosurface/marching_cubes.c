/* marching_cubes.c - the paper's forms of marching cubes: life, builds and counts.
 * Source: Dyken et al. 2008, sections 3 to 5.  SPDX-License-Identifier: MIT */
#include "core/output.h"
#include "isosurface/cubes.h"

#include <string.h>

enum { TOTAL_BYTES = 16 /* of a pyramid's buffer for its top cell */ };

/* ---- descriptors ---- */

static hpyr_result resolve(const hpyr_context *context, hpyr_marching_cubes_desc *d, hpi_field_grid *grid) {
    if (d->expansion < HPYR_EXPANSION_DEFAULT || d->expansion > HPYR_EXPANSION_GEOMETRY)
        return hpi_field_grid_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "`expansion` is no hpyr_expansion");
    hpyr_result result = hpi_field_grid_resolve(context, &d->grid, &d->vertex, &d->gradient, &d->winding, grid);
    if (result != HPYR_OK)
        return result;
    d->expansion = d->expansion ? d->expansion : HPYR_EXPANSION_VERTEX;
    if (context && context->legacy && d->expansion == HPYR_EXPANSION_GEOMETRY)
        return hpi_field_grid_fail(context, HPYR_ERROR_UNSUPPORTED, "GL 2.1 has expansion VERTEX only");
    if (context && context->es && d->expansion == HPYR_EXPANSION_GEOMETRY)
        return hpi_field_grid_fail(context, HPYR_ERROR_UNSUPPORTED,
                                   "OpenGL ES 3.0 has no geometry shaders, so expansion VERTEX only");
    if (d->layout == HPYR_LAYOUT_BITS && d->expansion == HPYR_EXPANSION_VERTEX)
        return hpi_field_grid_fail(context, HPYR_ERROR_UNSUPPORTED, "layout BITS cannot hold counts of vertices");
    return HPYR_OK;
}

static uint32_t at_least_one(uint32_t n) {
    return n ? n : 1;
}

/* The pyramid has room for the largest slab. If there are no cells, it has one that is empty. */
static hpyr_pyramid_desc pyramid_desc(const hpyr_context *context, const hpyr_marching_cubes_desc *d) {
    const hpyr_field_grid *g = &d->grid;
    bool is_vertex = d->expansion == HPYR_EXPANSION_VERTEX;
    uint32_t layers = g->slab_depth < g->depth - 1 ? g->slab_depth : g->depth - 1;
    hpyr_layout layout = d->layout;
    if (!layout && context && context->legacy && context->caps.fragment_lod)
        layout = HPYR_LAYOUT_VEC4; /* as in the paper */
    return (hpyr_pyramid_desc){.width = at_least_one(g->width - 1),
                               .height = at_least_one(g->height - 1),
                               .depth = at_least_one(layers),
                               .layout = layout,
                               .max_count = is_vertex ? 0 : 1,
                               .clones = is_vertex ? VERTICES_OF_TRIANGLE : 1};
}

uint64_t hpyr_marching_cubes_bytes(const hpyr_context *context, const hpyr_marching_cubes_desc *desc) {
    hpi_field_grid grid;
    hpyr_flat3d map;
    if (!desc)
        return 0;
    hpyr_marching_cubes_desc d = *desc;
    if (resolve(context, &d, &grid) != HPYR_OK)
        return 0;
    hpyr_pyramid_desc p = pyramid_desc(context, &d);
    uint64_t bytes = hpyr_pyramid_bytes(context, &p);
    if (!bytes || hpyr_flat3d_arrange(p.width, p.height, p.depth, 0, INT32_MAX, &map) != HPYR_OK)
        return 0;
    hpyr_pyramid_desc vertices = {
        .width = p.width, .height = p.height, .depth = p.depth, .clones = VERTICES_OF_TRIANGLE};
    if (d.expansion == HPYR_EXPANSION_GEOMETRY)
        bytes += hpyr_pyramid_bytes(context, &vertices) + TOTAL_BYTES;
    if (!context || !context->legacy)
        bytes += TOTAL_BYTES + 2 * HPI_COMMAND_BYTES;
    bytes += hpi_field_volume_bytes(context, &d.grid);
    return bytes + hpi_cubes_table_bytes() + hpi_cubes_classes_bytes(context, &map);
}

/* ---- life ---- */

/* Makes what tells the GPU how much to draw. */
static hpyr_result create_command(hpyr_marching_cubes *cubes) {
    if (cubes->context->legacy)
        return HPYR_OK;
    glGenBuffers(1, &cubes->command_buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, cubes->command_buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, HPI_COMMAND_BYTES, NULL, GL_DYNAMIC_COPY);
    cubes->command = hpi_gl_texture_create(cubes->context, HPYR_FORMAT_R32UI, HPI_COMMAND_WORDS, 1);
    return cubes->command ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

static hpyr_result create_objects(hpyr_marching_cubes *cubes) {
    hpyr_pyramid_desc desc = pyramid_desc(cubes->context, &cubes->desc);
    hpyr_result result = hpyr_pyramid_create(cubes->context, &desc, &cubes->pyramid);
    if (result == HPYR_OK)
        result = hpyr_discriminator_create(cubes->context, NULL, &cubes->active);
    if (result != HPYR_OK)
        return result;
    cubes->desc.layout = hpyr_pyramid_resolved(cubes->pyramid)->layout;
    if (cubes->desc.expansion == HPYR_EXPANSION_VERTEX)
        cubes->vertices = cubes->pyramid;
    result = hpi_cubes_classes_create(cubes);
    if (result == HPYR_OK)
        result = hpi_cubes_tables_create(cubes);
    return result == HPYR_OK ? create_command(cubes) : result;
}

hpyr_result hpyr_marching_cubes_create(hpyr_context *context, const hpyr_marching_cubes_desc *desc,
                                       hpyr_marching_cubes **out) {
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_marching_cubes wanted = {.context = context, .desc = *desc};
    hpyr_result result = hpi_gl_check_current(context, "marching cubes");
    if (result == HPYR_OK)
        result = resolve(context, &wanted.desc, &wanted.grid);
    if (result != HPYR_OK)
        return result;
    hpyr_marching_cubes *cubes = hpi_alloc(context, sizeof *cubes);
    if (!cubes)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for marching cubes");
    *cubes = wanted;
    hpi_gl_context_hold(context);
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, create_objects(cubes));
    if (result != HPYR_OK) {
        hpyr_marching_cubes_destroy(cubes);
        return result;
    }
    *out = cubes;
    return HPYR_OK;
}

void hpyr_marching_cubes_destroy(hpyr_marching_cubes *cubes) {
    if (!cubes)
        return;
    hpyr_context *context = cubes->context;
    hpi_gl_warn_of_leaks(context, "marching cubes");
    hpi_cubes_drop_binding(cubes);
    if (cubes->vertices != cubes->pyramid)
        hpyr_pyramid_destroy(cubes->vertices);
    hpyr_pyramid_destroy(cubes->pyramid);
    hpyr_discriminator_destroy(cubes->active);
    hpi_cubes_classes_destroy(cubes);
    const GLuint textures[] = {cubes->cases, cubes->command};
    hpi_gl_texels_delete(context, &cubes->top);
    hpi_gl_textures_delete(context, sizeof textures / sizeof *textures, textures);
    hpi_gl_buffers_delete(context, 1, &cubes->command_buffer);
    hpi_field_free(&cubes->field);
    hpi_free(context, cubes);
    hpi_gl_context_release(context);
}

const hpyr_marching_cubes_desc *hpyr_marching_cubes_resolved(const hpyr_marching_cubes *cubes) {
    return cubes ? &cubes->desc : NULL;
}

/* ---- builds ---- */

/* Vertices are computed from the caller's own buffer, so shaders must be able to address all its
 * samples. */
static hpyr_result check_reach(const hpi_field *field) {
    uint64_t end = field->first + hpi_field_sample_count(field);
    uint32_t most = hpi_field_texels_read(field->grid->context);
    if (field->kind == FIELD_BUFFER && end > most)
        return hpi_gl_fail(field->grid->context, HPYR_ERROR_TOO_LARGE,
                           "field: samples up to %llu of a buffer; this GL reads %u", (unsigned long long)end, most);
    return HPYR_OK;
}

static hpyr_result classify(hpyr_marching_cubes *cubes, const hpyr_field *field, uint32_t slab, double isovalue) {
    hpyr_result result = hpi_field_set(&cubes->field, &cubes->grid, field, slab, isovalue);
    if (result == HPYR_OK)
        result = check_reach(&cubes->field);
    return result == HPYR_OK ? hpi_cubes_draw_classes(cubes) : result;
}

/* Fields without cells are built too: callers ask for their GLSL, bind it and draw. */
hpyr_result hpyr_marching_cubes_build(hpyr_marching_cubes *cubes, const hpyr_field *field, uint32_t slab,
                                      double isovalue) {
    hpi_gl_state state;
    if (!cubes || !field)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(cubes->context, "marching cubes");
    if (result != HPYR_OK)
        return result;
    result = hpi_core_check_unbound(cubes->context, &cubes->pyramid->bound, "marching cubes");
    if (result != HPYR_OK)
        return result;
    cubes->built = cubes->has_vertices = cubes->has_command = cubes->has_counts = false;
    hpi_gl_state_enter(cubes->context, &state);
    result = classify(cubes, field, slab, isovalue);
    if (result == HPYR_OK && cubes->desc.expansion == HPYR_EXPANSION_VERTEX)
        result = hpyr_pyramid_build_counts(cubes->pyramid, &cubes->classes);
    else if (result == HPYR_OK)
        result = hpyr_pyramid_build(cubes->pyramid, cubes->active, &cubes->classes);
    result = hpi_gl_state_leave(cubes->context, &state, result);
    cubes->built = result == HPYR_OK;
    return result;
}

/* ---- counts ---- */

/* The number of vertices, 0 if the field has no cells. */
static hpyr_result find_vertices(hpyr_marching_cubes *cubes, bool patient, uint32_t *total) {
    hpyr_pyramid *vertices;
    *total = 0;
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result != HPYR_OK || !hpi_field_has_cells(&cubes->field))
        return result;
    result = hpi_cubes_vertices_pyramid(cubes, &vertices);
    if (result != HPYR_OK)
        return result;
    return patient ? hpyr_pyramid_total(vertices, total) : hpyr_pyramid_try_total(vertices, total);
}

hpyr_result hpi_cubes_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts, bool patient) {
    uint32_t total;
    if (counts)
        memset(counts, 0, sizeof *counts);
    if (!cubes || !counts)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = find_vertices(cubes, patient, &total);
    if (result == HPYR_OK)
        *counts = (hpyr_mesh_counts){total, total / VERTICES_OF_TRIANGLE};
    return result;
}

hpyr_result hpyr_marching_cubes_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts) {
    return hpi_cubes_counts(cubes, counts, true);
}

hpyr_result hpyr_marching_cubes_try_counts(hpyr_marching_cubes *cubes, hpyr_mesh_counts *counts) {
    return hpi_cubes_counts(cubes, counts, false);
}

static hpyr_result find_statistics(hpyr_marching_cubes *cubes, hpyr_mesh_statistics *statistics) {
    uint32_t total;
    hpyr_result result = find_vertices(cubes, true, &total);
    if (result == HPYR_OK)
        result = hpi_cubes_count_cells(cubes);
    if (result == HPYR_OK)
        *statistics = (hpyr_mesh_statistics){hpi_field_cell_count(&cubes->field), cubes->active_cells,
                                             total / VERTICES_OF_TRIANGLE, cubes->crossed_edges};
    return result;
}

hpyr_result hpyr_marching_cubes_statistics(hpyr_marching_cubes *cubes, hpyr_mesh_statistics *statistics) {
    hpi_gl_state state;
    if (statistics)
        memset(statistics, 0, sizeof *statistics);
    if (!cubes || !statistics)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result != HPYR_OK || !hpi_field_has_cells(&cubes->field))
        return result;
    hpi_gl_state_enter(cubes->context, &state);
    return hpi_gl_state_leave(cubes->context, &state, find_statistics(cubes, statistics));
}
