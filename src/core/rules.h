/* rules.h - discriminators that look at neighbors.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_RULES_H
#define HPI_CORE_RULES_H

#include "core/source.h"

/** Whether values count that lie between bounds, see hpi_source. */
bool hpi_core_rule_has_bounds(const hpyr_discriminator *discriminator);

/** Takes a discriminator of any kind but CUSTOM into a source that has its input, and its bounds if it has some.
 *  INVALID_ARGUMENT, UNSUPPORTED, OUT_OF_MEMORY. After hpi_gl_state_enter. */
hpyr_result hpi_core_rule_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                               const hpi_gl_format *format, hpi_source *out);

/** Whether a round of the shader's loops must take eight values of the template, because a fragment asks
 *  so many cells (HPYR_WIDE). Otherwise one value a round is faster but for widths of 8, 16, 24 and 32. A
 *  leaf of BITS asks 128 cells, and CORRELATION goes over the template twice, so a template of 32x32
 *  values would take more than 128 * 2 * 1024 rounds; with eight values there are 128 * 2 * (32 * 4 + 32). */
bool hpi_core_rule_is_wide(const hpi_source *s, uint32_t asked);

/** Texel fetches of a cell. */
uint32_t hpi_core_rule_fetches(const hpi_source *s);

/** Adds the defines, and sets the uniforms, of its shader file. */
void hpi_core_rule_add_defines(const hpi_source *s, hpi_text *text);
void hpi_core_rule_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix);

#endif
