/* pyramid_object.h - the struct of a pyramid, and the table that every layout fills.  SPDX-License-Identifier: MIT */
#ifndef HPYR_CORE_PYRAMID_OBJECT_H
#define HPYR_CORE_PYRAMID_OBJECT_H

#include "core/bits.h"
#include "core/sizes.h"
#include "core/source.h"
#include "gl/state.h"

#include <histopyramid/pyramid.h>

enum { PYRAMID_MAX_LEVELS = 32 };

/** Where a binding's units begin: the pyramid's own, and the input in the second one. */
enum { PYRAMID_INPUT_OFFSET = HPI_INPUT_UNIT - HPI_PYRAMID_UNIT };

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
    uint32_t passes;                 /* of a build, where the levels do not tell */
    int first_level;                 /* the lowest level that is stored: 1 when MERGED */
    GLuint base;                     /* the base level where it has a texture of its own, see base.c */
    hpi_bits_shape leaves;           /* layout BITS, see pyramid_bits.c */
    struct hpi_volume_store *volume; /* layout VOLUME, see pyramid_volume.c */
    struct hpi_packed_store *packed; /* layouts RECT, LINE and BITS, see packed.h */
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

#endif
