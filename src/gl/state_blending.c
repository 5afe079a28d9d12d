/* state_blending.c - equations and factors of blending, which few passes change.  SPDX-License-Identifier: MIT */
#include "gl/state_desktop.h"

static const GLenum parameters[HPI_STATE_BLENDING] = {GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA,
                                                      GL_BLEND_SRC_RGB,      GL_BLEND_DST_RGB,
                                                      GL_BLEND_SRC_ALPHA,    GL_BLEND_DST_ALPHA};

/* Whether draw buffers have parameters of their own. A constant without desktop OpenGL. */
#define HAS_PARAMETERS(context) (HPI_GL_DESKTOP && !(context)->es && (context)->caps.gl_version >= 40)

static GLuint buffer_count(const hpyr_context *context) {
    return HAS_PARAMETERS(context) ? HPI_STATE_DRAWS : 1;
}

void hpi_gl_blending_save(const hpyr_context *context, hpi_gl_state *state) {
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

void hpi_gl_blending_set(const hpyr_context *context, const GLint values[HPI_STATE_BLENDING]) {
    for (GLuint buffer = 0; buffer < buffer_count(context); buffer++)
        set(context, buffer, values);
}

void hpi_gl_blending_restore(const hpyr_context *context, const hpi_gl_state *state) {
    for (GLuint buffer = 0; state->blends && buffer < buffer_count(context); buffer++)
        set(context, buffer, state->blending[buffer]);
}
