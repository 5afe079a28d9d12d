/* hostile21.c - what fixed function leaves behind that no pass survives by luck; calls nothing newer than GL 2.1.
 * SPDX-License-Identifier: MIT */
#include "hostile21.h"

#include <GL/glew.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum { TARGETS = 5, RECTANGLE = TARGETS - 1, BUFFERS = 4, BUFFER_BYTES = 64, SIDE = 4, ARRAYS = 6 };

static const GLenum texture_targets[TARGETS] = {GL_TEXTURE_2D, GL_TEXTURE_1D, GL_TEXTURE_3D, GL_TEXTURE_CUBE_MAP,
                                                GL_TEXTURE_RECTANGLE}; /* the last one by an extension */

/* Switched on by the hostile caller; off by default. */
static const GLenum enables[] = {
    GL_ALPHA_TEST,
    GL_FOG,
    GL_LIGHTING,
    GL_COLOR_SUM,
    GL_COLOR_MATERIAL,
    GL_NORMALIZE,
    GL_LINE_STIPPLE,
    GL_POLYGON_STIPPLE,
    GL_INDEX_LOGIC_OP,
    GL_COLOR_LOGIC_OP,
    GL_BLEND,
    GL_SCISSOR_TEST,
    GL_DEPTH_TEST,
    GL_STENCIL_TEST,
    GL_CULL_FACE,
    GL_SAMPLE_COVERAGE,
    GL_SAMPLE_ALPHA_TO_COVERAGE,
    GL_SAMPLE_ALPHA_TO_ONE,
    GL_POINT_SMOOTH,
    GL_POINT_SPRITE,
    GL_VERTEX_PROGRAM_POINT_SIZE,
    GL_VERTEX_PROGRAM_TWO_SIDE,
    GL_POLYGON_OFFSET_FILL,
    GL_POLYGON_OFFSET_LINE,
    GL_POLYGON_OFFSET_POINT,
    GL_POLYGON_SMOOTH,
    GL_LINE_SMOOTH,
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

static const struct {
    GLenum name;
    GLfloat hostile, neutral;
} pixel_transfer[] = {
    {GL_RED_SCALE, 0.5f, 1},   {GL_GREEN_SCALE, 3.0f, 1}, {GL_BLUE_SCALE, -1.0f, 1}, {GL_ALPHA_SCALE, 0.25f, 1},
    {GL_DEPTH_SCALE, 0.5f, 1}, {GL_RED_BIAS, 0.25f, 0},   {GL_GREEN_BIAS, -0.5f, 0}, {GL_BLUE_BIAS, 0.125f, 0},
    {GL_ALPHA_BIAS, 2.0f, 0},  {GL_DEPTH_BIAS, 0.5f, 0},  {GL_INDEX_SHIFT, 2.0f, 0}, {GL_INDEX_OFFSET, 1.0f, 0},
    {GL_MAP_COLOR, 1, 0},      {GL_MAP_STENCIL, 1, 0},
};

struct hostile21 {
    GLuint textures[TARGETS];
    GLuint target; /* attached to the framebuffer */
    GLuint framebuffer, renderbuffer;
    GLuint buffers[BUFFERS]; /* array, element, pack, unpack */
    GLuint program;
    GLuint query;
    GLint units, coords, clip_planes, attributes;
    GLuint stencil_mask; /* the default, which is all ones of some length */
    bool applied;
};

static const char pattern[] = "the caller's own bytes, nobody else may write into these 64 of them";

static GLuint foreign_program(void) {
    static const char *const texts[2] = {"#version 120\nvoid main() { gl_Position = vec4(9.0); }\n",
                                         "#version 120\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 1.0, 0.0); }\n"};
    GLuint program = glCreateProgram();
    for (int i = 0; i < 2; ++i) {
        GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
        glShaderSource(shader, 1, &texts[i], NULL);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    return program;
}

static int target_count(void) {
    return GLEW_ARB_texture_rectangle ? TARGETS : RECTANGLE;
}

static void create_textures(hostile21 *h) {
    static const GLubyte texels[6 * SIDE * SIDE * 4];
    glGenTextures(TARGETS, h->textures);
    for (int i = 0; i < target_count(); ++i) {
        GLenum target = texture_targets[i];
        glBindTexture(target, h->textures[i]);
        if (target == GL_TEXTURE_1D)
            glTexImage1D(target, 0, GL_RGBA8, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        else if (target == GL_TEXTURE_3D)
            glTexImage3D(target, 0, GL_RGBA8, SIDE, SIDE, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        else if (target != GL_TEXTURE_CUBE_MAP)
            glTexImage2D(target, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        else
            for (GLenum face = 0; face < 6; ++face)
                glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA,
                             GL_UNSIGNED_BYTE, texels);
        glBindTexture(target, 0);
    }
}

static void create_framebuffer(hostile21 *h) {
    static const GLenum second[] = {GL_NONE, GL_COLOR_ATTACHMENT1_EXT};
    GLubyte texels[SIDE * SIDE * 4];
    memset(texels, 0x5a, sizeof texels);
    glGenTextures(1, &h->target);
    glBindTexture(GL_TEXTURE_2D, h->target);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenRenderbuffersEXT(1, &h->renderbuffer);
    glGenFramebuffersEXT(1, &h->framebuffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, h->framebuffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT1_EXT, GL_TEXTURE_2D, h->target, 0);
    glDrawBuffers(2, second);
    glReadBuffer(GL_COLOR_ATTACHMENT1_EXT);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
}

hostile21 *hostile21_create(void) {
    hostile21 *h = calloc(1, sizeof *h);
    GLint stencil_mask = 0;
    if (!h)
        abort();
    glGetIntegerv(GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS, &h->units);
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &h->coords);
    glGetIntegerv(GL_MAX_CLIP_PLANES, &h->clip_planes);
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &h->attributes);
    glGetIntegerv(GL_STENCIL_WRITEMASK, &stencil_mask);
    h->stencil_mask = (GLuint)stencil_mask;
    glGenBuffers(BUFFERS, h->buffers);
    for (size_t i = 0; i < BUFFERS; ++i) {
        glBindBuffer(GL_ARRAY_BUFFER, h->buffers[i]);
        glBufferData(GL_ARRAY_BUFFER, BUFFER_BYTES, pattern, GL_STATIC_DRAW);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glGenQueries(1, &h->query);
    create_textures(h);
    create_framebuffer(h);
    h->program = foreign_program();
    return h;
}

void hostile21_destroy(hostile21 *h) {
    glDeleteProgram(h->program);
    glDeleteQueries(1, &h->query);
    glDeleteRenderbuffersEXT(1, &h->renderbuffer);
    glDeleteFramebuffersEXT(1, &h->framebuffer);
    glDeleteTextures(1, &h->target);
    glDeleteTextures(TARGETS, h->textures);
    glDeleteBuffers(BUFFERS, h->buffers);
    free(h);
}

static void set_enabled(GLenum name, bool on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

/* GL_MULTISAMPLE and GL_DITHER are on by default, so the hostile caller has them off. The planes clip everything. */
static void set_switches(const hostile21 *h, bool on) {
    static const GLdouble nothing[4] = {0, 0, 0, -1}, zero[4] = {0, 0, 0, 0};
    GLubyte stipple[128];
    memset(stipple, on ? 0 : 0xff, sizeof stipple);
    for (size_t i = 0; i < LENGTH(enables); ++i)
        set_enabled(enables[i], on);
    for (GLint i = 0; i < h->clip_planes; ++i) {
        glClipPlane(GL_CLIP_PLANE0 + (GLenum)i, on ? nothing : zero);
        set_enabled(GL_CLIP_PLANE0 + (GLenum)i, on);
    }
    set_enabled(GL_MULTISAMPLE, !on);
    set_enabled(GL_DITHER, !on);
    glPolygonStipple(stipple); /* before the pixel store goes bad, and the map of colours does not touch it */
    glLineStipple(on ? 3 : 1, on ? 0 : 0xffff);
    glSampleCoverage(on ? 0.25f : 1.0f, on);
}

static void set_pixels(bool on) {
    static const GLfloat upside_down[2] = {1, 0}, zero[1] = {0};
    static const GLenum maps[] = {GL_PIXEL_MAP_R_TO_R, GL_PIXEL_MAP_G_TO_G, GL_PIXEL_MAP_B_TO_B, GL_PIXEL_MAP_A_TO_A};
    for (size_t i = 0; i < LENGTH(maps); ++i)
        glPixelMapfv(maps[i], on ? 2 : 1, on ? upside_down : zero);
    for (size_t i = 0; i < LENGTH(pixel_store); ++i)
        glPixelStorei(pixel_store[i].name, on ? pixel_store[i].hostile : pixel_store[i].neutral);
    for (size_t i = 0; i < LENGTH(pixel_transfer); ++i)
        glPixelTransferf(pixel_transfer[i].name, on ? pixel_transfer[i].hostile : pixel_transfer[i].neutral);
    glPixelZoom(on ? -2.0f : 1.0f, on ? 0.5f : 1.0f);
    if (!GLEW_ARB_color_buffer_float)
        return;
    glClampColorARB(GL_CLAMP_READ_COLOR_ARB, on ? GL_TRUE : GL_FIXED_ONLY_ARB);
    glClampColorARB(GL_CLAMP_FRAGMENT_COLOR_ARB, on ? GL_TRUE : GL_FIXED_ONLY_ARB);
    glClampColorARB(GL_CLAMP_VERTEX_COLOR_ARB, GL_TRUE); /* the default already */
}

static void set_rasterizer(bool on) {
    glViewport(on ? 13 : 0, on ? 7 : 0, on ? 3 : 0, on ? 2 : 0);
    glScissor(on ? 3 : 0, on ? 5 : 0, on ? 1 : 0, on ? 1 : 0);
    glDepthRange(on ? 0.75 : 0.0, on ? 0.25 : 1.0);
    glPolygonMode(GL_FRONT, on ? GL_LINE : GL_FILL); /* two modes, which one value cannot put back */
    glPolygonMode(GL_BACK, on ? GL_POINT : GL_FILL);
    glPolygonOffset(on ? 3.0f : 0.0f, on ? -5.0f : 0.0f);
    glCullFace(on ? GL_FRONT_AND_BACK : GL_BACK);
    glFrontFace(on ? GL_CW : GL_CCW);
    glShadeModel(on ? GL_FLAT : GL_SMOOTH);
    glPointSize(on ? 7.0f : 1.0f);
    glPointParameterf(GL_POINT_SIZE_MIN, on ? 5.0f : 0.0f);
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, on ? 5.0f : 1.0f);
    glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, on ? GL_LOWER_LEFT : GL_UPPER_LEFT);
}

static void set_matrices(bool on) {
    static const GLenum modes[] = {GL_TEXTURE, GL_PROJECTION, GL_MODELVIEW};
    for (size_t i = 0; i < LENGTH(modes); ++i) {
        glMatrixMode(modes[i]);
        glLoadIdentity();
        if (on) {
            glTranslatef(5.0f, -7.0f, 2.0f);
            glScalef(-3.0f, 0.0f, 2.0f + (GLfloat)i);
        }
    }
    glMatrixMode(on ? GL_PROJECTION : GL_MODELVIEW);
}

static void set_fragments(const hostile21 *h, bool on) {
    glAlphaFunc(on ? GL_NEVER : GL_ALWAYS, on ? 0.5f : 0.0f);
    glDepthFunc(on ? GL_NEVER : GL_LESS);
    glDepthMask(on ? GL_FALSE : GL_TRUE);
    glClearDepth(on ? 0.125 : 1.0);
    glStencilFunc(on ? GL_NEVER : GL_ALWAYS, on ? 3 : 0, on ? 5 : h->stencil_mask);
    glStencilOp(on ? GL_INVERT : GL_KEEP, on ? GL_ZERO : GL_KEEP, on ? GL_INCR : GL_KEEP);
    glStencilMask(on ? 0x55 : h->stencil_mask);
    glClearStencil(on ? 9 : 0);
    glLogicOp(on ? GL_COPY_INVERTED : GL_COPY);
    glBlendColor(on ? 0.1f : 0, on ? 0.2f : 0, on ? 0.3f : 0, on ? 0.4f : 0);
    glBlendFuncSeparate(on ? GL_ONE_MINUS_SRC_COLOR : GL_ONE, on ? GL_DST_COLOR : GL_ZERO,
                        on ? GL_CONSTANT_ALPHA : GL_ONE, GL_ZERO);
    glBlendEquationSeparate(on ? GL_FUNC_REVERSE_SUBTRACT : GL_FUNC_ADD, on ? GL_MIN : GL_FUNC_ADD);
    glClearColor(on ? 0.5f : 0, on ? 0.25f : 0, on ? 0.125f : 0, on ? 0.75f : 0);
    glColorMask(!on, GL_TRUE, !on, !on);
}

static void point_arrays(void) {
    for (GLuint i = 0; i < ARRAYS; ++i)
        glVertexAttribPointer(i, 1 + (GLint)i % 4, GL_UNSIGNED_BYTE, GL_TRUE, 5 + (GLsizei)i,
                              (const GLvoid *)(uintptr_t)i);
    glVertexPointer(3, GL_SHORT, 10, (const GLvoid *)2);
    glNormalPointer(GL_BYTE, 5, (const GLvoid *)1);
    glColorPointer(4, GL_UNSIGNED_BYTE, 12, (const GLvoid *)4);
    glEdgeFlagPointer(3, (const GLvoid *)7);
}

/* Arrays from a buffer that ends after 64 bytes, all of them on: a draw that reads a caller's array reads past its end. */
static void set_arrays(const hostile21 *h, bool on) {
    static const GLenum arrays[] = {GL_VERTEX_ARRAY, GL_NORMAL_ARRAY, GL_COLOR_ARRAY, GL_EDGE_FLAG_ARRAY};
    glBindBuffer(GL_ARRAY_BUFFER, on ? h->buffers[0] : 0);
    if (on)
        point_arrays();
    for (GLuint i = 0; i < ARRAYS; ++i) {
        if (on)
            glEnableVertexAttribArray(i);
        else
            glDisableVertexAttribArray(i);
    }
    for (size_t i = 0; i < LENGTH(arrays); ++i)
        (on ? glEnableClientState : glDisableClientState)(arrays[i]);
    for (GLint unit = 0; unit < h->coords; ++unit) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        if (on)
            glTexCoordPointer(2, GL_FLOAT, 8, (const GLvoid *)8);
        (on ? glEnableClientState : glDisableClientState)(GL_TEXTURE_COORD_ARRAY);
    }
    glClientActiveTexture(GL_TEXTURE0 + (on && h->coords > 3 ? 3 : 0));
    for (GLint i = 1; i < h->attributes; ++i)
        glVertexAttrib4f((GLuint)i, on ? 0.3f : 0, on ? -2.0f : 0, on ? 7.0f + (GLfloat)i : 0, on ? 0.1f : 1);
    glColor4f(on ? 0.5f : 1, on ? 0.25f : 1, 1, on ? 0 : 1);
}

static void set_buffers(const hostile21 *h, bool on) {
    set_arrays(h, on);
    glBindBuffer(GL_ARRAY_BUFFER, on ? h->buffers[1] : 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, on ? h->buffers[1] : 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, on ? h->buffers[2] : 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, on ? h->buffers[3] : 0);
    glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, on ? h->renderbuffer : 0);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, on ? h->framebuffer : 0);
}

