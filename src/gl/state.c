/* state.c - saves the GL state that our passes change, and restores it (docs/gl-state.md). A state
 * is set only where it would be in the way. A state that few passes change is saved when the first
 * of them is about to change it.  SPDX-License-Identifier: MIT */
#include "gl/state_tables.h"

/* ---- pieces ---- */

static bool has_capability(const hpyr_context *context, int index) {
    const hpi_gl_capability *capability = &hpi_gl_capabilities[index];
    return context->caps.gl_version >= capability->since && (context->compatibility || !capability->compatibility_only);
}

/* Our shaders draw into viewport 0, so only its scissor test matters. */
static void set_capability(const hpyr_context *context, GLenum name, bool on) {
    bool indexed = name == GL_SCISSOR_TEST && context->caps.gl_version >= 41;
    if (indexed && on)
        glEnablei(name, 0);
    else if (indexed)
        glDisablei(name, 0);
    else if (on)
        glEnable(name);
    else
        glDisable(name);
}

static void set_depth_range(const hpyr_context *context, GLfloat near, GLfloat far) {
    if (context->caps.gl_version >= 41)
        glDepthRangeIndexed(0, near, far);
    else
        glDepthRange(near, far);
}

static bool writes_all(const GLboolean mask[4]) {
    return mask[0] && mask[1] && mask[2] && mask[3];
}

static bool is_tight(const hpi_gl_state *state, int store) {
    return state->pixel_store[store] == hpi_gl_stores[store].tight;
}

/* Sets what a compatibility profile does to floats on their way into and out of a framebuffer, and
 * to points. */
static void set_compatible(GLint clamp, GLint map, const GLfloat scales[HPI_STATE_TRANSFERS], GLfloat point_size_min) {
    glPointParameterf(GL_POINT_SIZE_MIN, point_size_min);
    glClampColor(GL_CLAMP_FRAGMENT_COLOR, (GLenum)clamp);
    glPixelTransferi(GL_MAP_COLOR, map);
    for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
        glPixelTransferf(hpi_gl_transfers[i], scales[i]);
}

/* ---- saved when a call begins ---- */

static void save_bindings(hpi_gl_state *state) {
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &state->vertex_array);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &state->draw_framebuffer);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_framebuffer);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        glGetIntegerv(hpi_gl_buffer_bindings[i].query, &state->buffers[i]);
    state->active_unit = hpi_gl_active_unit();
}

static void save_fragment_state(const hpyr_context *context, hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        state->enabled[i] = has_capability(context, i) && glIsEnabled(hpi_gl_capabilities[i].name);
    if (context->caps.gl_version >= 41) {
        glGetFloati_v(GL_VIEWPORT, 0, state->viewport);
        glGetFloati_v(GL_DEPTH_RANGE, 0, state->depth_range);
    } else {
        glGetFloatv(GL_VIEWPORT, state->viewport);
        glGetFloatv(GL_DEPTH_RANGE, state->depth_range);
    }
    glGetIntegerv(GL_DEPTH_FUNC, &state->depth_function);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &state->depth_mask);
    glGetIntegerv(GL_LOGIC_OP_MODE, &state->logic_op);
    glGetFloatv(GL_POINT_SIZE, &state->point_size);
    state->polygon_mode[1] = 0; /* a core context may write one value only */
    glGetIntegerv(GL_POLYGON_MODE, state->polygon_mode);
    glGetIntegerv(GL_CLAMP_READ_COLOR, &state->clamp_read_colour);
    if (context->compatibility) {
        glGetIntegerv(GL_CLAMP_FRAGMENT_COLOR, &state->clamp_fragment_colour);
        glGetIntegerv(GL_MAP_COLOR, &state->map_colour);
        for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
            glGetFloatv(hpi_gl_transfers[i], &state->transfers[i]);
        glGetFloatv(GL_POINT_SIZE_MIN, &state->point_size_min);
    }
    if (context->clip_control) {
        glGetIntegerv(GL_CLIP_ORIGIN, &state->clip_origin);
        glGetIntegerv(GL_CLIP_DEPTH_MODE, &state->clip_depth);
    }
}

/* Where nothing is to be restored, everything is set without asking, as if all were in the way. */
static void assume_the_worst(hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        state->enabled[i] = GL_TRUE;
    state->buffers[HPI_STATE_PACK_BUFFER] = state->buffers[HPI_STATE_UNPACK_BUFFER] = 1;
    state->clamp_read_colour = GL_TRUE;
    state->point_size = state->depth_range[0] = -1.0f;
}

