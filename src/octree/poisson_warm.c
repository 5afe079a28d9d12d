/* poisson_warm.c - solutions that begin where the last one ended.  SPDX-License-Identifier: MIT
 *
 * The octree of the last solution and its values are kept while the next octree is built. At each depth the amounts of its
 * hats are tried: the values that they add are taken if they leave a smaller residual than none. */
#include "octree/surface.h"

#include "core/traversal.h"

#include <string.h>

enum { FUNCTION_UNITS = 2 };

static void exchange(hpi_list_plane *a, hpi_list_plane *b) {
    const hpi_list_plane kept = *a;
    *a = *b;
    *b = kept;
}

hpyr_result hpi_poisson_keep(hpyr_poisson *poisson) {
    hpi_poisson_before *before = &poisson->before;
    if (!poisson->octree->report.points)
        return HPYR_OK;
    hpyr_result result = hpi_surface_make_values(poisson);
    if (result != HPYR_OK)
        return result;
    exchange(&before->blocks, &poisson->octree->blocks);
    exchange(&before->values, &poisson->surface->values);
    before->report = poisson->octree->report;
    before->is_there = true;
    return HPYR_OK;
}

void hpi_poisson_compare_cubes(hpyr_poisson *poisson) {
    const hpyr_octree_cube *then = &poisson->before.report.cube, *now = &poisson->octree->report.cube;
    poisson->before.is_there = poisson->before.is_there && memcmp(then, now, sizeof *now) == 0;
}

hpyr_result hpi_poisson_draw_amounts(hpyr_poisson *poisson, int depth, const hpi_halves *target) {
    hpyr_octree *octree = poisson->octree;
    const hpi_poisson_before *before = &poisson->before;
    const uint32_t blocks = octree->levels[depth].blocks;
    const hpi_list_plane *const targets[] = {&target->lower, &target->upper};
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/warm.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use_nodes(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT, &before->blocks, &before->report);
    hpi_surface_use_values(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT + 1, &before->values);
    hpi_list_bind_plane(octree->lists, program, "families", HPI_OCTREE_UNIT + FUNCTION_UNITS,
                        &octree->levels[depth].families);
    hpi_list_bind_plane(octree->lists, program, "inner", HPI_OCTREE_UNIT + FUNCTION_UNITS + 1,
                        &poisson->levels[depth].inner);
    hpi_octree_set(octree, program, "blocks", blocks);
    hpi_octree_set(octree, program, "depth", depth);
    return hpi_poisson_draw(poisson, program, targets, 2, blocks);
}
