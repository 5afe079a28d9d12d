/* probe.c - tries what a driver claims. Softpipe's gl_VertexID starts again after 4096 vertices of a
 * draw. Some drivers of macOS are reported to capture zeros.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <limits.h>

enum { PROBE_VERTICES = 8192 };

hpyr_result hpi_gl_probe_result(hpyr_result result) {
    bool is_full = result == HPYR_ERROR_OUT_OF_MEMORY;
    GLenum error = glGetError();
    for (int i = 0; i < 16 && error != GL_NO_ERROR; i++) {
        is_full = is_full || error == GL_OUT_OF_MEMORY;
        error = glGetError();
    }
    return is_full ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_OK;
}

/* Varyings of probe_capture.vert.glsl. */
typedef struct captured_vertex {
    GLfloat vector[4], number;
    GLuint word;
    GLint id;
} captured_vertex;

/* Counts how many of `vertices` have the numbers 0, 1, 2.. in this order. */
static uint32_t counted(const captured_vertex *vertices) {
    uint32_t count = 0;
    while (count < PROBE_VERTICES && vertices[count].id == (GLint)count)
        count++;
    return count < PROBE_VERTICES ? count : INT_MAX;
}

/* Some drivers capture zeros where there are several varyings. */
static bool arrived(const captured_vertex *vertices) {
    bool right = true;
    for (uint32_t i = 0; i < PROBE_VERTICES; i++) {
        const captured_vertex *v = &vertices[i];
        const GLfloat id = (GLfloat)v->id;
        for (int k = 0; k < 4; k++)
            right = right && v->vector[k] == id + 3.0f + (GLfloat)k;
        right = right && v->number == id + 2.0f && v->word == (GLuint)v->id + 1;
    }
    return right;
}

static hpyr_result capture(const hpyr_context *context, GLuint program, GLuint buffer, captured_vertex *vertices) {
    const GLsizeiptr size = PROBE_VERTICES * (GLsizeiptr)sizeof *vertices;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, size, NULL, HPI_GL_READ_USAGE);
    /* An error is asked for here, or it would be taken for one of the capture, which would go on. */
    const GLenum error = hpi_gl_take_error();
    if (error != GL_NO_ERROR)
        return error == GL_OUT_OF_MEMORY ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_ERROR_GL;
    glUseProgram(program);
    hpi_gl_capture_begin(context, buffer, GL_POINTS);
    if (!context->es && hpi_gl_take_error() != GL_NO_ERROR) { /* the caller has one that is active, which goes on */
        glDisable(GL_RASTERIZER_DISCARD);
        return HPYR_ERROR_GL;
    }
    glDrawArrays(GL_POINTS, 0, PROBE_VERTICES);
    hpi_gl_capture_end();
    return hpi_gl_buffer_read(context, buffer, 0, size, vertices);
}

hpyr_result hpi_gl_end_of_probe(const hpyr_context *context, hpyr_result result) {
    GLenum error = hpi_gl_take_error();
    if (result == HPYR_ERROR_GL || (error != GL_NO_ERROR && error != GL_OUT_OF_MEMORY))
        return hpi_gl_fail(
            context, HPYR_ERROR_GL,
            "a draw failed by which the library finds out what this GL does; is transform feedback of yours active?");
    return error == GL_OUT_OF_MEMORY ? HPYR_ERROR_OUT_OF_MEMORY : hpi_gl_probe_result(result);
}

hpyr_result hpi_gl_vertex_probe(hpyr_context *context) {
    static const char *const captured[] = {"v_vector", "v_number", "v_word", "v_id", NULL};
    const hpi_gl_program_desc desc = {.vertex = {.entry = "core/probe_capture.vert.glsl"}, .captured = captured};
    captured_vertex *vertices = hpi_alloc_zeros(context, PROBE_VERTICES, sizeof *vertices);
    GLuint program, buffer, texture = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA8, 1, 1);
    hpyr_result result = vertices && texture
                             ? hpi_gl_program_now(context, &desc, &program)
                             : hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a context");
    context->vertex_limit = INT_MAX;
    glGenBuffers(1, &buffer);
    if (result == HPYR_OK && hpi_gl_target(context, texture, 0, 1, 1)) { /* captures need a complete framebuffer, too */
        result = capture(context, program, buffer, vertices);
        context->captures = result == HPYR_OK && arrived(vertices);
        context->vertex_limit = context->captures && counted(vertices) > 1 ? counted(vertices) : INT_MAX;
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    glDeleteBuffers(1, &buffer);
    hpi_free(context, vertices);
    return hpi_gl_end_of_probe(context, result);
}

hpyr_result hpi_gl_check_captures(const hpyr_context *context, const char *what) {
    return context->captures ? HPYR_OK
                             : hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                                           "%s: this GL captures wrong values where there are several varyings (%s)",
                                           what, context->renderer);
}
