/* state.c - the one file that knows which GL state our passes depend on, and puts the caller's back (docs/gl-state.md).
 * SPDX-License-Identifier: MIT */
#include "gl/state.h"

/* Capabilities that change what our passes draw; all are switched off. `since` keeps off contexts that lack them. */
static const struct {
    GLenum name;
    int since;
    bool compatibility_only;
} enables[HPI_STATE_ENABLES] = {
    {GL_RASTERIZER_DISCARD, 30, false},
    {GL_SCISSOR_TEST, 20, false},
    {GL_DEPTH_TEST, 20, false},
    {GL_STENCIL_TEST, 20, false},
    {GL_CULL_FACE, 20, false},
    {GL_COLOR_LOGIC_OP, 20, false},
    {GL_FRAMEBUFFER_SRGB, 30, false},
    {GL_DITHER, 20, false},
    {GL_SAMPLE_COVERAGE, 20, false},
    {GL_SAMPLE_ALPHA_TO_COVERAGE, 20, false},
    {GL_SAMPLE_ALPHA_TO_ONE, 20, false},
    {GL_SAMPLE_MASK, 32, false},
    {GL_DEPTH_CLAMP, 32, false},
    {GL_PRIMITIVE_RESTART, 31, false},
    {GL_PRIMITIVE_RESTART_FIXED_INDEX, 43, false},
    {GL_CLIP_DISTANCE0, 30, false}, /* our shaders write no clip distance: reading it would be undefined */
    {GL_CLIP_DISTANCE1, 30, false},
    {GL_CLIP_DISTANCE2, 30, false},
    {GL_CLIP_DISTANCE3, 30, false},
    {GL_CLIP_DISTANCE4, 30, false},
    {GL_CLIP_DISTANCE5, 30, false},
    {GL_CLIP_DISTANCE0 + 6, 30, false},
    {GL_CLIP_DISTANCE0 + 7, 30, false},
    {GL_ALPHA_TEST, 20, true},
    {GL_POLYGON_STIPPLE, 20, true},
    {GL_POLYGON_SMOOTH, 20, false},
    {GL_PROGRAM_POINT_SIZE, 20, false},
    {GL_POINT_SMOOTH, 20, true},
};

/* Pixel store parameters and the values that mean tightly packed rows. */
static const struct {
    GLenum name;
    GLint tight;
} pixel_store[HPI_STATE_PIXEL_STORE] = {
    {GL_PACK_SWAP_BYTES, 0},   {GL_PACK_LSB_FIRST, 0},     {GL_PACK_ROW_LENGTH, 0},    {GL_PACK_IMAGE_HEIGHT, 0},
    {GL_PACK_SKIP_ROWS, 0},    {GL_PACK_SKIP_PIXELS, 0},   {GL_PACK_SKIP_IMAGES, 0},   {GL_PACK_ALIGNMENT, 1},
    {GL_UNPACK_SWAP_BYTES, 0}, {GL_UNPACK_LSB_FIRST, 0},   {GL_UNPACK_ROW_LENGTH, 0},  {GL_UNPACK_IMAGE_HEIGHT, 0},
    {GL_UNPACK_SKIP_ROWS, 0},  {GL_UNPACK_SKIP_PIXELS, 0}, {GL_UNPACK_SKIP_IMAGES, 0}, {GL_UNPACK_ALIGNMENT, 1},
};

static const struct {
    GLenum target, query;
} buffers[HPI_STATE_BUFFERS] = {
    {GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING},
    {GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING},
    {GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING},
    {GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER}, /* the query of the copy targets is named like the target */
    {GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER},
};

static const struct {
    GLenum target, query;
    int since;
} targets[HPI_STATE_TARGETS] = {
    {GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, 20},
    {GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, 20},
    {GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, 31},
    {GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, 30},
    {GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, 31},
};

