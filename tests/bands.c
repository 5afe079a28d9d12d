/* bands.c - linked into the test of a module, splits the passes that may take long (src/gl/bands.c).  SPDX-License-Identifier: MIT
 *
 * The linker passes the library's own questions and GL's draws through here (--wrap). With HPYR_TEST_BANDS=7 a draw may take a
 * seventh of what a pass declares, and each vertex is drawn with few others. So results of the test must be those of one draw, and
 * every part must be within the budget, have a flush behind it, and lie in the viewport once. */
#include "harness.h"

#include <stdlib.h>

typedef struct hpyr_context context;

uint64_t __real_hpi_gl_draw_budget(void);
uint64_t __wrap_hpi_gl_draw_budget(void);
uint32_t __real_hpi_gl_vertices_of_draw(const context *c, uint64_t fetches);
uint32_t __wrap_hpi_gl_vertices_of_draw(const context *c, uint64_t fetches);
void __real_hpi_gl_draw_bands(const context *c, uint64_t fetches);
void __wrap_hpi_gl_draw_bands(const context *c, uint64_t fetches);
void __real_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count);
void __real_glEnd(void);
void __wrap_glEnd(void);
void __real_glFlush(void);
void __wrap_glFlush(void);

enum { FEW_VERTICES = 96 };

/* Of the pass that is drawn now; `fetches` is 0 outside of one. */
static struct {
    uint64_t fetches, budget, pixels, drawn;
    uint32_t draws, flushes;
} pass;

static uint64_t parts_wanted(void) {
    const char *text = getenv("HPYR_TEST_BANDS");
    return text ? strtoull(text, NULL, 10) : 0;
}

static uint64_t viewport_pixels(void) {
    GLint v[4];
    glGetIntegerv(GL_VIEWPORT, v);
    return (uint64_t)v[2] * (uint64_t)v[3];
}

uint64_t __wrap_hpi_gl_draw_budget(void) {
    return parts_wanted() ? pass.fetches ? pass.budget : 1 : __real_hpi_gl_draw_budget();
}

uint32_t __wrap_hpi_gl_vertices_of_draw(const context *c, uint64_t fetches) {
    return parts_wanted() ? FEW_VERTICES : __real_hpi_gl_vertices_of_draw(c, fetches);
}

void __wrap_hpi_gl_draw_bands(const context *c, uint64_t fetches) {
    const uint64_t parts = parts_wanted();
    if (!parts || !fetches) {
        __real_hpi_gl_draw_bands(c, fetches);
        return;
    }
    pass.fetches = fetches;
    pass.budget = (fetches + parts - 1) / parts;
    pass.pixels = viewport_pixels();
    pass.drawn = pass.draws = pass.flushes = 0;
    __real_hpi_gl_draw_bands(c, fetches);
    assert_true(pass.drawn == pass.pixels);
    const uint64_t least = (fetches - 1) / pass.budget + 1;
    assert_true(pass.draws >= (least < pass.pixels ? least : pass.pixels));
    assert_true(pass.draws == 1 || pass.flushes == pass.draws);
    assert_true(viewport_pixels() == pass.pixels);
    pass.fetches = 0;
}

static void look(void) {
    const uint64_t pixels = pass.fetches ? viewport_pixels() : 0;
    if (!pixels)
        return;
    assert_true(pixels == 1 || pixels * pass.fetches <= pass.budget * pass.pixels);
    pass.drawn += pixels;
    pass.draws++;
}

void __wrap_glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    __real_glDrawArrays(mode, first, count);
    look();
}

void __wrap_glEnd(void) {
    __real_glEnd();
    look();
}

void __wrap_glFlush(void) {
    __real_glFlush();
    pass.flushes++;
}
