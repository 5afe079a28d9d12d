/* expansion.c - the paper's forms of marching cubes: classes of cells, cached with their counts, and pyramids over them.
 * Source: Dyken et al. 2008, sections 3 to 5.
 *
 *     field --class pass--> triangles + class / 256 --pyramid--> key: cell and remainder --expand.glsl--> vertex
 *                           a texel a cell, flat-3D              VERTEX: of a vertex; GEOMETRY: of an active cell
 *
 * The pyramid cuts counts to whole numbers, and clones every triangle three times, once a vertex.
 * SPDX-License-Identifier: MIT */
#include "isosurface/expansion.h"

#include "reference/cube_cases.h"

#include <stdlib.h>

enum { CASE_TEXELS = 16, VERTICES_OF_TRIANGLE = 3, TOTAL_BYTES = 16 /* in a buffer, of each pyramid */ };

static bool is_legacy(const hpyr_context *context) {
    return context && context->legacy;
}

/* ---- shapes ---- */

static uint32_t at_least_one(uint32_t n) {
    return n ? n : 1;
}

/* Of the largest slab. Where there are no cells the pyramid has one that is empty. */
static hpyr_pyramid_desc pyramid_desc(const hpyr_context *context, const hpyr_isosurface_desc *d) {
    bool is_vertex = d->expansion == HPYR_EXPANSION_VERTEX;
    uint32_t layers = d->slab_depth < d->depth - 1 ? d->slab_depth : d->depth - 1;
    hpyr_layout layout = d->layout;
    if (!layout && is_legacy(context) && context->caps.fragment_lod)
        layout = HPYR_LAYOUT_VEC4; /* the paper's; without, AUTO knows what there is */
    return (hpyr_pyramid_desc){.width = at_least_one(d->width - 1),
                               .height = at_least_one(d->height - 1),
                               .depth = at_least_one(layers),
                               .layout = layout,
                               .max_count = is_vertex ? 0 : 1,
                               .clones = is_vertex ? VERTICES_OF_TRIANGLE : 1};
}

static uint64_t expansion_bytes(const hpyr_context *context, const hpyr_isosurface_desc *desc) {
    hpyr_pyramid_desc p = pyramid_desc(context, desc);
    uint64_t bytes = hpyr_pyramid_bytes(context, &p);
    hpyr_flat3d map;
    if (!bytes || hpyr_flat3d_arrange(p.width, p.height, p.depth, 0, INT32_MAX, &map) != HPYR_OK)
        return 0;
    hpyr_pyramid_desc vertices = {
        .width = p.width, .height = p.height, .depth = p.depth, .clones = VERTICES_OF_TRIANGLE};
    if (desc->expansion == HPYR_EXPANSION_GEOMETRY)
        bytes += hpyr_pyramid_bytes(context, &vertices) + TOTAL_BYTES;
    if (!is_legacy(context))
        bytes += TOTAL_BYTES + 2 * EXPANSION_COMMAND_WORDS * sizeof(GLuint);
    return bytes + CASE_TEXELS * HPYR_CUBE_CASES * hpi_gl_texel_bytes(HPYR_FORMAT_RGBA32F) +
           hpi_isosurface_classes_bytes(context, &map);
}

/* ---- life ---- */

/* A row of edges: the lower corner and the axis; its last texel tells how many there are. */
static void write_case(uint32_t cube_case, bool reversed, float row[CASE_TEXELS][4]) {
    static const int turns[2][VERTICES_OF_TRIANGLE] = {{0, 1, 2}, {0, 2, 1}};
    uint8_t edges[HPYR_CUBE_CORNERS];
    uint32_t count = VERTICES_OF_TRIANGLE * hpi_cube_case(cube_case, edges);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = edges[i / 3 * 3 + (uint32_t)turns[reversed][i % 3]], corner = hpyr_cube_edge_corner(edge);
        for (int axis = 0; axis < 3; axis++)
            row[i][axis] = (float)(corner >> axis & 1);
        row[i][3] = (float)hpyr_cube_edge_axis(edge);
    }
    row[CASE_TEXELS - 1][0] = (float)count;
}

