/* watch.c - with HPYR_COUNT_CALLS, tells the watcher of draws, and of bytes that functions of OpenGL move. Its own calls are not counted.  SPDX-License-Identifier: MIT */
#include "gl/counts.h"

#include <GL/glew.h>

HPI_OF_THREAD const hpi_gl_watcher *hpi_gl_watched_by;

static void tell(const char *function, uint64_t read, uint64_t written, bool waits) {
    if (hpi_gl_watched_by)
        hpi_gl_watched_by->moves(hpi_gl_watched_by->user, function, read, written, waits);
}

static GLint bound(GLenum name) {
    GLint buffer = 0;
    glGetIntegerv(name, &buffer);
    return buffer;
}

static uint64_t bytes_of(GLenum external, GLenum type) {
    const bool is_one = external == GL_RED || external == GL_RED_INTEGER || external == GL_DEPTH_COMPONENT,
               is_two = external == GL_RG || external == GL_RG_INTEGER,
               is_three = external == GL_RGB || external == GL_RGB_INTEGER;
    const unsigned size = type == GL_UNSIGNED_BYTE || type == GL_BYTE                              ? 1
                          : type == GL_UNSIGNED_SHORT || type == GL_SHORT || type == GL_HALF_FLOAT ? 2
                                                                                                   : 4;
    return size * (is_one ? 1u : is_two ? 2u : is_three ? 3u : 4u);
}

/* Of a texel of an attachment. */
static uint64_t attachment_bytes(GLenum framebuffer, GLenum attachment) {
    static const GLenum SIZES[] = {GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                   GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE,
                                   GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE};
    GLint bits = 0;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        GLint size = 0;
        glGetFramebufferAttachmentParameteriv(framebuffer, attachment, SIZES[i], &size);
        bits += size;
    }
    return (uint64_t)bits / 8;
}

/* Texels of an attachment that a clear reaches: those of the scissor's box, or all. */
static uint64_t cleared_texels(GLenum attachment) {
    GLint name = 0, type = 0, level = 0, size[2] = {0}, box[4];
    glGetIntegerv(GL_SCISSOR_BOX, box);
    if (glIsEnabled(GL_SCISSOR_TEST))
        return (uint64_t)box[2] * (uint64_t)box[3];
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
                                          &name);
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
                                          &type);
    if (type == GL_TEXTURE) {
        glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL,
                                              &level);
        glGetTextureLevelParameteriv((GLuint)name, level, GL_TEXTURE_WIDTH, &size[0]);
        glGetTextureLevelParameteriv((GLuint)name, level, GL_TEXTURE_HEIGHT, &size[1]);
    } else if (type == GL_RENDERBUFFER) {
        glGetNamedRenderbufferParameteriv((GLuint)name, GL_RENDERBUFFER_WIDTH, &size[0]);
        glGetNamedRenderbufferParameteriv((GLuint)name, GL_RENDERBUFFER_HEIGHT, &size[1]);
    }
    return (uint64_t)size[0] * (uint64_t)size[1];
}

static void tell_clear(const char *function, GLenum buffer, GLint index) {
    const GLenum attachment = buffer == GL_DEPTH ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0 + (GLenum)index;
    if (hpi_gl_watched_by)
        tell(function, 0, cleared_texels(attachment) * attachment_bytes(GL_DRAW_FRAMEBUFFER, attachment), false);
}

/* Texels into memory, or into a buffer. */
static void tell_read(const char *function, uint64_t texels, GLenum external, GLenum type) {
    const bool is_buffer = hpi_gl_watched_by && bound(GL_PIXEL_PACK_BUFFER_BINDING) != 0;
    const uint64_t bytes = texels * bytes_of(external, type);
    tell(function, bytes, is_buffer ? bytes : 0, !is_buffer);
}

/* Texels from memory, or from a buffer. */
static void tell_upload(const char *function, uint64_t texels, GLenum external, GLenum type) {
    const bool is_buffer = hpi_gl_watched_by && bound(GL_PIXEL_UNPACK_BUFFER_BINDING) != 0;
    const uint64_t bytes = texels * bytes_of(external, type);
    tell(function, is_buffer ? bytes : 0, bytes, false);
}

