/* rules.h - discriminators that look at neighbours.  SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_RULES_H
#define HPI_CORE_RULES_H

#include "core/source.h"

/** Takes a discriminator of kind LOCAL_MAX, EDGE or TEMPLATE into a source that has its input.
 *  INVALID_ARGUMENT, UNSUPPORTED, OUT_OF_MEMORY. After hpi_gl_state_enter. */
hpyr_result hpi_core_rule_make(const hpyr_context *context, const hpyr_discriminator *discriminator,
                               const hpi_gl_format *format, hpi_source *out);

/** Adds the defines, and sets the uniforms, of its shader file. */
void hpi_core_rule_add_defines(const hpi_source *s, hpi_text *text);
void hpi_core_rule_set_uniforms(const hpyr_context *context, const hpi_source *s, GLuint program, const char *prefix);

#endif
