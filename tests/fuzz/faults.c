/* faults.c - functions that fail on demand in the place of malloc's and GL's.  SPDX-License-Identifier: MIT */
#include "faults.h"

#include <stdlib.h>
#include <string.h>

#include <GL/glew.h>

static fault_kind chosen;
static uint32_t fails_at, asked;
static bool is_armed, is_lasting, is_hit;
static const char *failed = "nothing";
static GLenum pending; /* the error that a failed call of GL left */

void faults_begin(fault_kind kind, uint32_t at, bool lasting) {
    chosen = kind;
    fails_at = at;
    is_lasting = lasting;
    asked = 0;
    is_hit = false;
    failed = "nothing";
}

uint32_t faults_asked(void) {
    return asked;
}

bool faults_hit(void) {
    return is_hit;
}

const char *faults_name(void) {
    return failed;
}

void faults_arm(void) {
    is_armed = true;
}

void faults_disarm(void) {
    is_armed = false;
}

static bool fails(fault_kind kind, const char *name, GLenum error) {
    if (!is_armed || kind != chosen)
        return false;
    asked++;
    if (!fails_at || asked < fails_at || (asked > fails_at && !is_lasting))
        return false;
    is_hit = true;
    failed = name;
    pending = pending ? pending : error;
    return true;
}

/* ---- memory ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) {
    return fails(FAULT_MEMORY, "malloc", GL_NO_ERROR) ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails(FAULT_MEMORY, "calloc", GL_NO_ERROR) ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
    return fails(FAULT_MEMORY, "realloc", GL_NO_ERROR) ? NULL : __real_realloc(old, size);
}

/* ---- OpenGL 1.1, which is linked directly ---- */

GLenum __real_glGetError(void);
GLenum __wrap_glGetError(void);
GLenum __wrap_glGetError(void) {
    GLenum error = pending;
    pending = GL_NO_ERROR;
    return error ? error : __real_glGetError();
}

