/* legacy.h - what GL 2.1 has in the place of newer functions. OpenGL ES has none of it.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_LEGACY_H
#define HPI_GL_LEGACY_H

#include "gl/state.h"

/** Framebuffers of GL_EXT_framebuffer_object. Color buffer 0 is attached to the one that is bound,
 *  whose status can be asked for. */
void hpi_gl_legacy_framebuffers_create(int count, GLuint *names);
void hpi_gl_legacy_framebuffers_delete(int count, const GLuint *names);
void hpi_gl_legacy_framebuffer_bind(GLenum target, GLuint name);
void hpi_gl_legacy_framebuffer_attach(GLenum target, GLuint texture, GLint level);
GLenum hpi_gl_legacy_framebuffer_status(void);

/** Draws a triangle that covers the viewport, vertex by vertex: the caller's arrays stay untouched. */
void hpi_gl_legacy_draw_fullscreen(void);

/** Creates an occlusion query behind the work so far, which draws without colors. 0 if a query of
 *  the caller's runs, of which GL allows one at a time. */
GLuint hpi_gl_legacy_query(const hpyr_context *context);

/** Maps all of the buffer that is bound to GL_ARRAY_BUFFER, until glUnmapBuffer. NULL on failure. */
void *hpi_gl_legacy_map(void);

/** The bias that the active unit adds to levels of detail. */
GLfloat hpi_gl_legacy_lod_bias(void);

#endif
