/* voxelizer_bits.c - draws the mesh once for 1024 slices. Every fragment combines its bits with its
 * column's by glLogicOp: OR for surfaces, XOR for the parity of solids. A column is a texel in each
 * layer of an array texture, 128 slices a layer.  SPDX-License-Identifier: MIT */
#include "core/bits.h"
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

#include <stdlib.h>

/* Number of layers in a group. */
static uint32_t target_count(const hpyr_voxelizer *v, uint32_t group) {
    uint32_t left = v->output.depth - group * VOXELIZER_MAX_TARGETS;
    return left < VOXELIZER_MAX_TARGETS ? left : VOXELIZER_MAX_TARGETS;
}

static hpyr_result make_framebuffers(hpyr_voxelizer *v) {
    v->group_count = (v->output.depth - 1) / VOXELIZER_MAX_TARGETS + 1;
    v->framebuffers = calloc(v->group_count, sizeof *v->framebuffers);
    if (!v->framebuffers)
        return hpi_gl_fail(v->context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    for (uint32_t group = 0; group < v->group_count; group++) {
        v->framebuffers[group] = hpi_gl_layers_framebuffer(v->context, v->output.name, 0, group * VOXELIZER_MAX_TARGETS,
                                                           target_count(v, group));
        if (!v->framebuffers[group])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

hpyr_result hpi_volume_bits_create(hpyr_voxelizer *v) {
    hpi_bits_shape columns = hpi_core_bits_of_columns(&v->map);
    v->output = (hpyr_texture){.name = hpi_core_bits_create(v->context, &columns),
                               .target = GL_TEXTURE_2D_ARRAY,
                               .width = columns.width,
                               .height = columns.height,
                               .depth = columns.layers,
                               .format = columns.one_word ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI,
                               .channel = HPYR_CHANNEL_RED};
    return v->output.name ? make_framebuffers(v) : HPYR_ERROR_OUT_OF_MEMORY;
}

hpyr_result hpi_volume_bits_clear(hpyr_voxelizer *v) {
    static const GLuint nothing[4] = {0, 0, 0, 0};
    for (uint32_t group = 0; group < v->group_count; group++) {
        hpi_gl_targets_bind(v->context, v->framebuffers[group], target_count(v, group));
        hpi_gl_viewport(v->context, 0, 0, v->map.width, v->map.height);
        for (uint32_t i = 0; i < target_count(v, group); i++)
            glClearBufferuiv(GL_COLOR, (GLint)i, nothing);
    }
    return HPYR_OK;
}

static hpyr_result fill_program(const hpyr_voxelizer *v, hpi_setup_kind kind, uint32_t targets, GLuint *program) {
    const char *fragment = kind == SETUP_RASTER                ? "volume/thin.frag.glsl"
                           : v->desc.fill == HPYR_FILL_SURFACE ? "volume/surface.frag.glsl"
                                                               : "volume/solid.frag.glsl";
    hpi_text defines = {0};
    hpi_gl_add_targets(&defines, targets);
    const hpi_gl_program_desc desc = {
        .vertex = {.entry = kind == SETUP_RASTER ? "volume/thin.vert.glsl" : "volume/cover.vert.glsl"},
        .fragment = {.entry = fragment},
        .defines = &defines};
    hpyr_result result = hpi_gl_program_get(v->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

/* Draws one pass over the layers of a group. */
static void draw_group(const hpyr_voxelizer *v, hpi_setup_kind kind, GLuint program, uint32_t group,
                       uint32_t triangle_count) {
    const hpyr_flat3d *map = &v->map;
    uint32_t first = group * VOXELIZER_MAX_TARGETS, margin[2];
    glUseProgram(program);
    glUniform1i(hpi_gl_location(v->context, program, "", "first_layer"), (GLint)first);
    glUniform1i(hpi_gl_location(v->context, program, "", "depth"), (GLint)map->depth);
    if (kind == SETUP_RASTER) {
        hpi_volume_wide_viewport(v->context, map->width, map->height, margin);
        hpi_volume_set_scale(v->context, program, map->width, map->height, margin);
        glUniform2f(hpi_gl_location(v->context, program, "", "slices"), (GLfloat)(first * SLICES_OF_LAYER),
                    (GLfloat)((first + VOXELIZER_MAX_TARGETS) * SLICES_OF_LAYER));
        glBindVertexArray(v->setups[kind].records_array);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * triangle_count));
        return;
    }
    hpi_gl_viewport(v->context, 0, 0, map->width, map->height);
    hpi_volume_setup_bind(&v->setups[kind], program, HPI_EXTRA_UNIT, map);
    glUniform1f(hpi_gl_location(v->context, program, "", "margin"), v->desc.fill == HPYR_FILL_SURFACE ? 0.5f : 0.0f);
    glBindVertexArray(v->context->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(6 * triangle_count));
}

hpyr_result hpi_volume_bits_draw(hpyr_voxelizer *v, hpi_setup_kind kind, uint32_t triangle_count) {
    hpyr_result result = HPYR_OK;
    hpi_gl_logic_op_begin(v->desc.fill == HPYR_FILL_SOLID ? GL_XOR : GL_OR);
    for (uint32_t group = 0; result == HPYR_OK && group < v->group_count; group++) {
        GLuint program;
        result = fill_program(v, kind, target_count(v, group), &program);
        hpi_gl_targets_bind(v->context, v->framebuffers[group], target_count(v, group));
        if (result == HPYR_OK)
            draw_group(v, kind, program, group, triangle_count);
    }
    hpi_gl_logic_op_end();
    return result;
}
