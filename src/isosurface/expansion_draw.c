/* expansion_draw.c - the paper's forms in callers' own shaders: the text, its bindings, and draws whose count stays on the GPU.
 * Source: Dyken et al. 2008, sections 4 and 5.  SPDX-License-Identifier: MIT */
#include "isosurface/expansion.h"

#include "reference/cube_cases.h"

#include <string.h>

static bool is_expansion(const hpyr_isosurface *iso) {
    return iso->desc.expansion != HPYR_EXPANSION_FRAGMENT;
}

/* ---- text ---- */

void hpi_isosurface_add_expansion_defines(const hpyr_isosurface *iso, hpi_text *text) {
    hpi_isosurface_add_defines(iso, text);
    if (iso->desc.expansion == HPYR_EXPANSION_GEOMETRY)
        hpi_text_add(text, "#define HPYR_CELL_KEYS\n");
}

hpyr_result hpyr_isosurface_glsl(const hpyr_isosurface *isosurface, const char *prefix, char *text, size_t capacity,
                                 size_t *needed) {
    hpi_text defines = {0};
    if (needed)
        *needed = 0;
    if (text && capacity)
        text[0] = '\0';
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_context *context = isosurface->context;
    if (!is_expansion(isosurface))
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "isosurface: expansion FRAGMENT has no GLSL for callers");
    if (!isosurface->built)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT, "isosurface: its GLSL depends on its build");
    hpi_isosurface_add_expansion_defines(isosurface, &defines);
    if (defines.failed)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    hpyr_result result = hpi_core_write_snippet(isosurface->store->pyramid, prefix, "isosurface/expand.glsl", &defines,
                                                isosurface->field.glsl, text, capacity, needed);
    hpi_text_free(&defines);
    return result;
}

/* ---- bindings ---- */

void hpi_isosurface_bind_tables(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit) {
    const hpyr_texture *classes = &iso->store->classes;
    hpi_gl_texture_bind(iso->context, unit, GL_TEXTURE_2D, classes->name);
    hpi_gl_texture_bind(iso->context, unit + 1, GL_TEXTURE_2D, iso->store->cases);
    glUniform1i(hpi_gl_location(iso->context, program, prefix, "classes"), (GLint)unit);
    glUniform1i(hpi_gl_location(iso->context, program, prefix, "cases"), (GLint)unit + 1);
    glUniform2f(hpi_gl_location(iso->context, program, prefix, "classes_scale"), 1.0f / (float)classes->width,
                1.0f / (float)classes->height);
    glUniform1i(hpi_gl_location(iso->context, program, prefix, "lowest_slice"),
                (GLint)(iso->slab.first_owned - iso->slab.first_slice));
}

/* Whether the whole can be drawn without knowing how much that is: gl_VertexID must count as far as keys can go. */
static bool draws_indirect(const hpyr_isosurface *iso) {
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(iso->store->pyramid);
    uint64_t most = (uint64_t)cells->width * cells->height * cells->depth;
    if (iso->desc.expansion == HPYR_EXPANSION_VERTEX)
        most *= HPYR_CUBE_CORNERS;
    return hpi_gl_draws_indirect(iso->context) && most <= iso->context->vertex_limit;
}

static hpyr_result prepare_command(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    hpi_gl_state state;
    if (store->has_command || !draws_indirect(iso))
        return HPYR_OK;
    hpi_gl_state_enter(iso->context, &state);
    hpyr_result result = hpi_isosurface_write_command(iso, store->pyramid, store->command_buffer, 0);
    result = hpi_gl_state_leave(iso->context, &state, result);
    store->has_command = result == HPYR_OK;
    return result;
}

