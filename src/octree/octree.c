/* octree.c - the life of an octree, and its build.  SPDX-License-Identifier: MIT */
#include "octree/octree_object.h"

static hpyr_result resolve(const hpyr_context *context, const hpyr_octree_desc *desc, hpyr_octree_desc *resolved) {
    const uint32_t limit = context->caps.max_list_length;
    *resolved = *desc;
    if (!resolved->growth)
        resolved->growth = HPYR_OCTREE_GROWTH_POINTS;
    if (!resolved->node_capacity)
        resolved->node_capacity = limit;
    if (!desc->capacity || !desc->depth || desc->depth > HPYR_OCTREE_MAX_DEPTH ||
        (uint32_t)resolved->growth > HPYR_OCTREE_GROWTH_GRADED)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "octree: capacity %u (at least 1 point), depth %u (1 to %d), growth %d", desc->capacity,
                           desc->depth, HPYR_OCTREE_MAX_DEPTH, (int)desc->growth);
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "octree: GL 2.1 has no integers, so it has no octrees");
    if (desc->capacity > limit || resolved->node_capacity > limit)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "octree: %u points, %u nodes; this GL allows %u",
                           desc->capacity, desc->node_capacity, limit);
    return HPYR_OK;
}

hpyr_result hpyr_octree_create(hpyr_context *context, const hpyr_octree_desc *desc, hpyr_octree **out) {
    hpyr_octree_desc resolved;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "octree");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_octree *octree = hpi_alloc_zeros(context, 1, sizeof *octree);
    if (!octree)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for an octree");
    hpi_gl_context_hold(context);
    octree->context = context;
    octree->desc = resolved;
    result = hpi_octree_need_lists(octree, resolved.capacity);
    if (result != HPYR_OK) {
        hpyr_octree_destroy(octree);
        return result;
    }
    *out = octree;
    return HPYR_OK;
}

/* ---- planes ---- */

enum { WORD_BYTES = 4, TEXEL_BYTES = 16 };

static void visit_planes(hpyr_octree *octree, hpi_plane_visit *visit) {
    hpi_list_plane *pairs = octree->pairs, *firsts = octree->firsts, *chunks = octree->chunks;
    hpi_planes_visit(visit, TEXEL_BYTES,
                     HPI_PLANES(&pairs[0], &pairs[1], &octree->blocks, &octree->packed, &octree->sorted));
    hpi_planes_visit(visit, WORD_BYTES,
                     HPI_PLANES(&octree->floats, &octree->keys, &octree->order, &octree->owned, &firsts[0], &firsts[1],
                                &firsts[2], &chunks[0], &chunks[1]));
    for (int depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++) {
        hpi_octree_level *level = &octree->levels[depth];
        hpi_planes_visit(visit, TEXEL_BYTES,
                         HPI_PLANES(&level->around, &level->firsts, &level->families, &level->parts));
        hpi_planes_visit(visit, WORD_BYTES, HPI_PLANES(&level->flags, &level->ranks, &level->parent_nodes));
    }
}

void hpyr_octree_destroy(hpyr_octree *octree) {
    if (!octree)
        return;
    hpyr_context *context = octree->context;
    if (octree->is_lent) {
        hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                    "octree: it is lent by a Poisson solution, which destroys it");
        return;
    }
    hpi_gl_warn_of_leaks(context, "octree");
    hpi_core_bound_drop(context, &octree->bound);
    visit_planes(octree, &(hpi_plane_visit){.destroys = context});
    hpyr_lists_destroy(octree->lists);
    hpi_free(context, octree);
    hpi_gl_context_release(context);
}

uint64_t hpyr_octree_memory(const hpyr_octree *octree) {
    if (!octree)
        return 0;
    hpyr_octree copy = *octree;
    hpi_plane_visit visit = {.bytes = 0};
    visit_planes(&copy, &visit);
    return visit.bytes + hpyr_lists_bytes(octree->context, hpyr_lists_resolved(octree->lists));
}

const hpyr_octree_desc *hpyr_octree_resolved(const hpyr_octree *octree) {
    return octree ? &octree->desc : NULL;
}

const hpyr_octree_report *hpyr_octree_last_report(const hpyr_octree *octree) {
    return octree && octree->is_built ? &octree->report : NULL;
}

hpyr_result hpi_octree_check_built(const hpyr_octree *octree, const char *what) {
    hpyr_result result = hpi_gl_check_current(octree->context, what);
    if (result == HPYR_OK && !octree->is_built)
        result =
            hpi_gl_fail(octree->context, HPYR_ERROR_NOT_BUILT, "%s: there is no octree yet, or its build failed", what);
    return result;
}

hpyr_result hpyr_octree_build(hpyr_octree *octree, const hpyr_octree_points *points) {
    if (!octree || !points)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (octree->is_lent)
        return hpi_gl_fail(octree->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "octree: it is lent by a Poisson solution, which builds it");
    hpyr_result result = hpi_gl_check_current(octree->context, "octree");
    if (result == HPYR_OK)
        result = hpi_core_check_unbound(octree->context, &octree->bound, "octree");
    return result == HPYR_OK ? hpi_octree_build(octree, points) : result;
}

hpyr_result hpi_octree_build(hpyr_octree *octree, const hpyr_octree_points *points) {
    hpi_gl_state state;
    hpyr_context *context = octree->context;
    octree->is_built = octree->is_shared = octree->is_sorted = false;
    octree->crowd = 0;
    octree->report = (hpyr_octree_report){0};
    hpi_gl_state_enter(context, &state);
    hpyr_result result = hpi_octree_sort_points(octree, points);
    if (result == HPYR_OK)
        result = hpi_octree_make_nodes(octree);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    octree->is_built = result == HPYR_OK;
    return result;
}
