/* framebuffer.c - framebuffers, by OpenGL 3.0's names or EXT_framebuffer_object's.  SPDX-License-Identifier: MIT */
#include "common/platform/framebuffer.h"

#include "common/platform/gl.h"

bool framebuffer_is_ext(int gl) {
    return gl < 30 && gl_has("GL_EXT_framebuffer_object");
}

void framebuffer_generate(int gl, uint32_t *name) {
    if (framebuffer_is_ext(gl))
        glGenFramebuffersEXT(1, name);
    else
        glGenFramebuffers(1, name);
}

void framebuffer_bind(int gl, uint32_t framebuffer) {
    if (framebuffer_is_ext(gl))
        glBindFramebufferEXT(GL_FRAMEBUFFER, framebuffer);
    else
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void framebuffer_delete(int gl, uint32_t *framebuffer) {
    if (*framebuffer && framebuffer_is_ext(gl))
        glDeleteFramebuffersEXT(1, framebuffer);
    else if (*framebuffer)
        glDeleteFramebuffers(1, framebuffer);
    *framebuffer = 0;
}

bool framebuffer_is_complete(int gl) {
    GLenum status =
        framebuffer_is_ext(gl) ? glCheckFramebufferStatusEXT(GL_FRAMEBUFFER) : glCheckFramebufferStatus(GL_FRAMEBUFFER);
    return status == GL_FRAMEBUFFER_COMPLETE;
}

static void attach_texture(int gl, GLenum attachment, uint32_t texture) {
    if (framebuffer_is_ext(gl))
        glFramebufferTexture2DEXT(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture, 0);
    else
        glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, GL_TEXTURE_2D, texture, 0);
}

void framebuffer_mipmaps(int gl, uint32_t target) {
    if (framebuffer_is_ext(gl))
        glGenerateMipmapEXT(target);
    else
        glGenerateMipmap(target);
}

uint32_t framebuffer_of_two(int gl, uint32_t first, uint32_t second) {
    const GLenum outputs[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
    uint32_t framebuffer = 0;
    framebuffer_generate(gl, &framebuffer);
    framebuffer_bind(gl, framebuffer);
    attach_texture(gl, outputs[0], first);
    if (second) {
        attach_texture(gl, outputs[1], second);
        glDrawBuffers(2, outputs);
    }
    bool ok = framebuffer_is_complete(gl);
    framebuffer_bind(gl, 0);
    if (!ok)
        framebuffer_delete(gl, &framebuffer);
    return framebuffer;
}

uint32_t framebuffer_of(int gl, uint32_t texture) {
    return framebuffer_of_two(gl, texture, 0);
}

uint32_t framebuffer_texture(uint32_t format, int width, int height) {
    GLuint texture = 0;
    GLenum type =
        format == 0 || format == GL_RGBA8 ? GL_UNSIGNED_BYTE : GL_FLOAT; /* OpenGL ES minds, even without data */
    format = format ? format : GL_RGBA8;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, GL_RGBA, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}
