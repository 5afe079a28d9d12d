/* quadtree_walk.c - quadtrees in shaders of the caller.  SPDX-License-Identifier: MIT */
#include "tree/quadtree_object.h"

#include "core/traversal.h"

hpyr_result hpyr_quadtree_glsl(const hpyr_quadtree *tree, const char *prefix, char *text, size_t capacity,
                               size_t *needed) {
    if (!tree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_core_write_file(tree->context, "tree/leaf.glsl", prefix, text, capacity, needed);
}

hpyr_result hpyr_quadtree_bind(hpyr_quadtree *tree, uint32_t program, const char *prefix, uint32_t first_unit,
                               hpyr_binding *binding) {
    static const hpi_gl_uniform uniforms[] = {{"levels", GL_UNSIGNED_INT_SAMPLER_2D}};
    if (!tree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    hpyr_result result = hpi_quadtree_check_built(tree, "bind");
    if (result == HPYR_OK)
        result = hpi_core_check_program(tree->context, &tree->bound, program, prefix, first_unit, 1);
    if (result == HPYR_OK)
        result = hpi_gl_check_uniforms(tree->context, program, prefix, uniforms, 1, "bind");
    if (result != HPYR_OK)
        return result;
    GLenum active = hpi_core_bound_push(tree->context, &tree->bound, program, first_unit, 1, binding);
    hpi_quadtree_use(tree, program, prefix, first_unit);
    glActiveTexture(active);
    return HPYR_OK;
}

hpyr_result hpyr_quadtree_unbind(hpyr_quadtree *tree) {
    return tree ? hpi_core_unbind(tree->context, &tree->bound, "unbind") : HPYR_ERROR_INVALID_ARGUMENT;
}
