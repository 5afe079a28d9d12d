/* fence.c - how far the GPU has come: fences, or occlusion queries on GL 2.1.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

static bool query_runs(const hpyr_context *context) {
    static const GLenum targets[] = {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED_CONSERVATIVE};
    GLint running = 0;
    for (int i = 0; i < context->occlusion_targets && !running; i++)
        glGetQueryiv(targets[i], GL_CURRENT_QUERY, &running);
    return running != 0;
}

/* A query ends after all work before it, also a query that counts a draw without colours. */
static void set_query(const hpyr_context *context, hpi_gl_fence *fence) {
    if (query_runs(context)) /* a query of the caller's: GL allows one at a time */
        return;
    glGenQueries(1, &fence->query);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glBeginQuery(GL_SAMPLES_PASSED, fence->query);
    hpi_gl_draw_fullscreen(context);
    glEndQuery(GL_SAMPLES_PASSED);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

void hpi_gl_fence_set(const hpyr_context *context, hpi_gl_fence *fence) {
    hpi_gl_fence_delete(fence);
    if (context->legacy)
        set_query(context, fence);
    else
        fence->sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
}

/* An answer that GL does not define ends the wait, too: glClientWaitSync gives one where the fence
 * could not be made. */
static hpyr_result ask_sync(const hpyr_context *context, GLsync sync, bool patient, const char *what) {
    const GLuint64 second = UINT64_C(1000000000);
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
