/* poisson_solve.c - the oracle's Poisson reconstruction: a system of equations for each depth, from the root down.
 * SPDX-License-Identifier: MIT
 *
 * Source: the paper, section IV-C and appendix, equations (7) and (8). Lengths are in cells of the depth. */
#include "reference/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"

/* Vectors of conjugate gradients have an entry for each node; entries of vertices that are not inner stay 0. */
enum { SOLUTION, RESIDUAL, DIRECTION, PRODUCT, VECTORS };

typedef struct poisson_system {
    const hpyr_ref_octree *octree;
    const bool *inner;
    uint32_t first, end;                                /* nodes of the depth that is solved */
    double row[HPYR_OCTREE_PLACES];                     /* L of a vertex and the one at that place */
    double gradients[POISSON_CORNERS][POISSON_CORNERS]; /* of a cell: see gradient_product */
    const poisson_sample *samples;                      /* of all nodes; NULL where the depth is not screened */
    double screening, target;                           /* a and c */
    double *vectors[VECTORS];
    poisson_corners *corners; /* f_(d-1) at the corners of each node of depth d; afterwards f_d */
} poisson_system;

/* ---- the rows of L ---- */

/* The integral of the product of two hats' slopes along an axis, and of the product of two hats. Coordinate 1 of a
 * place is that of the vertex itself. */
static const double line_slopes[3] = {-1, 2, -1}, line_products[3] = {1 / 6.0, 2 / 3.0, 1 / 6.0};

static void fill_row(double row[HPYR_OCTREE_PLACES]) {
    for (uint32_t place = 0; place < HPYR_OCTREE_PLACES; place++) {
        const octree_cell at = hpi_reference_octree_place(place);
        row[place] = line_slopes[at.x] * line_products[at.y] * line_products[at.z] +
                     line_products[at.x] * line_slopes[at.y] * line_products[at.z] +
                     line_products[at.x] * line_products[at.y] * line_slopes[at.z];
    }
}

/* The directions at the corners of a cell. */
static poisson_corners direction_of(uint32_t cell, const void *user) {
    const poisson_system *system = user;
    poisson_corners corners = {{0}};
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++) {
        const uint32_t vertex = hpi_reference_poisson_vertex(system->octree, cell, corner);
        corners.at[corner] = vertex == HPYR_OCTREE_NONE ? 0 : system->vectors[DIRECTION][vertex];
    }
    return corners;
}

/* PRODUCT = (L + a S) * DIRECTION. */
static void multiply(poisson_system *system) {
    for (uint32_t node = system->first; node < system->end; node++) {
        const uint32_t *neighbors =
            system->octree->arrays[HPYR_OCTREE_ARRAY_NEIGHBORS] + (size_t)node * HPYR_OCTREE_PLACES;
        double sum = 0;
        for (uint32_t place = 0; place < HPYR_OCTREE_PLACES && system->inner[node]; place++)
            if (neighbors[place] != HPYR_OCTREE_NONE)
                sum += system->row[place] * system->vectors[DIRECTION][neighbors[place]];
        if (system->samples && system->inner[node])
            sum += system->screening *
                   hpi_reference_poisson_sum_samples(system->octree, system->samples, node, direction_of, system);
        system->vectors[PRODUCT][node] = sum;
    }
}

/* ---- the right side ---- */

/* Integral over a cell of the product of the gradients of the functions of two corners. */
static double gradient_product(uint32_t a, uint32_t b) {
    double sum = 0;
    for (uint32_t axis = 0; axis < 3; axis++) {
        double product = 1;
        for (uint32_t other = 0; other < 3; other++) {
            const bool is_same = hpi_reference_poisson_bit(a, other) == hpi_reference_poisson_bit(b, other);
            if (other == axis)
                product *= is_same ? 1 : -1;
            else
                product *= is_same ? 1 / 3.0 : 1 / 6.0;
        }
        sum += product;
    }
    return sum;
}

static void fill_gradients(double gradients[POISSON_CORNERS][POISSON_CORNERS]) {
    for (uint32_t a = 0; a < POISSON_CORNERS; a++)
        for (uint32_t b = 0; b < POISSON_CORNERS; b++)
            gradients[a][b] = gradient_product(a, b);
}

/* Integral of (gradient of the hat of an inner vertex) . (gradient of the function that has these numbers at the
 * corners of cells). */
static double integrate_around(const poisson_system *system, uint32_t node) {
    double sum = 0;
    for (uint32_t a = 0; a < POISSON_CORNERS; a++) {
        const poisson_corners *cell = &system->corners[hpi_reference_poisson_cell(system->octree, node, a)];
        for (uint32_t b = 0; b < POISSON_CORNERS; b++)
            sum += system->gradients[a][b] * cell->at[b];
    }
    return sum;
}

