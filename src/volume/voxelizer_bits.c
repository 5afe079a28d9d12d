/* voxelizer_bits.c - draws the mesh once for 1024 slices. Every fragment combines its bits with its
 * column's by glLogicOp: OR for surfaces, XOR for the parity of solids. A column is a texel in each
 * layer of an array texture, 128 slices a layer. Without glLogicOp, voxelizer_channels.c draws.  SPDX-License-Identifier: MIT */
#include "core/bits.h"
#include "volume/viewport.h"
#include "volume/voxelizer_object.h"

uint32_t hpi_volume_bits_group(const hpyr_context *context) {
    return hpi_volume_has_channels(context) ? 1 : context->targets; /* channels are packed into one */
}

uint64_t hpi_volume_bits_bytes(const hpyr_context *context, const hpyr_flat3d *map, bool is_solid) {
    hpi_bits_shape columns = hpi_core_bits_of_columns(map);
    uint64_t channels = hpi_volume_has_channels(context) ? hpi_volume_channels_bytes(map, is_solid) : 0;
    return hpi_core_bits_bytes(&columns) + channels;
}

static hpyr_result make_framebuffers(const hpyr_context *context, hpi_bits_volume *b) {
    b->group_count = (b->texture.depth - 1) / b->group_layers + 1;
    b->framebuffers = hpi_alloc_zeros(context, b->group_count, sizeof *b->framebuffers);
    if (!b->framebuffers)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a voxelizer");
    for (uint32_t group = 0; group < b->group_count; group++) {
        b->framebuffers[group] = hpi_gl_layers_framebuffer(context, b->texture.name, 0, group * b->group_layers,
                                                           hpi_volume_bits_targets(b, group));
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
    hpi_free(context, b->framebuffers);
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

/* Draws into words, a group of layers at a time. */
static hpyr_result draw_words(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                              uint32_t triangle_count) {
    const uint32_t group_slices = b->group_layers * SLICES_OF_LAYER;
    hpyr_result result = HPYR_OK;
    if (HPI_GL_DESKTOP)
        hpi_gl_logic_op_begin(v->desc.fill == HPYR_FILL_SOLID);
    for (uint32_t group = 0; result == HPYR_OK && group < b->group_count; group++) {
        GLuint program;
        result = hpi_volume_bits_program(v, b, kind, hpi_volume_bits_targets(b, group), &program);
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
