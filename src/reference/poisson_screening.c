/* poisson_screening.c - the oracle's Poisson reconstruction: how f is drawn to one number at the points.
 * SPDX-License-Identifier: MIT
 *
 * Source: M. Kazhdan, H. Hoppe, "Screened Poisson Surface Reconstruction", ACM Transactions on Graphics 32(3), 2013;
 * histopyramid/reference/poisson.h says what differs. */
#include "reference/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"

/* ---- samples ---- */

bool hpi_reference_poisson_is_anchor(const hpyr_ref_octree *octree, const poisson_input *input, uint32_t number) {
    return !input->anchors || octree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][number] < input->anchors;
}

/* Adds a point to the samples of its node and of all nodes above: areas, and sums of area * coordinates. */
static void add_point(const hpyr_ref_octree *octree, uint32_t node, double area, const double coordinates[3],
                      poisson_sample *samples) {
    for (; node != HPYR_OCTREE_NONE; node = octree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node], area /= 4) {
        samples[node].area += area;
        for (uint32_t axis = 0; axis < 3; axis++)
            samples[node].within[axis] += area * coordinates[axis];
    }
}

poisson_sample *hpi_reference_poisson_samples(const hpyr_ref_octree *octree, const poisson_input *input,
                                              const hpyr_ref_poisson *poisson, bool unweighted) {
    const uint32_t *first_node = octree->report.first_node;
    const double largest = hpi_reference_poisson_largest_area(octree, input, poisson, unweighted);
    poisson_sample *samples = calloc(octree->report.nodes, sizeof *samples);
    for (uint32_t i = 0; samples && i < octree->report.points; i++) {
        double coordinates[3];
        if (!hpi_reference_poisson_is_anchor(octree, input, i))
            continue;
        hpi_reference_poisson_point(octree, input, i, coordinates);
        const double area = hpi_reference_poisson_area(octree, poisson, unweighted, coordinates);
        add_point(octree, octree->arrays[HPYR_OCTREE_ARRAY_POINT_NODES][i], fmin(area, largest), coordinates, samples);
    }
    for (uint32_t depth = 0; samples && depth <= octree->report.depth; depth++)
        for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++) {
            const octree_cell cell = hpi_reference_octree_cell(octree->arrays[HPYR_OCTREE_ARRAY_KEYS][node], depth);
            const int32_t low[3] = {cell.x, cell.y, cell.z};
            for (uint32_t axis = 0; axis < 3 && samples[node].area > 0; axis++)
                samples[node].within[axis] =
                    ldexp(samples[node].within[axis] / samples[node].area, (int)depth) - low[axis];
        }
    return samples;
}

/* ---- sums over samples ---- */

static double corner_weight(const poisson_sample *sample, uint32_t corner) {
    double weight = 1;
    for (uint32_t axis = 0; axis < 3; axis++)
        weight *= hpi_reference_poisson_bit(corner, axis) ? sample->within[axis] : 1 - sample->within[axis];
    return weight;
}

double hpi_reference_poisson_at_sample(const poisson_sample *sample, const poisson_corners *values) {
    double sum = 0;
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
        sum += corner_weight(sample, corner) * values->at[corner];
    return sum;
}

double hpi_reference_poisson_sum_samples(const hpyr_ref_octree *octree, const poisson_sample *samples, uint32_t node,
                                         poisson_function_fn function, const void *user) {
    double sum = 0;
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        const uint32_t cell = hpi_reference_poisson_cell(octree, node, corner);
        if (samples[cell].area > 0) {
            const poisson_corners values = function(cell, user);
            sum += samples[cell].area * corner_weight(&samples[cell], corner) *
                   hpi_reference_poisson_at_sample(&samples[cell], &values);
        }
    }
    return sum;
}

double hpi_reference_poisson_mean(const hpyr_ref_octree *octree, const poisson_sample *samples,
                                  const poisson_corners *values, uint32_t depth) {
    const uint32_t *first_node = octree->report.first_node;
    double sum = 0, area = 0;
    for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++) {
        sum += samples[node].area * hpi_reference_poisson_at_sample(&samples[node], &values[node]);
        area += samples[node].area;
    }
    return area > 0 ? sum / area : 0;
}
