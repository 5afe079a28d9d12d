/* passes.c - programs, textures and draws of list operations.  SPDX-License-Identifier: MIT */
#include "list/bounds.h"
#include "list/lists.h"

#include <stdio.h>

/* The most that a pass of this library takes for a texel: image/strongest.frag.glsl. */
enum { FETCHES_OF_TEXEL = 256 };

hpyr_result hpi_list_program(hpyr_lists *lists, const char *entry, hpi_text *defines, GLuint *program) {
    return hpi_list_program_of(lists, &(hpi_gl_stage){0}, entry, defines, program);
}

hpyr_result hpi_list_program_of(hpyr_lists *lists, const hpi_gl_stage *vertex, const char *entry, hpi_text *defines,
                                GLuint *program) {
    const hpi_gl_program_desc desc = {.vertex = *vertex, .fragment = {.entry = entry}, .defines = defines};
    hpyr_result result = hpi_gl_program_get(lists->context, &desc, program);
    hpi_text_free(defines);
    if (result == HPYR_OK)
        glUseProgram(*program);
    return result;
}

void hpi_list_bind(const hpyr_lists *lists, GLuint program, const char *name, GLuint unit, GLenum target,
                   GLuint texture) {
    hpi_gl_texture_bind(lists->context, unit, target, texture);
    glUniform1i(hpi_gl_location(lists->context, program, "", name), (GLint)unit);
}

static void set_row(const hpyr_lists *lists, GLuint program, const char *name, const hpi_list_plane *plane) {
    char row[32];
    snprintf(row, sizeof row, "%s_row", name);
    glUniform2i(hpi_gl_location(lists->context, program, "", row), (1 << plane->shift) - 1, plane->shift);
}

void hpi_list_bind_plane(const hpyr_lists *lists, GLuint program, const char *name, GLuint unit,
                         const hpi_list_plane *plane) {
    hpi_list_bind(lists, program, name, unit, GL_TEXTURE_2D, plane->texture);
    set_row(lists, program, name, plane);
}

void hpi_list_set_type(const hpyr_lists *lists, GLuint program, hpyr_list_type type) {
    static const GLuint sign = 0x80000000u, negative_nans = 0x007FFFFFu;
    GLint location = hpi_gl_location(lists->context, program, "", "ordinal");
    if (type == HPYR_LIST_TYPE_FLOAT)
        glUniform3ui(location, ~0u, sign, negative_nans);
    else
        glUniform3ui(location, type == HPYR_LIST_TYPE_INT ? sign : 0, type == HPYR_LIST_TYPE_INT ? sign : 0, 0);
    glUniform1ui(hpi_gl_location(lists->context, program, "", "last"), hpi_list_last_ordinal(type));
}

static uint32_t rows_of(const hpi_list_plane *plane, uint32_t texels) {
    return ((texels - 1) >> plane->shift) + 1;
}

/* Makes the first texels of a plane the target of the program in use. */
static hpyr_result use_plane(const hpyr_lists *lists, GLuint program, const hpi_list_plane *plane, uint32_t texels) {
    const uint32_t width = 1u << plane->shift;
    set_row(lists, program, "target", plane);
    return hpi_gl_target(lists->context, plane->texture, 0, texels < width ? texels : width, rows_of(plane, texels))
               ? HPYR_OK
               : hpi_gl_fail(lists->context, HPYR_ERROR_GL, "list: this GL cannot render to RGBA32UI");
}

hpyr_result hpi_list_draw(const hpyr_lists *lists, GLuint program, const hpi_list_plane *plane, uint32_t texels) {
    hpyr_result result = texels ? use_plane(lists, program, plane, texels) : HPYR_OK;
    if (texels && result == HPYR_OK)
        hpi_gl_draw_bands(lists->context, (uint64_t)texels * FETCHES_OF_TEXEL);
    return result;
}

void hpi_list_draw_first(const hpyr_context *context, uint32_t width, uint32_t texels) {
    const uint32_t rows = texels / width, rest = texels % width;
    if (rows) {
        hpi_gl_viewport(context, 0, 0, width, rows);
        hpi_gl_draw_fullscreen(context);
    }
    if (rest) {
        hpi_gl_viewport(context, 0, (int32_t)rows, rest, 1);
        hpi_gl_draw_fullscreen(context);
    }
}

hpyr_result hpi_list_draw_found_rows(const hpyr_lists *lists, GLuint program, GLuint unit, const hpi_list_plane *plane,
                                     uint32_t texels, bool clears) {
    const hpyr_context *context = lists->context;
    hpyr_result result = texels ? use_plane(lists, program, plane, texels) : HPYR_OK;
    if (!texels || result != HPYR_OK)
        return result;
    const uint32_t rows = rows_of(plane, texels);
    hpi_list_bind(lists, program, "found", unit, GL_TEXTURE_2D, lists->found);
    if (clears)
        hpi_gl_target_clear(context, 1u << plane->shift, rows, rows == plane->rows);
    hpi_gl_draw_bands_told(context, (uint64_t)texels * FETCHES_OF_TEXEL, hpi_gl_location(context, program, "", "rows"),
                           rows);
    return HPYR_OK;
}

void hpi_list_draw_both(const hpyr_lists *lists, GLuint program, GLuint framebuffer, const hpi_list_plane *plane,
                        uint32_t texels) {
    const uint32_t width = 1u << plane->shift;
    set_row(lists, program, "target", plane);
    hpi_gl_targets_bind(lists->context, framebuffer, 2);
    hpi_gl_viewport(lists->context, 0, 0, texels < width ? texels : width, rows_of(plane, texels));
    hpi_gl_draw_bands(lists->context, (uint64_t)texels * FETCHES_OF_TEXEL);
}

hpyr_result hpi_list_draw_found(const hpyr_lists *lists) {
    if (!hpi_gl_target(lists->context, lists->found, 0, 1, 1))
        return hpi_gl_fail(lists->context, HPYR_ERROR_GL, "list: this GL cannot render to RGBA32UI");
    hpi_gl_draw_fullscreen(lists->context);
    return HPYR_OK;
}
