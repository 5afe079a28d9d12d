/* state.c - saves the GL state that our passes change, and restores it (docs/gl-state.md). A state
 * is set only where it would be in the way. A state that few passes change is saved when the first
 * of them is about to change it.  SPDX-License-Identifier: MIT */
#include "gl/state_desktop.h"

/* ---- pieces ---- */

/* A constant without desktop OpenGL, so that no call is left of functions that do not exist then. */
#define HAS_VIEWPORTS(context)    (HPI_GL_DESKTOP && (context)->caps.gl_version >= 41)
#define HAS_DRAW_BUFFERS(context) (HPI_GL_DESKTOP && !(context)->es)

static bool has_capability(const hpyr_context *context, int index) {
    const hpi_gl_capability *capability = &hpi_gl_capabilities[index];
    if (context->es)
        return capability->es;
    return context->caps.gl_version >= capability->since && (context->compatibility || !capability->compatibility_only);
}

static void set_capability(const hpyr_context *context, GLenum name, bool on) {
    if (HAS_VIEWPORTS(context) && name == GL_SCISSOR_TEST)
        hpi_gl_first_scissor_test(on);
    else if (on)
        glEnable(name);
    else
        glDisable(name);
}

static void set_depth_range(const hpyr_context *context, GLfloat near, GLfloat far) {
    if (HAS_VIEWPORTS(context))
        hpi_gl_first_depth_range(near, far);
    else if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_desktop_depth_range(near, far);
    else
        glDepthRangef(near, far);
}

/* On OpenGL ES, some parameters do not exist. */
static bool has_store(const hpyr_context *context, int index) {
    return hpi_gl_stores[index].es || !context->es;
}

static bool is_tight(const hpi_gl_state *state, int store) {
    return state->pixel_store[store] == hpi_gl_stores[store].tight;
}

/* Transform feedback objects, which can also pause. */
static bool has_feedback_objects(const hpyr_context *context) {
    return context->es || context->caps.gl_version >= 40;
}

/* ---- saved when a call begins ---- */

static void save_bindings(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &state->vertex_array);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &state->draw_framebuffer);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_framebuffer);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        glGetIntegerv(hpi_gl_buffer_bindings[i].query, &state->buffers[i]);
    state->active_unit = hpi_gl_active_unit();
    if (HAS_VIEWPORTS(context))
        hpi_gl_first_viewport_save(state);
    else
        glGetFloatv(GL_VIEWPORT, state->viewport);
}

static void save_fragment_state(const hpyr_context *context, hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        state->enabled[i] = has_capability(context, i) && glIsEnabled(hpi_gl_capabilities[i].name);
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_desktop_save(context, state);
}

/* Where nothing is to be restored, everything is set without asking, as if all were in the way. */
static void assume_the_worst(hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        state->enabled[i] = GL_TRUE;
    state->buffers[HPI_STATE_PACK_BUFFER] = state->buffers[HPI_STATE_UNPACK_BUFFER] = 1;
    state->clamp_read_color = GL_TRUE;
    state->point_size = -1.0f;
}

/* OpenGL ES begins no feedback without a buffer. A browser tells at once whether there is one, but
 * not whether feedback is active. */
static bool may_capture(const hpyr_context *context) {
    GLint buffer = 0;
    if (context->es)
        glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &buffer);
    return context->es ? buffer != 0 : has_feedback_objects(context);
}

/* Running transform feedback would capture our draws and forbid other programs. GL 4.0 can pause
 * it; before, GL cannot even say that it runs. While paused feedback is bound, Firefox links no program, and draws
 * write nothing in WebKit (docs/gl-notes.md). So our own object is bound instead of the caller's. */
