/* cubes_draw.c - vertices in the caller's own shaders: GLSL, bindings, and draws whose count stays
 * on the GPU.
 * Source: Dyken et al. 2008, sections 4 and 5.  SPDX-License-Identifier: MIT */
#include "isosurface/cubes.h"

#include "core/binding.h"

#include "tables/cube_cases.h"

#include <string.h>

/* ---- text ---- */

hpyr_result hpyr_marching_cubes_glsl(const hpyr_marching_cubes *cubes, const char *prefix, char *text, size_t capacity,
                                     size_t *needed) {
    if (needed)
        *needed = 0;
    if (text && capacity)
        text[0] = '\0';
    if (!cubes)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpyr_context *context = cubes->context;
    if (!cubes->built)
        return hpi_gl_fail(context, HPYR_ERROR_NOT_BUILT,
                           "marching cubes: the GLSL depends on the build, which is missing");
    hpi_text defines = HPI_TEXT(context);
    hpi_cubes_add_defines(cubes, &defines);
    if (defines.failed)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a shader");
    hpyr_result result = hpi_core_write_snippet(cubes->pyramid, prefix, "isosurface/expand.glsl", &defines,
                                                cubes->field.glsl, text, capacity, needed);
    hpi_text_free(&defines);
    return result;
}

/* ---- bindings ---- */

/* Whether everything can be drawn while only the GPU knows how much that is. gl_VertexID must be
 * able to count all keys that the cells can have. */
static bool draws_indirect(const hpyr_marching_cubes *cubes) {
    const hpyr_pyramid_desc *cells = hpyr_pyramid_resolved(cubes->pyramid);
    uint64_t most = (uint64_t)cells->width * cells->height * cells->depth;
    if (cubes->desc.expansion == HPYR_EXPANSION_VERTEX)
        most *= HPYR_CUBE_CORNERS;
    return hpi_gl_draws_indirect(cubes->context) && most <= cubes->context->vertex_limit;
}

static hpyr_result prepare_command(hpyr_marching_cubes *cubes) {
    hpi_gl_state state;
    if (cubes->has_command || !draws_indirect(cubes))
        return HPYR_OK;
    hpi_gl_state_enter(cubes->context, &state);
    hpyr_result result = hpi_cubes_write_command(cubes, cubes->pyramid, cubes->command_buffer, 0);
    result = hpi_gl_state_leave(cubes->context, &state, result);
    cubes->has_command = result == HPYR_OK;
    return result;
}

/* Binds classes, cases and field to the units behind those of the pyramid, which is bound. */
static hpyr_result bind_rest(hpyr_marching_cubes *cubes, GLuint program, const char *prefix, GLuint unit,
                             GLuint units) {
    hpyr_result result = hpi_field_check_program(&cubes->field, program, prefix);
    if (result != HPYR_OK)
        return result;
    GLint active = hpi_gl_active_unit();
    hpi_gl_bindings_save(cubes->context, &cubes->bindings, unit, units);
    cubes->field_unit = unit + CUBES_TABLES;
    result = hpi_field_bind(&cubes->field, program, prefix, cubes->field_unit, unit + units, &cubes->borrowed);
    if (result == HPYR_OK)
        hpi_cubes_bind_tables(cubes, program, prefix, unit);
    glActiveTexture((GLenum)active);
    if (result != HPYR_OK)
        hpi_gl_bindings_restore(cubes->context, &cubes->bindings);
    return result;
}

static void release_rest(hpyr_marching_cubes *cubes) {
    GLint active = hpi_gl_active_unit();
    hpi_field_release(&cubes->field, &cubes->borrowed, cubes->field_unit);
    hpi_gl_bindings_restore(cubes->context, &cubes->bindings);
    cubes->borrowed.name = 0;
    glActiveTexture((GLenum)active);
}

