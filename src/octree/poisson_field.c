/* poisson_field.c - the vector field of the normals, and its divergence at all depths.
 * Source: Zhou et al. 2011, section IV-B.  SPDX-License-Identifier: MIT
 *
 * The paper sums the field's part over all nodes of the last depth below a node and its neighbors.
 * Here a cell keeps eight moments, the integrals over the cell for the hats at its corners. Those of
 * a cell are sums over its eight parts, so each depth is made of the one below it, and a vertex sums
 * the moments of the eight cells around it. */
#include "octree/poisson_object.h"

#include "octree/vectors.h"

#include <math.h>

enum {
    PLANES = 4,
    HALF_PARTS = 12 /* see poisson/points_around.glsl */,
    FIRST_UNIT = HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS
};

static hpyr_result draw_inner(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, blocks, &poisson->levels[depth].inner);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, "octree/poisson/inner.frag.glsl", depth, blocks, &program);
    return result == HPYR_OK ? hpi_octree_draw(octree, program, &poisson->levels[depth].inner, 0, blocks) : result;
}

/* ---- the field ---- */

static hpyr_result sort_vectors(hpyr_poisson *poisson, const hpi_list_plane *floats, uint32_t stride, bool are_normals,
                                hpi_list_plane *target) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t points = octree->report.points;
    GLuint program;
    hpyr_result result = hpi_poisson_need(poisson, points, target);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/sorted.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_bind_vectors(octree, program, floats, stride, points + octree->report.skipped);
    hpi_octree_set_cells(octree, program);
    hpi_octree_bind(octree, program, "order", 1, &octree->order);
    hpi_octree_set(octree, program, "are_normals", are_normals);
    hpi_octree_set(octree, program, "anchors", poisson->anchors);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "cells"), ldexpf(1, (int)octree->desc.depth));
    return hpi_octree_draw(octree, program, target, 0, points);
}

static hpyr_result draw_field(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_poisson_need_field(poisson, blocks);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, "octree/poisson/field.frag.glsl", depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_plane(octree->lists, program, "inner", FIRST_UNIT, &poisson->levels[depth].inner);
    hpi_list_bind_plane(octree->lists, program, "positions", FIRST_UNIT + 1, &poisson->positions);
    hpi_list_bind_plane(octree->lists, program, "normals", FIRST_UNIT + 2, &poisson->normals);
    hpi_octree_set(octree, program, "parts", HALF_PARTS);
    hpi_poisson_set_last_cell(poisson, program);
    return hpi_poisson_draw_field(poisson, program, blocks);
}

/* ---- divergence ---- */

/* b of the last depth, or the moments of the depth above it: both are made of the field. */
static hpyr_result draw_from_field(hpyr_poisson *poisson, const char *entry, hpi_halves *target) {
    hpyr_octree *octree = poisson->octree;
    const int depth = (int)octree->desc.depth;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_poisson_need_halves(poisson, blocks, target);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, entry, depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_field(poisson, program, FIRST_UNIT);
    hpi_list_bind_plane(octree->lists, program, "inner", FIRST_UNIT + 1, &poisson->levels[depth].inner);
    hpi_octree_set(octree, program, "planes", PLANES);
    hpi_octree_set(octree, program, "vertices", HPYR_OCTREE_PLACES);
    return hpi_poisson_draw_halves(poisson, program, target, blocks);
}

static hpyr_result make_divergence(hpyr_poisson *poisson) {
    const int last = (int)poisson->octree->desc.depth;
    const bool is_screened = hpi_poisson_is_screened(poisson, last);
    hpi_halves *divergence = &poisson->levels[last].divergence, *rough = &poisson->moments[1];
    int from = 0;
    hpyr_result result =
        draw_from_field(poisson, "octree/poisson/divergence.frag.glsl", is_screened ? rough : divergence);
    if (result == HPYR_OK && is_screened)
        result = hpi_poisson_draw_from_moments(poisson, "octree/poisson/smooth.frag.glsl", last, rough, divergence);
    if (result == HPYR_OK && last > 1)
        result = draw_from_field(poisson, "octree/poisson/moments.frag.glsl", &poisson->moments[from]);
    for (int depth = last - 1; result == HPYR_OK && depth > 0; depth--, from = !from) {
        result = hpi_poisson_draw_from_moments(poisson, "octree/poisson/gather_moments.frag.glsl", depth,
                                               &poisson->moments[from], &poisson->levels[depth].divergence);
        if (result == HPYR_OK && depth > 1)
            result = hpi_poisson_draw_from_moments(poisson, "octree/poisson/moments_above.frag.glsl", depth,
                                                   &poisson->moments[from], &poisson->moments[!from]);
    }
    return result;
}

hpyr_result hpi_poisson_make_field(hpyr_poisson *poisson, const hpyr_poisson_points *points) {
    hpyr_octree *octree = poisson->octree;
    hpyr_attribute normals;
    hpyr_result result = hpi_octree_check_vectors(octree, &points->normals, points->count, "octree: normals", &normals);
    if (result != HPYR_OK || !octree->report.points)
        return result;
    result = hpi_octree_copy_vectors(octree, &normals, points->count, &poisson->floats);
    for (int depth = 1; result == HPYR_OK && depth <= (int)octree->desc.depth; depth++)
        result = draw_inner(poisson, depth);
    if (result == HPYR_OK)
        result = sort_vectors(poisson, &octree->floats, octree->stride, false, &poisson->positions);
    if (result == HPYR_OK)
        result = hpi_poisson_make_density(poisson);
    if (result == HPYR_OK)
        result = poisson->desc.unweighted
                     ? sort_vectors(poisson, &poisson->floats, normals.stride, true, &poisson->normals)
                     : hpi_poisson_weigh_normals(poisson, normals.stride);
    if (result == HPYR_OK)
        result = draw_field(poisson, (int)octree->desc.depth);
    return result == HPYR_OK ? make_divergence(poisson) : result;
}
