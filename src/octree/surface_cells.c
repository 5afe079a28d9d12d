/* surface_cells.c - the cells that a surface crosses.
 * Source: Zhou et al. 2011, section IV-D.  SPDX-License-Identifier: MIT
 *
 * Most of these cells are leaves of the last depth. A leaf above it is divided down to the last depth,
 * and only those parts are kept that the surface crosses. They come from depth to depth: the parts of
 * the cells of one depth, and behind them the leaves of the next one. So in the end they are out of
 * order, and are sorted by their keys. */
#include "octree/surface.h"

#include "core/traversal.h"

enum { RANGES = HPI_OCTREE_MOST_WORDS, RANGE_TEXELS = 256 /* so that a row holds them */ };

void hpi_surface_bind_cells(const hpyr_poisson *poisson, GLuint program, GLuint unit, const hpi_surface_cells *cells) {
    hpi_list_bind_plane(poisson->octree->lists, program, "keys", unit, &cells->keys);
    hpi_poisson_bind_halves(poisson, program, "lower", "upper", unit + 1, &cells->corners);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "isovalue"), poisson->surface->isovalue);
}

static hpyr_result need_cells(const hpyr_poisson *poisson, uint32_t count, hpi_surface_cells *cells) {
    hpyr_result result = hpi_poisson_need_words(poisson, count, &cells->keys);
    return result == HPYR_OK ? hpi_poisson_need_halves(poisson, count, &cells->corners) : result;
}

/* Draws keys and corners. */
static hpyr_result draw_cells(const hpyr_poisson *poisson, GLuint program, const hpi_surface_cells *cells,
                              uint32_t end) {
    const hpi_list_plane *const planes[] = {&cells->keys, &cells->corners.lower, &cells->corners.upper};
    return hpi_poisson_draw(poisson, program, planes, 3, end);
}

/* ---- leaves ---- */

/* Lists the leaves of all depths that the surface crosses, and waits for their number. */
static hpyr_result find_leaves(hpyr_poisson *poisson, uint32_t *count) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const uint32_t nodes = octree->report.nodes - 1, blocks = nodes / HPI_OCTREE_BLOCK;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, blocks, &surface->flags);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, nodes, &surface->places);
    if (result == HPYR_OK)
        result = hpi_octree_need_lists(octree, nodes);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/leaf_flags.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_use_function(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT, surface->isovalue);
    hpi_octree_set(octree, program, "blocks", blocks);
    hpi_octree_set(octree, program, "vertices", HPYR_OCTREE_PLACES);
    result = hpi_octree_draw(octree, program, &surface->flags, 0, blocks);
    if (result == HPYR_OK)
        result = hpi_octree_select(octree, &surface->flags, HPI_OCTREE_BLOCK_SHIFT, blocks, &surface->places);
    return result == HPYR_OK ? hpyr_lists_result(octree->lists, count) : result;
}

/* Reads where each depth begins in the list of leaves. */
static hpyr_result read_ranges(hpyr_poisson *poisson, uint32_t count, uint32_t ranges[RANGES]) {
    hpyr_octree *octree = poisson->octree;
    hpi_list_plane target = {0};
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, RANGE_TEXELS, &target);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/ranges.frag.glsl", "", &program);
    if (result == HPYR_OK) {
        hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
        hpi_octree_bind(octree, program, "keys", 0, &poisson->surface->places);
        hpi_octree_set(octree, program, "count", count);
        result = hpi_octree_draw(octree, program, &target, 0, RANGES);
    }
    if (result == HPYR_OK)
        hpi_octree_read_words(octree, RANGES, ranges);
    hpi_list_plane_destroy(poisson->context, &target);
    return result;
}

/* Makes cells of the leaves [from, end) of the list, behind the cells that there are. */
static hpyr_result add_leaves(hpyr_poisson *poisson, uint32_t from, uint32_t end, uint32_t first) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    GLuint program;
    if (from == end)
        return HPYR_OK;
    hpyr_result result = hpi_octree_program(octree, "octree/surface/leaf_cells.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_use_function(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT, surface->isovalue);
    hpi_list_bind_plane(octree->lists, program, "places", HPI_OCTREE_UNIT + HPI_SURFACE_FUNCTION_UNITS,
                        &surface->places);
    hpi_octree_set(octree, program, "from", from);
    hpi_octree_set(octree, program, "first", first);
    hpi_octree_set(octree, program, "end", first + end - from);
    return draw_cells(poisson, program, &surface->cells[surface->current], first + end - from);
}

/* ---- parts of leaves ---- */

