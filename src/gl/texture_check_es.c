/* texture_check_es.c - finds out the size and format of a texture on OpenGL ES 3.0, which has no
 * call that tells them. An upload of no texels changes nothing, and GL refuses it where a real one
 * would not fit: past the texture's sides, or of texels that the format does not take.
 * Some drivers look at nothing where there are no texels, and browsers write a warning for everything
 * that GL refuses. So there only what must be taken is tried: in a browser a texture that is larger than
 * stated, or one of 16-bit floats for 32, is not noticed, and on such a driver no mistake is.
 * SPDX-License-Identifier: MIT */
#include "gl/texture_check.h"

static void upload_nothing(const hpyr_texture *t, GLenum external, GLenum type, const uint32_t corner[3]) {
    static const unsigned char nothing[16]; /* browsers refuse NULL */
    GLint x = (GLint)corner[0], y = (GLint)corner[1], z = (GLint)corner[2];
    if (t->target == GL_TEXTURE_2D)
        glTexSubImage2D(t->target, t->level, x, y, 0, 0, external, type, nothing);
    else
        glTexSubImage3D(t->target, t->level, x, y, z, 0, 0, 0, external, type, nothing);
}

/* Whether GL takes an upload of no texels at this corner of the level. */
static bool takes(const hpyr_texture *t, GLenum external, GLenum type, const uint32_t corner[3]) {
    upload_nothing(t, external, type, corner);
    return hpi_gl_take_error() == GL_NO_ERROR;
}

static const uint32_t origin[3] = {0, 0, 0};

/* Of which type texels are that the level takes. Depths are integers or floats. */
static GLenum type_of(const hpyr_texture *t) {
    const GLenum type = hpi_gl_format_of(t->format)->type;
    return t->format == HPYR_FORMAT_DEPTH && !takes(t, GL_DEPTH_COMPONENT, type, origin) ? GL_FLOAT : type;
}

/* Whether the level has this format. RGBA8 takes the same texels as RGB5_A1 and RGBA4, of which each
 * takes one kind more. A texture that was made with the unsized GL_RGBA is of RGBA8, and takes both
 * kinds. SRGB8_ALPHA8 cannot be told from RGBA8. Formats of 32-bit floats do not take halves. */
static bool has_format(const hpyr_context *context, const hpyr_texture *t) {
    const hpi_gl_format *format = hpi_gl_format_of(t->format);
    if (!takes(t, format->external, type_of(t), origin))
        return false;
    if (!context->checks_uploads || t->format == HPYR_FORMAT_DEPTH)
        return true;
    if (format->kind == HPI_CLASS_FLOAT && format->bits >= 16)
        return takes(t, format->external, GL_HALF_FLOAT, origin) == (format->bits == 16);
    if (t->format == HPYR_FORMAT_RGBA8 || t->format == HPYR_FORMAT_SRGB8_ALPHA8)
        return takes(t, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, origin) ==
               takes(t, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, origin);
    return true;
}

/* Whether numbers of texels are those of a GL. */
static bool is_possible(const hpyr_texture *t) {
    return t->width < INT32_MAX && t->height < INT32_MAX && t->depth < INT32_MAX &&
           (t->target != GL_TEXTURE_2D || t->depth == 1);
}

/* Whether the level's sides are exactly those: the farthest corner lies in it, and no corner that
 * is one texel farther does. */
static bool has_size(const hpyr_context *context, const hpyr_texture *t) {
    const GLenum external = hpi_gl_format_of(t->format)->external, type = type_of(t);
    uint32_t corner[3] = {t->width, t->height, t->target == GL_TEXTURE_2D ? 0 : t->depth};
    if (!is_possible(t) || !takes(t, external, type, corner))
        return false;
    if (!context->checks_uploads)
        return true;
    for (int axis = 0; axis < (t->target == GL_TEXTURE_2D ? 2 : 3); axis++) {
        corner[axis]++;
        bool is_larger = takes(t, external, type, corner);
        corner[axis]--;
        if (is_larger)
            return false;
    }
    return true;
}

hpyr_result hpi_gl_texture_check_probe(hpyr_context *context) {
    static const uint32_t beside[3] = {2, 0, 0};
    hpyr_texture t = {.target = GL_TEXTURE_2D};
    if (HPI_GL_WEB)
        return HPYR_OK;
    t.name = hpi_gl_texture_create(context, HPYR_FORMAT_R32F, 1, 1);
    if (!t.name)
        return HPYR_ERROR_OUT_OF_MEMORY;
    hpi_gl_use_unpacking(context, HPI_ROWS_NONE);
    context->checks_uploads = !takes(&t, GL_RED, GL_HALF_FLOAT, origin) && !takes(&t, GL_RED, GL_FLOAT, beside);
    glDeleteTextures(1, &t.name);
    return HPYR_OK;
}

hpyr_result hpi_gl_texture_check_es(const hpyr_context *context, const hpyr_texture *t, const char *what) {
    if (t->target == GL_TEXTURE_2D && t->depth != 1)
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: a 2D texture has depth 1, not %u as stated", what,
                           t->depth);
    hpi_gl_use_unpacking(context, HPI_ROWS_NONE);
    if (!has_format(context, t))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u has no level %d of the format %s as stated",
                           what, t->name, t->level, hpi_gl_format_of(t->format)->name);
    if (!has_size(context, t))
        return hpi_gl_fail(context, HPYR_ERROR_TEXTURE, "%s: texture %u level %d does not measure %ux%ux%u as stated",
                           what, t->name, t->level, t->width, t->height, t->depth);
    return HPYR_OK;
}

bool hpi_gl_texture_fits(const hpyr_context *context, const hpyr_texture *t) {
    const hpi_gl_format *format = hpi_gl_format_of(t->format);
    const uint32_t corner[3] = {t->width, t->height, t->target == GL_TEXTURE_2D ? 0 : t->depth};
    if (!t->name || !is_possible(t))
        return false;
    hpi_gl_texture_show(context, HPI_INPUT_UNIT, t->target, t->name);
    hpi_gl_use_unpacking(context, HPI_ROWS_NONE);
    upload_nothing(t, format->external, format->type, origin);
    upload_nothing(t, format->external, format->type, corner);
    return hpi_gl_take_error() == GL_NO_ERROR;
}
