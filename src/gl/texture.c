/* texture.c - formats, borrowing of callers' textures, textures and targets of our own.  SPDX-License-Identifier: MIT */
#include "gl/context_desktop.h"
#include "gl/state_tables.h"

static const hpi_gl_format formats[] = {
    [HPYR_FORMAT_R8] = {"R8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, HPI_CLASS_UNORM, 1, 8},
    [HPYR_FORMAT_RGBA8] = {"RGBA8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, HPI_CLASS_UNORM, 4, 8},
    [HPYR_FORMAT_R16] = {"R16", GL_R16, GL_RED, GL_UNSIGNED_SHORT, HPI_CLASS_UNORM, 1, 16},
    [HPYR_FORMAT_R16F] = {"R16F", GL_R16F, GL_RED, GL_HALF_FLOAT, HPI_CLASS_FLOAT, 1, 16},
    [HPYR_FORMAT_R32F] = {"R32F", GL_R32F, GL_RED, GL_FLOAT, HPI_CLASS_FLOAT, 1, 32},
    [HPYR_FORMAT_RGBA32F] = {"RGBA32F", GL_RGBA32F, GL_RGBA, GL_FLOAT, HPI_CLASS_FLOAT, 4, 32},
    [HPYR_FORMAT_R8UI] = {"R8UI", GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, HPI_CLASS_UINT, 1, 8},
    [HPYR_FORMAT_R16UI] = {"R16UI", GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT, HPI_CLASS_UINT, 1, 16},
    [HPYR_FORMAT_R16I] = {"R16I", GL_R16I, GL_RED_INTEGER, GL_SHORT, HPI_CLASS_INT, 1, 16},
    [HPYR_FORMAT_R32UI] = {"R32UI", GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, HPI_CLASS_UINT, 1, 32},
    [HPYR_FORMAT_RGBA32UI] = {"RGBA32UI", GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, HPI_CLASS_UINT, 4, 32},
    [HPYR_FORMAT_RGB32F] = {"RGB32F", GL_RGB32F, GL_RGB, GL_FLOAT, HPI_CLASS_FLOAT, 3, 32},
    [HPYR_FORMAT_RGBA16F] = {"RGBA16F", GL_RGBA16F, GL_RGBA, GL_FLOAT, HPI_CLASS_FLOAT, 4, 16},
    /* Samplers give floats of these two, which are no multiples of a code. */
    [HPYR_FORMAT_SRGB8_ALPHA8] = {"SRGB8_ALPHA8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, HPI_CLASS_FLOAT, 4, 8},
    [HPYR_FORMAT_DEPTH] = {"DEPTH", GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, HPI_CLASS_FLOAT, 1, 32},
    [HPI_FORMAT_RG32F] = {"RG32F", GL_RG32F, GL_RG, GL_FLOAT, HPI_CLASS_FLOAT, 2, 32},
    [HPI_FORMAT_RG16F] = {"RG16F", GL_RG16F, GL_RG, GL_FLOAT, HPI_CLASS_FLOAT, 2, 16},
    [HPI_FORMAT_RGB32UI] = {"RGB32UI", GL_RGB32UI, GL_RGB_INTEGER, GL_UNSIGNED_INT, HPI_CLASS_UINT, 3, 32},
};

const hpi_gl_format *hpi_gl_format_of(hpyr_format format) {
    /* A made-up value of an enum is too large as an unsigned number, whether enums are signed or not. */
    return (uint32_t)format >= HPYR_FORMAT_R8 && (uint32_t)format <= HPI_FORMAT_RGB32UI ? &formats[format] : NULL;
}

bool hpi_gl_is_format(hpyr_format format) {
    return hpi_gl_format_of(format) && (uint32_t)format <= HPI_LAST_FORMAT;
}

GLenum hpi_gl_sampler_type(GLenum target, hpi_gl_class kind) {
    static const struct {
        GLenum target, floats, unsigneds, integers;
    } samplers[] = {
        {GL_TEXTURE_2D, GL_SAMPLER_2D, GL_UNSIGNED_INT_SAMPLER_2D, GL_INT_SAMPLER_2D},
        {GL_TEXTURE_3D, GL_SAMPLER_3D, GL_UNSIGNED_INT_SAMPLER_3D, GL_INT_SAMPLER_3D},
        {GL_TEXTURE_2D_ARRAY, GL_SAMPLER_2D_ARRAY, GL_UNSIGNED_INT_SAMPLER_2D_ARRAY, GL_INT_SAMPLER_2D_ARRAY},
        {GL_TEXTURE_BUFFER, GL_SAMPLER_BUFFER, GL_UNSIGNED_INT_SAMPLER_BUFFER, GL_INT_SAMPLER_BUFFER},
    };
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; i++)
        if (samplers[i].target == target)
            return kind == HPI_CLASS_UINT  ? samplers[i].unsigneds
                   : kind == HPI_CLASS_INT ? samplers[i].integers
                                           : samplers[i].floats;
    return GL_NONE;
}

uint32_t hpi_gl_texel_bytes(int format) {
    return (uint32_t)(formats[format].channels * formats[format].bits / 8);
}

int hpi_gl_channel_of(hpyr_format format, hpyr_channel channel) {
    if (channel == HPYR_CHANNEL_DEFAULT)
        return formats[format].channels == 4 ? 3 : 0;
    return (int)channel - (int)HPYR_CHANNEL_RED;
}

/* ---- borrowing ---- */

static const GLenum filter_names[6] = {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_COMPARE_MODE,
                                       GL_TEXTURE_WRAP_S,     GL_TEXTURE_WRAP_T,     GL_TEXTURE_WRAP_R};
/* WebGL has no swizzles. */
static const GLenum swizzle_names[4] = {GL_TEXTURE_SWIZZLE_R, GL_TEXTURE_SWIZZLE_G, GL_TEXTURE_SWIZZLE_B,
                                        GL_TEXTURE_SWIZZLE_A};
static const GLint identity[4] = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
static const GLenum lod_names[3] = {GL_TEXTURE_MIN_LOD, GL_TEXTURE_MAX_LOD, GL_TEXTURE_LOD_BIAS};

/* How many filters our sampler does not make neutral. GL 2.1 has none; and some drivers look at those of an integer or depth
 * texture though a sampler overrides them (docs/gl-notes.md), but no browser does. */
static int filters_of(const hpyr_context *context, const hpyr_texture *texture) {
    hpi_gl_class kind = hpi_gl_format_of(texture->format)->kind;
    if (context->legacy)
        return 6;
    if (HPI_GL_WEB)
        return 0;
    return texture->format == HPYR_FORMAT_DEPTH ? 3 : kind == HPI_CLASS_UINT || kind == HPI_CLASS_INT ? 2 : 0;
}

/* How many levels of detail are saved. The lowest one is also a mark: a texture that has another one than LENT is not the one
 * that was borrowed, but a new one of its name. Browsers give no name twice. */
#define LENT (-1234.5f)
static int lods_of(const hpyr_context *context) {
    return context->legacy ? 3 : HPI_GL_WEB ? 0 : 1;
}

/* Does what a sampler object does on GL 3.3, where there is none. */
static void borrow_filters(const hpyr_context *context, GLenum target, hpi_gl_borrowed *borrowed) {
    static const GLint nearest[6] = {GL_NEAREST,       GL_NEAREST,       GL_NONE,
                                     GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_EDGE};
    static const GLfloat neutral[3] = {LENT, 1000.0f, 0.0f};
    for (int i = 0; i < borrowed->filter_count; i++) {
        glGetTexParameteriv(target, filter_names[i], &borrowed->filters[i]);
        glTexParameteri(target, filter_names[i], nearest[i]);
    }
    for (int i = 0; i < lods_of(context); i++) {
        glGetTexParameterfv(target, lod_names[i], &borrowed->lods[i]);
        glTexParameterf(target, lod_names[i], neutral[i]);
    }
}

/* A compatibility profile has a parameter that may keep the depth out of the red channel. */
static void borrow_depth(const hpyr_context *context, const hpyr_texture *texture, hpi_gl_borrowed *borrowed) {
    borrowed->depth_mode = 0;
    if (!HPI_GL_DESKTOP || !context->compatibility || texture->format != HPYR_FORMAT_DEPTH)
        return;
    glGetTexParameteriv(texture->target, GL_DEPTH_TEXTURE_MODE, &borrowed->depth_mode);
    glTexParameteri(texture->target, GL_DEPTH_TEXTURE_MODE, GL_LUMINANCE);
}

void hpi_gl_texture_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit,
                           hpi_gl_borrowed *borrowed) {
    GLenum target = texture->target;
    hpi_gl_texture_bind(context, unit, target, texture->name);
    borrowed->name = texture->name;
    borrowed->target = target;
    glGetTexParameteriv(target, GL_TEXTURE_BASE_LEVEL, &borrowed->base_level);
    glGetTexParameteriv(target, GL_TEXTURE_MAX_LEVEL, &borrowed->max_level);
    glTexParameteri(target, GL_TEXTURE_BASE_LEVEL, texture->level);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, texture->level);
    for (int i = 0; context->swizzles && i < 4; i++) {
        glGetTexParameteriv(target, swizzle_names[i], &borrowed->swizzle[i]);
        if (borrowed->swizzle[i] != identity[i])
            glTexParameteri(target, swizzle_names[i], identity[i]);
    }
    borrowed->filter_count = filters_of(context, texture);
    borrow_filters(context, target, borrowed);
    borrow_depth(context, texture, borrowed);
}

