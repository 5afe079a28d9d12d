/* poisson_warm.c - solutions that begin where the last one ended.  SPDX-License-Identifier: MIT
 *
 * The octree of the last solution and its values are kept while the next octree is built. At each depth the amounts of its
 * hats are tried: the values that they add are taken if they leave a smaller residual than none. */
#include "octree/surface.h"

#include "core/traversal.h"

#include <string.h>

static void exchange(hpi_list_plane *a, hpi_list_plane *b) {
    const hpi_list_plane kept = *a;
    *a = *b;
    *b = kept;
}

static bool are_equal(const hpyr_octree_cube *a, const hpyr_octree_cube *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static hpyr_result keep(hpyr_poisson *poisson) {
    hpi_poisson_before *before = &poisson->before;
    hpyr_result result = hpi_surface_make_values(poisson);
    before->is_left = result == HPYR_NOT_READY;
    before->is_there = result == HPYR_OK;
    if (result != HPYR_OK)
        return result;
    exchange(&before->blocks, &poisson->octree->blocks);
    exchange(&before->values, &poisson->surface->values);
    before->report = poisson->octree->report;
    return HPYR_OK;
}

hpyr_result hpi_poisson_prepare(hpyr_poisson *poisson, const hpyr_poisson_points *points, bool was_solved) {
    hpi_poisson_before *before = &poisson->before;
    const hpyr_octree_report *last = &poisson->octree->report;
    const bool may_help = points->warm && (!(points->cube.side > 0) || are_equal(&points->cube, &last->cube));
    const bool is_left = before->is_left;
    before->is_left = before->is_used = false;
    if (was_solved || !points->warm)
        before->is_there = false;
    return (was_solved || is_left) && may_help && last->points ? keep(poisson) : HPYR_OK;
}

void hpi_poisson_compare_cubes(hpyr_poisson *poisson) {
    hpi_poisson_before *before = &poisson->before;
    before->is_used = before->is_there && are_equal(&before->report.cube, &poisson->octree->report.cube);
}

hpyr_result hpi_poisson_draw_amounts(hpyr_poisson *poisson, int depth, const hpi_halves *target) {
    hpyr_octree *octree = poisson->octree;
    const hpi_poisson_before *before = &poisson->before;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/poisson/warm.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use_nodes(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT, &before->blocks, &before->report);
    hpi_surface_use_values(poisson, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT + 1, &before->values);
    hpi_list_bind_plane(octree->lists, program, "families", HPI_OCTREE_UNIT + HPI_SURFACE_FUNCTION_UNITS,
                        &octree->levels[depth].families);
    hpi_list_bind_plane(octree->lists, program, "inner", HPI_OCTREE_UNIT + HPI_SURFACE_FUNCTION_UNITS + 1,
                        &poisson->levels[depth].inner);
    hpi_octree_set(octree, program, "blocks", blocks);
    hpi_octree_set(octree, program, "depth", depth);
    return hpi_poisson_draw_halves(poisson, program, target, blocks);
}