/* f_(d-1) - c at the corners of a cell. */
static poisson_corners above_target(uint32_t cell, const void *user) {
    const poisson_system *system = user;
    poisson_corners corners = system->corners[cell];
    for (uint32_t corner = 0; corner < POISSON_CORNERS; corner++)
        corners.at[corner] -= system->target;
    return corners;
}

/* What is left of b at a vertex. */
static double missing_at(const poisson_system *system, uint32_t node, double divergence) {
    double missing = divergence - integrate_around(system, node);
    if (system->samples)
        missing -= system->screening *
                   hpi_reference_poisson_sum_samples(system->octree, system->samples, node, above_target, system);
    return missing;
}

/* Hands f_(d-1) to the corners of depth d, and sets the system up for what is missing: equation (8). */
static void begin_depth(poisson_system *system, uint32_t depth, const double *divergence) {
    const hpyr_ref_octree *octree = system->octree;
    system->first = octree->report.first_node[depth];
    system->end = octree->report.first_node[depth + 1];
    for (uint32_t node = system->first; node < system->end && depth > 0; node++)
        system->corners[node] =
            hpi_reference_poisson_part(&system->corners[octree->arrays[HPYR_OCTREE_ARRAY_PARENTS][node]],
                                       octree->arrays[HPYR_OCTREE_ARRAY_KEYS][node] % OCTREE_CHILDREN);
    for (uint32_t node = system->first; node < system->end; node++) {
        const double residual = system->inner[node] ? missing_at(system, node, divergence[node]) : 0;
        system->vectors[SOLUTION][node] = 0;
        system->vectors[RESIDUAL][node] = system->vectors[DIRECTION][node] = residual;
    }
}

/* ---- conjugate gradients ---- */

static double dot(const poisson_system *system, int a, int b) {
    double sum = 0;
    for (uint32_t node = system->first; node < system->end; node++)
        sum += system->vectors[a][node] * system->vectors[b][node];
    return sum;
}

/* Vector a += factor * vector b. */
static void add_scaled(poisson_system *system, int a, double factor, int b) {
    for (uint32_t node = system->first; node < system->end; node++)
        system->vectors[a][node] += factor * system->vectors[b][node];
}

/* Returns the norm of the last residual divided by that of the first one. L is positive definite, so the curvature
 * is 0 only where all numbers have become too small. */
static double iterate(poisson_system *system, double tolerance, uint32_t most, uint32_t *iterations) {
    const double first = dot(system, RESIDUAL, RESIDUAL);
    double squared = first;
    for (*iterations = 0; *iterations < most && sqrt(squared) > tolerance * sqrt(first); ++*iterations) {
        multiply(system);
        const double curvature = dot(system, DIRECTION, PRODUCT), before = squared;
        if (!(curvature > 0))
            break;
        add_scaled(system, SOLUTION, squared / curvature, DIRECTION);
        add_scaled(system, RESIDUAL, -squared / curvature, PRODUCT);
        squared = dot(system, RESIDUAL, RESIDUAL);
        for (uint32_t node = system->first; node < system->end; node++)
            system->vectors[DIRECTION][node] =
                system->vectors[RESIDUAL][node] + squared / before * system->vectors[DIRECTION][node];
    }
    return first > 0 ? sqrt(squared / first) : 0;
}

static void end_depth(poisson_system *system, hpyr_ref_poisson *out) {
    for (uint32_t node = system->first; node < system->end; node++)
        if (system->inner[node])
            out->values[node] = system->corners[node].at[0] + system->vectors[SOLUTION][node];
    for (uint32_t node = system->first; node < system->end; node++)
        system->corners[node] = hpi_reference_poisson_update(system->octree, out, node, &system->corners[node]);
}

hpyr_result hpi_reference_poisson_descend(const hpyr_ref_octree *octree, const hpyr_ref_poisson_desc *desc,
                                          const poisson_sample *samples, hpyr_ref_poisson *out) {
    poisson_system system = {.octree = octree, .inner = out->inner, .screening = desc->screening};
    system.corners = calloc(octree->report.nodes, sizeof *system.corners);
    bool is_made = system.corners != NULL;
    for (int i = 0; i < VECTORS && is_made; i++) {
        system.vectors[i] = calloc(octree->report.nodes, sizeof **system.vectors);
        is_made = system.vectors[i] != NULL;
    }
    fill_row(system.row);
    fill_gradients(system.gradients);
    for (uint32_t depth = 0; depth <= octree->report.depth && is_made; depth++) {
        if (samples && depth >= POISSON_FIRST_SCREENED) {
            system.target = hpi_reference_poisson_mean(octree, samples, system.corners, depth - 1);
            system.samples = samples;
        }
        begin_depth(&system, depth, out->divergence);
        out->residuals[depth] = iterate(&system, desc->tolerance, desc->max_iterations, &out->iterations[depth]);
        end_depth(&system, out);
    }
    for (int i = 0; i < VECTORS; i++)
        free(system.vectors[i]);
    free(system.corners);
    return is_made ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}
