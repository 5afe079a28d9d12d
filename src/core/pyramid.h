/* pyramid.h - what the layouts, the total, extraction and snippets share of a pyramid.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PYRAMID_H
#define HPYR_CORE_PYRAMID_H

#include "core/source.h"
#include "gl/state.h"

#include <histopyramid/pyramid.h>

enum { PYRAMID_MAX_LEVELS = 32 };

/** One way to store the levels. Adding one is a file with this table and its GLSL. */
typedef struct hpi_pyramid_layout {
    const char *name;
    const char *traversal;  /* entry file of the GLSL that traverses and ranks */
    unsigned orders;        /* bit (1 << hpyr_order) for each order it can give */
    unsigned formats[2];    /* bit (1 << hpyr_count_format), on GL 3.3 and on GL 2.1; the lowest is the default */
    uint32_t float_limit;   /* largest total of FLOAT counts; 0: 2^24 */
    int total_channel;      /* of the top cell's texel */
    uint32_t node_shape[2]; /* texels of the base level under a node of level 1; 0: the layout masks by itself */
    bool binary;            /* a cell has one output at most */
    bool knows_children;    /* traversal ends at level 1 and never reads the source */
    bool fetches_mipmaps;   /* fragment shaders need caps.fragment_lod */
    bool addresses_cells;   /* no 2D texture need hold all cells */
    bool volumes;           /* nodes are texels of 3D textures */
    GLuint units;
    bool (*counts)(const hpyr_context *context,
                   hpyr_count_format format); /* or NULL; whether this GL counts exactly so */
    uint64_t (*bytes)(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map);
    hpyr_result (*check)(const hpyr_context *context,
                         const hpyr_pyramid_desc *desc); /* or NULL; more than the fields say */
    hpyr_result (*create)(hpyr_pyramid *pyramid);
    void (*destroy)(hpyr_pyramid *pyramid);
    hpyr_result (*build)(hpyr_pyramid *pyramid);                      /* from pyramid->source */
    void (*add_defines)(const hpyr_pyramid *pyramid, hpi_text *text); /* of its own, or NULL */
    void (*bind)(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);
} hpi_pyramid_layout;

extern const hpi_pyramid_layout hpi_core_single, hpi_core_bits, hpi_core_vec4, hpi_core_rect, hpi_core_line,
    hpi_core_volume, hpi_core_bilinear;

typedef enum hpi_pyramid_status { PYRAMID_EMPTY, PYRAMID_PENDING, PYRAMID_READY, PYRAMID_OVERFLOW } hpi_pyramid_status;

struct hpyr_pyramid {
    hpyr_context *context;
    hpyr_pyramid_desc desc; /* defaults resolved */
    const hpi_pyramid_layout *layout;
    hpyr_flat3d map;
    uint32_t base_width, base_height;
    int top; /* index of the top level, at least 1 */
    GLuint texture, framebuffers[PYRAMID_MAX_LEVELS];
    uint32_t texture_size[2];        /* of the texture's level 0 */
    int first_level;                 /* the lowest level that is stored: 1 when MERGED */
    GLuint base;                     /* the base level where it has a texture of its own, see base.c */
    struct hpi_bits_store *bits;     /* layout BITS, see pyramid_bits.c */
    struct hpi_volume_store *volume; /* layout VOLUME, see pyramid_volume.c */
    struct hpi_packed_store *packed; /* layouts RECT and LINE, see packed.h */
    uint32_t top_at[2];              /* where the top cell lies in the framebuffer that a build leaves bound */
    bool borrows;                    /* traversal reads source.input: MERGED with an input, or a caller's bits */
    hpi_source source;
    hpi_pyramid_status status;
    GLuint total_buffer;
    hpi_gl_fence fence;
    uint32_t total;
    bool bound;
    hpyr_pyramid *bound_before; /* the pyramid that was bound last when this one was */
    GLuint program;             /* that it is bound to */
    hpi_gl_bindings bindings;   /* what hpyr_pyramid_bind replaced */
    hpi_gl_borrowed borrowed;
    GLint first_key_location, vertices_location;
};

/** The buffer that the top cell is copied to. */
void hpi_core_total_create(hpyr_pyramid *pyramid);
void hpi_core_total_destroy(hpyr_pyramid *pyramid);

/** Starts the copy of the top cell towards the CPU; the framebuffer that holds it is bound for reading. */
void hpi_core_request_total(hpyr_pyramid *pyramid);

/** Waits for the total. NOT_BUILT, OVERFLOW. */
hpyr_result hpi_core_wait_total(hpyr_pyramid *pyramid);

/** The same; NOT_READY where a caller that is not patient comes too early. */
hpyr_result hpi_core_look_for_total(hpyr_pyramid *pyramid, bool patient);

/** Whether traversal and rank run the discriminator again: MERGED, unless nodes know their children (report, section 6.1). */
bool hpi_core_reads_source(const hpyr_pyramid *pyramid);

/** Where a binding's units begin: the pyramid's own, and the input in the second one. */
enum { PYRAMID_INPUT_OFFSET = HPI_INPUT_UNIT - HPI_PYRAMID_UNIT };

