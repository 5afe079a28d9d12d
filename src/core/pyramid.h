/* pyramid.h - what the layouts, the total, extraction and snippets share of a pyramid.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PYRAMID_H
#define HPYR_CORE_PYRAMID_H

#include "core/source.h"
#include "gl/state.h"

#include <histopyramid/pyramid.h>

enum { PYRAMID_MAX_LEVELS = 32, PYRAMID_DEFINES_SIZE = 256, ALL_DEFINES_SIZE = SOURCE_DEFINES_SIZE + 512 };

/** One way to store the levels. Adding one is a file with this table and its GLSL. */
typedef struct pyramid_layout {
    const char *name;
    const char *const *traversal; /* the GLSL files that define hpyr_point_at, hpyr_rank and hpyr_count */
    unsigned orders;              /* bit (1 << hpyr_order) for each order it can give */
    unsigned bases;               /* bit (1 << hpyr_base), the default first */
    hpyr_base default_base;
    bool floats; /* it has HPYR_COUNT_FLOAT */
    bool binary; /* a cell has one output at most */
    GLuint units;
    uint64_t (*bytes)(const hpyr_pyramid_desc *desc, const hpyr_flat3d *map);
    hpyr_result (*create)(hpyr_pyramid *pyramid);
    void (*destroy)(hpyr_pyramid *pyramid);
    hpyr_result (*build)(hpyr_pyramid *pyramid);                                 /* from pyramid->source */
    void (*write_defines)(const hpyr_pyramid *pyramid, char *text, size_t size); /* for the traversal */
    void (*bind)(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);
} pyramid_layout;

extern const pyramid_layout hpyr_core_single, hpyr_core_bits;

typedef enum pyramid_status { PYRAMID_EMPTY, PYRAMID_PENDING, PYRAMID_READY, PYRAMID_OVERFLOW } pyramid_status;

struct hpyr_pyramid {
    hpyr_context *context;
    hpyr_pyramid_desc desc; /* defaults resolved */
    const pyramid_layout *layout;
    hpyr_flat3d map;
    uint32_t base_width, base_height;
    int top; /* index of the top level, at least 1 */
    GLuint texture, framebuffers[PYRAMID_MAX_LEVELS];
    uint32_t texture_size[2]; /* of the texture's level 0 */
    int first_level;          /* the lowest level that is stored: 1 when MERGED */
    struct bits_store *bits;  /* layout BITS, see pyramid_bits.c */
    uint32_t top_at[2];       /* where the top cell lies in the framebuffer that a build leaves bound */
    bool borrows;             /* traversal reads source.input: MERGED with an input, or a caller's bits */
    source source;
    pyramid_status status;
    GLuint total_buffer;
    GLsync fence;
    uint32_t total;
    bool bound;
    hpyr_pyramid *bound_before; /* the pyramid that was bound last when this one was */
    GLuint program;             /* that it is bound to */
    gl_bindings bindings;       /* what hpyr_pyramid_bind replaced */
    gl_borrowed borrowed;
    GLint first_key_location, vertices_location;
};

/** Starts the copy of the top cell towards the CPU; the framebuffer that holds it is bound for reading. */
void hpyr_core_request_total(hpyr_pyramid *pyramid);

/** Waits for the total. NOT_BUILT, OVERFLOW. */
hpyr_result hpyr_core_wait_total(hpyr_pyramid *pyramid);

/** Whether traversal and rank run the discriminator again: MERGED (report, section 6.1). */
bool hpyr_core_reads_source(const hpyr_pyramid *pyramid);

/** Where a binding's units begin: the pyramid's own, and the input in the second one. */
enum { PYRAMID_INPUT_OFFSET = GL_INPUT_UNIT - GL_PYRAMID_UNIT };

/** The layout's defines, the source's where it is read, and `more`, into ALL_DEFINES_SIZE bytes. */
void hpyr_core_write_defines(const hpyr_pyramid *pyramid, bool reads_source, const char *more, char *defines);

/** A full-screen program: `before` (or NULL), the cells, the source where it is read, then the files `after`. */
hpyr_result hpyr_core_program(const hpyr_pyramid *pyramid, const char *before, bool reads_source,
                              const char *const *after, const char *more_defines, GLuint *program);

/** Takes a pyramid that is about to go out of the bound ones, whatever was bound after it. */
void hpyr_core_drop_binding(hpyr_pyramid *pyramid);

/** Units that the pyramid takes. */
GLuint hpyr_core_unit_count(const hpyr_pyramid *pyramid);

/** Makes `program` current, binds levels and input from `unit` on and sets the uniforms; a CUSTOM discriminator's textures go to
 *  units from `first_free` on. The input stays borrowed in `borrowed` until hpyr_core_release. TEXTURE where a MERGED pyramid's
 *  input is gone. */
hpyr_result hpyr_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                          GLuint first_free, gl_borrowed *borrowed);
void hpyr_core_release(const gl_borrowed *borrowed, GLuint unit);

/** Sets the uniforms of cell.glsl. */
void hpyr_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix);

/** Total, and how many keys of [first, first + count) exist; the total must have arrived. */
void hpyr_core_clip_range(const hpyr_pyramid *pyramid, uint32_t first, uint32_t count, hpyr_report *report);

/** hpyr_flat3d_arrange for a volume of `size` cells, with its failures in the log; `what` begins the message. */
hpyr_result hpyr_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                              uint32_t max_side, hpyr_flat3d *map);

/** Smallest power of two that is not below `n`. */
uint32_t hpyr_core_power_of_two(uint32_t n);

#endif
