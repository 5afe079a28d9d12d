/* viewport.h - viewports that reach past their target.  SPDX-License-Identifier: MIT */
#ifndef HPYR_VOLUME_VIEWPORT_H
#define HPYR_VOLUME_VIEWPORT_H

#include "gl/gl.h"

/** A viewport larger than a target of width x height; margin[] is how far it reaches past each side. */
void hpi_volume_wide_viewport(const hpyr_context *context, uint32_t width, uint32_t height, uint32_t margin[2]);

/** Sets uniform u_scale for it: cells to clip coordinates. */
void hpi_volume_set_scale(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height,
                          const uint32_t margin[2]);

#endif
