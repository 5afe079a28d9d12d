/* state.h - leaves the caller's GL state as it was found.  SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_STATE_H
#define HPYR_GL_STATE_H

#include "gl/gl.h"

/* Units that our passes use; those of a caller's snippet start behind them. A pyramid takes up to three from its first one on. */
enum { HPI_PYRAMID_UNIT = 0, HPI_INPUT_UNIT = 1, HPI_PYRAMID_UNITS = 3, HPI_EXTRA_UNIT = 3, HPI_STATE_UNITS = 8 };

enum {
    HPI_STATE_TARGETS = 5,
    HPI_STATE_ENABLES = 28,
    HPI_STATE_PIXEL_STORE = 16, /* as many of packing as of unpacking */
    HPI_STATE_TRANSFERS = 8,
    HPI_STATE_BUFFERS = 5,
    HPI_STATE_PACK_BUFFER = 1, /* which of them */
    HPI_STATE_UNPACK_BUFFER = 2,
    HPI_STATE_LEGACY_BUFFERS = 3, /* the first ones, which GL 2.1 has */
    HPI_STATE_DRAWS = 8
};

/** What a texture unit shows, as far as our passes have changed it. */
typedef struct hpi_gl_unit {
    bool is_used, has_texture[HPI_STATE_TARGETS];
    GLint textures[HPI_STATE_TARGETS], sampler;
} hpi_gl_unit;

/** Everything that our passes change, as the caller had it. Lives on the stack of one public call. */
struct hpi_gl_state {
    hpi_gl_state *outer; /* of the public call that made this one, or NULL */
    GLenum pending_error;
    GLboolean enabled[HPI_STATE_ENABLES];
    int draw_buffers; /* how many of the next two are saved */
    GLboolean blend[HPI_STATE_DRAWS];
    GLboolean colour_mask[HPI_STATE_DRAWS][4];
    bool unpacks; /* the second half of the next is saved */
    GLint pixel_store[HPI_STATE_PIXEL_STORE];
    GLint buffers[HPI_STATE_BUFFERS];
    bool captures; /* the next five are saved */
    GLint feedback_buffer;
    GLint64 feedback_start, feedback_size;
    GLint feedback_object;
    bool feedback_running;
    GLint program, vertex_array, draw_framebuffer, read_framebuffer;
    GLfloat lod_biases[HPI_PYRAMID_UNITS]; /* legacy, of the units that show mipmaps */
    bool pushed, pushed_client;            /* legacy: on GL's attribute stacks */
    GLint active_unit;
    hpi_gl_unit units[HPI_STATE_UNITS];
    GLfloat viewport[4];
    GLint polygon_mode[2];
    GLint clip_origin, clip_depth;
    GLint clamp_fragment_colour, map_colour; /* compatibility profile */
    GLfloat transfers[HPI_STATE_TRANSFERS];
    GLint clamp_read_colour;
    GLint logic_op, depth_function;
    GLboolean depth_mask;
    GLfloat depth_range[2], point_size, point_size_min;
};

/** Saves the caller's state and sets the one that our passes expect: everything off, our vertex array, tight rows. */
void hpi_gl_state_enter(hpyr_context *context, hpi_gl_state *state);

/** The same on GL 2.1. */
void hpi_gl_state_enter_legacy(const hpyr_context *context, hpi_gl_state *state);
void hpi_gl_state_leave_legacy(const hpyr_context *context, const hpi_gl_state *state);

/** Each comes before a pass changes more than most passes do; the caller's values are saved once a call. */
void hpi_gl_use_unit(const hpyr_context *context, GLuint unit, GLenum target); /* makes the unit active */
void hpi_gl_use_draw_buffers(const hpyr_context *context, uint32_t count);     /* where it draws into several */
void hpi_gl_use_unpacking(const hpyr_context *context);                        /* where it uploads texels */

/** GL's first pending error, after which none is pending; and that error as if GL had raised it just now. The errors of a caller's
 *  earlier calls are still its to read. */
GLenum hpi_gl_take_error(void);
void hpi_gl_raise_error(const hpyr_context *context, GLenum error);

/** Restores it and returns `result`, or GL's own error where there was one and `result` reports success. */
hpyr_result hpi_gl_state_leave(hpyr_context *context, const hpi_gl_state *state, hpyr_result result);

/** Vertex arrays of our own on GL 2.1, which has no vertex array objects: none of the caller's is enabled from here on, which
 *  hpi_gl_state_leave puts back; hpi_gl_arrays_end switches ours off. */
void hpi_gl_arrays_begin(void);
void hpi_gl_arrays_end(void);

/** Sets the first viewport. */
void hpi_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height);

/** Draws combine bits with those in an integer target, until hpi_gl_logic_op_end. */
void hpi_gl_logic_op_begin(GLenum operation);
void hpi_gl_logic_op_end(void);

/** Captures draws into `buffer`, without any fragment; the program is in use, a complete framebuffer bound. */
void hpi_gl_capture_begin(const hpyr_context *context, GLuint buffer, GLenum primitive);

/** The same into `size` bytes from `offset` on, multiples of 4; what does not fit is dropped. */
void hpi_gl_capture_range_begin(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size,
                                GLenum primitive);
void hpi_gl_capture_end(void);

/** Draws keep the nearest fragments, until it is switched off again. */
void hpi_gl_depth_test(bool on);

/** The caller's renderbuffer, for whoever binds another. */
GLint hpi_gl_bound_renderbuffer(void);

/** What hpyr_pyramid_bind changes, for hpyr_pyramid_unbind to put back. */
typedef struct hpi_gl_bindings {
    GLint program;
    GLuint first_unit, unit_count;
    GLint textures[HPI_PYRAMID_UNITS][HPI_STATE_TARGETS], samplers[HPI_PYRAMID_UNITS];
    GLfloat lod_biases[HPI_PYRAMID_UNITS]; /* legacy */
} hpi_gl_bindings;

void hpi_gl_bindings_save(const hpyr_context *context, hpi_gl_bindings *bindings, GLuint first_unit, GLuint unit_count);
void hpi_gl_bindings_restore(const hpyr_context *context, const hpi_gl_bindings *bindings);

/** The program in use. */
GLuint hpi_gl_current_program(void);

/** Remembers which unit is active, so that binding textures does not change it. */
GLint hpi_gl_active_unit(void);

#endif
