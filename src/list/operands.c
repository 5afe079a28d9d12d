/* operands.c - the lists of callers: checked, made readable for passes, and written.
 * SPDX-License-Identifier: MIT
 *
 * A buffer can be read where it lies if its entries come in whole texels of four. Others are copied
 * to a plane by the GPU. So is a texture, whose width may be any number. */
#include "list/operands.h"

#include <stdio.h>

enum { ENTRY = 4, TEXEL = ENTRY * HPI_LIST_ENTRIES };

/* By hpyr_list_type; an input that is not there has none, and its entries are positions. */
static const char *const type_names[] = {"UINT", "UINT", "INT", "FLOAT"};

bool hpi_list_is_given(const hpyr_list *list) {
    return list->buffer || list->offset || list->texture.name || list->type;
}

/* ---- checks ---- */

static hpyr_result check_members(const hpyr_context *context, const hpyr_list *list, const char *what) {
    if ((uint32_t)list->type > HPYR_LIST_TYPE_FLOAT)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: %d is no hpyr_list_type", what, (int)list->type);
    if (list->buffer && list->texture.name)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: a buffer and a texture; one of them", what);
    if (!list->buffer && !list->texture.name)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: neither a buffer nor a texture", what);
    if (list->texture.name && list->offset)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: an offset is for buffers", what);
    return hpi_gl_check_offset(context, what, list->offset);
}

static hpyr_result check_buffer(const hpyr_context *context, const hpyr_list *list, const char *what, uint32_t count,
                                uint64_t *size) {
    return hpi_gl_buffer_holds(context, what, list->buffer, list->offset, (uint64_t)count * ENTRY, size);
}

static hpyr_result check_texture(const hpyr_context *context, const hpyr_list *list, const char *what, uint32_t count,
                                 hpyr_texture *resolved) {
    hpyr_result result = hpi_gl_texture_check(context, &list->texture, what, resolved);
    if (result != HPYR_OK)
        return result;
    if (resolved->target != GL_TEXTURE_2D ||
        (resolved->format != HPYR_FORMAT_R32UI && resolved->format != HPYR_FORMAT_R32F))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: it must be a 2D texture of R32UI or R32F, not of %s", what,
                           hpi_gl_format_of(resolved->format)->name);
    if ((uint64_t)resolved->width * resolved->height < count)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: %ux%u texels have no room for %u entries", what,
                           resolved->width, resolved->height, count);
    return HPYR_OK;
}

/* The type of an entry, from what the caller says and what the format is. */
static hpyr_result resolve_type(const hpyr_context *context, const hpyr_list *list, const hpyr_texture *texture,
                                const char *what, hpyr_list_type *type) {
    bool is_float = texture->format == HPYR_FORMAT_R32F;
    *type = list->type ? list->type : is_float ? HPYR_LIST_TYPE_FLOAT : HPYR_LIST_TYPE_UINT;
    if (list->texture.name && is_float != (*type == HPYR_LIST_TYPE_FLOAT))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: a texture of R32F has entries of type FLOAT, one of R32UI of UINT or INT", what);
    return HPYR_OK;
}

/* ---- inputs ---- */

/* OpenGL ES has no buffer textures: there a copy in a plane is as good as any. */
static bool reads_in_place(const hpyr_context *context, const hpyr_list *list, uint32_t count, uint64_t size) {
    uint64_t end = list->offset / TEXEL + hpi_list_texels(count);
    return !context->es && list->offset % TEXEL == 0 && end * TEXEL <= size &&
           size / TEXEL <= context->caps.max_buffer_texels && end <= INT32_MAX;
}

static hpyr_result view_buffer(hpyr_lists *lists, const hpyr_list *list, uint32_t count, int slot,
                               hpi_list_input *input) {
    hpi_gl_texels *view = &lists->views[slot];
    hpyr_result result = hpi_gl_texels_bind(lists->context, view, HPI_INPUT_UNIT, HPYR_FORMAT_RGBA32UI, list->buffer,
                                            list->offset, hpi_list_texels(count), &input->first);
    input->view = view->name;
    return result;
}

