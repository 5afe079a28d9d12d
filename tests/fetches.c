/* fetches.c - what textures and buffers hold, on every GL.  SPDX-License-Identifier: MIT */
#include "fetches.h"

#include "harness.h"

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

static void attach(const fetch_source *s, uint32_t slice) {
    if (s->target == GL_TEXTURE_2D)
        glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, s->target, s->name, s->level);
    else
        glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, s->name, s->level, (GLint)slice);
    assert_int_equal(glCheckFramebufferStatus(GL_READ_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

/* OpenGL ES promises to read four channels only. */
static void read_slices(const fetch_source *s, GLenum external, GLenum type, unsigned char *out) {
    size_t component = type == GL_UNSIGNED_BYTE ? 1 : 4, texel = component * channels_of(external);
    size_t texels = (size_t)s->width * s->height;
    unsigned char *four = malloc(texels * component * 4);
    GLuint framebuffer;
    assert_non_null(four);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    for (uint32_t slice = 0; slice < s->depth; slice++) {
        attach(s, slice);
        glReadPixels(0, 0, (GLsizei)s->width, (GLsizei)s->height, is_integer(external) ? GL_RGBA_INTEGER : GL_RGBA,
                     type, four);
        for (size_t i = 0; i < texels; i++)
            memcpy(out + (slice * texels + i) * texel, four + i * component * 4, texel);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glDeleteFramebuffers(1, &framebuffer);
    free(four);
}

void fetch_texels(const fetch_source *s, uint32_t external, uint32_t type, void *out) {
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    if (env_is_es()) {
        read_slices(s, external, type, out);
    } else {
        glBindTexture(s->target, s->name);
        glGetTexImage(s->target, s->level, external, type, out);
        glBindTexture(s->target, 0);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    CHECK_GL();
}

void fetch_buffer(uint32_t buffer, size_t offset, size_t size, void *out) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    if (env_is_es()) {
        const void *bytes =
            size ? glMapBufferRange(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, GL_MAP_READ_BIT) : out;
        assert_non_null(bytes);
        if (size) {
            memcpy(out, bytes, size);
            glUnmapBuffer(GL_ARRAY_BUFFER);
        }
    } else {
        glGetBufferSubData(GL_ARRAY_BUFFER, (GLintptr)offset, (GLsizeiptr)size, out);
    }
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    CHECK_GL();
}
