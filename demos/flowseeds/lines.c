/* lines.c - streamlines, which the GPU steps along all at once.  SPDX-License-Identifier: MIT */
#include "lines.h"

#include "common/files/error.h"
#include "common/files/memory.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

enum { UNIT_LINES, UNIT_FIELD };
enum { POINT = 4 * sizeof(float) };

bool lines_open(lines *l, const painter *painter, const lines_field *field) {
    const draw_program_desc desc = {
        flowseeds_shaders, {"square.vert.glsl"}, {field->glsl, "trace.frag.glsl"}, DRAW_SQUARE_ATTRIBUTES};
    l->painter = painter;
    glDeleteProgram(l->program);
    l->program = draw_program(painter, &desc);
    return l->program != 0;
}

static void free_textures(lines *l) {
    glDeleteFramebuffers(2, l->framebuffers);
    glDeleteTextures(2, l->textures);
    memset(l->framebuffers, 0, sizeof l->framebuffers);
    memset(l->textures, 0, sizeof l->textures);
    l->columns = l->rows = 0;
}

void lines_free(lines *l) {
    if (l->painter) { /* else GL may not even be loaded */
        free_textures(l);
        glDeleteProgram(l->program);
    }
    memset(l, 0, sizeof *l);
}

static bool make_textures(lines *l, uint32_t columns, uint32_t rows) {
    GLint most = 0;
    if (l->columns == columns && l->rows == rows)
        return true;
    free_textures(l);
    if (!memory_check("the lines", 2 * POINT * (uint64_t)columns * rows))
        return false;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (columns > (uint32_t)most || rows > (uint32_t)most)
        return error_set("%u lines of %u points: this OpenGL allows %d lines of %d points", (unsigned)columns,
                         (unsigned)(2 * rows), (int)most, (int)(2 * most));
    const uint32_t size[3] = {columns, rows, 1};
    bool is_complete = true;
    glGenFramebuffers(2, l->framebuffers);
    for (int i = 0; i < 2 && is_complete; i++) {
        l->textures[i] = draw_texels(GL_TEXTURE_2D, GL_RGBA32F, size, GL_RGBA, GL_FLOAT, NULL);
        glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffers[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, l->textures[i], 0);
        is_complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    if (!draw_check("textures for the lines")) /* before, as without memory they are not complete */
        return false;
    if (!is_complete)
        return error_set("this OpenGL cannot draw into textures of floats");
    l->columns = columns;
    l->rows = rows;
    return true;
}

/* Both lines of a start begin there. They stand where point 1 comes, which is drawn after point 0. */
static bool put_starts(const lines *l, const float (*starts)[4]) {
    float(*row)[4] = malloc((size_t)l->columns * sizeof *row);
    if (!row)
        return error_set("out of memory for %u lines", (unsigned)l->columns);
    for (uint32_t i = 0; i < l->columns; i++) {
        memcpy(row[i], starts[i / 2], sizeof *row);
        row[i][3] = 1; /* no line has ended */
    }
    glBindTexture(GL_TEXTURE_2D, l->textures[1]);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)l->columns, 1, GL_RGBA, GL_FLOAT, row);
    glBindTexture(GL_TEXTURE_2D, 0);
    free(row);
    return true;
}

static void draw_steps(const lines *l, float step) {
    const GLint at = draw_uniform(l->program, "u_row"), length = draw_uniform(l->program, "u_step");
    for (uint32_t k = 0; k < l->points; k++) {
        const uint32_t before = k ? k - 1 : 1;
        glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffers[k & 1]);
        glViewport(0, (GLint)(k / 2), (GLsizei)l->columns, 1);
        draw_bind(l->program, "u_lines", UNIT_LINES, l->textures[before & 1]);
        glUniform1i(at, (GLint)(before / 2));
        glUniform1f(length, k ? step : 0); /* point 0 stays where it is, and gets its speed */
        draw_square(l->painter);
    }
}

bool lines_trace(lines *l, const lines_field *field, const float (*starts)[4], uint32_t count, uint32_t steps,
                 float step) {
    l->starts = count;
    l->steps = steps;
    l->points = count ? steps + 1 : 0;
    if (count == 0)
        return true;
    if (!make_textures(l, 2 * count, steps / 2 + 1) || !put_starts(l, starts))
        return false;
    painter_begin(l->painter);
    glDisable(GL_DEPTH_TEST);
    glUseProgram(l->program);
    glUniform3fv(draw_uniform(l->program, "u_low"), 1, field->low);
    glUniform3fv(draw_uniform(l->program, "u_high"), 1, field->high);
    glUniform3i(draw_uniform(l->program, "u_periodic"), field->periodic[0], field->periodic[1], field->periodic[2]);
    field->bind(l->program, UNIT_FIELD, field->user);
    draw_steps(l, step);
    draw_unbind(UNIT_LINES, UNIT_LINES + 1);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    painter_end(l->painter);
    return draw_check("tracing the lines");
}

/* Row r of texture t holds point 2 r + t of all lines. */
static void take_row(const lines *l, uint32_t k, const float *row, float *points) {
    for (uint32_t column = 0; column < l->columns; column++)
        memcpy(points + 4 * ((size_t)column * l->points + k), row + 4 * (size_t)column, 4 * sizeof *row);
}

float *lines_read(const lines *l) {
    const size_t numbers = 4 * (size_t)l->columns * l->points;
    const bool has_room = memory_check("the lines", 2 * (uint64_t)numbers * sizeof(float));
    float *points = has_room ? memory_zeroed((numbers + 1) * sizeof *points) : NULL;
    float *row = points ? memory_zeroed((4 * (size_t)l->columns + 1) * sizeof *row) : NULL;
    bool ok = row != NULL;
    for (uint32_t k = 0; ok && k < l->points; k++) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, l->framebuffers[k & 1]);
        glReadPixels(0, (GLint)(k / 2), (GLsizei)l->columns, 1, GL_RGBA, GL_FLOAT, row);
        take_row(l, k, row, points);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    ok = ok && draw_check("reading the lines back");
    free(row);
    if (ok)
        return points;
    free(points);
    return NULL;
}
