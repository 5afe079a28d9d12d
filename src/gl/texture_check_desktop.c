/* texture_check_desktop.c - asks desktop OpenGL for the size and format of a texture.  SPDX-License-Identifier: MIT */
#include "gl/texture_check.h"

/* GL 2.1's formats of one channel. */
static const struct {
    hpyr_format format;
    GLenum luminance, intensity;
} luminances[] = {
    {HPYR_FORMAT_R8, GL_LUMINANCE8, GL_INTENSITY8},
    {HPYR_FORMAT_R16, GL_LUMINANCE16, GL_INTENSITY16},
    {HPYR_FORMAT_R16F, GL_LUMINANCE16F_ARB, GL_INTENSITY16F_ARB},
    {HPYR_FORMAT_R32F, GL_LUMINANCE32F_ARB, GL_INTENSITY32F_ARB},
};

static bool is_luminance(hpyr_format format, GLenum internal) {
    for (size_t i = 0; i < sizeof luminances / sizeof *luminances; i++)
        if (luminances[i].format == format &&
            (luminances[i].luminance == internal || luminances[i].intensity == internal))
            return true;
    return false;
}

/* A texture that was made with an unsized format (GL_RGBA, GL_RED) is right if its channels are. */
static bool same_format(const hpyr_context *context, GLenum target, GLint level, hpyr_format stated, GLint internal) {
    const hpi_gl_format *format = hpi_gl_format_of(stated);
    GLint bits = 0, type = GL_UNSIGNED_NORMALIZED;
    bool luminance = context->compatibility && (internal == GL_LUMINANCE || internal == 1) && format->channels == 1;
    if ((GLenum)internal == format->internal || (context->compatibility && is_luminance(stated, (GLenum)internal)))
        return true;
    if (format->kind != HPI_CLASS_UNORM || ((GLenum)internal != format->external && !luminance))
        return false;
    glGetTexLevelParameteriv(target, level, luminance ? GL_TEXTURE_LUMINANCE_SIZE : GL_TEXTURE_RED_SIZE, &bits);
    if (!context->legacy)
        glGetTexLevelParameteriv(target, level, luminance ? GL_TEXTURE_LUMINANCE_TYPE : GL_TEXTURE_RED_TYPE, &type);
    return bits == format->bits && type == GL_UNSIGNED_NORMALIZED;
}

hpyr_result hpi_gl_texture_check_desktop(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    GLint width = 0, height = 0, depth = 0, internal = 0;
    const hpi_gl_format *format = hpi_gl_format_of(t->format);
    glGetTexLevelParameteriv(t->target, t->level, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(t->target, t->level, GL_TEXTURE_HEIGHT, &height);
    glGetTexLevelParameteriv(t->target, t->level, GL_TEXTURE_DEPTH, &depth);
    glGetTexLevelParameteriv(t->target, t->level, GL_TEXTURE_INTERNAL_FORMAT, &internal);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u has no level %d", what, t->name, t->level);
    if (t->target == GL_TEXTURE_2D)
        depth = 1;
    if ((uint32_t)width != t->width || (uint32_t)height != t->height || (uint32_t)depth != t->depth)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: texture %u level %d measures %dx%dx%d, not %ux%ux%u as stated", what, t->name, t->level,
                           width, height, depth, t->width, t->height, t->depth);
    if (!same_format(context, t->target, t->level, t->format, internal))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: texture %u has the internal format 0x%04x, not %s as stated", what, t->name,
                           (unsigned)internal, format->name);
    return HPYR_OK;
}
