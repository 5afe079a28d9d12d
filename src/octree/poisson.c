/* poisson.c - the life of a Poisson solution.  SPDX-License-Identifier: MIT */
#include "octree/surface.h"

#include <float.h>
#include <string.h>

static hpyr_result resolve(const hpyr_context *context, const hpyr_poisson_desc *desc, hpyr_poisson_desc *resolved) {
    *resolved = *desc;
    if (!desc->depth || desc->depth > HPYR_OCTREE_MAX_DEPTH)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: depth %u: 1 to %d are allowed", desc->depth,
                           HPYR_OCTREE_MAX_DEPTH);
    if (resolved->tolerance == 0)
        resolved->tolerance = 1e-3;
    if (!resolved->max_iterations)
        resolved->max_iterations = 100;
    if (!resolved->density_depth)
        resolved->density_depth = desc->depth > 3 ? desc->depth - 2 : 1;
    if (resolved->density_depth > desc->depth)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: density_depth %u is above the depth, %u",
                           resolved->density_depth, desc->depth);
    if (!(resolved->screening >= 0 && resolved->screening <= FLT_MAX))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: screening %g is below 0, or no finite float",
                           resolved->screening);
    if (!(resolved->tolerance > 0 && resolved->tolerance < 1))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: tolerance %g is not above 0 and below 1",
                           resolved->tolerance);
    if (context->es && !context->caps.float_targets)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "poisson: OpenGL ES needs GL_EXT_color_buffer_float");
    return HPYR_OK;
}

hpyr_result hpyr_poisson_create(hpyr_context *context, const hpyr_poisson_desc *desc, hpyr_poisson **out) {
    hpyr_poisson_desc resolved;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "poisson");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    const hpyr_octree_desc octree = {desc->capacity, desc->depth, HPYR_OCTREE_GROWTH_GRADED, desc->node_capacity};
    hpyr_poisson *poisson = hpi_alloc_zeros(context, 1, sizeof *poisson);
    if (!poisson)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a Poisson solution");
    hpi_gl_context_hold(context);
    poisson->context = context;
    poisson->desc = resolved;
    result = hpi_surface_create(poisson);
    if (result == HPYR_OK)
        result = hpyr_octree_create(context, &octree, &poisson->octree);
    if (result != HPYR_OK) {
        hpyr_poisson_destroy(poisson);
        return result;
    }
    poisson->octree->is_lent = true;
    poisson->desc.node_capacity = hpyr_octree_resolved(poisson->octree)->node_capacity;
    *out = poisson;
    return HPYR_OK;
}

/* ---- planes ---- */

enum { WORD_BYTES = 4, TEXEL_BYTES = 16, FIELD_BYTES = TEXEL_BYTES * HPI_POISSON_LAYERS };

#define HALVES(halves) &(halves).lower, &(halves).upper

static void visit_planes(hpyr_poisson *p, hpi_plane_visit *visit) {
    hpi_planes_visit(visit, WORD_BYTES, HPI_PLANES(&p->floats, &p->sampled));
    hpi_planes_visit(visit, FIELD_BYTES, HPI_PLANES(&p->field));
    hpi_planes_visit(visit, TEXEL_BYTES,
                     HPI_PLANES(&p->before.blocks, &p->before.values, &p->positions, &p->normals, &p->density,
                                &p->numbers, &p->partial[0], &p->partial[1], &p->sums[0], &p->sums[1],
                                HALVES(p->moments[0]), HALVES(p->moments[1]), HALVES(p->residuals[0]),
                                HALVES(p->residuals[1]), HALVES(p->directions[0]), HALVES(p->directions[1]),
                                HALVES(p->products), HALVES(p->values)));
    for (int depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++) {
        hpi_poisson_level *level = &p->levels[depth];
        hpi_planes_visit(visit, WORD_BYTES, HPI_PLANES(&level->inner));
        hpi_planes_visit(visit, TEXEL_BYTES,
                         HPI_PLANES(&level->samples, HALVES(level->values), HALVES(level->divergence)));
    }
}

