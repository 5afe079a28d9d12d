/* pyramid_single.c - layout SINGLE: one count a texel, the levels are the mipmaps of one texture.
 * Source: `dicer_single` of Ziegler et al. 2006, sections 5 and 9, with one channel instead of four.
 *
 *     level 0 (only when SEPARATE)   level 1            level 2      top
 *     W x H counts                   ceil(W/2) x ..     ceil(W/4)    1 x 1
 *
 * GL halves mipmaps by floor (97 -> 48) where the reduction needs the ceiling (49), so the texture is allocated for the next
 * power of two of each side, of which only the ceil-sized regions are ever drawn or read.
 * SPDX-License-Identifier: MIT */
#include "core/pyramid.h"

#include <stdio.h>

static uint32_t halved(uint32_t size, int times) {
    return ((size - 1) >> times) + 1;
}

static uint32_t mip_side(uint32_t side, int level) {
    return side >> level ? side >> level : 1;
}

/* Size of the texture's level 0, and the number of its levels. At least one reduction is always done. */
static void mip_shape(const hpyr_pyramid_desc *desc, uint32_t base_width, uint32_t base_height, uint32_t size[2],
                      int *level_count) {
    int first = desc->base == HPYR_BASE_MERGED ? 1 : 0;
    uint32_t width = hpyr_core_power_of_two(base_width), height = hpyr_core_power_of_two(base_height);
    int top = 1;
    if (width == 1 && height == 1)
        width = 2;
    while (width >> top > 1 || height >> top > 1)
        ++top;
    size[0] = width >> first ? width >> first : 1;
    size[1] = height >> first ? height >> first : 1;
    *level_count = top + 1 - first;
}

static uint64_t single_bytes(const hpyr_pyramid_desc *desc, const hpyr_flat3d *map) {
    uint32_t size[2];
    int level_count;
    uint64_t bytes = 0;
    mip_shape(desc, hpyr_flat3d_texture_width(map), hpyr_flat3d_texture_height(map), size, &level_count);
    for (int i = 0; i < level_count; ++i) {
        bytes += 4 * (uint64_t)mip_side(size[0], i) * mip_side(size[1], i);
    }
    return bytes;
}

