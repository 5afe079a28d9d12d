/* total.c - the top cell on its way to the CPU, with and without waiting.  SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <string.h>

static const uint32_t float_limit = UINT32_C(1) << 24;

void hpyr_core_request_total(hpyr_pyramid *pyramid) {
    bool floats = pyramid->desc.count_format == HPYR_COUNT_FLOAT;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, pyramid->total_buffer);
    glReadPixels((GLint)pyramid->top_at[0], (GLint)pyramid->top_at[1], 1, 1, floats ? GL_RED : GL_RED_INTEGER,
                 floats ? GL_FLOAT : GL_UNSIGNED_INT, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (pyramid->fence)
        glDeleteSync(pyramid->fence);
    pyramid->fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

static void take_total(hpyr_pyramid *pyramid) {
    uint32_t bits = 0;
    float value;
    hpyr_gl_buffer_read(pyramid->total_buffer, 0, sizeof bits, &bits);
    if (pyramid->desc.count_format == HPYR_COUNT_FLOAT) {
        memcpy(&value, &bits, sizeof value);
        pyramid->total = (uint32_t)value; /* at most 2^25, see store.glsl */
        pyramid->status = pyramid->total > float_limit ? PYRAMID_OVERFLOW : PYRAMID_READY;
    } else {
        pyramid->total = bits;
        pyramid->status = bits == UINT32_MAX ? PYRAMID_OVERFLOW : PYRAMID_READY;
    }
    glDeleteSync(pyramid->fence);
    pyramid->fence = NULL;
}

/* `wait_ns` is how long one look at the fence may block; with `patient` it looks until the GPU is done. */
static hpyr_result look(hpyr_pyramid *pyramid, GLuint64 wait_ns, bool patient) {
    const hpyr_context *context = pyramid->context;
    if (pyramid->status == PYRAMID_EMPTY)
        return hpyr_gl_fail(context, HPYR_ERROR_NOT_BUILT, "pyramid: it was not built, or its last build failed");
    while (pyramid->status == PYRAMID_PENDING) {
        GLenum answer = glClientWaitSync(pyramid->fence, GL_SYNC_FLUSH_COMMANDS_BIT, wait_ns);
        if (answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED)
            take_total(pyramid);
        else if (answer == GL_WAIT_FAILED)
            return hpyr_gl_fail(context, HPYR_ERROR_GL, "pyramid: waiting for the GPU failed");
        else if (!patient)
            return HPYR_NOT_READY;
    }
    if (pyramid->status == PYRAMID_OVERFLOW)
        return hpyr_gl_fail(
            context, HPYR_ERROR_OVERFLOW, "pyramid: the total passes %s, the most that %s counts hold exactly",
            pyramid->desc.count_format == HPYR_COUNT_FLOAT ? "2^24 = 16777216" : "2^32 - 2 = 4294967294",
            pyramid->desc.count_format == HPYR_COUNT_FLOAT ? "FLOAT" : "UINT");
    return HPYR_OK;
}

hpyr_result hpyr_core_wait_total(hpyr_pyramid *pyramid) {
    return look(pyramid, UINT64_C(1000000000), true);
}

static hpyr_result answer(hpyr_pyramid *pyramid, uint32_t *total, bool patient) {
    if (!pyramid || !total)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *total = 0;
    hpyr_result result = patient ? hpyr_core_wait_total(pyramid) : look(pyramid, 0, false);
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