/* Texels of the attachment that is read, into a texture. */
static void tell_copy(const char *function, uint64_t texels) {
    GLint attachment = 0;
    glGetIntegerv(GL_READ_BUFFER, &attachment);
    const uint64_t bytes = hpi_gl_watched_by ? texels * attachment_bytes(GL_READ_FRAMEBUFFER, (GLenum)attachment) : 0;
    tell(function, bytes, bytes, false);
}

void hpi_gl_watch_draw(bool is_over) {
    if (hpi_gl_watched_by)
        hpi_gl_watched_by->draws(hpi_gl_watched_by->user, is_over);
}

void hpi_gl_watch_BufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t size, const void *bytes) {
    (void)target, (void)offset, (void)bytes;
    tell("glBufferSubData", 0, (uint64_t)size, false);
}

void hpi_gl_watch_ClearBufferfv(unsigned buffer, int index, const float *value) {
    (void)value;
    tell_clear("glClearBufferfv", buffer, index);
}

void hpi_gl_watch_ClearBufferuiv(unsigned buffer, int index, const unsigned *value) {
    (void)value;
    tell_clear("glClearBufferuiv", buffer, index);
}

void hpi_gl_watch_CopyBufferSubData(unsigned from, unsigned to, ptrdiff_t from_offset, ptrdiff_t to_offset,
                                    ptrdiff_t size) {
    (void)from, (void)to, (void)from_offset, (void)to_offset;
    tell("glCopyBufferSubData", (uint64_t)size, (uint64_t)size, false);
}

void hpi_gl_watch_CopyTexSubImage2D(unsigned target, int level, int to_x, int to_y, int x, int y, int width,
                                    int height) {
    (void)target, (void)level, (void)to_x, (void)to_y, (void)x, (void)y;
    tell_copy("glCopyTexSubImage2D", (uint64_t)width * (uint64_t)height);
}

void hpi_gl_watch_CopyTexSubImage3D(unsigned target, int level, int to_x, int to_y, int to_z, int x, int y, int width,
                                    int height) {
    (void)target, (void)level, (void)to_x, (void)to_y, (void)to_z, (void)x, (void)y;
    tell_copy("glCopyTexSubImage3D", (uint64_t)width * (uint64_t)height);
}

void hpi_gl_watch_GetBufferSubData(unsigned target, ptrdiff_t offset, ptrdiff_t size, void *bytes) {
    (void)target, (void)offset, (void)bytes;
    tell("glGetBufferSubData", (uint64_t)size, 0, true);
}

void hpi_gl_watch_GetTexImage(unsigned target, int level, unsigned external, unsigned type, void *pixels) {
    GLint width = 0, height = 0, depth = 0;
    (void)pixels;
    if (!hpi_gl_watched_by)
        return;
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_WIDTH, &width);
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_HEIGHT, &height);
    glGetTexLevelParameteriv(target, level, GL_TEXTURE_DEPTH, &depth);
    tell_read("glGetTexImage", (uint64_t)width * (uint64_t)height * (uint64_t)depth, external, type);
}

void hpi_gl_watch_MapBufferRange(unsigned target, ptrdiff_t offset, ptrdiff_t size, unsigned access) {
    (void)target, (void)offset;
    const bool reads = (access & GL_MAP_READ_BIT) != 0;
    tell("glMapBufferRange", reads ? (uint64_t)size : 0, reads ? 0 : (uint64_t)size, reads);
}

void hpi_gl_watch_ReadPixels(int x, int y, int width, int height, unsigned external, unsigned type, void *pixels) {
    (void)x, (void)y, (void)pixels;
    tell_read("glReadPixels", (uint64_t)width * (uint64_t)height, external, type);
}

void hpi_gl_watch_TexSubImage2D(unsigned target, int level, int x, int y, int width, int height, unsigned external,
                                unsigned type, const void *pixels) {
    (void)target, (void)level, (void)x, (void)y, (void)pixels;
    tell_upload("glTexSubImage2D", (uint64_t)width * (uint64_t)height, external, type);
}

void hpi_gl_watch_TexSubImage3D(unsigned target, int level, int x, int y, int z, int width, int height, int depth,
                                unsigned external, unsigned type, const void *pixels) {
    (void)target, (void)level, (void)x, (void)y, (void)z, (void)pixels;
    tell_upload("glTexSubImage3D", (uint64_t)width * (uint64_t)height * (uint64_t)depth, external, type);
}
