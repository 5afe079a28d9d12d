/* gl.h - the library's own view of a GL context. Nothing outside src/gl calls glGet*, glEnable or
 * glPixelStore.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_GL_H
#define HPI_GL_GL_H

#include "gl/api.h"
#include "gl/text.h"

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

/** Most render targets of one pass of ours, where the GL has as many. */
enum { HPI_MOST_TARGETS = 8 };

/* The last format of hpyr_format. Formats that only textures of our own have follow it. */
enum { HPI_LAST_FORMAT = HPYR_FORMAT_DEPTH, HPI_FORMAT_RG16F, HPI_FORMAT_RG32F, HPI_FORMAT_RGB32UI };

#if HPI_GL_WEB
typedef GLsync hpi_gl_mark;
#else
typedef GLuint hpi_gl_mark;
#endif

typedef struct hpi_gl_program_entry hpi_gl_program_entry;
typedef struct hpi_gl_state hpi_gl_state;

struct hpyr_context {
    uint32_t holders;       /* the caller, until it destroys the context, and every object of it */
    void *(*current)(void); /* answers NULL where no GL context is current; NULL if nothing can be asked */
    hpi_gl_mark mark;       /* by which our GL context is recognized, see lifetime.c */
    char mark_text[48];
    hpyr_log_fn log;
    void *user;
    hpyr_allocator allocator; /* the caller's, or of NULLs */
    bool skip_restore;
    bool es;                /* OpenGL ES 3.0 to 3.2, of which only 3.0 is used, or WebGL 2 */
    bool legacy;            /* GL 2.1 and GLSL 1.20: no integers, samplers, vertex arrays, fences, gl_VertexID */
    bool ext_framebuffers;  /* legacy: framebuffers are those of GL_EXT_framebuffer_object */
    bool blit_framebuffers; /* legacy: drawing and reading have framebuffers of their own */
    bool clamps_colors;     /* legacy: there is GL_ARB_color_buffer_float */
    GLuint invalid_program; /* legacy: never linked; raises GL_INVALID_OPERATION */
    bool red_textures;      /* legacy: there is GL_ARB_texture_rg */
    int occlusion_targets;  /* legacy: how many targets occlusion queries have, see fence.c */
    bool swizzles;          /* legacy: textures may be swizzled */
    bool capped;            /* the caller set gl_version_cap: no extensions are used */
    bool compatibility;     /* a compatibility profile: more state can get in the way */
    bool captures;          /* transform feedback captures all varyings rightly */
    uint32_t vertex_limit;  /* vertices of a draw that gl_VertexID counts rightly */
    bool indirect_draws;    /* there is GL 4.0 or its extension, see hpi_gl_draws_indirect */
    bool copies_overtake;   /* a fault of the driver, see hpi_gl_buffer_settle */
    GLuint touched;         /* another one's cure: a buffer of a byte, 0 elsewhere */
    bool gathers;           /* there is GL_ARB_texture_gather, for the red channel; see hpi_gl_gather_probe */
    bool knows_gathers;     /* and it was tried */
    bool checks_uploads;    /* OpenGL ES: errors tell whether an upload without texels would fit */
    bool storage;           /* there is glTexStorage */
    bool knows_levels;      /* the next is known */
    bool copies_levels;     /* a fault of the driver, see hpi_gl_level_show */
    bool clip_control;      /* there is GL 4.5 or its extension: a caller may have turned the y axis */
    hpyr_caps caps;
    char version[128], renderer[128];
    uint32_t subpixel_bits;      /* GL_SUBPIXEL_BITS: corners are rounded to 2^-n pixel */
    uint32_t most_inputs;        /* textures of a discriminator behind the input */
    uint32_t targets;            /* most render targets of a pass of ours, of up to 128 bits: 4 to 8; legacy 0 */
    uint32_t narrow_targets;     /* the same of up to 32 bits */
    uint32_t max_viewport;       /* the smaller side of the largest viewport */
    uint32_t max_rectangle_size; /* largest side of a rectangle texture and of a viewport */
    hpi_gl_program_entry *programs;
    bool compiles_apart;       /* there is GL_KHR_parallel_shader_compile or GL_ARB_parallel_shader_compile */
    bool no_compile_wait;      /* see hpyr_context_desc */
    bool keeps_binaries;       /* this GL gives programs away as binaries, and the caller keeps them */
    hpyr_program_store store;  /* the caller's, or of NULLs */
    GLuint vertex_array;       /* empty, for full-screen triangles from gl_VertexID */
    GLuint framebuffer;        /* for textures that have none of their own */
    GLuint nearest;            /* sampler: nearest texel, whatever filters the caller's texture has */
    GLuint nearest_mipmap;     /* sampler: the same with mipmaps, which is slower */
    GLuint linear;             /* sampler: average of 2x2 texels */
    GLuint transform_feedback; /* GL 4.0: an object of our own */
    GLuint vertices;           /* legacy: a buffer of 0, 1, 2.., see hpi_gl_vertices_begin */
    GLuint list;               /* scratch texture of extraction, list_rows rows: RGBA32UI, legacy RGBA32F */
    uint32_t list_rows;
    void *mapped; /* web: bytes of a buffer while hpi_gl_buffer_map lends them */
    size_t mapped_offset, mapped_size;
    unsigned char read_formats[HPI_FORMAT_RGB32UI + 1]; /* see hpi_gl_pixels_external */
    hpi_gl_state *state;                                /* of the public call that runs now, or NULL */
    struct hpi_bound *bound;                            /* the object that was bound last; it links to the one before */
};

