/* lifetime.c - how long a context lives, and what is left alone while its GL context is not current.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <stdlib.h>

/* Names of objects are small numbers, which other GL contexts have too; the handle of a fence is the context's share group's alone.
 * Without any GL context the answer of GL's entry points is 0. */
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

/* The last two are what the GL context is known by. */
static void delete_objects(hpyr_context *context) {
    const GLuint samplers[] = {context->nearest, context->nearest_mipmap, context->linear};
    hpi_gl_programs_delete(context);
    hpi_gl_textures_delete(context, 1, &context->list);
    hpi_gl_buffers_delete(context, 1, &context->vertices);
    hpi_gl_framebuffers_delete(context, 1, &context->framebuffer);
    hpi_gl_samplers_delete(context, sizeof samplers / sizeof *samplers, samplers);
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
    if (hpi_gl_is_current(context))
        glDeleteTextures(count, names);
}

void hpi_gl_buffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (hpi_gl_is_current(context))
        glDeleteBuffers(count, names);
}

void hpi_gl_framebuffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!hpi_gl_is_current(context))
        return;
    if (context->ext_framebuffers)
        glDeleteFramebuffersEXT(count, names);
    else
        glDeleteFramebuffers(count, names);
}

void hpi_gl_vertex_arrays_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!context->legacy && hpi_gl_is_current(context))
        glDeleteVertexArrays(count, names);
}

void hpi_gl_samplers_delete(const hpyr_context *context, GLsizei count, const GLuint *names) {
    if (!context->legacy && hpi_gl_is_current(context))
        glDeleteSamplers(count, names);
}
