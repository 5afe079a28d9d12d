/* scratch.c - the life of scratch memory.  SPDX-License-Identifier: MIT */
#include "list/scratch.h"

#include "core/sizes.h"
#include "list/parts.h"

enum { TEXEL_BYTES = 16, FAN_OUT = 16 };

static const hpi_list_part *const parts[HPI_LIST_PARTS] = {&hpi_list_select_part, &hpi_list_sort_part,
                                                           &hpi_list_gather_part};

/* ---- descriptor ---- */

static hpyr_result resolve(const hpyr_context *context, const hpyr_list_scratch_desc *desc,
                           hpyr_list_scratch_desc *resolved) {
    *resolved = *desc;
    if (!resolved->operations)
        resolved->operations = HPYR_LIST_ALL;
    bool is_valid = desc->capacity && !(desc->operations & ~(uint32_t)HPYR_LIST_ALL);
    if (!context)
        return is_valid ? HPYR_OK : HPYR_ERROR_INVALID_ARGUMENT;
    if (!desc->capacity)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "list: capacity is 0: scratch memory for no entry");
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

static int input_count(const hpyr_list_scratch_desc *desc) {
    return desc->operations & (HPYR_LIST_SELECT | HPYR_LIST_SORT) ? 2 : 1;
}

uint64_t hpyr_list_scratch_bytes(const hpyr_context *context, const hpyr_list_scratch_desc *desc) {
    hpyr_list_scratch_desc d;
    if (!desc || resolve(context, desc, &d) != HPYR_OK)
        return 0;
    uint32_t texels = hpi_list_texels(d.capacity);
    uint64_t bytes = 3 * TEXEL_BYTES + 4 + (uint64_t)(input_count(&d) + 1) * hpi_list_plane_bytes(texels);
    for (int level = 1; d.operations & HPYR_LIST_SCAN && level_texels(texels, level); level++)
        bytes += 2 * hpi_list_plane_bytes(level_texels(texels, level));
    for (int i = 0; i < HPI_LIST_PARTS; i++)
        if (d.operations & parts[i]->operation)
            bytes += parts[i]->bytes(context, d.capacity);
    return bytes;
}

/* ---- life ---- */

const hpyr_list_scratch_desc *hpyr_list_scratch_resolved(const hpyr_list_scratch *scratch) {
    return scratch ? &scratch->desc : NULL;
}

static bool create_planes(hpyr_list_scratch *scratch) {
    const hpyr_context *context = scratch->context;
    uint32_t texels = hpi_list_texels(scratch->desc.capacity);
    scratch->result = hpi_list_plane_create(context, texels);
    bool is_whole = scratch->result.texture;
    for (int i = 0; is_whole && i < input_count(&scratch->desc); i++) {
        scratch->staging[i] = hpi_list_plane_create(context, texels);
        is_whole = scratch->staging[i].texture;
    }
    for (int level = 1; is_whole && scratch->desc.operations & HPYR_LIST_SCAN && level_texels(texels, level); level++) {
        scratch->sums[level] = hpi_list_plane_create(context, level_texels(texels, level));
        scratch->prefixes[level] = hpi_list_plane_create(context, level_texels(texels, level));
        is_whole = scratch->sums[level].texture && scratch->prefixes[level].texture;
    }
    return is_whole;
}

static hpyr_result create_rest(hpyr_list_scratch *scratch) {
    const hpyr_context *context = scratch->context;
    hpyr_result result = HPYR_OK;
    scratch->length = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, 1, 1);
    scratch->found = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, 1, 1);
    glGenBuffers(1, &scratch->found_buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, scratch->found_buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, TEXEL_BYTES, NULL, HPI_GL_READ_USAGE);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (!scratch->length || !scratch->found)
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (int i = 0; result == HPYR_OK && i < HPI_LIST_PARTS; i++)
        if (scratch->desc.operations & parts[i]->operation)
            result = parts[i]->create(scratch);
    return result;
}

hpyr_result hpyr_list_scratch_create(hpyr_context *context, const hpyr_list_scratch_desc *desc,
                                     hpyr_list_scratch **out) {
    hpi_gl_state state;
    hpyr_list_scratch_desc resolved;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "list");
    if (result == HPYR_OK)
        result = resolve(context, desc, &resolved);
    if (result != HPYR_OK)
        return result;
    hpyr_list_scratch *scratch = hpi_alloc_zeros(context, 1, sizeof *scratch);
    if (!scratch)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for scratch memory");
    hpi_gl_context_hold(context);
    scratch->context = context;
    scratch->desc = resolved;
    hpi_gl_state_enter(context, &state);
    result = create_planes(scratch) ? create_rest(scratch) : HPYR_ERROR_OUT_OF_MEMORY;
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK) {
        hpyr_list_scratch_destroy(scratch);
        return result;
    }
    *out = scratch;
    return HPYR_OK;
}

void hpyr_list_scratch_destroy(hpyr_list_scratch *scratch) {
    if (!scratch)
        return;
    hpyr_context *context = scratch->context;
    hpi_gl_warn_of_leaks(context, "list");
    for (int i = 0; i < HPI_LIST_PARTS; i++)
        parts[i]->destroy(scratch);
    for (int i = 0; i < HPI_LIST_INPUTS; i++)
        hpi_list_plane_destroy(context, &scratch->staging[i]);
    for (int level = 0; level < HPI_LIST_LEVELS; level++) {
        hpi_list_plane_destroy(context, &scratch->sums[level]);
        hpi_list_plane_destroy(context, &scratch->prefixes[level]);
    }
    hpi_list_plane_destroy(context, &scratch->result);
    for (int i = 0; i < HPI_LIST_INPUTS; i++)
        hpi_gl_texels_delete(context, &scratch->views[i]);
    hpi_gl_textures_delete(context, 1, &scratch->length);
    hpi_gl_textures_delete(context, 1, &scratch->found);
    hpi_gl_buffers_delete(context, 1, &scratch->found_buffer);
    if (hpi_gl_is_current(context))
        hpi_gl_fence_delete(&scratch->fence);
    hpi_free(context, scratch);
    hpi_gl_context_release(context);
}
