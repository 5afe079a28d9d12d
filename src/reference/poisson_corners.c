/* poisson_corners.c - numbers at the corners of cells, and which nodes stand for these corners.
 * SPDX-License-Identifier: MIT */
#include "reference/poisson.h"

#include <math.h>

#include "reference/octree.h"

uint32_t hpi_reference_poisson_bit(uint32_t corner, uint32_t axis) {
    return corner >> (2 - axis) & 1;
}

octree_cell hpi_reference_poisson_bits(uint32_t corner) {
    return hpi_reference_octree_cell(corner, 1);
}

uint32_t hpi_reference_poisson_vertex(const hpyr_ref_octree *octree, uint32_t node, uint32_t corner) {
    const octree_cell bits = hpi_reference_poisson_bits(corner);
    const uint32_t place = hpi_reference_octree_place_at((octree_cell){1 + bits.x, 1 + bits.y, 1 + bits.z});
    return octree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][(size_t)node * HPYR_OCTREE_PLACES + place];
}

uint32_t hpi_reference_poisson_cell(const hpyr_ref_octree *octree, uint32_t node, uint32_t corner) {
    const octree_cell bits = hpi_reference_poisson_bits(corner);
    const uint32_t place = hpi_reference_octree_place_at((octree_cell){1 - bits.x, 1 - bits.y, 1 - bits.z});
    return octree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS][(size_t)node * HPYR_OCTREE_PLACES + place];
}

double hpi_reference_poisson_weight(uint32_t corner, uint32_t child, uint32_t child_corner) {
    double weight = 1;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double along =
            (hpi_reference_poisson_bit(child, axis) + hpi_reference_poisson_bit(child_corner, axis)) / 2.0;
        weight *= hpi_reference_poisson_bit(corner, axis) ? along : 1 - along;
    }
    return weight;
}

poisson_corners hpi_reference_poisson_part(const poisson_corners *numbers, uint32_t child) {
    poisson_corners part = {{0}};
    for (uint32_t i = 0; i < POISSON_CORNERS; i++)
        for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
            part.at[i] += hpi_reference_poisson_weight(corner, child, i) * numbers->at[corner];
    return part;
}

/* Hats of depth d vanish at vertices of this depth that are not inner: there f_d is f_(d-1). */
poisson_corners hpi_reference_poisson_update(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                             uint32_t node, const poisson_corners *before) {
    poisson_corners after = *before;
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        const uint32_t vertex = hpi_reference_poisson_vertex(octree, node, corner);
        if (vertex != HPYR_OCTREE_NONE && poisson->inner[vertex])
            after.at[corner] = poisson->values[vertex];
    }
    return after;
}

void hpi_reference_poisson_place(const hpyr_ref_octree *octree, const double position[3], double coordinates[3]) {
    const hpyr_octree_cube *cube = &octree->report.cube;
    for (uint32_t axis = 0; axis < 3; axis++)
        coordinates[axis] = fmin(fmax((position[axis] - cube->origin[axis]) / cube->side, 0), 1);
}

void hpi_reference_poisson_point(const hpyr_ref_octree *octree, const poisson_input *input, uint32_t number,
                                 double coordinates[3]) {
    const float *at =
        input->positions + (size_t)octree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][number] * input->position_stride;
    hpi_reference_poisson_place(octree, (double[3]){at[0], at[1], at[2]}, coordinates);
}

bool hpi_reference_poisson_locate(const hpyr_ref_octree *octree, const double position[3], double coordinates[3]) {
    const hpyr_octree_cube *cube = &octree->report.cube;
    for (uint32_t axis = 0; axis < 3; axis++) {
        coordinates[axis] = (position[axis] - cube->origin[axis]) / cube->side;
        if (!(coordinates[axis] >= 0 && coordinates[axis] < 1))
            return false;
    }
    return true;
}
