/* gl.h - the library's own view of a GL context; nothing outside src/gl calls glGet*, glEnable or glPixelStore.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_GL_H
#define HPYR_GL_GL_H

#include <GL/glew.h>

#include "gl/text.h"

#include <histopyramid/context.h>
#include <histopyramid/texture.h>

typedef struct hpi_gl_program_entry hpi_gl_program_entry;

struct hpyr_context {
    uint32_t holders; /* the caller until hpyr_context_destroy, and every object */
    GLsync mark;      /* GL 3.3: a fence that tells our GL context from others, see lifetime.c */
    hpyr_log_fn log;
    void *log_user;
    bool skip_restore;
    bool legacy;            /* GL 2.1 and GLSL 1.20: no integers, samplers, vertex arrays, fences, gl_VertexID */
    bool ext_framebuffers;  /* legacy: by GL_EXT_framebuffer_object */
    bool blit_framebuffers; /* legacy: drawing and reading have framebuffers of their own */
    bool clamps_colours;    /* legacy: GL_ARB_color_buffer_float */
    GLuint
        invalid_program; /* legacy: a program that is not linked: by it GL_INVALID_OPERATION is raised, and our GL context known */
    bool red_textures;     /* legacy: GL_ARB_texture_rg */
    int occlusion_targets; /* legacy: of occlusion queries that may run, see fence.c */
    bool swizzles;         /* legacy: textures may be swizzled */
    bool capped;           /* by the caller: keep to core functions of caps.gl_version, whatever extensions there are */
    bool compatibility;    /* a compatibility profile: more state can get in the way */
    uint32_t vertex_limit; /* up to how many vertices of a draw gl_VertexID counts */
    bool indirect_draws;   /* GL 4.0 or its extension, see hpi_gl_draws_indirect */
    bool copies_overtake;  /* a driver's fault, see hpi_gl_buffer_settle */
    bool clip_control;     /* GL 4.5 or its extension: a caller may have turned the y axis */
    hpyr_caps caps;
    char version[128], renderer[128];
    uint32_t max_viewport;       /* the smaller side of the largest viewport */
    uint32_t max_rectangle_size; /* of a rectangle texture and of a viewport */
    hpi_gl_program_entry *programs;
    GLuint vertex_array;       /* empty: full-screen triangles come from gl_VertexID */
    GLuint framebuffer;        /* for textures that are rendered to now and then */
    GLuint nearest;            /* sampler: a caller's filters could make its texture incomplete */
    GLuint nearest_mipmap;     /* the same over several levels, where fetches are slower */
    GLuint linear;             /* sampler: averages 2x2 texels */
    GLuint transform_feedback; /* our own object where GL 4.0 has them: a caller's may be active and paused */
    GLuint vertices;           /* legacy: a buffer that counts from 0, see hpi_gl_vertices_begin */
    GLuint list;               /* RGBA32UI, legacy RGBA32F, scratch for extraction: LIST_WIDTH x list_rows */
    uint32_t list_rows;
    struct hpyr_pyramid *bound; /* the pyramid that hpyr_pyramid_bind bound last; the others hang on it */
};

/* ---- log.c ---- */

/** Formats one message for the caller's log callback. */
void hpi_gl_log(const hpyr_context *context, hpyr_log_level level, const char *format, ...) HPI_PRINTF(3, 4);

/** Logs an error and returns `result`, so that a failing check is one statement. */
hpyr_result hpi_gl_fail(const hpyr_context *context, hpyr_result result, const char *format, ...) HPI_PRINTF(3, 4);

/* ---- lifetime.c ---- */

/** Whether the GL context that `context` was made for, or one that shares objects with it, is current on this thread. */
bool hpi_gl_is_current(const hpyr_context *context);

/** NO_CONTEXT where it is not. Every public call that calls GL begins with this; `what` begins the message. */
hpyr_result hpi_gl_check_current(const hpyr_context *context, const char *what);

/** For public calls that destroy: without the GL context they free what is ours and leave GL's objects to GL, with a warning. */
void hpi_gl_warn_of_leaks(const hpyr_context *context, const char *what);

/** A context lives as long as somebody holds it: the caller does until hpyr_context_destroy, and each object until it is destroyed. */
void hpi_gl_context_hold(hpyr_context *context);
void hpi_gl_context_release(hpyr_context *context);

/** Delete objects, names of 0 excepted; nothing where the GL context is not current, for these names then are others'. */
void hpi_gl_textures_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_buffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_framebuffers_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_vertex_arrays_delete(const hpyr_context *context, GLsizei count, const GLuint *names);
void hpi_gl_samplers_delete(const hpyr_context *context, GLsizei count, const GLuint *names);

/* ---- texture.c ---- */

