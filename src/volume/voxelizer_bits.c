/* voxelizer_bits.c - draws the mesh once for 1024 slices. Every fragment combines its bits with its
 * column's by glLogicOp: OR for surfaces, XOR for the parity of solids. A column is a texel in each
 * layer of an array texture, 128 slices a layer. Without glLogicOp, voxelizer_channels.c draws.  SPDX-License-Identifier: MIT */
#include "core/bits.h"
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

#include <stdlib.h>

static const GLfloat FARTHEST = 3e38f; /* no corner of a triangle is farther */

uint32_t hpi_volume_bits_slices(const hpi_bits_volume *b) {
    return b->map.depth + b->has_totals;
}

uint32_t hpi_volume_bits_group(const hpyr_context *context) {
    return hpi_volume_has_channels(context) ? 1 : context->targets; /* channels are packed into one */
}

uint64_t hpi_volume_bits_bytes(const hpyr_context *context, const hpyr_flat3d *map, bool is_solid) {
    hpi_bits_shape columns = hpi_core_bits_of_columns(map);
    uint64_t channels = hpi_volume_has_channels(context) ? hpi_volume_channels_bytes(map, is_solid) : 0;
    return hpi_core_bits_bytes(&columns) + channels;
}

/* Number of layers in a group. */
static uint32_t target_count(const hpi_bits_volume *b, uint32_t group) {
    uint32_t left = b->texture.depth - group * b->group_layers;
    return left < b->group_layers ? left : b->group_layers;
}

