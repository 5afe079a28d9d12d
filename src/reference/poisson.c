/* poisson.c - the oracle's Poisson reconstruction: what its input must be, and f at a point.
 * SPDX-License-Identifier: MIT
 *
 * Source: the paper, section IV and appendix; histopyramid/reference/poisson.h names it and says what is computed.
 *
 * A function of depth d, such as a hat or f_d, is trilinear in every cell of this depth that exists. So eight numbers
 * at the corners of a cell say all about it, also where a corner is not inner. All integrals are taken cell by cell. */
#include "reference/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"

/* ---- f at a point ---- */

/* Replaces coordinates in a cell by those in the child that has them. Returns the child's number. */
static uint32_t enter_child(double coordinates[3]) {
    uint32_t child = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        const uint32_t half = coordinates[axis] >= 0.5;
        coordinates[axis] = 2 * coordinates[axis] - half;
        child = 2 * child + half;
    }
    return child;
}

static double interpolate(const poisson_corners *values, const double coordinates[3]) {
    double sum = 0;
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        double weight = 1;
        for (uint32_t axis = 0; axis < 3; axis++)
            weight *= hpi_reference_poisson_bit(corner, axis) ? coordinates[axis] : 1 - coordinates[axis];
        sum += weight * values->at[corner];
    }
    return sum;
}

/* On the root's border f is 0, so it makes no difference which of it counts as outside. */
static double value_at(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, const double point[3]) {
    double coordinates[3];
    poisson_corners values = {{0}}; /* of the root, which has no inner vertex */
    uint32_t node = 0;
    if (!hpi_reference_poisson_locate(octree, point, coordinates))
        return 0;
    while (octree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][(size_t)node * OCTREE_CHILDREN] != HPYR_OCTREE_NONE) {
        const uint32_t child = enter_child(coordinates);
        const poisson_corners part = hpi_reference_poisson_part(&values, child);
        node = octree->arrays[HPYR_OCTREE_ARRAY_CHILDREN][(size_t)node * OCTREE_CHILDREN + child];
        values = hpi_reference_poisson_update(octree, poisson, node, &part);
    }
    return interpolate(&values, coordinates);
}

hpyr_result hpyr_ref_poisson_value(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                   const double point[3], double *value) {
    if (!octree || !octree->report.nodes || !poisson || !poisson->values || !point || !value)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *value = value_at(octree, poisson, point);
    return HPYR_OK;
}

/* ---- solving ---- */

static bool is_inner(const hpyr_ref_octree *octree, uint32_t node) {
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
        if (hpi_reference_poisson_cell(octree, node, corner) == HPYR_OCTREE_NONE)
            return false;
    return true;
}

static bool is_inside_root(octree_cell vertex, uint32_t depth) {
    const int32_t end = (int32_t)1 << depth;
    return vertex.x > 0 && vertex.y > 0 && vertex.z > 0 && vertex.x < end && vertex.y < end && vertex.z < end;
}

/* Are all corners of a node of the last depth inner, but for those on the root's border? */
static bool has_inner_corners(const hpyr_ref_octree *octree, const bool *inner, uint32_t node) {
    const uint32_t depth = octree->report.depth;
    const octree_cell cell = hpi_reference_octree_cell(octree->arrays[HPYR_OCTREE_ARRAY_KEYS][node], depth);
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        const octree_cell bits = hpi_reference_poisson_bits(corner);
        const uint32_t vertex = hpi_reference_poisson_vertex(octree, node, corner);
        if (is_inside_root((octree_cell){cell.x + bits.x, cell.y + bits.y, cell.z + bits.z}, depth) &&
            (vertex == HPYR_OCTREE_NONE || !inner[vertex]))
            return false;
    }
    return true;
}

static bool is_graded(const hpyr_ref_octree *octree, const bool *inner) {
    const uint32_t *first_node = octree->report.first_node, depth = octree->report.depth;
    for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++)
        if (octree->arrays[HPYR_OCTREE_ARRAY_POINT_COUNTS][node] > 0 && !has_inner_corners(octree, inner, node))
            return false;
    return true;
}

