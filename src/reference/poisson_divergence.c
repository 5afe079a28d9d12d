/* poisson_divergence.c - the oracle's Poisson reconstruction: the vector field and its divergence.
 * SPDX-License-Identifier: MIT
 *
 * Source: the paper, section IV-B. It splits the sums over nodes of the last depth by the depth of the vertex. Here
 * every cell hands its integrals to its parent: the functions of a cell's corners are sums of those of its children. */
#include "reference/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"

static bool is_finite_normal(const float *normal) {
    return isfinite(normal[0]) && isfinite(normal[1]) && isfinite(normal[2]);
}

/* Adds area * normal to the corners of the cell of the last depth where the coordinates are. That cell is found in double
 * precision, so it need not be the one where the octree has the point. */
static void splat_point(const hpyr_ref_octree *octree, const double coordinates[3], double area, const float *normal,
                        hpyr_ref_poisson *out) {
    const uint32_t depth = octree->report.depth;
    double low[3], within[3];
    for (uint32_t axis = 0; axis < 3; axis++) {
        const double cells = ldexp(coordinates[axis], (int)depth);
        low[axis] = floor(cells);
        within[axis] = cells - low[axis];
    }
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        int32_t vertex[3];
        double weight = area;
        for (uint32_t axis = 0; axis < 3; axis++) {
            const uint32_t upper = hpi_reference_poisson_bit(corner, axis);
            vertex[axis] = (int32_t)low[axis] + (int32_t)upper;
            weight *= upper ? within[axis] : 1 - within[axis];
        }
        const uint32_t node =
            hpi_reference_octree_node_at(octree, depth, (octree_cell){vertex[0], vertex[1], vertex[2]});
        for (uint32_t axis = 0; axis < 3 && node != HPYR_OCTREE_NONE && out->inner[node]; axis++)
            out->field[node][axis] += weight * normal[axis];
    }
}

void hpi_reference_poisson_splat(const hpyr_ref_octree *octree, const poisson_input *input, bool unweighted,
                                 hpyr_ref_poisson *out) {
    for (uint32_t i = 0; i < octree->report.points; i++) {
        const size_t point = octree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i];
        const float *at = input->positions + point * input->position_stride;
        const float *normal = input->normals + point * input->normal_stride;
        double coordinates[3];
        if (is_finite_normal(normal) &&
            hpi_reference_poisson_locate(octree, (double[3]){at[0], at[1], at[2]}, coordinates))
            splat_point(octree, coordinates, hpi_reference_poisson_area(octree, out, unweighted, coordinates), normal,
                        out);
    }
}

/* ---- divergence ---- */

/* The mean of b at the inner vertices around one of the last depth, with the weights 7/8 at the vertex itself and 1/16 at neighbors,
 * along each axis. */
static double mean_around(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, uint32_t node) {
    const uint32_t *neighbors = octree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS] + (size_t)node * HPYR_OCTREE_PLACES;
    double sum = 0;
    for (int place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const int axes = (place / 9 == 1) + (place / 3 % 3 == 1) + (place % 3 == 1);
        if (neighbors[place] != HPYR_OCTREE_NONE && poisson->inner[neighbors[place]])
            sum += pow(14, axes) / 4096 * poisson->divergence[neighbors[place]];
    }
    return sum;
}

static hpyr_result smooth_last(const hpyr_ref_octree *octree, hpyr_ref_poisson *out) {
    const uint32_t from = octree->report.first_node[octree->report.depth], end = octree->report.nodes;
    double *means = calloc((size_t)(end - from) + 1, sizeof *means);
    if (!means)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t node = from; node < end; node++)
        means[node - from] = out->inner[node] ? mean_around(octree, out, node) : 0;
    for (uint32_t node = from; node < end; node++)
        out->divergence[node] = means[node - from];
    free(means);
    return HPYR_OK;
}

/* Integral over a cell of (slope along `axis` of the function of corner a) * (function of corner b). Along this axis
 * it is 1/2 or -1/2, along the others that of t^2 or of t (1 - t). */
static double slope_product(uint32_t axis, uint32_t a, uint32_t b) {
    double product = hpi_reference_poisson_bit(a, axis) ? 0.5 : -0.5;
    for (uint32_t other = 0; other < 3; other++)
        if (other != axis)
            product *= hpi_reference_poisson_bit(a, other) == hpi_reference_poisson_bit(b, other) ? 1 / 3.0 : 1 / 6.0;
    return product;
}

/* Integrals over a cell of the last depth of (gradient of a corner's function) . V, in units of this cell. */
static poisson_corners measure_cell(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, uint32_t node) {
    poisson_corners integrals = {{0}};
    for (uint32_t b = 0; b < POISSON_CORNERS; b++) {
        const uint32_t vertex = hpi_reference_poisson_vertex(octree, node, b);
        for (uint32_t a = 0; a < POISSON_CORNERS && vertex != HPYR_OCTREE_NONE; a++)
            for (uint32_t axis = 0; axis < 3; axis++)
                integrals.at[a] += slope_product(axis, a, b) * poisson->field[vertex][axis];
    }
    return integrals;
}

/* The same of any depth, and still in units of a cell of the last depth. Outside of its cells V is 0. */
static void measure_cells(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, poisson_corners *integrals) {
    const uint32_t *first_node = octree->report.first_node, last = octree->report.depth;
    for (uint32_t node = first_node[last]; node < first_node[last + 1]; node++)
        integrals[node] = measure_cell(octree, poisson, node);
    for (uint32_t node = octree->report.nodes; node-- > 1;) {
        poisson_corners *above = &integrals[octree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node]];
        const uint32_t child = octree->arrays[HPYR_OCTREE_ARRAY_KEYS][node] % OCTREE_CHILDREN;
        for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
            for (uint32_t i = 0; i < POISSON_CORNERS; i++)
                above->at[corner] += hpi_reference_poisson_weight(corner, child, i) * integrals[node].at[i];
    }
}

hpyr_result hpi_reference_poisson_diverge(const hpyr_ref_octree *octree, bool is_screened, hpyr_ref_poisson *out) {
    const uint32_t *first_node = octree->report.first_node, last = octree->report.depth;
    poisson_corners *integrals = calloc(octree->report.nodes, sizeof *integrals);
    if (!integrals)
        return HPYR_ERROR_OUT_OF_MEMORY;
    measure_cells(octree, out, integrals);
    for (uint32_t depth = 0; depth <= last; depth++)
        for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++) {
            double sum = 0;
            for (uint32_t corner = 0; corner < POISSON_CORNERS && out->inner[node]; corner++)
                sum += integrals[hpi_reference_poisson_cell(octree, node, corner)].at[corner];
            out->divergence[node] = ldexp(sum, (int)depth - (int)last);
        }
    free(integrals);
    return is_screened && last >= POISSON_FIRST_SCREENED ? smooth_last(octree, out) : HPYR_OK;
}