/* Running transform feedback would capture our draws and forbid other programs. GL 4.0 can pause
 * it; before, GL cannot even say that it runs. */
static void pause_feedback(const hpyr_context *context, hpi_gl_state *state) {
    GLboolean active = GL_FALSE, paused = GL_FALSE;
    if (context->caps.gl_version < 40)
        return;
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE, &active);
    if (active)
        glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED, &paused);
    state->feedback_running = active && !paused;
    if (state->feedback_running)
        glPauseTransformFeedback();
}

static void set_neutral(const hpyr_context *context, const hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (state->enabled[i] && has_capability(context, i))
            set_capability(context, hpi_gl_capabilities[i].name, false);
    if (state->polygon_mode[0] != GL_FILL || (state->polygon_mode[1] && state->polygon_mode[1] != GL_FILL))
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    if (!state->depth_mask)
        glDepthMask(GL_TRUE);
    if (state->point_size != 1.0f)
        glPointSize(1.0f);
    if (state->depth_range[0] != 0.0f || state->depth_range[1] != 1.0f)
        set_depth_range(context, 0.0f, 1.0f);
    if (state->clamp_read_colour == GL_TRUE)
        glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    if (context->compatibility)
        set_compatible(GL_FALSE, GL_FALSE, hpi_gl_neutral_transfers, 0.0f);
    if (context->clip_control && (state->clip_origin != GL_LOWER_LEFT || state->clip_depth != GL_NEGATIVE_ONE_TO_ONE))
        glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    if (state->buffers[HPI_STATE_PACK_BUFFER])
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (state->buffers[HPI_STATE_UNPACK_BUFFER])
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindVertexArray(context->vertex_array);
}

/* ---- saved when a pass is the first to change it ---- */

static void neutralize_draw_buffers(hpi_gl_state *state, int count) {
    for (; state->draw_buffers < count; state->draw_buffers++) {
        int i = state->draw_buffers;
        GLboolean *mask = state->colour_mask[i];
        state->blend[i] = GL_TRUE;
        mask[0] = GL_FALSE;
        if (!state->skip_restore) {
            state->blend[i] = glIsEnabledi(GL_BLEND, (GLuint)i);
            glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, mask);
        }
        if (state->blend[i])
            glDisablei(GL_BLEND, (GLuint)i);
        if (!writes_all(mask))
            glColorMaski((GLuint)i, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    }
}

void hpi_gl_use_draw_buffers(const hpyr_context *context, uint32_t count) {
    if (context->state && !context->legacy)
        neutralize_draw_buffers(context->state, (int)count);
}

/* The half of the parameters that begins at `first`: those of packing or those of unpacking. */
static void tighten_rows(hpi_gl_state *state, int first) {
    for (int i = first; i < first + HPI_STATE_PIXEL_STORE / 2; i++) {
        state->pixel_store[i] = -1;
        if (!state->skip_restore)
            glGetIntegerv(hpi_gl_stores[i].name, &state->pixel_store[i]);
        if (!is_tight(state, i))
            glPixelStorei(hpi_gl_stores[i].name, hpi_gl_stores[i].tight);
    }
}

void hpi_gl_use_unpacking(const hpyr_context *context) {
    hpi_gl_state *state = context->state;
    if (!state || context->legacy || state->unpacks)
        return;
    state->unpacks = true;
    tighten_rows(state, HPI_STATE_PIXEL_STORE / 2);
}

void hpi_gl_use_unit(const hpyr_context *context, GLuint unit, GLenum target) {
    hpi_gl_state *state = context->state;
    glActiveTexture(GL_TEXTURE0 + unit);
    if (!state || context->legacy || state->skip_restore || unit >= HPI_STATE_UNITS)
        return;
    hpi_gl_unit *u = &state->units[unit];
    if (!u->is_used)
        glGetIntegerv(GL_SAMPLER_BINDING, &u->sampler);
    u->is_used = true;
    for (int i = 0; i < HPI_STATE_TARGETS; i++) {
        if (hpi_gl_texture_bindings[i].target != target || u->has_texture[i])
            continue;
        glGetIntegerv(hpi_gl_texture_bindings[i].query, &u->textures[i]);
        u->has_texture[i] = true;
    }
}

static void forget_texture(hpi_gl_state *state, GLint name) {
    for (GLuint unit = 0; unit < HPI_STATE_UNITS; unit++)
        for (int i = 0; i < HPI_STATE_TARGETS; i++)
            if (state->units[unit].textures[i] == name)
                state->units[unit].textures[i] = 0;
}

