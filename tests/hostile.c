/* hostile.c - sets GL state that no pass survives by luck.  SPDX-License-Identifier: MIT */
#include "hostile.h"

#include "hostile21.h"

#include <GL/glew.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { SAMPLERS = 8, QUERIES = 4, TARGETS = 7, BUFFER_BYTES = 64, SIDE = 4 };

static const GLenum query_targets[QUERIES] = {GL_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED,
                                              GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, GL_TIME_ELAPSED};
static const GLenum texture_targets[TARGETS] = {GL_TEXTURE_1D,       GL_TEXTURE_2D,        GL_TEXTURE_3D,
                                                GL_TEXTURE_2D_ARRAY, GL_TEXTURE_RECTANGLE, GL_TEXTURE_BUFFER,
                                                GL_TEXTURE_CUBE_MAP};

/* Switched on by the hostile caller; off by default. */
static const GLenum enables[] = {
    GL_SCISSOR_TEST,
    GL_DEPTH_TEST,
    GL_STENCIL_TEST,
    GL_CULL_FACE,
    GL_COLOR_LOGIC_OP,
    GL_FRAMEBUFFER_SRGB,
    GL_RASTERIZER_DISCARD,
    GL_SAMPLE_COVERAGE,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE,
    GL_SAMPLE_MASK,
    GL_DEPTH_CLAMP,
    GL_PRIMITIVE_RESTART,
    GL_PROGRAM_POINT_SIZE,
    GL_POLYGON_OFFSET_FILL,
    GL_POLYGON_OFFSET_LINE,
    GL_POLYGON_OFFSET_POINT,
    GL_POLYGON_SMOOTH,
    GL_LINE_SMOOTH,
    GL_TEXTURE_CUBE_MAP_SEAMLESS,
};

static const struct {
    GLenum name;
    GLint hostile, neutral;
} pixel_store[] = {
    {GL_PACK_SWAP_BYTES, 1, 0},    {GL_PACK_LSB_FIRST, 1, 0},    {GL_PACK_ROW_LENGTH, 7, 0},
    {GL_PACK_SKIP_ROWS, 3, 0},     {GL_PACK_SKIP_PIXELS, 5, 0},  {GL_PACK_ALIGNMENT, 8, 4},
    {GL_PACK_IMAGE_HEIGHT, 11, 0}, {GL_PACK_SKIP_IMAGES, 2, 0},  {GL_UNPACK_SWAP_BYTES, 1, 0},
    {GL_UNPACK_LSB_FIRST, 1, 0},   {GL_UNPACK_ROW_LENGTH, 9, 0}, {GL_UNPACK_SKIP_ROWS, 4, 0},
    {GL_UNPACK_SKIP_PIXELS, 6, 0}, {GL_UNPACK_ALIGNMENT, 2, 4},  {GL_UNPACK_IMAGE_HEIGHT, 13, 0},
    {GL_UNPACK_SKIP_IMAGES, 1, 0},
};

struct hostile {
    hostile21 *old; /* the caller of GL 2.1; where he is, the rest is empty */
    GLuint samplers[SAMPLERS];
    GLuint textures[TARGETS];
    GLuint targets[2]; /* attached to the framebuffers for drawing and for reading */
    GLuint framebuffers[2];
    GLuint renderbuffer;
    GLuint buffers
        [10]; /* array, element, pack, unpack, copy read, copy write, texture, uniform, feedback, texture store */
    GLuint vertex_array;
    GLuint program;
    GLuint queries[QUERIES];
    GLint units, clip_distances, attributes, draw_buffers;
    GLuint stencil_mask; /* the default, which is all ones of some length */
    bool applied;
};

static const char pattern[] = "the caller's own bytes, nobody else may write into these 64 of them";

static GLuint compile(GLenum kind, const char *text) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    return shader;
}

static GLuint foreign_program(void) {
    GLuint program = glCreateProgram();
    GLuint vertex = compile(GL_VERTEX_SHADER, "#version 330\nvoid main() { gl_Position = vec4(9); }\n");
    GLuint fragment = compile(GL_FRAGMENT_SHADER, "#version 330\nout vec4 c;\nvoid main() { c = vec4(1, 0, 1, 0); }\n");
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}