hpyr_result hpi_list_pack(hpyr_lists *lists, const hpyr_texture *texture, GLuint unit, uint32_t count,
                          const hpi_list_plane *plane) {
    hpi_text defines = HPI_TEXT(lists->context);
    hpi_gl_borrowed borrowed;
    GLuint program;
    if (texture->format == HPYR_FORMAT_R32F)
        hpi_text_add(&defines, "#define HPYR_FLOATS\n");
    hpyr_result result = hpi_list_program(lists, "list/pack.frag.glsl", &defines, &program);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_borrow(lists->context, texture, unit, &borrowed);
    glUniform1i(hpi_gl_location(lists->context, program, "", "texture"), (GLint)unit);
    glUniform1i(hpi_gl_location(lists->context, program, "", "width"), (GLint)texture->width);
    result = hpi_list_draw(lists, program, plane, hpi_list_texels(count));
    hpi_gl_texture_return(lists->context, &borrowed, unit);
    return result;
}

hpyr_result hpi_list_input_open(hpyr_lists *lists, const hpyr_list *list, const char *what, uint32_t count, int slot,
                                hpi_list_input *input) {
    const hpyr_context *context = lists->context;
    hpyr_texture texture = {0};
    uint64_t size;
    *input = (hpi_list_input){.plane = lists->staging[slot]};
    if (!hpi_list_is_given(list))
        return HPYR_OK;
    hpyr_result result = check_members(context, list, what);
    if (result == HPYR_OK)
        result = list->buffer ? check_buffer(context, list, what, count, &size)
                              : check_texture(context, list, what, count, &texture);
    if (result == HPYR_OK)
        result = resolve_type(context, list, &texture, what, &input->type);
    if (result != HPYR_OK)
        return result;
    input->is_there = true;
    if (!list->buffer)
        return count ? hpi_list_pack(lists, &texture, HPI_INPUT_UNIT, count, &input->plane) : HPYR_OK;
    if (reads_in_place(context, list, count, size))
        return view_buffer(lists, list, count, slot, input);
    hpi_list_upload(lists, &input->plane, list->buffer, list->offset, count);
    return HPYR_OK;
}

void hpi_list_input_define(const hpi_list_input *input, hpi_text *defines) {
    if (input->view)
        hpi_text_add(defines, "#define HPYR_INPUT_IN_BUFFER\n");
}

void hpi_list_input_bind_as(const hpyr_lists *lists, const hpi_list_input *input, const char *name, GLuint program,
                            GLuint unit) {
    char first[32];
    if (!input->view) {
        hpi_list_bind_plane(lists, program, name, unit, &input->plane);
        return;
    }
    hpi_list_bind(lists, program, name, unit, hpi_gl_texels_target(lists->context), input->view);
    snprintf(first, sizeof first, "%s_first", name);
    glUniform1i(hpi_gl_location(lists->context, program, "", first), (GLint)input->first);
}

void hpi_list_input_bind(const hpyr_lists *lists, const hpi_list_input *input, GLuint program, GLuint unit) {
    hpi_list_input_bind_as(lists, input, "input", program, unit);
}

void hpi_list_inputs_close(hpyr_lists *lists) {
    for (int slot = 0; slot < HPI_LIST_INPUTS; slot++)
        hpi_gl_texels_release(lists->context, &lists->views[slot], HPI_INPUT_UNIT);
}

/* ---- outputs ---- */

hpyr_result hpi_list_output_check(hpyr_lists *lists, const hpyr_list *list, const char *what, uint32_t count,
                                  hpyr_list_type type, hpi_list_output *output) {
    const hpyr_context *context = lists->context;
    uint64_t size;
    *output = (hpi_list_output){.count = count, .buffer = list->buffer, .offset = list->offset};
    if (!hpi_list_is_given(list))
        return HPYR_OK;
    hpyr_result result = check_members(context, list, what);
    if (result == HPYR_OK)
        result = list->buffer ? check_buffer(context, list, what, count, &size)
                              : check_texture(context, list, what, count, &output->texture);
    if (result != HPYR_OK)
        return result;
    output->is_there = true;
    if (list->texture.name && (output->texture.format == HPYR_FORMAT_R32F) != (type == HPYR_LIST_TYPE_FLOAT))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: a texture of %s cannot take entries of type %s",
                           what, hpi_gl_format_of(output->texture.format)->name, type_names[type]);
    if (list->type && (list->type == HPYR_LIST_TYPE_FLOAT) != (type == HPYR_LIST_TYPE_FLOAT))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: an output of type %s cannot take entries of type %s", what, type_names[list->type],
                           type_names[type]);
    return HPYR_OK;
}