static hpyr_result make_framebuffers(const hpyr_context *context, hpi_bits_volume *b) {
    b->group_count = (b->texture.depth - 1) / b->group_layers + 1;
    b->framebuffers = calloc(b->group_count, sizeof *b->framebuffers);
    if (!b->framebuffers)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    for (uint32_t group = 0; group < b->group_count; group++) {
        b->framebuffers[group] =
            hpi_gl_layers_framebuffer(context, b->texture.name, 0, group * b->group_layers, target_count(b, group));
        if (!b->framebuffers[group])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

hpyr_result hpi_volume_bits_create(const hpyr_context *context, hpi_bits_volume *b) {
    const hpyr_flat3d map = {.width = b->map.width, .height = b->map.height, .depth = hpi_volume_bits_slices(b)};
    hpi_bits_shape columns = hpi_core_bits_of_columns(&map);
    b->texture = (hpyr_texture){.name = hpi_core_bits_create(context, &columns),
                                .target = GL_TEXTURE_2D_ARRAY,
                                .width = columns.width,
                                .height = columns.height,
                                .depth = columns.layers,
                                .format = columns.one_word ? HPYR_FORMAT_R32UI : HPYR_FORMAT_RGBA32UI,
                                .channel = HPYR_CHANNEL_RED};
    hpyr_result result = b->texture.name ? make_framebuffers(context, b) : HPYR_ERROR_OUT_OF_MEMORY;
    if (result == HPYR_OK && b->is_drawn && hpi_volume_has_channels(context))
        result = hpi_volume_channels_create(context, b);
    return result;
}

void hpi_volume_bits_destroy(const hpyr_context *context, hpi_bits_volume *b) {
    hpi_volume_channels_destroy(context, b);
    hpi_gl_textures_delete(context, 1, &b->texture.name);
    if (b->framebuffers)
        hpi_gl_framebuffers_delete(context, (GLsizei)b->group_count, b->framebuffers);
    free(b->framebuffers);
}

uint32_t hpi_volume_bits_bind(const hpyr_context *context, const hpi_bits_volume *b, uint32_t group) {
    hpi_gl_targets_bind(context, b->framebuffers[group], target_count(b, group));
    hpi_gl_viewport(context, 0, 0, b->map.width, b->map.height);
    return target_count(b, group);
}

void hpi_volume_bits_clear(const hpyr_context *context, hpi_bits_volume *b) {
    static const GLuint nothing[4] = {0, 0, 0, 0};
    for (uint32_t group = 0; group < b->group_count; group++) {
        uint32_t targets = hpi_volume_bits_bind(context, b, group);
        for (uint32_t i = 0; i < targets; i++)
            glClearBufferuiv(GL_COLOR, (GLint)i, nothing);
    }
    b->is_empty = true;
}

hpyr_result hpi_volume_bits_program(const hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                                    uint32_t targets, GLuint *program) {
    const char *fragment = kind == SETUP_RASTER                ? "volume/thin.frag.glsl"
                           : v->desc.fill == HPYR_FILL_SURFACE ? "volume/surface.frag.glsl"
                                                               : "volume/solid.frag.glsl";
    hpi_text defines = {0};
    hpi_gl_add_targets(&defines, targets);
    if (b->has_totals)
        hpi_text_print(&defines, "#define HPYR_TOTALS\n");
    const hpi_gl_program_desc desc = {
        .vertex = {.entry = kind == SETUP_RASTER ? "volume/thin.vert.glsl" : "volume/cover.vert.glsl"},
        .fragment = {.part = b->channels.texture ? "volume/channels.glsl" : "volume/words.glsl", .entry = fragment},
        .defines = &defines};
    hpyr_result result = hpi_gl_program_get(v->context, &desc, program);
    hpi_text_free(&defines);
    return result;
}

/* The slices that a triangle must reach. In SOLID it flips all bits above it, so none is too low for
 * words; for channels it flips the first alone, which may be the volume's lowest. None is too high for totals. */
static void set_slices(const hpyr_voxelizer *v, const hpi_bits_volume *b, GLuint program, uint32_t first,
                       uint32_t end) {
    bool draws_totals = b->has_totals && end > b->map.depth, lowest = !b->channels.texture || !first;
    GLfloat bottom = !b->is_solid ? (GLfloat)first : lowest ? -FARTHEST : (GLfloat)first - 1.0f;
    uint32_t top = end < b->map.depth ? end : b->map.depth;
    glUniform1i(hpi_gl_location(v->context, program, "", "first_slice"), (GLint)first);
    glUniform1i(hpi_gl_location(v->context, program, "", "depth"), (GLint)hpi_volume_bits_slices(b));
    glUniform2f(hpi_gl_location(v->context, program, "", "slices"), bottom, draws_totals ? FARTHEST : (GLfloat)top);
}

hpyr_result hpi_volume_bits_triangles(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind, GLuint program,
                                      uint32_t first, uint32_t end, uint32_t triangle_count) {
    const hpyr_flat3d *map = &b->map;
    uint32_t margin[2];
    glUseProgram(program);
    set_slices(v, b, program, first, end);
    if (kind == SETUP_RASTER) {
        hpi_volume_wide_viewport(v->context, map->width, map->height, margin);
        hpi_volume_set_scale(v->context, program, map->width, map->height, margin);
        glBindVertexArray(v->setups[kind].records_array);
        glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(3 * triangle_count));
        return HPYR_OK;
    }
    hpyr_result result = hpi_volume_setup_bind(&v->setups[kind], program, HPI_EXTRA_UNIT, map, triangle_count);
    if (result != HPYR_OK)
        return result;
    glUniform1f(hpi_gl_location(v->context, program, "", "margin"), v->desc.fill == HPYR_FILL_SURFACE ? 0.5f : 0.0f);
    glBindVertexArray(v->context->vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(6 * triangle_count));
    return HPYR_OK;
}

/* Draws into words, a group of layers at a time. */
static hpyr_result draw_words(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                              uint32_t triangle_count) {
    const uint32_t group_slices = b->group_layers * SLICES_OF_LAYER;
    hpyr_result result = HPYR_OK;
    if (HPI_GL_DESKTOP)
        hpi_gl_logic_op_begin(v->desc.fill == HPYR_FILL_SOLID);
    for (uint32_t group = 0; result == HPYR_OK && group < b->group_count; group++) {
        GLuint program;
        result = hpi_volume_bits_program(v, b, kind, target_count(b, group), &program);
        hpi_volume_bits_bind(v->context, b, group);
        if (result == HPYR_OK)
            result = hpi_volume_bits_triangles(v, b, kind, program, group * group_slices, (group + 1) * group_slices,
                                               triangle_count);
    }
    if (HPI_GL_DESKTOP)
        hpi_gl_logic_op_end();
    return result;
}

hpyr_result hpi_volume_bits_draw(hpyr_voxelizer *v, hpi_bits_volume *b, hpi_setup_kind kind, uint32_t triangle_count) {
    return b->channels.texture ? hpi_volume_channels_draw(v, b, kind, triangle_count)
                               : draw_words(v, b, kind, triangle_count);
}
