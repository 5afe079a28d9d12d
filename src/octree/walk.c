/* walk.c - octrees in shaders of the caller.  SPDX-License-Identifier: MIT */
#include "octree/vectors.h"

#include "core/traversal.h"

#include <math.h>

enum { FIRST_NODES = HPYR_OCTREE_MAX_DEPTH + 2 };

hpyr_result hpyr_octree_glsl(const hpyr_octree *octree, const char *prefix, char *text, size_t capacity,
                             size_t *needed) {
    if (!octree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    return hpi_core_write_file(octree->context, "octree/walk.glsl", prefix, text, capacity, needed);
}

void hpi_octree_use_nodes(const hpyr_octree *octree, GLuint program, const char *prefix, GLuint unit,
                          const hpi_list_plane *blocks, const hpyr_octree_report *report) {
    const hpyr_context *context = octree->context;
    const hpyr_octree_cube *cube = &report->cube;
    GLint first[FIRST_NODES];
    for (int depth = 0; depth < FIRST_NODES; depth++)
        first[depth] = (GLint)report->first_node[depth];
    hpi_gl_texture_bind(context, unit, GL_TEXTURE_2D, blocks->texture);
    glUniform1i(hpi_gl_location(context, program, prefix, "blocks"), (GLint)unit);
    glUniform2i(hpi_gl_location(context, program, prefix, "blocks_row"), (1 << blocks->shift) - 1, blocks->shift);
    glUniform1iv(hpi_gl_location(context, program, prefix, "first_nodes"), FIRST_NODES, first);
    glUniform1i(hpi_gl_location(context, program, prefix, "last_depth"), (GLint)report->depth);
    glUniform1i(hpi_gl_location(context, program, prefix, "points"), (GLint)report->points);
    glUniform4f(hpi_gl_location(context, program, prefix, "root"), cube->origin[0], cube->origin[1], cube->origin[2],
                cube->side);
    glUniform1f(hpi_gl_location(context, program, prefix, "cells_per_unit"),
                ldexpf(1, (int)octree->desc.depth) / cube->side);
}

void hpi_octree_use(const hpyr_octree *octree, GLuint program, const char *prefix, GLuint unit) {
    hpi_octree_use_nodes(octree, program, prefix, unit, &octree->blocks, &octree->report);
}

hpyr_result hpi_octree_check_program(const hpyr_context *context, const hpi_bound *bound, GLuint program,
                                     const char *prefix, GLuint unit, GLuint units) {
    static const hpi_gl_uniform uniforms[] = {{"blocks", GL_UNSIGNED_INT_SAMPLER_2D},
                                              {"blocks_row", GL_INT_VEC2},
                                              {"first_nodes", GL_INT, true},
                                              {"last_depth", GL_INT},
                                              {"points", GL_INT},
                                              {"root", GL_FLOAT_VEC4},
                                              {"cells_per_unit", GL_FLOAT}};
    hpyr_result result = hpi_core_check_program(context, bound, program, prefix, unit, units);
    return result == HPYR_OK ? hpi_gl_check_uniforms(context, program, prefix, uniforms,
                                                     (int)(sizeof uniforms / sizeof *uniforms), "bind")
                             : result;
}

hpyr_result hpyr_octree_bind(hpyr_octree *octree, uint32_t program, const char *prefix, uint32_t first_unit,
                             hpyr_binding *binding) {
    if (!octree)
        return HPYR_ERROR_INVALID_ARGUMENT;
    if (!prefix)
        prefix = HPI_DEFAULT_PREFIX;
    hpyr_result result = hpi_octree_check_built(octree, "bind");
    if (result == HPYR_OK)
        result = hpi_octree_check_program(octree->context, &octree->bound, program, prefix, first_unit, 1);
    if (result != HPYR_OK)
        return result;
    GLenum active = hpi_core_bound_push(octree->context, &octree->bound, program, first_unit, 1, binding);
    hpi_octree_use(octree, program, prefix, first_unit);
    glActiveTexture(active);
    return HPYR_OK;
}

hpyr_result hpyr_octree_unbind(hpyr_octree *octree) {
    return octree ? hpi_core_unbind(octree->context, &octree->bound, "unbind") : HPYR_ERROR_INVALID_ARGUMENT;
}