/* A texture that is deleted is bound nowhere any more. A name alone tells little: it may be that of a new texture now, and
 * only glBindTexture tells which target that one has. Browsers give no name twice. */
bool hpi_gl_texture_is_there(const hpyr_context *context, GLuint unit, GLenum target, GLuint name) {
    GLint bound = 0;
    hpi_gl_use_unit(context, unit, target);
    for (int i = 0; i < HPI_STATE_TARGETS; i++)
        if (hpi_gl_texture_bindings[i].target == target)
            glGetIntegerv(hpi_gl_texture_bindings[i].query, &bound);
    if ((GLuint)bound == name || !glIsTexture(name))
        return name && (GLuint)bound == name;
    GLenum pending = HPI_GL_WEB ? GL_NO_ERROR : hpi_gl_take_error();
    glBindTexture(target, name);
    GLenum error = HPI_GL_WEB ? GL_NO_ERROR : hpi_gl_take_error();
    hpi_gl_keep_error(context, pending);
    return error == GL_NO_ERROR;
}

/* Whether the texture that is bound is the one that was borrowed. */
static bool is_lent(const hpyr_context *context, GLenum target) {
    GLfloat lod = LENT;
    if (lods_of(context))
        glGetTexParameterfv(target, lod_names[0], &lod);
    return lod == LENT;
}

