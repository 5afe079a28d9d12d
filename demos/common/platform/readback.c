/* readback.c - what textures and buffers hold, on every GL.  SPDX-License-Identifier: MIT */
#include "common/platform/readback.h"

#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

static size_t channels_of(GLenum external) {
    return external == GL_RED || external == GL_RED_INTEGER ? 1
           : external == GL_RG || external == GL_RG_INTEGER ? 2
                                                            : 4;
}

static bool is_integer(GLenum external) {
    return external == GL_RED_INTEGER || external == GL_RG_INTEGER || external == GL_RGBA_INTEGER;
}

static void set_range(const readback_source *s, const GLint range[2]) {
    glBindTexture(s->target, s->name);
    glTexParameteri(s->target, GL_TEXTURE_BASE_LEVEL, range[0]);
    glTexParameteri(s->target, GL_TEXTURE_MAX_LEVEL, range[1]);
    glBindTexture(s->target, 0);
}

/* NVIDIA reads zeros from a level outside of the texture's range, or has no complete framebuffer with it. */
static void show_level(const readback_source *s, GLint kept[2]) {
    glBindTexture(s->target, s->name);
    glGetTexParameteriv(s->target, GL_TEXTURE_BASE_LEVEL, &kept[0]);
    glGetTexParameteriv(s->target, GL_TEXTURE_MAX_LEVEL, &kept[1]);
    glBindTexture(s->target, 0);
    if (s->level < kept[0] || s->level > kept[1])
        set_range(s, (const GLint[2]){s->level, s->level});
}

static bool attach(const readback_source *s, uint32_t slice) {
    if (s->target == GL_TEXTURE_2D)
        glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, s->target, s->name, s->level);
    else
        glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, s->name, s->level, (GLint)slice);
    return glCheckFramebufferStatus(GL_READ_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

/* OpenGL ES promises to read four channels only. */
static bool read_slices(const readback_source *s, GLenum external, GLenum type, unsigned char *four,
                        unsigned char *out) {
    size_t component = type == GL_UNSIGNED_BYTE ? 1 : 4, texel = component * channels_of(external);
    size_t texels = (size_t)s->width * s->height;
    for (uint32_t slice = 0; slice < s->depth; slice++) {
        if (!attach(s, slice))
            return false;
        glReadPixels(0, 0, (GLsizei)s->width, (GLsizei)s->height, is_integer(external) ? GL_RGBA_INTEGER : GL_RGBA,
                     type, four);
        for (size_t i = 0; i < texels; i++)
            memcpy(out + (slice * texels + i) * texel, four + i * component * 4, texel);
    }
    return true;
}

static bool read_by_framebuffer(const readback_source *s, GLenum external, GLenum type, void *out) {
    unsigned char *four = malloc((size_t)s->width * s->height * (type == GL_UNSIGNED_BYTE ? 4 : 16) + 1);
    GLint kept[2];
    GLuint framebuffer = 0;
    if (!four)
        return false;
    show_level(s, kept);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    bool ok = read_slices(s, external, type, four, out);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    set_range(s, kept);
    free(four);
    return ok;
}

bool readback_texels(int gl, const readback_source *s, uint32_t external, uint32_t type, void *out) {
    bool ok = true;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    if (gl == GL_ES3) {
        ok = read_by_framebuffer(s, external, type, out);
    } else {
        glBindTexture(s->target, s->name);
        glGetTexImage(s->target, s->level, external, type, out);
        glBindTexture(s->target, 0);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    return ok;
}

static bool read_by_mapping(size_t offset, size_t size, void *out) {
    const void *bytes =
        size ? glMapBufferRange(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_READ_BIT) : NULL;
    if (bytes) {
        memcpy(out, bytes, size);
        glUnmapBuffer(GL_ARRAY_BUFFER);
    }
    return bytes || size == 0;
}

bool readback_buffer(int gl, uint32_t buffer, size_t offset, size_t size, void *out) {
    bool ok = true;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    if (gl == GL_ES3 && !GL_IS_WEB)
        ok = read_by_mapping(offset, size, out);
    else
        glGetBufferSubData(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, out);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return ok;
}
