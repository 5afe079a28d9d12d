/* texture_check_desktop.c - asks desktop OpenGL for the size and format of a texture.  SPDX-License-Identifier: MIT */
#include "gl/texture_check.h"

/* Internal formats that count as one of ours: GL 2.1's of one channel, all depths, and what names no size. */
static const struct {
    hpyr_format format;
    GLenum internals[4];
} equals[] = {
    {HPYR_FORMAT_R8, {GL_LUMINANCE8, GL_INTENSITY8}},
    {HPYR_FORMAT_R16, {GL_LUMINANCE16, GL_INTENSITY16}},
    {HPYR_FORMAT_R16F, {GL_LUMINANCE16F_ARB, GL_INTENSITY16F_ARB}},
    {HPYR_FORMAT_R32F, {GL_LUMINANCE32F_ARB, GL_INTENSITY32F_ARB}},
    {HPYR_FORMAT_SRGB8_ALPHA8, {GL_SRGB_ALPHA}},
    {HPYR_FORMAT_DEPTH, {GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT32F}},
};

static bool counts_as(hpyr_format format, GLenum internal) {
    for (size_t i = 0; i < sizeof equals / sizeof *equals; i++)
        for (size_t j = 0; equals[i].format == format && j < 4; j++)
            if (internal && equals[i].internals[j] == internal)
                return true;
    return false;
}

/* A texture that was made with an unsized format (GL_RGBA, GL_RED) is right if its channels are. */
static bool same_format(const hpyr_context *context, const hpyr_texture *t, hpyr_format stated, GLenum internal) {
    const hpi_gl_format *format = hpi_gl_format_of(stated);
    GLint bits = 0, type = GL_UNSIGNED_NORMALIZED;
    bool luminance = context->compatibility && (internal == GL_LUMINANCE || internal == 1) && format->channels == 1;
    if (internal == format->internal || counts_as(stated, internal))
        return true;
    if (format->kind != HPI_CLASS_UNORM || (internal != format->external && !luminance))
        return false;
    glGetTexLevelParameteriv(t->target, t->level, luminance ? GL_TEXTURE_LUMINANCE_SIZE : GL_TEXTURE_RED_SIZE, &bits);
    if (!context->legacy)
        glGetTexLevelParameteriv(t->target, t->level, luminance ? GL_TEXTURE_LUMINANCE_TYPE : GL_TEXTURE_RED_TYPE,
                                 &type);
    return bits == format->bits && type == GL_UNSIGNED_NORMALIZED;
}

/* What GL says of a level. */
typedef struct answer {
    uint32_t size[3];
    GLenum internal;
} answer;

static hpyr_result ask(const hpyr_context *context, const hpyr_texture *t, const char *what, answer *a) {
    static const GLenum names[] = {GL_TEXTURE_WIDTH, GL_TEXTURE_HEIGHT, GL_TEXTURE_DEPTH, GL_TEXTURE_INTERNAL_FORMAT};
    GLint values[4] = {0};
    for (int i = 0; i < 4; i++)
        glGetTexLevelParameteriv(t->target, t->level, names[i], &values[i]);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u has no level %d", what, t->name, t->level);
    *a = (answer){{(uint32_t)values[0], (uint32_t)values[1], (uint32_t)values[2]}, (GLenum)values[3]};
    if (t->target == GL_TEXTURE_2D)
        a->size[2] = 1;
    return HPYR_OK;
}

hpyr_result hpi_gl_texture_ask_desktop(const hpyr_context *context, hpyr_texture *t, const char *what) {
    answer a = {0};
    hpyr_result result = ask(context, t, what, &a);
    if (result != HPYR_OK)
        return result;
    if (!a.size[0] || !a.size[1] || !a.size[2])
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u has no level %d", what, t->name, t->level);
    t->width = t->width ? t->width : a.size[0];
    t->height = t->height ? t->height : a.size[1];
    t->depth = t->depth ? t->depth : a.size[2];
    for (int format = HPYR_FORMAT_R8; !t->format && format <= HPI_LAST_FORMAT; format++)
        if (same_format(context, t, (hpyr_format)format, a.internal))
            t->format = (hpyr_format)format;
    if (!t->format)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: texture %u has the internal format 0x%04x, which is no hpyr_format", what, t->name,
                           a.internal);
    return HPYR_OK;
}

hpyr_result hpi_gl_texture_check_desktop(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    answer a = {0};
    hpyr_result result = ask(context, t, what, &a);
    if (result != HPYR_OK)
        return result;
    if (a.size[0] != t->width || a.size[1] != t->height || a.size[2] != t->depth)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: texture %u level %d measures %ux%ux%u, not %ux%ux%u as stated", what, t->name, t->level,
                           a.size[0], a.size[1], a.size[2], t->width, t->height, t->depth);
    if (!same_format(context, t, t->format, a.internal))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE,
                           "%s: texture %u has the internal format 0x%04x, not %s as stated", what, t->name, a.internal,
                           hpi_gl_format_of(t->format)->name);
    return HPYR_OK;
}
