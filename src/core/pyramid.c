/* pyramid.c - HistoPyramids of any layout: their life and their building.  SPDX-License-Identifier: MIT */
#include "core/binding.h"
#include "core/layout.h"
#include "core/traversal.h"

const hpyr_pyramid_desc *hpyr_pyramid_resolved(const hpyr_pyramid *pyramid) {
    return pyramid ? &pyramid->desc : NULL;
}

/* ---- life ---- */

hpyr_result hpyr_pyramid_create(hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid **out) {
    hpi_gl_state state;
    if (out)
        *out = NULL;
    if (!context || !desc || !out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "pyramid");
    if (result != HPYR_OK)
        return result;
    hpyr_pyramid *pyramid = hpi_alloc_zeros(context, 1, sizeof *pyramid);
    if (!pyramid)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a pyramid");
    result = hpi_core_resolve(context, desc, &pyramid->desc, &pyramid->layout, &pyramid->map);
    if (result != HPYR_OK) {
        hpi_free(context, pyramid);
        return result;
    }
    hpi_gl_context_hold(context);
    pyramid->context = context;
    pyramid->chooses_base = hpi_core_chooses_base(pyramid->layout, desc);
    pyramid->base_width = hpyr_flat3d_texture_width(&pyramid->map);
    pyramid->base_height = hpyr_flat3d_texture_height(&pyramid->map);
    hpi_gl_state_enter(context, &state);
    hpi_core_total_create(pyramid);
    result = pyramid->layout->create(pyramid);
    if (result == HPYR_OK && hpi_core_has_own_base(pyramid->layout, &pyramid->desc))
        result = hpi_core_base_create(pyramid);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK) {
        hpyr_pyramid_destroy(pyramid);
        return result;
    }
    *out = pyramid;
    return HPYR_OK;
}

void hpyr_pyramid_destroy(hpyr_pyramid *pyramid) {
    if (!pyramid)
        return;
    hpyr_context *context = pyramid->context;
    hpi_gl_warn_of_leaks(context, "pyramid");
    hpi_core_drop_binding(pyramid);
    pyramid->layout->destroy(pyramid);
    hpi_core_base_destroy(pyramid);
    hpi_core_source_free(context, &pyramid->source);
    hpi_core_source_free(context, &pyramid->rule);
    hpi_core_total_destroy(pyramid);
    hpi_free(context, pyramid);
    hpi_gl_context_release(context);
}

/* ---- build ---- */

/* What a build begins with: answers of a discriminator, a texture of counts, or a texture of
 * bits. */
typedef enum build_from { FROM_DISCRIMINATOR, FROM_COUNTS, FROM_BITS } build_from;

static hpyr_result make_source(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                               const hpyr_texture *input) {
    hpyr_context *context = pyramid->context;
    if (discriminator && discriminator->context != context) /* it has textures, which belong to its own */
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "pyramid: the discriminator is of another context");
    if (from == FROM_COUNTS && pyramid->layout->binary && pyramid->desc.max_count <= 1)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "pyramid: layout %s holds counts only if `max_count` is 2 to 8, in order MORTON or LINE",
                           pyramid->layout->name);
    pyramid->borrows = from == FROM_BITS;
    if (from == FROM_BITS)
        return hpi_core_source_bits(context, input, &pyramid->map, &pyramid->source);
    hpyr_result result = hpi_core_source_make(context, discriminator, input, &pyramid->map, &pyramid->source);
    pyramid->borrows = hpi_core_reads_source(pyramid) && pyramid->source.has_input;
    return result;
}

static hpyr_result build(hpyr_pyramid *pyramid, build_from from, const hpyr_discriminator *discriminator,
                         const hpyr_texture *input) {
    hpi_gl_state state;
    hpyr_context *context = pyramid->context;
    hpyr_result result = hpi_gl_check_current(context, "pyramid");
    if (result != HPYR_OK)
        return result;
    result = hpi_core_check_unbound(context, &pyramid->bound, "pyramid");
    if (result != HPYR_OK)
        return result;
    hpi_gl_state_enter(context, &state);
    pyramid->status = PYRAMID_EMPTY;
    result = make_source(pyramid, from, discriminator, input);
    if (result == HPYR_OK)
        result = hpi_core_base_store(pyramid);
    if (result == HPYR_OK)
        result = pyramid->layout->build(pyramid);
    if (result == HPYR_OK) {
        hpi_core_request_total(pyramid);
        pyramid->status = PYRAMID_PENDING;
        pyramid->total = 0;
    }
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK)
        pyramid->status = PYRAMID_EMPTY;
    return result;
}

hpyr_result hpyr_pyramid_build(hpyr_pyramid *pyramid, const hpyr_discriminator *discriminator,
                               const hpyr_texture *input) {
    if (!pyramid || !discriminator)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return build(pyramid, FROM_DISCRIMINATOR, discriminator, input);
}

hpyr_result hpyr_pyramid_build_counts(hpyr_pyramid *pyramid, const hpyr_texture *counts) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return build(pyramid, FROM_COUNTS, NULL, counts);
}

hpyr_result hpyr_pyramid_build_bits(hpyr_pyramid *pyramid, const hpyr_texture *bits) {
    if (!pyramid)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!pyramid->layout->binary || pyramid->desc.order != HPYR_ORDER_COLUMN)
        return hpi_gl_fail(pyramid->context, HPYR_ERROR_INVALID_ARGUMENT,
                           "pyramid: bits need layout BITS and order COLUMN; it has %s and %s", pyramid->layout->name,
                           hpi_core_order_name(pyramid->desc.order));
    return build(pyramid, FROM_BITS, NULL, bits);
}