static bool target_exists(const hpyr_context *context, int index) {
    bool rectangle = targets[index].target == GL_TEXTURE_RECTANGLE;
    return context->legacy ? targets[index].since == 20 || (rectangle && context->caps.rectangle_textures)
                           : context->caps.gl_version >= targets[index].since;
}

/* What pixels go through on their way into and out of textures, in a compatibility profile. */
static const GLenum transfers[HPI_STATE_TRANSFERS] = {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE,
                                                      GL_RED_BIAS,  GL_GREEN_BIAS,  GL_BLUE_BIAS,  GL_ALPHA_BIAS};
static const GLfloat neutral_transfers[HPI_STATE_TRANSFERS] = {1.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f};

/* GL 2.1 adds a unit's bias to every level of detail, also to one that a shader names. */
static void set_lod_bias(GLuint unit, GLfloat bias) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glTexEnvf(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, bias);
}

static bool enable_exists(const hpyr_context *context, int index) {
    return context->caps.gl_version >= enables[index].since &&
           (context->compatibility || !enables[index].compatibility_only);
}

static void set_enabled(GLenum name, GLboolean on) {
    if (on)
        glEnable(name);
    else
        glDisable(name);
}

/* A scissor test enabled for the first viewport only is what matters to us: our shaders draw into viewport 0. */
static void set_capability(const hpyr_context *context, GLenum name, GLboolean on) {
    if (name != GL_SCISSOR_TEST || context->caps.gl_version < 41)
        set_enabled(name, on);
    else if (on)
        glEnablei(name, 0);
    else
        glDisablei(name, 0);
}

static void set_depth_range(const hpyr_context *context, GLfloat near, GLfloat far) {
    if (context->caps.gl_version >= 41)
        glDepthRangeIndexed(0, near, far);
    else
        glDepthRange(near, far);
}

static void save_fragment_state(const hpyr_context *context, hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (enable_exists(context, i))
            state->enabled[i] = glIsEnabled(enables[i].name);
    glGetIntegerv(GL_MAX_DRAW_BUFFERS, &state->draw_buffers);
    if (state->draw_buffers > HPI_STATE_DRAWS)
        state->draw_buffers = HPI_STATE_DRAWS;
    for (int i = 0; i < state->draw_buffers; i++) {
        state->blend[i] = glIsEnabledi(GL_BLEND, (GLuint)i);
        glGetBooleani_v(GL_COLOR_WRITEMASK, (GLuint)i, state->colour_mask[i]);
    }
    if (context->caps.gl_version >= 41)
        glGetFloati_v(GL_VIEWPORT, 0, state->viewport);
    else
        glGetFloatv(GL_VIEWPORT, state->viewport);
    glGetIntegerv(GL_LOGIC_OP_MODE, &state->logic_op);
    glGetIntegerv(GL_DEPTH_FUNC, &state->depth_function);
    glGetBooleanv(GL_DEPTH_WRITEMASK, &state->depth_mask);
    glGetFloatv(GL_POINT_SIZE, &state->point_size);
    if (context->caps.gl_version >= 41)
        glGetFloati_v(GL_DEPTH_RANGE, 0, state->depth_range);
    else
        glGetFloatv(GL_DEPTH_RANGE, state->depth_range);
    state->polygon_mode[1] = 0; /* core contexts may answer with one value */
    glGetIntegerv(GL_POLYGON_MODE, state->polygon_mode);
    glGetIntegerv(GL_CLAMP_READ_COLOR, &state->clamp_read_colour);
    if (context->compatibility) {
        glGetIntegerv(GL_CLAMP_FRAGMENT_COLOR, &state->clamp_fragment_colour);
        glGetIntegerv(GL_MAP_COLOR, &state->map_colour);
        for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
            glGetFloatv(transfers[i], &state->transfers[i]);
        glGetFloatv(GL_POINT_SIZE_MIN, &state->point_size_min);
    }
    if (context->clip_control) {
        glGetIntegerv(GL_CLIP_ORIGIN, &state->clip_origin);
        glGetIntegerv(GL_CLIP_DEPTH_MODE, &state->clip_depth);
    }
}

