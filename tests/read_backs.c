/* read_backs.c - counts the calls that bring something back from the GPU.  SPDX-License-Identifier: MIT */
#include "read_backs.h"

#include <GL/glew.h>

#include <stddef.h>

static unsigned calls;

void __real_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);
void __real_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels);
void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels);
void __wrap_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels);

/* Into a buffer it is a copy on the GPU, which nobody waits for. */
void __wrap_glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type, void *pixels) {
    GLint buffer = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    calls += buffer == 0;
    __real_glReadPixels(x, y, width, height, format, type, pixels);
}

void __wrap_glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, void *texels) {
    GLint buffer = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    calls += buffer == 0;
    __real_glGetTexImage(target, level, format, type, texels);
}

static void *GLAPIENTRY count_map(GLenum target, GLenum access) {
    (void)target, (void)access;
    calls++;
    return NULL;
}

static void *GLAPIENTRY count_map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    (void)target, (void)offset, (void)length, (void)access;
    calls++;
    return NULL;
}

static void GLAPIENTRY count_buffer_data(GLenum target, GLintptr offset, GLsizeiptr size, void *data) {
    (void)target, (void)offset, (void)size, (void)data;
    calls++;
}

static void GLAPIENTRY count_compressed(GLenum target, GLint level, void *texels) {
    (void)target, (void)level, (void)texels;
    calls++;
}

#define COUNT_QUERY(name, type)                                                                                        \
    static void GLAPIENTRY name(GLuint query, GLenum pname, type *value) {                                             \
        (void)query, (void)pname;                                                                                      \
        *value = 0;                                                                                                    \
        calls++;                                                                                                       \
    }
COUNT_QUERY(count_query_int, GLint)
COUNT_QUERY(count_query_uint, GLuint)
COUNT_QUERY(count_query_int64, GLint64)
COUNT_QUERY(count_query_uint64, GLuint64)

typedef struct entry_points {
    PFNGLMAPBUFFERPROC map;
    PFNGLMAPBUFFERRANGEPROC map_range;
    PFNGLGETBUFFERSUBDATAPROC buffer_data;
    PFNGLGETCOMPRESSEDTEXIMAGEPROC compressed;
    PFNGLGETQUERYOBJECTIVPROC query_int;
    PFNGLGETQUERYOBJECTUIVPROC query_uint;
    PFNGLGETQUERYOBJECTI64VPROC query_int64;
    PFNGLGETQUERYOBJECTUI64VPROC query_uint64;
} entry_points;

static entry_points real;

static entry_points replace(entry_points by) {
    entry_points old = {
        __glewMapBuffer,        __glewMapBufferRange,    __glewGetBufferSubData,   __glewGetCompressedTexImage,
        __glewGetQueryObjectiv, __glewGetQueryObjectuiv, __glewGetQueryObjecti64v, __glewGetQueryObjectui64v};
    __glewMapBuffer = by.map;
    __glewMapBufferRange = by.map_range;
    __glewGetBufferSubData = by.buffer_data;
    __glewGetCompressedTexImage = by.compressed;
    __glewGetQueryObjectiv = by.query_int;
    __glewGetQueryObjectuiv = by.query_uint;
    __glewGetQueryObjecti64v = by.query_int64;
    __glewGetQueryObjectui64v = by.query_uint64;
    return old;
}

void read_backs_begin(void) {
    const entry_points counting = {count_map,       count_map_range,  count_buffer_data, count_compressed,
                                   count_query_int, count_query_uint, count_query_int64, count_query_uint64};
    real = replace(counting);
    calls = 0;
}

unsigned read_backs_end(void) {
    replace(real);
    return calls;
}
