/* lists.c - the life of a workspace.  SPDX-License-Identifier: MIT */
#include "list/lists.h"

#include "core/sizes.h"
#include "list/parts.h"

enum { TEXEL_BYTES = 16, FAN_OUT = 16 };

static const hpi_list_part *const parts[HPI_LIST_PARTS] = {&hpi_list_select_part, &hpi_list_sort_part,
                                                           &hpi_list_gather_part};

/* ---- descriptor ---- */

static hpyr_result resolve(const hpyr_context *context, const hpyr_lists_desc *desc, hpyr_lists_desc *resolved) {
    *resolved = *desc;
    if (!resolved->operations)
        resolved->operations = HPYR_LIST_OPERATION_ALL;
    bool is_valid = desc->capacity && !(desc->operations & ~(uint32_t)HPYR_LIST_OPERATION_ALL);
    if (!context)
        return is_valid ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT;
    if (!desc->capacity)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "list: capacity is 0: a workspace for no entry");
    if (!is_valid)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "list: operations 0x%x has bits that are no hpyr_list_operation", desc->operations);
    if (context->legacy)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "list: GL 2.1 has no integers, so it has no lists");
    if (desc->capacity > context->caps.max_list_length)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE, "list: %u entries; this GL allows %u", desc->capacity,
                           context->caps.max_list_length);
    return HPYR_OK;
}

/* Texels of level `level` above a list of so many texels; see scan.c. 0 above the top. */
static uint32_t level_texels(uint32_t texels, int level) {
    for (; level && texels > 1; level--)
        texels = (texels - 1) / FAN_OUT + 1;
    return level ? 0 : texels;
}

static int input_count(const hpyr_lists_desc *desc) {
    return desc->operations & (HPYR_LIST_OPERATION_SELECT | HPYR_LIST_OPERATION_SORT) ? 2 : 1;
}

uint64_t hpyr_lists_bytes(const hpyr_context *context, const hpyr_lists_desc *desc) {
    hpyr_lists_desc d;
    if (!desc || resolve(context, desc, &d) != HPYR_OK)
        return 0;
    uint32_t texels = hpi_list_texels(d.capacity);
    uint64_t bytes = 3 * TEXEL_BYTES + 4 + (uint64_t)(input_count(&d) + 1) * hpi_list_plane_bytes(texels);
    for (int level = 1; d.operations & HPYR_LIST_OPERATION_SCAN && level_texels(texels, level); level++)
        bytes += 2 * hpi_list_plane_bytes(level_texels(texels, level));
    for (int i = 0; i < HPI_LIST_PARTS; i++)
        if (d.operations & parts[i]->operation)
            bytes += parts[i]->bytes(context, d.capacity);
    return bytes;
}

/* ---- life ---- */

const hpyr_lists_desc *hpyr_lists_resolved(const hpyr_lists *lists) {
    return lists ? &lists->desc : NULL;
}

static bool create_planes(hpyr_lists *lists) {
    const hpyr_context *context = lists->context;
    uint32_t texels = hpi_list_texels(lists->desc.capacity);
    lists->result = hpi_list_plane_create(context, texels);
    bool is_whole = lists->result.texture;
    for (int i = 0; is_whole && i < input_count(&lists->desc); i++) {
        lists->staging[i] = hpi_list_plane_create(context, texels);
        is_whole = lists->staging[i].texture;
    }
    for (int level = 1; is_whole && lists->desc.operations & HPYR_LIST_OPERATION_SCAN && level_texels(texels, level);
         level++) {
        lists->sums[level] = hpi_list_plane_create(context, level_texels(texels, level));
        lists->prefixes[level] = hpi_list_plane_create(context, level_texels(texels, level));
        is_whole = lists->sums[level].texture && lists->prefixes[level].texture;
    }
    return is_whole;
}

static hpyr_result create_rest(hpyr_lists *lists) {
    const hpyr_context *context = lists->context;
    hpyr_result result = HPYR_OK;
    lists->length = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, 1, 1);
    lists->found = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, 1, 1);
    lists->found_buffer = hpi_gl_read_buffer_create(TEXEL_BYTES);
    if (!lists->length || !lists->found)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (int i = 0; result == HPYR_OK && i < HPI_LIST_PARTS; i++)
        if (lists->desc.operations & parts[i]->operation)
            result = parts[i]->create(lists);
    return result;
}

hpyr_result hpyr_lists_create(hpyr_context *context, const hpyr_lists_desc *desc, hpyr_lists **out) {
    hpi_gl_state state;
    hpyr_lists_desc resolved;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "list");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_lists *lists = hpi_alloc_zeros(context, 1, sizeof *lists);
    if (!lists)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a workspace");
    hpi_gl_context_hold(context);
    lists->context = context;
    lists->desc = resolved;
    hpi_gl_state_enter(context, &state);
    result = create_planes(lists) ? create_rest(lists) : HPYR_ERROR_OUT_OF_MEMORY;
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK) {
        hpyr_lists_destroy(lists);
        return result;
    }
    *out = lists;
    return HPYR_OK;
}

void hpyr_lists_destroy(hpyr_lists *lists) {
    if (!lists)
        return;
    hpyr_context *context = lists->context;
    hpi_gl_warn_of_leaks(context, "list");
    for (int i = 0; i < HPI_LIST_PARTS; i++)
        parts[i]->destroy(lists);
    for (int i = 0; i < HPI_LIST_INPUTS; i++)
        hpi_list_plane_destroy(context, &lists->staging[i]);
    for (int level = 0; level < HPI_LIST_LEVELS; level++) {
        hpi_list_plane_destroy(context, &lists->sums[level]);
        hpi_list_plane_destroy(context, &lists->prefixes[level]);
    }
    hpi_list_plane_destroy(context, &lists->result);
    for (int i = 0; i < HPI_LIST_INPUTS; i++)
        hpi_gl_texels_delete(context, &lists->views[i]);
    hpi_gl_textures_delete(context, 1, &lists->length);
    hpi_gl_textures_delete(context, 1, &lists->found);
    hpi_gl_buffers_delete(context, 1, &lists->found_buffer);
    if (hpi_gl_is_current(context))
        hpi_gl_fence_delete(&lists->fence);
    hpi_free(context, lists);
    hpi_gl_context_release(context);
}
