/* context.c - contexts: GL's functions, the caps, and objects that all modules share.  SPDX-License-Identifier: MIT */
#include "gl/context_desktop.h"

#include <stdio.h>
#include <string.h>

enum { OLDEST_DESKTOP = 21, OLDEST_ES = 30, LEAST_TARGETS = 4, MAX_LIST = 1 << 28 };

static hpyr_result use_es(hpyr_context *context, int actual, int cap) {
    if (actual < OLDEST_ES || (cap && cap < OLDEST_ES))
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED,
                           "OpenGL ES 3.0 is needed; gl_version_cap is %d, and the context is of %s", cap,
                           context->version);
    context->es = true;
    context->caps.gl = HPYR_GL_ES3;
    context->caps.gl_version = OLDEST_ES;
    context->caps.glsl_version = 300;
    return HPYR_OK;
}

static hpyr_result read_version(hpyr_context *context, const hpyr_context_desc *desc) {
    static const char es[] = "OpenGL ES ";
    const char *version = (const char *)glGetString(GL_VERSION);
    int major = 0, minor = 0;
    snprintf(context->version, sizeof context->version, "%s", version);
    snprintf(context->renderer, sizeof context->renderer, "%s", (const char *)glGetString(GL_RENDERER));
    context->caps.version = context->version;
    context->caps.renderer = context->renderer;
    context->copies_overtake = strstr(context->renderer, "zink") != NULL;
    bool is_es = strncmp(version, es, sizeof es - 1) == 0;
    if (sscanf(is_es ? version + sizeof es - 1 : version, "%d.%d", &major, &minor) != 2)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "GL version \"%s\" is neither OpenGL 2.1 nor OpenGL ES 3.0",
                           version);
    if (desc->gl != HPYR_GL_ANY && is_es != (desc->gl == HPYR_GL_ES3))
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "%s was asked for, and the context is of %s",
                           desc->gl == HPYR_GL_ES3 ? "OpenGL ES" : "desktop OpenGL", version);
    if (is_es)
        return use_es(context, 10 * major + minor, desc->gl_version_cap);
    if (HPI_GL_DESKTOP)
        return hpi_gl_desktop_use(context, 10 * major + minor, desc->gl_version_cap);
    return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "this library was built for OpenGL ES alone (%s)", version);
}

static void read_caps(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    GLint viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    context->max_viewport = (uint32_t)(viewport[0] < viewport[1] ? viewport[0] : viewport[1]);
    context->subpixel_bits = hpi_gl_get(GL_SUBPIXEL_BITS);
    if (strstr(context->renderer, "softpipe")) /* it says 4, but keeps corners as floats */
        context->subpixel_bits = 8;
    caps->max_texture_size = hpi_gl_get(GL_MAX_TEXTURE_SIZE);
    if (caps->max_texture_size > context->max_viewport)
        caps->max_texture_size = context->max_viewport;
    caps->max_texture_3d_size = hpi_gl_get(GL_MAX_3D_TEXTURE_SIZE);
    caps->max_texture_units = hpi_gl_get(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS);
    uint32_t units = hpi_gl_get(GL_MAX_TEXTURE_IMAGE_UNITS);
    units = units < caps->max_texture_units ? units : caps->max_texture_units;
    units = units < HPI_SAVED_UNITS ? units : HPI_SAVED_UNITS;
    context->most_inputs = units > HPI_STATE_UNITS ? units - HPI_STATE_UNITS : 0;
    caps->max_vertex_texture_units = hpi_gl_get(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS);
    uint32_t attachments = hpi_gl_get(GL_MAX_COLOR_ATTACHMENTS);
    caps->max_draw_buffers = hpi_gl_get(GL_MAX_DRAW_BUFFERS);
    if (caps->max_draw_buffers > attachments)
        caps->max_draw_buffers = attachments;
    caps->fragment_lod = caps->float_targets = true;
    context->swizzles = !HPI_GL_WEB;
    if (!context->legacy) {
        caps->max_array_layers = hpi_gl_get(GL_MAX_ARRAY_TEXTURE_LAYERS);
        uint64_t texels = (uint64_t)caps->max_texture_size * caps->max_texture_size;
        caps->max_list_length = texels < MAX_LIST ? (uint32_t)texels : MAX_LIST; /* shaders count entries as ints */
    }
    if (context->es)
        caps->float_targets = hpi_gl_has_listed_extension("GL_EXT_color_buffer_float");
}

/* Whether it works, too: see renders_to. */
static bool compiles_apart(const hpyr_context *context) {
    GLint done = GL_FALSE;
    if (context->legacy || context->capped ||
        !(hpi_gl_has_listed_extension("GL_KHR_parallel_shader_compile") ||
          hpi_gl_has_listed_extension("GL_ARB_parallel_shader_compile")))
        return false;
    const GLuint program = glCreateProgram();
    glGetProgramiv(program, GL_COMPLETION_STATUS_ARB, &done);
    glDeleteProgram(program);
    return hpi_gl_take_error() == GL_NO_ERROR && done;
}