static void save_feedback(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, &state->feedback_buffer);
    state->feedback_running = GL_FALSE;
    if (context->caps.gl_version >= 40) {
        GLboolean active = GL_FALSE, paused = GL_FALSE;
        glGetIntegerv(GL_TRANSFORM_FEEDBACK_BINDING, &state->feedback_object);
        glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_ACTIVE, &active);
        glGetBooleanv(GL_TRANSFORM_FEEDBACK_BUFFER_PAUSED, &paused);
        state->feedback_running = active && !paused;
        if (state->feedback_running)
            glPauseTransformFeedback();
    } else {
        GLint name;
        glGetIntegeri_v(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &name);
        glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_START, 0, &state->feedback_start);
        glGetInteger64i_v(GL_TRANSFORM_FEEDBACK_BUFFER_SIZE, 0, &state->feedback_size);
        state->feedback_object = name;
    }
}

static void save_unit(const hpyr_context *context, GLint textures[HPI_STATE_TARGETS], GLint *sampler) {
    if (!context->legacy)
        glGetIntegerv(GL_SAMPLER_BINDING, sampler);
    for (int i = 0; i < HPI_STATE_TARGETS; i++)
        if (target_exists(context, i))
            glGetIntegerv(targets[i].query, &textures[i]);
}

static void save_bindings(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &state->vertex_array);
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &state->draw_framebuffer);
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_framebuffer);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        glGetIntegerv(buffers[i].query, &state->buffers[i]);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        glGetIntegerv(pixel_store[i].name, &state->pixel_store[i]);
    state->active_unit = hpi_gl_active_unit();
    for (int unit = 0; unit < HPI_STATE_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        save_unit(context, state->textures[unit], &state->samplers[unit]);
    }
}

/* What a compatibility profile does to floats on their way into and out of a framebuffer, and to points. */
static void set_compatible(GLint clamp, GLint map, const GLfloat scales[HPI_STATE_TRANSFERS], GLfloat point_size_min) {
    glPointParameterf(GL_POINT_SIZE_MIN, point_size_min);
    glClampColor(GL_CLAMP_FRAGMENT_COLOR, (GLenum)clamp);
    glPixelTransferi(GL_MAP_COLOR, map);
    for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
        glPixelTransferf(transfers[i], scales[i]);
}

static void set_neutral(const hpyr_context *context) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (enable_exists(context, i))
            set_capability(context, enables[i].name, GL_FALSE);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDepthMask(GL_TRUE);
    glPointSize(1.0f);
    set_depth_range(context, 0.0f, 1.0f);
    glClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    if (context->compatibility)
        set_compatible(GL_FALSE, GL_FALSE, neutral_transfers, 0.0f);
    if (context->clip_control)
        glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        glPixelStorei(pixel_store[i].name, pixel_store[i].tight);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindVertexArray(context->vertex_array);
    if (context->caps.gl_version >= 40)
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, context->transform_feedback);
}

GLenum hpi_gl_take_error(void) {
    GLenum first = glGetError();
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++) {}
    return first;
}

/* GL 2.1 keeps state on stacks: all of a caller's but the objects that it has bound. */
static void push_legacy(const hpyr_context *context, hpi_gl_state *state) {
    glGetIntegerv(GL_CURRENT_PROGRAM, &state->program);
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &state->draw_framebuffer);
    state->read_framebuffer = state->draw_framebuffer;
    if (context->blit_framebuffers)
        glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &state->read_framebuffer);
    for (int i = 0; i < HPI_STATE_LEGACY_BUFFERS; i++)
        glGetIntegerv(buffers[i].query, &state->buffers[i]);
    state->active_unit = hpi_gl_active_unit();
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++) { /* Mesa pops them for units with textures only */
        glActiveTexture(GL_TEXTURE0 + unit);
        glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &state->lod_biases[unit]);
    }
    glActiveTexture((GLenum)state->active_unit);
    glPushAttrib(GL_ALL_ATTRIB_BITS);
    state->pushed = glGetError() == GL_NO_ERROR;
    glPushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS);
    state->pushed_client = glGetError() == GL_NO_ERROR;
    if (!state->pushed || !state->pushed_client)
        hpi_gl_log(context, HPYR_LOG_WARNING, "GL's attribute stacks are full: the caller's state is not restored");
}

