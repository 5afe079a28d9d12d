/* draw.c - a program that draws a point list straight from the pyramid.  SPDX-License-Identifier: MIT */
#include "draw.h"

#include "shaders.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

static GLuint compile(GLenum kind, const char *version, const char *snippet, const char *name) {
    const char *texts[] = {version, snippet, demo_shader(bench_shaders, name)};
    char log[ERROR_SIZE / 2] = "";
    GLint compiled = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 3, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (!compiled) {
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        error_set("%s does not compile: %s", name, log);
        glDeleteShader(shader);
        shader = 0;
    }
    return shader;
}

static bool link(bench *b, draw_program *d, const char *snippet) {
    bool old = bench_has_floats(b);
    const char *version = old                     ? "#version 120\n#extension GL_ARB_texture_rectangle : enable\n"
                          : bench_gl(b) == GL_ES3 ? "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                                  : "#version 330\n";
    char log[ERROR_SIZE / 2] = "";
    GLint linked = 0;
    GLuint vertex = compile(GL_VERTEX_SHADER, version, snippet, "draw.vert.glsl");
    GLuint fragment = vertex ? compile(GL_FRAGMENT_SHADER, version, "", "draw.frag.glsl") : 0;
    if (fragment) {
        d->program = glCreateProgram();
        glAttachShader(d->program, vertex);
        glAttachShader(d->program, fragment);
        if (old)
            glBindAttribLocation(d->program, 0, "a_hpyr_vertex");
        glLinkProgram(d->program);
        glGetProgramiv(d->program, GL_LINK_STATUS, &linked);
        if (!linked) {
            glGetProgramInfoLog(d->program, sizeof log, NULL, log);
            error_set("the program that draws does not link: %s", log);
        }
        d->side_location = glGetUniformLocation(d->program, "u_side");
    }
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    return linked;
}

bool draw_open(bench *b, const hpyr_pyramid *pyramid, draw_program *d, hpyr_result *result) {
    size_t needed = 0;
    *result = hpyr_pyramid_glsl(pyramid, NULL, NULL, 0, &needed);
    if (*result != HPYR_TRUNCATED)
        return true;
    char *snippet = malloc(needed);
    if (!snippet)
        return error_set("out of memory");
    *result = hpyr_pyramid_glsl(pyramid, NULL, snippet, needed, NULL);
    bool ok = *result != HPYR_OK || link(b, d, snippet);
    free(snippet);
    if (ok && !bench_has_floats(b))
        glGenVertexArrays(1, &d->vertex_array);
    return ok;
}

void draw_close(draw_program *d) {
    glDeleteProgram(d->program);
    if (d->vertex_array)
        glDeleteVertexArrays(1, &d->vertex_array);
}

hpyr_result draw_run(const scene *s, hpyr_pyramid *pyramid, const draw_program *d, bool visible) {
    framebuffer_bind(s->gl, s->framebuffer);
    glViewport(0, 0, (GLsizei)s->list.width, (GLsizei)s->list.height);
    if (d->vertex_array)
        glBindVertexArray(d->vertex_array);
    hpyr_result result = hpyr_pyramid_bind(pyramid, d->program, NULL, 0, NULL);
    if (result == HPYR_OK) {
        glUniform1f(d->side_location, visible ? (float)s->list.width : 0.0f);
        result = hpyr_pyramid_draw(pyramid, GL_POINTS, 0, HPYR_ALL, 1, NULL);
        hpyr_result unbound = hpyr_pyramid_unbind(pyramid);
        result = result == HPYR_OK ? unbound : result;
    }
    if (d->vertex_array)
        glBindVertexArray(0);
    framebuffer_bind(s->gl, 0);
    return result;
}
