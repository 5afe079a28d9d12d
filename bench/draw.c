/* draw.c - a program that draws a point list straight from the pyramid.  SPDX-License-Identifier: MIT */
#include "draw.h"

#include "program.h"
#include "shaders.h"

#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>

static bool link(bench *b, draw_program *d, const char *snippet) {
    const bool old = bench_has_floats(b);
    const char *version = old                     ? "#version 120\n#extension GL_ARB_texture_rectangle : enable\n"
                          : bench_gl(b) == GL_ES3 ? "#version 300 es\nprecision highp float;\nprecision highp int;\n"
                                                  : "#version 330\n";
    const char *const vertex[] = {snippet, demo_shader(bench_shaders, "draw.vert.glsl"), NULL};
    const char *const fragment[] = {demo_shader(bench_shaders, "draw.frag.glsl"), NULL};
    d->program = program_link(version, vertex, fragment, old ? "a_hpyr_vertex" : NULL);
    d->side_location = d->program ? glGetUniformLocation(d->program, "u_side") : -1;
    return d->program != 0;
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
