/* gl.h - the library's own view of a GL context; nothing outside src/gl calls glGet*, glEnable or glPixelStore.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_GL_H
#define HPYR_GL_GL_H

#include <GL/glew.h>

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

typedef struct gl_program_entry gl_program_entry;

struct hpyr_context {
    hpyr_log_fn log;
    void *log_user;
    bool skip_restore;
    bool capped;           /* by the caller: keep to core functions of caps.gl_version, whatever extensions there are */
    bool compatibility;    /* a compatibility profile: more state can get in the way */
    uint32_t vertex_limit; /* up to how many vertices of a draw gl_VertexID counts */
    bool clip_control;     /* GL 4.5 or its extension: a caller may have turned the y axis */
    hpyr_caps caps;
    char version[128], renderer[128];
    uint32_t max_viewport; /* the smaller side of the largest viewport */
    gl_program_entry *programs;
    GLuint vertex_array;       /* empty: full-screen triangles come from gl_VertexID */
    GLuint framebuffer;        /* for textures that are rendered to now and then */
    GLuint nearest;            /* sampler: a caller's filters could make its texture incomplete */
    GLuint nearest_mipmap;     /* the same over several levels, where fetches are slower */
    GLuint transform_feedback; /* our own object where GL 4.0 has them: a caller's may be active and paused */
    GLuint list;               /* RGBA32UI scratch for extraction: LIST_WIDTH x list_rows */
    uint32_t list_rows;
    struct hpyr_pyramid *bound; /* the pyramid that hpyr_pyramid_bind bound last; the others hang on it */
};

/* ---- log.c ---- */

#if defined(__GNUC__)
#    define GL_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#    define GL_PRINTF(text, first)
#endif

/** Formats one message for the caller's log callback. */
void hpyr_gl_log(const hpyr_context *context, hpyr_log_level level, const char *format, ...) GL_PRINTF(3, 4);

/** Logs an error and returns `result`, so that a failing check is one statement. */
hpyr_result hpyr_gl_fail(const hpyr_context *context, hpyr_result result, const char *format, ...) GL_PRINTF(3, 4);

/* ---- texture.c ---- */

typedef enum gl_class { GL_CLASS_UNORM, GL_CLASS_FLOAT, GL_CLASS_UINT, GL_CLASS_INT } gl_class;

typedef struct gl_format {
    const char *name;
    GLenum internal, external, type;
    gl_class kind;
    int channels, bits; /* bits of one channel */
} gl_format;

/** NULL for a value that is no format. */
const gl_format *hpyr_gl_format_of(hpyr_format format);

/** Index 0..3 of the channel that is looked at. */
int hpyr_gl_channel_of(hpyr_format format, hpyr_channel channel);

/** Fills in the documented defaults and compares what the caller states with what GL has. `what` names the texture in logs.
 *  Leaves the texture bound to GL_INPUT_UNIT. */
hpyr_result hpyr_gl_texture_check(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                  hpyr_texture *resolved);

/** A caller's texture whose parameters are neutral for a while, so that texelFetch(.., 0) reads `level` unswizzled. */
typedef struct gl_borrowed {
    GLuint name;
    GLenum target;
    GLint base_level, max_level, swizzle[4];
} gl_borrowed;

/** Binds the texture to `unit` with our sampler and makes its parameters neutral. */
void hpyr_gl_texture_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit,
                            gl_borrowed *borrowed);

/** Puts the parameters back; the texture is bound to `unit` meanwhile. NULL-safe: a name of 0 is nothing borrowed. */
void hpyr_gl_texture_return(const gl_borrowed *borrowed, GLuint unit);

/** Binds one of our own textures to `unit` with our sampler. */
void hpyr_gl_texture_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Binds a 2D texture whose mipmaps are all read. */
void hpyr_gl_mipmaps_bind(const hpyr_context *context, GLuint unit, GLuint name);

/** A new sampler; `wrap` in x and y. */
GLuint hpyr_gl_sampler_create(GLint min_filter, GLint mag_filter, GLint wrap);

/** A new 2D array texture of one level, left bound to unit 0; 0 where GL has no memory for it, or `layers` are too many. */
GLuint hpyr_gl_array_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height,
                            uint32_t layers);

/** A new framebuffer whose draw buffers are layers [first, first + count) of an array texture, at most 8, left bound. 0 where GL cannot
 *  render to them. */
GLuint hpyr_gl_layers_framebuffer(const hpyr_context *context, GLuint texture, uint32_t first, uint32_t count);

/** A new 2D texture of one level, left bound to unit 0; 0 where GL has no memory for it. */
GLuint hpyr_gl_texture_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height);

/** Attaches a level of a 2D texture to the context's scratch framebuffer, binds that for drawing and reading and sets the
 *  viewport to it. False where GL cannot render to it. */
bool hpyr_gl_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height);

/** Detaches it again: a texture that is deleted while attached would live on. */
void hpyr_gl_target_release(const hpyr_context *context);

/* ---- program.c ---- */

/** What a program is made of. Shader files are named by their path below shaders/, NULL-terminated. */
typedef struct gl_program_desc {
    const char *const *vertex;
    const char *const *fragment;
    const char *defines;         /* #define lines, or NULL */
    const char *snippet;         /* a caller's GLSL, or NULL */
    const char *snippet_before;  /* the fragment file that the snippet is put in front of */
    const char *const *captured; /* varyings for transform feedback, NULL-terminated, or NULL */
} gl_program_desc;

/** The program of `desc`, from the context's cache. Logs the driver's words with our file names on failure. */
hpyr_result hpyr_gl_program_get(hpyr_context *context, const gl_program_desc *desc, GLuint *program);

/** The vertex stage of every full-screen pass. */
extern const char *const hpyr_gl_fullscreen[];

/** Draws one triangle that covers the viewport with the program in use. */
void hpyr_gl_draw_fullscreen(const hpyr_context *context);

/** Whether a caller's name is a program that can be used. */
bool hpyr_gl_program_linked(GLuint program);

/** Location of uniform u_<prefix><name>, -1 where the program has none. */
GLint hpyr_gl_uniform(GLuint program, const char *prefix, const char *name);

/** Text of an embedded shader file without its #line; NULL where there is none. */
const char *hpyr_gl_shader_text(const char *name);

/* ---- probe.c ---- */

/** Whether glLogicOp combines bits in integer targets: drivers may accept it and write something else. */
bool hpyr_gl_logic_op_probe(hpyr_context *context);

/** Up to how many vertices of one draw gl_VertexID counts; INT_MAX where nothing was found wrong. */
uint32_t hpyr_gl_vertex_probe(hpyr_context *context);

void hpyr_gl_programs_destroy(hpyr_context *context);

/* ---- timer.c ---- */

/** Draws work of a few milliseconds and compares its GPU timestamps with the wall clock. */
bool hpyr_gl_timer_probe(hpyr_context *context);

#endif