/* ---- log.c ---- */

/** Sends a formatted message to the caller's log callback. */
void hpi_gl_log(const hpyr_context *context, hpyr_log_level level, const char *format, ...) HPI_PRINTF(3, 4);

/** Logs an error and returns `result`. */
hpyr_result hpi_gl_fail(const hpyr_context *context, hpyr_result result, const char *format, ...) HPI_PRINTF(3, 4);

/* ---- memory.c ---- */

/** All memory of a context and its objects, by the context's allocator. NULL if there is none. */
void *hpi_alloc(const hpyr_context *context, size_t bytes);
void *hpi_alloc_zeros(const hpyr_context *context, size_t count, size_t size);
void *hpi_realloc(const hpyr_context *context, void *memory, size_t bytes);
void hpi_free(const hpyr_context *context, void *memory);

/** Whether a caller gave all of its functions, or none. */
bool hpi_allocator_is_whole(const hpyr_allocator *allocator);

/* ---- limits.c ---- */

/** For all contexts but those of GL 2.1: whether the driver lists an extension. */
bool hpi_gl_has_listed_extension(const char *name);

/** A limit; 0 where GL has none. */
uint32_t hpi_gl_get(GLenum name);

/** Texel fetches that one draw may take, so that no system takes it for a GPU that hangs. */
uint64_t hpi_gl_draw_budget(void);

/** Fetches that a call of a caller's GLSL is taken to cost. Nobody knows what it does. */
enum { HPI_CALLER_FETCHES = 64 };

/* ---- lifetime.c ---- */

/** Finds out who can be asked for the current context. False if none is current, as far as one can tell
 *  without calling GL, which may crash then. */
bool hpi_gl_find_context(hpyr_context *context);

/** Makes the object by which the GL context is recognized.   OUT_OF_MEMORY. */
hpyr_result hpi_gl_mark_create(hpyr_context *context);

/** Whether the GL context that `context` was made for is current on this thread, or one that shares
 *  objects with it. */
bool hpi_gl_is_current(const hpyr_context *context);

/** NO_CONTEXT if it is not current. Every public call that calls GL begins with this. `what` begins
 *  the message. */
hpyr_result hpi_gl_check_current(const hpyr_context *context, const char *what);

/** Warns, in a public call that destroys, if the GL context is not current: then GL's objects are
 *  not deleted, and only memory is freed. */
void hpi_gl_warn_of_leaks(const hpyr_context *context, const char *what);

/** A context is freed when nobody holds it. The caller holds it until hpyr_context_destroy, and
 *  each object until it is destroyed. */
void hpi_gl_context_hold(hpyr_context *context);
void hpi_gl_context_release(hpyr_context *context);

/** Delete objects; a name of 0 is skipped. If the GL context is not current, nothing is deleted,
 *  for in another GL context these names mean other objects. */
void hpi_gl_textures_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_buffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_framebuffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_vertex_arrays_delete(const hpyr_context *context, GLsizei count, const GLuint *names);

/* ---- texture.c ---- */

typedef enum hpi_gl_class { HPI_CLASS_UNORM, HPI_CLASS_FLOAT, HPI_CLASS_UINT, HPI_CLASS_INT } hpi_gl_class;

typedef struct hpi_gl_format {
    const char *name;
    GLenum internal, external, type;
    hpi_gl_class kind;
    int channels, bits; /* bits of one channel */
} hpi_gl_format;

/** The description of a format, ours included; NULL for any other value. */
const hpi_gl_format *hpi_gl_format_of(hpyr_format format);

