/* gl.h - GL's functions, natively and in a browser.  SPDX-License-Identifier: MIT */
#ifndef CHECK_GL_H
#define CHECK_GL_H

#ifdef __EMSCRIPTEN__

#    include <GLES3/gl3.h>
/* WebGL 2 has it, OpenGL ES 3.0 does not. */
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);

#else
#    include "common/platform/gl.h"
#endif

#endif
