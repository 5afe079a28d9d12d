/* poisson_density.c - the oracle's Poisson reconstruction: how dense points lie.  SPDX-License-Identifier: MIT
 *
 * Densities of a depth are those of the next one, each put where its vertex is, as if it were so many points: hats of a
 * depth are sums of those of the next one. */
#include "reference/poisson.h"

#include <math.h>

#include "reference/octree.h"

/* Coordinates in cells of a depth, moved away from the root's border. */
static void place_inside(const double coordinates[3], uint32_t depth, double cells[3]) {
    const double end = ldexp(1, (int)depth);
    for (uint32_t axis = 0; axis < 3; axis++)
        cells[axis] = fmin(fmax(coordinates[axis] * end, 1), end - 1);
}

static void add(const hpyr_ref_octree *octree, const double coordinates[3], uint32_t depth, double amount,
                hpyr_ref_poisson *out) {
    double cells[3];
    place_inside(coordinates, depth, cells);
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        int32_t vertex[3];
        double weight = amount;
        for (uint32_t axis = 0; axis < 3; axis++) {
            const uint32_t upper = hpi_reference_poisson_bit(corner, axis);
            vertex[axis] = (int32_t)floor(cells[axis]) + (int32_t)upper;
            weight *= 1 - fabs(cells[axis] - vertex[axis]);
        }
        const uint32_t node =
            hpi_reference_octree_node_at(octree, depth, (octree_cell){vertex[0], vertex[1], vertex[2]});
        if (node != HPYR_OCTREE_NONE && out->inner[node])
            out->density[node] += weight;
    }
}

void hpi_reference_poisson_count(const hpyr_ref_octree *octree, const poisson_input *input, hpyr_ref_poisson *out) {
    const uint32_t *first_node = octree->report.first_node;
    for (uint32_t i = 0; i < octree->report.points; i++) {
        double coordinates[3];
        hpi_reference_poisson_point(octree, input, i, coordinates);
        add(octree, coordinates, out->density_depth, 1, out);
    }
    for (uint32_t depth = out->density_depth; depth > 1; depth--)
        for (uint32_t node = first_node[depth]; node < first_node[depth + 1]; node++) {
            const octree_cell cell = hpi_reference_octree_cell(octree->arrays[HPYR_OCTREE_ARRAY_KEYS][node], depth);
            const double side = ldexp(1, -(int)depth);
            if (out->density[node] > 0)
                add(octree, (double[3]){cell.x * side, cell.y * side, cell.z * side}, depth - 1, out->density[node],
                    out);
        }
}

/* w_d at coordinates in the root. */
static double density_at(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, const double coordinates[3],
                         uint32_t depth) {
    const double end = ldexp(1, (int)depth);
    double inside[3], low[3], sum = 0;
    place_inside(coordinates, depth, inside);
    for (uint32_t axis = 0; axis < 3; axis++)
        low[axis] = fmin(floor(coordinates[axis] * end), end - 1);
    const uint32_t node =
        hpi_reference_octree_node_at(octree, depth, (octree_cell){(int32_t)low[0], (int32_t)low[1], (int32_t)low[2]});
    for (uint32_t corner = 0; corner < POISSON_CORNERS && node != HPYR_OCTREE_NONE; corner++) {
        const uint32_t vertex = hpi_reference_poisson_vertex(octree, node, corner);
        double weight = vertex == HPYR_OCTREE_NONE ? 0 : poisson->density[vertex];
        for (uint32_t axis = 0; axis < 3; axis++)
            weight *= hpi_reference_poisson_bit(corner, axis) ? inside[axis] - low[axis] : 1 - inside[axis] + low[axis];
        sum += weight;
    }
    return sum;
}

double hpi_reference_poisson_area(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson, bool unweighted,
                                  const double coordinates[3]) {
    const uint32_t depth = poisson->density_depth;
    if (unweighted)
        return 1;
    const double w = density_at(octree, poisson, coordinates, depth);
    return ldexp(w * w * w / (w * w * w * w + 8), 2 * (int)(octree->report.depth - depth));
}

double hpi_reference_poisson_largest_area(const hpyr_ref_octree *octree, const poisson_input *input,
                                          const hpyr_ref_poisson *poisson, bool unweighted) {
    const uint32_t depth = poisson->density_depth, count = octree->report.points;
    double sum = 0;
    if (unweighted)
        return 1;
    for (uint32_t i = 0; i < count; i++) {
        double coordinates[3];
        hpi_reference_poisson_point(octree, input, i, coordinates);
        sum += density_at(octree, poisson, coordinates, depth);
    }
    return sum <= 0 ? 1 : ldexp(2.0 * count / sum, 2 * (int)(octree->report.depth - depth));
}

hpyr_result hpyr_ref_poisson_density(const hpyr_ref_octree *octree, const hpyr_ref_poisson *poisson,
                                     const double point[3], double *depth) {
    double coordinates[3], below = 0;
    if (!octree || !octree->report.nodes || !poisson || !poisson->density || !point || !depth)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpi_reference_poisson_place(octree, point, coordinates);
    *depth = 0;
    for (uint32_t d = poisson->density_depth; d > 0 && octree->report.depth > 0 && *depth == 0; d--) {
        const double w = density_at(octree, poisson, coordinates, d);
        if (w >= 1 && d == poisson->density_depth)
            *depth = d + log2(w) / 2;
        else if (w >= 1)
            *depth = d + (below > 0 ? log2(w) / log2(w / below) : 0);
        below = w;
    }
    return HPYR_OK;
}
