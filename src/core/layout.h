/* layout.h - the layouts, and what they call.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_LAYOUT_H
#define HPI_CORE_LAYOUT_H

#include "core/pyramid_object.h"

extern const hpi_pyramid_layout hpi_core_single, hpi_core_bits, hpi_core_vec4, hpi_core_rect, hpi_core_line,
    hpi_core_volume, hpi_core_bilinear;

/* ---- layouts.c ---- */

/** Fills in the documented defaults and finds the layout and the arrangement of the cells. If
 *  `context` is NULL, the defaults are those of GL 3.3, textures may have any size, and
 *  nothing is logged. */
hpyr_result hpi_core_resolve(const hpyr_context *context, const hpyr_pyramid_desc *desc, hpyr_pyramid_desc *resolved,
                             const hpi_pyramid_layout **layout, hpyr_flat3d *map);

/** As hpyr_pyramid_bytes, and with the base level that a build may choose to store. */
uint64_t hpi_core_most_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc);

const char *hpi_core_order_name(hpyr_order order);

/* ---- programs.c ---- */

/** Gets a full-screen program of `stage` with the defines of the pyramid, then `more`. If `more` is
 *  NULL, its text ran out of memory, and the answer is OUT_OF_MEMORY. */
hpyr_result hpi_core_program(const hpyr_pyramid *pyramid, const hpi_gl_stage *stage, bool reads_source,
                             const char *more, GLuint *program);

/** The same with a vertex stage that is not the triangle which covers the viewport. */
hpyr_result hpi_core_program_of(const hpyr_pyramid *pyramid, const hpi_gl_stage *vertex, const hpi_gl_stage *stage,
                                bool reads_source, const char *more, GLuint *program);

/** Sets the uniforms of cell.glsl. */
void hpi_core_set_shape(const hpyr_pyramid *pyramid, GLuint program, const char *prefix);

/* ---- base.c ---- */

/** Returns the lowest level that is stored if nodes do not know their children: 1 for MERGED, else
 *  0. */
int hpi_core_first_level(const hpyr_pyramid_desc *desc);

/** Returns the format, see texture.c, of nodes with `channels` counts, 1 or 4; and its bytes. If
 *  `context` is NULL, they are those of GL 3.3. */
int hpi_core_node_format(const hpyr_context *context, hpyr_count_format format, int channels);
uint32_t hpi_core_node_bytes(const hpyr_context *context, hpyr_count_format format, int channels);

/** Draws the base level, or level 1 if `merged`, into the target that is bound. `store` is the
 *  shader file that defines hpyr_store or hpyr_store_children. */
hpyr_result hpi_core_draw_base(hpyr_pyramid *pyramid, const char *store, bool merged);

/** Draws with a shader that reads the source, see source.h, at all cells. */
hpyr_result hpi_core_draw_source(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines);

/** Makes a program that reads the source current, and borrows its textures until the caller calls
 *  hpi_core_loan_end. */
hpyr_result hpi_core_source_begin(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, const char *more_defines,
                                  GLuint *program, hpi_loan *loan);

/** The same after a build, with the rule that it was built from, even if the base level was stored. */
hpyr_result hpi_core_rule_begin(hpyr_pyramid *pyramid, const hpi_gl_stage *stage, GLuint *program, hpi_loan *loan);

/** Which pyramids have the base level as a texture of its own: SEPARATE ones whose nodes know their
 *  children; and those that choose, if it fits, for rules that two programs may answer differently.
 *  `desc` of `_chooses` is the caller's. */
bool hpi_core_has_own_base(const hpi_pyramid_layout *layout, const hpyr_pyramid_desc *desc);
bool hpi_core_chooses_base(const hpi_pyramid_layout *layout, const hpyr_pyramid_desc *desc);
bool hpi_core_base_fits(const hpyr_context *context, const hpyr_flat3d *map);

/** The bytes of that texture; makes it. `_store` draws it where there is to be one, and from then on it
 *  is the source. A pyramid that chooses gets it at the first build that needs it. */
uint64_t hpi_core_base_bytes(const hpyr_context *context, const hpyr_pyramid_desc *desc, const hpyr_flat3d *map);
hpyr_result hpi_core_base_create(hpyr_pyramid *pyramid);
void hpi_core_base_destroy(hpyr_pyramid *pyramid);
hpyr_result hpi_core_base_store(hpyr_pyramid *pyramid);

#endif
