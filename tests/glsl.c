/* glsl.c - programs and targets of the tests, with the library's GLSL pasted in.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A shader of GLSL 3.30 is compiled as GLSL ES 3.00 on OpenGL ES, which has no default precision for most types. */
static void set_source(GLuint shader, const char *text) {
    static const char desktop[] = "#version 330\n";
    const char *parts[2] = {"", text};
    if (env_is_es() && strncmp(text, desktop, sizeof desktop - 1) == 0) {
        parts[0] = "#version 300 es\n"
                   "precision highp float;\nprecision highp int;\n"
                   "precision highp sampler2D;\nprecision highp sampler3D;\nprecision highp sampler2DArray;\n"
                   "precision highp usampler2D;\nprecision highp usampler3D;\nprecision highp usampler2DArray;\n";
        parts[1] = text + sizeof desktop - 1;
    }
    glShaderSource(shader, 2, parts, NULL);
}

static GLuint compile(GLenum stage, const char *text, GLint *compiled) {
    GLuint shader = glCreateShader(stage);
    set_source(shader, text);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, compiled);
    return shader;
}

bool stage_compiles(GLenum stage, const char *text) {
    GLint compiled = 0;
    glDeleteShader(compile(stage, text, &compiled));
    return compiled;
}

void add_stage(GLuint program, GLenum stage, const char *text) {
    GLint compiled = 0;
    GLuint shader = compile(stage, text, &compiled);
    if (!compiled) {
        char log[4096] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s\n", text, log);
        fail();
    }
    glAttachShader(program, shader);
    glDeleteShader(shader);
}

GLuint make_program(const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram();
    GLint linked = 0;
    add_stage(program, GL_VERTEX_SHADER, vertex);
    add_stage(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (!linked) {
        char log[4096] = "";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s\n%s\n", vertex, fragment, log);
        fail();
    }
    CHECK_GL();
    return program;
}

const char *const covering = "#version 330\n"
                             "void main() {\n"
                             "    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0,\n"
                             "                       gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);\n"
                             "}\n";

char *paste_snippet_after(env *e, const hpyr_pyramid *pyramid, const char *prefix, const char *version,
                          const char *body) {
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(pyramid, prefix, NULL, 0, &needed));
    assert_true(needed > 1);
    char *text = make_room(strlen(version) + needed + strlen(body) + 2);
    strcpy(text, version);
    OK(e, hpyr_pyramid_glsl(pyramid, prefix, text + strlen(text), needed, NULL));
    assert_int_equal(strlen(text), strlen(version) + needed - 1);
    strcat(text, "\n");
    return strcat(text, body);
}

const char *glsl_version(hpyr_layout layout, bool fragment) {
    if (env_is_es()) /* what else GLSL ES needs stands at the beginning of the library's text */
        return "#version 300 es\n";
    if (!env_is_21())
        return "#version 330\n";
    if (layout == HPYR_LAYOUT_RECT)
        return "#version 120\n#extension GL_ARB_texture_rectangle : require\n";
    return fragment ? "#version 120\n#extension GL_ARB_shader_texture_lod : require\n" : "#version 120\n";
}

char *paste_snippet(env *e, const hpyr_pyramid *pyramid, const char *prefix, const char *body) {
    return paste_snippet_after(e, pyramid, prefix, glsl_version(hpyr_pyramid_resolved(pyramid)->layout, true), body);
}

/* GL 2.1 has no integer targets and no vertex arrays, and names framebuffers by an extension. */
static target target_make_21(uint32_t width, uint32_t height) {
    target t = {0, 0, 0, width, height};
    glGenTextures(1, &t.texture);
    glBindTexture(GL_TEXTURE_2D, t.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F_ARB, (GLsizei)width, (GLsizei)height, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffersEXT(1, &t.framebuffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, t.framebuffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, t.texture, 0);
    assert_int_equal(glCheckFramebufferStatusEXT(GL_FRAMEBUFFER_EXT), GL_FRAMEBUFFER_COMPLETE_EXT);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    CHECK_GL();
    return t;
}

/* The texels as they lie in the target: unsigned integers, on GL 2.1 floats of the same value. */
static void fill_words(uint32_t *words, size_t count, uint32_t value) {
    GLfloat single = (GLfloat)value;
    if (env_is_21())
        memcpy(&value, &single, sizeof value);
    for (size_t i = 0; i < count; i++)
        words[i] = value;
}

void words_from_floats(uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        GLfloat single;
        memcpy(&single, &words[i], sizeof single);
        words[i] = single < 0 ? HPYR_UNUSED : (uint32_t)single;
    }
}

target target_make(uint32_t width, uint32_t height) {
    if (env_is_21())
        return target_make_21(width, height);
    target t = {0, 0, 0, width, height};
    glGenTextures(1, &t.texture);
    glBindTexture(GL_TEXTURE_2D, t.texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, (GLsizei)width, (GLsizei)height, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glBindTexture(GL_TEXTURE_2D, 0);
    glGenFramebuffers(1, &t.framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, t.framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, t.texture, 0);
    assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glGenVertexArrays(1, &t.vertex_array);
    CHECK_GL();
    return t;
}

static void bind_target(GLuint framebuffer, GLuint vertex_array) {
    if (env_is_21()) {
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, framebuffer);
        return;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindVertexArray(vertex_array);
}

void target_begin(const target *t, uint32_t clear) {
    size_t words = (size_t)t->width * t->height * 4;
    GLuint *values = make_room(words * sizeof *values);
    fill_words(values, words, clear);
    GLint active;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glActiveTexture(GL_TEXTURE31); /* the pyramid may be bound to the unit that is active */
    glBindTexture(GL_TEXTURE_2D, t->texture);
    /* Not glClearBufferuiv: softpipe forgets its value where points are drawn next. */
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)t->width, (GLsizei)t->height,
                    env_is_21() ? GL_RGBA : GL_RGBA_INTEGER, env_is_21() ? GL_FLOAT : GL_UNSIGNED_INT, values);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture((GLenum)active);
    free(values);
    bind_target(t->framebuffer, t->vertex_array);
    glViewport(0, 0, (GLsizei)t->width, (GLsizei)t->height);
}

void target_read(const target *t, uint32_t *texels) {
    bind_target(t->framebuffer, 0);
    glReadPixels(0, 0, (GLsizei)t->width, (GLsizei)t->height, env_is_21() ? GL_RGBA : GL_RGBA_INTEGER,
                 env_is_21() ? GL_FLOAT : GL_UNSIGNED_INT, texels);
    if (env_is_21())
        words_from_floats(texels, (size_t)t->width * t->height * 4);
    bind_target(0, 0);
    CHECK_GL();
}

void target_free(target *t) {
    glDeleteTextures(1, &t->texture);
    if (env_is_21()) {
        glDeleteFramebuffersEXT(1, &t->framebuffer);
        return;
    }
    glDeleteFramebuffers(1, &t->framebuffer);
    glDeleteVertexArrays(1, &t->vertex_array);
}
