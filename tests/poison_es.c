/* poison_es.c - functions of OpenGL 1.1 that OpenGL ES 3.0 does not have: a test that calls one there dies.  SPDX-License-Identifier: MIT
 *
 * They are linked and not loaded, so GLEW has no pointer that could be taken away. Defined here they come before the driver's, which
 * they call where the context is of OpenGL. The list has what this project calls anywhere, and what would be called next. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "poison.h"

#include <GL/glew.h>

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_es;

void poison_es(void) {
#define POISON(name) __glew##name = NULL;
    POISON_LIST_ES(POISON)
#undef POISON
    is_es = true;
}

/* The driver's own function. */
static void *next(const char *name) {
    void *function = is_es ? NULL : dlsym(RTLD_NEXT, name);
    if (!function) {
        fprintf(stderr, "%s was called, which OpenGL ES 3.0 does not have\n", name);
        abort();
    }
    return function;
}

/* C has no way from an object pointer to a function pointer. */
#define FORWARD(name, parameters, arguments)                                                                           \
    void GLAPIENTRY name parameters {                                                                                  \
        union {                                                                                                        \
            void *object;                                                                                              \
            void(GLAPIENTRY * function) parameters;                                                                    \
        } real = {next(#name)};                                                                                        \
        real.function arguments;                                                                                       \
    }

/* clang-format off */
FORWARD(glAlphaFunc, (GLenum func, GLclampf ref), (func, ref))
FORWARD(glBegin, (GLenum mode), (mode))
FORWARD(glClearDepth, (GLclampd depth), (depth))
FORWARD(glClipPlane, (GLenum plane, const GLdouble *equation), (plane, equation))
FORWARD(glColor3f, (GLfloat red, GLfloat green, GLfloat blue), (red, green, blue))
FORWARD(glColor4f, (GLfloat red, GLfloat green, GLfloat blue, GLfloat alpha), (red, green, blue, alpha))
FORWARD(glColorPointer, (GLint size, GLenum type, GLsizei stride, const void *pointer), (size, type, stride, pointer))
FORWARD(glCopyTexImage1D, (GLenum target, GLint level, GLenum internalFormat, GLint x, GLint y, GLsizei width, GLint border), (target, level, internalFormat, x, y, width, border))
FORWARD(glCopyTexSubImage1D, (GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width), (target, level, xoffset, x, y, width))
FORWARD(glDepthRange, (GLclampd zNear, GLclampd zFar), (zNear, zFar))
FORWARD(glDisableClientState, (GLenum array), (array))
FORWARD(glDrawBuffer, (GLenum mode), (mode))
FORWARD(glDrawPixels, (GLsizei width, GLsizei height, GLenum format, GLenum type, const void *pixels), (width, height, format, type, pixels))
FORWARD(glEdgeFlagPointer, (GLsizei stride, const void *pointer), (stride, pointer))
FORWARD(glEnableClientState, (GLenum array), (array))
FORWARD(glEnd, (void), ())
FORWARD(glGetClipPlane, (GLenum plane, GLdouble *equation), (plane, equation))
FORWARD(glGetDoublev, (GLenum pname, GLdouble *params), (pname, params))
FORWARD(glGetPixelMapfv, (GLenum map, GLfloat *values), (map, values))
FORWARD(glGetPointerv, (GLenum pname, void **params), (pname, params))
FORWARD(glGetPolygonStipple, (GLubyte *mask), (mask))
FORWARD(glGetTexEnvfv, (GLenum target, GLenum pname, GLfloat *params), (target, pname, params))
FORWARD(glGetTexImage, (GLenum target, GLint level, GLenum format, GLenum type, void *pixels), (target, level, format, type, pixels))
FORWARD(glGetTexLevelParameterfv, (GLenum target, GLint level, GLenum pname, GLfloat *params), (target, level, pname, params))
FORWARD(glGetTexLevelParameteriv, (GLenum target, GLint level, GLenum pname, GLint *params), (target, level, pname, params))
FORWARD(glLineStipple, (GLint factor, GLushort pattern), (factor, pattern))
FORWARD(glLoadIdentity, (void), ())
FORWARD(glLoadMatrixf, (const GLfloat *m), (m))
FORWARD(glLogicOp, (GLenum opcode), (opcode))
FORWARD(glMatrixMode, (GLenum mode), (mode))
FORWARD(glNormalPointer, (GLenum type, GLsizei stride, const void *pointer), (type, stride, pointer))
FORWARD(glPixelMapfv, (GLenum map, GLsizei mapsize, const GLfloat *values), (map, mapsize, values))
FORWARD(glPixelStoref, (GLenum pname, GLfloat param), (pname, param))
FORWARD(glPixelTransferf, (GLenum pname, GLfloat param), (pname, param))
FORWARD(glPixelTransferi, (GLenum pname, GLint param), (pname, param))
FORWARD(glPixelZoom, (GLfloat xfactor, GLfloat yfactor), (xfactor, yfactor))
FORWARD(glPointSize, (GLfloat size), (size))
FORWARD(glPolygonMode, (GLenum face, GLenum mode), (face, mode))
FORWARD(glPolygonStipple, (const GLubyte *mask), (mask))
FORWARD(glPopAttrib, (void), ())
FORWARD(glPopClientAttrib, (void), ())
FORWARD(glPopMatrix, (void), ())
FORWARD(glPushAttrib, (GLbitfield mask), (mask))
FORWARD(glPushClientAttrib, (GLbitfield mask), (mask))
FORWARD(glPushMatrix, (void), ())
FORWARD(glScalef, (GLfloat x, GLfloat y, GLfloat z), (x, y, z))
FORWARD(glShadeModel, (GLenum mode), (mode))
FORWARD(glTexCoord2f, (GLfloat s, GLfloat t), (s, t))
FORWARD(glTexCoordPointer, (GLint size, GLenum type, GLsizei stride, const void *pointer), (size, type, stride, pointer))
FORWARD(glTexEnvf, (GLenum target, GLenum pname, GLfloat param), (target, pname, param))
FORWARD(glTexImage1D, (GLenum target, GLint level, GLint internalformat, GLsizei width, GLint border, GLenum format, GLenum type, const void *pixels), (target, level, internalformat, width, border, format, type, pixels))
FORWARD(glTexSubImage1D, (GLenum target, GLint level, GLint xoffset, GLsizei width, GLenum format, GLenum type, const void *pixels), (target, level, xoffset, width, format, type, pixels))
FORWARD(glTranslatef, (GLfloat x, GLfloat y, GLfloat z), (x, y, z))
FORWARD(glVertex2f, (GLfloat x, GLfloat y), (x, y))
FORWARD(glVertex3f, (GLfloat x, GLfloat y, GLfloat z), (x, y, z))
FORWARD(glVertexPointer, (GLint size, GLenum type, GLsizei stride, const void *pointer), (size, type, stride, pointer))