/** Whether it is one of hpyr_format. */
bool hpi_gl_is_format(hpyr_format format);

/** The type of the sampler that reads texels of this kind, as glGetActiveUniform names it. */
GLenum hpi_gl_sampler_type(GLenum target, hpi_gl_class kind);

/** Bytes of a texel of a format. */
uint32_t hpi_gl_texel_bytes(int format);

/** The channel's index, 0 to 3, with the default resolved. */
int hpi_gl_channel_of(hpyr_format format, hpyr_channel channel);

/** Fills in the documented defaults, and compares what the caller states of a texture with what GL answers. A size or format
 *  of 0 becomes GL's, where GL can be asked. `what` names the texture in messages. Leaves the texture bound to HPI_INPUT_UNIT. */
hpyr_result hpi_gl_texture_check(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                 hpyr_texture *resolved);

/** The parameters that a caller's texture had before hpi_gl_texture_borrow made them neutral, so
 *  that texelFetch(.., 0) reads the level that is asked for, without swizzle. */
typedef struct hpi_gl_borrowed {
    GLuint name;
    GLenum target;
    GLint base_level, max_level, swizzle[4];
    int filter_count; /* how many of the next were changed */
    GLint filters[6]; /* minification, magnification, compare mode, wrap along three axes */
    GLint depth_mode; /* of a depth texture in a compatibility profile, else 0 */
    GLfloat lods[3];  /* lowest; legacy: highest and bias, too */
} hpi_gl_borrowed;

/** Binds the texture to `unit` with our sampler and makes its parameters neutral. */
void hpi_gl_texture_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit,
                           hpi_gl_borrowed *borrowed);

/** Whether a texture of this target is there that was there before; then it is bound to `unit`. A
 *  pending error of the caller stays. */
bool hpi_gl_texture_is_there(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Restores the parameters; leaves the texture bound to `unit`. Does nothing where borrowed->name
 *  is 0, or the caller has deleted the texture. */
void hpi_gl_texture_return(const hpyr_context *context, const hpi_gl_borrowed *borrowed, GLuint unit);

/** Binds a texture to `unit`; the unit's sampler stays as it is. */
void hpi_gl_texture_show(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Binds a texture to `unit` together with our sampler for nearest texels. */
void hpi_gl_texture_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** The same for a texture whose mipmaps are read, too. */
void hpi_gl_mipmaps_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Levels first to last of a texture of ours that has mipmaps. */
typedef struct hpi_gl_levels {
    GLenum target;
    GLuint name;
    int format, first, last;
    uint32_t size[3]; /* of level 0 */
    GLuint copy;      /* what is shown instead, or 0 */
} hpi_gl_levels;

/** Attaches a level, of a 3D texture one slice of it, to the context's own framebuffer, and binds that. */
void hpi_gl_level_attach(const hpyr_context *context, const hpi_gl_levels *levels, GLint level, GLint slice);

/** Binds the texture to `unit`, and limits it to these levels. */
void hpi_gl_levels_bind(const hpyr_context *context, GLuint unit, const hpi_gl_levels *levels);

/** The same with one level, `first`, for draws into other levels of the texture. A driver that reads zeros then gets a
 *  copy of the level. Call it before the target is bound, and hpi_gl_level_release after the draws.
 *  OUT_OF_MEMORY. */
hpyr_result hpi_gl_level_show(const hpyr_context *context, GLuint unit, hpi_gl_levels *levels);
void hpi_gl_level_release(hpi_gl_levels *levels);

/** Filters the 2D texture that is bound to `unit` linearly, or nearest again. The texture is ours,
 *  and the unit is the active one. */
void hpi_gl_filter(const hpyr_context *context, GLuint unit, bool linear);

/** Creates a sampler; `wrap` is for x, y and z. */
GLuint hpi_gl_sampler_create(GLint min_filter, GLint mag_filter, GLint wrap);

/* The following create textures and leave them bound to unit 0. 0 if GL has no memory for one, or
 * cannot make one so large; then the reason is logged. */

/** Creates a 2D array texture of one level. */
GLuint hpi_gl_array_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height,
                           uint32_t layers);

/** Creates a framebuffer that draws into layers [first, first + count), at most 8, of a level of an
 *  array texture, or into slices of a 3D texture. Leaves it bound. 0 if GL cannot draw into them. */
GLuint hpi_gl_layers_framebuffer(const hpyr_context *context, GLuint texture, GLint level, uint32_t first,
                                 uint32_t count);

/** Layers [first, first + count) of a level of an array texture, or slices of a 3D texture. */
typedef struct hpi_gl_layers {
    GLuint texture;
    GLint level;
    uint32_t first, count;
} hpi_gl_layers;

/** The same into `count` 2D textures first, and then into layers. */
GLuint hpi_gl_framebuffer_create(const hpyr_context *context, const GLuint *textures, uint32_t count,
                                 const hpi_gl_layers *layers);

/** The same into one level of each of `count` 2D textures. */
GLuint hpi_gl_levels_framebuffer(const hpyr_context *context, const GLuint *textures, uint32_t count, GLint level);

/** Creates a 3D texture of `level_count` mipmaps, the largest of `size`. GL 3.3. */
GLuint hpi_gl_volume_create(const hpyr_context *context, int format, const uint32_t size[3], int level_count);

/** Creates a 2D texture of `level_count` mipmaps, the largest of width x height. */
GLuint hpi_gl_mipmaps_create(const hpyr_context *context, int format, uint32_t width, uint32_t height, int level_count);

/** Creates a 2D texture of one level. */
GLuint hpi_gl_texture_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height);

