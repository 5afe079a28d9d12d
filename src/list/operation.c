/* operation.c - what every list operation does: it checks, runs, and tells what it found.
 * SPDX-License-Identifier: MIT */
#include "list/operands.h"

/* ---- the number that was found ---- */

static void request_found(hpyr_list_scratch *scratch) {
    hpi_gl_target(scratch->context, scratch->found, 0, 1, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, scratch->found_buffer);
    hpi_gl_pixels_read(scratch->context, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    hpi_gl_fence_set(scratch->context, &scratch->fence);
    scratch->status = LIST_PENDING;
}

static hpyr_result take_found(hpyr_list_scratch *scratch) {
    hpyr_result result =
        hpi_gl_buffer_read(scratch->context, scratch->found_buffer, 0, sizeof scratch->answer, scratch->answer);
    if (result != HPYR_OK) /* the status stays PENDING, so the next call reads again */
        return result;
    scratch->status = LIST_READY;
    hpi_gl_fence_delete(&scratch->fence);
    return HPYR_OK;
}

hpyr_result hpi_list_ask(hpyr_list_scratch *scratch, const char *what, bool patient) {
    hpyr_result result = hpi_gl_check_current(scratch->context, what);
    if (result != HPYR_OK)
        return result;
    if (scratch->status == LIST_EMPTY)
        return hpi_gl_fail(scratch->context, HPYR_ERROR_NOT_BUILT,
                           "%s: there was no operation yet, or the last one failed", what);
    if (scratch->status == LIST_NUMBERLESS) { /* nothing went wrong, so this is no error of the log */
        hpi_gl_log(scratch->context, HPYR_LOG_INFO, "%s: the last operation finds no number", what);
        return HPYR_ERROR_NOT_BUILT;
    }
    if (scratch->status == LIST_PENDING)
        result = hpi_gl_fence_ask(scratch->context, &scratch->fence, patient, what);
    if (result == HPYR_OK && scratch->status == LIST_PENDING)
        result = take_found(scratch);
    return result;
}

static hpyr_result answer(hpyr_list_scratch *scratch, uint32_t *found, bool patient) {
    if (!scratch || !found)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *found = 0;
    hpyr_result result = hpi_list_ask(scratch, "list", patient);
    if (result == HPYR_OK && scratch->answer[1])
        result = hpi_gl_fail(scratch->context, HPYR_ERROR_OVERFLOW, "list: a sum passes %u", UINT32_MAX - 1);
    if (result == HPYR_OK)
        *found = scratch->answer[0];
    return result;
}

hpyr_result hpyr_list_result(hpyr_list_scratch *scratch, uint32_t *found) {
    return answer(scratch, found, true);
}

hpyr_result hpyr_list_try_result(hpyr_list_scratch *scratch, uint32_t *found) {
    return answer(scratch, found, false);
}

/* ---- a public call ---- */

hpyr_result hpi_list_run(hpyr_list_scratch *scratch, hpyr_list_operation operation, const char *what, bool finds,
                         hpi_list_operation_fn run, const void *desc) {
    hpi_gl_state state;
    if (!scratch || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = scratch->context;
    hpyr_result result = hpi_gl_check_current(context, what);
    if (result != HPYR_OK)
        return result;
    scratch->status = LIST_EMPTY;
    if (!(scratch->desc.operations & operation))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: the scratch memory was not made for this operation", what);
    hpi_gl_state_enter(context, &state);
    hpi_gl_fence_delete(&scratch->fence);
    result = run(scratch, desc);
    if (result == HPYR_OK && finds)
        request_found(scratch);
    else if (result == HPYR_OK)
        scratch->status = LIST_NUMBERLESS;
    hpi_list_inputs_close(scratch);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK)
        scratch->status = LIST_EMPTY;
    return result;
}