void hpi_gl_state_forget_textures(const hpyr_context *context, GLsizei count, const GLuint *names) {
    for (hpi_gl_state *state = context->state; state; state = state->outer)
        for (GLsizei i = 0; i < count; i++)
            forget_texture(state, (GLint)names[i]);
}

static void save_feedback(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &state->feedback_buffer);
    if (context->caps.gl_version >= 40) {
        glGetIntegerv(GL_TRANSFORM_FEEDBACK_BINDING, &state->feedback_object);
        return;
    }
    glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &state->feedback_object);
    glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &state->feedback_start);
    glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &state->feedback_size);
}

static void use_feedback(const hpyr_context *context) {
    hpi_gl_state *state = context->state;
    if (!state->captures && !state->skip_restore)
        save_feedback(context, state);
    if (!state->captures && context->caps.gl_version >= 40)
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, context->transform_feedback);
    state->captures = true;
}

void hpi_gl_capture_begin(const hpyr_context *context, GLuint buffer, GLenum primitive) {
    use_feedback(context);
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_range_begin(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size,
                                GLenum primitive) {
    use_feedback(context);
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, (GLintptr)offset, (GLsizeiptr)size);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_end(void) {
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

void hpi_gl_logic_op_begin(GLenum operation) {
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(operation);
}

void hpi_gl_logic_op_end(void) {
    glDisable(GL_COLOR_LOGIC_OP);
    glLogicOp(GL_COPY);
}

void hpi_gl_depth_test(bool on) {
    glDepthFunc(GL_LESS);
    if (on)
        glEnable(GL_DEPTH_TEST);
    else
        glDisable(GL_DEPTH_TEST);
}

void hpi_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height) {
    if (context->caps.gl_version >= 41) /* glViewport sets all sixteen */
        glViewportIndexedf(0, (GLfloat)x, (GLfloat)y, (GLfloat)width, (GLfloat)height);
    else
        glViewport(x, y, (GLsizei)width, (GLsizei)height);
}

/* ---- restoring ---- */

static void restore_fragment_state(const hpyr_context *context, const hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (state->enabled[i])
            set_capability(context, hpi_gl_capabilities[i].name, true);
    for (int i = 0; i < state->draw_buffers; i++) {
        const GLboolean *mask = state->colour_mask[i];
        if (!writes_all(mask))
            glColorMaski((GLuint)i, mask[0], mask[1], mask[2], mask[3]);
        if (state->blend[i])
            glEnablei(GL_BLEND, (GLuint)i);
    }
    const GLfloat *v = state->viewport;
    if (context->caps.gl_version >= 41)
        glViewportIndexedfv(0, v);
    else
        glViewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    if (state->logic_op != GL_COPY)
        glLogicOp((GLenum)state->logic_op);
    if (state->depth_function != GL_LESS)
        glDepthFunc((GLenum)state->depth_function);
    if (!state->depth_mask)
        glDepthMask(GL_FALSE);
    if (state->point_size != 1.0f)
        glPointSize(state->point_size);
    if (state->depth_range[0] != 0.0f || state->depth_range[1] != 1.0f)
        set_depth_range(context, state->depth_range[0], state->depth_range[1]);
    GLint front = state->polygon_mode[0], back = state->polygon_mode[1];
    if (context->compatibility && back && front != back) {
        glPolygonMode(GL_FRONT, (GLenum)front);
        glPolygonMode(GL_BACK, (GLenum)back);
    } else if (front != GL_FILL) {
        glPolygonMode(GL_FRONT_AND_BACK, (GLenum)front);
    }
    if (state->clamp_read_colour == GL_TRUE)
        glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
    if (context->compatibility)
        set_compatible(state->clamp_fragment_colour, state->map_colour, state->transfers, state->point_size_min);
    if (context->clip_control && (state->clip_origin != GL_LOWER_LEFT || state->clip_depth != GL_NEGATIVE_ONE_TO_ONE))
        glClipControl((GLenum)state->clip_origin, (GLenum)state->clip_depth);
}

static void restore_units(const hpi_gl_state *state) {
    for (GLuint unit = 0; unit < HPI_STATE_UNITS; unit++) {
        const hpi_gl_unit *u = &state->units[unit];
        if (!u->is_used)
            continue;
        glActiveTexture(GL_TEXTURE0 + unit);
        for (int i = 0; i < HPI_STATE_TARGETS; i++)
            if (u->has_texture[i])
                glBindTexture(hpi_gl_texture_bindings[i].target, (GLuint)u->textures[i]);
        glBindSampler(unit, (GLuint)u->sampler);
    }
    glActiveTexture((GLenum)state->active_unit);
}

static void restore_bindings(const hpyr_context *context, const hpi_gl_state *state) {
    restore_units(state);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        if ((i < HPI_STATE_PIXEL_STORE / 2 || state->unpacks) && !is_tight(state, i))
            glPixelStorei(hpi_gl_stores[i].name, state->pixel_store[i]);
    glBindVertexArray((GLuint)state->vertex_array);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        if (state->buffers[i] || (i != HPI_STATE_PACK_BUFFER && i != HPI_STATE_UNPACK_BUFFER))
            glBindBuffer(hpi_gl_buffer_bindings[i].target, (GLuint)state->buffers[i]);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)state->draw_framebuffer);
    if (state->read_framebuffer != state->draw_framebuffer)
        glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)state->read_framebuffer);
    hpi_gl_program_restore(context, state->program);
}

