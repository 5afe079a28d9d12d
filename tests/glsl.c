/* glsl.c - programs and targets of the tests, with the library's GLSL pasted in.  SPDX-License-Identifier: MIT */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static GLuint compile(GLenum kind, const char *text) {
    GLint compiled = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        char log[4096] = "";
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        fprintf(stderr, "%s\n%s\n", text, log);
        fail();
    }
    return shader;
}

GLuint make_program(const char *vertex, const char *fragment) {
    GLuint program = glCreateProgram(),
           stages[2] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
    GLint linked = 0;
    for (int i = 0; i < 2; ++i)
        glAttachShader(program, stages[i]);
    glLinkProgram(program);
    for (int i = 0; i < 2; ++i)
        glDeleteShader(stages[i]);
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

char *paste_snippet(env *e, const hpyr_pyramid *pyramid, const char *prefix, const char *body) {
    static const char version[] = "#version 330\n";
    size_t needed = 0;
    EXPECT(e, HPYR_TRUNCATED, hpyr_pyramid_glsl(pyramid, prefix, NULL, 0, &needed));
    assert_true(needed > 1);
    char *text = malloc(sizeof version + needed + strlen(body) + 1);
    assert_non_null(text);
    strcpy(text, version);
    OK(e, hpyr_pyramid_glsl(pyramid, prefix, text + strlen(text), needed, NULL));
    assert_int_equal(strlen(text), strlen(version) + needed - 1);
    strcat(text, "\n");
    return strcat(text, body);
}

target target_make(uint32_t width, uint32_t height) {
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

void target_begin(const target *t, uint32_t clear) {
    size_t words = (size_t)t->width * t->height * 4;
    GLuint *values = malloc(words * sizeof *values);
    assert_non_null(values);
    for (size_t i = 0; i < words; ++i)
        values[i] = clear;
    GLint active;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    glActiveTexture(GL_TEXTURE31); /* the pyramid may be bound to the unit that is active */
    glBindTexture(GL_TEXTURE_2D, t->texture);
    /* Not glClearBufferuiv: softpipe forgets its value where points are drawn next. */
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)t->width, (GLsizei)t->height, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                    values);
    glBindTexture(GL_TEXTURE_2D, 0);
    glActiveTexture((GLenum)active);
    free(values);
    glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
    glViewport(0, 0, (GLsizei)t->width, (GLsizei)t->height);
    glBindVertexArray(t->vertex_array);
}

void target_read(const target *t, uint32_t *texels) {
    glBindFramebuffer(GL_FRAMEBUFFER, t->framebuffer);
    glReadPixels(0, 0, (GLsizei)t->width, (GLsizei)t->height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, texels);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glBindVertexArray(0);
    CHECK_GL();
}

void target_free(target *t) {
    glDeleteTextures(1, &t->texture);
    glDeleteFramebuffers(1, &t->framebuffer);
    glDeleteVertexArrays(1, &t->vertex_array);
}