static void set_neutral_legacy(const hpyr_context *context) {
    GLint planes = 0;
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (enables[i].since <= 21)
            glDisable(enables[i].name);
    glGetIntegerv(GL_MAX_CLIP_PLANES, &planes);
    for (GLint i = 0; i < planes; i++)
        glDisable(GL_CLIP_PLANE0 + (GLenum)i);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glDepthMask(GL_TRUE);
    glDepthRange(0.0, 1.0);
    if (context->clamps_colours) {
        glClampColorARB(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
        glClampColorARB(GL_CLAMP_READ_COLOR, GL_FALSE);
    }
    glPixelTransferi(GL_MAP_COLOR, GL_FALSE);
    for (int i = 0; i < HPI_STATE_TRANSFERS; i++)
        glPixelTransferf(transfers[i], neutral_transfers[i]);
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++)
        set_lod_bias(unit, 0.0f);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        glPixelStorei(pixel_store[i].name, pixel_store[i].tight);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

static void enter_legacy(const hpyr_context *context, hpi_gl_state *state) {
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

/* A caller may delete between bind and unbind what was bound before, and the program in use at any time: GL deletes that one as soon
 * as another is used. */
static GLuint still_there(GLboolean exists, GLint name) {
    return exists ? (GLuint)name : 0;
}

static void restore_program(const hpyr_context *context, const hpi_gl_state *state) {
    GLuint program = still_there(glIsProgram((GLuint)state->program), state->program);
    if (program != (GLuint)state->program)
        hpi_gl_log(context, HPYR_LOG_WARNING,
                   "program %d was in use, but deleted; it is gone now, and no program is in use", state->program);
    glUseProgram(program);
}

static void leave_legacy(const hpyr_context *context, const hpi_gl_state *state) {
    /* First, since draw and read buffers are popped into the framebuffers that are bound. */
    bind_framebuffer_legacy(context, GL_FRAMEBUFFER, state->draw_framebuffer);
    if (context->blit_framebuffers)
        bind_framebuffer_legacy(context, GL_READ_FRAMEBUFFER, state->read_framebuffer);
    if (state->pushed_client)
        glPopClientAttrib();
    if (state->pushed)
        glPopAttrib();
    for (GLuint unit = 0; unit < HPI_PYRAMID_UNITS; unit++)
        set_lod_bias(unit, state->lod_biases[unit]);
    glActiveTexture((GLenum)state->active_unit);
    for (int i = 0; i < HPI_STATE_LEGACY_BUFFERS; i++)
        glBindBuffer(buffers[i].target, (GLuint)state->buffers[i]);
    restore_program(context, state);
}

void hpi_gl_state_enter(const hpyr_context *context, hpi_gl_state *state) {
    state->pending_error = hpi_gl_take_error();
    if (context->legacy) {
        enter_legacy(context, state);
        return;
    }
    if (!context->skip_restore) {
        save_fragment_state(context, state);
        save_feedback(context, state);
        save_bindings(context, state);
    }
    set_neutral(context);
}

static void restore_fragment_state(const hpyr_context *context, const hpi_gl_state *state) {
    for (int i = 0; i < HPI_STATE_ENABLES; i++)
        if (enable_exists(context, i))
            set_capability(context, enables[i].name, state->enabled[i]);
    for (int i = 0; i < state->draw_buffers; i++) {
        const GLboolean *mask = state->colour_mask[i];
        glColorMaski((GLuint)i, mask[0], mask[1], mask[2], mask[3]);
        if (state->blend[i])
            glEnablei(GL_BLEND, (GLuint)i);
        else
            glDisablei(GL_BLEND, (GLuint)i);
    }
    const GLfloat *v = state->viewport;
    if (context->caps.gl_version >= 41)
        glViewportIndexedfv(0, v);
    else
        glViewport((GLint)v[0], (GLint)v[1], (GLsizei)v[2], (GLsizei)v[3]);
    glLogicOp((GLenum)state->logic_op);
    glDepthFunc((GLenum)state->depth_function);
    glDepthMask(state->depth_mask);
    glPointSize(state->point_size);
    set_depth_range(context, state->depth_range[0], state->depth_range[1]);
    GLint front = state->polygon_mode[0], back = state->polygon_mode[1];
    if (context->compatibility && back && front != back) {
        glPolygonMode(GL_FRONT, (GLenum)front);
        glPolygonMode(GL_BACK, (GLenum)back);
    } else {
        glPolygonMode(GL_FRONT_AND_BACK, (GLenum)front);
    }
    glClampColor(GL_CLAMP_READ_COLOR, (GLenum)state->clamp_read_colour);
    if (context->compatibility)
        set_compatible(state->clamp_fragment_colour, state->map_colour, state->transfers, state->point_size_min);
    if (context->clip_control)
        glClipControl((GLenum)state->clip_origin, (GLenum)state->clip_depth);
}

static void restore_feedback(const hpyr_context *context, const hpi_gl_state *state) {
    if (context->caps.gl_version >= 40) {
        glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, (GLuint)state->feedback_object);
        if (state->feedback_running)
            glResumeTransformFeedback();
    } else if (state->feedback_size > 0) {
        glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLuint)state->feedback_object,
                          (GLintptr)state->feedback_start, (GLsizeiptr)state->feedback_size);
    } else {
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, (GLuint)state->feedback_object);
    }
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, (GLuint)state->feedback_buffer);
}

