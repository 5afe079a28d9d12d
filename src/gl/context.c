/* context.c - contexts: GL's functions, the caps, and objects that all modules share.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GL_MODERN = 33, GL_MINIMUM = 21, LEGACY_VERTICES = 65536, MAX_LIST = 1 << 28 };

/* GLEW 2.2 ends by asking GLX for a display. On EGL there is none, but all functions are loaded
 * by then. */
static hpyr_result load_entry_points(const hpyr_context *context) {
    glewExperimental = GL_TRUE;
    GLenum status = glewInit();
#ifdef GLEW_ERROR_NO_GLX_DISPLAY
    if (status == GLEW_ERROR_NO_GLX_DISPLAY)
        status = GLEW_OK;
#endif
    if (status != GLEW_OK || !glGetString(GL_VERSION))
        return hpi_gl_fail(context, HPYR_ERROR_NO_CONTEXT, "no GL context is current on this thread");
    return HPYR_OK;
}

static hpyr_result read_version(hpyr_context *context, int cap) {
    const char *version = (const char *)glGetString(GL_VERSION);
    int major = 0, minor = 0;
    snprintf(context->version, sizeof context->version, "%s", version);
    snprintf(context->renderer, sizeof context->renderer, "%s", (const char *)glGetString(GL_RENDERER));
    context->caps.version = context->version;
    context->caps.renderer = context->renderer;
    context->copies_overtake = strstr(context->renderer, "zink") != NULL;
    if (sscanf(version, "%d.%d", &major, &minor) != 2)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "GL version \"%s\" is not desktop OpenGL, 2.1 is needed",
                           version);
    int actual = 10 * major + minor, used = cap && actual > cap ? cap : actual;
    if (actual >= 32) {
        GLint profile = 0;
        glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
        context->compatibility = (profile & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
    } else {
        context->compatibility = actual < 31 || GLEW_ARB_compatibility;
    }
    if (used < GL_MINIMUM)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "OpenGL %d.%d is too old, 2.1 is needed (%s)", used / 10,
                           used % 10, version);
    context->legacy = used < GL_MODERN;
    context->caps.gl_version = context->legacy ? GL_MINIMUM : used;
    context->caps.glsl_version = context->legacy ? 120 : 330;
    if (context->legacy && !context->compatibility)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "OpenGL 2.1 needs a compatibility context, this is a core profile (%s)", version);
    return HPYR_OK;
}

/* GLEW's flags say which functions could be loaded, not what the driver promises, so ask the
 * driver. For compatibility contexts only. */
static bool has_extension(const char *name) {
    const char *list = (const char *)glGetString(GL_EXTENSIONS);
    size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* The same for all contexts of GL 3.0 and later. */
static bool has_listed_extension(const char *name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name))
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

static uint32_t get(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value > 0 ? (uint32_t)value : 0;
}

static void read_caps(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    GLint viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    context->max_viewport = (uint32_t)(viewport[0] < viewport[1] ? viewport[0] : viewport[1]);
    caps->max_texture_size = get(GL_MAX_TEXTURE_SIZE);
    if (caps->max_texture_size > context->max_viewport)
        caps->max_texture_size = context->max_viewport;
    caps->max_texture_3d_size = get(GL_MAX_3D_TEXTURE_SIZE);
    caps->max_texture_units = get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    caps->max_vertex_texture_units = get(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS);
    caps->max_draw_buffers = get(GL_MAX_DRAW_BUFFERS);
    caps->rectangle_textures = !context->legacy || has_extension("GL_ARB_texture_rectangle");
    if (caps->rectangle_textures)
        context->max_rectangle_size = get(GL_MAX_RECTANGLE_TEXTURE_SIZE);
    if (context->max_rectangle_size > context->max_viewport)
        context->max_rectangle_size = context->max_viewport;
    caps->fragment_lod = context->swizzles = true;
    if (context->legacy) {
        caps->fragment_lod = has_extension("GL_ARB_shader_texture_lod");
        context->red_textures = has_extension("GL_ARB_texture_rg");
        context->swizzles = has_extension("GL_EXT_texture_swizzle") || has_extension("GL_ARB_texture_swizzle");
        context->clamps_colours = has_extension("GL_ARB_color_buffer_float");
        context->occlusion_targets = !has_extension("GL_ARB_occlusion_query2")    ? 1
                                     : !has_extension("GL_ARB_ES3_compatibility") ? 2
                                                                                  : 3;
        context->blit_framebuffers =
            has_extension("GL_EXT_framebuffer_blit") || has_extension("GL_ARB_framebuffer_object");
        return;
    }
    caps->max_array_layers = get(GL_MAX_ARRAY_TEXTURE_LAYERS);
    caps->max_buffer_texels = get(GL_MAX_TEXTURE_BUFFER_SIZE);
    uint64_t texels = (uint64_t)caps->max_texture_size * caps->max_texture_size;
    caps->max_list_length = texels < MAX_LIST ? (uint32_t)texels : MAX_LIST; /* shaders count entries as ints */
    context->indirect_draws =
        caps->gl_version >= 40 || (!context->capped && has_listed_extension("GL_ARB_draw_indirect"));
    context->clip_control = caps->gl_version >= 45 || (GLEW_ARB_clip_control && !context->capped);
}

