/* pyramid_object.h - the struct of a pyramid, and the table that every layout fills.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_PYRAMID_OBJECT_H
#define HPI_CORE_PYRAMID_OBJECT_H

#include "core/bits.h"
#include "core/sizes.h"
#include "core/source.h"
#include "gl/state.h"

#include <histopyramid/pyramid.h>

enum { PYRAMID_MAX_LEVELS = 32 };

/** The input is bound to the unit that is so many behind the first one of a binding. */
enum { PYRAMID_INPUT_OFFSET = HPI_INPUT_UNIT - HPI_PYRAMID_UNIT };

/** One way to store the levels. A new layout is a file with this table, its GLSL, and a line in
 *  layouts.c. */
typedef struct hpi_pyramid_layout {
    const char *name;
    const char *traversal;  /* shader file that traverses and ranks */
    unsigned orders;        /* bit (1 << hpyr_order) for each order */
    unsigned formats[2];    /* bit (1 << hpyr_count_format), on GL 3.3 and GL 2.1; default: lowest */
    uint32_t float_limit;   /* largest total of FLOAT counts; 0 is 2^24 */
    int total_channel;      /* channel of the top texel that holds the total */
    uint32_t node_shape[2]; /* cells of a node of level 1; 0: shaders always test them */
    bool binary;            /* a set bit is an output, so a cell has at most HPI_MOST_CELL_BITS */
    bool knows_children;    /* traversal ends at level 1 and never reads the source */
    bool fetches_mipmaps;   /* fragment shaders need caps.fragment_lod */
    bool addresses_cells;   /* no 2D texture has to hold all cells */
    bool volumes;           /* the levels are a 3D texture */
    GLuint units;
    uint32_t asked; /* cells that a fragment of a build asks the source for, at most; 0: 16 */
    bool (*counts)(const hpyr_context *context,
                   hpyr_count_format format); /* whether this GL counts exactly so; NULL: yes */
    uint64_t (*bytes)(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map);
    hpyr_result (*check)(const hpyr_context *context,
                         const hpyr_pyramid_desc *desc); /* NULL: nothing is left to check */
    hpyr_result (*create)(hpyr_pyramid *pyramid);
    void (*destroy)(hpyr_pyramid *pyramid);
    hpyr_result (*build)(hpyr_pyramid *pyramid);                      /* from pyramid->source */
    void (*add_defines)(const hpyr_pyramid *pyramid, hpi_text *text); /* or NULL */
    void (*bind)(const hpyr_pyramid *pyramid, GLuint program, const char *prefix, GLuint unit);
} hpi_pyramid_layout;

typedef enum hpi_pyramid_status { PYRAMID_EMPTY, PYRAMID_PENDING, PYRAMID_READY, PYRAMID_OVERFLOW } hpi_pyramid_status;

struct hpyr_pyramid {
    hpyr_context *context;
    hpyr_pyramid_desc desc; /* with the defaults filled in */
    const hpi_pyramid_layout *layout;
    hpyr_flat3d map;
    uint32_t base_width, base_height;
    int top; /* the top level, at least 1 */
    GLuint texture, framebuffers[PYRAMID_MAX_LEVELS];
    uint32_t texture_size[2];        /* size of the texture */
    int first_level;                 /* lowest level that is stored */
    GLuint base;                     /* the base level if it has a texture of its own, see base.c */
    bool chooses_base;               /* base DEFAULT, and traversals read the source: each build chooses, see base.c */
    hpi_bits_shape leaves;           /* layout BITS, see pyramid_bits.c */
    struct hpi_volume_store *volume; /* layout VOLUME, see pyramid_volume.c */
    struct hpi_packed_store *packed; /* layouts RECT, LINE and BITS, see packed.h */
    uint32_t top_at[2];              /* its texel in the framebuffer that a build leaves bound */
    bool borrows;                    /* traversal reads source.input, which the caller owns */
    hpi_source source;
    hpi_source rule; /* if a build chose to store the base level, what `source` was before that took its place */
    hpi_pyramid_status status;
    GLuint total_buffer;
    hpi_gl_fence fence;
    uint32_t total;
    hpi_bound bound;
    hpi_loan loan;
    GLint first_key_location, vertices_location;
};

#endif