/** The same of target GL_TEXTURE_2D or GL_TEXTURE_RECTANGLE, and of any format, ours included. */
GLuint hpi_gl_plane_create(const hpyr_context *context, GLenum target, int format, uint32_t width, uint32_t height);

/** Attaches a level of a 2D texture to the context's own framebuffer, binds that framebuffer, and
 *  sets the viewport to width x height. False if GL cannot draw into it. */
bool hpi_gl_try_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height);

/** The same for a texture of ours, of which a browser is not asked, for the answer takes long. If it
 *  cannot be drawn into after all, draws fail, which hpi_gl_state_leave finds out. */
bool hpi_gl_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height);

/** Detaches it again, for an attached texture lives on when it is deleted. */
void hpi_gl_target_release(const hpyr_context *context);

/** Sets the first width x height texels of the target that is bound, which has unsigned integers, to 0. `is_whole` says that it has no
 *  others. */
void hpi_gl_target_clear(const hpyr_context *context, uint32_t width, uint32_t height, bool is_whole);

/** Borrows a 2D texture of the caller's by way of `unit`, so that its level alone is complete, and tries it
 *  as target of width x height. Follow it by hpi_gl_target_return, whatever it answers. */
bool hpi_gl_target_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit, uint32_t width,
                          uint32_t height, hpi_gl_borrowed *borrowed);
void hpi_gl_target_return(const hpyr_context *context, const hpi_gl_borrowed *borrowed, GLuint unit);

/* ---- framebuffer.c ---- */

/** Creates `count` framebuffers. */
void hpi_gl_framebuffers_create(const hpyr_context *context, int count, GLuint *names);

/** Binds a framebuffer for drawing and for reading. */
void hpi_gl_framebuffer_bind(const hpyr_context *context, GLuint name);

/** The same for a pass that draws into `count` of its color buffers. */
void hpi_gl_targets_bind(const hpyr_context *context, GLuint framebuffer, uint32_t count);

/** Attaches a level of a 2D or rectangle texture to the framebuffer that is bound, as its only
 *  color buffer. */
void hpi_gl_framebuffer_attach(const hpyr_context *context, GLenum target, GLuint texture, GLint level);

/** Whether GL can draw into the framebuffer that is bound, as glCheckFramebufferStatus tells. */
GLenum hpi_gl_framebuffer_status(const hpyr_context *context);

/* ---- fence.c ---- */

/** A mark in the GPU's work, which tells when the GPU has passed it. All zero: no mark. */
typedef struct hpi_gl_fence {
    GLsync sync;
    GLuint query; /* GL 2.1, which has no fences: an occlusion query behind the work */
} hpi_gl_fence;

/** Sets the mark behind the work so far. On GL 2.1 it draws with colors masked, so a program must
 *  be in use and a framebuffer bound. */
void hpi_gl_fence_set(const hpyr_context *context, hpi_gl_fence *fence);

/** OK if the GPU has passed the mark, or if there is none. Else a caller that is not patient gets NOT_READY. A patient one waits,
 *  but after HPI_PATIENCE seconds gets GL. `what` begins the message. */
enum { HPI_PATIENCE = 60 };
hpyr_result hpi_gl_fence_ask(const hpyr_context *context, const hpi_gl_fence *fence, bool patient, const char *what);
void hpi_gl_fence_delete(hpi_gl_fence *fence);

/* ---- buffer.c ---- */

