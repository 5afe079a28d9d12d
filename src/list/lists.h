/* lists.h - the memory that list operations work in, and what all operations share.
 * SPDX-License-Identifier: MIT
 *
 * A plane is a list in a texture of our own: RGBA32UI, four entries a texel, row after row. All
 * passes read and write planes. Inputs of callers become planes first, unless they lie in a buffer
 * that shaders can read four entries at a time; outputs are planes that are copied to callers. */
#ifndef HPI_LIST_LISTS_H
#define HPI_LIST_LISTS_H

#include "gl/state.h"

#include <histopyramid/list.h>

enum { HPI_LIST_INPUTS = 3, HPI_LIST_LEVELS = 8, HPI_LIST_ENTRIES = 4 /* of a texel */ };

/** A list in a texture of our own, in rows of 1 << shift texels. */
typedef struct hpi_list_plane {
    GLuint texture; /* 0: there is none */
    int shift;
    uint32_t rows;
} hpi_list_plane;

/** A length as shaders see it: a number, or the smaller one of it and of the texel in
 *  lists->length. */
typedef struct hpi_list_length {
    uint32_t count;
    bool on_gpu;
} hpi_list_length;

typedef enum hpi_list_status { LIST_EMPTY, LIST_NUMBERLESS, LIST_PENDING, LIST_READY } hpi_list_status;

struct hpyr_lists {
    hpyr_context *context;
    hpyr_lists_desc desc;                    /* with the defaults filled in */
    hpi_list_plane staging[HPI_LIST_INPUTS]; /* list operations have two at most */
    hpi_list_plane result;                   /* what is copied to an output */
    hpi_gl_texels views[HPI_LIST_INPUTS];    /* of callers' buffers; not on OpenGL ES */
    GLuint length;                           /* one texel of R32UI: a length that only the GPU knows */
    GLuint found; /* one texel of RGBA32UI: the number that an operation finds, and 1 after an overflow */
    hpi_list_plane sums[HPI_LIST_LEVELS], prefixes[HPI_LIST_LEVELS]; /* see scan.c; level 0 is the list */
    struct hpi_list_selector *selector;                              /* see select.c */
    struct hpi_list_sorter *sorter;                                  /* see merge.c */
    struct hpi_list_gatherer *gatherer;                              /* see gather.c */
    GLuint found_buffer; /* the texel on its way to the CPU; in an operation, any texel: see transfer.c */
    hpi_gl_fence fence;
    hpi_list_status status;
    uint32_t answer[HPI_LIST_ENTRIES]; /* of the texel `found` */
};

/* ---- plane.c ---- */

/** How many rows and columns a plane of so many texels has: about as many rows as texels in a row, so that the largest list fits into
 *  the largest texture. It has no texture yet. */
hpi_list_plane hpi_list_plane_of(uint32_t texels);

/** Returns the number of texels of a plane with `count` entries. */
uint32_t hpi_list_texels(uint32_t count);

/** Creates a plane of so many texels. Its texture is 0 if GL has no memory. */
hpi_list_plane hpi_list_plane_create(const hpyr_context *context, uint32_t texels);

/** The same of another format: not for list operations, which have planes of RGBA32UI. */
hpi_list_plane hpi_list_plane_create_of(const hpyr_context *context, hpyr_format format, uint32_t texels);

/** Bytes of a plane of RGBA32UI. */
uint64_t hpi_list_plane_bytes(uint32_t texels);
void hpi_list_plane_destroy(const hpyr_context *context, hpi_list_plane *plane);

/* ---- select.c ---- */

/** Returns a pyramid over the bits of so many entries, in columns of 128. In Z-order the columns begin
 *  with those of any shorter list. */
hpyr_pyramid_desc hpi_list_columns(uint64_t entries);

/* ---- transfer.c ---- */

/** Copies the first `count` entries from a buffer to a plane. Uses HPI_INPUT_UNIT. */
void hpi_list_upload(const hpyr_lists *lists, const hpi_list_plane *plane, GLuint buffer, uint64_t offset,
                     uint32_t count);

/** Copies one to four words from a buffer to a texel of the texture that is bound. On OpenGL ES the
 *  other words of the texel change, too. */
void hpi_list_put_texel(const hpyr_lists *lists, GLsizei x, GLsizei y, GLuint buffer, uint64_t offset, uint32_t words);