/** Adds the layout's defines, and the source's where it is read. */
void hpi_core_add_defines(const hpyr_pyramid *pyramid, bool reads_source, hpi_text *text);

/** Adds the levels that a traversal goes through, see traverse_2x2.glsl. */
void hpi_core_add_level_defines(const hpyr_pyramid *pyramid, hpi_text *text);

/** A full-screen program of `stage`, with the pyramid's defines and `more`; a `more` of NULL is one for which there was no memory. */
hpyr_result hpi_core_program(const hpyr_pyramid *pyramid, const hpi_gl_stage *stage, bool reads_source,
                             const char *more, GLuint *program);

/** Largest total that the pyramid counts exactly; more is an OVERFLOW. */
uint32_t hpi_core_limit(const hpyr_pyramid *pyramid);

/** hpyr_pyramid_glsl with `entry`, a file that stands behind the traversal, with what it includes, and the defines and the caller's
 *  GLSL that those need; NULL: nothing more. All of it is named by the prefix. */
hpyr_result hpi_core_write_snippet(const hpyr_pyramid *pyramid, const char *prefix, const char *entry,
                                   const hpi_text *defines, const char *caller, char *out, size_t capacity,
                                   size_t *needed);

/** Adds hpyr_pyramid_glsl to a text. */
hpyr_result hpi_core_add_glsl(const hpyr_pyramid *pyramid, const char *prefix, hpi_text *text);

/** hpyr_pyramid_bind for a caller that takes `more_units` behind the pyramid's. One that is not patient does not wait for the
 *  total: hpyr_total() is then 0 where it has not arrived. */
hpyr_result hpi_core_bind(hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint first_unit,
                          GLuint more_units, bool patient, hpyr_binding *binding);

/* ---- base.c ---- */

/** The format of texture.c for nodes of `channels` (1 or 4) counts, and its bytes; `context` may be NULL: GL 3.3. */
int hpi_core_node_format(const hpyr_context *context, hpyr_count_format format, int channels);
uint32_t hpi_core_node_bytes(const hpyr_context *context, hpyr_count_format format, int channels);

/** Draws the base level into the target that is bound or, where `merged`, level 1. `store` is the entry file that defines hpyr_store or
 *  hpyr_store_children. */
hpyr_result hpi_core_draw_base(hpyr_pyramid *pyramid, const char *store, bool merged);

/** The same with another shader, which reads the source. */
hpyr_result hpi_core_draw_source(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines);

/** Makes a program that reads the source current and borrows the input, until hpi_gl_texture_return of `borrowed`. */
hpyr_result hpi_core_source_begin(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines,
                                  GLuint *program, hpi_gl_borrowed *borrowed);

/** For layouts that know their children: the base level of a SEPARATE pyramid, a texture of its own. `_store` draws it and
 *  makes it the source; MERGED pyramids have none, and nothing is done. */
uint64_t hpi_core_base_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map);
hpyr_result hpi_core_base_create(hpyr_pyramid *pyramid);
void hpi_core_base_destroy(hpyr_pyramid *pyramid);
hpyr_result hpi_core_base_store(hpyr_pyramid *pyramid);

/** Takes a pyramid that is about to go out of the bound ones, whatever was bound after it. */
void hpi_core_drop_binding(hpyr_pyramid *pyramid);

/** Units that the pyramid takes. */
GLuint hpi_core_unit_count(const hpyr_pyramid *pyramid);

/** Makes `program` current, binds levels and input from `unit` on and sets the uniforms; a CUSTOM discriminator's textures go to
 *  units from `first_free` on. The input stays borrowed in `borrowed` until hpi_core_release. TEXTURE where a MERGED pyramid's
 *  input is gone. */
hpyr_result hpi_core_use(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit,
                         GLuint first_free, hpi_gl_borrowed *borrowed);
void hpi_core_release(const hpyr_pyramid *pyramid, const hpi_gl_borrowed *borrowed, GLuint unit);

/** Sets the uniforms of cell.glsl. */
void hpi_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix);

/** Total, and how many keys of [first, first + count) exist; the total must have arrived. */
void hpi_core_clip_range(const hpyr_pyramid *pyramid, uint32_t first, uint32_t count, hpyr_report *report);

/** hpyr_flat3d_arrange for a volume of `size` cells, with its failures in the log; `what` begins the message. */
hpyr_result hpi_core_arrange(const hpyr_context *context, const char *what, const uint32_t size[3], uint32_t tiles_x,
                             uint32_t max_side, hpyr_flat3d *map);

/** Nodes along an axis of `size` cells, halved so many times and rounded up. */
uint32_t hpi_core_halved(uint32_t size, int times);

/** Side of a mipmap, as GL halves. */
uint32_t hpi_core_mip_side(uint32_t side, int level);

/** The lowest level that is stored by layouts whose traversal reads the source where it is MERGED. */
int hpi_core_first_level(const hpyr_pyramid_desc *desc);

/** Smallest power of two that is not below `n`. */
uint32_t hpi_core_power_of_two(uint32_t n);

#endif