/** Creates a buffer of so many bytes that pixels are read into and that are read back. No pixel pack buffer is bound afterwards. */
GLuint hpi_gl_read_buffer_create(uint64_t bytes);

/** Reads `size` bytes of a buffer, also outside of a call: it restores the binding that it changes, and keeps a pending error.
 *    OUT_OF_MEMORY, GL. */
hpyr_result hpi_gl_buffer_read(const hpyr_context *context, GLuint buffer, GLintptr offset, GLsizeiptr size, void *out);

/** Finds the size in bytes of a caller's buffer. False if there is no such buffer, or it is mapped. */
bool hpi_gl_buffer_size(const hpyr_context *context, GLuint buffer, uint64_t *size);

/** INVALID_ARGUMENT if an offset of a caller's buffer is no multiple of 4. `what` begins the message. */
hpyr_result hpi_gl_check_offset(const hpyr_context *context, const char *what, uint64_t offset);

/** Finds how many bytes a caller's buffer has from `offset` on, which may be past its end.   BUFFER: there is none, or it is mapped. */
hpyr_result hpi_gl_buffer_room(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                               uint64_t *bytes);

/** BUFFER also if it has less than `bytes` from `offset` on. Stores its size. */
hpyr_result hpi_gl_buffer_holds(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                                uint64_t bytes, uint64_t *size);

/** Comes after everything that writes into a caller's buffer: glReadPixels, copies, captures. On drivers
 *  with a fault it makes sure that what comes next does not overtake the write. The driver's name
 *  decides, for a probe might miss a race.   OK, GL.
 *    - zink of Mesa 22.3.6: reads of the buffer overtake glReadPixels (tests/drivers/copies_overtake.c).
 *      Waits, also where `buffer` is 0, for what was read into a buffer of ours.
 *    - NVIDIA 580: glBufferSubData overtakes all writes, unless GL has read the buffer since
 *      (tests/drivers/uploads_overtake.c). Copies a byte of the buffer, and does not wait. */
hpyr_result hpi_gl_buffer_settle(const hpyr_context *context, GLuint buffer);

/** Fills `size` bytes of a buffer, by repeating `count` bytes or with zeros. Works for immutable
 *  buffers, too. GL 3.3, after hpi_gl_state_enter.   OK, GL. */
hpyr_result hpi_gl_buffer_write(const hpyr_context *context, GLuint buffer, uint64_t offset, uint64_t size,
                                const void *bytes, uint32_t count);
hpyr_result hpi_gl_buffer_clear(const hpyr_context *context, GLuint buffer, uint64_t offset, uint64_t size);

/** Maps bytes of a buffer, of which some are written, until hpi_gl_buffer_unmap. NULL on failure. */
void *hpi_gl_buffer_map(hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size);
void hpi_gl_buffer_unmap(hpyr_context *context);

/** Whether there is glDrawArraysIndirect; and a draw by it, with the command at a buffer's begin. */
bool hpi_gl_draws_indirect(const hpyr_context *context);
void hpi_gl_draw_indirect(GLuint buffer, GLenum mode);

/* ---- pixels.c ---- */

/** What buffers are for that glReadPixels fills and the CPU reads. In browsers another usage than the
 *  obvious one, which keeps a copy and complains where that is written twice. */
#define HPI_GL_READ_USAGE (HPI_GL_WEB ? GL_DYNAMIC_COPY : GL_STREAM_READ)

/** The external format in which to read texels of the framebuffer that is bound, which are of
 *  `format`. It is the format's own if this GL can read that, else RGBA or RGBA_INTEGER. */
GLenum hpi_gl_pixels_external(hpyr_context *context, int format);

/** Comes before a read whose last row may end a buffer. NVIDIA refuses to write there if the buffer has no room for what
 *  GL_PACK_ALIGNMENT adds to the row, so it becomes 1. Browsers do not ask for that room, and their answer to what it was takes long. */
void hpi_gl_pack_to_the_end(const hpyr_context *context);

/** glReadPixels: into memory, or into the pixel pack buffer if one is bound. */
void hpi_gl_pixels_read(const hpyr_context *context, GLint x, GLint y, GLsizei width, GLsizei height, GLenum external,
                        GLenum type, void *out);

/** The same for `count` texels in rows of `width`, of which the last may not be full, without gaps. */
void hpi_gl_pixels_read_rows(const hpyr_context *context, uint32_t width, uint64_t count, GLenum external, GLenum type,
                             uint32_t texel_bytes, void *out);

/** Numbers that lie four in a texel of RGBA32F, on their way into a texture that has one in a texel.
 *  Row y of target i of the framebuffer that is bound is row y * targets + i of the image. */
