/* state.h - leaves the caller's GL state as it was found.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_STATE_H
#define HPI_GL_STATE_H

#include "gl/gl.h"

/* Texture units of our passes. Units of a caller's snippet follow them. A pyramid takes up to
 * three. */
enum { HPI_PYRAMID_UNIT = 0, HPI_INPUT_UNIT = 1, HPI_PYRAMID_UNITS = 3, HPI_EXTRA_UNIT = 3, HPI_STATE_UNITS = 8 };

/** A pass may take units behind those, for so many textures of a discriminator. They are saved, too. */
enum { HPI_MOST_INPUTS = 24, HPI_SAVED_UNITS = HPI_STATE_UNITS + HPI_MOST_INPUTS };

/** Most units that a caller's program can lend to a pyramid. */
enum { HPI_BOUND_UNITS = HPI_PYRAMID_UNITS + HPI_MOST_INPUTS };

enum {
    HPI_STATE_TARGETS = 5,
    HPI_STATE_ENABLES = 28,
    HPI_STATE_PIXEL_STORE = 16, /* half of them of packing, half of unpacking */
    HPI_STATE_TRANSFERS = 8,
    HPI_STATE_BUFFERS = 5,
    HPI_STATE_PACK_BUFFER = 1, /* which of them */
    HPI_STATE_UNPACK_BUFFER = 2,
    HPI_STATE_LEGACY_BUFFERS = 3, /* the first three, which GL 2.1 has too */
    HPI_STATE_DRAWS = 8,
    HPI_STATE_BLENDING = 6 /* equations of color and alpha, factors of color, factors of alpha */
};

/** What the caller had bound to a texture unit, as far as our passes have changed it. */
typedef struct hpi_gl_unit {
    bool is_used, has_texture[HPI_STATE_TARGETS];
    GLint textures[HPI_STATE_TARGETS], sampler;
} hpi_gl_unit;

/** The caller's values of all state that our passes change. Lives on the stack of a public call. */
struct hpi_gl_state {
    hpi_gl_state *outer; /* of the public call around this one, or NULL */
    bool skip_restore;   /* as in the context */
    void *current;       /* what the context's `current` answers in this call */
    /* Of the outermost call, the caller's, which stays. Of a call inside, the outer one's, which fails both. */
    GLenum pending_error;
    GLenum kept_error; /* of this call, which was taken before its end */
    GLboolean enabled[HPI_STATE_ENABLES];
    int draw_buffers; /* for how many of them the next two are saved */
    GLboolean blend[HPI_STATE_DRAWS];
    GLboolean color_mask[HPI_STATE_DRAWS][4];
    bool blends; /* the next is saved */
    GLint blending[HPI_STATE_DRAWS][HPI_STATE_BLENDING];
    bool stores[HPI_STATE_PIXEL_STORE]; /* which of the next are saved */
    GLint pixel_store[HPI_STATE_PIXEL_STORE];
    GLint buffers[HPI_STATE_BUFFERS];
    bool captures; /* the next five are saved */
    GLint feedback_buffer;
    GLint64 feedback_start, feedback_size;
    GLint feedback_object;
    bool feedback_running;
    GLint program, vertex_array, draw_framebuffer, read_framebuffer;
    GLfloat lod_biases[HPI_PYRAMID_UNITS]; /* legacy: of the units that show mipmaps */
    bool pushed, pushed_client;            /* legacy: on GL's attribute stacks */
    GLint active_unit;
    hpi_gl_unit units[HPI_SAVED_UNITS];
    GLfloat viewport[4];
    GLint polygon_mode[2];
    GLint clip_origin, clip_depth;
    GLint clamp_fragment_color, map_color; /* compatibility profile */
    GLfloat transfers[HPI_STATE_TRANSFERS];
    GLint clamp_read_color;
    GLint logic_op;
    GLfloat point_size, point_size_min;
    bool has_scissor; /* the next one is saved */
    GLint scissor[4]; /* box */
    bool has_depth;   /* the next three are saved */
    GLint depth_function;
    GLboolean depth_mask;
    GLfloat depth_range[2];
};

/** Begins a public call that draws: saves the caller's state and sets what our passes expect, which
 *  is all tests off and our vertex array. Such calls may stand inside of another one. */
void hpi_gl_state_enter(hpyr_context *context, hpi_gl_state *state);

/** The same on GL 2.1. */
void hpi_gl_state_enter_legacy(const hpyr_context *context, hpi_gl_state *state);
void hpi_gl_state_leave_legacy(const hpyr_context *context, const hpi_gl_state *state);

/** Which texels go to memory or come from it, so which pixel store parameters are in the way. */
typedef enum hpi_gl_rows {
    HPI_ROWS_NONE,    /* one texel, or none */
    HPI_ROWS_ALIGNED, /* of a 2D image; each row but the last has a multiple of 8 bytes */
    HPI_ROWS_ANY
} hpi_gl_rows;

/** Each comes before a pass changes what it names. The first one in a call saves the caller's
 *  value. In a browser a value may cost a tenth of a millisecond, so none is asked for before.
 *  Framebuffers are bound by hpi_gl_framebuffer_bind and its like, and texels are read by
 *  hpi_gl_pixels_read: they call these themselves. */
