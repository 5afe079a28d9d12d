/* buffer_desktop.c - what desktop OpenGL does with buffers and OpenGL ES 3.0 does not.  SPDX-License-Identifier: MIT */
#include "gl/buffer_desktop.h"

void hpi_gl_desktop_read(GLenum target, GLintptr offset, GLsizeiptr size, void *out) {
    glGetBufferSubData(target, offset, size, out);
}

bool hpi_gl_desktop_draws_indirect(const hpyr_context *context) {
    return context->indirect_draws && HPI_GL_ADDRESS(DrawArraysIndirect);
}

void hpi_gl_desktop_draw_indirect(GLuint buffer, GLenum mode) {
    GLint bound;
    glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glDrawArraysIndirect(mode, NULL);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, (GLuint)bound);
}
