/* lifetime.c - how long a context lives, and when GL is left alone.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"
#include "gl/state.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Whether the library is linked to the system's OpenGL. */
#if HPI_GL_DESKTOP && !defined(HPYR_LOADER_CALLER)
#    define HAS_SYSTEM 1
#else
#    define HAS_SYSTEM 0
#endif

#if HPI_GL_WEB
#    include <emscripten/html5.h>
#elif HAS_SYSTEM && defined(__APPLE__)
#    include <OpenGL/CGLCurrent.h>
#endif

/* ---- who is asked for the current context ---- */

/* GL's own functions crash without a context on macOS and Windows. On other systems neither library need be there: an
 * address that nobody has linked is NULL. */
#if HPI_GL_WEB
static void *ask_platform(void) {
    return (void *)emscripten_webgl_get_current_context();
}
#elif HAS_SYSTEM && defined(__APPLE__)
static void *ask_platform(void) {
    return CGLGetCurrentContext();
}
#elif HAS_SYSTEM && defined(_WIN32)
__declspec(dllimport) void *__stdcall wglGetCurrentContext(void);
static void *ask_platform(void) {
    return wglGetCurrentContext();
}
#elif defined(__ELF__)
void *eglGetCurrentContext(void) __attribute__((weak));
void *glXGetCurrentContext(void) __attribute__((weak)); /* of contexts of OpenGL ES, too */
void *OSMesaGetCurrentContext(void) __attribute__((weak));
static void *ask_osmesa(void) { /* which is rarely there; the other two often are */
    return OSMesaGetCurrentContext ? OSMesaGetCurrentContext() : NULL;
}
#endif

bool hpi_gl_find_context(hpyr_context *context) {
    void *(*const questions[])(void) = {
#if HPI_GL_WEB || (HAS_SYSTEM && (defined(__APPLE__) || defined(_WIN32)))
        ask_platform,
#elif defined(__ELF__)
        ask_osmesa,
        eglGetCurrentContext,
        glXGetCurrentContext,
#else
        NULL,
#endif
    };
    bool knows_all = true;
    for (size_t i = 0; !context->current && i < sizeof questions / sizeof *questions; i++) {
        knows_all = knows_all && questions[i];
        if (questions[i] && questions[i]())
            context->current = questions[i];
    }
    return context->current || !knows_all;
}

/* ---- which context it is ---- */

/* Other GL contexts have objects of the same names, for names are small numbers, and so are fences of some drivers. So the
 * mark is a shader whose text no other has. Browsers know objects apart, and take long to find out more. */
bool hpi_gl_is_current(const hpyr_context *context) {
    void *const current = context->current ? context->current() : NULL;
    if (context->state && context->state->current) /* a call is under way, and has found out, maybe on another thread */
        return current == context->state->current;
    if (context->current && !current)
        return false;
#if HPI_GL_WEB
    return glIsSync(context->mark);
#else
    GLchar text[sizeof context->mark_text] = "";
    if (glIsShader(context->mark))
        glGetShaderSource(context->mark, sizeof text, NULL, text);
    return text[0] && strcmp(text, context->mark_text) == 0;
#endif
}

hpyr_result hpi_gl_mark_create(hpyr_context *context) {
#if HPI_GL_WEB
    context->mark = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
#else
    const GLchar *text = context->mark_text;
    snprintf(context->mark_text, sizeof context->mark_text, "// %p %ld", (void *)context, (long)clock());
    context->mark = glCreateShader(GL_FRAGMENT_SHADER);
    glShaderSource(context->mark, 1, &text, NULL);
#endif
    if (hpi_gl_is_current(context))
        return HPYR_OK;
    hpi_gl_take_error();
#if !HPI_GL_WEB
    if (context->mark) {
        glDeleteShader(context->mark);
        return hpi_gl_fail(context, HPYR_ERROR_GL, "GL does not give back the text of a shader");
    }
#endif
    return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL has no memory for a shader");
}

hpyr_result hpi_gl_check_current(const hpyr_context *context, const char *what) {
    if (hpi_gl_is_current(context))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_NO_CONTEXT, "%s: its GL context is not current on this thread", what);
}

void hpi_gl_warn_of_leaks(const hpyr_context *context, const char *what) {
    if (!hpi_gl_is_current(context))
        hpi_gl_log(context, HPYR_LOG_LEVEL_WARNING,
                   "%s: destroyed while its GL context is not current on this thread, so its GL objects stay there",
                   what);
}

/* ---- who holds a context ---- */

void hpi_gl_context_hold(hpyr_context *context) {
    context->holders++;
}

/* The GL context is recognized by the mark, so it is deleted last. */
static void delete_objects(hpyr_context *context) {
    const GLuint samplers[] = {context->nearest, context->nearest_mipmap, context->linear};
    hpi_gl_programs_delete(context);
    hpi_gl_textures_delete(context, 1, &context->list);
    hpi_gl_buffers_delete(context, 1, &context->vertices);
    hpi_gl_buffers_delete(context, 1, &context->touched);
    hpi_gl_framebuffers_delete(context, 1, &context->framebuffer);
    if (!context->legacy)
        glDeleteSamplers(sizeof samplers / sizeof *samplers, samplers);
    hpi_gl_vertex_arrays_delete(context, 1, &context->vertex_array);
    if (context->transform_feedback)
        glDeleteTransformFeedbacks(1, &context->transform_feedback);
    if (context->legacy)
        glDeleteProgram(context->invalid_program);
#if HPI_GL_WEB
    glDeleteSync(context->mark);
#else
    glDeleteShader(context->mark);
#endif
}

void hpi_gl_context_release(hpyr_context *context) {
    if (--context->holders)
        return;
    if (hpi_gl_is_current(context))
        delete_objects(context);
    hpi_gl_programs_free(context);
    hpi_free(context, context);
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