typedef struct hpi_gl_interleaving {
    uint32_t targets, texels, rows; /* texels of a row of a target, and its rows */
    GLuint buffer;  /* with room for one row more of each target: drivers ask for it behind the last one */
    GLuint texture; /* an array of R32F, of which a layer gets width x height numbers */
    uint32_t layer, width, height;
} hpi_gl_interleaving;

/** Copies them by way of the buffer, which takes a tenth of the time that a pass would take on a
 *  software rasterizer. The framebuffer then reads from its last target.   GL. */
hpyr_result hpi_gl_pixels_interleave(const hpyr_context *context, const hpi_gl_interleaving *job);

/* ---- texels.c ---- */

/** A buffer whose texels shaders fetch by their number, as shaders/core/texels.glsl does: a buffer
 *  texture, or on OpenGL ES a texture with a copy. All zero: none yet. */
typedef struct hpi_gl_texels {
    GLuint name;
    int format;
    uint32_t rows;   /* OpenGL ES: of the texture */
    bool is_viewing; /* buffer texture: it holds the buffer */
} hpi_gl_texels;

/** Binds `count` texels of `buffer`, from byte `offset` on, to `unit`. On OpenGL ES they are copied
 *  as they are now. `*first` becomes the number of the first of them in shaders.   TOO_LARGE,
 *  OUT_OF_MEMORY; on OpenGL ES alone. After hpi_gl_state_enter. */
hpyr_result hpi_gl_texels_bind(const hpyr_context *context, hpi_gl_texels *texels, GLuint unit, int format,
                               GLuint buffer, uint64_t offset, uint32_t count, uint32_t *first);

/** Lets go of the buffer, for a buffer texture keeps it alive. Uses the unit. */
void hpi_gl_texels_release(const hpyr_context *context, hpi_gl_texels *texels, GLuint unit);

void hpi_gl_texels_delete(const hpyr_context *context, hpi_gl_texels *texels);

/** Most texels that shaders can fetch so. */
uint32_t hpi_gl_texels_limit(const hpyr_context *context);

/** The target that the texels are bound to. */
GLenum hpi_gl_texels_target(const hpyr_context *context);

/* ---- program.c ---- */

/** A stage of a program: an entry file below shaders/ with all that it includes. Where that says #include <PATTERN>, the part stands,
 *  which varies, as a layout's traversal does. It is a file too, or NULL. */
typedef struct hpi_gl_stage {
    const char *entry, *part;
} hpi_gl_stage;

/** What a program is made of. `front` is GLSL of other objects: it stands in front of the vertex
 *  stage, or of the fragment stage if no vertex stage is named. */
typedef struct hpi_gl_program_desc {
    hpi_gl_stage vertex, geometry, fragment; /* zero: full-screen triangle, none, no output */
    const hpi_text *front;                   /* see above, or NULL */
    const hpi_text *defines;                 /* #define lines, or NULL */
    const char *caller;                      /* a caller's GLSL, where a file says #include <caller>; or NULL */
    const char *const *attributes;           /* names for locations 0, 1, 2.., NULL-terminated; or NULL */
    bool gathers;                            /* GLSL may use textureGather: hpyr_context.gathers */
    const char *const *captured;             /* varyings for transform feedback, NULL-terminated, or NULL */
} hpi_gl_program_desc;

enum { HPI_GL_STAGES = 3 };

/** The texts of a program's stages. */
typedef struct hpi_gl_sources {
    hpi_text texts[HPI_GL_STAGES];
    GLenum kinds[HPI_GL_STAGES];
    int count;
    bool failed;
} hpi_gl_sources;

/** Writes them. Free them also after a failure.   OUT_OF_MEMORY. */
hpyr_result hpi_gl_sources_write(const hpyr_context *context, const hpi_gl_program_desc *desc, hpi_gl_sources *sources);
void hpi_gl_sources_free(hpi_gl_sources *sources);

/** A program and, until it is finished, its shaders. */
typedef struct hpi_gl_program {
    GLuint name, shaders[HPI_GL_STAGES];
    int shader_count;
} hpi_gl_program;

/** Hands a program to the driver's compiler, and does not ask whether it compiles. So a driver may compile it beside what follows. False
 *  where GL has no memory for it. */
bool hpi_gl_program_start(const hpyr_context *context, const hpi_gl_program_desc *desc, const hpi_gl_sources *sources,
                          hpi_gl_program *program);

/** Whether a program can be finished without waiting. True where the driver does not tell. */
bool hpi_gl_program_is_compiled(const hpyr_context *context, GLuint program);

