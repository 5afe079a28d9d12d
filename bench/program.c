/* program.c - programs of shaders that stand in files of the bench.  SPDX-License-Identifier: MIT */
#include "program.h"

#include "shaders.h"

#include "common/files/error.h"
#include "common/platform/gl.h"

enum { MOST_TEXTS = 8 };

static GLuint compile(GLenum kind, const char *version, const char *const *texts) {
    const char *all[MOST_TEXTS] = {version};
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

uint32_t program_link(const char *version, const char *const *vertex_texts, const char *const *fragment_texts,
                      const char *attribute) {
    char log[ERROR_SIZE / 2] = "";
    GLint linked = 0;
    GLuint vertex = compile(GL_VERTEX_SHADER, version, vertex_texts);
    GLuint fragment = vertex ? compile(GL_FRAGMENT_SHADER, version, fragment_texts) : 0;
    GLuint program = fragment ? glCreateProgram() : 0;
    if (program) {
        glAttachShader(program, vertex);
        glAttachShader(program, fragment);
        if (attribute)
            glBindAttribLocation(program, 0, attribute);
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
    }
    if (program && !linked) {
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        glDeleteProgram(program);
        program = 0;
        error_set("a program of the bench does not link: %s", log);
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return program;
}

uint32_t program_of(const char *const *texts) {
    const char *const corners[] = {demo_shader(bench_shaders, "bitonic.vert.glsl"), NULL};
    return program_link("#version 330\n", corners, texts, NULL);
}
