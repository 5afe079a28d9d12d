/* hostile.c - sets GL state that no pass survives by luck.  SPDX-License-Identifier: MIT */
#include "hostile.h"

#include "common/platform/gl.h"
#include "fetches.h"
#include "hostile_fixed.h"
#include "runner.h"
#include "snapshot_variables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLERS = 8, QUERIES = 5, BUFFERS = 10, FRAMEBUFFERS = 2, BUFFER_BYTES = 64, SIDE = 4 };

static const variable queries[QUERIES] = {
    DESKTOP(GL_SAMPLES_PASSED),
    SINCE(30, GL_PRIMITIVES_GENERATED),
    SINCE_AND_ES(30, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN),
    SINCE(33, GL_TIME_ELAPSED),
    ES(GL_ANY_SAMPLES_PASSED),
};

struct hostile {
    int version;
    GLuint samplers[SAMPLERS];
    GLuint textures[SNAPSHOT_TARGETS];
    GLuint targets[FRAMEBUFFERS]; /* attached to the framebuffers for drawing and for reading */
    GLuint framebuffers[FRAMEBUFFERS];
    GLuint renderbuffer;
    GLuint buffers
        [BUFFERS]; /* array, element, pack, unpack, copy read, copy write, texture, uniform, feedback, texture store */
    GLuint vertex_array;
    GLuint program;
    GLuint queries[QUERIES];
    GLuint feedback; /* transform feedback that captures, on OpenGL ES */
    GLint units, clip_distances, attributes, draw_buffers;
    GLuint stencil_mask; /* the default, which is all ones of some length */
    bool applied, captures;
};

/* GL 2.1 has framebuffer objects by an extension, under other names. */
#define FRAMEBUFFER(h, name) ((h)->version == 21 ? gl##name##EXT : gl##name)

static bool exists(const hostile *h, const variable *v) {
    return snapshot_has(v, h->version);
}

static const char pattern[] = "the caller's own bytes, nobody else may write into these 64 of them";

static GLuint compile(GLenum kind, const char *text) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    return shader;
}

typedef struct sources {
    const char *vertex, *fragment;
} sources;

static sources foreign_sources(int version) {
    if (version == 21)
        return (sources){"#version 120\nvoid main() { gl_Position = vec4(9.0); }\n",
                         "#version 120\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 0.0); }\n"};
    if (version == GL_ES3)
        return (sources){
            "#version 300 es\nout vec4 v;\nvoid main() { gl_Position = v = vec4(9); }\n",
            "#version 300 es\nprecision highp float;\nout vec4 c;\nvoid main() { c = vec4(1, 0, 1, 0); }\n"};
    return (sources){"#version 330\nvoid main() { gl_Position = vec4(9); }\n",
                     "#version 330\nout vec4 c;\nvoid main() { c = vec4(1, 0, 1, 0); }\n"};
}

static GLuint foreign_program(int version) {
    static const char *const captured = "v";
    GLuint program = glCreateProgram();
    sources texts = foreign_sources(version);
    GLuint vertex = compile(GL_VERTEX_SHADER, texts.vertex), fragment = compile(GL_FRAGMENT_SHADER, texts.fragment);
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    if (version == GL_ES3)
        glTransformFeedbackVaryings(program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}

static void fill_texture(const hostile *h, GLenum target) {
    static const GLubyte texels[6 * SIDE * SIDE * 4];
    const GLenum format = GL_RGBA, type = GL_UNSIGNED_BYTE;
    if (target == GL_TEXTURE_1D)
        glTexImage1D(target, 0, GL_RGBA8, SIDE, 0, format, type, texels);
    else if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY)
        glTexImage3D(target, 0, GL_RGBA8, SIDE, SIDE, 2, 0, format, type, texels);
    else if (target == GL_TEXTURE_CUBE_MAP_ARRAY)
        glTexImage3D(target, 0, GL_RGBA8, SIDE, SIDE, 6, 0, format, type, texels);
    else if (target == GL_TEXTURE_BUFFER)
        glTexBuffer(target, GL_R8, h->buffers[BUFFERS - 1]);
    else if (target == GL_TEXTURE_2D_MULTISAMPLE)
        glTexImage2DMultisample(target, 1, GL_RGBA8, SIDE, SIDE, GL_TRUE);
    else if (target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY)
        glTexImage3DMultisample(target, 1, GL_RGBA8, SIDE, SIDE, 2, GL_TRUE);
    else if (target != GL_TEXTURE_CUBE_MAP)
        glTexImage2D(target, 0, GL_RGBA8, SIDE, SIDE, 0, format, type, texels);
    else
        for (GLenum face = 0; face < 6; face++)
            glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, SIDE, SIDE, 0, format, type, texels);
}