static hpyr_result create_cases(hpyr_isosurface *iso) {
    const hpi_gl_format *format = hpi_gl_format_of(HPYR_FORMAT_RGBA32F);
    float(*texels)[CASE_TEXELS][4] = calloc(HPYR_CUBE_CASES, sizeof *texels);
    if (!texels)
        return hpi_gl_fail(iso->context, HPYR_ERROR_OUT_OF_MEMORY, "isosurface: no memory for its cases");
    for (uint32_t i = 0; i < HPYR_CUBE_CASES; i++)
        write_case(i, hpi_isosurface_is_reversed(&iso->desc), texels[i]);
    iso->store->cases = hpi_gl_texture_create(iso->context, HPYR_FORMAT_RGBA32F, CASE_TEXELS, HPYR_CUBE_CASES);
    if (iso->store->cases)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, CASE_TEXELS, HPYR_CUBE_CASES, format->external, format->type, texels);
    free(texels);
    return iso->store->cases ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

/* What tells the GPU how much to draw. */
static hpyr_result create_command(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    if (iso->context->legacy)
        return HPYR_OK;
    glGenTextures(1, &store->top);
    glGenBuffers(1, &store->command_buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, store->command_buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, EXPANSION_COMMAND_WORDS * sizeof(GLuint), NULL, GL_DYNAMIC_COPY);
    store->command = hpi_gl_texture_create(iso->context, HPYR_FORMAT_R32UI, EXPANSION_COMMAND_WORDS, 1);
    return store->command ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

static hpyr_result expansion_create(hpyr_isosurface *iso) {
    hpyr_context *context = iso->context;
    hpyr_pyramid_desc desc = pyramid_desc(context, &iso->desc);
    hpi_gl_state state;
    if (desc.layout == HPYR_LAYOUT_BITS && iso->desc.expansion == HPYR_EXPANSION_VERTEX)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "isosurface: layout BITS holds no counts of vertices");
    hpi_expansion_store *store = iso->store = calloc(1, sizeof *iso->store);
    if (!store)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for an isosurface");
    hpyr_result result = hpyr_pyramid_create(context, &desc, &store->pyramid);
    if (result == HPYR_OK)
        result = hpyr_discriminator_create(context, NULL, &store->active);
    if (result != HPYR_OK)
        return result;
    iso->desc.layout = hpyr_pyramid_resolved(store->pyramid)->layout;
    if (iso->desc.expansion == HPYR_EXPANSION_VERTEX)
        store->vertices = store->pyramid;
    hpi_gl_state_enter(context, &state);
    result = hpi_isosurface_classes_create(iso);
    if (result == HPYR_OK)
        result = create_cases(iso);
    if (result == HPYR_OK)
        result = create_command(iso);
    return hpi_gl_state_leave(context, &state, result);
}

static void expansion_destroy(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    if (!store)
        return;
    hpi_isosurface_drop_binding(iso);
    if (store->vertices != store->pyramid)
        hpyr_pyramid_destroy(store->vertices);
    hpyr_pyramid_destroy(store->pyramid);
    hpyr_discriminator_destroy(store->active);
    hpi_isosurface_classes_destroy(iso);
    hpi_gl_textures_delete(iso->context, 1, &store->cases);
    hpi_gl_textures_delete(iso->context, 1, &store->command);
    hpi_gl_textures_delete(iso->context, 1, &store->top);
    hpi_gl_buffers_delete(iso->context, 1, &store->command_buffer);
    free(store);
}

/* ---- builds ---- */

static uint32_t cells_along(const hpyr_isosurface *iso, int axis) {
    const hpyr_isosurface_desc *d = &iso->desc;
    const hpyr_slab *slab = &iso->slab;
    uint32_t end = slab->first_owned + slab->owned_count;
    return axis == 0   ? d->width - 1
           : axis == 1 ? d->height - 1
                       : (end < d->depth ? end : d->depth - 1) - slab->first_owned;
}

static hpyr_result expansion_classify(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    hpi_gl_state state;
    store->has_vertices = store->has_command = store->has_counts = false;
    for (int axis = 0; axis < 3; axis++)
        store->cells[axis] = cells_along(iso, axis);
    hpi_gl_state_enter(iso->context, &state);
    return hpi_gl_state_leave(iso->context, &state, hpi_isosurface_draw_classes(iso));
}

static hpyr_result expansion_build(hpyr_isosurface *iso) {
    const hpi_expansion_store *store = iso->store;
    if (store->vertices == store->pyramid)
        return hpyr_pyramid_build_counts(store->pyramid, &store->classes);
    return hpyr_pyramid_build(store->pyramid, store->active, &store->classes);
}

