/* state_desktop.h - state that OpenGL has and OpenGL ES 3.0 does not.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_STATE_DESKTOP_H
#define HPI_GL_STATE_DESKTOP_H

#include "gl/state_tables.h"

/** Logic op, polygon mode, size of points, clamping of colors, clip control: save them, set what
 *  our passes expect, and restore them. */
void hpi_gl_desktop_save(const hpyr_context *context, hpi_gl_state *state);
void hpi_gl_desktop_neutralize(const hpyr_context *context, const hpi_gl_state *state);
void hpi_gl_desktop_restore(const hpyr_context *context, const hpi_gl_state *state);
void hpi_gl_desktop_depth_range(GLfloat near, GLfloat far);

/** GL 4.1 has sixteen viewports, and our passes draw into the first. Calls that name none set all
 *  of them. */
void hpi_gl_first_viewport_save(hpi_gl_state *state);
void hpi_gl_first_depth_range_save(hpi_gl_state *state);
void hpi_gl_first_viewport(GLfloat x, GLfloat y, GLfloat width, GLfloat height);
void hpi_gl_first_depth_range(GLfloat near, GLfloat far);
void hpi_gl_first_scissor(const GLint box[4]);
void hpi_gl_first_scissor_test(bool on);

/** Each draw buffer has a color mask and blending of its own. The first `count` of them are saved
 *  as far as they are not yet, and set to neither mask nor blend. */
void hpi_gl_draw_buffers_neutralize(hpi_gl_state *state, int count);
void hpi_gl_draw_buffers_restore(const hpi_gl_state *state);

/** Blends into the first `count` draw buffers, or no more. */
void hpi_gl_draw_buffers_blend(uint32_t count, bool on);

/** Sets equations and factors of one draw buffer, as GL 4.0 can. */
void hpi_gl_draw_buffer_blending(GLuint index, const GLint parameters[HPI_STATE_BLENDING]);

/** The channels that draws into the first draw buffer write. */
void hpi_gl_first_color_mask(const GLboolean mask[4]);

/* ---- state_blending.c ---- */

/** Saves equations and factors of blending, if no pass of the call has changed them yet. `state` is the call's, or NULL. */
void hpi_gl_blending_save(const hpyr_context *context, hpi_gl_state *state);

/** Sets them, of all draw buffers. */
void hpi_gl_blending_set(const hpyr_context *context, const GLint values[HPI_STATE_BLENDING]);

/** Restores them, if they were saved. */
void hpi_gl_blending_restore(const hpyr_context *context, const hpi_gl_state *state);

#endif
