/* pattern.h - the template of a discriminator, which it shares with the sources made from it.
 * SPDX-License-Identifier: MIT */
#ifndef HPI_CORE_PATTERN_H
#define HPI_CORE_PATTERN_H

#include "gl/gl.h"

/** Values of a template, and textures of them: one for each format of an input, for the numbers in it
 *  differ. */
typedef struct hpi_pattern hpi_pattern;

/** Copies the values. Returns NULL without memory. The caller holds the pattern. */
hpi_pattern *hpi_core_pattern_create(hpyr_context *context, const float *values, uint32_t width, uint32_t height);
const float *hpi_core_pattern_values(const hpi_pattern *pattern);

/** A pattern is destroyed when nobody holds it. NULL is allowed. */
hpi_pattern *hpi_core_pattern_hold(hpi_pattern *pattern);
void hpi_core_pattern_release(hpi_pattern *pattern);

/** Whether not all values are equal. */
bool hpi_core_pattern_varies(const float *values, uint32_t count);

/** Gets the texture for inputs of a format: `correlates` for values whose mean is 0 and whose squares
 *  sum to 1; else rounded to the codes or integers of the format.   OUT_OF_MEMORY. After
 *  hpi_gl_state_enter. */
hpyr_result hpi_core_pattern_texture(hpi_pattern *pattern, const hpi_gl_format *format, hpyr_format name,
                                     bool correlates, hpyr_texture *texture);

#endif