/** Waits for the compiler. If it fails, the driver's log is logged with our file names.   SHADER. */
hpyr_result hpi_gl_program_finish(const hpyr_context *context, const hpi_gl_program_desc *desc,
                                  hpi_gl_program *program);

void hpi_gl_program_delete(hpi_gl_program *program);

/** Draws a triangle that covers the viewport, with the program in use. For passes whose fragments all together fetch no more than
 *  hpi_gl_draw_budget, or a few times as much on the largest textures; for others see hpi_gl_draw_bands. */
void hpi_gl_draw_fullscreen(const hpyr_context *context);

/** Whether a name that a caller gives is a linked program. */
bool hpi_gl_program_linked(GLuint program);

/** Sets a uniform of type HPYR_UINT, which is uint, or float on GL 2.1. */
void hpi_gl_set_count(const hpyr_context *context, GLint location, uint32_t value);

/** The type that uniform u_<prefix><name> must have, if a caller's program has it. With another
 *  type GL raises an error when the value is set, and a sampler reads nonsense. */
typedef struct hpi_gl_uniform {
    const char *name;
    GLenum type;
    bool is_array;
} hpi_gl_uniform;

/** INVALID_ARGUMENT if one of `count` uniforms has another type; `what` begins the message. */
hpyr_result hpi_gl_check_uniforms(const hpyr_context *context, GLuint program, const char *prefix,
                                  const hpi_gl_uniform *uniforms, int count, const char *what);

/* ---- bands.c ---- */

/** hpi_gl_draw_fullscreen for passes that may take long. `fetches` says how many texel fetches all fragments take together. If they
 *  are more than hpi_gl_draw_budget, the viewport is drawn in parts, and the driver gets each of them by itself. */
void hpi_gl_draw_bands(const hpyr_context *context, uint64_t fetches);

/** The same for a program whose uniform at `location`, an ivec2, gets the first row of each part, and the number of its rows. The viewport
 *  begins in row 0 and has `height` rows. */
void hpi_gl_draw_bands_told(const hpyr_context *context, uint64_t fetches, GLint location, uint32_t height);

/** Vertices of a draw that are no more than hpi_gl_draw_budget and hpyr_context.vertex_limit allow, of so many fetches each. Draws of
 *  more are made one after the other, with a glFlush between them. */
uint32_t hpi_gl_vertices_of_draw(const hpyr_context *context, uint64_t fetches);

/* ---- program_binary.c ---- */

/** Whether this GL gives programs away as binaries, and the caller keeps them. */
bool hpi_gl_binaries_are_kept(const hpyr_context *context);

/** Makes a program of what the caller has kept under a name. 0 where there is none, and, with a line in the log, where it is damaged or of
 *  another driver. */
GLuint hpi_gl_binary_load(const hpyr_context *context, const char *name);

/** Gives the caller a program to keep. It was linked with the hint that it may be read. */
void hpi_gl_binary_save(const hpyr_context *context, const char *name, GLuint program);

/* ---- program_cache.c ---- */

/** A hash of two texts, of which each may be NULL. */
uint64_t hpi_gl_hash(const char *first, const char *second);

/** As hpi_gl_program_get, but it always waits: for what finds out what a GL does. */
hpyr_result hpi_gl_program_now(hpyr_context *context, const hpi_gl_program_desc *desc, GLuint *program);

/** The program of `desc`, which is made at the first call. Of programs with `caller` or `front` the
 *  last 64 are kept, so every public call asks for its programs again.   SHADER, OUT_OF_MEMORY; where the
 *  context's calls do not wait for the compiler, NOT_READY. */
hpyr_result hpi_gl_program_get(hpyr_context *context, const hpi_gl_program_desc *desc, GLuint *program);

/** Whether no program would have to be waited for. */
bool hpi_gl_programs_are_compiled(const hpyr_context *context);

/** Location of uniform u_<prefix><name>; -1 if the program has none. GL is asked once for each
 *  program of ours. */
GLint hpi_gl_location(const hpyr_context *context, GLuint program, const char *prefix, const char *name);

/** Delete the programs, for which the GL context must be current; and free the list of them. */
void hpi_gl_programs_delete(const hpyr_context *context);
void hpi_gl_programs_free(hpyr_context *context);

/* ---- provoking.c ---- */

/** In a browser the first vertex of a triangle gives its flat values from now on, as Direct3D and Metal
 *  have it; else ANGLE adds a geometry shader there, or writes other indices. Vertices of our triangles
 *  have the same flat values, so that results do not change. Returns what `_again` restores. Elsewhere
 *  nothing happens: drivers of desktops have both ways. */
