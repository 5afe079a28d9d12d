/* probe_gather.c - finds out whether textureGather keeps the bits of denormal numbers. NVIDIA's GPUs give 0 for them, though
 * texelFetch keeps them.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

hpyr_result hpi_gl_gather_probe(hpyr_context *context) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "core/probe_gather.frag.glsl"}, .gathers = true};
    static const GLuint smallest[4] = {1, 1, 1, 1}; /* the bits of the smallest number above 0 */
    GLuint program, read[4] = {0};
    if (!context->gathers || context->knows_gathers)
        return HPYR_OK;
    GLuint drawn = hpi_gl_texture_create(context, HPYR_FORMAT_R32UI, 1, 1),
           number = hpi_gl_texture_create(context, HPYR_FORMAT_R32F, 2, 2);
    hpyr_result result = drawn && number ? hpi_gl_program_now(context, &desc, &program) : HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK && hpi_gl_target(context, drawn, 0, 1, 1)) {
        hpi_gl_texture_bind(context, HPI_PYRAMID_UNIT, GL_TEXTURE_2D, number);
        hpi_gl_use_unpacking(context, HPI_ROWS_ANY);
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 2, 2, GL_RED, GL_FLOAT, smallest);
        glUseProgram(program);
        glUniform1i(hpi_gl_location(context, program, "", "number"), HPI_PYRAMID_UNIT);
        hpi_gl_draw_fullscreen(context);
        hpi_gl_pixels_read(context, 0, 0, 1, 1, GL_RGBA_INTEGER, GL_UNSIGNED_INT, read);
    }
    result = hpi_gl_end_of_probe(context, result);
    context->knows_gathers = result == HPYR_OK;
    if (context->knows_gathers)
        context->gathers = read[0] == smallest[0];
    hpi_gl_target_release(context);
    glDeleteTextures(1, &drawn);
    glDeleteTextures(1, &number);
    return result;
}