static void create_textures(hostile *h) {
    glGenTextures(SNAPSHOT_TARGETS, h->textures);
    for (int i = 0; i < SNAPSHOT_TARGETS; i++)
        if (snapshot_has_target(&snapshot_targets[i], h->version)) {
            glBindTexture(snapshot_targets[i].target, h->textures[i]);
            fill_texture(h, snapshot_targets[i].target);
            glBindTexture(snapshot_targets[i].target, 0);
        }
}

static void create_framebuffers(hostile *h) {
    static const GLenum second[] = {GL_NONE, GL_COLOR_ATTACHMENT1};
    GLubyte texels[SIDE * SIDE * 4];
    memset(texels, 0x5a, sizeof texels);
    glGenTextures(FRAMEBUFFERS, h->targets);
    FRAMEBUFFER(h, GenFramebuffers)(FRAMEBUFFERS, h->framebuffers);
    for (int i = 0; i < FRAMEBUFFERS; i++) {
        glBindTexture(GL_TEXTURE_2D, h->targets[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, h->version > 21 ? GL_SRGB8_ALPHA8 : GL_RGBA8, SIDE, SIDE, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        FRAMEBUFFER(h, BindFramebuffer)(GL_FRAMEBUFFER, h->framebuffers[i]);
        FRAMEBUFFER(h, FramebufferTexture2D)
        (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, h->targets[i], 0);
        glDrawBuffers(2, second);
        glReadBuffer(GL_COLOR_ATTACHMENT1);
    }
    FRAMEBUFFER(h, BindFramebuffer)(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void create_samplers(hostile *h) {
    glGenSamplers(SAMPLERS, h->samplers);
    for (int i = 0; i < SAMPLERS; i++) {
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_COMPARE_MODE, i % 2 ? GL_COMPARE_REF_TO_TEXTURE : GL_NONE);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
        glSamplerParameterf(h->samplers[i], GL_TEXTURE_MIN_LOD, 3.0f);
        if (h->version != GL_ES3)
            glSamplerParameterf(h->samplers[i], GL_TEXTURE_LOD_BIAS, 1.5f);
    }
}

static void create_vertex_array(hostile *h) {
    glGenVertexArrays(1, &h->vertex_array);
    glBindVertexArray(h->vertex_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, h->buffers[1]);
    glBindBuffer(GL_ARRAY_BUFFER, h->buffers[0]);
    for (GLuint i = 0; i < 6; i++) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 1 + (GLint)i % 4, GL_UNSIGNED_BYTE, GL_TRUE, 5 + (GLsizei)i,
                              (const GLvoid *)(uintptr_t)i);
        glVertexAttribDivisor(i, i % 3);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

static void ask_limits(hostile *h) {
    GLint stencil_mask = 0;
    if (h->version > 21 && h->version != GL_ES3)
        glGetIntegerv(GL_MAX_CLIP_DISTANCES, &h->clip_distances);
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &h->units);
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &h->attributes);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &h->draw_buffers);
    glGetIntegerv(GL_STENCIL_WRITEMASK, &stencil_mask);
    h->stencil_mask = (GLuint)stencil_mask;
}