static hpyr_result create_framebuffers(hpyr_pyramid *pyramid, int level_count) {
    glGenFramebuffers(level_count, pyramid->framebuffers);
    for (int i = 0; i < level_count; ++i) {
        glBindFramebuffer(GL_FRAMEBUFFER, pyramid->framebuffers[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, pyramid->texture, i);
        GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
        if (status != GL_FRAMEBUFFER_COMPLETE)
            return hpyr_gl_fail(pyramid->context, HPYR_ERROR_GL,
                                "pyramid: level %d cannot be rendered to (status 0x%04x)", i, status);
    }
    return HPYR_OK;
}

static hpyr_result single_create(hpyr_pyramid *pyramid) {
    bool floats = pyramid->desc.count_format == HPYR_COUNT_FLOAT;
    const gl_format *format = hpyr_gl_format_of(floats ? HPYR_FORMAT_R32F : HPYR_FORMAT_R32UI);
    uint32_t *size = pyramid->texture_size;
    int level_count;
    mip_shape(&pyramid->desc, pyramid->base_width, pyramid->base_height, size, &level_count);
    pyramid->first_level = pyramid->desc.base == HPYR_BASE_MERGED ? 1 : 0;
    pyramid->top = pyramid->first_level + level_count - 1;
    glGenTextures(1, &pyramid->texture);
    hpyr_gl_texture_bind(pyramid->context, GL_PYRAMID_UNIT, GL_TEXTURE_2D, pyramid->texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, level_count - 1);
    for (int i = 0; i < level_count; ++i) {
        glTexImage2D(GL_TEXTURE_2D, i, (GLint)format->internal, (GLsizei)mip_side(size[0], i),
                     (GLsizei)mip_side(size[1], i), 0, format->external, format->type, NULL);
    }
    GLenum error = glGetError();
    if (error != GL_NO_ERROR)
        return hpyr_gl_fail(pyramid->context, error == GL_OUT_OF_MEMORY ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_ERROR_GL,
                            "pyramid: GL refused a mip chain of %llu bytes (error 0x%04x)",
                            (unsigned long long)hpyr_pyramid_bytes(pyramid->context, &pyramid->desc), error);
    return create_framebuffers(pyramid, level_count);
}

static void single_destroy(hpyr_pyramid *pyramid) {
    glDeleteFramebuffers(PYRAMID_MAX_LEVELS, pyramid->framebuffers);
    glDeleteTextures(1, &pyramid->texture);
}

/* ---- build ---- */

static void target_level(const hpyr_pyramid *pyramid, int level) {
    glBindFramebuffer(GL_FRAMEBUFFER, pyramid->framebuffers[level - pyramid->first_level]);
    hpyr_gl_viewport(pyramid->context, 0, 0, halved(pyramid->base_width, level), halved(pyramid->base_height, level));
}

/* The first pass reads the source: into level 0 when SEPARATE, into level 1 when MERGED. */
static hpyr_result draw_base(hpyr_pyramid *pyramid) {
    static const char *const passes[2][2] = {{"core/base.frag.glsl", NULL}, {"core/reduce_base.frag.glsl", NULL}};
    const source *s = &pyramid->source;
    gl_borrowed borrowed = {0};
    GLuint program;
    hpyr_result result =
        hpyr_core_program(pyramid, "core/store.glsl", true, passes[pyramid->first_level], "", &program);
    if (result != HPYR_OK)
        return result;
    target_level(pyramid, pyramid->first_level);
    glUseProgram(program);
    hpyr_core_set_shape(pyramid, program, "hpyr_");
    if (s->has_input)
        hpyr_gl_texture_borrow(pyramid->context, &s->input, GL_INPUT_UNIT, &borrowed);
    hpyr_core_source_set_uniforms(s, program, "hpyr_", GL_INPUT_UNIT, GL_STATE_UNITS);
    hpyr_gl_draw_fullscreen(pyramid->context);
    hpyr_gl_texture_return(&borrowed, GL_INPUT_UNIT);
    return HPYR_OK;
}

static hpyr_result single_build(hpyr_pyramid *pyramid) {
    static const char *const reduce[] = {"core/store.glsl", "core/reduce_single.frag.glsl", NULL};
    char defines[PYRAMID_DEFINES_SIZE];
    GLuint program;
    pyramid->layout->write_defines(pyramid, defines, sizeof defines);
    const gl_program_desc desc = {.vertex = hpyr_gl_fullscreen, .fragment = reduce, .defines = defines};
    hpyr_result result = hpyr_gl_program_get(pyramid->context, &desc, &program);
    if (result == HPYR_OK)
        result = draw_base(pyramid);
    if (result != HPYR_OK)
        return result;
    glUseProgram(program);
    glUniform1i(hpyr_gl_uniform(program, "hpyr_", "pyramid"), GL_PYRAMID_UNIT);
    GLint read_location = hpyr_gl_uniform(program, "hpyr_", "read"),
          scale_location = hpyr_gl_uniform(program, "hpyr_", "scale");
    hpyr_gl_texture_bind(pyramid->context, GL_PYRAMID_UNIT, GL_TEXTURE_2D, pyramid->texture);
    for (int level = pyramid->first_level; level < pyramid->top; ++level) {
        int mip = level - pyramid->first_level;
        /* Reading and rendering one texture is defined only where the level rendered to is clamped away. */
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, mip);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, mip);
        glUniform2f(scale_location, 1.0f / (GLfloat)mip_side(pyramid->texture_size[0], mip),
                    1.0f / (GLfloat)mip_side(pyramid->texture_size[1], mip));
        glUniform2i(read_location, (GLint)halved(pyramid->base_width, level),
                    (GLint)halved(pyramid->base_height, level));
        target_level(pyramid, level + 1);
        hpyr_gl_draw_fullscreen(pyramid->context);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, pyramid->top - pyramid->first_level);
    glBindFramebuffer(GL_FRAMEBUFFER, pyramid->framebuffers[pyramid->top - pyramid->first_level]);
    return HPYR_OK;
}

/* ---- traversal ---- */

static void single_write_defines(const hpyr_pyramid *pyramid, char *text, size_t size) {
    const hpyr_flat3d *map = &pyramid->map;
    bool floats = pyramid->desc.count_format == HPYR_COUNT_FLOAT;
    bool even =
        pyramid->base_width % 2 == 0 && pyramid->base_height % 2 == 0 && map->depth == map->tiles_x * map->tiles_y;
    snprintf(text, size, "#define HPYR_NODES %s\n#define HPYR_FIRST_LEVEL %d\n%s%s%s",
             floats ? "sampler2D" : "usampler2D", pyramid->first_level, floats ? "#define HPYR_FLOAT_COUNTS\n" : "",
             map->depth > 1 ? "#define HPYR_VOLUME\n" : "", even ? "#define HPYR_EVEN\n" : "");
}

static void single_bind(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit) {
    hpyr_gl_mipmaps_bind(pyramid->context, unit, pyramid->texture);
    glUniform1i(hpyr_gl_uniform(program, prefix, "pyramid"), (GLint)unit);
    glUniform1i(hpyr_gl_uniform(program, prefix, "top"), pyramid->top);
    glUniform1ui(hpyr_gl_uniform(program, prefix, "total"), pyramid->total);
}

static const char *const traversal[] = {"core/traverse_single.glsl", NULL};

const pyramid_layout hpyr_core_single = {
    .name = "SINGLE",
    .traversal = traversal,
    .orders = 1u << HPYR_ORDER_MORTON,
    .bases = 1u << HPYR_BASE_MERGED | 1u << HPYR_BASE_SEPARATE,
    .default_base = HPYR_BASE_MERGED,
    .floats = true,
    .units = 1,
    .bytes = single_bytes,
    .create = single_create,
    .destroy = single_destroy,
    .build = single_build,
    .write_defines = single_write_defines,
    .bind = single_bind,
};