void hpyr_poisson_destroy(hpyr_poisson *poisson) {
    if (!poisson)
        return;
    hpyr_context *context = poisson->context;
    hpi_gl_warn_of_leaks(context, "poisson");
    visit_planes(poisson, &(hpi_plane_visit){.destroys = context});
    hpi_surface_destroy(poisson);
    hpi_core_bound_drop(context, &poisson->bound);
    if (poisson->octree)
        poisson->octree->is_lent = false;
    hpyr_octree_destroy(poisson->octree);
    hpi_free(context, poisson);
    hpi_gl_context_release(context);
}

uint64_t hpyr_poisson_memory(const hpyr_poisson *poisson) {
    hpi_plane_visit visit = {.bytes = 0};
    if (!poisson)
        return 0;
    hpyr_poisson copy = *poisson;
    visit_planes(&copy, &visit);
    return hpyr_octree_memory(poisson->octree) + hpi_surface_bytes(poisson) + visit.bytes;
}

const hpyr_poisson_desc *hpyr_poisson_resolved(const hpyr_poisson *poisson) {
    return poisson ? &poisson->desc : NULL;
}

const hpyr_poisson_report *hpyr_poisson_last_report(const hpyr_poisson *poisson) {
    return poisson && poisson->is_solved ? &poisson->report : NULL;
}

hpyr_octree *hpyr_poisson_octree(const hpyr_poisson *poisson) {
    return poisson ? poisson->octree : NULL;
}

/* ---- solution ---- */

hpyr_result hpyr_poisson_solve(hpyr_poisson *poisson, const hpyr_poisson_points *points) {
    hpi_gl_state state;
    if (!poisson || !points)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    const hpyr_octree_points own = {points->positions, points->count, points->cube, points->margin};
    hpyr_result result = hpi_gl_check_current(context, "poisson");
    if (result == HPYR_OK)
        result = hpi_core_check_unbound(context, &poisson->bound, "poisson");
    if (result == HPYR_OK)
        result = hpi_core_check_unbound(context, &poisson->octree->bound, "poisson: the octree");
    if (result != HPYR_OK)
        return result;
    const bool was_solved = poisson->is_solved;
    poisson->is_solved = false;
    poisson->report = (hpyr_poisson_report){0};
    poisson->anchors = points->anchors ? points->anchors : points->count;
    hpi_gl_state_enter(context, &state);
    hpi_poisson_tell_stage(poisson, HPYR_POISSON_STAGE_OCTREE, 0);
    if (poisson->anchors > points->count)
        result = hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: %u anchors of %u points", poisson->anchors,
                             points->count);
    if (result == HPYR_OK)
        result = hpi_poisson_prepare(poisson, points, was_solved);
    hpi_surface_forget(poisson);
    poisson->octree->is_built = poisson->octree->is_shared = false;
    if (result == HPYR_OK)
        result = hpi_octree_build(poisson->octree, &own);
    if (result == HPYR_OK) {
        hpi_poisson_compare_cubes(poisson);
        hpi_poisson_tell_stage(poisson, HPYR_POISSON_STAGE_DIVERGENCE, 0);
        result = hpi_poisson_make_field(poisson, points);
    }
    if (result == HPYR_OK && poisson->octree->report.points)
        result = hpi_poisson_find(poisson);
    hpi_poisson_tell_stage(poisson, HPYR_POISSON_STAGE_DONE, 0);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    poisson->is_solved = result == HPYR_OK;
    if (result != HPYR_NOT_READY)
        poisson->before.is_left = poisson->before.is_there = false;
    return result;
}

/* ---- download ---- */

