/* context_desktop.c - what a context finds out about desktop OpenGL.  SPDX-License-Identifier: MIT */
#include "gl/context_desktop.h"

#include <stdio.h>
#include <string.h>

enum { MODERN = 33, OLDEST_DESKTOP = 21, LEGACY_VERTICES = 65536 };

/* For compatibility contexts only. */
static bool has_extension(const char *name) {
    const char *list = (const char *)glGetString(GL_EXTENSIONS);
    size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* Extensions that the library needs on OpenGL 2.1. Their functions have a suffix there. */
static hpyr_result check_extensions(hpyr_context *context) {
    char missing[160] = "";
    size_t used = 0;
    if (!context->legacy)
        return HPYR_OK;
    context->ext_framebuffers = has_extension("GL_EXT_framebuffer_object");
    if (!has_extension("GL_ARB_texture_float"))
        used += (size_t)snprintf(missing, sizeof missing, " GL_ARB_texture_float");
    if (!context->ext_framebuffers && !has_extension("GL_ARB_framebuffer_object"))
        snprintf(missing + used, sizeof missing - used, " GL_EXT_framebuffer_object");
    if (!missing[0])
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "OpenGL 2.1 lacks%s (%s)", missing, context->renderer);
}

hpyr_result hpi_gl_desktop_use(hpyr_context *context, int actual, int cap) {
    int used = cap && actual > cap ? cap : actual;
    if (actual >= 32) {
        GLint profile = 0;
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
        context->compatibility = (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
    } else {
        context->compatibility =
            actual < 31 || (HPI_GL_ADDRESS(GetStringi) && hpi_gl_has_listed_extension("GL_ARB_compatibility"));
    }
    if (used < OLDEST_DESKTOP)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "OpenGL %d.%d is too old, 2.1 is needed (%s)", used / 10,
                           used % 10, context->version);
    context->caps.gl = HPYR_GL_DESKTOP;
    context->legacy = used < MODERN;
    context->caps.gl_version = context->legacy ? OLDEST_DESKTOP : used;
    context->caps.glsl_version = context->legacy ? 120 : 330;
    if (context->legacy && !context->compatibility)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "OpenGL 2.1 needs a compatibility context, this is a core profile (%s)", context->version);
    return check_extensions(context);
}

void hpi_gl_desktop_caps(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    caps->rectangle_textures = !context->legacy || has_extension("GL_ARB_texture_rectangle");
    if (caps->rectangle_textures)
        context->max_rectangle_size = hpi_gl_get(GL_MAX_RECTANGLE_TEXTURE_SIZE);
    if (context->max_rectangle_size > context->max_viewport)
        context->max_rectangle_size = context->max_viewport;
    if (context->legacy) {
        caps->fragment_lod = has_extension("GL_ARB_shader_texture_lod");
        context->red_textures = has_extension("GL_ARB_texture_rg");
        context->swizzles = has_extension("GL_EXT_texture_swizzle") || has_extension("GL_ARB_texture_swizzle");
        context->clamps_colors = HPI_GL_ADDRESS(ClampColorARB) && has_extension("GL_ARB_color_buffer_float");
        context->occlusion_targets = !has_extension("GL_ARB_occlusion_query2")    ? 1
                                     : !has_extension("GL_ARB_ES3_compatibility") ? 2
                                                                                  : 3;
        context->blit_framebuffers =
            has_extension("GL_EXT_framebuffer_blit") || has_extension("GL_ARB_framebuffer_object");
        return;
    }
    caps->max_buffer_texels = hpi_gl_get(GL_MAX_TEXTURE_BUFFER_SIZE);
    context->indirect_draws =
        caps->gl_version >= 40 || (!context->capped && hpi_gl_has_listed_extension("GL_ARB_draw_indirect"));
    context->storage =
        caps->gl_version >= 42 || (!context->capped && hpi_gl_has_listed_extension("GL_ARB_texture_storage"));
    context->gathers = !context->capped && hpi_gl_has_listed_extension("GL_ARB_texture_gather");
    context->clip_control =
        HPI_GL_ADDRESS(ClipControl) &&
        (caps->gl_version >= 45 || (!context->capped && hpi_gl_has_listed_extension("GL_ARB_clip_control")));
}

bool hpi_gl_desktop_stores(const hpyr_context *context) {
    return context->storage && HPI_GL_ADDRESS(TexStorage2D) && HPI_GL_ADDRESS(TexStorage3D);
}

bool hpi_gl_desktop_gives_binaries(const hpyr_context *context) {
    return (context->es || context->caps.gl_version >= 41 ||
            hpi_gl_has_listed_extension("GL_ARB_get_program_binary")) &&
           HPI_GL_ADDRESS(GetProgramBinary) && HPI_GL_ADDRESS(ProgramBinary) && HPI_GL_ADDRESS(ProgramParameteri);
}

hpyr_result hpi_gl_desktop_vertices(hpyr_context *context) {
    float *numbers = hpi_alloc(context, LEGACY_VERTICES * sizeof *numbers);
    if (!numbers)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a context");
    for (int i = 0; i < LEGACY_VERTICES; i++)
        numbers[i] = (float)i;
    glGenBuffers(1, &context->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, context->vertices);
    glBufferData(GL_ARRAY_BUFFER, LEGACY_VERTICES * (GLsizeiptr)sizeof *numbers, numbers, GL_STATIC_DRAW);
    hpi_free(context, numbers);
    context->vertex_limit = LEGACY_VERTICES;
    return HPYR_OK;
}
