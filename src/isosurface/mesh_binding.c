/* mesh_binding.c - a mesh in textures, whose corners the caller's own vertex shader fetches. In a
 * browser the GPU cannot draw by indices that it wrote itself.  SPDX-License-Identifier: MIT */
#include "isosurface/bits_engine.h"

enum { MESH_UNITS = 2 };

static bool is_soup(const hpyr_isosurface *iso) {
    return iso->desc.mesh == HPYR_MESH_FORM_SOUP;
}

hpyr_result hpyr_isosurface_glsl(const hpyr_isosurface *isosurface, const char *prefix, char *text, size_t capacity,
                                 size_t *needed) {
    static const hpi_gl_stage stage = {.entry = "isosurface/mesh.glsl"};
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpi_text own = HPI_TEXT(isosurface->context);
    hpi_text_add(&own, is_soup(isosurface) ? "#define HPYR_SOUP\n" : "");
    hpi_gl_add_stage(&own, &stage, NULL, HPI_LINES_NONE);
    hpyr_result result = hpi_core_write_renamed(isosurface->context, prefix, own.failed ? NULL : hpi_text_get(&own),
                                                text, capacity, needed);
    hpi_text_free(&own);
    return result;
}

static GLuint unit_count(const hpyr_isosurface *iso) {
    return is_soup(iso) ? 1 : MESH_UNITS;
}

static hpyr_result check_program(const hpyr_isosurface *iso, GLuint program, const char *prefix, GLuint unit) {
    static const hpi_gl_uniform uniforms[MESH_UNITS] = {{"mesh_vertices", GL_SAMPLER_2D_ARRAY},
                                                        {"mesh_triangles", GL_UNSIGNED_INT_SAMPLER_2D}};
    const GLuint units = unit_count(iso);
    hpyr_result result = hpi_core_check_program(iso->context, &iso->bound, program, prefix, unit, units);
    return result == HPYR_OK ? hpi_gl_check_uniforms(iso->context, program, prefix, uniforms, (int)units, "isosurface")
                             : result;
}

static void bind_list(const hpyr_isosurface *iso, GLuint program, const char *prefix, const char *name, GLuint unit,
                      GLenum target, hpi_list_kind kind) {
    hpi_gl_texture_bind(iso->context, unit, target, iso->bits.lists[kind].keys);
    glUniform1i(hpi_gl_location(iso->context, program, prefix, name), (GLint)unit);
}

/* They may be of a field without cells, which forgets nothing of an earlier build. */
static hpyr_result need_textures(hpyr_isosurface *iso) {
    hpi_gl_state state;
    if (iso->bits.has_textures && hpi_field_has_cells(&iso->field))
        return HPYR_OK;
    hpi_gl_state_enter(iso->context, &state);
    hpyr_result result = hpi_gl_state_leave(iso->context, &state, hpi_isosurface_fill_textures(iso));
    iso->bits.has_textures = result == HPYR_OK;
    return result;
}

hpyr_result hpyr_isosurface_bind(hpyr_isosurface *isosurface, uint32_t program, const char *prefix, uint32_t first_unit,
                                 hpyr_binding *binding) {
    if (!isosurface)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    hpyr_result result = hpi_isosurface_check_built(isosurface);
    if (result == HPYR_OK)
        result = check_program(isosurface, program, prefix, first_unit);
    if (result == HPYR_OK)
        result = need_textures(isosurface);
    if (result != HPYR_OK)
        return result;
    GLenum active = hpi_core_bound_push(isosurface->context, &isosurface->bound, program, first_unit,
                                        unit_count(isosurface), binding);
    if (!is_soup(isosurface))
        bind_list(isosurface, program, prefix, "mesh_triangles", first_unit + 1, GL_TEXTURE_2D, MESH_TRIANGLES);
    bind_list(isosurface, program, prefix, "mesh_vertices", first_unit, GL_TEXTURE_2D_ARRAY, MESH_VERTICES);
    glActiveTexture(active);
    return HPYR_OK;
}

hpyr_result hpyr_isosurface_unbind(hpyr_isosurface *isosurface) {
    return isosurface ? hpi_core_unbind(isosurface->context, &isosurface->bound, "unbind")
                      : HPYR_ERROR_INVALID_ARGUMENT;
}