hostile *hostile_create(int gl) {
    hostile *h = calloc(1, sizeof *h);
    if (!h)
        abort();
    h->version = snapshot_version(gl);
    ask_limits(h);
    glGenBuffers(BUFFERS, h->buffers);
    for (size_t i = 0; i < BUFFERS; i++) {
        glBindBuffer(GL_ARRAY_BUFFER, h->buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, BUFFER_BYTES, pattern, GL_STATIC_DRAW);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    FRAMEBUFFER(h, GenRenderbuffers)(1, &h->renderbuffer);
    glGenQueries(QUERIES, h->queries);
    create_textures(h);
    create_framebuffers(h);
    if (h->version > 21) {
        create_vertex_array(h);
        create_samplers(h);
    }
    if (h->version == GL_ES3)
        glGenTransformFeedbacks(1, &h->feedback);
    h->program = foreign_program(h->version);
    return h;
}

void hostile_destroy(hostile *h) {
    if (!h)
        return;
    glDeleteProgram(h->program);
    glDeleteQueries(QUERIES, h->queries);
    FRAMEBUFFER(h, DeleteRenderbuffers)(1, &h->renderbuffer);
    FRAMEBUFFER(h, DeleteFramebuffers)(FRAMEBUFFERS, h->framebuffers);
    glDeleteTextures(FRAMEBUFFERS, h->targets);
    glDeleteTextures(SNAPSHOT_TARGETS, h->textures);
    glDeleteBuffers(BUFFERS, h->buffers);
    if (h->version > 21) {
        glDeleteVertexArrays(1, &h->vertex_array);
        glDeleteSamplers(SAMPLERS, h->samplers);
    }
    if (h->version == GL_ES3)
        glDeleteTransformFeedbacks(1, &h->feedback);
    free(h);
}

static void set_enabled(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

static void set_enabled_at(GLenum name, GLuint i, bool on) {
    if (on)
        glEnablei(name, i);
    else
        glDisablei(name, i);
}

static void set_newer_switches(const hostile *h, bool on) {
    for (GLint i = 0; i < h->clip_distances; i++)
        set_enabled(GL_CLIP_DISTANCE0 + (GLenum)i, on);
    if (GLEW_VERSION_4_3 || GLEW_ARB_ES3_compatibility)
        set_enabled(GL_PRIMITIVE_RESTART_FIXED_INDEX, on);
    glPrimitiveRestartIndex(0);
    glProvokingVertex(on ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
    glSampleMaski(0, on ? 0 : ~0u);
    glClampColor(GL_CLAMP_READ_COLOR, on ? GL_TRUE : GL_FIXED_ONLY);
}

/* GL_MULTISAMPLE and GL_DITHER are on by default, so the hostile caller has them off. */
static void set_switches(const hostile *h, bool on) {
    for (const variable *v = snapshot_switches; v->name; v++)
        if (exists(h, v))
            set_enabled(v->value, on);
    if (h->version != GL_ES3)
        set_enabled(GL_MULTISAMPLE, !on);
    set_enabled(GL_DITHER, !on);
    glSampleCoverage(on ? 0.25f : 1.0f, on);
    if (h->version > 21 && h->version != GL_ES3)
        set_newer_switches(h, on);
}

static void set_pixel_store(const hostile *h, bool on) {
    for (const snapshot_parameter *p = snapshot_pixel_store; p->variable.name; p++)
        if (exists(h, &p->variable))
            glPixelStorei(p->variable.value, (GLint)(on ? p->hostile : p->neutral));
}

/* Each one differs from the others, so that no call for all of them puts them back. The first is set already. */
static void set_other_viewports(void) {
    GLint count = 0;
    glGetIntegerv(GL_MAX_VIEWPORTS, &count);
    for (GLuint i = 1; i < (GLuint)count; i++) {
        glViewportIndexedf(i, 20.5f + (GLfloat)i, 3, 1 + (GLfloat)i, 2);
        glScissorIndexed(i, 2, (GLint)i, 1 + (GLsizei)i, 1);
        glDepthRangeIndexed(i, 0.5 + i / 64.0, 0.25);
        set_enabled_at(GL_SCISSOR_TEST, i, i % 3 != 1);
    }
}

/* What OpenGL ES does not have. */
static void set_desktop_rasterizer(const hostile *h, bool on) {
    glDepthRange(on ? 0.75 : 0.0, on ? 0.25 : 1.0);
    if (on && h->version >= 41)
        set_other_viewports();
    glPolygonMode(GL_FRONT_AND_BACK, on ? GL_POINT : GL_FILL);
    glPointSize(on ? 7.0f : 1.0f);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, on ? GL_LOWER_LEFT : GL_UPPER_LEFT);
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, on ? 5.0f : 1.0f);
    if (h->version > 21 && GLEW_ARB_clip_control && glClipControl)
        glClipControl(on ? GL_UPPER_LEFT : GL_LOWER_LEFT, on ? GL_ZERO_TO_ONE : GL_NEGATIVE_ONE_TO_ONE);
}

/* Without an index all viewports, scissors and depth ranges are set, which also undoes those above the first. */
static void set_rasterizer(const hostile *h, bool on) {
    glViewport(on ? 13 : 0, on ? 7 : 0, on ? 3 : 0, on ? 2 : 0);
    glScissor(on ? 3 : 0, on ? 5 : 0, on ? 1 : 0, on ? 1 : 0);
    glPolygonOffset(on ? 3.0f : 0.0f, on ? -5.0f : 0.0f);
    glCullFace(on ? GL_FRONT_AND_BACK : GL_BACK);
    glFrontFace(on ? GL_CW : GL_CCW);
    glLineWidth(1.0f);
    if (h->version == GL_ES3)
        glDepthRangef(on ? 0.75f : 0.0f, on ? 0.25f : 1.0f);
    else
        set_desktop_rasterizer(h, on);
}

/* One mask differs: a global mask cannot put this back. */
static void set_draw_buffers(const hostile *h, bool on) {
    for (GLint i = 0; i < h->draw_buffers; i++) {
        GLboolean mask = !on || i == 6;
        set_enabled_at(GL_BLEND, (GLuint)i, on && i != 5);
        glColorMaski((GLuint)i, mask, mask, mask, mask);
    }
}

static void set_blending(const hostile *h, bool on) {
    glBlendColor(on ? 0.1f : 0, on ? 0.2f : 0, on ? 0.3f : 0, on ? 0.4f : 0);
    if (on) {
        glBlendFuncSeparate(GL_ONE_MINUS_SRC_COLOR, GL_DST_COLOR, GL_CONSTANT_ALPHA, GL_ZERO);
        glBlendEquationSeparate(GL_FUNC_REVERSE_SUBTRACT, GL_MIN);
        glClearColor(0.5f, 0.25f, 0.125f, 0.75f);
    } else {
        glBlendFuncSeparate(GL_ONE, GL_ZERO, GL_ONE, GL_ZERO);
        glBlendEquationSeparate(GL_FUNC_ADD, GL_FUNC_ADD);
        glClearColor(0, 0, 0, 0);
    }
    glColorMask(!on, GL_TRUE, !on, !on);
    if (h->version > 21 && h->version != GL_ES3)
        set_draw_buffers(h, on);
}

static void set_fragments(const hostile *h, bool on) {
    glDepthFunc(on ? GL_NEVER : GL_LESS);
    glDepthMask(on ? GL_FALSE : GL_TRUE);
    if (h->version == GL_ES3) {
        glClearDepthf(on ? 0.125f : 1.0f);
    } else {
        glClearDepth(on ? 0.125 : 1.0);
        glLogicOp(on ? GL_COPY_INVERTED : GL_COPY);
    }
    glStencilFunc(on ? GL_NEVER : GL_ALWAYS, on ? 3 : 0, on ? 5 : h->stencil_mask);
    glStencilOp(on ? GL_INVERT : GL_KEEP, on ? GL_ZERO : GL_KEEP, on ? GL_INCR : GL_KEEP);
    glStencilMask(on ? 0x55 : h->stencil_mask);
    glClearStencil(on ? 9 : 0);
    set_blending(h, on);
}

static void set_newer_buffers(const hostile *h, bool on) {
    static const variable targets[] = {ALL(GL_COPY_READ_BUFFER), ALL(GL_COPY_WRITE_BUFFER), DESKTOP(GL_TEXTURE_BUFFER)};
    glBindVertexArray(on ? h->vertex_array : 0);
    for (size_t i = 0; i < LENGTH(targets); i++)
        if (exists(h, &targets[i]))
            glBindBuffer(targets[i].value, on ? h->buffers[4 + i] : 0);
    if (h->version == GL_ES3) /* the buffers of transform feedback are its object's */
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, on ? h->feedback : 0);
    for (GLuint i = 0; i < 4; i++) {
        if (on) {
            glBindBufferRange(GL_UNIFORM_BUFFER, i, h->buffers[7], 0, 16 + 4 * (GLsizeiptr)i);
            glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, i, h->buffers[8], 4 * (GLintptr)i, 8);
        } else {
            glBindBufferBase(GL_UNIFORM_BUFFER, i, 0);
            glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, 0);
        }
    }
    glBindBuffer(GL_UNIFORM_BUFFER, on ? h->buffers[6] : 0);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, on ? h->buffers[5] : 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, on ? h->framebuffers[1] : 0);
}

