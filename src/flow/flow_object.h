/* flow_object.h - a hpyr_flow, and what its files share.
 * SPDX-License-Identifier: MIT
 *
 *     field --discriminator--> pyramid of cells --list--> describe.frag.glsl --> seeds          VORTICITY, BAND
 *                                               --list--> refine --> examine --> unique --> select --> kept --> seeds   CRITICAL
 *
 * Lists of cells have rows of HPI_FLOW_ROW texels, so that a row of seeds, of two texels each, has twice as many. A candidate has
 * HPI_FLOW_STARTS entries in the lists of refine, examine, unique and select; these have longer rows, since a GL limits their
 * number. */
#ifndef HPI_FLOW_FLOW_OBJECT_H
#define HPI_FLOW_FLOW_OBJECT_H

#include "core/layout.h"
#include "core/traversal.h"

#include <histopyramid/flow.h>
#include <histopyramid/list.h>

enum { HPI_FLOW_ROW_SHIFT = 9, HPI_FLOW_ROW = 1 << HPI_FLOW_ROW_SHIFT, HPI_FLOW_CHUNK_ROWS = 128 };
enum { HPI_FLOW_STARTS = 8, HPI_FLOW_ENTRY_SHIFT = 11 };

/* Units of our passes, behind those of the pyramid and its input. */
enum { HPI_FLOW_UNIT = HPI_EXTRA_UNIT };

typedef enum hpi_flow_status {
    FLOW_EMPTY,
    FLOW_BUILT,   /* the pyramid has candidates, or seeds */
    FLOW_REFINED, /* CRITICAL: the selection of seeds is on its way */
    FLOW_READY    /* `count` is known */
} hpi_flow_status;

struct hpyr_flow {
    hpyr_context *context;
    hpyr_flow_desc desc;           /* with the defaults filled in */
    uint32_t samples[3], cells[3]; /* VORTICITY: a cell is a sample */
    bool has_cells;
    hpyr_pyramid *pyramid;
    hpyr_discriminator *discriminator; /* of the last build */
    hpyr_flow_field field;             /* of the last build; its `glsl` is not kept, the discriminator has it */
    float bounds[2];                   /* BAND: see band.glsl */
    GLuint list;                       /* cells: RGBA32UI. CRITICAL: all candidates; else a chunk */
    GLuint places;                     /* CRITICAL: see refine.frag.glsl */
    GLuint values, types;              /* CRITICAL: see examine.frag.glsl */
    GLuint flags, kept;                /* CRITICAL, R32UI: 1 for a seed; numbers of the entries that are seeds */
    GLuint seeds;                      /* RGBA32UI: a chunk of seeds */
    hpyr_lists *lists;                 /* CRITICAL */
    hpi_flow_status status;
    uint32_t candidates, count;
    bool is_incomplete;
};

/* ---- flow.c ---- */

/** Rows of a list of so many cells. */
uint32_t hpi_flow_rows(uint32_t cells);

/** Rows of a list of so many entries. */
uint32_t hpi_flow_entry_rows(uint32_t entries);

/** Binds a texture of ours to HPI_FLOW_UNIT + unit for the uniform u_<name>. */
void hpi_flow_bind(const hpyr_flow *flow, GLuint program, const char *name, GLuint unit, GLuint texture);

/* ---- flow_field.c ---- */

/** Checks a field and makes the discriminator that reads it.   INVALID_ARGUMENT, TEXTURE. */
hpyr_result hpi_flow_set_field(hpyr_flow *flow, const hpyr_flow_field *given);

/** Texel fetches of a sample of the field. */
uint32_t hpi_flow_sample_fetches(const hpyr_flow *flow);

/** TEXTURE if the field's texture is not any more what it was. */
hpyr_result hpi_flow_check_again(const hpyr_flow *flow);

/** Sets the uniforms of flow/grid.glsl. */
void hpi_flow_set_grid(const hpyr_flow *flow, GLuint program, const char *prefix);

/* ---- critical.c ---- */

/** Refines `flow->candidates` cells, and begins the selection of seeds. Call it inside of
 *  hpi_gl_state_enter and hpi_gl_state_leave. */
hpyr_result hpi_flow_refine(hpyr_flow *flow);

/** Draws seeds [first, first + count) into flow->seeds, which stays bound for reading. */
hpyr_result hpi_flow_draw_kept(hpyr_flow *flow, uint32_t first, uint32_t count);

#endif
