/* state_desktop.c - state that OpenGL has and OpenGL ES 3.0 does not (docs/gl-state.md).
 * SPDX-License-Identifier: MIT */
#include "gl/state_desktop.h"

/* Sets what a compatibility profile does to floats on their way into and out of a framebuffer, and
 * to points. */
static void set_compatible(GLint clamp, GLint map, const GLfloat scales[HPI_STATE_TRANSFERS], GLfloat point_size_min) {
    glPointParameterf(GL_POINT_SIZE_MIN, point_size_min);
    glClampColor(GL_CLAMP_FRAGMENT_COLOR, (GLenum)clamp);
    glPixelTransferi(GL_MAP_COLOR, map);
    for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
        glPixelTransferf(hpi_gl_transfers[i], scales[i]);
}

void hpi_gl_desktop_save(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_LOGIC_OP_MODE, &state->logic_op);
    glGetFloatv(GL_POINT_SIZE, &state->point_size);
    state->polygon_mode[1] = 0; /* a core context may write one value only */
    glGetIntegerv(GL_POLYGON_MODE, state->polygon_mode);
    glGetIntegerv(GL_CLAMP_READ_COLOR, &state->clamp_read_color);
    if (context->compatibility) {
        glGetIntegerv(GL_CLAMP_FRAGMENT_COLOR, &state->clamp_fragment_color);
        glGetIntegerv(GL_MAP_COLOR, &state->map_color);
        for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
            glGetFloatv(hpi_gl_transfers[i], &state->transfers[i]);
        glGetFloatv(GL_POINT_SIZE_MIN, &state->point_size_min);
    }
    if (context->clip_control) {
        glGetIntegerv(GL_CLIP_ORIGIN, &state->clip_origin);
        glGetIntegerv(GL_CLIP_DEPTH_MODE, &state->clip_depth);
    }
}

static bool has_other_clip_control(const hpyr_context *context, const hpi_gl_state *state) {
    return context->clip_control &&
           (state->clip_origin != GL_LOWER_LEFT || state->clip_depth != GL_NEGATIVE_ONE_TO_ONE);
}

void hpi_gl_desktop_neutralize(const hpyr_context *context, const hpi_gl_state *state) {
    if (state->polygon_mode[0] != GL_FILL || (state->polygon_mode[1] && state->polygon_mode[1] != GL_FILL))
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    if (state->point_size != 1.0f)
        glPointSize(1.0f);
    if (state->clamp_read_color == GL_TRUE)
        glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    if (context->compatibility)
        set_compatible(GL_FALSE, GL_FALSE, hpi_gl_neutral_transfers, 0.0f);
    if (has_other_clip_control(context, state))
        glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

void hpi_gl_desktop_restore(const hpyr_context *context, const hpi_gl_state *state) {
    if (state->logic_op != GL_COPY)
        glLogicOp((GLenum)state->logic_op);
    if (state->point_size != 1.0f)
        glPointSize(state->point_size);
    GLint front = state->polygon_mode[0], back = state->polygon_mode[1];
    if (context->compatibility && back && front != back) {
        glPolygonMode(GL_FRONT, (GLenum)front);
        glPolygonMode(GL_BACK, (GLenum)back);
    } else if (front != GL_FILL) {
        glPolygonMode(GL_FRONT_AND_BACK, (GLenum)front);
    }
    if (state->clamp_read_color == GL_TRUE)
        glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
    if (context->compatibility)
        set_compatible(state->clamp_fragment_color, state->map_color, state->transfers, state->point_size_min);
    if (has_other_clip_control(context, state))
        glClipControl((GLenum)state->clip_origin, (GLenum)state->clip_depth);
}

void hpi_gl_desktop_depth_range(GLfloat near, GLfloat far) {
    glDepthRange(near, far); /* glDepthRangef is new in GL 4.1 */
}

void hpi_gl_logic_op_begin(bool toggles) {
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(toggles ? GL_XOR : GL_OR);
}

void hpi_gl_logic_op_end(void) {
    glDisable(GL_COLOR_LOGIC_OP);
    glLogicOp(GL_COPY);
}

/* ---- the first viewport of sixteen ---- */

void hpi_gl_first_viewport_save(hpi_gl_state *state) {
    glGetFloati_v(GL_VIEWPORT, 0, state->viewport);
}

void hpi_gl_first_depth_range_save(hpi_gl_state *state) {
    glGetFloati_v(GL_DEPTH_RANGE, 0, state->depth_range);
}

void hpi_gl_first_viewport(GLfloat x, GLfloat y, GLfloat width, GLfloat height) {
    glViewportIndexedf(0, x, y, width, height);
}

void hpi_gl_first_depth_range(GLfloat near, GLfloat far) {
    glDepthRangeIndexed(0, near, far);
}

void hpi_gl_first_scissor(const GLint box[4]) {
    glScissorIndexed(0, box[0], box[1], box[2], box[3]);
}

void hpi_gl_first_scissor_test(bool on) {
    if (on)
        glEnablei(GL_SCISSOR_TEST, 0);
    else
        glDisablei(GL_SCISSOR_TEST, 0);
}

/* ---- draw buffers ---- */

void hpi_gl_draw_buffers_neutralize(hpi_gl_state *state, int count) {
    for (; state->draw_buffers < count; state->draw_buffers++) {
        int i = state->draw_buffers;
        GLboolean *mask = state->color_mask[i];
        state->blend[i] = GL_TRUE;
        mask[0] = GL_FALSE;
        if (!state->skip_restore) {
            state->blend[i] = glIsEnabledi(GL_BLEND, (GLuint)i);
            glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, mask);
        }
        if (state->blend[i])
            glDisablei(GL_BLEND, (GLuint)i);
        if (!hpi_gl_writes_all(mask))
            glColorMaski((GLuint)i, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
}

void hpi_gl_draw_buffers_restore(const hpi_gl_state *state) {
    for (int i = 0; i < state->draw_buffers; i++) {
        const GLboolean *mask = state->color_mask[i];
        if (!hpi_gl_writes_all(mask))
            glColorMaski((GLuint)i, mask[0], mask[1], mask[2], mask[3]);
        if (state->blend[i])
            glEnablei(GL_BLEND, (GLuint)i);
    }
}

void hpi_gl_draw_buffers_blend(uint32_t count, bool on) {
    for (GLuint i = 0; i < count; i++)
        if (on)
            glEnablei(GL_BLEND, i);
        else
            glDisablei(GL_BLEND, i);
}

void hpi_gl_draw_buffer_blending(GLuint index, const GLint parameters[HPI_STATE_BLENDING]) {
    const GLint *p = parameters;
    glBlendEquationSeparatei(index, (GLenum)p[0], (GLenum)p[1]);
    glBlendFuncSeparatei(index, (GLenum)p[2], (GLenum)p[3], (GLenum)p[4], (GLenum)p[5]);
}

void hpi_gl_first_color_mask(const GLboolean mask[4]) {
    glColorMaski(0, mask[0], mask[1], mask[2], mask[3]);
}
