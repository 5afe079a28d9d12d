/* passes.c - programs, textures and draws of list operations.  SPDX-License-Identifier: MIT */
#include "list/bounds.h"
#include "list/scratch.h"

#include <stdio.h>

/* The most that a pass of this library takes for a texel: image/strongest.frag.glsl. */
enum { FETCHES_OF_TEXEL = 256 };

hpyr_result hpi_list_program(hpyr_list_scratch *scratch, const char *entry, hpi_text *defines, GLuint *program) {
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry}, .defines = defines};
    hpyr_result result = hpi_gl_program_get(scratch->context, &desc, program);
    hpi_text_free(defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

void hpi_list_bind(const hpyr_list_scratch *scratch, GLuint program, const char *name, GLuint unit, GLenum target,
                   GLuint texture) {
    hpi_gl_texture_bind(scratch->context, unit, target, texture);
    glUniform1i(hpi_gl_location(scratch->context, program, "", name), (GLint)unit);
}

static void set_row(const hpyr_list_scratch *scratch, GLuint program, const char *name, const hpi_list_plane *plane) {
    char row[32];
    snprintf(row, sizeof row, "%s_row", name);
    glUniform2i(hpi_gl_location(scratch->context, program, "", row), (1 << plane->shift) - 1, plane->shift);
}

void hpi_list_bind_plane(const hpyr_list_scratch *scratch, GLuint program, const char *name, GLuint unit,
                         const hpi_list_plane *plane) {
    hpi_list_bind(scratch, program, name, unit, GL_TEXTURE_2D, plane->texture);
    set_row(scratch, program, name, plane);
}

void hpi_list_set_type(const hpyr_list_scratch *scratch, GLuint program, hpyr_list_type type) {
    static const GLuint sign = 0x80000000u, negative_nans = 0x007FFFFFu;
    GLint location = hpi_gl_location(scratch->context, program, "", "ordinal");
    if (type == HPYR_LIST_FLOAT)
        glUniform3ui(location, ~0u, sign, negative_nans);
    else
        glUniform3ui(location, type == HPYR_LIST_INT ? sign : 0, type == HPYR_LIST_INT ? sign : 0, 0);
    glUniform1ui(hpi_gl_location(scratch->context, program, "", "last"), hpi_list_last_ordinal(type));
}

hpyr_result hpi_list_draw(const hpyr_list_scratch *scratch, GLuint program, const hpi_list_plane *plane,
                          uint32_t texels) {
    uint32_t width = 1u << plane->shift;
    if (!texels)
        return HPYR_OK;
    set_row(scratch, program, "target", plane);
    if (!hpi_gl_target(scratch->context, plane->texture, 0, texels < width ? texels : width,
                       ((texels - 1) >> plane->shift) + 1))
        return hpi_gl_fail(scratch->context, HPYR_ERROR_GL, "list: this GL cannot render to RGBA32UI");
    hpi_gl_draw_bands(scratch->context, (uint64_t)texels * FETCHES_OF_TEXEL);
    return HPYR_OK;
}

hpyr_result hpi_list_draw_found(const hpyr_list_scratch *scratch) {
    if (!hpi_gl_target(scratch->context, scratch->found, 0, 1, 1))
        return hpi_gl_fail(scratch->context, HPYR_ERROR_GL, "list: this GL cannot render to RGBA32UI");
    hpi_gl_draw_fullscreen(scratch->context);
    return HPYR_OK;
}
