/* poisson_screening.c - how the function is drawn to one number at the points.
 * Source: Kazhdan and Hoppe 2013 (docs/papers.md); histopyramid/reference/poisson.h says what differs.
 * SPDX-License-Identifier: MIT */
#include "octree/poisson_object.h"

#include <math.h>

enum { FIRST_UNIT = HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS, FIRST_SCREENED = 3 /* depth */ };

bool hpi_poisson_is_screened(const hpyr_poisson *poisson, int depth) {
    return poisson->desc.screening > 0 && depth >= FIRST_SCREENED;
}

/* Samples of a depth, of the points or of the samples of the depth below. */
static hpyr_result make_depth(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks, nodes = HPI_OCTREE_BLOCK * blocks;
    const bool is_last = depth == (int)poisson->desc.depth;
    hpi_list_plane *target = &poisson->levels[depth].samples;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_RGBA32F, nodes, target); /* no others are drawn with it */
    if (result == HPYR_OK)
        result = hpi_octree_use_level(
            octree, is_last ? "octree/poisson/samples.frag.glsl" : "octree/poisson/samples_above.frag.glsl", depth,
            blocks, &program);
    if (result != HPYR_OK)
        return result;
    if (is_last) {
        hpi_list_bind_plane(octree->lists, program, "positions", FIRST_UNIT, &poisson->positions);
        hpi_list_bind_plane(octree->lists, program, "normals", FIRST_UNIT + 1, &poisson->normals);
        hpi_poisson_set_last_cell(poisson, program);
    } else {
        hpi_list_bind_plane(octree->lists, program, "samples", FIRST_UNIT, &poisson->levels[depth + 1].samples);
        hpi_octree_set(octree, program, "children", HPI_OCTREE_BLOCK);
    }
    return hpi_octree_draw(octree, program, target, 0, nodes);
}

hpyr_result hpi_poisson_make_samples(hpyr_poisson *poisson) {
    hpyr_result result = HPYR_OK;
    const int last = (int)poisson->desc.depth;
    if (!hpi_poisson_is_screened(poisson, last))
        return HPYR_OK;
    for (int depth = last; result == HPYR_OK && depth >= FIRST_SCREENED - 1; depth--)
        result = make_depth(poisson, depth);
    return result == HPYR_OK ? hpi_poisson_sum_at_points(poisson, FIRST_SCREENED - 1, true, true, &poisson->area)
                             : result;
}

static hpyr_result draw_sampled(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_octree_need(octree, HPYR_FORMAT_R32UI, blocks, &poisson->sampled);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, "octree/poisson/sampled.frag.glsl", depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_plane(octree->lists, program, "samples", FIRST_UNIT, &poisson->levels[depth].samples);
    hpi_octree_set(octree, program, "cells", HPYR_OCTREE_PLACES);
    return hpi_octree_draw(octree, program, &poisson->sampled, 0, blocks);
}

hpyr_result hpi_poisson_find_target(hpyr_poisson *poisson, int depth) {
    float sum;
    if (!hpi_poisson_is_screened(poisson, depth))
        return HPYR_OK;
    hpyr_result result = hpi_poisson_sum_at_points(poisson, depth - 1, true, false, &sum);
    const float area = ldexpf(poisson->area, 2 * (depth - FIRST_SCREENED));
    poisson->target = area > 0 ? sum / area : 0;
    return result == HPYR_OK ? draw_sampled(poisson, depth) : result;
}

void hpi_poisson_use_samples(const hpyr_poisson *poisson, GLuint program, int depth, GLuint unit) {
    const hpyr_context *context = poisson->context;
    if (!hpi_poisson_is_screened(poisson, depth))
        return;
    hpi_list_bind_plane(poisson->octree->lists, program, "samples", unit, &poisson->levels[depth].samples);
    hpi_octree_set(poisson->octree, program, "cells", HPYR_OCTREE_PLACES);
    glUniform1f(hpi_gl_location(context, program, "", "screening"), (float)poisson->desc.screening);
    glUniform1f(hpi_gl_location(context, program, "", "screening_target"), poisson->target);
}
