/* poisson_function.c - a Poisson function at all nodes, and in shaders.  SPDX-License-Identifier: MIT
 *
 * A solution has the values of each depth in textures of its own. Here they are put together, so that
 * a shader can walk from depth to depth. */
#include "octree/surface.h"

#include "core/traversal.h"

static hpyr_result draw_values(hpyr_poisson *poisson, int depth) {
    hpyr_octree *octree = poisson->octree;
    const uint32_t *first = octree->report.first_node;
    const uint32_t from = (first[depth] - 1) / HPI_OCTREE_BLOCK, end = (first[depth + 1] - 1) / HPI_OCTREE_BLOCK;
    const hpi_poisson_level *level = &poisson->levels[depth], *above = depth > 1 ? level - 1 : level;
    GLuint program;
    hpyr_result result = hpi_octree_program(octree, "octree/surface/values.frag.glsl", "", &program);
    if (result != HPYR_OK)
        return result;
    hpi_octree_use(octree, program, HPI_DEFAULT_PREFIX, HPI_OCTREE_UNIT);
    hpi_octree_bind(octree, program, "inner", 0, &level->inner);
    hpi_poisson_bind_halves(poisson, program, "values_lower", "values_upper", HPI_OCTREE_MORE_UNIT + 1, &level->values);
    hpi_poisson_bind_halves(poisson, program, "above_lower", "above_upper", HPI_OCTREE_MORE_UNIT + 3, &above->values);
    hpi_octree_set(octree, program, "from", from);
    hpi_octree_set(octree, program, "end", end);
    hpi_octree_set(octree, program, "above_from", depth > 1 ? (first[depth - 1] - 1) / HPI_OCTREE_BLOCK : 0);
    return hpi_octree_draw(octree, program, &poisson->surface->values, 2 * (uint64_t)from, 2 * (uint64_t)end);
}

hpyr_result hpi_surface_make_values(hpyr_poisson *poisson) {
    struct hpi_surface *surface = poisson->surface;
    const hpyr_octree_report *report = &poisson->octree->report;
    if (surface->has_values)
        return HPYR_OK;
    hpyr_result result = hpi_octree_need(poisson->octree, HPYR_FORMAT_RGBA32F,
                                         2 * (uint64_t)((report->nodes - 1) / HPI_OCTREE_BLOCK), &surface->values);
    for (int depth = 1; result == HPYR_OK && depth <= (int)report->depth; depth++)
        result = draw_values(poisson, depth);
    surface->has_values = result == HPYR_OK;
    return result;
}

void hpi_surface_use_values(const hpyr_poisson *poisson, GLuint program, const char *prefix, GLuint unit,
                            const hpi_list_plane *values) {
    const hpyr_context *context = poisson->context;
    hpi_gl_texture_bind(context, unit, GL_TEXTURE_2D, values->texture);
    glUniform1i(hpi_gl_location(context, program, prefix, "values"), (GLint)unit);
    glUniform2i(hpi_gl_location(context, program, prefix, "values_row"), (1 << values->shift) - 1, values->shift);
}

void hpi_surface_use_function(const hpyr_poisson *poisson, GLuint program, const char *prefix, GLuint unit,
                              float isovalue) {
    hpi_octree_use(poisson->octree, program, prefix, unit);
    hpi_surface_use_values(poisson, program, prefix, unit + 1, &poisson->surface->values);
    glUniform1f(hpi_gl_location(poisson->context, program, prefix, "isovalue"), isovalue);
}

/* ---- in shaders of the caller ---- */

hpyr_result hpyr_poisson_glsl(const hpyr_poisson *poisson, const char *prefix, char *text, size_t capacity,
                              size_t *needed) {
    if (!poisson)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_core_write_file(poisson->context, "octree/poisson/function.glsl", prefix, text, capacity, needed);
}

static hpyr_result check_program(const hpyr_poisson *poisson, GLuint program, const char *prefix, GLuint unit) {
    static const hpi_gl_uniform uniforms[] = {
        {"values", GL_SAMPLER_2D}, {"values_row", GL_INT_VEC2}, {"isovalue", GL_FLOAT}};
    const hpyr_context *context = poisson->context;
    hpyr_result result = hpi_octree_check_program(context, &poisson->bound, program, prefix, unit, 2);
    return result == HPYR_OK ? hpi_gl_check_uniforms(context, program, prefix, uniforms,
                                                     (int)(sizeof uniforms / sizeof *uniforms), "bind")
                             : result;
}

/* The values are made here if no surface has needed them yet. */
static hpyr_result need_values(hpyr_poisson *poisson) {
    hpi_gl_state state;
    if (poisson->surface->has_values)
        return HPYR_OK;
    hpi_gl_state_enter(poisson->context, &state);
    hpyr_result result = hpi_surface_make_values(poisson);
    hpi_gl_target_release(poisson->context);
    return hpi_gl_state_leave(poisson->context, &state, result);
}

hpyr_result hpyr_poisson_bind(hpyr_poisson *poisson, uint32_t program, const char *prefix, uint32_t first_unit,
                              hpyr_binding *binding) {
    if (!poisson)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    hpyr_result result = hpi_poisson_check_solved(poisson);
    if (result == HPYR_OK)
        result = check_program(poisson, program, prefix, first_unit);
    if (result == HPYR_OK)
        result = need_values(poisson);
    if (result != HPYR_OK)
        return result;
    GLenum active = hpi_core_bound_push(poisson->context, &poisson->bound, program, first_unit, 2, binding);
    hpi_surface_use_function(poisson, program, prefix, first_unit, (float)poisson->report.isovalue);
    glActiveTexture(active);
    return HPYR_OK;
}

hpyr_result hpyr_poisson_unbind(hpyr_poisson *poisson) {
    return poisson ? hpi_core_unbind(poisson->context, &poisson->bound, "unbind") : HPYR_ERROR_INVALID_ARGUMENT;
}
