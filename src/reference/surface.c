/* surface.c - the oracle's surfaces from octrees: which cells are active, and their triangles.
 * SPDX-License-Identifier: MIT
 *
 * Source: the paper, section IV-D, which the rule for values makes simpler; histopyramid/reference/surface.h says how. */
#include "reference/surface.h"

#include <math.h>
#include <stdlib.h>

#include "reference/octree.h"
#include "tables/cube_cases.h"

/* Counts of vertices and triangles have 32 bits. */
static const uint32_t cell_limit = UINT32_MAX / HPYR_CUBE_TRIANGLES;

enum { CASE_INSIDE = HPYR_CUBE_CASES - 1 };

/* A surface in the making. `cases` and `first_vertices` are by active cells; a case has bit x + 2 y + 4 z for a
 * corner that is inside. */
typedef struct surface_job {
    surface_field field;
    float isovalue;
    hpyr_ref_surface *out;
    uint8_t *cases;
    uint32_t *first_vertices;
} surface_job;

static uint32_t last_depth(const surface_job *job) {
    return job->field.octree->report.depth;
}

/* ---- active cells ---- */

/* The case of a cell of any depth, or of a part of a leaf, and the values at its corners, in the order of the case's bits. */
static uint32_t find_case(surface_job *job, uint32_t depth, octree_cell cell, float values[OCTREE_CHILDREN]) {
    const uint32_t side = 1u << (last_depth(job) - depth);
    uint32_t cube_case = 0;
    for (uint32_t corner = 0; corner < OCTREE_CHILDREN; corner++) {
        const uint32_t vertex[3] = {((uint32_t)cell.x + (corner & 1)) * side,
                                    ((uint32_t)cell.y + (corner >> 1 & 1)) * side,
                                    ((uint32_t)cell.z + (corner >> 2 & 1)) * side};
        values[corner] = hpi_reference_surface_find(&job->field, vertex);
        if (values[corner] <= job->isovalue)
            cube_case |= 1u << corner;
    }
    return cube_case;
}

/* Cells are counted first, when there are no arrays yet. */
static void put_cell(surface_job *job, octree_cell cell, uint32_t cube_case) {
    const uint32_t i = job->out->cell_count++;
    if (job->out->cells) {
        job->out->cells[i] = hpi_reference_octree_key(cell, last_depth(job));
        job->cases[i] = (uint8_t)cube_case;
    } else if (i == cell_limit) {
        job->field.result = HPYR_ERROR_TOO_LARGE;
    }
}

/* Visits what lies in a node, or in a part of a leaf (node NONE), in the order of keys. Where all corners are on one
 * side, so are all vertices between them. */
static void visit(surface_job *job, uint32_t node, uint32_t depth, octree_cell cell) {
    const uint32_t *all_children = job->field.octree->arrays[HPYR_OCTREE_ARRAY_CHILDREN];
    const uint32_t *children = node == HPYR_OCTREE_NONE ? NULL : all_children + (size_t)node * OCTREE_CHILDREN;
    const bool is_leaf = !children || children[0] == HPYR_OCTREE_NONE;
    float values[OCTREE_CHILDREN];
    const uint32_t cube_case = is_leaf ? find_case(job, depth, cell, values) : 0;
    if (job->field.result != HPYR_OK || (is_leaf && (cube_case == 0 || cube_case == CASE_INSIDE)))
        return;
    if (depth == last_depth(job)) {
        put_cell(job, cell, cube_case);
        return;
    }
    for (uint32_t i = 0; i < OCTREE_CHILDREN; i++) {
        const octree_cell half = hpi_reference_octree_cell(i, 1);
        visit(job, is_leaf ? HPYR_OCTREE_NONE : children[i], depth + 1,
              (octree_cell){2 * cell.x + half.x, 2 * cell.y + half.y, 2 * cell.z + half.z});
    }
}

static hpyr_result find_cells(surface_job *job) {
    hpyr_ref_surface *out = job->out;
    visit(job, 0, 0, (octree_cell){0, 0, 0});
    if (job->field.result != HPYR_OK)
        return job->field.result;
    out->cells = calloc((size_t)out->cell_count + 1, sizeof *out->cells);
    job->cases = calloc((size_t)out->cell_count + 1, sizeof *job->cases);
    job->first_vertices = calloc((size_t)out->cell_count + 1, sizeof *job->first_vertices);
    if (!out->cells || !job->cases || !job->first_vertices)
        return HPYR_ERROR_OUT_OF_MEMORY;
    out->cell_count = 0;
    visit(job, 0, 0, (octree_cell){0, 0, 0});
    return HPYR_OK;
}

/* ---- vertices ---- */

/* Of the edges that begin at the lower corner of a cell: has the one along this axis one end inside? */
static bool is_crossed(uint32_t cube_case, uint32_t axis) {
    return (cube_case & 1) != (cube_case >> (1u << axis) & 1);
}