static void pause_feedback(const hpyr_context *context, hpi_gl_state *state) {
    GLboolean active = GL_FALSE, paused = GL_FALSE;
    if (!may_capture(context))
        return;
    glGetBooleanv(GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
    if (active)
        glGetBooleanv(GL_TRANSFORM_FEEDBACK_PAUSED, &paused);
    state->feedback_running = active && !paused;
    if (state->feedback_running)
        glPauseTransformFeedback();
    if (active)
        hpi_gl_use_feedback(context);
}

static void neutralize_fragments(const hpyr_context *context, const hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (state->enabled[i] && has_capability(context, i))
            set_capability(context, hpi_gl_capabilities[i].name, false);
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_desktop_neutralize(context, state);
}

static void neutralize_bindings(const hpyr_context *context, const hpi_gl_state *state) {
    if (state->buffers[HPI_STATE_PACK_BUFFER])
        glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    if (state->buffers[HPI_STATE_UNPACK_BUFFER])
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindVertexArray(context->vertex_array);
}

/* ---- saved when a pass is the first to change it ---- */

/* What all passes want the same way is saved by the outermost call, and stays so until it ends: calls inside of it ask
 * for nothing again. NULL outside of calls, and on GL 2.1, which pushes all on stacks. */
hpi_gl_state *hpi_gl_state_keeper(const hpyr_context *context) {
    hpi_gl_state *state = context->legacy ? NULL : context->state;
    while (state && state->outer)
        state = state->outer;
    return state;
}

/* OpenGL ES 3.0 has one state for all draw buffers. */
static void neutralize_colors(hpi_gl_state *state) {
    GLboolean *mask = state->color_mask[0];
    if (state->draw_buffers)
        return;
    state->draw_buffers = 1;
    state->blend[0] = GL_TRUE;
    mask[0] = GL_FALSE;
    if (!state->skip_restore) {
        state->blend[0] = glIsEnabled(GL_BLEND);
        glGetBooleanv(GL_COLOR_WRITEMASK, mask);
    }
    if (state->blend[0])
        glDisable(GL_BLEND);
    if (!hpi_gl_writes_all(mask))
        glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

static void restore_colors(const hpi_gl_state *state) {
    const GLboolean *mask = state->color_mask[0];
    if (!state->draw_buffers)
        return;
    if (!hpi_gl_writes_all(mask))
        glColorMask(mask[0], mask[1], mask[2], mask[3]);
    if (state->blend[0])
        glEnable(GL_BLEND);
}

void hpi_gl_use_draw_buffers(const hpyr_context *context, uint32_t count) {
    hpi_gl_state *state = hpi_gl_state_keeper(context);
    if (state && HAS_DRAW_BUFFERS(context))
        hpi_gl_draw_buffers_neutralize(state, (int)count);
    else if (state)
        neutralize_colors(state);
}

/* The half of the parameters that begins at `first`: those of packing or those of unpacking. */
static void tighten(const hpyr_context *context, int first, hpi_gl_rows rows) {
    hpi_gl_state *state = hpi_gl_state_keeper(context);
    if (!state)
        return;
    for (int i = first; i < first + HPI_STATE_PIXEL_STORE / 2; i++) {
        if (state->stores[i] || !has_store(context, i) || rows < hpi_gl_stores[i].rows)
            continue;
        state->stores[i] = true;
        state->pixel_store[i] = -1;
        if (!state->skip_restore)
            glGetIntegerv(hpi_gl_stores[i].name, &state->pixel_store[i]);
        if (!is_tight(state, i))
            glPixelStorei(hpi_gl_stores[i].name, hpi_gl_stores[i].tight);
    }
}

void hpi_gl_use_packing(const hpyr_context *context, hpi_gl_rows rows) {
    tighten(context, 0, rows);
}

void hpi_gl_use_unpacking(const hpyr_context *context, hpi_gl_rows rows) {
    tighten(context, HPI_STATE_PIXEL_STORE / 2, rows);
}

static void use_depth(const hpyr_context *context) {
    hpi_gl_state *state = hpi_gl_state_keeper(context);
    if (!state || state->has_depth)
        return;
    state->has_depth = true;
    state->depth_mask = GL_FALSE;
    state->depth_range[0] = -1.0f;
    if (!state->skip_restore) {
        glGetIntegerv(GL_DEPTH_FUNC, &state->depth_function);
        glGetBooleanv(GL_DEPTH_WRITEMASK, &state->depth_mask);
        if (HAS_VIEWPORTS(context))
            hpi_gl_first_depth_range_save(state);
        else
            glGetFloatv(GL_DEPTH_RANGE, state->depth_range);
    }
    if (!state->depth_mask)
        glDepthMask(GL_TRUE);
    if (state->depth_range[0] != 0.0f || state->depth_range[1] != 1.0f)
        set_depth_range(context, 0.0f, 1.0f);
}

void hpi_gl_use_unit(const hpyr_context *context, GLuint unit, GLenum target) {
    hpi_gl_state *state = context->state;
    glActiveTexture(GL_TEXTURE0 + unit);
    if (!state || context->legacy || state->skip_restore || unit >= HPI_SAVED_UNITS)
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
    for (GLuint unit = 0; unit < HPI_SAVED_UNITS; unit++)
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
    if (has_feedback_objects(context)) {
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
    if (!state->captures && has_feedback_objects(context))
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, context->transform_feedback);
    state->captures = true;
}

void hpi_gl_use_feedback(const hpyr_context *context) {
    if (context->state && has_feedback_objects(context))
        use_feedback(context);
}

/* Browsers forbid captures into a buffer that is bound elsewhere. */
static void unbind_buffers(void) {
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

void hpi_gl_capture_begin(const hpyr_context *context, GLuint buffer, GLenum primitive) {
    use_feedback(context);
    glEnable(GL_RASTERIZER_DISCARD);
    if (HPI_GL_WEB)
        unbind_buffers();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_range_begin(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size,
                                GLenum primitive) {
    use_feedback(context);
    glEnable(GL_RASTERIZER_DISCARD);
    if (HPI_GL_WEB)
        unbind_buffers();
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, (GLintptr)offset, (GLsizeiptr)size);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_end(void) {
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

void hpi_gl_depth_clear(const hpyr_context *context) {
    static const GLfloat farthest = 1.0f;
    use_depth(context);
    glClearBufferfv(GL_DEPTH, 0, &farthest);
}

static void set_scissor(const hpyr_context *context, const GLint box[4]) {
    if (HAS_VIEWPORTS(context))
        hpi_gl_first_scissor(box);
    else
        glScissor(box[0], box[1], box[2], box[3]);
}

static void use_scissor(const hpyr_context *context) {
    hpi_gl_state *state = hpi_gl_state_keeper(context);
    if (!state || state->has_scissor)
        return;
    state->has_scissor = true;
    if (state->skip_restore)
        return;
    if (HAS_VIEWPORTS(context))
        glGetIntegeri_v(GL_SCISSOR_BOX, 0, state->scissor);
    else
        glGetIntegerv(GL_SCISSOR_BOX, state->scissor);
}

void hpi_gl_target_clear(const hpyr_context *context, uint32_t width, uint32_t height, bool is_whole) {
    static const GLuint zeros[4] = {0};
    const GLint cleared[4] = {0, 0, (GLint)width, (GLint)height};
    if (!is_whole) {
        use_scissor(context);
        set_scissor(context, cleared);
        set_capability(context, GL_SCISSOR_TEST, true);
    }
    glClearBufferuiv(GL_COLOR, 0, zeros);
    if (!is_whole)
        set_capability(context, GL_SCISSOR_TEST, false);
}

void hpi_gl_depth_test(const hpyr_context *context, bool on) {
    use_depth(context);
    glDepthFunc(GL_LESS);
    if (on)
        glEnable(GL_DEPTH_TEST);
    else
        glDisable(GL_DEPTH_TEST);
}

void hpi_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height) {
    if (HAS_VIEWPORTS(context))
        hpi_gl_first_viewport((GLfloat)x, (GLfloat)y, (GLfloat)width, (GLfloat)height);
    else
        glViewport(x, y, (GLsizei)width, (GLsizei)height);
}

/* ---- restoring ---- */

static void restore_scissor(const hpyr_context *context, const hpi_gl_state *state) {
    if (state->has_scissor)
        set_scissor(context, state->scissor);
}

static void restore_depth(const hpyr_context *context, const hpi_gl_state *state) {
    if (!state->has_depth)
        return;
    glDepthFunc((GLenum)state->depth_function);
    if (!state->depth_mask)
        glDepthMask(GL_FALSE);
    if (state->depth_range[0] != 0.0f || state->depth_range[1] != 1.0f)
        set_depth_range(context, state->depth_range[0], state->depth_range[1]);
}

static void restore_fragment_state(const hpyr_context *context, const hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (state->enabled[i])
            set_capability(context, hpi_gl_capabilities[i].name, true);
    if (HAS_DRAW_BUFFERS(context))
        hpi_gl_draw_buffers_restore(state);
    else
        restore_colors(state);
    hpi_gl_blending_restore(context, state);
    restore_scissor(context, state);
    restore_depth(context, state);
    if (HPI_GL_DESKTOP && !context->es)
        hpi_gl_desktop_restore(context, state);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        if (state->stores[i] && !is_tight(state, i))
            glPixelStorei(hpi_gl_stores[i].name, state->pixel_store[i]);
}

static void restore_units(const hpi_gl_state *state) {
    for (GLuint unit = 0; unit < HPI_SAVED_UNITS; unit++) {
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

/* The caller may have deleted the program that it uses. A call inside of another one finds that program, or one of ours. */
static bool may_be_gone(const hpyr_context *context, const hpi_gl_state *state) {
    const hpi_gl_state *outermost =
        hpi_gl_state_keeper(context); /* NULL: this call is the outermost one, and has ended */
    return !outermost || state->program == outermost->program;
}

static void restore_bindings(const hpyr_context *context, const hpi_gl_state *state) {
    const GLfloat *v = state->viewport;
    restore_units(state);
    if (HAS_VIEWPORTS(context))
        hpi_gl_first_viewport(v[0], v[1], v[2], v[3]);
    else
        glViewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    glBindVertexArray((GLuint)state->vertex_array);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        if (state->buffers[i] || (i != HPI_STATE_PACK_BUFFER && i != HPI_STATE_UNPACK_BUFFER))
            glBindBuffer(hpi_gl_buffer_bindings[i].target, (GLuint)state->buffers[i]);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)state->draw_framebuffer);
    if (state->read_framebuffer != state->draw_framebuffer)
        glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)state->read_framebuffer);
    if (may_be_gone(context, state))
        hpi_gl_program_restore(context, state->program);
    else
        glUseProgram((GLuint)state->program);
}

/* Runs after the program is restored: feedback that goes on needs the caller's program. */
static void restore_feedback(const hpyr_context *context, const hpi_gl_state *state) {
    GLuint object = (GLuint)state->feedback_object;
    if (state->captures) {
        if (has_feedback_objects(context))
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
    if (error == GL_NO_ERROR || HPI_GL_WEB) /* browsers have told the page already, and would tell it again */
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
        hpi_gl_log(context, HPYR_LOG_LEVEL_WARNING, "the caller's pending GL error 0x%04x could not be kept", error);
}

void hpi_gl_keep_error(const hpyr_context *context, GLenum error) {
    if (!context->state)
        hpi_gl_raise_error(context, error);
    else if (context->state->kept_error == GL_NO_ERROR)
        context->state->kept_error = error;
}

hpyr_result hpi_gl_result_of_error(const hpyr_context *context, GLenum error, hpyr_result result) {
    if (error == GL_NO_ERROR)
        return result;
    if (error == GL_OUT_OF_MEMORY)
        return result < 0 ? result : hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL is out of memory");
    if (result < 0) /* the failure is logged already */
        return result;
    return hpi_gl_fail(context, HPYR_ERROR_GL, "GL reported error 0x%04x", error);
}

/* A browser needs long for the answer. There, errors of a call inside of another one stay pending until the outer
 * one ends. */
static GLenum take_error_of(const hpi_gl_state *outer) {
    return HPI_GL_WEB && outer ? GL_NO_ERROR : hpi_gl_take_error();
}

/* ---- both ends of a call ---- */

void hpi_gl_state_enter(hpyr_context *context, hpi_gl_state *state) {
    hpi_gl_state *outer = context->state;
    *state =
        (hpi_gl_state){.outer = outer, .skip_restore = context->skip_restore, .pending_error = take_error_of(outer)};
    state->current = context->current ? context->current() : NULL;
    context->state = state;
    if (HPI_GL_DESKTOP && context->legacy) {
        hpi_gl_state_enter_legacy(context, state);
        return;
    }
    if (context->skip_restore)
        assume_the_worst(state);
    else
        save_bindings(context, state);
    neutralize_bindings(context, state);
    if (outer)
        return;
    if (!context->skip_restore) {
        save_fragment_state(context, state);
        pause_feedback(context, state);
    }
    neutralize_fragments(context, state);
}

hpyr_result hpi_gl_state_leave(hpyr_context *context, const hpi_gl_state *state, hpyr_result result) {
    GLenum error = take_error_of(state->outer);
    if (state->outer && error == GL_NO_ERROR)
        error = state->pending_error;
    if (error == GL_NO_ERROR)
        error = state->kept_error;
    result = hpi_gl_result_of_error(context, error, result);
    if (!state->outer)
        hpi_gl_raise_error(context, state->pending_error);
    context->state = state->outer;
    if (context->skip_restore)
        return result;
    if (HPI_GL_DESKTOP && context->legacy) {
        hpi_gl_state_leave_legacy(context, state);
        return result;
    }
    if (!state->outer)
        restore_fragment_state(context, state);
    restore_bindings(context, state);
    restore_feedback(context, state);
    return result;
}
