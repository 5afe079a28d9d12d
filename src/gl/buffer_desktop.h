/* buffer_desktop.h - what desktop OpenGL does with buffers and OpenGL ES 3.0 does not.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_BUFFER_DESKTOP_H
#define HPI_GL_BUFFER_DESKTOP_H

#include "gl/gl.h"

/** Reads bytes of the buffer that is bound to `target`. */
void hpi_gl_desktop_read(GLenum target, GLintptr offset, GLsizeiptr size, void *out);

/** Whether there is glDrawArraysIndirect; and a draw by it, with the command at a buffer's begin. */
bool hpi_gl_desktop_draws_indirect(const hpyr_context *context);
void hpi_gl_desktop_draw_indirect(GLuint buffer, GLenum mode);

#endif