static void put_vertex(surface_job *job, octree_cell cell, uint32_t axis, float position[3]) {
    const uint32_t lower[3] = {(uint32_t)cell.x, (uint32_t)cell.y, (uint32_t)cell.z};
    for (uint32_t i = 0; i < 3; i++)
        position[i] = (float)lower[i];
    position[axis] += hpi_reference_surface_place(&job->field, lower, axis, job->isovalue);
}

static hpyr_result find_vertices(surface_job *job) {
    hpyr_ref_surface *out = job->out;
    for (uint32_t i = 0; i < out->cell_count; i++) {
        job->first_vertices[i] = out->vertex_count;
        for (uint32_t axis = 0; axis < 3; axis++)
            out->vertex_count += is_crossed(job->cases[i], axis);
    }
    out->positions = calloc((size_t)out->vertex_count + 1, 3 * sizeof *out->positions);
    if (!out->positions)
        return HPYR_ERROR_OUT_OF_MEMORY;
    float *position = out->positions;
    for (uint32_t i = 0; i < out->cell_count; i++)
        for (uint32_t axis = 0; axis < 3; axis++)
            if (is_crossed(job->cases[i], axis)) {
                put_vertex(job, hpi_reference_octree_cell(out->cells[i], last_depth(job)), axis, position);
                position += 3;
            }
    return HPYR_OK;
}

/* ---- triangles ---- */

/* The vertex on an edge of a cell belongs to the cell whose lower corner the edge begins at. This cell exists, since
 * the edge does not lie on the root's border, and it is active, since the edge is one of its own. */
static uint32_t vertex_on_edge(const surface_job *job, octree_cell cell, uint32_t edge) {
    const uint32_t corner = hpi_cube_edge_corner(edge);
    const octree_cell owner = {cell.x + (int32_t)(corner & 1), cell.y + (int32_t)(corner >> 1 & 1),
                               cell.z + (int32_t)(corner >> 2 & 1)};
    const uint32_t found = hpi_reference_octree_search(job->out->cells, job->out->cell_count,
                                                       hpi_reference_octree_key(owner, last_depth(job)));
    uint32_t vertex = job->first_vertices[found];
    for (uint32_t axis = 0; axis < hpi_cube_edge_axis(edge); axis++)
        vertex += is_crossed(job->cases[found], axis);
    return vertex;
}

static hpyr_result find_triangles(surface_job *job) {
    hpyr_ref_surface *out = job->out;
    uint8_t edges[HPYR_CUBE_CORNERS];
    for (uint32_t i = 0; i < out->cell_count; i++)
        out->triangle_count += hpi_cube_case(job->cases[i], edges);
    out->indices = calloc((size_t)out->triangle_count + 1, 3 * sizeof *out->indices);
    if (!out->indices)
        return HPYR_ERROR_OUT_OF_MEMORY;
    uint32_t *index = out->indices;
    for (uint32_t i = 0; i < out->cell_count; i++) {
        const octree_cell cell = hpi_reference_octree_cell(out->cells[i], last_depth(job));
        const uint32_t triangles = hpi_cube_case(job->cases[i], edges);
        float values[OCTREE_CHILDREN];
        find_case(job, last_depth(job), cell, values);
        hpi_reference_surface_fan(values, job->isovalue, job->cases[i], triangles, edges);
        for (uint32_t corner = 0; corner < 3 * triangles; corner++)
            *index++ = vertex_on_edge(job, cell, edges[corner]);
    }
    return HPYR_OK;
}

/* ---- the surface ---- */

static bool is_valid(const hpyr_ref_octree *octree, const float *values, float isovalue) {
    if (!octree || octree->report.nodes == 0 || !values || !isfinite(isovalue))
        return false;
    for (uint32_t node = 0; node < octree->report.nodes; node++)
        if (hpi_reference_surface_is_inner(octree, node) && !isfinite(values[node]))
            return false;
    return true;
}

hpyr_result hpyr_ref_surface_build(const hpyr_ref_octree *octree, const float *values, float isovalue,
                                   hpyr_ref_surface *out) {
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = (hpyr_ref_surface){.cell_count = 0};
    if (!is_valid(octree, values, isovalue))
        return HPYR_ERROR_INVALID_ARGUMENT;
    surface_job job = {
        .field = {.octree = octree, .values = values, .result = HPYR_OK}, .isovalue = isovalue, .out = out};
    hpyr_result result = find_cells(&job);
    if (result == HPYR_OK)
        result = find_vertices(&job);
    if (result == HPYR_OK)
        result = find_triangles(&job);
    free(job.field.entries);
    free(job.cases);
    free(job.first_vertices);
    if (result != HPYR_OK)
        hpyr_ref_surface_free(out);
    return result;
}

void hpyr_ref_surface_free(hpyr_ref_surface *surface) {
    if (!surface)
        return;
    free(surface->cells);
    free(surface->positions);
    free(surface->indices);
    *surface = (hpyr_ref_surface){.cell_count = 0};
}
