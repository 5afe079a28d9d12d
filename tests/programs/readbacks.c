/* readbacks.c - preloaded, counts what comes back from the GPU: at the end of the program the number of calls and of bytes goes to
 * the file that HPYR_READBACKS names.  SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <GL/glew.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long calls, total;

static void count(unsigned long bytes) {
    calls++;
    total += bytes;
}

/* C has no way from an object pointer to a function pointer. */
typedef union real {
    void *object;
    GLenum(GLEWAPIENTRY *init)(void);
    void(GLAPIENTRY *read_pixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, GLvoid *);
    void(GLAPIENTRY *get_image)(GLenum, GLint, GLenum, GLenum, GLvoid *);
} real;

static real find(const char *name) {
    real r;
    r.object = dlsym(RTLD_NEXT, name);
    if (!r.object)
        abort();
    return r;
}

/* Four bytes a pixel at least is near enough. */
void GLAPIENTRY glReadPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                             GLvoid *pixels) {
    GLint buffer = 0;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer);
    if (buffer == 0) /* else it is a copy on the GPU */
        count(4ul * (unsigned long)width * (unsigned long)height);
    find("glReadPixels").read_pixels(x, y, width, height, format, type, pixels);
}

void GLAPIENTRY glGetTexImage(GLenum target, GLint level, GLenum format, GLenum type, GLvoid *pixels) {
    GLint width = 0, height = 0;
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &height);
    count(4ul * (unsigned long)width * (unsigned long)height);
    find("glGetTexImage").get_image(target, level, format, type, pixels);
}

static PFNGLGETBUFFERSUBDATAPROC get_data;
static PFNGLMAPBUFFERPROC map;
static PFNGLMAPBUFFERRANGEPROC map_range;

static void GLAPIENTRY count_get_data(GLenum target, GLintptr offset, GLsizeiptr size, void *data) {
    count((unsigned long)size);
    get_data(target, offset, size, data);
}

static void *GLAPIENTRY count_map(GLenum target, GLenum access) {
    GLint size = 0;
    glGetBufferParameteriv(target, GL_BUFFER_SIZE, &size);
    count((unsigned long)size);
    return map(target, access);
}

static void *GLAPIENTRY count_map_range(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access) {
    if (access & GL_MAP_READ_BIT)
        count((unsigned long)length);
    return map_range(target, offset, length, access);
}

static void tell(void) {
    const char *path = getenv("HPYR_READBACKS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fprintf(file, "%lu %lu\n", calls, total);
        fclose(file);
    }
}

GLenum GLEWAPIENTRY glewInit(void) {
    GLenum status = find("glewInit").init();
    if (get_data != __glewGetBufferSubData && __glewGetBufferSubData != count_get_data) {
        get_data = __glewGetBufferSubData;
        map = __glewMapBuffer;
        map_range = __glewMapBufferRange;
        atexit(tell);
    }
    __glewGetBufferSubData = count_get_data;
    __glewMapBuffer = count_map;
    __glewMapBufferRange = map_range ? count_map_range : NULL;
    return status;
}
