/* program.c - programs of OpenGL 3.3 from texts.  SPDX-License-Identifier: MIT */
#include "program.h"

#include "shaders.h"

#include "common/files/error.h"
#include "common/platform/gl.h"

enum { MOST_TEXTS = 8 };

static GLuint compile(GLenum kind, const char *const *texts) {
    const char *all[MOST_TEXTS] = {"#version 330\n"};
    GLsizei count = 1;
    for (size_t i = 0; texts[i] && count < MOST_TEXTS; i++)
        all[count++] = texts[i];
    char log[ERROR_SIZE / 2] = "";
    GLint compiled = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, all, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        return shader;
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    glDeleteShader(shader);
    error_set("a shader of the bench does not compile: %s", log);
    return 0;
}

static GLuint link(GLuint vertex, GLuint fragment) {
    char log[ERROR_SIZE / 2] = "";
    GLint linked = 0;
    GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked)
        return program;
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    glDeleteProgram(program);
    error_set("a program of the bench does not link: %s", log);
    return 0;
}

uint32_t program_of(const char *const *texts) {
    const char *const corners[] = {demo_shader(bench_shaders, "bitonic.vert.glsl"), NULL};
    GLuint vertex = compile(GL_VERTEX_SHADER, corners);
    GLuint fragment = vertex ? compile(GL_FRAGMENT_SHADER, texts) : 0;
    GLuint program = fragment ? link(vertex, fragment) : 0;
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}
