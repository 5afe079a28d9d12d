/* surface_mesh.c - the vertices and the triangles of the cells that a surface crosses.
 * Source: Zhou et al. 2011, section IV-D, and Dyken et al. 2008, section 3.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include "core/traversal.h"

enum { SPLINE_ROWS = 4, LOOP_CORNERS = HPI_SURFACE_TRIANGLES + 2 };

/* Finds which cells have points enough. */
static hpyr_result draw_kept(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, cells, &surface->flags);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/kept.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_poisson_use_density(poisson, program, HPI_OCTREE_MORE_UNIT);
    hpi_list_bind_plane(octree->lists, program, "keys", HPI_OCTREE_MORE_UNIT + 1,
                        &surface->cells[surface->current].keys);
    hpi_octree_set(octree, program, "cells", cells);
    glUniform1f(hpi_gl_location(octree->context, program, "", "trim"), (float)surface->trim);
    return hpi_octree_draw(octree, program, &surface->flags, 0, cells);
}

/* Finds which edges of each cell are crossed, and how many triangles it has. */
static hpyr_result draw_words(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count;
    const bool trims = surface->trim > 0;
    const hpi_list_plane *const planes[] = {&surface->edges, &surface->triangles};
    GLuint program;
    hpyr_result result = trims ? draw_kept(poisson) : HPYR_OK;
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/cell_words.frag.glsl", trims ? "#define HPYR_TRIM\n" : "",
                                    &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, &surface->cells[surface->current]);
    hpi_list_bind(octree->lists, program, "cases", HPI_OCTREE_UNIT + 3, GL_TEXTURE_2D, surface->cases);
    if (trims) {
        hpi_list_bind_plane(octree->lists, program, "kept", HPI_OCTREE_UNIT + 4, &surface->flags);
        hpi_octree_set(octree, program, "around", 4);
    }
    hpi_octree_set(octree, program, "cells", cells);
    hpi_octree_set(octree, program, "corners", LOOP_CORNERS);
    return hpi_poisson_draw(poisson, program, planes, 2, cells);
}

/* Numbers the vertices of the cells. */
static hpyr_result scan_edges(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count;
    const hpyr_list firsts = hpi_octree_list(&surface->firsts);
    const hpyr_lists_scan_desc scan = {.input = firsts, .output = firsts, .length = {.count = cells}};
    hpyr_result result = hpi_octree_count_bits(octree, &surface->edges, 7, cells, &surface->firsts);
    if (result == HPYR_OK)
        result = hpyr_lists_scan(octree->lists, &scan);
    return result == HPYR_OK ? hpyr_lists_result(octree->lists, &surface->vertex_count) : result;
}

static hpyr_result draw_vertices(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t vertices = surface->vertex_count;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32F, vertices, &surface->positions);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/vertices.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, &surface->cells[surface->current]);
    hpi_list_bind_plane(octree->lists, program, "places", HPI_OCTREE_UNIT + 3, &surface->places);
    hpi_surface_use_function(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT + 4, surface->isovalue);
    hpi_octree_set(octree, program, "end", vertices);
    hpi_octree_set(octree, program, "rows", SPLINE_ROWS);
    return hpi_octree_draw(octree, program, &surface->positions, 0, vertices);
}

static hpyr_result find_vertices(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count;
    hpyr_result result = scan_edges(poisson);
    if (result == HPYR_OK)
        result =
            hpi_octree_need(octree, HPYR_FORMAT_R32UI, (uint64_t)cells << HPI_SURFACE_EDGE_SHIFT, &surface->places);
    if (result == HPYR_OK)
        result = hpi_octree_select(octree, &surface->edges, HPI_SURFACE_EDGE_SHIFT, cells, &surface->places);
    return result == HPYR_OK && surface->vertex_count ? draw_vertices(poisson) : result;
}

static hpyr_result find_triangles(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, (uint64_t)cells << HPI_SURFACE_TRIANGLE_SHIFT,
                                         &surface->triangle_places);
    if (result == HPYR_OK)
        result = hpi_octree_select(octree, &surface->triangles, HPI_SURFACE_TRIANGLE_SHIFT, cells,
                                   &surface->triangle_places);
    return result == HPYR_OK ? hpyr_lists_result(octree->lists, &surface->triangle_count) : result;
}

hpyr_result hpi_surface_find_mesh(hpyr_poisson *poisson) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t cells = surface->cell_count, limit = octree->context->caps.max_list_length;
    if (!cells)
        return HPYR_OK;
    if (cells > limit >> HPI_SURFACE_TRIANGLE_SHIFT)
        return hpi_gl_fail(octree->context, HPYR_ERROR_TOO_LARGE, "poisson: a surface of %u cells; this GL allows %u",
                           cells, limit >> HPI_SURFACE_TRIANGLE_SHIFT);
    hpyr_result result = hpi_octree_need_lists(octree, cells << HPI_SURFACE_TRIANGLE_SHIFT);
    if (result == HPYR_OK)
        result = hpi_poisson_need_words(poisson, cells, &surface->edges);
    if (result == HPYR_OK)
        result = hpi_poisson_need_words(poisson, cells, &surface->triangles);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, cells, &surface->firsts);
    if (result == HPYR_OK)
        result = draw_words(poisson);
    if (result == HPYR_OK)
        result = find_vertices(poisson);
    return result == HPYR_OK ? find_triangles(poisson) : result;
}
