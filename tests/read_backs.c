/* read_backs.c - counts the calls that bring something back from the GPU, or wait for it.  SPDX-License-Identifier: MIT */
#include "read_backs.h"

#include <GL/glew.h>

#include <stdbool.h>
#include <stddef.h>

static unsigned calls, waits;

void __real_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);
void __real_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels);
void __real_glFinish(void);
void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);
void __wrap_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels);
void __wrap_glFinish(void);

/* Into a buffer it is a copy on the GPU, which nobody waits for. */
static bool waits_for_pixels(void) {
    GLint buffer = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    return buffer == 0;
}

void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels) {
    calls += waits_for_pixels();
    __real_glReadPixels(x, y, width, height, format, type, pixels);
}

void __wrap_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels) {
    calls += waits_for_pixels();
    __real_glGetTexImage(target, level, format, type, texels);
}

void __wrap_glFinish(void) {
    waits++;
    __real_glFinish();
}

/* The others are GLEW's. X(what is counted, return or nothing, result, name, type, parameters, arguments) */
/* clang-format off */
#define COUNTED(X) \
    X(calls, return, void *, MapBuffer, MAPBUFFER, (GLenum target, GLenum access), (target, access)) \
    X(calls, return, void *, MapBufferRange, MAPBUFFERRANGE, (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access), \
      (target, offset, length, access)) \
    X(calls, , void, GetBufferSubData, GETBUFFERSUBDATA, (GLenum target, GLintptr offset, GLsizeiptr size, void *data), \
      (target, offset, size, data)) \
    X(calls, , void, GetCompressedTexImage, GETCOMPRESSEDTEXIMAGE, (GLenum target, GLint level, void *texels), (target, level, texels)) \
    X(calls, , void, GetQueryObjectiv, GETQUERYOBJECTIV, (GLuint query, GLenum name, GLint *value), (query, name, value)) \
    X(calls, , void, GetQueryObjectuiv, GETQUERYOBJECTUIV, (GLuint query, GLenum name, GLuint *value), (query, name, value)) \
    X(calls, , void, GetQueryObjecti64v, GETQUERYOBJECTI64V, (GLuint query, GLenum name, GLint64 *value), (query, name, value)) \
    X(calls, , void, GetQueryObjectui64v, GETQUERYOBJECTUI64V, (GLuint query, GLenum name, GLuint64 *value), (query, name, value)) \
    X(waits, return, GLenum, ClientWaitSync, CLIENTWAITSYNC, (GLsync sync, GLbitfield flags, GLuint64 timeout), (sync, flags, timeout)) \
    X(waits, , void, GetSynciv, GETSYNCIV, (GLsync sync, GLenum name, GLsizei size, GLsizei *length, GLint *values), \
      (sync, name, size, length, values))
/* clang-format on */

#define COUNT(counter, give, result, name, type, parameters, arguments)                                                \
    static PFNGL##type##PROC real_##name;                                                                              \
    static result GLAPIENTRY count_##name parameters {                                                                 \
        counter++;                                                                                                     \
        give real_##name arguments;                                                                                    \
    }
COUNTED(COUNT)

void read_backs_begin(void) {
    calls = waits = 0;
#define REPLACE(counter, give, result, name, type, parameters, arguments)                                              \
    real_##name = __glew##name;                                                                                        \
    __glew##name = count_##name;
    COUNTED(REPLACE)
}

unsigned read_backs_end(unsigned *other_waits) {
#define PUT_BACK(counter, give, result, name, type, parameters, arguments) __glew##name = real_##name;
    COUNTED(PUT_BACK)
    if (other_waits)
        *other_waits = waits;
    return calls;
}
