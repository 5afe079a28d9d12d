/* mipmaps.c - levels of a pyramid as the mipmaps of one 2D texture: layouts SINGLE, VEC4 and
 * BILINEAR.
 *
 *     level 0 (where stored)   level 1            level 2      top
 *     W x H                    ceil(W/2) x ..     ceil(W/4)    1 x 1
 *
 * The reduction rounds halves up (97 -> 49), but GL rounds the sizes of mipmaps down (97 -> 48). So
 * each side of the texture is a power of two, and a level uses only the part of its mipmap that it
 * needs.  SPDX-License-Identifier: MIT */
#include "core/mipmaps.h"

/* Computes the size of the texture and the number of its levels. There is at least one
 * reduction. */
static void mip_shape(uint32_t base_width, uint32_t base_height, int first, uint32_t size[2], int *level_count) {
    uint32_t width = hpi_core_power_of_two(base_width), height = hpi_core_power_of_two(base_height);
    int top = 1;
    if (width == 1 && height == 1)
        width = 2;
    while (width >> top > 1 || height >> top > 1)
        top++;
    size[0] = width >> first ? width >> first : 1;
    size[1] = height >> first ? height >> first : 1;
    *level_count = top + 1 - first;
}

uint64_t hpi_core_mipmaps_bytes(const hpyr_flat3d *map, int first, uint32_t texel_bytes) {
    uint32_t size[2];
    int level_count;
    uint64_t bytes = 0;
    mip_shape(hpyr_flat3d_texture_width(map), hpyr_flat3d_texture_height(map), first, size, &level_count);
    for (int i = 0; i < level_count; i++)
        bytes += (uint64_t)texel_bytes * hpi_core_mip_side(size[0], i) * hpi_core_mip_side(size[1], i);
    return bytes;
}

static hpyr_result create_framebuffers(hpyr_pyramid *pyramid, int level_count) {
    const hpyr_context *context = pyramid->context;
    hpi_gl_framebuffers_create(context, level_count, pyramid->framebuffers);
    for (int i = 0; i < level_count; i++) {
        hpi_gl_framebuffer_bind(context, pyramid->framebuffers[i]);
        hpi_gl_framebuffer_attach(context, GL_TEXTURE_2D, pyramid->texture, i);
        GLenum status = hpi_gl_framebuffer_status(context);
        if (status != GL_FRAMEBUFFER_COMPLETE)
            return hpi_gl_fail(context, HPYR_ERROR_GL, "pyramid: level %d cannot be rendered to (status 0x%04x)", i,
                               status);
    }
    return HPYR_OK;
}

hpyr_result hpi_core_mipmaps_create(hpyr_pyramid *pyramid) {
    bool sums = pyramid->layout->knows_children;
    int first = sums ? 1 : hpi_core_first_level(&pyramid->desc), level_count;
    int format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, sums ? 4 : 1);
    uint32_t *size = pyramid->texture_size;
    mip_shape(pyramid->base_width, pyramid->base_height, first, size, &level_count);
    pyramid->first_level = first;
    pyramid->top = first + level_count - 1;
    hpyr_result result = hpi_gl_levels_probe(pyramid->context);
    if (result != HPYR_OK)
        return result;
    pyramid->texture = hpi_gl_mipmaps_create(pyramid->context, format, size[0], size[1], level_count);
    return pyramid->texture ? create_framebuffers(pyramid, level_count) : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_core_mipmaps_destroy(hpyr_pyramid *pyramid) {
    hpi_gl_framebuffers_delete(pyramid->context, PYRAMID_MAX_LEVELS, pyramid->framebuffers);
    hpi_gl_textures_delete(pyramid->context, 1, &pyramid->texture);
}

/* Directs draws to the used part of a level. */
static void set_target(const hpyr_pyramid *pyramid, int level, bool even) {
    int mip = level - pyramid->first_level;
    uint32_t width = hpi_core_halved(pyramid->base_width, level), height = hpi_core_halved(pyramid->base_height, level);
    if (even && hpi_core_mip_side(pyramid->texture_size[0], mip) > 1)
        width += width & 1;
    if (even && hpi_core_mip_side(pyramid->texture_size[1], mip) > 1)
        height += height & 1;
    hpi_gl_framebuffer_bind(pyramid->context, pyramid->framebuffers[mip]);
    hpi_gl_viewport(pyramid->context, 0, 0, width, height);
}