/* Lists the parts of cells that the surface crosses, and waits for their number. */
static hpyr_result find_parts(hpyr_poisson *poisson, uint32_t cells, uint32_t *parts) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    GLuint program;
    if (cells > octree->context->caps.max_list_length / HPI_OCTREE_BLOCK)
        return hpi_gl_fail(octree->context, HPYR_ERROR_TOO_LARGE,
                           "poisson: a surface of more than %u cells; its leaves "
                           "above the last depth are many",
                           cells);
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, cells, &surface->flags);
    if (result == HPYR_OK)
        result =
            hpi_octree_need(octree, HPYR_FORMAT_R32UI, (uint64_t)cells * HPI_OCTREE_BLOCK, &surface->triangle_places);
    if (result == HPYR_OK)
        result = hpi_octree_need_lists(octree, cells * HPI_OCTREE_BLOCK);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/part_flags.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, &surface->cells[surface->current]);
    hpi_octree_set(octree, program, "cells", cells);
    hpi_octree_set(octree, program, "vertices", HPYR_OCTREE_PLACES);
    result = hpi_octree_draw(octree, program, &surface->flags, 0, cells);
    if (result == HPYR_OK)
        result = hpi_octree_select(octree, &surface->flags, HPI_OCTREE_BLOCK_SHIFT, cells, &surface->triangle_places);
    return result == HPYR_OK ? hpyr_lists_result(octree->lists, parts) : result;
}

/* Replaces the cells by their parts, with room for some more. */
static hpyr_result divide(hpyr_poisson *poisson, uint32_t parts, uint32_t more) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const hpi_surface_cells *from = &surface->cells[surface->current];
    hpi_surface_cells *to = &surface->cells[!surface->current];
    GLuint program;
    hpyr_result result = need_cells(poisson, parts + more, to);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/part_cells.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, from);
    hpi_list_bind_plane(octree->lists, program, "places", HPI_OCTREE_UNIT + 3, &surface->triangle_places);
    hpi_octree_set(octree, program, "end", parts);
    surface->current = !surface->current;
    return draw_cells(poisson, program, to, parts);
}

/* ---- order ---- */

static hpyr_result sort_cells(hpyr_poisson *poisson, uint32_t count) {
    hpyr_octree *octree = poisson->octree;
    struct hpi_surface *surface = poisson->surface;
    const hpi_surface_cells *from = &surface->cells[surface->current];
    hpi_surface_cells *to = &surface->cells[!surface->current];
    const hpi_list_plane *const planes[] = {&to->corners.lower, &to->corners.upper};
    GLuint program;
    hpyr_result result = need_cells(poisson, count, to);
    if (result == HPYR_OK)
        result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, count, &surface->firsts);
    if (result == HPYR_OK)
        result = hpi_octree_need_lists(octree, count);
    if (result != HPYR_OK)
        return result;
    const hpyr_lists_sort_desc sort = {.keys = hpi_octree_list(&from->keys),
                                       .sorted_keys = hpi_octree_list(&to->keys),
                                       .sorted_values = hpi_octree_list(&surface->firsts),
                                       .bit_count = 3 * octree->desc.depth,
                                       .length = {.count = count}};
    result = hpyr_lists_sort(octree->lists, &sort);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/surface/sorted_cells.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_surface_bind_cells(poisson, program, HPI_OCTREE_UNIT, from);
    hpi_list_bind_plane(octree->lists, program, "order", HPI_OCTREE_UNIT + 3, &surface->firsts);
    hpi_octree_set(octree, program, "end", count);
    surface->current = !surface->current;
    return hpi_poisson_draw(poisson, program, planes, 2, count);
}

hpyr_result hpi_surface_find_cells(hpyr_poisson *poisson) {
    const int last = (int)poisson->octree->report.depth;
    struct hpi_surface *surface = poisson->surface;
    uint32_t ranges[RANGES] = {0}, leaves = 0, cells = 0, parts = 0;
    hpyr_result result = find_leaves(poisson, &leaves);
    if (result == HPYR_OK && leaves)
        result = read_ranges(poisson, leaves, ranges);
    for (int depth = 1; result == HPYR_OK && leaves && depth <= last; depth++) {
        const uint32_t from = ranges[depth], end = depth < last ? ranges[depth + 1] : leaves, own = end - from;
        parts = 0;
        if (cells)
            result = find_parts(poisson, cells, &parts);
        if (result == HPYR_OK && parts)
            result = divide(poisson, parts, own);
        else if (result == HPYR_OK)
            result = need_cells(poisson, own, &surface->cells[surface->current]);
        if (result == HPYR_OK)
            result = add_leaves(poisson, from, end, parts);
        cells = parts + own;
    }
    surface->cell_count = cells;
    return result == HPYR_OK && parts ? sort_cells(poisson, cells) : result;
}
