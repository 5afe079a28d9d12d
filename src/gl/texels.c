/* texels.c - buffers that shaders read by numbers of texels. OpenGL ES 3.0 has no buffer textures,
 * so there the texels are copied into rows of a 2D texture, on the GPU.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

enum { TEXELS_WIDTH = 2048 }; /* HPYR_BUFFER_TEXEL in shaders/core/texels.glsl */

/* Makes room for `rows` rows of texels. What was in the texture is lost. */
static hpyr_result reserve(const hpyr_context *context, hpi_gl_texels *texels, int format, uint32_t rows) {
    if (texels->name && texels->format == format && texels->rows >= rows)
        return HPYR_OK;
    hpi_gl_textures_delete(context, 1, &texels->name);
    *texels = (hpi_gl_texels){0};
    if (rows > context->caps.max_texture_size)
        return hpi_gl_fail(context, HPYR_ERROR_TOO_LARGE,
                           "%u rows of %d texels of a buffer; textures of this OpenGL ES have up to %u rows", rows,
                           (int)TEXELS_WIDTH, context->caps.max_texture_size);
    texels->name = hpi_gl_plane_create(context, GL_TEXTURE_2D, format, TEXELS_WIDTH, rows);
    if (!texels->name)
        return HPYR_ERROR_OUT_OF_MEMORY;
    texels->format = format;
    texels->rows = rows;
    return HPYR_OK;
}

/* Copies `count` texels of the pixel unpack buffer into full rows and the begin of a last one. */
static void copy(int format, uintptr_t offset, uint32_t count) {
    const hpi_gl_format *f = hpi_gl_format_of((hpyr_format)format);
    uint32_t rows = count / TEXELS_WIDTH, rest = count % TEXELS_WIDTH;
    uintptr_t after = offset + (uintptr_t)rows * TEXELS_WIDTH * hpi_gl_texel_bytes(format);
    if (rows)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, TEXELS_WIDTH, (GLsizei)rows, f->external, f->type,
                        (const void *)offset);
    if (rest)
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, (GLint)rows, (GLsizei)rest, 1, f->external, f->type, (const void *)after);
}

static hpyr_result bind_copy(const hpyr_context *context, hpi_gl_texels *texels, GLuint unit, int format, GLuint buffer,
                             uint64_t offset, uint32_t count) {
    hpyr_result result = reserve(context, texels, format, count ? (count - 1) / TEXELS_WIDTH + 1 : 1);
    if (result != HPYR_OK)
        return result;
    hpi_gl_use_unpacking(context, HPI_ROWS_ALIGNED);
    hpi_gl_texture_bind(context, unit, GL_TEXTURE_2D, texels->name);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    copy(format, (uintptr_t)offset, count);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return HPYR_OK;
}

hpyr_result hpi_gl_texels_bind(const hpyr_context *context, hpi_gl_texels *texels, GLuint unit, int format,
                               GLuint buffer, uint64_t offset, uint32_t count, uint32_t *first) {
    *first = 0;
    if (!HPI_GL_DESKTOP || context->es)
        return bind_copy(context, texels, unit, format, buffer, offset, count);
#if HPI_GL_DESKTOP
    if (!texels->name)
        glGenTextures(1, &texels->name);
    hpi_gl_texture_bind(context, unit, GL_TEXTURE_BUFFER, texels->name);
    glTexBuffer(GL_TEXTURE_BUFFER, hpi_gl_format_of((hpyr_format)format)->internal, buffer);
    texels->is_viewing = true;
    texels->format = format;
    *first = (uint32_t)(offset / hpi_gl_texel_bytes(format));
#endif
    return HPYR_OK;
}

void hpi_gl_texels_release(const hpyr_context *context, hpi_gl_texels *texels, GLuint unit) {
    if (!texels->is_viewing)
        return;
    texels->is_viewing = false;
#if HPI_GL_DESKTOP
    hpi_gl_texture_show(context, unit, GL_TEXTURE_BUFFER, texels->name);
    glTexBuffer(GL_TEXTURE_BUFFER, hpi_gl_format_of((hpyr_format)texels->format)->internal, 0);
#else
    (void)context, (void)unit;
#endif
}

void hpi_gl_texels_delete(const hpyr_context *context, hpi_gl_texels *texels) {
    hpi_gl_textures_delete(context, 1, &texels->name);
    *texels = (hpi_gl_texels){0};
}

GLenum hpi_gl_texels_target(const hpyr_context *context) {
    return context->es ? GL_TEXTURE_2D : GL_TEXTURE_BUFFER;
}

uint32_t hpi_gl_texels_limit(const hpyr_context *context) {
    return context->es ? TEXELS_WIDTH * context->caps.max_texture_size : context->caps.max_buffer_texels;
}