void hpi_gl_texture_return(const hpyr_context *context, const hpi_gl_borrowed *borrowed, GLuint unit) {
    if (!borrowed->name || !hpi_gl_texture_is_there(context, unit, borrowed->target, borrowed->name) ||
        !is_lent(context, borrowed->target))
        return;
    glTexParameteri(borrowed->target, GL_TEXTURE_BASE_LEVEL, borrowed->base_level);
    glTexParameteri(borrowed->target, GL_TEXTURE_MAX_LEVEL, borrowed->max_level);
    for (int i = 0; context->swizzles && i < 4; i++)
        if (borrowed->swizzle[i] != identity[i])
            glTexParameteri(borrowed->target, swizzle_names[i], borrowed->swizzle[i]);
    for (int i = 0; i < borrowed->filter_count; i++)
        glTexParameteri(borrowed->target, filter_names[i], borrowed->filters[i]);
    if (borrowed->depth_mode)
        glTexParameteri(borrowed->target, GL_DEPTH_TEXTURE_MODE, borrowed->depth_mode);
    for (int i = 0; i < lods_of(context); i++)
        glTexParameterf(borrowed->target, lod_names[i], borrowed->lods[i]);
}

/* ---- our own textures ---- */

void hpi_gl_texture_show(const hpyr_context *context, GLuint unit, GLenum target, GLuint name) {
    hpi_gl_use_unit(context, unit, target);
    glBindTexture(target, name);
}

