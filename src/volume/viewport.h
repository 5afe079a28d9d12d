/* viewport.h - what depends on how rasterizers clip and round.  SPDX-License-Identifier: MIT */
#ifndef HPI_VOLUME_VIEWPORT_H
#define HPI_VOLUME_VIEWPORT_H

#include "gl/gl.h"

/** Whether the rasterizer rounds corners to less than 1/256 pixel. Then triangles of fill THIN are drawn as rectangles,
 *  and their fragments decide what they cover, see edges.glsl. GL 2.1 has no integers for that. */
bool hpi_volume_rounds_coarsely(const hpyr_context *context);

/** Sets uniform u_slack of rectangle.glsl, for rectangles in a target of width x height. */
void hpi_volume_set_slack(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height);

/** Sets a viewport that reaches past each side of a target of width x height, by margin[]. */
void hpi_volume_wide_viewport(const hpyr_context *context, uint32_t width, uint32_t height, uint32_t margin[2]);

/** Sets uniform u_scale, which maps cells to clip coordinates in such a viewport. */
void hpi_volume_set_scale(const hpyr_context *context, GLuint program, uint32_t width, uint32_t height,
                          const uint32_t margin[2]);

#endif