static void set_buffers(const hostile *h, bool on) {
    FRAMEBUFFER(h, BindRenderbuffer)(GL_RENDERBUFFER, on ? h->renderbuffer : 0);
    FRAMEBUFFER(h, BindFramebuffer)(GL_FRAMEBUFFER, on ? h->framebuffers[0] : 0);
    if (h->version > 21) {
        set_newer_buffers(h, on);
    } else {
        hostile_fixed_set_arrays(h->buffers[0], on);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, on ? h->buffers[1] : 0);
    }
    glBindBuffer(GL_ARRAY_BUFFER, on ? h->buffers[0] : 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, on ? h->buffers[2] : 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, on ? h->buffers[3] : 0);
    for (GLint i = h->version > 21 ? 0 : 1; i < h->attributes; i++) /* the first of GL 2.1 is the vertex */
        glVertexAttrib4f((GLuint)i, on ? 0.3f : 0, on ? -2.0f : 0, on ? 7.0f + (GLfloat)i : 0, on ? 0.1f : 1);
}

static void set_units(const hostile *h, bool on) {
    for (GLint unit = 0; unit < h->units; unit++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (int i = 0; i < SNAPSHOT_TARGETS; i++)
            if (snapshot_has_target(&snapshot_targets[i], h->version))
                glBindTexture(snapshot_targets[i].target, on ? h->textures[i] : 0);
        if (h->version == 21)
            hostile_fixed_set_unit(unit, snapshot_targets[unit % 4].target, on);
        else if (unit < SAMPLERS)
            glBindSampler((GLuint)unit, on ? h->samplers[unit] : 0);
    }
    glActiveTexture(GL_TEXTURE0 + (on ? 5 : 0));
    glUseProgram(on ? h->program : 0);
}

