/* probe.c - tries what a driver claims. Softpipe's gl_VertexID starts again after 4096 vertices of a
 * draw.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <limits.h>
#include <stdlib.h>

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

/* Counts how many of `ids` are 0, 1, 2.. in this order. */
static uint32_t counted(const GLint *ids) {
    uint32_t count = 0;
    while (count < PROBE_VERTICES && ids[count] == (GLint)count)
        count++;
    return count < PROBE_VERTICES ? count : INT_MAX;
}

static hpyr_result capture_ids(const hpyr_context *context, GLuint program, GLuint buffer, GLint *ids) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, PROBE_VERTICES * (GLsizeiptr)sizeof *ids, NULL, HPI_GL_READ_USAGE);
    glUseProgram(program);
    hpi_gl_capture_begin(context, buffer, GL_POINTS);
    glDrawArrays(GL_POINTS, 0, PROBE_VERTICES);
    hpi_gl_capture_end();
    return hpi_gl_buffer_read(context, buffer, 0, PROBE_VERTICES * (GLsizeiptr)sizeof *ids, ids);
}

hpyr_result hpi_gl_vertex_probe(hpyr_context *context, uint32_t *limit) {
    static const char *const captured[] = {"v_id", NULL};
    const hpi_gl_program_desc desc = {.vertex = {.entry = "core/vertex_id.vert.glsl"}, .captured = captured};
    GLint *ids = calloc(PROBE_VERTICES, sizeof *ids);
    GLuint program, buffer, texture = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA8, 1, 1);
    hpyr_result result = ids && texture ? hpi_gl_program_get(context, &desc, &program) : HPYR_ERROR_OUT_OF_MEMORY;
    *limit = INT_MAX;
    glGenBuffers(1, &buffer);
    if (result == HPYR_OK && hpi_gl_target(context, texture, 0, 1, 1)) { /* captures need a complete framebuffer, too */
        result = capture_ids(context, program, buffer, ids);
        *limit = result == HPYR_OK && counted(ids) > 1 ? counted(ids) : INT_MAX;
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    glDeleteBuffers(1, &buffer);
    free(ids);
    return hpi_gl_probe_result(result);
}
