/* operation.c - what every list operation does: it checks, runs, and tells what it found.
 * SPDX-License-Identifier: MIT */
#include "list/operands.h"

/* ---- the number that was found ---- */

static void request_found(hpyr_lists *lists) {
    hpi_gl_target(lists->context, lists->found, 0, 1, 1);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, lists->found_buffer);
    hpi_gl_pixels_read(lists->context, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    hpi_gl_fence_set(lists->context, &lists->fence);
    lists->status = LIST_PENDING;
}

static hpyr_result take_found(hpyr_lists *lists) {
    hpyr_result result =
        hpi_gl_buffer_read(lists->context, lists->found_buffer, 0, sizeof lists->answer, lists->answer);
    if (result != HPYR_OK) /* the status stays PENDING, so the next call reads again */
        return result;
    lists->status = LIST_READY;
    hpi_gl_fence_delete(&lists->fence);
    return HPYR_OK;
}

hpyr_result hpi_list_ask(hpyr_lists *lists, const char *what, bool patient) {
    hpyr_result result = hpi_gl_check_current(lists->context, what);
    if (result != HPYR_OK)
        return result;
    if (lists->status == LIST_EMPTY)
        return hpi_gl_fail(lists->context, HPYR_ERROR_NOT_BUILT,
                           "%s: there was no operation yet, or the last one failed", what);
    if (lists->status == LIST_NUMBERLESS) { /* nothing went wrong, so this is no error of the log */
        hpi_gl_log(lists->context, HPYR_LOG_LEVEL_INFO, "%s: the last operation finds no number", what);
        return HPYR_ERROR_NOT_BUILT;
    }
    if (lists->status == LIST_PENDING)
        result = hpi_gl_fence_ask(lists->context, &lists->fence, patient, what);
    if (result == HPYR_OK && lists->status == LIST_PENDING)
        result = take_found(lists);
    return result;
}

static hpyr_result answer(hpyr_lists *lists, uint32_t *found, bool patient) {
    if (!lists || !found)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *found = 0;
    hpyr_result result = hpi_list_ask(lists, "list", patient);
    if (result == HPYR_OK && lists->answer[1])
        result = hpi_gl_fail(lists->context, HPYR_ERROR_OVERFLOW, "list: a sum passes %u", UINT32_MAX - 1);
    if (result == HPYR_OK)
        *found = lists->answer[0];
    return result;
}

hpyr_result hpyr_lists_result(hpyr_lists *lists, uint32_t *found) {
    return answer(lists, found, true);
}

hpyr_result hpyr_lists_try_result(hpyr_lists *lists, uint32_t *found) {
    return answer(lists, found, false);
}

/* ---- a public call ---- */

hpyr_result hpi_list_run(hpyr_lists *lists, hpyr_list_operation operation, const char *what, bool finds,
                         hpi_list_operation_fn run, const void *desc) {
    hpi_gl_state state;
    if (!lists || !desc)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_context *context = lists->context;
    hpyr_result result = hpi_gl_check_current(context, what);
    if (result != HPYR_OK)
        return result;
    lists->status = LIST_EMPTY;
    if (!(lists->desc.operations & operation))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: the workspace was not made for this operation",
                           what);
    hpi_gl_state_enter(context, &state);
    hpi_gl_fence_delete(&lists->fence);
    result = run(lists, desc);
    if (result == HPYR_OK && finds)
        request_found(lists);
    else if (result == HPYR_OK)
        lists->status = LIST_NUMBERLESS;
    hpi_list_inputs_close(lists);
    hpi_gl_target_release(context);
    result = hpi_gl_state_leave(context, &state, result);
    if (result != HPYR_OK)
        lists->status = LIST_EMPTY;
    return result;
}