typedef enum hpi_gl_class { HPI_CLASS_UNORM, HPI_CLASS_FLOAT, HPI_CLASS_UINT, HPI_CLASS_INT } hpi_gl_class;

typedef struct hpi_gl_format {
    const char *name;
    GLenum internal, external, type;
    hpi_gl_class kind;
    int channels, bits; /* bits of one channel */
} hpi_gl_format;

/* Formats of our own textures alone. */
enum { HPI_FORMAT_RG16F = HPYR_FORMAT_RGBA32UI + 1, HPI_FORMAT_RGBA16F, HPI_FORMAT_RGB32UI };

/** NULL for a value that is no format; ours are formats too. */
const hpi_gl_format *hpi_gl_format_of(hpyr_format format);

/** GLSL's type of the sampler that reads texels of this kind, as glGetActiveUniform names it. */
GLenum hpi_gl_sampler_type(GLenum target, hpi_gl_class kind);

/** Bytes of a texel. */
uint32_t hpi_gl_texel_bytes(int format);

/** Index 0..3 of the channel that is looked at. */
int hpi_gl_channel_of(hpyr_format format, hpyr_channel channel);

/** Fills in the documented defaults and compares what the caller states with what GL has. `what` names the texture in logs.
 *  Leaves the texture bound to HPI_INPUT_UNIT. */
hpyr_result hpi_gl_texture_check(const hpyr_context *context, const hpyr_texture *stated, const char *what,
                                 hpyr_texture *resolved);

/** A caller's texture whose parameters are neutral for a while, so that texelFetch(.., 0) reads `level` unswizzled. */
typedef struct hpi_gl_borrowed {
    GLuint name;
    GLenum target;
    GLint base_level, max_level, swizzle[4];
    GLint filters[5]; /* legacy, which has no sampler objects: minification, magnification, wrap in three axes */
    GLfloat lods[3];  /* legacy: lowest, highest, bias */
} hpi_gl_borrowed;

/** Binds the texture to `unit` with our sampler and makes its parameters neutral. */
void hpi_gl_texture_borrow(const hpyr_context *context, const hpyr_texture *texture, GLuint unit,
                           hpi_gl_borrowed *borrowed);

/** Puts the parameters back; the texture is bound to `unit` meanwhile. NULL-safe: a name of 0 is nothing borrowed. */
void hpi_gl_texture_return(const hpyr_context *context, const hpi_gl_borrowed *borrowed, GLuint unit);

/** Binds one of our own textures to `unit` with our sampler. */
void hpi_gl_texture_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Binds a texture whose mipmaps are all read. */
void hpi_gl_mipmaps_bind(const hpyr_context *context, GLuint unit, GLenum target, GLuint name);

/** Filters our 2D texture that is bound to `unit`, the active one, linearly, or again as hpi_gl_texture_nearest says. */
void hpi_gl_filter(const hpyr_context *context, GLuint unit, bool linear);

/** A new sampler; `wrap` in x, y and z. */
GLuint hpi_gl_sampler_create(GLint min_filter, GLint mag_filter, GLint wrap);

/** A new 2D array texture of one level, left bound to unit 0; 0 where GL has no memory for it, or `layers` are too many. */
GLuint hpi_gl_array_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height,
                           uint32_t layers);

/** A new framebuffer whose draw buffers are layers or slices [first, first + count), at most 8, of a level of an array or 3D
 *  texture, left bound. 0 where GL cannot render to them. */
GLuint hpi_gl_layers_framebuffer(const hpyr_context *context, GLuint texture, GLint level, uint32_t first,
                                 uint32_t count);

/** Layers or slices [first, first + count) of a level of an array or 3D texture. */
typedef struct hpi_gl_layers {
    GLuint texture;
    GLint level;
    uint32_t first, count;
} hpi_gl_layers;

/** The same of 2D textures, followed by layers. */
GLuint hpi_gl_framebuffer_create(const hpyr_context *context, const GLuint *textures, uint32_t count,
                                 const hpi_gl_layers *layers);

/** A new 3D texture of `level_count` mipmaps from `size` down, left bound to unit 0; 0 where GL has no memory for it. GL 3.3. */
GLuint hpi_gl_volume_create(const hpyr_context *context, int format, const uint32_t size[3], int level_count);

/** A new 2D texture of `level_count` mipmaps from width x height down, left bound to unit 0; 0 where GL has no memory for it. */
GLuint hpi_gl_mipmaps_create(const hpyr_context *context, int format, uint32_t width, uint32_t height, int level_count);

/** What a new texture of ours needs on GL 2.1, which has no sampler objects: nearest filters, no border. It is bound. */
void hpi_gl_texture_nearest(const hpyr_context *context, GLenum target, bool mipmaps);