static void restore_bindings(const hpyr_context *context, const hpi_gl_state *state) {
    for (int unit = 0; unit < HPI_STATE_UNITS; unit++) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)unit);
        for (int i = 0; i < HPI_STATE_TARGETS; i++)
            glBindTexture(targets[i].target, (GLuint)state->textures[unit][i]);
        glBindSampler((GLuint)unit, (GLuint)state->samplers[unit]);
    }
    glActiveTexture((GLenum)state->active_unit);
    for (int i = 0; i < HPI_STATE_PIXEL_STORE; i++)
        glPixelStorei(pixel_store[i].name, state->pixel_store[i]);
    glBindVertexArray((GLuint)state->vertex_array);
    for (int i = 0; i < HPI_STATE_BUFFERS; i++)
        glBindBuffer(buffers[i].target, (GLuint)state->buffers[i]);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)state->draw_framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)state->read_framebuffer);
    restore_program(context, state);
}

/* GL has no call that sets the error flag, but wrong calls without any other effect do. */
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
        glBindVertexArray(0xFFFFFFFFu); /* a name that glGenVertexArrays never gave */
    else
        hpi_gl_log(context, HPYR_LOG_WARNING, "the caller's pending GL error 0x%04x could not be kept", error);
}

static hpyr_result result_of_error(const hpyr_context *context, GLenum error, hpyr_result result) {
    if (error == GL_NO_ERROR)
        return result;
    if (error == GL_OUT_OF_MEMORY)
        return result < 0 ? result : hpi_gl_fail(context, HPYR_ERROR_OUT_OF_MEMORY, "GL is out of memory");
    if (result < 0) /* the failure is known and logged, this is its echo */
        return result;
    return hpi_gl_fail(context, HPYR_ERROR_GL, "GL reported error 0x%04x", error);
}