static void create_textures(hostile *h) {
    static const GLubyte texels[6 * SIDE * SIDE * 4];
    glGenTextures(TARGETS, h->textures);
    for (int i = 0; i < TARGETS; ++i) {
        GLenum target = texture_targets[i];
        glBindTexture(target, h->textures[i]);
        if (target == GL_TEXTURE_1D) {
            glTexImage1D(target, 0, GL_RGBA8, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        } else if (target == GL_TEXTURE_3D || target == GL_TEXTURE_2D_ARRAY) {
            glTexImage3D(target, 0, GL_RGBA8, SIDE, SIDE, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        } else if (target == GL_TEXTURE_BUFFER) {
            glTexBuffer(target, GL_R8, h->buffers[9]);
        } else if (target == GL_TEXTURE_CUBE_MAP) {
            for (GLenum face = 0; face < 6; ++face)
                glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA,
                             GL_UNSIGNED_BYTE, texels);
        } else {
            glTexImage2D(target, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        }
        glBindTexture(target, 0);
    }
}

static void create_framebuffers(hostile *h) {
    static const GLenum second[] = {GL_NONE, GL_COLOR_ATTACHMENT1};
    GLubyte texels[SIDE * SIDE * 4];
    memset(texels, 0x5a, sizeof texels);
    glGenTextures(2, h->targets);
    glGenFramebuffers(2, h->framebuffers);
    for (int i = 0; i < 2; ++i) {
        glBindTexture(GL_TEXTURE_2D, h->targets[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glBindFramebuffer(GL_FRAMEBUFFER, h->framebuffers[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, GL_TEXTURE_2D, h->targets[i], 0);
        glDrawBuffers(2, second);
        glReadBuffer(GL_COLOR_ATTACHMENT1);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
}

static void create_samplers(hostile *h) {
    glGenSamplers(SAMPLERS, h->samplers);
    for (int i = 0; i < SAMPLERS; ++i) {
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_COMPARE_MODE, i % 2 ? GL_COMPARE_REF_TO_TEXTURE : GL_NONE);
        glSamplerParameteri(h->samplers[i], GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT);
        glSamplerParameterf(h->samplers[i], GL_TEXTURE_MIN_LOD, 3.0f);
        glSamplerParameterf(h->samplers[i], GL_TEXTURE_LOD_BIAS, 1.5f);
    }
}

static void create_vertex_array(hostile *h) {
    glGenVertexArrays(1, &h->vertex_array);
    glBindVertexArray(h->vertex_array);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, h->buffers[1]);
    glBindBuffer(GL_ARRAY_BUFFER, h->buffers[0]);
    for (GLuint i = 0; i < 6; ++i) {
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, 1 + (GLint)i % 4, GL_UNSIGNED_BYTE, GL_TRUE, 5 + (GLsizei)i,
                              (const GLvoid *)(uintptr_t)i);
        glVertexAttribDivisor(i, i % 3);
    }
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

hostile *hostile_create(bool gl21) {
    hostile *h = calloc(1, sizeof *h);
    if (!h)
        abort();
    if (gl21) {
        h->old = hostile21_create();
        return h;
    }
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &h->units);
    glGetIntegerv(GL_MAX_CLIP_DISTANCES, &h->clip_distances);
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &h->attributes);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &h->draw_buffers);
    GLint stencil_mask = 0;
    glGetIntegerv(GL_STENCIL_WRITEMASK, &stencil_mask);
    h->stencil_mask = (GLuint)stencil_mask;
    glGenBuffers(LENGTH(h->buffers), h->buffers);
    for (size_t i = 0; i < LENGTH(h->buffers); ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, h->buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, BUFFER_BYTES, pattern, GL_STATIC_DRAW);
    }
    glGenRenderbuffers(1, &h->renderbuffer);
    glGenQueries(QUERIES, h->queries);
    create_vertex_array(h);
    create_textures(h);
    create_framebuffers(h);
    create_samplers(h);
    h->program = foreign_program();
    return h;
}

