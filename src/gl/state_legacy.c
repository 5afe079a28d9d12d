/* state_legacy.c - the caller's state on GL 2.1 (docs/gl-state.md).  SPDX-License-Identifier: MIT */
#include "gl/state_tables.h"

/* GL 2.1 can push nearly all state on stacks, but not the objects that are bound. */
static void push_legacy(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &state->draw_framebuffer);
    state->read_framebuffer = state->draw_framebuffer;
    if (context->blit_framebuffers)
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_framebuffer);
    for (int i = 0; i < HPI_STATE_LEGACY_BUFFERS; i++)
        glGetIntegerv(hpi_gl_buffer_bindings[i].query, &state->buffers[i]);
    state->active_unit = hpi_gl_active_unit();
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++) { /* Mesa pops biases only of units with textures */
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &state->lod_biases[unit]);
    }
    glActiveTexture((GLenum)state->active_unit);
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    state->pushed = glGetError() == GL_NO_ERROR;
    glPushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS);
    state->pushed_client = glGetError() == GL_NO_ERROR;
    if (!state->pushed || !state->pushed_client)
        hpi_gl_log(context, HPYR_LOG_LEVEL_WARNING,
                   "GL's attribute stacks are full: the caller's state is not restored");
}

static void set_neutral_legacy(const hpyr_context *context) {
    GLint planes = 0;
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (hpi_gl_capabilities[i].since <= 21)
            glDisable(hpi_gl_capabilities[i].name);
    glGetIntegerv(GL_MAX_CLIP_PLANES, &planes);
    for (GLint i = 0; i < planes; i++)
        glDisable(GL_CLIP_PLANE0 + (GLenum)i);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDepthMask(GL_TRUE);
    glDepthRange(0.0, 1.0);
    if (context->clamps_colors) {
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
        glClampColorARB(GL_CLAMP_READ_COLOR, GL_FALSE);
    }
    glPixelTransferi(GL_MAP_COLOR, GL_FALSE);
    for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
        glPixelTransferf(hpi_gl_transfers[i], hpi_gl_neutral_transfers[i]);
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++)
        hpi_gl_set_lod_bias(unit, 0.0f);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        glPixelStorei(hpi_gl_stores[i].name, hpi_gl_stores[i].tight);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void hpi_gl_state_enter_legacy(const hpyr_context *context, hpi_gl_state *state) {
    state->pushed = state->pushed_client = false;
    if (!context->skip_restore)
        push_legacy(context, state);
    set_neutral_legacy(context);
}

static void bind_framebuffer_legacy(const hpyr_context *context, GLenum target, GLint name) {
    if (context->ext_framebuffers)
        glBindFramebufferEXT(target, (GLuint)name);
    else
        glBindFramebuffer(target, (GLuint)name);
}

void hpi_gl_state_leave_legacy(const hpyr_context *context, const hpi_gl_state *state) {
    /* Comes first, for GL pops draw and read buffers into the framebuffers that are bound. */
    bind_framebuffer_legacy(context, GL_FRAMEBUFFER, state->draw_framebuffer);
    if (context->blit_framebuffers)
        bind_framebuffer_legacy(context, GL_READ_FRAMEBUFFER, state->read_framebuffer);
    if (state->pushed_client)
        glPopClientAttrib();
    if (state->pushed)
        glPopAttrib();
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++)
        hpi_gl_set_lod_bias(unit, state->lod_biases[unit]);
    glActiveTexture((GLenum)state->active_unit);
    for (int i = 0; i < HPI_STATE_LEGACY_BUFFERS; i++)
        glBindBuffer(hpi_gl_buffer_bindings[i].target, (GLuint)state->buffers[i]);
    hpi_gl_program_restore(context, state->program);
}

/* ---- vertex arrays ---- */

static void disable_attributes(void) {
    GLint attributes = 0;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &attributes);
    for (GLint i = 0; i < attributes; i++)
        glDisableVertexAttribArray((GLuint)i);
}

void hpi_gl_arrays_begin(void) {
    static const GLenum arrays[] = {GL_VERTEX_ARRAY,    GL_NORMAL_ARRAY, GL_COLOR_ARRAY,    GL_SECONDARY_COLOR_ARRAY,
                                    GL_FOG_COORD_ARRAY, GL_INDEX_ARRAY,  GL_EDGE_FLAG_ARRAY};
    GLint units = 0;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        glDisableClientState(arrays[i]);
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &units);
    for (GLint i = 0; i < units; i++) {
        glClientActiveTexture(GL_TEXTURE0 + (GLenum)i);
        glDisableClientState(GL_TEXTURE_COORD_ARRAY);
    }
    disable_attributes();
}

void hpi_gl_arrays_end(void) {
    disable_attributes();
}