void hostile_apply(hostile *h) {
    set_switches(h, true);
    set_rasterizer(h, true);
    set_fragments(h, true);
    if (h->version == 21)
        hostile_fixed_set(true);
    set_pixel_store(h, true);
    set_buffers(h, true);
    set_units(h, true);
    for (int i = 0; i < QUERIES; i++)
        if (exists(h, &queries[i]))
            glBeginQuery(queries[i].value, h->queries[i]);
    h->captures = h->version == GL_ES3;
    if (h->captures)
        glBeginTransformFeedback(GL_TRIANGLES);
    h->applied = true;
}

void hostile_pause(hostile *h) {
    if (h->captures)
        glPauseTransformFeedback();
    h->captures = false;
}

void hostile_calm(hostile *h) {
    if (!h->applied)
        return;
    if (h->version == GL_ES3)
        glEndTransformFeedback();
    h->captures = false;
    for (int i = 0; i < QUERIES; i++)
        if (exists(h, &queries[i]))
            glEndQuery(queries[i].value);
    set_buffers(h, false);
    set_pixel_store(h, false);
    if (h->version == 21)
        hostile_fixed_set(false);
    set_switches(h, false);
    set_rasterizer(h, false);
    set_fragments(h, false);
    h->applied = false;
}

void hostile_remove(hostile *h) {
    hostile_calm(h);
    set_units(h, false);
}

static bool texels_are(GLuint texture, int value) {
    GLubyte texels[SIDE * SIDE * 4];
    const fetch_source source = {GL_TEXTURE_2D, texture, 0, SIDE, SIDE, 1};
    bool same = true;
    fetch_texels(&source, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    for (size_t i = 0; i < sizeof texels; i++)
        same = same && texels[i] == value;
    return same;
}

bool hostile_contents_intact(hostile *h) {
    bool intact = texels_are(h->textures[0], 0) && texels_are(h->targets[0], 0x5a) && texels_are(h->targets[1], 0x5a);
    if (!intact)
        fprintf(stderr, "somebody wrote into the caller's textures\n");
    for (size_t i = 0; i < BUFFERS; i++) {
        GLubyte bytes[BUFFER_BYTES];
        fetch_buffer(h->buffers[i], 0, BUFFER_BYTES, bytes);
        if (memcmp(bytes, pattern, BUFFER_BYTES) != 0) {
            fprintf(stderr, "somebody wrote into the caller's buffer %zu\n", i);
            intact = false;
        }
    }
    return intact;
}
