/* buffer.c - callers' buffer objects and ours: sizes, reading, writing.  SPDX-License-Identifier: MIT */
#include "gl/legacy.h"

#include <string.h>

/* GL 2.1 has no targets for copying alone. */
static GLenum read_target(const hpyr_context *context) {
    return context->legacy ? GL_ARRAY_BUFFER : GL_COPY_READ_BUFFER;
}

static GLenum write_target(const hpyr_context *context) {
    return context->legacy ? GL_ARRAY_BUFFER : GL_COPY_WRITE_BUFFER;
}

/* Reads bytes of the buffer that is bound to `target`. OpenGL ES maps them. */
static void read_bytes(const hpyr_context *context, GLenum target, GLintptr offset, GLsizeiptr size, void *out) {
#if HPI_GL_DESKTOP
    if (!context->es) {
        glGetBufferSubData(target, offset, size, out);
        return;
    }
#else
    (void)context;
#endif
    const void *bytes = size ? glMapBufferRange(target, offset, size, GL_MAP_READ_BIT) : NULL;
    if (bytes) {
        memcpy(out, bytes, (size_t)size);
        glUnmapBuffer(target);
    }
}

hpyr_result hpi_gl_buffer_read(const hpyr_context *context, GLuint buffer, GLintptr offset, GLsizeiptr size,
                               void *out) {
    GLenum target = read_target(context), pending = hpi_gl_take_error();
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

bool hpi_gl_buffer_size(const hpyr_context *context, GLuint buffer, uint64_t *size) {
    GLenum target = read_target(context);
    GLint64 bytes = 0;
    GLint mapped = GL_FALSE, few = 0;
    if (!buffer || !glIsBuffer(buffer))
        return false;
    glBindBuffer(target, buffer);
    if (context->legacy) {
        glGetBufferParameteriv(target, GL_BUFFER_SIZE, &few);
        bytes = few;
    } else {
        glGetBufferParameteri64v(target, GL_BUFFER_SIZE, &bytes);
    }
    glGetBufferParameteriv(target, GL_BUFFER_MAPPED, &mapped);
    *size = (uint64_t)bytes;
    return !mapped;
}

hpyr_result hpi_gl_buffer_settle(const hpyr_context *context) {
    hpi_gl_fence fence = {0};
    if (!context->copies_overtake)
        return HPYR_OK;
    hpi_gl_fence_set(context, &fence); /* not glFinish: tests/drivers/finish_returns_early.c */
    hpyr_result result = hpi_gl_fence_ask(context, &fence, true, "buffer");
    hpi_gl_fence_delete(&fence);
    return result;
}

void hpi_gl_buffer_write(GLuint buffer, uint64_t offset, uint64_t size, const void *bytes, uint32_t count) {
    GLuint source;
    glGenBuffers(1, &source);
    glBindBuffer(GL_COPY_READ_BUFFER, source);
    glBufferData(GL_COPY_READ_BUFFER, (GLsizeiptr)count, bytes, GL_STREAM_COPY);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    for (uint64_t done = 0; done < size; done += count)
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, (GLintptr)(offset + done),
                            (GLsizeiptr)(size - done < count ? size - done : count));
    glDeleteBuffers(1, &source);
}

void hpi_gl_buffer_clear(GLuint buffer, uint64_t offset, uint64_t size) {
    static const unsigned char zeros[1 << 16];
    hpi_gl_buffer_write(buffer, offset, size, zeros, sizeof zeros);
}

void *hpi_gl_buffer_map(const hpyr_context *context, GLuint buffer, uintptr_t offset, size_t size) {
    glBindBuffer(write_target(context), buffer);
    if (HPI_GL_DESKTOP && context->legacy) {
        unsigned char *all = hpi_gl_legacy_map();
        return all ? all + offset : NULL;
    }
    return glMapBufferRange(GL_COPY_WRITE_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_WRITE_BIT);
}

void hpi_gl_buffer_unmap(const hpyr_context *context) {
    glUnmapBuffer(write_target(context));
}

#if HPI_GL_DESKTOP

bool hpi_gl_draws_indirect(const hpyr_context *context) {
    return context->indirect_draws && __glewDrawArraysIndirect;
}

void hpi_gl_draw_indirect(GLuint buffer, GLenum mode) {
    GLint bound;
    glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &bound);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    glDrawArraysIndirect(mode, NULL);
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, (GLuint)bound);
}

#else

bool hpi_gl_draws_indirect(const hpyr_context *context) {
    (void)context;
    return false;
}

void hpi_gl_draw_indirect(GLuint buffer, GLenum mode) {
    (void)buffer, (void)mode; /* never asked for */
}

#endif