int hpi_gl_provoke_first(void);
void hpi_gl_provoke_again(int before);

/* ---- sources.c ---- */

/** Which #line directives a source has: none, or those of a version of GLSL. `#line 1` stands in front of
 *  line 1, but in GLSL 1.20 in front of line 2. */
typedef enum hpi_gl_lines { HPI_LINES_NONE, HPI_LINES_330, HPI_LINES_120 } hpi_gl_lines;

/** Adds the files of a stage to `text`, each after the files that it includes, and each once. The
 *  caller's GLSL comes where a file includes <caller>. */
void hpi_gl_add_stage(hpi_text *text, const hpi_gl_stage *stage, const char *caller, hpi_gl_lines lines);

/** Adds the defines of a pass that draws into `count` color buffers, see reduce_volume.frag.glsl. */
void hpi_gl_add_targets(hpi_text *text, uint32_t count);

/** Whether a file includes the file `name`, directly or not. */
bool hpi_gl_stage_includes(const char *entry, const char *name);

/** Text of a file, without its includes and its #line; NULL if there is no such file. */
const char *hpi_gl_shader_text(const char *name);

/** A driver's log with names of files in place of their numbers, to be freed. NULL without memory. */
char *hpi_gl_name_files(const hpyr_context *context, const char *log);

/* ---- probe.c ---- */

/* Each tries something and writes to its last argument whether it works. If memory runs out, that
 * says nothing about this GL, so the result is OUT_OF_MEMORY. */

/** OUT_OF_MEMORY stays what it is; any other failure means that this GL cannot do it, which is OK. */
hpyr_result hpi_gl_probe_result(hpyr_result result);

/** The same for a probe of draws that every GL can do. Where GL reports another error, they were not done, and nothing is
 *  known: GL. */
hpyr_result hpi_gl_end_of_probe(const hpyr_context *context, hpyr_result result);

/** Whether glLogicOp combines bits in integer targets. Some drivers accept it and write other bits. */
hpyr_result hpi_gl_logic_op_probe(hpyr_context *context, bool *works);

/** Whether a linear filter averages 2x2 counts exactly: as 32-bit floats up to HPI_FILTER_LIMIT, or
 *  as pairs of 16-bit floats (`half`) up to 2^20 - 1. */
enum { HPI_FILTER_LIMIT = (1 << 24) - 4 };
hpyr_result hpi_gl_filter_probe(hpyr_context *context, bool half, bool *exact);

/** OpenGL ES: whether uploads of no texels tell what a texture is, which sets context->checks_uploads. */
hpyr_result hpi_gl_texture_check_probe(hpyr_context *context);

/** Whether hpi_gl_level_show must copy: sets context->copies_levels at the first call. It comes before the first texture
 *  is made whose levels are drawn from one another, for it would take a third of the time that contexts take. */
hpyr_result hpi_gl_levels_probe(hpyr_context *context);

/** Makes context->gathers false where textureGather takes denormal numbers for 0. Draws and waits the
 *  first time. Needs hpi_gl_state_enter; leaves nothing bound to the context's own framebuffer.
 *    OK, SHADER, OUT_OF_MEMORY, GL. */
hpyr_result hpi_gl_gather_probe(hpyr_context *context);

/** Whether varyings are captured rightly, and how many vertices of a draw gl_VertexID counts, INT_MAX if no limit was
 *  found: sets context->captures and context->vertex_limit. */
hpyr_result hpi_gl_vertex_probe(hpyr_context *context);

/** UNSUPPORTED where varyings are captured wrong. `what` begins the message. GL 3.3. */
hpyr_result hpi_gl_check_captures(const hpyr_context *context, const char *what);

/** Around draws by a caller's program on GL 2.1: attribute a_hpyr_vertex counts vertices, as
 *  gl_VertexID does. `_end` restores the caller's array. */
typedef struct hpi_gl_vertices {
    GLint location; /* -1: nothing was changed */
    GLint buffer, enabled, size, type, normalized, stride, bound;
    void *pointer;
} hpi_gl_vertices;

hpyr_result hpi_gl_vertices_begin(const hpyr_context *context, GLuint program, hpi_gl_vertices *before);
void hpi_gl_vertices_end(const hpi_gl_vertices *before);

/** The smallest float that is not below `value`, and that no GPU takes for 0 unless `value` is 0 or
 *  less. */
float hpi_gl_float_above(double value);

#endif
