/* buffer.c - callers' buffer objects and ours: sizes, reading, writing.  SPDX-License-Identifier: MIT */
#include "gl/buffer_desktop.h"
#include "gl/legacy.h"

#include <string.h>

/* GL 2.1 has no targets for copying alone. */
static GLenum read_target(const hpyr_context *context) {
    return context->legacy ? GL_ARRAY_BUFFER : GL_COPY_READ_BUFFER;
}

#if HPI_GL_WEB

static void read_bytes(const hpyr_context *context, GLenum target, GLintptr offset, GLsizeiptr size, void *out) {
    (void)context;
    glGetBufferSubData(target, offset, size, out);
}

#else

/* Reads bytes of the buffer that is bound to `target`. OpenGL ES maps them. */
static void read_bytes(const hpyr_context *context, GLenum target, GLintptr offset, GLsizeiptr size, void *out) {
    if (HPI_GL_DESKTOP && !context->es) {
        hpi_gl_desktop_read(target, offset, size, out);
        return;
    }
    const void *bytes = size ? glMapBufferRange(target, offset, size, GL_MAP_READ_BIT) : NULL;
    if (bytes) {
        memcpy(out, bytes, (size_t)size);
        glUnmapBuffer(target);
    }
}

#endif

GLuint hpi_gl_read_buffer_create(uint64_t bytes) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, HPI_GL_READ_USAGE);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    return buffer;
}

hpyr_result hpi_gl_buffer_read(const hpyr_context *context, GLuint buffer, GLintptr offset, GLsizeiptr size,
                               void *out) {
    /* Inside of a call an error is the call's own. It fails the read, for not every error can be raised again. */
    GLenum target = read_target(context), pending = context->state ? GL_NO_ERROR : hpi_gl_take_error();
    GLint bound;
    glGetIntegerv(context->legacy ? GL_ARRAY_BUFFER_BINDING : target, &bound);
    glBindBuffer(target, buffer);
    read_bytes(context, target, offset, size, out);
    glBindBuffer(target, (GLuint)bound);
    GLenum error = hpi_gl_take_error();
    hpi_gl_raise_error(context, pending);
    if (error == GL_NO_ERROR)
        return HPYR_OK;
    return hpi_gl_fail(context, error == GL_OUT_OF_MEMORY ? HPYR_ERROR_OUT_OF_MEMORY : HPYR_ERROR_GL,
                       "%lld bytes of buffer %u cannot be read back (error 0x%04x)", (long long)size, buffer, error);
}

/* Whether there is such a buffer, and pixels can go to it and come from it. In browsers they cannot if it was ever
 * bound as GL_ELEMENT_ARRAY_BUFFER; then the binding fails, and what was meant to go to the buffer would go to memory.
 * What is bound is known at once there, but glIsBuffer takes long. */
static bool takes_pixels(GLuint buffer) {
    GLint before, bound;
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &before);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)before);
    if ((GLuint)bound != buffer)
        hpi_gl_take_error();
    return (GLuint)bound == buffer;
}

bool hpi_gl_buffer_size(const hpyr_context *context, GLuint buffer, uint64_t *size) {
    GLenum target = read_target(context);
    GLint64 bytes = 0;
    GLint mapped = GL_FALSE, few = 0;
    if (!buffer || (HPI_GL_WEB ? !takes_pixels(buffer) : !glIsBuffer(buffer)))
        return false;
    glBindBuffer(target, buffer);
    if (context->legacy) {
        glGetBufferParameteriv(target, GL_BUFFER_SIZE, &few);
        bytes = few;
    } else {
        glGetBufferParameteri64v(target, GL_BUFFER_SIZE, &bytes);
    }
    if (!HPI_GL_WEB)
        glGetBufferParameteriv(target, GL_BUFFER_MAPPED, &mapped);
    *size = (uint64_t)bytes;
    return !mapped;
}

hpyr_result hpi_gl_check_offset(const hpyr_context *context, const char *what, uint64_t offset) {
    return offset % 4 ? hpi_gl_fail(context, HPYR_ERROR_INVALID_ARGUMENT, "%s: offset %llu is no multiple of 4", what,
                                    (unsigned long long)offset)
                      : HPYR_OK;
}