/** A new 2D texture of one level, left bound to unit 0; 0 where GL has no memory for it. */
GLuint hpi_gl_texture_create(const hpyr_context *context, hpyr_format format, uint32_t width, uint32_t height);

/** The same with a target, GL_TEXTURE_2D or GL_TEXTURE_RECTANGLE, and a format of texture.c. */
GLuint hpi_gl_plane_create(const hpyr_context *context, GLenum target, int format, uint32_t width, uint32_t height);

/** Attaches a level of a 2D texture to the context's scratch framebuffer, binds that for drawing and reading and sets the
 *  viewport to it. False where GL cannot render to it. */
bool hpi_gl_target(const hpyr_context *context, GLuint texture, GLint level, uint32_t width, uint32_t height);

/** Detaches it again: a texture that is deleted while attached would live on. */
void hpi_gl_target_release(const hpyr_context *context);

/* ---- framebuffer.c ---- */

/** Framebuffer objects, by GL_EXT_framebuffer_object on GL 2.1. */
void hpi_gl_framebuffers_create(const hpyr_context *context, int count, GLuint *names);

/** For drawing and for reading. */
void hpi_gl_framebuffer_bind(const hpyr_context *context, GLuint name);

/** Attaches a level of a 2D or rectangle texture as the only colour buffer of the framebuffer that is bound; its status. */
GLenum hpi_gl_framebuffer_attach(const hpyr_context *context, GLenum target, GLuint texture, GLint level);

/* ---- fence.c ---- */

/** Tells when the GPU has come as far as where it was set. Zero is none. */
typedef struct hpi_gl_fence {
    GLsync sync;
    GLuint query; /* GL 2.1, which has no fences: an occlusion query behind the work */
} hpi_gl_fence;

/** On GL 2.1 a program is in use and a framebuffer bound, both of which a masked draw may use. */
void hpi_gl_fence_set(const hpyr_context *context, hpi_gl_fence *fence);

/** OK where the GPU is there, or where there is no telling. Else NOT_READY; a patient caller waits, up to HPI_PATIENCE seconds, after
 *  which the answer is GL. `what` begins the message. */
enum { HPI_PATIENCE = 60 };
hpyr_result hpi_gl_fence_ask(const hpyr_context *context, const hpi_gl_fence *fence, bool patient, const char *what);
void hpi_gl_fence_delete(hpi_gl_fence *fence);

/* ---- buffer.c ---- */

/** Reads from a buffer object through a binding point that is put back, without the cost of enter and leave; a pending error of the
 *  caller's stays.   OUT_OF_MEMORY, GL. */
hpyr_result hpi_gl_buffer_read(const hpyr_context *context, GLuint buffer, GLintptr offset, GLsizeiptr size, void *out);

/** Size in bytes of a caller's buffer object; false where the name is none, or the buffer is mapped. */
bool hpi_gl_buffer_size(const hpyr_context *context, GLuint buffer, uint64_t *size);

/** To be called after glReadPixels into a caller's buffer. zink (Mesa 22.3.6) lets copies out of the buffer, and reads of it, overtake
 *  glReadPixels; there this waits until the pixels have arrived. tests/drivers/copies_overtake.c shows the fault. Since it is a
 *  race, no probe would find it for sure: the driver's name decides.   OK, GL. */
hpyr_result hpi_gl_buffer_settle(const hpyr_context *context);

/** Fills a part of a buffer, even of one that no caller may write to, with `count` bytes, over and over; or with zeros. GL 3.3,
 *  state saved. */
void hpi_gl_buffer_write(GLuint buffer, uint64_t offset, uint64_t size, const void *bytes, uint32_t count);
void hpi_gl_buffer_clear(GLuint buffer, uint64_t offset, uint64_t size);

/** Maps bytes for writing some of them, until hpi_gl_buffer_unmap; NULL on failure. */
void *hpi_gl_buffer_map(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size);
void hpi_gl_buffer_unmap(const hpyr_context *context);

/** Whether draws can take their counts from a buffer; and one that does, from its first bytes: glDrawArraysIndirect. */
bool hpi_gl_draws_indirect(const hpyr_context *context);
void hpi_gl_draw_indirect(GLuint buffer, GLenum mode);

/* ---- program.c ---- */

/** A stage of a program, by its entry file below shaders/. What stands in front of it: a part that others choose, by its own entry
 *  file (a layout's traversal for example), or NULL; and of both what they include. */
typedef struct hpi_gl_stage {
    const char *entry, *part;
} hpi_gl_stage;