/* Makes the object by which the GL context is recognized. It is made first: objects are deleted
 * only in a GL context that is recognized. */
static hpyr_result create_mark(hpyr_context *context) {
    if (context->legacy)
        context->invalid_program = glCreateProgram();
    else
        context->mark = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (hpi_gl_is_current(context))
        return HPYR_OK;
    hpi_gl_take_error();
    return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL has no memory for a %s",
                       context->legacy ? "program" : "fence");
}

/* Runs before any state is saved, for it changes no binding. */
static void create_objects(hpyr_context *context) {
    hpi_gl_framebuffers_create(context, 1, &context->framebuffer);
    if (context->legacy)
        return;
    glGenVertexArrays(1, &context->vertex_array);
    context->nearest = hpi_gl_sampler_create(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    context->nearest_mipmap = hpi_gl_sampler_create(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    context->linear = hpi_gl_sampler_create(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE);
    if (context->caps.gl_version >= 40)
        glGenTransformFeedbacks(1, &context->transform_feedback);
}

/* A buffer of the numbers 0, 1, 2.., which stands in for gl_VertexID. */
static hpyr_result create_vertices(hpyr_context *context) {
    float *numbers = malloc(LEGACY_VERTICES * sizeof *numbers);
    if (!numbers)
        return hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a context");
    for (int i = 0; i < LEGACY_VERTICES; i++)
        numbers[i] = (float)i;
    glGenBuffers(1, &context->vertices);
    glBindBuffer(GL_ARRAY_BUFFER, context->vertices);
    glBufferData(GL_ARRAY_BUFFER, LEGACY_VERTICES * (GLsizeiptr)sizeof *numbers, numbers, GL_STATIC_DRAW);
    free(numbers);
    context->vertex_limit = LEGACY_VERTICES;
    return HPYR_OK;
}

static hpyr_result probe(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    hpyr_result result = hpi_gl_filter_probe(context, false, &caps->filter_float);
    if (result == HPYR_OK)
        result = hpi_gl_filter_probe(context, true, &caps->filter_half);
    if (result == HPYR_OK && context->legacy)
        return create_vertices(context);
    if (result == HPYR_OK)
        result = hpi_gl_logic_op_probe(context, &caps->logic_op);
    if (result == HPYR_OK)
        result = hpi_gl_vertex_probe(context, &context->vertex_limit);
    return result;
}

static bool desc_is_valid(const hpyr_context_desc *desc) {
    return !desc->gl_version_cap || desc->gl_version_cap >= GL_MINIMUM;
}

hpyr_result hpyr_context_create(const hpyr_context_desc *desc, hpyr_context **out) {
    static const hpyr_context_desc defaults = {0};
    hpyr_result result;
    hpi_gl_state state;
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!desc)
        desc = &defaults;
    hpyr_context *context = calloc(1, sizeof *context);
    if (!context)
        return HPYR_ERROR_OUT_OF_MEMORY;
    context->holders = 1;
    context->log = desc->log;
    context->log_user = desc->log_user;
    context->skip_restore = desc->skip_restore;
    context->capped = desc->gl_version_cap != 0;
    result = load_entry_points(context);
    if (result == HPYR_OK && !desc_is_valid(desc))
        result = hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "gl_version_cap %d; the library needs 21 or more",
                             desc->gl_version_cap);
    if (result == HPYR_OK)
        result = read_version(context, desc->gl_version_cap);
    if (result == HPYR_OK)
        result = check_extensions(context);
    if (result == HPYR_OK)
        result = create_mark(context);
    if (result != HPYR_OK) {
        free(context);
        return result;
    }
    read_caps(context);
    create_objects(context);
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, probe(context));
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
    hpi_gl_warn_of_leaks(context, "context");
    context->log = NULL; /* objects may keep the context, but the callback's owner may go now */
    hpi_gl_context_release(context);
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