static hpyr_result find_size(const hpyr_context *context, const char *what, GLuint buffer, uint64_t *size) {
    if (hpi_gl_buffer_size(context, buffer, size))
        return HPYR_OK;
    return hpi_gl_fail(context, HPYR_ERROR_BUFFER, "%s: %u is not the name of a buffer, or is mapped", what, buffer);
}

hpyr_result hpi_gl_buffer_room(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                               uint64_t *bytes) {
    uint64_t size = 0;
    hpyr_result result = find_size(context, what, buffer, &size);
    *bytes = result == HPYR_OK && offset < size ? size - offset : 0;
    return result;
}

hpyr_result hpi_gl_buffer_holds(const hpyr_context *context, const char *what, GLuint buffer, uint64_t offset,
                                uint64_t bytes, uint64_t *size) {
    hpyr_result result = find_size(context, what, buffer, size);
    if (result == HPYR_OK && (offset > *size || bytes > *size - offset))
        result = hpi_gl_fail(context, HPYR_ERROR_BUFFER, "%s: %llu bytes from offset %llu; buffer %u has %llu", what,
                             (unsigned long long)bytes, (unsigned long long)offset, buffer, (unsigned long long)*size);
    return result;
}

hpyr_result hpi_gl_buffer_settle(const hpyr_context *context, GLuint buffer) {
    hpi_gl_fence fence = {0};
    if (context->touched && buffer) {
        glBindBuffer(GL_COPY_READ_BUFFER, buffer);
        glBindBuffer(GL_COPY_WRITE_BUFFER, context->touched);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, 1);
    }
    if (!context->copies_overtake)
        return HPYR_OK;
    hpi_gl_fence_set(context, &fence); /* not glFinish: tests/drivers/finish_returns_early.c */
    hpyr_result result = hpi_gl_fence_ask(context, &fence, true, "buffer");
    hpi_gl_fence_delete(&fence);
    return result;
}

hpyr_result hpi_gl_buffer_write(const hpyr_context *context, GLuint buffer, uint64_t offset, uint64_t size,
                                const void *bytes, uint32_t count) {
    GLuint source;
    glGenBuffers(1, &source);
    glBindBuffer(GL_COPY_READ_BUFFER, source);
    glBufferData(GL_COPY_READ_BUFFER, (GLsizeiptr)count, bytes, GL_STREAM_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    for (uint64_t done = 0; done < size; done += count)
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, (GLintptr)(offset + done),
                            (GLsizeiptr)(size - done < count ? size - done : count));
    glDeleteBuffers(1, &source);
    return hpi_gl_buffer_settle(context, buffer);
}

hpyr_result hpi_gl_buffer_clear(const hpyr_context *context, GLuint buffer, uint64_t offset, uint64_t size) {
    static const unsigned char zeros[1 << 16];
    return hpi_gl_buffer_write(context, buffer, offset, size, zeros, sizeof zeros);
}

#if HPI_GL_WEB

/* A copy in memory, which is written back. */
void *hpi_gl_buffer_map(hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size) {
    context->mapped = hpi_alloc(context, size);
    context->mapped_offset = offset;
    context->mapped_size = size;
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    if (context->mapped)
        glGetBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)offset, (GLsizeiptr)size, context->mapped);
    return context->mapped;
}

void hpi_gl_buffer_unmap(hpyr_context *context) {
    glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)context->mapped_offset, (GLsizeiptr)context->mapped_size,
                    context->mapped);
    hpi_free(context, context->mapped);
    context->mapped = NULL;
}

#else

static GLenum write_target(const hpyr_context *context) {
    return context->legacy ? GL_ARRAY_BUFFER : GL_COPY_WRITE_BUFFER;
}

void *hpi_gl_buffer_map(hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size) {
    glBindBuffer(write_target(context), buffer);
    if (HPI_GL_DESKTOP && context->legacy) {
        unsigned char *all = hpi_gl_legacy_map();
        return all ? all + offset : NULL;
    }
    return glMapBufferRange(GL_COPY_WRITE_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_WRITE_BIT);
}

void hpi_gl_buffer_unmap(hpyr_context *context) {
    glUnmapBuffer(write_target(context));
}

#endif

bool hpi_gl_draws_indirect(const hpyr_context *context) {
    return HPI_GL_DESKTOP && hpi_gl_desktop_draws_indirect(context);
}

void hpi_gl_draw_indirect(GLuint buffer, GLenum mode) {
    if (HPI_GL_DESKTOP)
        hpi_gl_desktop_draw_indirect(buffer, mode);
}