static void set_units(const hostile21 *h, bool on) {
    for (GLint unit = 0; unit < h->units; ++unit) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, on ? 2.0f : 0.0f);
        for (int i = 0; i < target_count(); ++i) {
            glBindTexture(texture_targets[i], on ? h->textures[i] : 0);
            if (unit < h->coords && (!on || i == unit % TARGETS))
                set_enabled(texture_targets[i], on);
        }
    }
    glActiveTexture(GL_TEXTURE0 + (on ? 5 : 0));
    glUseProgram(on ? h->program : 0);
}

void hostile21_apply(hostile21 *h) {
    set_units(h, true);
    set_switches(h, true);
    set_rasterizer(true);
    set_matrices(true);
    set_fragments(h, true);
    set_pixels(true);
    set_buffers(h, true);
    glBeginQuery(GL_SAMPLES_PASSED, h->query);
    h->applied = true;
}

void hostile21_calm(hostile21 *h) {
    if (!h->applied)
        return;
    glEndQuery(GL_SAMPLES_PASSED);
    set_buffers(h, false);
    set_pixels(false);
    set_matrices(false);
    set_switches(h, false);
    set_rasterizer(false);
    set_fragments(h, false);
    h->applied = false;
}

void hostile21_remove(hostile21 *h) {
    hostile21_calm(h);
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

bool hostile21_contents_intact(hostile21 *h) {
    bool intact = texels_are(h->textures[0], 0) && texels_are(h->target, 0x5a);
    if (!intact)
        fprintf(stderr, "somebody wrote into the caller's textures\n");
    for (size_t i = 0; i < BUFFERS; ++i) {
        GLubyte bytes[BUFFER_BYTES];
        glBindBuffer(GL_ARRAY_BUFFER, h->buffers[i]);
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, BUFFER_BYTES, bytes);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        if (memcmp(bytes, pattern, BUFFER_BYTES) != 0) {
            fprintf(stderr, "somebody wrote into the caller's buffer %zu\n", i);
            intact = false;
        }
    }
    return intact;
}
