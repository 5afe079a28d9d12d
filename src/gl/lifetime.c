/* lifetime.c - how long a context lives, and when GL is left alone.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

#include <stdlib.h>

/* Other GL contexts have objects of the same names, for names are small numbers. The handle of a
 * fence is known to one share group alone. Without a GL context, GL's functions answer 0. */
bool hpi_gl_is_current(const hpyr_context *context) {
    return context->legacy ? glIsProgram(context->invalid_program) : glIsSync(context->mark);
}

hpyr_result hpi_gl_check_current(const hpyr_context *context, const char *what) {
    if (hpi_gl_is_current(context))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_NO_CONTEXT, "%s: its GL context is not current on this thread", what);
}

void hpi_gl_warn_of_leaks(const hpyr_context *context, const char *what) {
    if (!hpi_gl_is_current(context))
        hpi_gl_log(context, HPYR_LOG_WARNING,
                   "%s: destroyed while its GL context is not current on this thread, so its GL objects stay there",
                   what);
}

/* ---- who holds a context ---- */

void hpi_gl_context_hold(hpyr_context *context) {
    context->holders++;
}

/* The GL context is recognized by the last two, so they are deleted last. */
static void delete_objects(hpyr_context *context) {
    const GLuint samplers[] = {context->nearest, context->nearest_mipmap, context->linear};
    hpi_gl_programs_delete(context);
    hpi_gl_textures_delete(context, 1, &context->list);
    hpi_gl_buffers_delete(context, 1, &context->vertices);
    hpi_gl_framebuffers_delete(context, 1, &context->framebuffer);
    if (!context->legacy)
        glDeleteSamplers(sizeof samplers / sizeof *samplers, samplers);
    hpi_gl_vertex_arrays_delete(context, 1, &context->vertex_array);
    if (context->transform_feedback)
        glDeleteTransformFeedbacks(1, &context->transform_feedback);
    if (context->legacy)
        glDeleteProgram(context->invalid_program);
    else
        glDeleteSync(context->mark);
}

void hpi_gl_context_release(hpyr_context *context) {
    if (--context->holders)
        return;
    if (hpi_gl_is_current(context))
        delete_objects(context);
    hpi_gl_programs_free(context);
    free(context);
}

/* ---- deleting objects ---- */

void hpi_gl_textures_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!hpi_gl_is_current(context))
        return;
    hpi_gl_state_forget_textures(context, count, names);
    glDeleteTextures(count, names);
}

void hpi_gl_buffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (hpi_gl_is_current(context))
        glDeleteBuffers(count, names);
}

void hpi_gl_framebuffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!hpi_gl_is_current(context))
        return;
    if (HPI_GL_DESKTOP && context->ext_framebuffers)
        hpi_gl_legacy_framebuffers_delete(count, names);
    else
        glDeleteFramebuffers(count, names);
}

void hpi_gl_vertex_arrays_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!context->legacy && hpi_gl_is_current(context))
        glDeleteVertexArrays(count, names);
}
