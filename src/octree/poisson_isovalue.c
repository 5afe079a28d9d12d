/* poisson_isovalue.c - sums of the function at points.
 * Source: Zhou et al. 2011, section IV-C.  SPDX-License-Identifier: MIT */
#include "octree/poisson_object.h"

hpyr_result hpi_poisson_sum_at_points(hpyr_poisson *poisson, int depth, bool are_samples, bool areas_alone,
                                      float *sum) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t blocks = octree->levels[depth].blocks;
    GLuint program;
    *sum = 0;
    hpyr_result result = hpi_poisson_need(poisson, blocks, &poisson->numbers);
    if (result == HPYR_OK)
        result = hpi_octree_use_level(octree, "octree/poisson/isovalue.frag.glsl", depth, blocks, &program);
    if (result != HPYR_OK)
        return result;
    hpi_poisson_bind_halves(poisson, program, "values_lower", "values_upper",
                            HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS, &poisson->levels[depth].values);
    hpi_list_bind_plane(octree->lists, program, "positions", HPI_OCTREE_MORE_UNIT + HPI_OCTREE_LEVEL_UNITS + 2,
                        are_samples ? &poisson->levels[depth].samples : &poisson->positions);
    hpi_octree_set(octree, program, "are_samples", are_samples);
    hpi_octree_set(octree, program, "areas_alone", areas_alone);
    hpi_octree_set(octree, program, "vertices", HPYR_OCTREE_PLACES);
    hpi_octree_set(octree, program, "children", HPI_OCTREE_BLOCK);
    hpi_poisson_set_last_cell(poisson, program);
    const hpi_list_plane *const targets[] = {&poisson->numbers};
    result = hpi_poisson_draw(poisson, program, targets, 1, blocks);
    if (result == HPYR_OK)
        result = hpi_poisson_sum(poisson, blocks);
    if (result == HPYR_OK)
        *sum = hpi_poisson_read_sum(poisson);
    return result;
}
