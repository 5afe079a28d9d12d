/* texture_check.c - compares what callers state of their textures with what GL knows.  SPDX-License-Identifier: MIT */
#include "gl/texture_check.h"

static hpyr_result check_target(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    bool array = t->target == GL_TEXTURE_2D_ARRAY;
    if (t->target != GL_TEXTURE_2D && t->target != GL_TEXTURE_3D && (!array || context->legacy))
        return hpi_gl_fail(context, array ? HPYR_ERROR_UNSUPPORTED : HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: target 0x%04x; allowed are GL_TEXTURE_2D, GL_TEXTURE_3D and, not on GL 2.1, "
                           "GL_TEXTURE_2D_ARRAY",
                           what, t->target);
    if (t->level < 0)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: level %d must not be negative", what, t->level);
    return HPYR_OK;
}

/* Whether GL is to be asked for a size or the format. */
static bool is_open(const hpyr_texture *t) {
    return !t->width || !t->height || !t->depth || !t->format;
}

static hpyr_result check_statement(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    if (is_open(t))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT,
                           "%s: size %ux%ux%u and hpyr_format %d; OpenGL ES cannot be asked for what is 0", what,
                           t->width, t->height, t->depth, (int)t->format);
    if (!hpi_gl_is_format(t->format))
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: %d is no hpyr_format", what, (int)t->format);
    if (context->legacy && hpi_gl_format_of(t->format)->kind >= HPI_CLASS_UINT)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "%s: %s; GL 2.1 has no integer textures", what,
                           hpi_gl_format_of(t->format)->name);
    if (context->es && t->format == HPYR_FORMAT_R16)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "%s: R16; OpenGL ES has no such textures", what);
    if (t->channel < HPYR_CHANNEL_DEFAULT || t->channel > HPYR_CHANNEL_ALPHA ||
        hpi_gl_channel_of(t->format, t->channel) >= hpi_gl_format_of(t->format)->channels)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: channel %d; %s has %d", what, (int)t->channel,
                           hpi_gl_format_of(t->format)->name, hpi_gl_format_of(t->format)->channels);
    return HPYR_OK;
}

/* Binds the texture. */
static hpyr_result find(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    if (!t->name || !glIsTexture(t->name))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: %u is not the name of a texture (never bound, or deleted)",
                           what, t->name);
    hpi_gl_texture_show(context, HPI_INPUT_UNIT, t->target, t->name);
    if (glGetError() != GL_NO_ERROR)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u is not of target 0x%04x", what, t->name,
                           t->target);
    return HPYR_OK;
}

/* An earlier error of the call that is under way must neither be lost nor be taken for one of the texture's. */
static hpyr_result earlier_error(const hpyr_context *context) {
    return context->state ? hpi_gl_result_of_error(context, hpi_gl_take_error(), HPYR_OK) : HPYR_OK;
}

/* Desktop OpenGL alone. */
static hpyr_result ask(const hpyr_context *context, hpyr_texture *t, const char *what) {
    hpyr_result result = earlier_error(context);
    if (result == HPYR_OK)
        result = find(context, t, what);
    return HPI_GL_DESKTOP && result == HPYR_OK ? hpi_gl_texture_ask_desktop(context, t, what) : result;
}

/* A browser needs long to tell of an error, so there an earlier one is known only by there being nothing wrong with the
 * texture. */
static hpyr_result check_actual(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    if (HPI_GL_WEB && hpi_gl_texture_fits(context, t))
        return HPYR_OK;
    hpyr_result result = HPI_GL_WEB ? HPYR_OK : earlier_error(context);
    if (result == HPYR_OK)
        result = find(context, t, what);
    if (result == HPYR_OK)
        result = HPI_GL_DESKTOP && !context->es ? hpi_gl_texture_check_desktop(context, t, what)
                                                : hpi_gl_texture_check_es(context, t, what);
    if (HPI_GL_WEB && context->state && result == HPYR_OK)
        return hpi_gl_fail(context, HPYR_ERROR_GL, "%s: GL has reported an error before", what);
    return result;
}

hpyr_result hpi_gl_texture_check(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                 hpyr_texture *resolved) {
    if (!stated)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: no texture given", what);
    *resolved = *stated;
    if (!resolved->target)
        resolved->target = GL_TEXTURE_2D;
    if (!resolved->depth && resolved->target == GL_TEXTURE_2D)
        resolved->depth = 1;
    hpyr_result result = check_target(context, resolved, what);
    if (HPI_GL_DESKTOP && !context->es && result == HPYR_OK && is_open(resolved))
        result = ask(context, resolved, what);
    if (result == HPYR_OK)
        result = check_statement(context, resolved, what);
    return result == HPYR_OK ? check_actual(context, resolved, what) : result;
}
