/* viewport.c - viewports and rectangles that reach past their target, because of how rasterizers clip and round.
 * SPDX-License-Identifier: MIT */
#include "volume/viewport.h"
#include "gl/state.h"

enum { FINE_BITS = 8 /* to 1/256 pixel */ };

bool hpi_volume_rounds_coarsely(const hpyr_context *context) {
    return !context->legacy && context->subpixel_bits < FINE_BITS;
}

/* Rounding moves a corner by half a step along x and along y, and once more where the triangle is clipped: so an edge
 * by 1.42 steps at most. Floats place a rectangle's corners in a target of 16384 pixels less exactly than by 1/64. */
void hpi_volume_set_slack(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height) {
    const GLfloat least = 1.0f / 64.0f, steps = 2.0f / (GLfloat)(1u << (context->subpixel_bits & 31));
    const GLfloat floats = 2e-6f * (GLfloat)(width > height ? width : height);
    glUniform1f(hpi_gl_location(context, program, "", "slack"), (steps > least ? steps : least) + floats);
}

/* A rasterizer may cut triangles at the edge of the viewport and round the new corners, which moves
 * edges. A viewport that reaches beyond the texture, by up to its size, keeps that off the
 * texture. */
static uint32_t margin_of(const hpyr_context *context, uint32_t size) {
    uint32_t room = (context->max_viewport - size) / 2;
    return room < size ? room : size;
}

void hpi_volume_wide_viewport(const hpyr_context *context, uint32_t width, uint32_t height, uint32_t margin[2]) {
    margin[0] = margin_of(context, width);
    margin[1] = margin_of(context, height);
    hpi_gl_viewport(context, -(int32_t)margin[0], -(int32_t)margin[1], width + 2 * margin[0], height + 2 * margin[1]);
}

void hpi_volume_set_scale(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height,
                          const uint32_t margin[2]) {
    glUniform4f(hpi_gl_location(context, program, "", "scale"), 2.0f / (GLfloat)(width + 2 * margin[0]),
                2.0f / (GLfloat)(height + 2 * margin[1]), (GLfloat)margin[0], (GLfloat)margin[1]);
}