/** What a program is made of. Two with the same words in all of this are one. */
typedef struct hpi_gl_program_desc {
    hpi_gl_stage vertex, geometry, fragment; /* zero: the full-screen triangle, none, and one that does nothing */
    const hpi_text *front;   /* GLSL of other objects, in front of the vertex stage, or of the fragments' where that is
                                          * the only one that is named; or NULL */
    const hpi_text *defines; /* #define lines, or NULL */
    const char *caller;      /* a caller's GLSL, where a file says #include <caller>; or NULL */
    const char *const
        *attributes; /* names bound to locations 0, 1, 2.., NULL-terminated, or NULL; GLSL 1.20 has no layout() */
    const char *const *captured; /* varyings for transform feedback, NULL-terminated, or NULL */
} hpi_gl_program_desc;

/** The program of `desc`, from the context's cache. Logs the driver's words with our file names on failure. */
hpyr_result hpi_gl_program_get(hpyr_context *context, const hpi_gl_program_desc *desc, GLuint *program);

/** Draws one triangle that covers the viewport with the program in use. */
void hpi_gl_draw_fullscreen(const hpyr_context *context);

/** Whether a caller's name is a program that can be used. */
bool hpi_gl_program_linked(GLuint program);

/** Sets a HPYR_UINT uniform: a uint, or a float on GL 2.1. */
void hpi_gl_set_count(const hpyr_context *context, GLint location, uint32_t value);

/** Location of uniform u_<prefix><name>, -1 where the program has none. */
GLint hpi_gl_location(const hpyr_context *context, GLuint program, const char *prefix, const char *name);

/** What a caller's program must have where it has a uniform u_<prefix><name>. GL raises an error where a value of another type is set,
 *  and a sampler of another type reads nonsense. */
typedef struct hpi_gl_uniform {
    const char *name;
    GLenum type;
} hpi_gl_uniform;

/** INVALID_ARGUMENT where one of `count` uniforms has another type; `what` begins the message. */
hpyr_result hpi_gl_check_uniforms(const hpyr_context *context, GLuint program, const char *prefix,
                                  const hpi_gl_uniform *uniforms, int count, const char *what);

/* ---- sources.c ---- */

/** Adds what the files of a stage include, each once, and then themselves, to `text`; the caller's GLSL in its place, after a
 *  #line. Without `lines` there are no #line directives, for text that goes to callers. */
void hpi_gl_add_stage(hpi_text *text, const hpi_gl_stage *stage, const char *caller, bool lines);

/** Adds the defines of a pass that draws into `count` colour buffers: see reduce_volume.frag.glsl. */
void hpi_gl_add_targets(hpi_text *text, uint32_t count);

/** Whether a stage of that entry file includes another file. */
bool hpi_gl_stage_includes(const char *entry, const char *name);

/** Text of an embedded file, its includes left out, without its #line; NULL where there is none. */
const char *hpi_gl_shader_text(const char *name);

/** A driver's log with names of files in place of their numbers. Free it. NULL without memory. */
char *hpi_gl_name_files(const char *log);

/* ---- probe.c: each tries something, and writes what it found to its last argument. Where memory runs out it finds nothing, and the
 * answer is OUT_OF_MEMORY: a context must not believe for all its life that this GL cannot. ---- */

/** OUT_OF_MEMORY where there was none, for host or GL; else OK, for what fails otherwise is what this GL cannot do. */
hpyr_result hpi_gl_probe_result(hpyr_result result);

/** Whether glLogicOp combines bits in integer targets: drivers may accept it and write something else. */
hpyr_result hpi_gl_logic_op_probe(hpyr_context *context, bool *works);

/** Whether a linear filter averages 2x2 counts exactly: up to this limit as 32-bit floats, up to 2^20 - 1 as pairs of 16-bit
 *  floats (`half`). */
enum { HPI_FILTER_LIMIT = (1 << 24) - 4 };
hpyr_result hpi_gl_filter_probe(hpyr_context *context, bool half, bool *exact);

/** Up to how many vertices of one draw gl_VertexID counts; INT_MAX where nothing was found wrong. */
hpyr_result hpi_gl_vertex_probe(hpyr_context *context, uint32_t *limit);

/** Draws by a caller's program in which a_hpyr_vertex, on GL 2.1, counts vertices as gl_VertexID does. `_end` puts the array back. */
typedef struct hpi_gl_vertices {
    GLint location; /* -1: nothing was changed */
    GLint buffer, enabled, size, type, normalised, stride, bound;
    void *pointer;
} hpi_gl_vertices;

hpyr_result hpi_gl_vertices_begin(const hpyr_context *context, GLuint program, hpi_gl_vertices *before);
void hpi_gl_vertices_end(const hpi_gl_vertices *before);

/** Deletes the cached programs, whose GL context is current; and forgets them. */
void hpi_gl_programs_delete(const hpyr_context *context);
void hpi_gl_programs_free(hpyr_context *context);

#endif
