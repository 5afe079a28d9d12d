/* viewport.h - viewports that reach past their target.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_VIEWPORT_H
#define HPI_VOLUME_VIEWPORT_H

#include "gl/gl.h"

/** Sets a viewport that reaches past each side of a target of width x height, by margin[]. */
void hpi_volume_wide_viewport(const hpyr_context *context, uint32_t width, uint32_t height, uint32_t margin[2]);

/** Sets uniform u_scale, which maps cells to clip coordinates in such a viewport. */
void hpi_volume_set_scale(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height,
                          const uint32_t margin[2]);

#endif
