/* bits_passes.c - what the passes over blocks share: programs, uniforms and draws.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"

uint64_t hpi_isosurface_padded(uint32_t width) {
    return ((uint64_t)width + 15) / 16 * 16;
}

hpyr_result hpi_isosurface_program(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                   const hpi_block_pyramid *first, const hpi_block_pyramid *second, GLuint *program) {
    const hpi_block_pyramid *const pyramids[] = {first, second};
    bool reads_field = hpi_gl_stage_includes(entry, "isosurface/field.glsl");
    hpi_text defines = HPI_TEXT(iso->context), front = HPI_TEXT(iso->context);
    hpyr_result result = HPYR_OK;
    for (int i = 0; result == HPYR_OK && i < 2 && pyramids[i]; i++)
        result = hpi_core_add_glsl(pyramids[i]->pyramid, pyramids[i]->prefix, &front);
    if (reads_field)
        hpi_field_add_defines(&iso->field, &defines);
    hpi_text_add(&defines, more_defines ? more_defines : "");
    const hpi_gl_program_desc desc = {.fragment = {.entry = entry},
                                      .front = &front,
                                      .defines = &defines,
                                      .caller = reads_field ? iso->field.glsl : NULL};
    if (result == HPYR_OK)
        result = hpi_gl_program_get(iso->context, &desc, program);
    if (result == HPYR_OK)
        glUseProgram(*program);
    hpi_text_free(&defines);
    hpi_text_free(&front);
    return result;
}

hpyr_result hpi_isosurface_traverse(hpyr_isosurface *iso, const char *entry, const char *more_defines,
                                    const hpi_block_pyramid *keys, GLuint *program, hpi_loan *borrowed) {
    hpyr_result result = hpi_isosurface_program(iso, entry, more_defines, keys, NULL, program);
    if (result != HPYR_OK)
        return result;
    return hpi_core_use(keys->pyramid, *program, keys->prefix, HPI_PYRAMID_UNIT, HPI_STATE_UNITS, borrowed);
}

void hpi_isosurface_bind_texture(const hpyr_isosurface *iso, GLuint program, const char *name, GLuint unit,
                                 GLenum target, GLuint texture) {
    hpi_gl_texture_bind(iso->context, unit, target, texture);
    glUniform1i(hpi_gl_location(iso->context, program, "", name), (GLint)unit);
}

static uint32_t least(uint64_t a, uint64_t b) {
    return (uint32_t)(a < b ? a : b);
}

void hpi_isosurface_set_blocks(const hpyr_isosurface *iso, GLuint program) {
    const hpi_bits_engine *e = &iso->bits;
    const uint32_t *size = iso->field.size;
    uint32_t row = e->stride, slice = row * size[1], count = slice * size[2];
    uint32_t first = iso->field.slab.first_owned - iso->field.slab.first_slice,
             end = first + iso->field.slab.owned_count;
    glUniform1i(hpi_gl_location(iso->context, program, "", "row_shift"), (GLint)e->row_shift);
    glUniform2f(hpi_gl_location(iso->context, program, "", "texel"), 1.0f / (float)e->width, 1.0f / (float)e->height);
    glUniform3ui(hpi_gl_location(iso->context, program, "", "samples"), size[0], size[1], size[2]);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "stride"), row);
    glUniform4ui(hpi_gl_location(iso->context, program, "", "rows"), 0, row, slice, slice + row);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "count"), count);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "last_block"), (count - 1) / BLOCK);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "start"), first * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "cells_end"), least(end, size[2] - 1) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "edges_end"), least((uint64_t)end + 1, size[2]) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "up_end"), (size[2] - 1) * slice);
    glUniform1ui(hpi_gl_location(iso->context, program, "", "owned_end"), end * slice);
}

uint32_t hpi_isosurface_block_rows(const hpyr_isosurface *iso) {
    uint32_t count = iso->bits.stride * iso->field.size[1] * iso->field.size[2];
    return ((count - 1) / BLOCK) / iso->bits.width + 1;
}

void hpi_isosurface_draw_blocks(const hpyr_isosurface *iso, uint32_t fetches) {
    const uint32_t rows = hpi_isosurface_block_rows(iso);
    hpi_gl_viewport(iso->context, 0, 0, iso->bits.width, rows);
    hpi_gl_draw_bands(iso->context, (uint64_t)iso->bits.width * rows * fetches);
}