/* See hpi_gl_buffer_settle. A browser does not tell whose driver it has. */
static void create_touched(hpyr_context *context) {
    GLint bound;
    if (HPI_GL_WEB || !strstr((const char *)glGetString(GL_VENDOR), "NVIDIA"))
        return;
    glGetIntegerv(GL_COPY_WRITE_BUFFER_BINDING, &bound);
    glGenBuffers(1, &context->touched);
    glBindBuffer(GL_COPY_WRITE_BUFFER, context->touched);
    glBufferData(GL_COPY_WRITE_BUFFER, 1, NULL, GL_STREAM_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, (GLuint)bound);
}

/* Runs before any state is saved, for it changes no binding. */
static void create_objects(hpyr_context *context) {
    hpi_gl_framebuffers_create(context, 1, &context->framebuffer);
    if (context->legacy) {
        context->invalid_program = glCreateProgram();
        return;
    }
    glGenVertexArrays(1, &context->vertex_array);
    context->nearest = hpi_gl_sampler_create(GL_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    context->nearest_mipmap = hpi_gl_sampler_create(GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST, GL_CLAMP_TO_EDGE);
    context->linear = hpi_gl_sampler_create(GL_LINEAR, GL_LINEAR, GL_CLAMP_TO_EDGE);
    if (context->es || context->caps.gl_version >= 40)
        glGenTransformFeedbacks(1, &context->transform_feedback);
    create_touched(context);
}

/* A browser lists an extension also if the page has not asked for it, and it does not work then. */
static bool renders_to(const hpyr_context *context, hpyr_format format) {
    GLuint texture = hpi_gl_texture_create(context, format, 1, 1);
    bool works = texture && hpi_gl_try_target(context, texture, 0, 1, 1);
    hpi_gl_target_release(context);
    glDeleteTextures(1, &texture);
    return works;
}

/* How many targets of a format a pass can draw into. A GL may take fewer than it tells: ANGLE refuses more than 512 bits a
 * pixel on Apple's GPUs. */
static uint32_t most_targets(const hpyr_context *context, hpyr_format format) {
    uint32_t most = context->caps.max_draw_buffers;
    hpyr_context quiet = *context;
    GLuint framebuffer = 0;
    quiet.log = NULL; /* it is no error of the caller's */
    most = most < HPI_MOST_TARGETS ? most : HPI_MOST_TARGETS;
    GLuint texture = hpi_gl_array_create(&quiet, format, 1, 1, most);
    while (texture && !framebuffer && most > 1) {
        framebuffer = hpi_gl_layers_framebuffer(&quiet, texture, 0, 0, most);
        most -= !framebuffer;
    }
    hpi_gl_framebuffers_delete(context, 1, &framebuffer);
    hpi_gl_textures_delete(context, 1, &texture);
    return most;
}

static void probe_targets(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    context->targets = most_targets(context, HPYR_FORMAT_RGBA32UI);
    context->narrow_targets = most_targets(context, HPYR_FORMAT_R32UI);
    if (context->targets < HPI_MOST_TARGETS)
        caps->max_draw_buffers = context->targets;
    if (context->targets < LEAST_TARGETS)
        hpi_gl_log(context, HPYR_LOG_LEVEL_WARNING,
                   "this GL draws into %u textures of 128 bits a pixel at once; most modules need %d", context->targets,
                   LEAST_TARGETS);
}

static hpyr_result probe(hpyr_context *context) {
    hpyr_caps *caps = &context->caps;
    hpyr_result result = HPYR_OK;
    context->compiles_apart = compiles_apart(context);
    if (!context->legacy)
        probe_targets(context);
    if (context->es)
        result = hpi_gl_texture_check_probe(context);
    if (context->es && caps->float_targets)
        caps->float_targets = renders_to(context, HPYR_FORMAT_R32F) && renders_to(context, HPYR_FORMAT_RGBA32F);
    if (caps->float_targets && result == HPYR_OK)
        result = hpi_gl_filter_probe(context, false, &caps->filter_float);
    if (caps->float_targets && result == HPYR_OK)
        result = hpi_gl_filter_probe(context, true, &caps->filter_half);
    if (HPI_GL_DESKTOP && context->legacy)
        return result == HPYR_OK ? hpi_gl_desktop_vertices(context) : result;
    if (HPI_GL_DESKTOP && !context->es && result == HPYR_OK)
        result = hpi_gl_logic_op_probe(context, &caps->logic_op);
    if (result == HPYR_OK)
        result = hpi_gl_vertex_probe(context);
    return result;
}

static hpyr_result check_desc(const hpyr_context *context, const hpyr_context_desc *desc) {
    if (desc->gl < HPYR_GL_ANY || desc->gl > HPYR_GL_ES3)
        return hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%d is no hpyr_gl", (int)desc->gl);
    if (desc->gl_version_cap && desc->gl_version_cap < OLDEST_DESKTOP)
        return hpi_gl_fail(context, HPYR_ERROR_UNSUPPORTED, "gl_version_cap %d; the library needs 21 or more",
                           desc->gl_version_cap);
    return HPYR_OK;
}

/* A program that was compiled with other headers may have another descriptor, but for its first two members. */
static hpyr_result check_version(const hpyr_context_desc *desc, int version) {
    const hpyr_context told = {.log = desc->log, .user = desc->user};
    if (version / 100 == HPYR_VERSION_NUMBER / 100)
        return HPYR_OK;
    return hpi_gl_fail(
        &told, HPYR_ERROR_VERSION,
        "the program was compiled with the headers of version %d.%d.%d, and this is the library %d.%d.%d",
        version / 10000, version / 100 % 100, version % 100, HPYR_VERSION_MAJOR, HPYR_VERSION_MINOR,
        HPYR_VERSION_PATCH);
}

/* Finds the GL context, its functions and its version. */
static hpyr_result find_gl(hpyr_context *context, const hpyr_context_desc *desc) {
    hpyr_result result = hpi_gl_find_context(context) ? HPYR_OK : HPYR_ERROR_NO_CONTEXT;
    if (HPI_GL_DESKTOP && result == HPYR_OK)
        result = hpi_gl_desktop_load(context, desc);
    if (result == HPYR_ERROR_NO_CONTEXT || (result == HPYR_OK && !glGetString(GL_VERSION)))
        return hpi_gl_fail(context, HPYR_ERROR_NO_CONTEXT, "no GL context is current on this thread");
    if (result == HPYR_OK)
        result = check_desc(context, desc);
    if (result == HPYR_OK)
        result = read_version(context, desc);
    if (HPI_GL_DESKTOP && result == HPYR_OK)
        result = hpi_gl_desktop_load(context, desc);
    return result;
}

hpyr_result hpyr_context_create_version(const hpyr_context_desc *desc, int version, hpyr_context **out) {
    static const hpyr_context_desc defaults = {0};
    hpi_gl_state state;
    if (!out)
        return HPYR_ERROR_INVALID_ARGUMENT;
    *out = NULL;
    if (!desc)
        desc = &defaults;
    hpyr_result result = check_version(desc, version);
    if (result != HPYR_OK)
        return result;
    const hpyr_context wanted = {.holders = 1,
                                 .log = desc->log,
                                 .user = desc->user,
                                 .allocator = desc->allocator,
                                 .skip_restore = desc->skip_restore,
                                 .store = desc->programs,
                                 .capped = desc->gl_version_cap != 0};
    if (!hpi_allocator_is_whole(&wanted.allocator))
        return hpi_gl_fail(&wanted, HPYR_ERROR_INVALID_ARGUMENT, "an allocator needs all three functions");
    if (!wanted.store.load != !wanted.store.save)
        return hpi_gl_fail(&wanted, HPYR_ERROR_INVALID_ARGUMENT, "programs are kept by both functions");
    hpyr_context *context = hpi_alloc(&wanted, sizeof *context);
    if (!context)
        return hpi_gl_fail(&wanted, HPYR_ERROR_OUT_OF_MEMORY, "no memory for a context");
    *context = wanted;
    result = find_gl(context, desc);
    if (result == HPYR_OK)
        result = hpi_gl_mark_create(context); /* first: objects are deleted only in a GL context that is recognized */
    if (result != HPYR_OK) {
        hpi_free(context, context);
        return result;
    }
    read_caps(context);
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_desktop_caps(context);
    context->keeps_binaries = hpi_gl_binaries_are_kept(context);
    create_objects(context);
    hpi_gl_state_enter(context, &state);
    result = hpi_gl_state_leave(context, &state, probe(context));
    if (result != HPYR_OK) {
        hpyr_context_destroy(context);
        return result;
    }
    context->no_compile_wait = desc->no_compile_wait;
    *out = context;
    return HPYR_OK;
}

hpyr_result hpyr_context_ready(hpyr_context *context) {
    if (!context)
        return HPYR_ERROR_INVALID_ARGUMENT;
    hpyr_result result = hpi_gl_check_current(context, "context ready");
    if (result != HPYR_OK)
        return result;
    return hpi_gl_programs_are_compiled(context) ? HPYR_OK : HPYR_NOT_READY;
}

void hpyr_context_destroy(hpyr_context *context) {
    if (!context)
        return;
    hpi_gl_warn_of_leaks(context, "context");
    hpyr_context_set_log(context, NULL, NULL); /* objects may keep the context, but the callback's owner may go now */
    hpi_gl_context_release(context);
}

hpyr_result hpyr_context_set_log(hpyr_context *context, hpyr_log_fn log, void *user) {
    if (!context)
        return HPYR_ERROR_INVALID_ARGUMENT;
    context->log = log;
    context->user = user;
    return HPYR_OK;
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
    case HPYR_INCOMPLETE:
        return "INCOMPLETE";
    case HPYR_NOT_FINITE:
        return "NOT_FINITE";
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
    case HPYR_ERROR_VERSION:
        return "VERSION";
    case HPYR_ERROR_GL:
        return "GL";
    }
    return "unknown result";
}
