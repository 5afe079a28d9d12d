/* gl_web.h - GL's names for the demos in a browser, where they run on WebGL 2. The functions and constants below are OpenGL's alone: code that
 * asks for --gl first never comes to them there.  SPDX-License-Identifier: MIT */
#ifndef DEMO_GL_WEB_H
#define DEMO_GL_WEB_H

#include <GLES3/gl3.h>

/* WebGL 2 has it, and OpenGL ES has not. */
void glGetBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data);

/* EXT_framebuffer_object is OpenGL 3.0's, under other names. */
#define glBindFramebufferEXT                glBindFramebuffer
#define glBindRenderbufferEXT               glBindRenderbuffer
#define glBlitFramebufferEXT                glBlitFramebuffer
#define glCheckFramebufferStatusEXT         glCheckFramebufferStatus
#define glDeleteFramebuffersEXT             glDeleteFramebuffers
#define glDeleteRenderbuffersEXT            glDeleteRenderbuffers
#define glFramebufferRenderbufferEXT        glFramebufferRenderbuffer
#define glFramebufferTexture2DEXT           glFramebufferTexture2D
#define glGenFramebuffersEXT                glGenFramebuffers
#define glGenRenderbuffersEXT               glGenRenderbuffers
#define glGenerateMipmapEXT                 glGenerateMipmap
#define glRenderbufferStorageEXT            glRenderbufferStorage
#define glRenderbufferStorageMultisampleEXT glRenderbufferStorageMultisample

#define glGetQueryObjectui64v(query, name, value)      ((void)(query), *(value) = 0)
#define glGetTexImage(target, level, format, type, to) ((void)(to))
#define glPolygonMode(face, mode)                      ((void)(mode))
#define glQueryCounter(query, target)                  ((void)(query))

#define GL_ALPHA8                    0x803C
#define GL_CLAMP_TO_BORDER           0x812D
#define GL_CLIP_DISTANCE0            0x3000
#define GL_FILL                      0x1B02
#define GL_LINE                      0x1B01
#define GL_LUMINANCE8                0x8040
#define GL_LUMINANCE8_ALPHA8         0x8045
#define GL_LUMINANCE32F_ARB          0x8818
#define GL_MULTISAMPLE               0x809D
#define GL_POINT_SPRITE              0x8861
#define GL_POINT_SIZE_RANGE          0x0B12
#define GL_QUERY_COUNTER_BITS        0x8864
#define GL_RGBA16F_ARB               GL_RGBA16F
#define GL_RGBA32F_ARB               GL_RGBA32F
#define GL_TIMESTAMP                 0x8E28
#define GL_VERTEX_PROGRAM_POINT_SIZE 0x8642

#endif
