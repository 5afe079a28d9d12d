/* state.h - leaves the caller's GL state as it was found.  SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_STATE_H
#define HPYR_GL_STATE_H

#include "gl/gl.h"

/* Units that our passes use; those of a caller's snippet start behind them. A pyramid takes up to three from its first one on. */
enum { GL_PYRAMID_UNIT = 0, GL_INPUT_UNIT = 1, GL_PYRAMID_UNITS = 3, GL_EXTRA_UNIT = 3, GL_STATE_UNITS = 8 };

enum {
    GL_STATE_TARGETS = 5,
    GL_STATE_ENABLES = 28,
    GL_STATE_PIXEL_STORE = 16,
    GL_STATE_TRANSFERS = 8,
    GL_STATE_BUFFERS = 5,
    GL_STATE_LEGACY_BUFFERS = 3, /* the first ones, which GL 2.1 has */
    GL_STATE_DRAWS = 8
};

/** Everything that our passes change, as the caller had it. Lives on the stack of one public call. */
typedef struct gl_state {
    GLenum pending_error;
    GLboolean enabled[GL_STATE_ENABLES];
    GLboolean blend[GL_STATE_DRAWS];
    GLboolean colour_mask[GL_STATE_DRAWS][4];
    GLint draw_buffers;
    GLint pixel_store[GL_STATE_PIXEL_STORE];
    GLint buffers[GL_STATE_BUFFERS];
    GLint feedback_buffer;
    GLint64 feedback_start, feedback_size;
    GLint feedback_object;
    GLboolean feedback_running;
    GLint program, vertex_array, draw_framebuffer, read_framebuffer;
    GLfloat lod_biases[GL_PYRAMID_UNITS]; /* legacy, of the units that show mipmaps */
    bool pushed, pushed_client;           /* legacy: on GL's attribute stacks */
    GLint active_unit;
    GLint textures[GL_STATE_UNITS][GL_STATE_TARGETS], samplers[GL_STATE_UNITS];
    GLfloat viewport[4];
    GLint polygon_mode[2];
    GLint clip_origin, clip_depth;
    GLint clamp_fragment_colour, map_colour; /* compatibility profile */
    GLfloat transfers[GL_STATE_TRANSFERS];
    GLint clamp_read_colour;
    GLint logic_op, depth_function;
    GLboolean depth_mask;
    GLfloat depth_range[2], point_size, point_size_min;
} gl_state;

/** Saves the caller's state and sets the one that our passes expect: everything off, our vertex array, tight rows. */
void hpyr_gl_state_enter(const hpyr_context *context, gl_state *state);

/** GL's first pending error, after which none is pending; and that error as if GL had raised it just now. The errors of a caller's
 *  earlier calls are still its to read. */
GLenum hpyr_gl_take_error(void);
void hpyr_gl_raise_error(const hpyr_context *context, GLenum error);

/** Restores it and returns `result`, or GL's own error where there was one and `result` reports success. */
hpyr_result hpyr_gl_state_leave(const hpyr_context *context, const gl_state *state, hpyr_result result);

/** Vertex arrays of our own on GL 2.1, which has no vertex array objects: none of the caller's is enabled from here on, which
 *  hpyr_gl_state_leave puts back; hpyr_gl_arrays_end switches ours off. */
void hpyr_gl_arrays_begin(void);
void hpyr_gl_arrays_end(void);

/** Sets the first viewport. */
void hpyr_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height);

/** Draws combine bits with those in an integer target, until hpyr_gl_logic_op_end. */
void hpyr_gl_logic_op_begin(GLenum operation);
void hpyr_gl_logic_op_end(void);

/** Captures draws into `buffer`, without any fragment; the program is in use, a complete framebuffer bound. */
void hpyr_gl_capture_begin(GLuint buffer, GLenum primitive);

/** The same into `size` bytes from `offset` on, multiples of 4; what does not fit is dropped. */
void hpyr_gl_capture_range_begin(GLuint buffer, uintptr_t offset, size_t size, GLenum primitive);
void hpyr_gl_capture_end(void);

/** Draws keep the nearest fragments, until it is switched off again. */
void hpyr_gl_depth_test(bool on);

/** The caller's renderbuffer, for whoever binds another. */
GLint hpyr_gl_bound_renderbuffer(void);

/** What hpyr_pyramid_bind changes, for hpyr_pyramid_unbind to put back. */
typedef struct gl_bindings {
    GLint program;
    GLuint first_unit, unit_count;
    GLint textures[GL_PYRAMID_UNITS][GL_STATE_TARGETS], samplers[GL_PYRAMID_UNITS];
    GLfloat lod_biases[GL_PYRAMID_UNITS]; /* legacy */
} gl_bindings;

void hpyr_gl_bindings_save(const hpyr_context *context, gl_bindings *bindings, GLuint first_unit, GLuint unit_count);
void hpyr_gl_bindings_restore(const hpyr_context *context, const gl_bindings *bindings);

/** The program in use. */
GLuint hpyr_gl_current_program(void);

/** Remembers which unit is active, so that binding textures does not change it. */
GLint hpyr_gl_active_unit(void);

#endif
