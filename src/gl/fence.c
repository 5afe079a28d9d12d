/* fence.c - how far the GPU has come: fences, or occlusion queries on GL 2.1.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

void hpi_gl_fence_set(const hpyr_context *context, hpi_gl_fence *fence) {
    hpi_gl_fence_delete(fence);
    if (HPI_GL_DESKTOP && context->legacy)
        fence->query = hpi_gl_legacy_query(context);
    else
        fence->sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

/* An answer that GL does not define ends the wait, too: glClientWaitSync gives one where the fence
 * could not be made. */
static hpyr_result ask_sync(const hpyr_context *context, GLsync sync, bool patient, const char *what) {
    const GLuint64 second = UINT64_C(1000000000);
    if (HPI_GL_WEB && patient) /* nothing can be waited for, but the read that follows takes as long */
        return HPYR_OK;
    for (int waited = 0;; waited++) {
        GLenum answer = glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, patient ? second : 0);
        if (answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED)
            return HPYR_OK;
        if (answer != GL_TIMEOUT_EXPIRED) {
            hpi_gl_take_error();
            return hpi_gl_fail(context, HPYR_ERROR_GL, "%s: waiting for the GPU failed", what);
        }
        if (!patient)
            return HPYR_NOT_READY;
        if (waited >= HPI_PATIENCE)
            return hpi_gl_fail(context, HPYR_ERROR_GL, "%s: the GPU did not finish within %d seconds; ask again later",
                               what, HPI_PATIENCE);
    }
}

hpyr_result hpi_gl_fence_ask(const hpyr_context *context, const hpi_gl_fence *fence, bool patient, const char *what) {
    GLuint available = GL_TRUE;
    if (!context->legacy)
        return ask_sync(context, fence->sync, patient, what);
    if (fence->query && !patient) /* a patient caller waits by reading the result below */
        glGetQueryObjectuiv(fence->query, GL_QUERY_RESULT_AVAILABLE, &available);
    return available ? HPYR_OK : HPYR_NOT_READY;
}

void hpi_gl_fence_delete(hpi_gl_fence *fence) {
    if (fence->sync)
        glDeleteSync(fence->sync);
    if (fence->query)
        glDeleteQueries(1, &fence->query);
    *fence = (hpi_gl_fence){0};
}
