/* probe_levels.c - finds out whether a level of a texture can be read while another is drawn. Intel HD 620 and 630 are reported
 * to read it wrong.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

enum { LEVELS = 3, SIDE = 64, DEPTH = 4, LAST_SIDE = SIDE >> (LEVELS - 1), LAST_TEXELS = LAST_SIDE * LAST_SIDE };

/* Fills level 0 with zeros, or draws another level from the one below. False if the level is no target. */
static bool draw_level(const hpyr_context *context, GLuint program, const hpi_gl_levels *l, int level) {
    static const GLuint zeros[4] = {0};
    const bool is_flat = l->target == GL_TEXTURE_2D;
    for (GLint slice = 0; slice < (is_flat ? 1 : DEPTH >> level); slice++) {
        hpi_gl_level_attach(context, l, level, slice);
        hpi_gl_viewport(context, 0, 0, SIDE >> level, SIDE >> level);
        if (hpi_gl_framebuffer_status(context) != GL_FRAMEBUFFER_COMPLETE)
            return false;
        glUniform1i(hpi_gl_location(context, program, "", "slice"), is_flat ? -1 : slice);
        if (level)
            hpi_gl_draw_fullscreen(context);
        else
            glClearBufferuiv(GL_COLOR, 0, zeros);
    }
    return true;
}

/* Whether the last level, which is bound, has what two levels have added. */
static bool is_right(const hpyr_context *context) {
    GLuint read[LAST_TEXELS][4] = {{0}};
    bool right = true;
    hpi_gl_pixels_read(context, 0, 0, LAST_SIDE, LAST_SIDE, GL_RGBA_INTEGER, GL_UNSIGNED_INT, read);
    for (GLuint i = 0; i < LAST_TEXELS; i++)
        right = right && read[i][0] == 2 + 3 * (i % LAST_SIDE + 256 * (i / LAST_SIDE));
    return right;
}

/* Both textures show the same level in all draws, so that llvmpipe compiles the program twice, and not four times. */
static bool try_levels(const hpyr_context *context, GLuint program, hpi_gl_levels textures[2]) {
    bool right = true;
    glUseProgram(program);
    glUniform1i(hpi_gl_location(context, program, "", "flat"), 0);
    glUniform1i(hpi_gl_location(context, program, "", "volume"), 1);
    for (int level = 0; level < LEVELS; level++) {
        for (GLuint i = 0; level && i < 2; i++) {
            textures[i].first = textures[i].last = level - 1;
            hpi_gl_levels_bind(context, i, &textures[i]);
        }
        for (GLuint i = 0; i < 2; i++)
            if (draw_level(context, program, &textures[i], level) && level == LEVELS - 1)
                right = right && is_right(context);
    }
    return right;
}

hpyr_result hpi_gl_levels_probe(hpyr_context *context) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "core/probe_levels.frag.glsl"}};
    const uint32_t size[3] = {SIDE, SIDE, DEPTH};
    hpi_gl_levels textures[2] = {{.target = GL_TEXTURE_2D}, {.target = GL_TEXTURE_3D}};
    GLuint program;
    if (context->legacy || context->knows_levels)
        return HPYR_OK;
    textures[0].name = hpi_gl_mipmaps_create(context, HPYR_FORMAT_R32UI, SIDE, SIDE, LEVELS);
    textures[1].name = hpi_gl_volume_create(context, HPYR_FORMAT_R32UI, size, LEVELS);
    hpyr_result result =
        textures[0].name && textures[1].name ? hpi_gl_program_now(context, &desc, &program) : HPYR_ERROR_OUT_OF_MEMORY;
    const bool copies = result == HPYR_OK && !try_levels(context, program, textures);
    result = hpi_gl_end_of_probe(context, result);
    context->knows_levels = result == HPYR_OK;
    context->copies_levels = copies && context->knows_levels;
    if (context->copies_levels)
        hpi_gl_log(context, HPYR_LOG_LEVEL_INFO,
                   "this GL reads a level of a texture wrong while another is drawn, so levels are copied first: "
                   "pyramids of layouts but RECT, LINE and BITS, and quadtrees, take longer");
    hpi_gl_target_release(context);
    glDeleteTextures(1, &textures[0].name);
    glDeleteTextures(1, &textures[1].name);
    return result;
}