/* Runs after the program is restored: feedback that goes on needs the caller's program. */
static void restore_feedback(const hpyr_context *context, const hpi_gl_state *state) {
    GLuint object = (GLuint)state->feedback_object;
    if (state->captures) {
        if (context->caps.gl_version >= 40)
            glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, object);
        else if (state->feedback_size > 0)
            glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, object, (GLintptr)state->feedback_start,
                              (GLsizeiptr)state->feedback_size);
        else
            glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, object);
        glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)state->feedback_buffer);
    }
    if (state->feedback_running)
        glResumeTransformFeedback();
}

/* ---- errors ---- */

GLenum hpi_gl_take_error(void) {
    GLenum first = glGetError();
    for (int i = 0; first != GL_NO_ERROR && i < 16 && glGetError() != GL_NO_ERROR; i++) {}
    return first;
}

/* GL has no call that sets its error flag. A wrong call sets it and does nothing else. */
void hpi_gl_raise_error(const hpyr_context *context, GLenum error) {
    if (error == GL_NO_ERROR)
        return;
    if (error == GL_INVALID_ENUM)
        glEnable(0xFFFFFFFFu);
    else if (error == GL_INVALID_VALUE)
        glViewport(0, 0, -1, -1);
    else if (error == GL_INVALID_OPERATION && context->legacy)
        glUseProgram(context->invalid_program); /* never linked */
    else if (error == GL_INVALID_OPERATION)
        glBindVertexArray(0xFFFFFFFFu); /* glGenVertexArrays never gave this name */
    else
        hpi_gl_log(context, HPYR_LOG_WARNING, "the caller's pending GL error 0x%04x could not be kept", error);
}

static hpyr_result result_of_error(const hpyr_context *context, GLenum error, hpyr_result result) {
    if (error == GL_NO_ERROR)
        return result;
    if (error == GL_OUT_OF_MEMORY)
        return result < 0 ? result : hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL is out of memory");
    if (result < 0) /* the failure is logged already */
        return result;
    return hpi_gl_fail(context, HPYR_ERROR_GL, "GL reported error 0x%04x", error);
}

/* ---- both ends of a call ---- */

void hpi_gl_state_enter(hpyr_context *context, hpi_gl_state *state) {
    *state = (hpi_gl_state){
        .outer = context->state, .skip_restore = context->skip_restore, .pending_error = hpi_gl_take_error()};
    context->state = state;
    if (context->legacy) {
        hpi_gl_state_enter_legacy(context, state);
        return;
    }
    if (context->skip_restore) {
        assume_the_worst(state);
    } else {
        save_fragment_state(context, state);
        save_bindings(state);
        pause_feedback(context, state);
    }
    set_neutral(context, state);
    neutralize_draw_buffers(state, 1);
    tighten_rows(state, 0);
}

hpyr_result hpi_gl_state_leave(hpyr_context *context, const hpi_gl_state *state, hpyr_result result) {
    result = result_of_error(context, hpi_gl_take_error(), result);
    hpi_gl_raise_error(context, state->pending_error);
    context->state = state->outer;
    if (context->skip_restore)
        return result;
    if (context->legacy) {
        hpi_gl_state_leave_legacy(context, state);
        return result;
    }
    restore_fragment_state(context, state);
    restore_bindings(context, state);
    restore_feedback(context, state);
    return result;
}