/* A function that does nothing but raise an error when its turn has come. */
#define WRAP(name, parameters, arguments)                                                                              \
    void __real_##name parameters;                                                                                     \
    void __wrap_##name parameters;                                                                                     \
    void __wrap_##name parameters {                                                                                    \
        if (!fails(FAULT_GL, #name, GL_OUT_OF_MEMORY))                                                                 \
            __real_##name arguments;                                                                                   \
    }

WRAP(glTexImage2D,
     (GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLint border, GLenum format,
      GLenum type, const void *pixels),
     (target, level, internal, width, height, border, format, type, pixels))
WRAP(glTexSubImage2D,
     (GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
      const void *pixels),
     (target, level, x, y, width, height, format, type, pixels))
WRAP(glReadPixels, (GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels),
     (x, y, width, height, format, type, pixels))
WRAP(glGetTexImage, (GLenum target, GLint level, GLenum format, GLenum type, void *pixels),
     (target, level, format, type, pixels))
WRAP(glDrawArrays, (GLenum mode, GLint first, GLsizei count), (mode, first, count))

/* ---- newer functions, which GLEW loads ---- */

#define REPLACE(name, type, result, parameters, arguments, failure, error)                                             \
    static type real_##name;                                                                                           \
    static result GLAPIENTRY fake_##name parameters {                                                                  \
        if (fails(FAULT_GL, "gl" #name, error))                                                                        \
            return failure;                                                                                            \
        return real_##name arguments;                                                                                  \
    }
#define REPLACE_VOID(name, type, parameters, arguments)                                                                \
    static type real_##name;                                                                                           \
    static void GLAPIENTRY fake_##name parameters {                                                                    \
        if (!fails(FAULT_GL, "gl" #name, GL_OUT_OF_MEMORY))                                                            \
            real_##name arguments;                                                                                     \
    }

REPLACE_VOID(TexImage3D, PFNGLTEXIMAGE3DPROC,
             (GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height, GLsizei depth, GLint border,
              GLenum format, GLenum type, const void *pixels),
             (target, level, internal, width, height, depth, border, format, type, pixels))
REPLACE_VOID(BufferData, PFNGLBUFFERDATAPROC, (GLenum target, GLsizeiptr size, const void *data, GLenum usage),
             (target, size, data, usage))
REPLACE_VOID(GetBufferSubData, PFNGLGETBUFFERSUBDATAPROC, (GLenum target, GLintptr offset, GLsizeiptr size, void *data),
             (target, offset, size, data))
REPLACE_VOID(CopyBufferSubData, PFNGLCOPYBUFFERSUBDATAPROC,
             (GLenum from, GLenum to, GLintptr read, GLintptr written, GLsizeiptr size),
             (from, to, read, written, size))
REPLACE_VOID(RenderbufferStorage, PFNGLRENDERBUFFERSTORAGEPROC,
             (GLenum target, GLenum format, GLsizei width, GLsizei height), (target, format, width, height))
REPLACE_VOID(CompileShader, PFNGLCOMPILESHADERPROC, (GLuint shader), (shader))
REPLACE_VOID(LinkProgram, PFNGLLINKPROGRAMPROC, (GLuint program), (program))
REPLACE_VOID(TexBuffer, PFNGLTEXBUFFERPROC, (GLenum target, GLenum format, GLuint buffer), (target, format, buffer))
REPLACE_VOID(DrawArraysInstanced, PFNGLDRAWARRAYSINSTANCEDPROC,
             (GLenum mode, GLint first, GLsizei count, GLsizei instances), (mode, first, count, instances))
REPLACE(CreateShader, PFNGLCREATESHADERPROC, GLuint, (GLenum type), (type), 0, GL_OUT_OF_MEMORY)
REPLACE(CreateProgram, PFNGLCREATEPROGRAMPROC, GLuint, (void), (), 0, GL_OUT_OF_MEMORY)
REPLACE(MapBuffer, PFNGLMAPBUFFERPROC, void *, (GLenum target, GLenum access), (target, access), NULL, GL_OUT_OF_MEMORY)
REPLACE(MapBufferRange, PFNGLMAPBUFFERRANGEPROC, void *,
        (GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access), (target, offset, length, access), NULL,
        GL_OUT_OF_MEMORY)
REPLACE(CheckFramebufferStatus, PFNGLCHECKFRAMEBUFFERSTATUSPROC, GLenum, (GLenum target), (target),
        GL_FRAMEBUFFER_UNSUPPORTED, GL_NO_ERROR)
REPLACE(CheckFramebufferStatusEXT, PFNGLCHECKFRAMEBUFFERSTATUSEXTPROC, GLenum, (GLenum target), (target),
        GL_FRAMEBUFFER_UNSUPPORTED, GL_NO_ERROR)
REPLACE(FenceSync, PFNGLFENCESYNCPROC, GLsync, (GLenum condition, GLbitfield flags), (condition, flags), NULL,
        GL_OUT_OF_MEMORY)
REPLACE(ClientWaitSync, PFNGLCLIENTWAITSYNCPROC, GLenum, (GLsync sync, GLbitfield flags, GLuint64 timeout),
        (sync, flags, timeout), GL_WAIT_FAILED, GL_OUT_OF_MEMORY)

#define INSTALL(name)                                                                                                  \
    if (__glew##name && __glew##name != fake_##name) {                                                                 \
        real_##name = __glew##name;                                                                                    \
        __glew##name = fake_##name;                                                                                    \
    }

static void replace_functions(void){
    INSTALL(TexImage3D) INSTALL(BufferData) INSTALL(GetBufferSubData) INSTALL(CopyBufferSubData)
        INSTALL(RenderbufferStorage) INSTALL(CompileShader) INSTALL(LinkProgram) INSTALL(TexBuffer)
            INSTALL(DrawArraysInstanced) INSTALL(CreateShader) INSTALL(CreateProgram) INSTALL(MapBuffer)
                INSTALL(MapBufferRange) INSTALL(CheckFramebufferStatus) INSTALL(CheckFramebufferStatusEXT)
                    INSTALL(FenceSync) INSTALL(ClientWaitSync)}

/* Whoever loads the entry points gets ours: the library does so for every context. */
GLenum __real_glewInit(void);
GLenum __wrap_glewInit(void);
GLenum __wrap_glewInit(void) {
    GLenum status = __real_glewInit();
    replace_functions();
    return status;
}