static hpi_gl_levels levels_of(const hpyr_pyramid *pyramid) {
    bool sums = pyramid->layout->knows_children;
    return (hpi_gl_levels){.target = GL_TEXTURE_2D,
                           .name = pyramid->texture,
                           .format = hpi_core_node_format(pyramid->context, pyramid->desc.count_format, sums ? 4 : 1),
                           .last = pyramid->top - pyramid->first_level,
                           .size = {pyramid->texture_size[0], pyramid->texture_size[1], 1}};
}

/* Draws all levels above the first. */
static hpyr_result reduce_all(hpyr_pyramid *pyramid, GLuint program, bool even) {
    const hpyr_context *context = pyramid->context;
    glUseProgram(program);
    glUniform1i(hpi_gl_location(context, program, "hpyr_", "pyramid"), HPI_PYRAMID_UNIT);
    GLint read_location = hpi_gl_location(context, program, "hpyr_", "read"),
          scale_location = hpi_gl_location(context, program, "hpyr_", "scale");
    hpi_gl_levels levels = levels_of(pyramid);
    hpyr_result result = HPYR_OK;
    for (int level = pyramid->first_level; result == HPYR_OK && level < pyramid->top; level++) {
        int mip = levels.first = level - pyramid->first_level;
        result = hpi_gl_level_show(context, HPI_PYRAMID_UNIT, &levels);
        if (even)
            hpi_gl_filter(context, HPI_PYRAMID_UNIT, true);
        glUniform2f(scale_location, 1.0f / (GLfloat)hpi_core_mip_side(pyramid->texture_size[0], mip),
                    1.0f / (GLfloat)hpi_core_mip_side(pyramid->texture_size[1], mip));
        glUniform2i(read_location, (GLint)hpi_core_halved(pyramid->base_width, level),
                    (GLint)hpi_core_halved(pyramid->base_height, level));
        set_target(pyramid, level + 1, even);
        hpi_gl_draw_fullscreen(context);
        hpi_gl_level_release(&levels);
    }
    levels = levels_of(pyramid);
    hpi_gl_levels_bind(context, HPI_PYRAMID_UNIT, &levels);
    if (even)
        hpi_gl_filter(context, HPI_PYRAMID_UNIT, false);
    hpi_gl_framebuffer_bind(context, pyramid->framebuffers[pyramid->top - pyramid->first_level]);
    return result;
}

hpyr_result hpi_core_mipmaps_build(hpyr_pyramid *pyramid, const hpi_gl_stage *reduce, const char *defines, bool even) {
    GLuint program;
    hpyr_result result = hpi_core_program(pyramid, reduce, false, defines, &program);
    if (result == HPYR_OK) {
        set_target(pyramid, pyramid->first_level, even);
        result = hpi_core_draw_base(pyramid, reduce->part, pyramid->first_level == 1);
    }
    return result == HPYR_OK ? reduce_all(pyramid, program, even) : result;
}

void hpi_core_mipmaps_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    hpi_gl_mipmaps_bind(pyramid->context, unit, GL_TEXTURE_2D, pyramid->texture);
    glUniform1i(hpi_gl_location(pyramid->context, program, prefix, "pyramid"), (GLint)unit);
    if (!pyramid->context->legacy)
        return;
    GLfloat levels[PYRAMID_MAX_LEVELS][4] = {{0}};
    for (int level = pyramid->first_level; level <= pyramid->top; level++) {
        int mip = level - pyramid->first_level;
        levels[level][0] = (GLfloat)hpi_core_halved(pyramid->base_width, level);
        levels[level][1] = (GLfloat)hpi_core_halved(pyramid->base_height, level);
        levels[level][2] = 1.0f / (GLfloat)hpi_core_mip_side(pyramid->texture_size[0], mip);
        levels[level][3] = 1.0f / (GLfloat)hpi_core_mip_side(pyramid->texture_size[1], mip);
    }
    glUniform4fv(hpi_gl_location(pyramid->context, program, prefix, "levels"), pyramid->top + 1, levels[0]);
}
