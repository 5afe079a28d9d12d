/* blend.c - draws that combine bits with those of their targets, which hold one bit a channel. They
 * stand in for logic operations where a GL has none that work.  SPDX-License-Identifier: MIT */
#include "gl/state_desktop.h"

static const GLenum parameters[HPI_STATE_BLENDING] = {GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA,
                                                      GL_BLEND_SRC_RGB,      GL_BLEND_DST_RGB,
                                                      GL_BLEND_SRC_ALPHA,    GL_BLEND_DST_ALPHA};

/* Whether draw buffers have parameters of their own. A constant without desktop OpenGL. */
#define HAS_PARAMETERS(context) (HPI_GL_DESKTOP && !(context)->es && (context)->caps.gl_version >= 40)

static GLuint buffer_count(const hpyr_context *context) {
    return HAS_PARAMETERS(context) ? HPI_STATE_DRAWS : 1;
}

static void save(const hpyr_context *context, hpi_gl_state *state) {
    GLuint count = buffer_count(context);
    if (!state || state->blends || state->skip_restore)
        return;
    state->blends = true;
    for (GLuint buffer = 0; buffer < count; buffer++)
        for (int i = 0; i < HPI_STATE_BLENDING; i++)
            if (count > 1)
                glGetIntegeri_v(parameters[i], buffer, &state->blending[buffer][i]);
            else
                glGetIntegerv(parameters[i], &state->blending[buffer][i]);
}

static void set(const hpyr_context *context, GLuint buffer, const GLint p[HPI_STATE_BLENDING]) {
    if (HAS_PARAMETERS(context)) {
        hpi_gl_draw_buffer_blending(buffer, p);
        return;
    }
    glBlendEquationSeparate((GLenum)p[0], (GLenum)p[1]);
    glBlendFuncSeparate((GLenum)p[2], (GLenum)p[3], (GLenum)p[4], (GLenum)p[5]);
}

static void enable(const hpyr_context *context, uint32_t targets, bool on) {
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_draw_buffers_blend(targets, on);
    else if (on)
        glEnable(GL_BLEND);
    else
        glDisable(GL_BLEND);
}

void hpi_gl_blend_begin(const hpyr_context *context, uint32_t targets, bool toggles) {
    /* s (1 - d) + d (1 - s), which is exact for 0 and 1. The maximum takes no factors. */
    const GLint equation = toggles ? GL_FUNC_ADD : GL_MAX, source = GL_ONE_MINUS_DST_COLOR,
                target = GL_ONE_MINUS_SRC_COLOR,
                p[HPI_STATE_BLENDING] = {equation, equation, source, target, source, target};
    save(context, hpi_gl_state_keeper(context));
    for (GLuint buffer = 0; buffer < buffer_count(context); buffer++)
        set(context, buffer, p);
    enable(context, targets, true);
}

void hpi_gl_blend_end(const hpyr_context *context, uint32_t targets) {
    enable(context, targets, false);
}

void hpi_gl_blend_restore(const hpyr_context *context, const hpi_gl_state *state) {
    for (GLuint buffer = 0; state->blends && buffer < buffer_count(context); buffer++)
        set(context, buffer, state->blending[buffer]);
}

void hpi_gl_write_channel(const hpyr_context *context, int channel) {
    GLboolean on[4];
    for (int i = 0; i < 4; i++)
        on[i] = channel < 0 || i == channel;
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_first_colour_mask(on);
    else
        glColorMask(on[0], on[1], on[2], on[3]);
}