/** Copies bytes of the framebuffer that is bound, which has rows of `width` texels, to a buffer.
 *  Before OpenGL ES only whole words can be copied. `offset` is a multiple of 4. */
hpyr_result hpi_list_download(const hpyr_lists *lists, uint32_t width, GLuint buffer, uint64_t offset, uint64_t bytes);

/* ---- passes.c ---- */

/** Makes a program of our own and puts it to use. `defines` is freed. */
hpyr_result hpi_list_program(hpyr_lists *lists, const char *entry, hpi_text *defines, GLuint *program);

/** The same with a vertex stage that is not the triangle which covers the viewport. */
hpyr_result hpi_list_program_of(hpyr_lists *lists, const hpi_gl_stage *vertex, const char *entry, hpi_text *defines,
                                GLuint *program);

/** Binds a texture to `unit` for the uniform u_<name>. */
void hpi_list_bind(const hpyr_lists *lists, GLuint program, const char *name, GLuint unit, GLenum target,
                   GLuint texture);

/** The same for a plane. The uniform u_<name>_row becomes what list/plane.glsl needs to address it. */
void hpi_list_bind_plane(const hpyr_lists *lists, GLuint program, const char *name, GLuint unit,
                         const hpi_list_plane *plane);

/** Sets what list/ordinal.glsl needs to know of a type. */
void hpi_list_set_type(const hpyr_lists *lists, GLuint program, hpyr_list_type type);

/** Draws the first `texels` texels of a plane with the program in use. */
hpyr_result hpi_list_draw(const hpyr_lists *lists, GLuint program, const hpi_list_plane *plane, uint32_t texels);

/** Draws the first texels of the target, whose rows have `width` of them, with the program in use: rows as a whole, and then the beginning
 *  of one more. All other texels stay as they are. Where fragments behind the end
 *  discarded themselves, a gather of 16 bytes took a fifth longer on llvmpipe. */
void hpi_list_draw_first(const hpyr_context *context, uint32_t width, uint32_t texels);

/** The vertex stage for hpi_list_draw_found_rows. */
#define HPI_LIST_FOUND_ROWS "list/found_rows.vert.glsl"

/** hpi_list_draw for a program with that vertex stage: draws the rows whose entries were found, as many as lists->found says. If it
 *  `clears`, all other texels are set to 0. Binds lists->found to `unit`. */
hpyr_result hpi_list_draw_found_rows(const hpyr_lists *lists, GLuint program, GLuint unit, const hpi_list_plane *plane,
                                     uint32_t texels, bool clears);

/** hpi_list_draw into two planes that are as large as `plane`, which are the color buffers of a framebuffer. `texels` is not 0. */
void hpi_list_draw_both(const hpyr_lists *lists, GLuint program, GLuint framebuffer, const hpi_list_plane *plane,
                        uint32_t texels);

/** Draws the texel of lists->found with the program in use. */
hpyr_result hpi_list_draw_found(const hpyr_lists *lists);

/* ---- length.c ---- */

/** Checks a caller's length and, if only the GPU knows it, copies it to lists->length. */
hpyr_result hpi_list_length_open(hpyr_lists *lists, const hpyr_length *given, const char *what,
                                 hpi_list_length *length);

/** Adds the define, binds the texel to `unit`, and sets the uniforms of list/length.glsl. */
void hpi_list_length_define(const hpi_list_length *length, hpi_text *defines);
void hpi_list_length_bind(const hpyr_lists *lists, const hpi_list_length *length, GLuint program, GLuint unit);

/* ---- operation.c ---- */

/** Waits for the texel that the last operation has found, if `patient`, and stores it in lists->answer.
 *  `what` begins messages.   NOT_READY, NOT_BUILT, GL. */
hpyr_result hpi_list_ask(hpyr_lists *lists, const char *what, bool patient);

/** An operation: reads `desc`, draws its passes and writes its outputs. */
typedef hpyr_result (*hpi_list_operation_fn)(hpyr_lists *lists, const void *desc);

/** Runs a public call: checks the arguments that all operations have, saves GL's state, and asks for
 *  the number that the operation has found if it has `finds`. `what` begins messages. */
hpyr_result hpi_list_run(hpyr_lists *lists, hpyr_list_operation operation, const char *what, bool finds,
                         hpi_list_operation_fn run, const void *desc);

#endif
