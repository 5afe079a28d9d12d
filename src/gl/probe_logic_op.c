/* probe_logic_op.c - finds out whether logic operations work on integer targets. Softpipe accepts
 * them, but writes wrong bits. OpenGL ES has none.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

enum { PROBE_SIZE = 4, PROBE_PIXELS = PROBE_SIZE * PROBE_SIZE };

static void draw_words(const hpyr_context *context, GLuint program, const GLuint words[4]) {
    glUniform4uiv(hpi_gl_location(context, program, "", "words"), 1, words);
    hpi_gl_draw_fullscreen(context);
}

/* ORs and then XORs words into targets that are not empty, of so many channels. The words have bit 31 and bits of every
 * channel. */
static bool try_operations(const hpyr_context *context, GLuint program, uint32_t targets, int channels) {
    static const GLuint start[4] = {1, 0x80000000u, 0x00FF00FFu, 0},
                        more[4] = {0x80000000u, 1, 0xFF000000u, 0xFFFFFFF0u},
                        turned[4] = {0x80000001u, 1, 0x0000FFFFu, 0x7FFFFFF0u};
    bool right = true;
    for (uint32_t i = 0; i < targets; i++)
        glClearBufferuiv(GL_COLOR, (GLint)i, start);
    hpi_gl_logic_op_begin(false);
    draw_words(context, program, more);
    hpi_gl_logic_op_begin(true);
    draw_words(context, program, turned);
    hpi_gl_logic_op_end();
    for (uint32_t i = 0; i < targets; i++) {
        GLuint read[PROBE_PIXELS][4] = {{0}};
        glReadBuffer(GL_COLOR_ATTACHMENT0 + i);
        hpi_gl_pixels_read(context, 0, 0, PROBE_SIZE, PROBE_SIZE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, read);
        for (int at = 0; at < PROBE_PIXELS * channels; at++) {
            const int channel = at % channels;
            right = right &&
                    read[at / channels][channel] == ((start[channel] | (more[channel] + i)) ^ (turned[channel] + i));
        }
    }
    return right;
}

/* Tries as many targets of a format as a pass has. */
static hpyr_result try_format(hpyr_context *context, hpyr_format format, uint32_t targets, bool *works) {
    hpi_text defines = HPI_TEXT(context);
    hpi_gl_add_targets(&defines, targets);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "core/words.frag.glsl"}, .defines = &defines};
    GLuint program, texture = hpi_gl_array_create(context, format, PROBE_SIZE, PROBE_SIZE, targets);
    hpyr_result result = texture ? hpi_gl_program_now(context, &desc, &program) : HPYR_ERROR_OUT_OF_MEMORY;
    GLuint framebuffer = result == HPYR_OK ? hpi_gl_layers_framebuffer(context, texture, 0, 0, targets) : 0;
    *works = framebuffer != 0;
    if (framebuffer) {
        hpi_gl_viewport(context, 0, 0, PROBE_SIZE, PROBE_SIZE);
        glUseProgram(program);
        *works = try_operations(context, program, targets, hpi_gl_format_of(format)->channels);
    }
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    glDeleteTextures(1, &texture);
    hpi_text_free(&defines);
    return hpi_gl_probe_result(result);
}

hpyr_result hpi_gl_logic_op_probe(hpyr_context *context, bool *works) {
    *works = false;
    hpyr_result result = try_format(context, HPYR_FORMAT_RGBA32UI, context->targets, works);
    return result == HPYR_OK && *works ? try_format(context, HPYR_FORMAT_R32UI, 1, works) : result;
}
