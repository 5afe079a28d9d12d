/* context.h - an OpenGL 3.3 context and shaders for programs that need EGL, OpenGL and nothing of ours.  SPDX-License-Identifier: MIT */
#ifndef DRIVERS_CONTEXT_H
#define DRIVERS_CONTEXT_H

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/gl.h>
#include <GL/glext.h>
#include <stddef.h>

/* Makes a context without a surface current. 0 if there is none. */
static inline int make_context(void) {
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    EGLDisplay display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    return eglInitialize(display, NULL, NULL) && eglBindAPI(EGL_OPENGL_API) &&
           eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE,
                          eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version));
}

static inline void attach(GLuint program, GLenum stage, const char *text) {
    GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    glAttachShader(program, shader);
}

/* Binds a framebuffer of so many pixels a side, and sets the viewport. */
static inline void make_target(GLsizei side) {
    GLuint texture, framebuffer;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, side, side);
}

#endif