void hpi_gl_use_unit(const hpyr_context *context, GLuint unit, GLenum target); /* and makes the unit active */
void hpi_gl_use_draw_buffers(const hpyr_context *context, uint32_t count);     /* blending and color masks */
void hpi_gl_use_packing(const hpyr_context *context, hpi_gl_rows rows);        /* for texels that are read */
void hpi_gl_use_unpacking(const hpyr_context *context, hpi_gl_rows rows);      /* for uploads of texels */

/** The state that saves the caller's values of what all passes want the same way; NULL if none does. */
hpi_gl_state *hpi_gl_state_keeper(const hpyr_context *context);

/** Textures are deleted: what was bound to a unit when a call began is none of them any more, so that no call binds
 *  a name again that is nobody's, or somebody else's. GL does the same with units that show them now. */
void hpi_gl_state_forget_textures(const hpyr_context *context, GLsizei count, const GLuint *names);

/** Takes GL's pending error, and raises one again. A caller's error that was pending before a call
 *  is still pending after it. */
GLenum hpi_gl_take_error(void);
void hpi_gl_raise_error(const hpyr_context *context, GLenum error);

/** Keeps an error that hpi_gl_take_error has taken: for the end of the call that is under way, or else for the caller. */
void hpi_gl_keep_error(const hpyr_context *context, GLenum error);

/** `result`, or the failure that GL's error means if `result` is a success. */
hpyr_result hpi_gl_result_of_error(const hpyr_context *context, GLenum error, hpyr_result result);

/** Ends such a call: restores the caller's state. Returns `result`, or GL's error if `result` is a
 *  success and GL reports an error. */
hpyr_result hpi_gl_state_leave(hpyr_context *context, const hpi_gl_state *state, hpyr_result result);

/** For draws from vertex arrays on GL 2.1, which has no vertex array objects. `_begin` disables all
 *  arrays of the caller, which hpi_gl_state_leave enables again; `_end` disables ours. */
void hpi_gl_arrays_begin(void);
void hpi_gl_arrays_end(void);

/** Sets the first viewport. */
void hpi_gl_viewport(const hpyr_context *context, int32_t x, int32_t y, uint32_t width, uint32_t height);

/** Between these two, draws combine their bits with those of an integer target: by XOR if `toggles`,
 *  else by OR. Desktop OpenGL. */
void hpi_gl_logic_op_begin(bool toggles);
void hpi_gl_logic_op_end(void);

/** Binds our own object for transform feedback until the public call ends, where the GL has such
 *  objects. */
void hpi_gl_use_feedback(const hpyr_context *context);

/** Between these two, draws combine the channels of `targets` targets, which are 0 or 1, with their
 *  own 0 or 1: by XOR if `toggles`, else by OR. The targets are bound. */
void hpi_gl_blend_begin(const hpyr_context *context, uint32_t targets, bool toggles);
void hpi_gl_blend_end(const hpyr_context *context, uint32_t targets);

/** Draws into the first target write this channel only; or all again, if it is -1. */
void hpi_gl_write_channel(const hpyr_context *context, int channel);

/** Between `_begin` and `_end`, draws write vertices into `buffer` and no fragments. A program is
 *  in use, and a complete framebuffer is bound. */
void hpi_gl_capture_begin(const hpyr_context *context, GLuint buffer, GLenum primitive);

/** The same into `size` bytes from `offset` on, both multiples of 4. Vertices that do not fit are
 *  dropped. */
void hpi_gl_capture_range_begin(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size,
                                GLenum primitive);
void hpi_gl_capture_end(void);

/** Switches the depth test on, so that draws keep the nearest fragments; or off. */
void hpi_gl_depth_test(const hpyr_context *context, bool on);

/** Sets the depths of the framebuffer that is bound to the farthest one. */
void hpi_gl_depth_clear(const hpyr_context *context);

/** The renderbuffer that is bound. Code that binds another restores it. */
GLint hpi_gl_bound_renderbuffer(void);

/** What the bind function of an object changes, and its unbind function restores. */
typedef struct hpi_gl_bindings {
    GLint program;
    GLuint first_unit, unit_count;
    GLint textures[HPI_BOUND_UNITS][HPI_STATE_TARGETS], samplers[HPI_BOUND_UNITS];
    GLfloat lod_biases[HPI_BOUND_UNITS]; /* legacy */
} hpi_gl_bindings;

void hpi_gl_bindings_save(const hpyr_context *context, hpi_gl_bindings *bindings, GLuint first_unit, GLuint unit_count);
void hpi_gl_bindings_restore(const hpyr_context *context, const hpi_gl_bindings *bindings);

/** An object, or a part of it, that can be bound to a program of the caller's: see core/binding.h. */
typedef struct hpi_bound {
    bool is_bound;
    struct hpi_bound *before;     /* what was bound before this one */
    struct hpyr_pyramid *pyramid; /* the object, if it is a pyramid */
    GLuint program;               /* the program that it is bound to */
    hpi_gl_bindings replaced;
} hpi_bound;

/** The program in use. */
GLuint hpi_gl_current_program(void);

/** The active texture unit, as a GLenum. */
GLint hpi_gl_active_unit(void);

#endif