void hostile_destroy(hostile *h) {
    if (!h)
        return;
    if (h->old) {
        hostile21_destroy(h->old);
        free(h);
        return;
    }
    glDeleteProgram(h->program);
    glDeleteVertexArrays(1, &h->vertex_array);
    glDeleteQueries(QUERIES, h->queries);
    glDeleteRenderbuffers(1, &h->renderbuffer);
    glDeleteFramebuffers(2, h->framebuffers);
    glDeleteTextures(2, h->targets);
    glDeleteTextures(TARGETS, h->textures);
    glDeleteSamplers(SAMPLERS, h->samplers);
    glDeleteBuffers(LENGTH(h->buffers), h->buffers);
    free(h);
}

static void set_enabled(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

/* GL_MULTISAMPLE and GL_DITHER are on by default, so the hostile caller has them off. */
static void set_switches(const hostile *h, bool on) {
    for (size_t i = 0; i < LENGTH(enables); ++i)
        set_enabled(enables[i], on);
    for (GLint i = 0; i < h->clip_distances; ++i)
        set_enabled(GL_CLIP_DISTANCE0 + (GLenum)i, on);
    set_enabled(GL_MULTISAMPLE, !on);
    set_enabled(GL_DITHER, !on);
    if (GLEW_VERSION_4_3 || GLEW_ARB_ES3_compatibility)
        set_enabled(GL_PRIMITIVE_RESTART_FIXED_INDEX, on);
    for (size_t i = 0; i < LENGTH(pixel_store); ++i)
        glPixelStorei(pixel_store[i].name, on ? pixel_store[i].hostile : pixel_store[i].neutral);
    glPrimitiveRestartIndex(0);
    glProvokingVertex(on ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
    glSampleCoverage(on ? 0.25f : 1.0f, on);
    glSampleMaski(0, on ? 0 : ~0u);
    glClampColor(GL_CLAMP_READ_COLOR, on ? GL_TRUE : GL_FIXED_ONLY);
}

static void set_rasterizer(bool on) {
    glViewport(on ? 13 : 0, on ? 7 : 0, on ? 3 : 0, on ? 2 : 0);
    glScissor(on ? 3 : 0, on ? 5 : 0, on ? 1 : 0, on ? 1 : 0);
    glDepthRange(on ? 0.75 : 0.0, on ? 0.25 : 1.0);
    glPolygonMode(GL_FRONT_AND_BACK, on ? GL_POINT : GL_FILL);
    glPolygonOffset(on ? 3.0f : 0.0f, on ? -5.0f : 0.0f);
    glCullFace(on ? GL_FRONT_AND_BACK : GL_BACK);
    glFrontFace(on ? GL_CW : GL_CCW);
    glPointSize(on ? 7.0f : 1.0f);
    glLineWidth(1.0f);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, on ? GL_LOWER_LEFT : GL_UPPER_LEFT);
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, on ? 5.0f : 1.0f);
    if (GLEW_ARB_clip_control && glClipControl)
        glClipControl(on ? GL_UPPER_LEFT : GL_LOWER_LEFT, on ? GL_ZERO_TO_ONE : GL_NEGATIVE_ONE_TO_ONE);
}

static void set_fragments(const hostile *h, bool on) {
    glDepthFunc(on ? GL_NEVER : GL_LESS);
    glDepthMask(on ? GL_FALSE : GL_TRUE);
    glClearDepth(on ? 0.125 : 1.0);
    glStencilFunc(on ? GL_NEVER : GL_ALWAYS, on ? 3 : 0, on ? 5 : h->stencil_mask);
    glStencilOp(on ? GL_INVERT : GL_KEEP, on ? GL_ZERO : GL_KEEP, on ? GL_INCR : GL_KEEP);
    glStencilMask(on ? 0x55 : h->stencil_mask);
    glClearStencil(on ? 9 : 0);
    glLogicOp(on ? GL_COPY_INVERTED : GL_COPY);
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
    for (GLint i = 0; i < h->draw_buffers; ++i) {
        if (on && i != 5)
            glEnablei(GL_BLEND, (GLuint)i);
        else
            glDisablei(GL_BLEND, (GLuint)i);
        GLboolean mask = !on || i == 6; /* one differs: a global mask cannot put this back */
        glColorMaski((GLuint)i, mask, mask, mask, mask);
    }
}