static double mean_at_anchors(const hpyr_ref_octree *octree, const poisson_input *input, const hpyr_ref_poisson *out) {
    uint32_t count = 0;
    double sum = 0;
    for (uint32_t i = 0; i < octree->report.points; i++) {
        if (!hpi_reference_poisson_is_anchor(octree, input, i))
            continue;
        count++;
        const float *position =
            input->positions + (size_t)octree->arrays[HPYR_OCTREE_ARRAY_POINT_ORDER][i] * input->position_stride;
        sum += value_at(octree, out, (double[3]){position[0], position[1], position[2]});
    }
    return count ? sum / count : 0;
}

static bool is_valid(const hpyr_ref_octree *octree, const poisson_input *input, const hpyr_ref_poisson_desc *desc) {
    if (!octree || octree->report.nodes == 0 || !desc || !(desc->tolerance >= 0 && isfinite(desc->tolerance)) ||
        !(desc->screening >= 0 && isfinite(desc->screening)) || desc->density_depth > octree->report.depth)
        return false;
    return octree->report.points == 0 ||
           (input->positions && input->normals && input->position_stride >= 3 && input->normal_stride >= 3);
}

static hpyr_result make_arrays(const hpyr_ref_octree *octree, hpyr_ref_poisson *out) {
    const uint32_t nodes = octree->report.nodes;
    out->field = calloc(nodes, sizeof *out->field);
    out->divergence = calloc(nodes, sizeof *out->divergence);
    out->values = calloc(nodes, sizeof *out->values);
    out->density = calloc(nodes, sizeof *out->density);
    out->inner = calloc(nodes, sizeof *out->inner);
    if (!out->field || !out->divergence || !out->values || !out->density || !out->inner)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t node = 0; node < nodes; node++)
        out->inner[node] = is_inner(octree, node);
    return is_graded(octree, out->inner) ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT;
}

static uint32_t density_depth(const hpyr_ref_octree *octree, const hpyr_ref_poisson_desc *desc) {
    const uint32_t depth = octree->report.depth;
    return desc->density_depth ? desc->density_depth : depth > 3 ? depth - 2 : depth > 0;
}

/* The systems of all depths. The right sides are known. */
static hpyr_result solve_depths(const hpyr_ref_octree *octree, const poisson_input *input,
                                const hpyr_ref_poisson_desc *desc, hpyr_ref_poisson *out) {
    poisson_sample *samples = NULL;
    if (desc->screening > 0) {
        samples = hpi_reference_poisson_samples(octree, input, out, desc->unweighted);
        if (!samples)
            return HPYR_ERROR_OUT_OF_MEMORY;
    }
    hpyr_result result = hpi_reference_poisson_descend(octree, desc, samples, out);
    free(samples);
    return result;
}

hpyr_result hpyr_ref_poisson_solve(const hpyr_ref_octree *octree, const float *positions, uint32_t position_stride,
                                   const float *normals, uint32_t normal_stride, const hpyr_ref_poisson_desc *desc,
                                   hpyr_ref_poisson *out) {
    const poisson_input input = {positions, normals, position_stride, normal_stride, desc ? desc->anchors : 0};
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = (hpyr_ref_poisson){.isovalue = 0};
    if (!is_valid(octree, &input, desc))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = make_arrays(octree, out);
    if (result == HPYR_OK) {
        out->density_depth = density_depth(octree, desc);
        hpi_reference_poisson_count(octree, &input, out);
        hpi_reference_poisson_splat(octree, &input, desc->unweighted, out);
        result = hpi_reference_poisson_diverge(octree, desc->screening > 0, out);
    }
    if (result == HPYR_OK)
        result = solve_depths(octree, &input, desc, out);
    if (result == HPYR_OK)
        out->isovalue = mean_at_anchors(octree, &input, out);
    else
        hpyr_ref_poisson_free(out);
    return result;
}

void hpyr_ref_poisson_free(hpyr_ref_poisson *poisson) {
    if (!poisson)
        return;
    free(poisson->field);
    free(poisson->divergence);
    free(poisson->values);
    free(poisson->density);
    free(poisson->inner);
    *poisson = (hpyr_ref_poisson){.isovalue = 0};
}