void hpi_gl_texture_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name) {
    hpi_gl_texture_show(context, unit, target, name);
    if (!context->legacy)
        glBindSampler(unit, context->nearest);
}

void hpi_gl_mipmaps_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name) {
    hpi_gl_texture_bind(context, unit, target, name);
    if (!context->legacy)
        glBindSampler(unit, context->nearest_mipmap);
}

/* Some drivers look at a texture's own filters though a sampler object overrides them (docs/gl-notes.md), and callers may read
 * a texture without our sampler. GL 2.1 has no samplers, so there the texture needs all that ours would say. */
static void set_nearest(const hpyr_context *context, GLenum target, bool mipmaps) {
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, mipmaps ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    if (!context->legacy)
        return;
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

void hpi_gl_filter(const hpyr_context *context, GLuint unit, bool linear) {
    if (!context->legacy) {
        glBindSampler(unit, linear ? context->linear : context->nearest);
        return;
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, linear ? GL_LINEAR : GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, linear ? GL_LINEAR : GL_NEAREST);
}

static void set_parameters(const hpyr_context *context, GLenum target, int level_count) {
    set_nearest(context, target, level_count > 1);
    if (target != GL_TEXTURE_RECTANGLE)
        glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, level_count - 1);
}

static uint32_t side_of_level(uint32_t side, int level) {
    return side >> level ? side >> level : 1;
}

static bool has_layers(GLenum target) {
    return target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY;
}

/* Gives a level of the bound texture its size. */
static void define_level(GLenum target, int format, const uint32_t size[3], int level) {
    const hpi_gl_format *f = &formats[format];
    uint32_t w = side_of_level(size[0], level), h = side_of_level(size[1], level), d = side_of_level(size[2], level);
    if (has_layers(target))
        glTexImage3D(target, level, (GLint)f->internal, (GLsizei)w, (GLsizei)h, (GLsizei)d, 0, f->external, f->type,
                     NULL);
    else
        glTexImage2D(target, level, (GLint)f->internal, (GLsizei)w, (GLsizei)h, 0, f->external, f->type, NULL);
}

/* Gives all levels of the bound texture their sizes for good. Some drivers read a level of another texture wrong while one of
 * its levels is drawn, others copy it then, and browsers refuse. */
static void define_storage(GLenum target, int format, const uint32_t size[3], int level_count) {
    GLenum internal = formats[format].internal;
    if (has_layers(target))
        glTexStorage3D(target, level_count, internal, (GLsizei)size[0], (GLsizei)size[1], (GLsizei)size[2]);
    else
        glTexStorage2D(target, level_count, internal, (GLsizei)size[0], (GLsizei)size[1]);
}

/* Of all levels. Array textures have one level. */
static unsigned long long bytes_of(int format, const uint32_t size[3], int level_count) {
    unsigned long long bytes = 0;
    for (int level = 0; level < level_count; level++)
        bytes += (unsigned long long)hpi_gl_texel_bytes(format) * side_of_level(size[0], level) *
                 side_of_level(size[1], level) * side_of_level(size[2], level);
    return bytes;
}

static GLuint create_at(const hpyr_context *context, GLuint unit, GLenum target, int format, const uint32_t size[3],
                        int level_count) {
    GLuint name = 0;
    hpi_gl_use_unpacking(context, HPI_ROWS_ANY);
    glGenTextures(1, &name);
    hpi_gl_texture_bind(context, unit, target, name);
    set_parameters(context, target, level_count);
    bool is_stored = context->es || (HPI_GL_DESKTOP && level_count > 1 && hpi_gl_desktop_stores(context));
    if (is_stored)
        define_storage(target, format, size, level_count);
    for (int level = 0; !is_stored && level < level_count; level++)
        define_level(target, format, size, level);
    GLenum error = glGetError();
    if (error == GL_NO_ERROR)
        return name;
    glDeleteTextures(1, &name);
    hpi_gl_log(context, HPYR_LOG_LEVEL_ERROR, "GL refused a %s texture of %ux%ux%u texels, %llu bytes (error 0x%04x)",
               formats[format].name, size[0], size[1], size[2], bytes_of(format, size, level_count), error);
    return 0;
}

