/* voxelizer_channels.c - draws bits where a GL has no logic operations for them. Draws go into RGBA8
 * targets of one bit a channel, and blending combines them: OR is the maximum, XOR is by factors.
 * Each word of 32 slices takes three steps:
 *
 *     word --unpacked--> channels --mesh drawn--> channels --packed--> word
 *
 * The first draw into an empty volume clears the channels, and unpacks nothing. In SOLID a triangle
 * flips one slice of a column, so that it is drawn into one word; a last pass flips all above.  SPDX-License-Identifier: MIT */
#include "volume/voxelizer_object.h"

enum { CHANNELS = 4 /* of a texel */, SLICES_OF_WORD = 32, MOST_LAYERS = SLICES_OF_WORD / CHANNELS };

typedef struct channel_programs {
    GLuint unpack, draw, pack;
} channel_programs;

/* ---- life ---- */

bool hpi_volume_has_channels(const hpyr_context *context) {
    return context && !context->caps.logic_op;
}

static uint32_t layers_of(uint32_t slices) {
    return slices <= SLICES_OF_WORD / 2 ? MOST_LAYERS / 2 : MOST_LAYERS;
}

uint64_t hpi_volume_channels_bytes(const hpyr_flat3d *map, bool is_solid) {
    uint32_t parities = !is_solid ? 0 : map->depth <= SLICES_OF_WORD ? 4 : 16;
    return (uint64_t)map->width * map->height * (layers_of(map->depth) * CHANNELS + parities);
}

hpyr_result hpi_volume_channels_create(const hpyr_context *context, hpi_bits_volume *b) {
    hpi_bits_channels *c = &b->channels;
    c->layers = layers_of(hpi_volume_bits_slices(b));
    c->targets = context->narrow_targets < c->layers ? MOST_LAYERS / 2 : c->layers;
    c->texture = hpi_gl_array_create(context, HPYR_FORMAT_RGBA8, b->map.width, b->map.height, c->layers);
    if (b->is_solid)
        c->parities = hpi_gl_texture_create(context, b->texture.format, b->map.width, b->map.height);
    if (!c->texture || (b->is_solid && !c->parities))
        return HPYR_ERROR_OUT_OF_MEMORY;
    for (uint32_t part = 0; part < c->layers / c->targets; part++) {
        c->framebuffers[part] = hpi_gl_layers_framebuffer(context, c->texture, 0, part * c->targets, c->targets);
        if (!c->framebuffers[part])
            return HPYR_ERROR_GL;
    }
    return HPYR_OK;
}

void hpi_volume_channels_destroy(const hpyr_context *context, hpi_bits_volume *b) {
    hpi_gl_textures_delete(context, 1, &b->channels.texture);
    hpi_gl_textures_delete(context, 1, &b->channels.parities);
    hpi_gl_framebuffers_delete(context, HPI_CHANNEL_PARTS, b->channels.framebuffers);
}

static hpyr_result get_programs(const hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                                channel_programs *programs) {
    hpi_text defines = HPI_TEXT(v->context);
    hpi_gl_add_targets(&defines, b->channels.targets);
    hpi_text_print(&defines, "#define HPYR_LAYERS %u\n", b->channels.layers);
    const hpi_gl_program_desc unpack = {.fragment = {.entry = "volume/unpack_channels.frag.glsl"}, .defines = &defines};
    const hpi_gl_program_desc pack = {.fragment = {.entry = "volume/pack_channels.frag.glsl"}, .defines = &defines};
    hpyr_result result = hpi_volume_bits_program(v, b, kind, b->channels.targets, &programs->draw);
    if (result == HPYR_OK)
        result = hpi_gl_program_get(v->context, &pack, &programs->pack);
    if (result == HPYR_OK && !b->is_empty)
        result = hpi_gl_program_get(v->context, &unpack, &programs->unpack);
    hpi_text_free(&defines);
    return result;
}

/* ---- words to channels, and back ---- */

static void unpack(const hpyr_voxelizer *v, const hpi_bits_volume *b, GLuint program, uint32_t first_slice) {
    glUseProgram(program);
    hpi_gl_texture_bind(v->context, HPI_EXTRA_UNIT, GL_TEXTURE_2D_ARRAY, b->texture.name);
    glUniform1i(hpi_gl_location(v->context, program, "", "words"), HPI_EXTRA_UNIT);
    glUniform1i(hpi_gl_location(v->context, program, "", "first_slice"), (GLint)first_slice);
    hpi_gl_draw_fullscreen(v->context);
}

