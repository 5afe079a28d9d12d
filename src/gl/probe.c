/* probe.c - tries what a driver claims. Softpipe accepts a logic op on an integer target, but
 * writes wrong bits; and its gl_VertexID starts again after 4096 vertices of a draw.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <limits.h>
#include <stdlib.h>

enum { PROBE_SIZE = 4, PROBE_PIXELS = PROBE_SIZE * PROBE_SIZE, PROBE_VERTICES = 8192 };

static void draw_words(const hpyr_context *context, GLuint program, const GLuint words[4]) {
    glUniform4uiv(hpi_gl_location(context, program, "", "words"), 1, words);
    hpi_gl_draw_fullscreen(context);
}

/* ORs and then XORs words into a target that is not empty. The words have bit 31 and bits of every
 * channel. */
static bool try_operations(const hpyr_context *context, GLuint program) {
    static const GLuint start[4] = {1, 0x80000000u, 0x00FF00FFu, 0},
                        more[4] = {0x80000000u, 1, 0xFF000000u, 0xFFFFFFFFu},
                        turned[4] = {0x80000001u, 1, 0x0000FFFFu, 0x7FFFFFFFu};
    GLuint read[PROBE_PIXELS][4] = {{0}};
    bool right = true;
    glClearBufferuiv(GL_COLOR, 0, start);
    hpi_gl_logic_op_begin(GL_OR);
    draw_words(context, program, more);
    hpi_gl_logic_op_begin(GL_XOR);
    draw_words(context, program, turned);
    hpi_gl_logic_op_end();
    glReadPixels(0, 0, PROBE_SIZE, PROBE_SIZE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, read);
    for (int pixel = 0; pixel < PROBE_PIXELS; pixel++)
        for (int channel = 0; channel < 4; channel++)
            right = right && read[pixel][channel] == ((start[channel] | more[channel]) ^ turned[channel]);
    return right;
}

hpyr_result hpi_gl_probe_result(hpyr_result result) {
    bool is_full = result == HPYR_ERROR_OUT_OF_MEMORY;
    GLenum error = glGetError();
    for (int i = 0; i < 16 && error != GL_NO_ERROR; i++) {
        is_full = is_full || error == GL_OUT_OF_MEMORY;
        error = glGetError();
    }
    return is_full ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_OK;
}

hpyr_result hpi_gl_logic_op_probe(hpyr_context *context, bool *works) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "core/words.frag.glsl"}};
    GLuint program;
    *works = false;
    if (context->caps.max_draw_buffers < 8)
        return HPYR_OK;
    hpyr_result result = hpi_gl_program_get(context, &desc, &program);
    if (result != HPYR_OK)
        return hpi_gl_probe_result(result);
    GLuint texture = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, PROBE_SIZE, PROBE_SIZE);
    if (!texture) /* every GL 3.3 has this format */
        return HPYR_ERROR_OUT_OF_MEMORY;
    if (hpi_gl_target(context, texture, 0, PROBE_SIZE, PROBE_SIZE)) {
        glUseProgram(program);
        *works = try_operations(context, program);
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    return hpi_gl_probe_result(HPYR_OK);
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
    glBufferData(GL_ARRAY_BUFFER, PROBE_VERTICES * (GLsizeiptr)sizeof *ids, NULL, GL_STREAM_READ);
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
        *limit = result == HPYR_OK && counted(ids) ? counted(ids) : INT_MAX;
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    glDeleteBuffers(1, &buffer);
    free(ids);
    return hpi_gl_probe_result(result);
}