hpyr_result hpi_gl_state_leave(const hpyr_context *context, const hpi_gl_state *state, hpyr_result result) {
    result = result_of_error(context, hpi_gl_take_error(), result);
    hpi_gl_raise_error(context, state->pending_error);
    if (context->skip_restore)
        return result;
    if (context->legacy) {
        leave_legacy(context, state);
        return result;
    }
    restore_fragment_state(context, state);
    restore_bindings(context, state);
    restore_feedback(context, state); /* after the program: resuming needs the caller's */
    return result;
}

void hpi_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height) {
    if (context->caps.gl_version >= 41) /* glViewport would set all sixteen */
        glViewportIndexedf(0, (GLfloat)x, (GLfloat)y, (GLfloat)width, (GLfloat)height);
    else
        glViewport(x, y, (GLsizei)width, (GLsizei)height);
}

void hpi_gl_bindings_save(const hpyr_context *context, hpi_gl_bindings *bindings, GLuint first_unit,
                          GLuint unit_count) {
    GLint active = hpi_gl_active_unit();
    glGetIntegerv(GL_CURRENT_PROGRAM, &bindings->program);
    bindings->first_unit = first_unit;
    bindings->unit_count = unit_count;
    for (GLuint unit = 0; unit < unit_count; unit++) {
        glActiveTexture(GL_TEXTURE0 + first_unit + unit);
        save_unit(context, bindings->textures[unit], &bindings->samplers[unit]);
        if (context->legacy) {
            glGetTexEnvfv(GL_TEXTURE_FILTER_CONTROL, GL_TEXTURE_LOD_BIAS, &bindings->lod_biases[unit]);
            set_lod_bias(first_unit + unit, 0.0f);
        }
    }
    glActiveTexture((GLenum)active);
}

void hpi_gl_bindings_restore(const hpyr_context *context, const hpi_gl_bindings *bindings) {
    GLint active = hpi_gl_active_unit();
    for (GLuint unit = 0; unit < bindings->unit_count; unit++) {
        glActiveTexture(GL_TEXTURE0 + bindings->first_unit + unit);
        for (int i = 0; i < HPI_STATE_TARGETS; i++)
            if (target_exists(context, i))
                glBindTexture(targets[i].target, still_there(glIsTexture((GLuint)bindings->textures[unit][i]),
                                                             bindings->textures[unit][i]));
        if (context->legacy)
            set_lod_bias(bindings->first_unit + unit, bindings->lod_biases[unit]);
        else
            glBindSampler(bindings->first_unit + unit,
                          still_there(glIsSampler((GLuint)bindings->samplers[unit]), bindings->samplers[unit]));
    }
    glActiveTexture((GLenum)active);
    glUseProgram(still_there(glIsProgram((GLuint)bindings->program), bindings->program));
}

GLuint hpi_gl_current_program(void) {
    GLint program;
    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    return (GLuint)program;
}

GLint hpi_gl_active_unit(void) {
    GLint active;
    glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
    return active;
}

void hpi_gl_logic_op_begin(GLenum operation) {
    glEnable(GL_COLOR_LOGIC_OP);
    glLogicOp(operation);
}

void hpi_gl_logic_op_end(void) {
    glDisable(GL_COLOR_LOGIC_OP);
}

void hpi_gl_depth_test(bool on) {
    glDepthFunc(GL_LESS);
    set_enabled(GL_DEPTH_TEST, on);
}

GLint hpi_gl_bound_renderbuffer(void) {
    GLint name;
    glGetIntegerv(GL_RENDERBUFFER_BINDING, &name);
    return name;
}

void hpi_gl_capture_begin(GLuint buffer, GLenum primitive) {
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_range_begin(GLuint buffer, uintptr_t offset, size_t size, GLenum primitive) {
    glEnable(GL_RASTERIZER_DISCARD);
    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, (GLintptr)offset, (GLsizeiptr)size);
    glBeginTransformFeedback(primitive);
}

void hpi_gl_capture_end(void) {
    glEndTransformFeedback();
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glDisable(GL_RASTERIZER_DISCARD);
}

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