hpyr_result hpi_isosurface_vertices_pyramid(hpyr_isosurface *iso, hpyr_pyramid **out) {
    hpi_expansion_store *store = iso->store;
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(store->pyramid);
    hpyr_result result = HPYR_OK;
    if (!store->vertices) {
        const hpyr_pyramid_desc desc = {.width = cells->width,
                                        .height = cells->height,
                                        .depth = cells->depth,
                                        .tiles_x = cells->tiles_x,
                                        .order = cells->order,
                                        .clones = VERTICES_OF_TRIANGLE};
        result = hpyr_pyramid_create(iso->context, &desc, &store->vertices);
    }
    if (result == HPYR_OK && store->vertices != store->pyramid && !store->has_vertices) {
        result = hpyr_pyramid_build_counts(store->vertices, &store->classes);
        store->has_vertices = result == HPYR_OK;
    }
    *out = store->vertices;
    return result;
}

/* ---- counts ---- */

/* The upper sides of the field have edges that no further cell has. */
static void bind_last(uint32_t program, const char *prefix, uint32_t first_unit, void *user) {
    const hpyr_isosurface *iso = user;
    const uint32_t *cells = iso->store->cells;
    bool is_top = iso->slab.first_owned + cells[2] == iso->desc.depth - 1;
    (void)first_unit;
    glUniform3i(hpi_gl_location(iso->context, program, prefix, "last"), (GLint)cells[0] - 1, (GLint)cells[1] - 1,
                is_top ? (GLint)cells[2] - 1 : -1);
}

/* A pyramid for its total alone. */
static hpyr_result total_of(hpyr_isosurface *iso, const hpyr_discriminator *discriminator, uint32_t max_count,
                            uint64_t *out) {
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(iso->store->pyramid);
    const hpyr_pyramid_desc desc = {.width = cells->width,
                                    .height = cells->height,
                                    .depth = cells->depth,
                                    .tiles_x = cells->tiles_x,
                                    .max_count = max_count};
    hpyr_pyramid *pyramid;
    uint32_t total = 0;
    hpyr_result result = hpyr_pyramid_create(iso->context, &desc, &pyramid);
    if (result == HPYR_OK)
        result = hpyr_pyramid_build(pyramid, discriminator, &iso->store->classes);
    if (result == HPYR_OK)
        result = hpyr_pyramid_total(pyramid, &total);
    hpyr_pyramid_destroy(pyramid);
    *out = total;
    return result;
}

static hpyr_result count_cells_and_edges(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    const hpyr_discriminator_desc desc = {.kind = HPYR_DISCRIMINATOR_CUSTOM,
                                          .glsl = hpi_gl_shader_text("isosurface/crossed_edges.glsl"),
                                          .bind = bind_last,
                                          .user = iso};
    hpyr_discriminator *edges;
    if (store->has_counts)
        return HPYR_OK;
    hpyr_result result = hpyr_discriminator_create(iso->context, &desc, &edges);
    if (result == HPYR_OK)
        result = total_of(iso, edges, 0, &store->crossed_edges);
    if (result == HPYR_OK)
        result = total_of(iso, store->active, 1, &store->active_cells);
    hpyr_discriminator_destroy(edges);
    store->has_counts = result == HPYR_OK;
    return result;
}

static hpyr_result expansion_counts(hpyr_isosurface *iso, hpyr_mesh_counts *counts, bool patient) {
    hpyr_pyramid *vertices;
    uint32_t total;
    hpyr_result result = hpi_isosurface_vertices_pyramid(iso, &vertices);
    if (result == HPYR_OK)
        result = patient ? hpyr_pyramid_total(vertices, &total) : hpyr_pyramid_try_total(vertices, &total);
    if (result == HPYR_OK)
        counts->triangles = total / VERTICES_OF_TRIANGLE;
    if (result != HPYR_OK || !patient)
        return result;
    result = count_cells_and_edges(iso);
    counts->active_cells = iso->store->active_cells;
    counts->crossed_edges = iso->store->crossed_edges;
    return result;
}

static hpyr_result expansion_command(hpyr_isosurface *iso, uint32_t buffer, uint64_t offset) {
    hpyr_pyramid *vertices;
    hpyr_result result = hpi_isosurface_vertices_pyramid(iso, &vertices);
    return result == HPYR_OK ? hpi_isosurface_write_command(iso, vertices, buffer, offset) : result;
}

const hpi_iso_engine hpi_isosurface_expansion_engine = {
    .bytes = expansion_bytes,
    .create = expansion_create,
    .destroy = expansion_destroy,
    .classify = expansion_classify,
    .build = expansion_build,
    .counts = expansion_counts,
    .extract = hpi_isosurface_expansion_extract,
    .download = hpi_isosurface_expansion_download,
    .command = expansion_command,
};
