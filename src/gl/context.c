/* context.c - takes hold of a GL context: entry points, caps, the few objects that every module shares.
 * SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GL_MINIMUM = 33 };

/* GLEW 2.2 asks GLX for a display at the end; on EGL there is none, but by then everything we need is loaded. */
static hpyr_result load_entry_points(const hpyr_context *context) {
    glewExperimental = GL_TRUE;
    GLenum status = glewInit();
#ifdef GLEW_ERROR_NO_GLX_DISPLAY
    if (status == GLEW_ERROR_NO_GLX_DISPLAY)
        status = GLEW_OK;
#endif
    if (status != GLEW_OK || !glGetString(GL_VERSION))
        return hpyr_gl_fail(context, HPYR_ERROR_NO_CONTEXT, "no GL context is current on this thread");
    return HPYR_OK;
}

static hpyr_result read_version(hpyr_context *context, int cap) {
    const char *version = (const char *)glGetString(GL_VERSION);
    int major = 0, minor = 0;
    snprintf(context->version, sizeof context->version, "%s", version);
    snprintf(context->renderer, sizeof context->renderer, "%s", (const char *)glGetString(GL_RENDERER));
    if (sscanf(version, "%d.%d", &major, &minor) != 2)
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "GL version \"%s\" is not desktop OpenGL, 3.3 is needed",
                            version);
    context->caps.gl_version = 10 * major + minor;
    if (cap && context->caps.gl_version > cap)
        context->caps.gl_version = cap;
    context->caps.version = context->version;
    context->caps.renderer = context->renderer;
    if (context->caps.gl_version < GL_MINIMUM)
        return hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "OpenGL %d.%d is too old, 3.3 is needed (%s)",
                            context->caps.gl_version / 10, context->caps.gl_version % 10, version);
    return HPYR_OK;
}

static void read_caps(hpyr_context *context) {
    GLint size = 0, viewport[2] = {0, 0}, size_3d = 0, units = 0, vertex_units = 0, profile = 0, layers = 0, buffer = 0,
          draws = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &size);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    glGetIntegerv(GL_MAX_3D_TEXTURE_SIZE, &size_3d);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &units);
    glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &vertex_units);
    glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &layers);
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &draws);
    GLint side = viewport[0] < viewport[1] ? viewport[0] : viewport[1];
    context->max_viewport = (uint32_t)side;
    context->caps.max_texture_size = (uint32_t)(size < side ? size : side);
    context->caps.max_texture_3d_size = (uint32_t)size_3d;
    context->caps.max_texture_units = (uint32_t)units;
    context->caps.max_vertex_texture_units = (uint32_t)vertex_units;
    context->caps.max_array_layers = (uint32_t)layers;
    context->caps.max_buffer_texels = (uint32_t)buffer;
    context->caps.max_draw_buffers = (uint32_t)draws;
    context->clip_control = context->caps.gl_version >= 45 || (GLEW_ARB_clip_control && !context->capped);
    context->compatibility = (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

/* Made before any state is saved: generating names and setting up a sampler changes no binding. */
static void create_objects(hpyr_context *context) {
    glGenVertexArrays(1, &context->vertex_array);
    glGenFramebuffers(1, &context->framebuffer);
    context->nearest = hpyr_gl_sampler_create(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    context->nearest_mipmap = hpyr_gl_sampler_create(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    if (context->caps.gl_version >= 40)
        glGenTransformFeedbacks(1, &context->transform_feedback);
}

static bool desc_is_valid(const hpyr_context_desc *desc) {
    return !desc->gl_version_cap || desc->gl_version_cap >= GL_MINIMUM;
}

hpyr_result hpyr_context_create(const hpyr_context_desc *desc, hpyr_context **out) {
    static const hpyr_context_desc defaults = {0};
    hpyr_result result;
    gl_state state;
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!desc)
        desc = &defaults;
    hpyr_context *context = calloc(1, sizeof *context);
    if (!context)
        return HPYR_ERROR_OUT_OF_MEMORY;
    context->log = desc->log;
    context->log_user = desc->log_user;
    context->skip_restore = desc->skip_restore;
    context->capped = desc->gl_version_cap != 0;
    result = load_entry_points(context);
    if (result == HPYR_OK && !desc_is_valid(desc))
        result = hpyr_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                              "gl_version_cap %d; this version of the library needs 33 or more", desc->gl_version_cap);
    if (result == HPYR_OK)
        result = read_version(context, desc->gl_version_cap);
    if (result != HPYR_OK) {
        free(context);
        return result;
    }
    read_caps(context);
    create_objects(context);
    hpyr_gl_state_enter(context, &state);
    context->caps.gpu_timer = hpyr_gl_timer_probe(context);
    context->caps.logic_op = hpyr_gl_logic_op_probe(context);
    context->vertex_limit = hpyr_gl_vertex_probe(context);
    result = hpyr_gl_state_leave(context, &state, HPYR_OK);
    if (result != HPYR_OK) {
        hpyr_context_destroy(context);
        return result;
    }
    *out = context;
    return HPYR_OK;
}

void hpyr_context_destroy(hpyr_context *context) {
    if (!context)
        return;
    hpyr_gl_programs_destroy(context);
    glDeleteTextures(1, &context->list);
    glDeleteSamplers(1, &context->nearest);
    glDeleteSamplers(1, &context->nearest_mipmap);
    glDeleteFramebuffers(1, &context->framebuffer);
    glDeleteVertexArrays(1, &context->vertex_array);
    if (context->caps.gl_version >= 40)
        glDeleteTransformFeedbacks(1, &context->transform_feedback);
    free(context);
}

const hpyr_caps *hpyr_context_caps(const hpyr_context *context) {
    return context ? &context->caps : NULL;
}

int hpyr_version(void) {
    return HPYR_VERSION_NUMBER;
}

const char *hpyr_result_string(hpyr_result result) {
    switch (result) {
    case HPYR_OK:
        return "OK";
    case HPYR_NOT_READY:
        return "NOT_READY";
    case HPYR_TRUNCATED:
        return "TRUNCATED";
    case HPYR_ERROR_INVALID_ARGUMENT:
        return "INVALID_ARGUMENT";
    case HPYR_ERROR_NO_CONTEXT:
        return "NO_CONTEXT";
    case HPYR_ERROR_UNSUPPORTED:
        return "UNSUPPORTED";
    case HPYR_ERROR_TOO_LARGE:
        return "TOO_LARGE";
    case HPYR_ERROR_OVERFLOW:
        return "OVERFLOW";
    case HPYR_ERROR_TEXTURE:
        return "TEXTURE";
    case HPYR_ERROR_BUFFER:
        return "BUFFER";
    case HPYR_ERROR_SHADER:
        return "SHADER";
    case HPYR_ERROR_OUT_OF_MEMORY:
        return "OUT_OF_MEMORY";
    case HPYR_ERROR_NOT_BUILT:
        return "NOT_BUILT";
    case HPYR_ERROR_GL:
        return "GL";
    }
    return "unknown result";
}