static GLuint create(const hpyr_context *context, GLenum target, int format, const uint32_t size[3], int level_count) {
    return create_at(context, HPI_PYRAMID_UNIT, target, format, size, level_count);
}

GLuint hpi_gl_plane_create(const hpyr_context *context, GLenum target, int format, uint32_t width, uint32_t height) {
    const uint32_t size[3] = {width, height, 1};
    return create(context, target, format, size, 1);
}

GLuint hpi_gl_texture_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height) {
    return hpi_gl_plane_create(context, GL_TEXTURE_2D, (int)format, width, height);
}

GLuint hpi_gl_mipmaps_create(const hpyr_context *context, int format, uint32_t width, uint32_t height,
                             int level_count) {
    const uint32_t size[3] = {width, height, 1};
    return create(context, GL_TEXTURE_2D, format, size, level_count);
}

GLuint hpi_gl_array_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height,
                           uint32_t layers) {
    const uint32_t size[3] = {width, height, layers};
    return create(context, GL_TEXTURE_2D_ARRAY, (int)format, size, 1);
}

GLuint hpi_gl_volume_create(const hpyr_context *context, int format, const uint32_t size[3], int level_count) {
    return create(context, GL_TEXTURE_3D, format, size, level_count);
}

void hpi_gl_levels_bind(const hpyr_context *context, GLuint unit, const hpi_gl_levels *levels) {
    if (levels->first == levels->last)
        hpi_gl_texture_bind(context, unit, levels->target, levels->name);
    else
        hpi_gl_mipmaps_bind(context, unit, levels->target, levels->name);
    glTexParameteri(levels->target, GL_TEXTURE_BASE_LEVEL, levels->first);
    glTexParameteri(levels->target, GL_TEXTURE_MAX_LEVEL, levels->last);
}

void hpi_gl_level_attach(const hpyr_context *context, const hpi_gl_levels *levels, GLint level, GLint slice) {
    hpi_gl_framebuffer_bind(context, context->framebuffer);
    if (levels->target == GL_TEXTURE_3D)
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, levels->name, level, slice);
    else
        hpi_gl_framebuffer_attach(context, levels->target, levels->name, level);
}

/* Binds a texture of one level to `unit`, with a copy of a level. */
static GLuint copy_level(const hpyr_context *context, GLuint unit, const hpi_gl_levels *l) {
    const uint32_t size[3] = {side_of_level(l->size[0], l->first), side_of_level(l->size[1], l->first),
                              side_of_level(l->size[2], l->first)};
    const GLsizei width = (GLsizei)size[0], height = (GLsizei)size[1];
    GLuint copy = create_at(context, unit, l->target, l->format, size, 1);
    for (GLint slice = 0; copy && slice < (GLint)size[2]; slice++) {
        hpi_gl_level_attach(context, l, l->first, slice);
        if (l->target == GL_TEXTURE_3D)
            glCopyTexSubImage3D(l->target, 0, 0, 0, slice, 0, 0, width, height);
        else
            glCopyTexSubImage2D(l->target, 0, 0, 0, 0, 0, width, height);
    }
    hpi_gl_target_release(context);
    return copy;
}

hpyr_result hpi_gl_level_show(const hpyr_context *context, GLuint unit, hpi_gl_levels *levels) {
    levels->last = levels->first;
    if (!context->copies_levels) {
        hpi_gl_levels_bind(context, unit, levels);
        return HPYR_OK;
    }
    levels->copy = copy_level(context, unit, levels);
    return levels->copy ? HPYR_OK : HPYR_ERROR_OUT_OF_MEMORY;
}

