/* image_texture.c - a texture of an image's pixels.  SPDX-License-Identifier: MIT */
#include "common/draw/image_texture.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

uint32_t image_texture_create(int gl, const uint8_t *rgba, uint32_t width, uint32_t height, bool repeats) {
    GLint largest = 0;
    GLuint texture = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (width > (uint32_t)largest || height > (uint32_t)largest) {
        error_set("a texture has %ux%u texels: this OpenGL allows %dx%d", (unsigned)width, (unsigned)height,
                  (int)largest, (int)largest);
        return 0;
    }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)width, (GLsizei)height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    if (!repeats) {
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
    framebuffer_mipmaps(gl, GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (!draw_check("uploading a texture")) {
        glDeleteTextures(1, &texture);
        return 0;
    }
    return texture;
}