static void set_buffers(const hostile *h, bool on) {
    static const GLenum targets[] = {
        GL_ARRAY_BUFFER,  0, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
        GL_TEXTURE_BUFFER};
    glBindVertexArray(on ? h->vertex_array : 0);
    for (size_t i = 0; i < LENGTH(targets); ++i)
        if (targets[i])
            glBindBuffer(targets[i], on ? h->buffers[i] : 0);
    for (GLuint i = 0; i < 4; ++i) {
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
    glBindRenderbuffer(GL_RENDERBUFFER, on ? h->renderbuffer : 0);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, on ? h->framebuffers[0] : 0);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, on ? h->framebuffers[1] : 0);
    for (GLint i = 0; i < h->attributes; ++i)
        glVertexAttrib4f((GLuint)i, on ? 0.3f : 0, on ? -2.0f : 0, on ? 7.0f + (GLfloat)i : 0, on ? 0.1f : 1);
}

static void set_units(const hostile *h, bool on) {
    for (GLint unit = 0; unit < h->units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (int i = 0; i < TARGETS; ++i)
            glBindTexture(texture_targets[i], on ? h->textures[i] : 0);
        if (unit < SAMPLERS)
            glBindSampler((GLuint)unit, on ? h->samplers[unit] : 0);
    }
    glActiveTexture(GL_TEXTURE0 + (on ? 5 : 0));
    glUseProgram(on ? h->program : 0);
}

void hostile_apply(hostile *h) {
    if (h->old) {
        hostile21_apply(h->old);
        return;
    }
    set_switches(h, true);
    set_rasterizer(true);
    set_fragments(h, true);
    set_buffers(h, true);
    set_units(h, true);
    for (int i = 0; i < QUERIES; ++i)
        glBeginQuery(query_targets[i], h->queries[i]);
    h->applied = true;
}

void hostile_calm(hostile *h) {
    if (h->old)
        hostile21_calm(h->old);
    if (!h->applied)
        return;
    for (int i = 0; i < QUERIES; ++i)
        glEndQuery(query_targets[i]);
    set_switches(h, false);
    set_rasterizer(false);
    set_fragments(h, false);
    set_buffers(h, false);
    h->applied = false;
}

void hostile_remove(hostile *h) {
    if (h->old) {
        hostile21_remove(h->old);
        return;
    }
    hostile_calm(h);
    set_units(h, false);
}

static bool texels_are(GLuint texture, int value) {
    GLubyte texels[SIDE * SIDE * 4];
    bool same = true;
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glBindTexture(GL_TEXTURE_2D, 0);
    for (size_t i = 0; i < sizeof texels; ++i)
        same = same && texels[i] == value;
    return same;
}

bool hostile_contents_intact(hostile *h) {
    if (h->old)
        return hostile21_contents_intact(h->old);
    bool intact = texels_are(h->textures[1], 0) && texels_are(h->targets[0], 0x5a) && texels_are(h->targets[1], 0x5a);
    if (!intact)
        fprintf(stderr, "somebody wrote into the caller's textures\n");
    for (size_t i = 0; i < LENGTH(h->buffers); ++i) {
        GLubyte bytes[BUFFER_BYTES];
        glBindBuffer(GL_COPY_READ_BUFFER, h->buffers[i]);
        glGetBufferSubData(GL_COPY_READ_BUFFER, 0, BUFFER_BYTES, bytes);
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
        if (memcmp(bytes, pattern, BUFFER_BYTES) != 0) {
            fprintf(stderr, "somebody wrote into the caller's buffer %zu\n", i);
            intact = false;
        }
    }
    return intact;
}