/* Classes, cases and field behind the units of the pyramid, which is bound. */
static hpyr_result bind_rest(hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit, GLuint units) {
    hpi_expansion_store *store = iso->store;
    hpyr_result result = hpi_isosurface_field_check(iso, program, prefix);
    if (result != HPYR_OK)
        return result;
    GLint active = hpi_gl_active_unit();
    hpi_gl_bindings_save(iso->context, &store->bindings, unit, units);
    store->field_unit = unit + EXPANSION_TABLES;
    store->total_location = hpi_gl_location(iso->context, program, prefix, "total");
    result = hpi_isosurface_field_bind(iso, program, prefix, store->field_unit, unit + units, &store->borrowed);
    if (result == HPYR_OK)
        hpi_isosurface_bind_tables(iso, program, prefix, unit);
    glActiveTexture((GLenum)active);
    if (result != HPYR_OK)
        hpi_gl_bindings_restore(iso->context, &store->bindings);
    return result;
}

static void release_rest(hpyr_isosurface *iso) {
    hpi_expansion_store *store = iso->store;
    GLint active = hpi_gl_active_unit();
    hpi_isosurface_field_release(iso, &store->borrowed, store->field_unit);
    hpi_gl_bindings_restore(iso->context, &store->bindings);
    store->borrowed.name = 0;
    glActiveTexture((GLenum)active);
}

hpyr_result hpyr_isosurface_bind(hpyr_isosurface *isosurface, uint32_t program, const char *prefix, uint32_t first_unit,
                                 hpyr_binding *binding) {
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpi_iso_field *field = &isosurface->field;
    if (!is_expansion(isosurface))
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_UNSUPPORTED, "isosurface: expansion FRAGMENT binds nothing");
    if (!isosurface->built)
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_NOT_BUILT,
                           "isosurface: it was not built, or its last build failed");
    hpyr_pyramid *pyramid = isosurface->store->pyramid;
    GLuint own = hpi_core_unit_count(pyramid), units = EXPANSION_TABLES + hpi_isosurface_field_units(field);
    hpyr_result result = hpi_gl_check_current(isosurface->context, "isosurface");
    if (result == HPYR_OK)
        result = prepare_command(isosurface);
    if (result == HPYR_OK)
        result = hpi_core_bind(pyramid, program, prefix, first_unit, units + (field->bind != NULL),
                               !draws_indirect(isosurface), binding);
    if (result != HPYR_OK)
        return result;
    result = bind_rest(isosurface, program, prefix ? prefix : "hpyr_", first_unit + own, units);
    if (result != HPYR_OK)
        hpyr_pyramid_unbind(pyramid);
    else if (binding)
        binding->unit_count = own + units;
    return result;
}

hpyr_result hpyr_isosurface_unbind(hpyr_isosurface *isosurface) {
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!is_expansion(isosurface))
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_UNSUPPORTED, "isosurface: expansion FRAGMENT binds nothing");
    hpyr_pyramid *pyramid = isosurface->store->pyramid;
    hpyr_result result = hpi_gl_check_current(isosurface->context, "isosurface");
    if (result != HPYR_OK)
        return result;
    if (pyramid->bound && isosurface->context->bound == pyramid)
        release_rest(isosurface);
    return hpyr_pyramid_unbind(pyramid);
}

bool hpi_isosurface_is_bound(const hpyr_isosurface *iso) {
    return iso->store && iso->store->pyramid->bound;
}

void hpi_isosurface_drop_binding(hpyr_isosurface *iso) {
    hpyr_pyramid *pyramid = iso->store->pyramid;
    hpi_gl_bindings now;
    if (!pyramid || !pyramid->bound || !hpi_gl_is_current(iso->context))
        return;
    if (iso->context->bound == pyramid) {
        release_rest(iso);
        return;
    }
    /* Of one that was not bound last, the units stay as they are; but its field has its own parameters again. */
    GLint active = hpi_gl_active_unit();
    hpi_gl_bindings_save(iso->context, &now, iso->store->field_unit, 1);
    hpi_isosurface_field_release(iso, &iso->store->borrowed, iso->store->field_unit);
    hpi_gl_bindings_restore(iso->context, &now);
    glActiveTexture((GLenum)active);
}

/* ---- draws ---- */