void hpi_gl_level_release(hpi_gl_levels *levels) {
    glDeleteTextures(1, &levels->copy);
    levels->copy = 0;
}

GLuint hpi_gl_sampler_create(GLint min_filter, GLint mag_filter, GLint wrap) {
    GLuint sampler;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, min_filter);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, mag_filter);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, wrap);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, wrap);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_R, wrap);
    return sampler;
}

GLuint hpi_gl_layers_framebuffer(const hpyr_context *context, GLuint texture, GLint level, uint32_t first,
                                 uint32_t count) {
    const hpi_gl_layers layers = {texture, level, first, count};
    return hpi_gl_framebuffer_create(context, NULL, 0, &layers);
}

/* A level of `count` textures, and layers behind them. */
static GLuint create_framebuffer(const hpyr_context *context, const GLuint *textures, uint32_t count, GLint level,
                                 const hpi_gl_layers *layers) {
    static const GLenum attachments[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2,
                                         GL_COLOR_ATTACHMENT3, GL_COLOR_ATTACHMENT4, GL_COLOR_ATTACHMENT5,
                                         GL_COLOR_ATTACHMENT6, GL_COLOR_ATTACHMENT7};
    GLuint framebuffer;
    hpi_gl_use_draw_buffers(context, count + layers->count);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (uint32_t i = 0; i < count; i++)
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachments[i], GL_TEXTURE_2D, textures[i], level);
    for (uint32_t i = 0; i < layers->count; i++)
        glFramebufferTextureLayer(GL_FRAMEBUFFER, attachments[count + i], layers->texture, layers->level,
                                  (GLint)(layers->first + i));
    glDrawBuffers((GLsizei)(count + layers->count), attachments);
    GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status == GL_FRAMEBUFFER_COMPLETE)
        return framebuffer;
    glDeleteFramebuffers(1, &framebuffer);
    hpi_gl_log(context, HPYR_LOG_LEVEL_ERROR,
               "%u layers from %u on of level %d of texture %u cannot be rendered to, with %u textures (status 0x%04x)",
               layers->count, layers->first, layers->level, layers->texture, count, status);
    return 0;
}

GLuint hpi_gl_framebuffer_create(const hpyr_context *context, const GLuint *textures, uint32_t count,
                                 const hpi_gl_layers *layers) {
    return create_framebuffer(context, textures, count, 0, layers);
}

GLuint hpi_gl_levels_framebuffer(const hpyr_context *context, const GLuint *textures, uint32_t count, GLint level) {
    static const hpi_gl_layers none = {0};
    return create_framebuffer(context, textures, count, level, &none);
}

static void target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height) {
    hpi_gl_framebuffer_bind(context, context->framebuffer);
    hpi_gl_framebuffer_attach(context, GL_TEXTURE_2D, texture, level);
    hpi_gl_viewport(context, 0, 0, width, height);
}

bool hpi_gl_try_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height) {
    target(context, texture, level, width, height);
    return hpi_gl_framebuffer_status(context) == GL_FRAMEBUFFER_COMPLETE;
}

bool hpi_gl_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height) {
    if (!HPI_GL_WEB)
        return hpi_gl_try_target(context, texture, level, width, height);
    target(context, texture, level, width, height);
    return true;
}

void hpi_gl_target_release(const hpyr_context *context) {
    hpi_gl_framebuffer_bind(context, context->framebuffer);
    hpi_gl_framebuffer_attach(context, GL_TEXTURE_2D, 0, 0);
}

bool hpi_gl_target_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit, uint32_t width,
                          uint32_t height, hpi_gl_borrowed *borrowed) {
    hpi_gl_texture_borrow(context, texture, unit, borrowed);
    return hpi_gl_try_target(context, texture->name, texture->level, width, height);
}

void hpi_gl_target_return(const hpyr_context *context, const hpi_gl_borrowed *borrowed, GLuint unit) {
    hpi_gl_target_release(context);
    hpi_gl_texture_return(context, borrowed, unit);
}