static bool overlap(const hpi_list_output *a, const hpi_list_output *b) {
    if (!a->is_there || !b->is_there || !a->count || !b->count)
        return false;
    if (!a->buffer || !b->buffer)
        return !a->buffer && !b->buffer && a->texture.name == b->texture.name && a->texture.level == b->texture.level;
    return a->buffer == b->buffer && a->offset < b->offset + (uint64_t)b->count * ENTRY &&
           b->offset < a->offset + (uint64_t)a->count * ENTRY;
}

hpyr_result hpi_list_outputs_disjoint(const hpyr_lists *lists, const char *what, const hpi_list_output *outputs,
                                      int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (overlap(&outputs[i], &outputs[j]))
                return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "%s: two outputs overlap", what);
    return HPYR_OK;
}

hpyr_result hpi_list_outputs_apart(const hpyr_lists *lists, const char *what, const hpi_list_output *outputs,
                                   int count) {
    for (int i = 0; i < count; i++)
        if (outputs[i].is_there)
            return hpi_list_outputs_disjoint(lists, what, outputs, count);
    return hpi_gl_fail(lists->context, HPYR_ERROR_INVALID_ARGUMENT, "%s: there is no output", what);
}

/* ---- writing ---- */

static hpyr_result write_buffer(hpyr_lists *lists, const hpi_list_plane *plane, const hpi_list_output *output) {
    const hpyr_context *context = lists->context;
    if (!hpi_gl_target(context, plane->texture, 0, 1, 1))
        return hpi_gl_fail(context, HPYR_ERROR_GL, "list: this GL cannot read RGBA32UI");
    return hpi_list_download(lists, 1u << plane->shift, output->buffer, output->offset,
                             (uint64_t)output->count * ENTRY);
}

static hpyr_result texture_writer(hpyr_lists *lists, const hpi_list_output *output, GLuint *program) {
    hpi_text defines = HPI_TEXT(lists->context);
    if (output->texture.format == HPYR_FORMAT_R32F)
        hpi_text_add(&defines, "#define HPYR_FLOATS\n");
    return hpi_list_program(lists, "list/unpack.frag.glsl", &defines, program);
}

hpyr_result hpi_list_writers(hpyr_lists *lists, const hpi_list_output *outputs, int count) {
    hpyr_result result = HPYR_OK;
    GLuint program;
    for (int i = 0; lists->context->no_compile_wait && result == HPYR_OK && i < count; i++)
        if (outputs[i].is_there && outputs[i].count && !outputs[i].buffer)
            result = texture_writer(lists, &outputs[i], &program);
    return result;
}

static hpyr_result write_texture(hpyr_lists *lists, const hpi_list_plane *plane, const hpi_list_output *output) {
    const hpyr_context *context = lists->context;
    const hpyr_texture *texture = &output->texture;
    hpi_gl_borrowed borrowed;
    GLuint program;
    hpyr_result result = texture_writer(lists, output, &program);
    if (result != HPYR_OK)
        return result;
    hpi_list_bind_plane(lists, program, "plane", HPI_PYRAMID_UNIT, plane);
    glUniform1i(hpi_gl_location(context, program, "", "width"), (GLint)texture->width);
    if (!hpi_gl_target_borrow(context, texture, HPI_INPUT_UNIT, texture->width,
                              (output->count - 1) / texture->width + 1, &borrowed))
        result = hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "list: this GL cannot render to texture %u", texture->name);
    else
        hpi_list_draw_first(context, texture->width, output->count);
    hpi_gl_target_return(context, &borrowed, HPI_INPUT_UNIT);
    return result;
}

hpyr_result hpi_list_write(hpyr_lists *lists, const hpi_list_plane *plane, const hpi_list_output *output) {
    if (!output->is_there || !output->count)
        return HPYR_OK;
    return output->buffer ? write_buffer(lists, plane, output) : write_texture(lists, plane, output);
}

hpyr_result hpi_list_write_found(hpyr_lists *lists, const hpi_list_output *output) {
    const hpi_list_plane found = {.texture = lists->found, .rows = 1};
    return hpi_list_write(lists, &found, output);
}
