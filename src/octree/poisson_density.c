/* poisson_density.c - how dense points lie, and the areas of samples.  SPDX-License-Identifier: MIT
 *
 * Points are counted at the vertices of the last depth, because there are many of these, so that no
 * fragment has many points. The densities of each depth above are sums of those of the next one, and
 * have the same value as if points were counted there: hats are sums of hats of the next depth. */
#include "octree/poisson_object.h"

#include "core/traversal.h"
#include "octree/vectors.h"

#include <math.h>

enum {
    FIRST_UNIT = HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS,
    CORNERS = 8,
    PARTS = 18 /* see poisson/points_around.glsl */,
    TEXELS = 2 /* of a block */
};

static hpyr_result count(hpyr_poisson *poisson, int depth, hpi_halves *target) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_poisson_need_halves(poisson, blocks, target);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, "octree/poisson/count.frag.glsl", depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    const hpi_list_plane *const targets[] = {&target->lower, &target->upper};
    hpi_list_bind_plane(octree->lists, program, "inner", FIRST_UNIT, &poisson->levels[depth].inner);
    hpi_list_bind_plane(octree->lists, program, "positions", FIRST_UNIT + 1, &poisson->positions);
    hpi_octree_set(octree, program, "parts", PARTS);
    hpi_poisson_set_last_cell(poisson, program);
    return hpi_poisson_draw(poisson, program, targets, 2, blocks);
}

/* Blocks of all depths that stand before a depth. */
static uint32_t blocks_before(const hpyr_poisson *poisson, int depth) {
    return (poisson->octree->report.first_node[depth] - 1) / HPI_OCTREE_BLOCK;
}

static hpyr_result store(hpyr_poisson *poisson, int depth, const hpi_halves *densities) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t first = TEXELS * blocks_before(poisson, depth), blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/density.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "lower", "upper", HPI_OCTREE_MORE_UNIT, densities);
    hpi_octree_set(octree, program, "first", first);
    hpi_octree_set(octree, program, "blocks", blocks);
    return hpi_octree_draw(octree, program, &poisson->density, first, first + (uint64_t)TEXELS * blocks);
}

hpyr_result hpi_poisson_make_density(hpyr_poisson *poisson) {
    const int last = (int)poisson->octree->desc.depth, counted = (int)poisson->desc.density_depth;
    hpi_halves *densities = &poisson->moments[0], *moments = &poisson->moments[1];
    hpyr_result result =
        hpi_poisson_need(poisson, (uint64_t)TEXELS * blocks_before(poisson, counted + 1), &poisson->density);
    if (result == HPYR_OK)
        result = count(poisson, last, densities);
    for (int depth = last; result == HPYR_OK && depth > 0; depth--) {
        if (depth < last)
            result = hpi_poisson_draw_from_moments(poisson, "octree/poisson/density_moments.frag.glsl", depth + 1,
                                                   densities, moments);
        if (result == HPYR_OK && depth < last)
            result = hpi_poisson_draw_from_moments(poisson, "octree/poisson/gather_moments.frag.glsl", depth, moments,
                                                   densities);
        if (result == HPYR_OK && depth <= counted)
            result = store(poisson, depth, densities);
        /* This is also the sum of w at all points, for w is a sum of hats times densities, and a density is the sum of
         * its hat at all points. */
        if (result == HPYR_OK && depth == counted && hpi_poisson_is_screened(poisson, last) &&
            !poisson->desc.unweighted)
            result = hpi_poisson_sum_squares(poisson, depth, densities);
    }
    return result;
}

void hpi_poisson_use_density(const hpyr_poisson *poisson, GLuint program, GLuint unit) {
    hpi_list_bind_plane(poisson->octree->lists, program, "density", unit, &poisson->density);
    hpi_octree_set(poisson->octree, program, "density_depth", poisson->desc.density_depth);
    hpi_octree_set(poisson->octree, program, "density_corners", CORNERS);
}

hpyr_result hpi_poisson_weigh_normals(hpyr_poisson *poisson, uint32_t stride) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t points = octree->report.points;
    const int below = (int)(octree->desc.depth - poisson->desc.density_depth);
    const bool is_screened = hpi_poisson_is_screened(poisson, (int)octree->desc.depth);
    GLuint program;
    hpyr_result result = hpi_poisson_need(poisson, points, &poisson->normals);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/weighted.frag.glsl",
                                    is_screened ? "#define HPYR_SCREENED\n" : "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_octree_bind_vectors(octree, program, &poisson->floats, stride, points + octree->report.skipped);
    hpi_octree_bind(octree, program, "order", 1, &octree->order);
    hpi_octree_bind(octree, program, "positions", 2, &poisson->positions);
    hpi_poisson_use_density(poisson, program, HPI_OCTREE_MORE_UNIT + 3);
    if (is_screened)
        hpi_list_bind(octree->lists, program, "squares", HPI_OCTREE_MORE_UNIT + 4, GL_TEXTURE_2D,
                      poisson->sums[poisson->sum].texture);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "cell"), ldexpf(1, 2 * below));
    return hpi_octree_draw(octree, program, &poisson->normals, 0, points);
}
