/* probe_logic_op.c - finds out whether logic operations work on integer targets. Softpipe accepts
 * them, but writes wrong bits. OpenGL ES has none.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

enum { PROBE_SIZE = 4, PROBE_PIXELS = PROBE_SIZE * PROBE_SIZE };

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
    hpi_gl_logic_op_begin(false);
    draw_words(context, program, more);
    hpi_gl_logic_op_begin(true);
    draw_words(context, program, turned);
    hpi_gl_logic_op_end();
    hpi_gl_pixels_read(context, 0, 0, PROBE_SIZE, PROBE_SIZE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, read);
    for (int pixel = 0; pixel < PROBE_PIXELS; pixel++)
        for (int channel = 0; channel < 4; channel++)
            right = right && read[pixel][channel] == ((start[channel] | more[channel]) ^ turned[channel]);
    return right;
}

hpyr_result hpi_gl_logic_op_probe(hpyr_context *context, bool *works) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "core/words.frag.glsl"}};
    GLuint program;
    *works = false;
    hpyr_result result = hpi_gl_program_get(context, &desc, &program);
    if (result != HPYR_OK)
        return hpi_gl_probe_result(result);
    GLuint texture = hpi_gl_texture_create(context, HPYR_FORMAT_RGBA32UI, PROBE_SIZE, PROBE_SIZE);
    if (!texture) /* every GL 3.3 has this format */
        return HPYR_ERROR_OUT_OF_MEMORY;
    if (hpi_gl_try_target(context, texture, 0, PROBE_SIZE, PROBE_SIZE)) {
        glUseProgram(program);
        *works = try_operations(context, program);
    }
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    return hpi_gl_probe_result(HPYR_OK);
}