/* How the top cell's texel tells the total. */
static void add_total_define(const hpyr_pyramid *pyramid, hpi_text *text) {
    char channel = "rgba"[pyramid->layout->total_channel];
    if (pyramid->desc.count_format == HPYR_COUNT_UINT)
        hpi_text_print(text, "#define HPYR_TOTAL(words) words.%c\n", channel);
    else if (pyramid->desc.count_format == HPYR_COUNT_FLOAT)
        hpi_text_print(text, "#define HPYR_TOTAL(words) hpyr_uint_of(uintBitsToFloat(words.%c))\n", channel);
    else
        hpi_text_print(text,
                       "#define HPYR_TOTAL(words) hpyr_uint_of(dot(uintBitsToFloat(words.rg), vec2(1.0, 1024.0)))\n");
}

hpyr_result hpi_isosurface_write_command(hpyr_isosurface *iso, const hpyr_pyramid *pyramid, GLuint buffer,
                                         uint64_t offset) {
    hpyr_context *context = iso->context;
    hpi_text defines = {0};
    GLuint program;
    add_total_define(pyramid, &defines);
    const hpi_gl_program_desc desc = {.fragment = {.entry = "isosurface/top_command.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_gl_program_get(context, &desc, &program);
    hpi_text_free(&defines);
    if (result != HPYR_OK)
        return result;
    hpi_gl_texture_bind(context, HPI_INPUT_UNIT, GL_TEXTURE_BUFFER, iso->store->top);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, pyramid->total_buffer);
    glUseProgram(program);
    glUniform1i(hpi_gl_location(context, program, "", "top"), HPI_INPUT_UNIT);
    glUniform1ui(hpi_gl_location(context, program, "", "limit"), hpi_core_limit(pyramid));
    glUniform1ui(hpi_gl_location(context, program, "", "clones"), pyramid->desc.clones);
    if (!hpi_gl_target(context, iso->store->command, 0, EXPANSION_COMMAND_WORDS, 1))
        result = hpi_gl_fail(context, HPYR_ERROR_GL, "isosurface: this GL cannot render to R32UI");
    else
        hpi_gl_draw_fullscreen(context);
    if (result == HPYR_OK && buffer) {
        glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
        glReadPixels(0, 0, EXPANSION_COMMAND_WORDS, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, (void *)(uintptr_t)offset);
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
        result = hpi_gl_buffer_settle(context);
    }
    hpi_gl_target_release(context);
    return result;
}

static void draw_whole(hpyr_isosurface *iso, GLenum mode) {
    const hpyr_pyramid *pyramid = iso->store->pyramid;
    hpi_gl_set_count(iso->context, pyramid->first_key_location, 0);
    glUniform1i(pyramid->vertices_location, 1);
    hpi_gl_draw_indirect(iso->store->command_buffer, mode);
}

hpyr_result hpyr_isosurface_draw(hpyr_isosurface *isosurface, uint32_t first, uint32_t count, hpyr_report *report) {
    if (report)
        memset(report, 0, sizeof *report);
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!is_expansion(isosurface))
        return hpi_gl_fail(isosurface->context, HPYR_ERROR_UNSUPPORTED,
                           "isosurface: expansion FRAGMENT draws nothing; extract it, and draw its buffers");
    hpi_expansion_store *store = isosurface->store;
    hpyr_pyramid *pyramid = store->pyramid;
    GLenum mode = isosurface->desc.expansion == HPYR_EXPANSION_VERTEX ? GL_TRIANGLES : GL_POINTS;
    hpyr_result result = hpi_gl_check_current(isosurface->context, "isosurface");
    if (result != HPYR_OK)
        return result;
    bool is_ready = pyramid->bound && hpi_gl_current_program() == pyramid->program;
    if (is_ready && !first && count == HPYR_ALL && store->has_command && draws_indirect(isosurface)) {
        draw_whole(isosurface, mode);
        return HPYR_OK;
    }
    result = is_ready ? hpi_core_wait_total(pyramid) : HPYR_OK;
    if (result != HPYR_OK)
        return result;
    if (is_ready)
        hpi_gl_set_count(isosurface->context, store->total_location, pyramid->total);
    return hpyr_pyramid_draw(pyramid, mode, first, count, 1, report); /* which has words for what is not ready */
}
