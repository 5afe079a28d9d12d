/* poisson_moments.c - numbers of the nodes of one depth, made of those of the depth below.
 * Source: Zhou et al. 2011, section IV-B.  SPDX-License-Identifier: MIT */
#include "octree/poisson_object.h"

enum { CHILDREN = 8, ROWS = 12, FIRST_UNIT = HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS };

hpyr_result hpi_poisson_draw_halves(const hpyr_poisson *poisson, GLuint program, const hpi_halves *target,
                                    uint32_t blocks) {
    const hpi_list_plane *const planes[] = {&target->lower, &target->upper};
    return hpi_poisson_draw(poisson, program, planes, 2, blocks);
}

hpyr_result hpi_poisson_draw_from_moments(hpyr_poisson *poisson, const char *entry, int depth,
                                          const hpi_halves *moments, hpi_halves *target) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    hpyr_result result = hpi_poisson_need_halves(poisson, blocks, target);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, entry, depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "lower", "upper", FIRST_UNIT, moments);
    hpi_list_bind_plane(octree->lists, program, "inner", FIRST_UNIT + 2, &poisson->levels[depth].inner);
    hpi_octree_set(octree, program, "cells", HPYR_OCTREE_PLACES);
    hpi_octree_set(octree, program, "children", CHILDREN);
    hpi_octree_set(octree, program, "rows", ROWS);
    hpi_octree_set(octree, program, "key_bits", ((int64_t)1 << 3 * (depth - 1)) - 1);
    return hpi_poisson_draw_halves(poisson, program, target, blocks);
}