/* Reads numbers of nodes of one depth, counted from its first one. `texels` has four floats for each. */
static hpyr_result read_nodes(hpyr_poisson *poisson, hpyr_poisson_array array, int depth, uint32_t first,
                              uint32_t count, hpi_list_plane *target, float *texels) {
    hpyr_octree *octree = poisson->octree;
    const hpi_poisson_level *level = &poisson->levels[depth];
    const bool is_field = array == HPYR_POISSON_ARRAY_FIELD, is_density = array == HPYR_POISSON_ARRAY_DENSITY;
    const hpi_halves densities = {poisson->density, poisson->density};
    const hpi_halves *halves = is_density                           ? &densities
                               : array == HPYR_POISSON_ARRAY_VALUES ? &level->values
                                                                    : &level->divergence;
    GLuint program;
    hpyr_result result = hpi_poisson_need(poisson, count, target);
    if (result == HPYR_OK)
        result = hpi_octree_program(octree, "octree/poisson/array.frag.glsl", is_field ? "#define HPYR_FIELD\n" : "",
                                    &program);
    if (result != HPYR_OK)
        return result;
    if (is_field)
        hpi_poisson_bind_field(poisson, program, HPI_OCTREE_MORE_UNIT);
    else
        hpi_poisson_bind_halves(poisson, program, "lower", "upper", HPI_OCTREE_MORE_UNIT, halves);
    hpi_octree_set(octree, program, "texels", is_density ? 2 : 1);
    hpi_octree_set(octree, program, "first", is_density ? first + octree->report.first_node[depth] - 1 : first);
    glUniform1f(hpi_gl_location(poisson->context, program, "", "scale"),
                array == HPYR_POISSON_ARRAY_DIVERGENCE ? hpi_poisson_scale(poisson, depth) : 1);
    result = hpi_octree_draw(octree, program, target, 0, count);
    if (result == HPYR_OK)
        hpi_gl_pixels_read(poisson->context, 0, 0, 1 << target->shift, (GLsizei)((count - 1) >> target->shift) + 1,
                           GL_RGBA, GL_FLOAT, texels);
    return result;
}

/* Do nodes of this depth have other numbers than 0? */
static bool has_numbers(const hpyr_poisson *poisson, hpyr_poisson_array array, int depth) {
    return array == HPYR_POISSON_ARRAY_FIELD     ? depth == (int)poisson->desc.depth
           : array == HPYR_POISSON_ARRAY_DENSITY ? depth <= (int)poisson->desc.density_depth
                                                 : true;
}

static hpyr_result download(hpyr_poisson *poisson, hpyr_poisson_array array, uint32_t first, uint32_t count,
                            float *entries) {
    const hpyr_octree_report *report = &poisson->octree->report;
    const uint32_t per_node = array == HPYR_POISSON_ARRAY_FIELD ? 3 : 1, end = first + count;
    hpi_list_plane target = {0};
    hpyr_result result = hpi_poisson_need(poisson, count, &target);
    float *texels = hpi_alloc(poisson->context, ((size_t)target.rows << target.shift) * TEXEL_BYTES + TEXEL_BYTES);
    if (result == HPYR_OK && !texels)
        result = hpi_gl_fail(poisson->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for %u nodes", count);
    if (result == HPYR_OK)
        memset(entries, 0, (size_t)count * per_node * sizeof *entries);
    for (int depth = 1; result == HPYR_OK && depth <= (int)report->depth; depth++) {
        const uint32_t *from = &report->first_node[depth];
        uint32_t low = first > from[0] ? first : from[0], high = end < from[1] ? end : from[1];
        if (low >= high || !has_numbers(poisson, array, depth))
            continue;
        result = read_nodes(poisson, array, depth, low - from[0], high - low, &target, texels);
        for (uint32_t node = low; result == HPYR_OK && node < high; node++)
            memcpy(entries + (size_t)(node - first) * per_node, texels + (size_t)(node - low) * 4,
                   per_node * sizeof *entries);
    }
    hpi_free(poisson->context, texels);
    hpi_list_plane_destroy(poisson->context, &target);
    return result;
}

hpyr_result hpyr_poisson_download(hpyr_poisson *poisson, hpyr_poisson_array array, uint32_t first, uint32_t count,
                                  float *entries, size_t capacity, hpyr_report *report) {
    hpi_gl_state state;
    hpyr_report found = {0};
    if (report)
        *report = found;
    if (!poisson || (capacity && !entries))
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = poisson->context;
    hpyr_result result = hpi_poisson_check_solved(poisson);
    if (result == HPYR_OK && (uint32_t)array > HPYR_POISSON_ARRAY_DENSITY)
        result = hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "poisson: %d is no hpyr_poisson_array", (int)array);
    if (result != HPYR_OK)
        return result;
    found = hpi_range(poisson->octree->report.nodes, first, count, capacity);
    if (found.written) {
        hpi_gl_state_enter(context, &state);
        result = download(poisson, array, first, (uint32_t)found.written, entries);
        hpi_gl_target_release(context);
        result = hpi_gl_state_leave(context, &state, result);
    }
    return hpi_range_answer(result, &found, report);
}