static void clear(const hpi_bits_volume *b) {
    static const GLfloat nothing[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < b->channels.targets; i++)
        glClearBufferfv(GL_COLOR, (GLint)i, nothing);
}

/* Replaces a word of all columns by its channels. */
static void pack(const hpyr_voxelizer *v, const hpi_bits_volume *b, GLuint program, uint32_t word) {
    hpi_volume_bits_bind(v->context, b, word / CHANNELS);
    glUseProgram(program);
    hpi_gl_texture_bind(v->context, HPI_EXTRA_UNIT, GL_TEXTURE_2D_ARRAY, b->channels.texture);
    glUniform1i(hpi_gl_location(v->context, program, "", "channels"), HPI_EXTRA_UNIT);
    glUniform2f(hpi_gl_location(v->context, program, "", "scale"), 1.0f / (GLfloat)b->map.width,
                1.0f / (GLfloat)b->map.height);
    hpi_gl_write_channel(v->context, (int)(word % CHANNELS));
    hpi_gl_draw_fullscreen(v->context);
    hpi_gl_write_channel(v->context, -1);
}

static hpyr_result draw_part(hpyr_voxelizer *v, const hpi_bits_volume *b, hpi_setup_kind kind,
                             const channel_programs *programs, uint32_t first_slice, uint32_t triangle_count) {
    uint32_t targets = b->channels.targets, part = first_slice % SLICES_OF_WORD / (targets * CHANNELS);
    hpi_gl_targets_bind(v->context, b->channels.framebuffers[part], targets);
    hpi_gl_viewport(v->context, 0, 0, b->map.width, b->map.height);
    if (b->is_empty)
        clear(b);
    else
        unpack(v, b, programs->unpack, first_slice);
    hpi_gl_blend_begin(v->context, targets, b->is_solid);
    hpyr_result result = hpi_volume_bits_triangles(v, b, kind, programs->draw, first_slice,
                                                   first_slice + targets * CHANNELS, triangle_count);
    hpi_gl_blend_end(v->context, targets);
    return result;
}

hpyr_result hpi_volume_channels_draw(hpyr_voxelizer *v, hpi_bits_volume *b, hpi_setup_kind kind,
                                     uint32_t triangle_count) {
    uint32_t slices = hpi_volume_bits_slices(b), step = b->channels.targets * CHANNELS;
    channel_programs programs;
    hpyr_result result = get_programs(v, b, kind, &programs);
    for (uint32_t first = 0; result == HPYR_OK && first < slices; first += SLICES_OF_WORD) {
        for (uint32_t slice = first; result == HPYR_OK && slice < first + b->channels.layers * CHANNELS; slice += step)
            result = draw_part(v, b, kind, &programs, slice, triangle_count);
        if (result == HPYR_OK)
            pack(v, b, programs.pack, first / SLICES_OF_WORD);
    }
    b->is_empty = false;
    return result;
}

/* ---- flips to parities ---- */

hpyr_result hpi_volume_channels_finish(const hpyr_voxelizer *v, const hpi_bits_volume *b) {
    static const hpi_gl_program_desc desc = {.fragment = {.entry = "volume/parity.frag.glsl"}};
    GLuint program, parities = b->channels.parities;
    if (!parities || b->is_empty)
        return HPYR_OK;
    hpyr_result result = hpi_gl_program_get(v->context, &desc, &program);
    if (result == HPYR_OK && !hpi_gl_target(v->context, parities, 0, b->map.width, b->map.height))
        result = hpi_gl_fail(v->context, HPYR_ERROR_GL, "voxelizer: this GL cannot render to integers");
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    hpi_gl_texture_bind(v->context, HPI_EXTRA_UNIT, GL_TEXTURE_2D_ARRAY, b->texture.name);
    glUniform1i(hpi_gl_location(v->context, program, "", "words"), HPI_EXTRA_UNIT);
    glUniform1i(hpi_gl_location(v->context, program, "", "depth"), (GLint)hpi_volume_bits_slices(b));
    for (uint32_t layer = 0; layer < b->texture.depth; layer++) {
        glUniform1i(hpi_gl_location(v->context, program, "", "layer"), (GLint)layer);
        hpi_gl_draw_fullscreen(v->context);
        glCopyTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, (GLint)layer, 0, 0, (GLsizei)b->map.width,
                            (GLsizei)b->map.height);
    }
    hpi_gl_target_release(v->context);
    return HPYR_OK;
}
