/* total.c - the top cell on its way to the CPU, with and without waiting.  SPDX-License-Identifier: MIT */
#include "core/layout.h"
#include "core/output.h"
#include "core/traversal.h"

#include <string.h>

enum { TEXEL_BYTES = 4 * sizeof(uint32_t) };

uint32_t hpi_core_limit(const hpyr_pyramid *pyramid) {
    uint32_t floats = pyramid->layout->float_limit ? pyramid->layout->float_limit : UINT32_C(1) << 24;
    hpyr_count_format format = pyramid->desc.count_format;
    return format == HPYR_COUNT_FORMAT_UINT    ? UINT32_MAX - 1
           : format == HPYR_COUNT_FORMAT_FLOAT ? floats
                                               : (UINT32_C(1) << 20) - 1;
}

void hpi_core_total_create(hpyr_pyramid *pyramid) {
    pyramid->total_buffer = hpi_gl_read_buffer_create(TEXEL_BYTES);
}

void hpi_core_total_destroy(hpyr_pyramid *pyramid) {
    hpi_gl_buffers_delete(pyramid->context, 1, &pyramid->total_buffer);
    if (hpi_gl_is_current(pyramid->context))
        hpi_gl_fence_delete(&pyramid->fence);
}

void hpi_core_request_total(hpyr_pyramid *pyramid) {
    bool floats = pyramid->desc.count_format != HPYR_COUNT_FORMAT_UINT;
    GLenum external = floats ? GL_RGBA : GL_RGBA_INTEGER; /* also of fewer channels, but that may take a conversion */
    if (pyramid->context->es && !pyramid->layout->knows_children)
        external = hpi_gl_pixels_external(pyramid->context,
                                          hpi_core_node_format(pyramid->context, pyramid->desc.count_format, 1));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pyramid->total_buffer);
    hpi_gl_pixels_read(pyramid->context, (GLint)pyramid->top_at[0], (GLint)pyramid->top_at[1], 1, 1, external,
                       floats ? GL_FLOAT : GL_UNSIGNED_INT, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    hpi_gl_fence_set(pyramid->context, &pyramid->fence);
}

/* Returns the total of the top texel, or UINT32_MAX if it is past the limit. */
static uint32_t decode(const hpyr_pyramid *pyramid, const uint32_t words[4]) {
    float values[4];
    memcpy(values, words, sizeof values);
    if (pyramid->desc.count_format == HPYR_COUNT_FORMAT_UINT)
        return words[pyramid->layout->total_channel];
    double total = pyramid->desc.count_format == HPYR_COUNT_FORMAT_HALF ? values[0] + 1024.0 * values[1]
                                                                        : values[pyramid->layout->total_channel];
    return total >= 0.0 && total <= hpi_core_limit(pyramid) ? (uint32_t)total : UINT32_MAX;
}

static hpyr_result take_total(hpyr_pyramid *pyramid) {
    uint32_t words[4] = {0};
    hpyr_result result = hpi_gl_buffer_read(pyramid->context, pyramid->total_buffer, 0, sizeof words, words);
    if (result != HPYR_OK) /* the status stays PENDING, so the next call reads again */
        return result;
    uint64_t total = (uint64_t)decode(pyramid, words) * pyramid->desc.clones;
    bool fits = total <= hpi_core_limit(pyramid);
    pyramid->total = fits ? (uint32_t)total : 0;
    pyramid->status = fits ? PYRAMID_READY : PYRAMID_OVERFLOW;
    hpi_gl_fence_delete(&pyramid->fence);
    return HPYR_OK;
}

static hpyr_result overflow(const hpyr_pyramid *pyramid) {
    static const char *const names[] = {"", "UINT", "FLOAT", "HALF"};
    return hpi_gl_fail(pyramid->context, HPYR_ERROR_OVERFLOW,
                       "pyramid: the total passes %u, the most that %s counts of layout %s hold exactly%s",
                       hpi_core_limit(pyramid), names[pyramid->desc.count_format], pyramid->layout->name,
                       pyramid->desc.clones > 1 ? " (clones included)" : "");
}

hpyr_result hpi_core_look_for_total(hpyr_pyramid *pyramid, bool patient) {
    const hpyr_context *context = pyramid->context;
    if (pyramid->status == PYRAMID_EMPTY)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT, "pyramid: it was not built, or its last build failed");
    if (pyramid->status == PYRAMID_PENDING) {
        hpyr_result result = hpi_gl_fence_ask(context, &pyramid->fence, patient, "pyramid");
        if (result == HPYR_OK)
            result = take_total(pyramid);
        if (result != HPYR_OK)
            return result;
    }
    return pyramid->status == PYRAMID_OVERFLOW ? overflow(pyramid) : HPYR_OK;
}

hpyr_result hpi_core_wait_total(hpyr_pyramid *pyramid) {
    return hpi_core_look_for_total(pyramid, true);
}

void hpi_core_clip_range(const hpyr_pyramid *pyramid, uint32_t first, uint32_t count, hpyr_report *report) {
    *report = hpi_range(pyramid->total, first, count, 0);
}

static hpyr_result answer(hpyr_pyramid *pyramid, uint32_t *total, bool patient) {
    if (!pyramid || !total)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *total = 0;
    hpyr_result result = hpi_gl_check_current(pyramid->context, "pyramid");
    if (result == HPYR_OK)
        result = hpi_core_look_for_total(pyramid, patient);
    if (result == HPYR_OK)
        *total = pyramid->total;
    return result;
}

hpyr_result hpyr_pyramid_total(hpyr_pyramid *pyramid, uint32_t *total) {
    return answer(pyramid, total, true);
}

hpyr_result hpyr_pyramid_try_total(hpyr_pyramid *pyramid, uint32_t *total) {
    return answer(pyramid, total, false);
}