hpyr_result hpyr_marching_cubes_bind(hpyr_marching_cubes *cubes, uint32_t program, const char *prefix,
                                     uint32_t first_unit, hpyr_binding *binding) {
    if (!cubes)
        return HPYR_ERROR_INVALID_ARGUMENT;
    const hpi_field *field = &cubes->field;
    hpyr_pyramid *pyramid = cubes->pyramid;
    GLuint own = hpi_core_unit_count(pyramid), units = CUBES_TABLES + hpi_field_units(field);
    hpyr_result result = hpi_cubes_check_built(cubes);
    if (result == HPYR_OK)
        result = prepare_command(cubes);
    if (result == HPYR_OK)
        result = hpi_core_bind(pyramid, program, prefix, first_unit, units + (field->bind != NULL),
                               !draws_indirect(cubes), binding);
    if (result != HPYR_OK)
        return result;
    result = bind_rest(cubes, program, prefix ? prefix : "hpyr_", first_unit + own, units);
    if (result != HPYR_OK)
        hpyr_pyramid_unbind(pyramid);
    else if (binding)
        binding->unit_count = own + units;
    return result;
}

hpyr_result hpyr_marching_cubes_unbind(hpyr_marching_cubes *cubes) {
    if (!cubes)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_pyramid *pyramid = cubes->pyramid;
    hpyr_result result = hpi_gl_check_current(cubes->context, "marching cubes");
    if (result != HPYR_OK)
        return result;
    if (cubes->context->bound == &pyramid->bound)
        release_rest(cubes);
    return hpyr_pyramid_unbind(pyramid);
}

void hpi_cubes_drop_binding(hpyr_marching_cubes *cubes) {
    hpyr_pyramid *pyramid = cubes->pyramid;
    hpi_gl_bindings now;
    if (!pyramid || !pyramid->bound.is_bound || !hpi_gl_is_current(cubes->context))
        return;
    if (cubes->context->bound == &pyramid->bound) {
        release_rest(cubes);
        return;
    }
    /* Another pyramid was bound later. So the units keep what they hold, but the field's texture
     * gets its own parameters back. */
    GLint active = hpi_gl_active_unit();
    hpi_gl_bindings_save(cubes->context, &now, cubes->field_unit, 1);
    hpi_field_release(&cubes->field, &cubes->borrowed, cubes->field_unit);
    hpi_gl_bindings_restore(cubes->context, &now);
    glActiveTexture((GLenum)active);
}

/* ---- draws ---- */

static void draw_whole(hpyr_marching_cubes *cubes, GLenum mode) {
    const hpyr_pyramid *pyramid = cubes->pyramid;
    hpi_gl_set_count(cubes->context, pyramid->first_key_location, 0);
    glUniform1i(pyramid->vertices_location, 1);
    hpi_gl_draw_indirect(cubes->command_buffer, mode);
}

hpyr_result hpyr_marching_cubes_draw(hpyr_marching_cubes *cubes, uint32_t first, uint32_t count, hpyr_report *report) {
    if (report)
        memset(report, 0, sizeof *report);
    if (!cubes)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_pyramid *pyramid = cubes->pyramid;
    GLenum mode = cubes->desc.expansion == HPYR_EXPANSION_VERTEX ? GL_TRIANGLES : GL_POINTS;
    hpyr_result result = hpi_gl_check_current(cubes->context, "marching cubes");
    if (result != HPYR_OK)
        return result;
    bool is_ready = pyramid->bound.is_bound && hpi_gl_current_program() == pyramid->bound.program;
    if (is_ready && !first && count == HPYR_ALL && cubes->has_command && draws_indirect(cubes)) {
        draw_whole(cubes, mode);
        return HPYR_OK;
    }
    result = is_ready ? hpi_core_wait_total(pyramid) : HPYR_OK;
    if (result != HPYR_OK)
        return result;
    return hpyr_pyramid_draw(pyramid, mode, first, count, 1, report); /* says what is not ready */
}
