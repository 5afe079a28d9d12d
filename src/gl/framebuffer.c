/* framebuffer.c - framebuffers, those of GL_EXT_framebuffer_object on GL 2.1 included.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

void hpi_gl_framebuffers_create(const hpyr_context *context, int count, GLuint *names) {
    if (HPI_GL_DESKTOP && context->ext_framebuffers)
        hpi_gl_legacy_framebuffers_create(count, names);
    else
        glGenFramebuffers(count, names);
}

void hpi_gl_framebuffer_bind(const hpyr_context *context, GLuint name) {
    hpi_gl_use_draw_buffers(context, 1);
    if (HPI_GL_DESKTOP && context->ext_framebuffers)
        hpi_gl_legacy_framebuffer_bind(GL_FRAMEBUFFER, name);
    else
        glBindFramebuffer(GL_FRAMEBUFFER, name);
}

void hpi_gl_targets_bind(const hpyr_context *context, GLuint framebuffer, uint32_t count) {
    hpi_gl_use_draw_buffers(context, count);
    hpi_gl_framebuffer_bind(context, framebuffer);
}

void hpi_gl_framebuffer_attach(const hpyr_context *context, GLenum target, GLuint texture, GLint level) {
    if (HPI_GL_DESKTOP && context->ext_framebuffers)
        hpi_gl_legacy_framebuffer_attach(target, texture, level);
    else
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, target, texture, level);
}

GLenum hpi_gl_framebuffer_status(const hpyr_context *context) {
    if (HPI_GL_DESKTOP && context->ext_framebuffers)
        return hpi_gl_legacy_framebuffer_status();
    return glCheckFramebufferStatus(GL_FRAMEBUFFER);
}
