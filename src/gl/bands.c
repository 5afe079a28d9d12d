/* bands.c - passes that take long, drawn part by part.  SPDX-License-Identifier: MIT */
#include "gl/state.h"

static GLint least(GLint a, GLint b) {
    return a < b ? a : b;
}

/* Tells a program which rows it draws. */
static void tell(GLint location, GLint first, GLint rows) {
    if (location >= 0)
        glUniform2i(location, first, rows);
}

/* Bands of rows or, where a row alone is too much, pieces of rows. */
void hpi_gl_draw_bands(const hpyr_context *context, uint64_t fetches) {
    hpi_gl_draw_bands_told(context, fetches, -1, 0);
}

void hpi_gl_draw_bands_told(const hpyr_context *context, uint64_t fetches, GLint location, uint32_t height) {
    const uint64_t budget = hpi_gl_draw_budget(), bands = (fetches + budget - 1) / budget;
    GLint v[4] = {0, 0, 0, 0}; /* the viewport; it stays so in a context that was lost */
    if (bands > 1)
        glGetIntegerv(GL_VIEWPORT, v);
    tell(location, 0, (GLint)height);
    if (v[2] <= 0 || v[3] <= 0) {
        hpi_gl_draw_fullscreen(context);
        return;
    }
    const uint64_t all = (uint64_t)v[3], pieces = (bands - 1) / all + 1;
    const GLint rows = bands < all ? (GLint)(all / bands) : 1;
    const GLint columns = pieces < (uint64_t)v[2] ? (GLint)((uint64_t)v[2] / pieces) : 1;
    for (GLint y = 0; y < v[3]; y += rows)
        for (GLint x = 0; x < v[2]; x += columns) {
            const GLint part = least(rows, v[3] - y);
            hpi_gl_viewport(context, v[0] + x, v[1] + y, (uint32_t)least(columns, v[2] - x), (uint32_t)part);
            tell(location, v[1] + y, part);
            hpi_gl_draw_fullscreen(context);
            glFlush();
        }
    hpi_gl_viewport(context, v[0], v[1], (uint32_t)v[2], (uint32_t)v[3]);
}

uint32_t hpi_gl_vertices_of_draw(const hpyr_context *context, uint64_t fetches) {
    const uint64_t vertices = hpi_gl_draw_budget() / fetches + 1;
    return vertices < context->vertex_limit ? (uint32_t)vertices : context->vertex_limit;
}
