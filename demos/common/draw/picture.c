/* picture.c - a framebuffer that nobody sees, and its pixels in CPU memory.  SPDX-License-Identifier: MIT */
#include "common/draw/picture.h"

#include "common/draw/draw.h"
#include "common/files/error.h"
#include "common/files/image.h"
#include "common/platform/framebuffer.h"
#include "common/platform/gl.h"

#include <stdlib.h>
#include <string.h>

bool picture_resize(picture *p, int gl, int width, int height) {
    if (p->framebuffer && p->width == width && p->height == height)
        return true;
    picture_free(p);
    p->gl = gl;
    p->width = width;
    p->height = height;
    p->texture = framebuffer_texture(0, width, height);
    p->framebuffer = framebuffer_of(gl, p->texture);
    if (!p->framebuffer) {
        picture_free(p);
        while (glGetError() != GL_NO_ERROR) {}
        return error_set("OpenGL has no framebuffer of %dx%d pixels", width, height);
    }
    return draw_check("the picture");
}

uint8_t *picture_read(const picture *p) {
    const size_t pixels = (size_t)p->width * (size_t)p->height;
    uint8_t *rgb = malloc(pixels * 4);
    if (!rgb) {
        error_set("out of memory for a picture of %dx%d", p->width, p->height);
        return NULL;
    }
    framebuffer_bind(p->gl, p->framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, p->width, p->height, p->gl == GL_ES3 ? GL_RGBA : GL_RGB, GL_UNSIGNED_BYTE, rgb);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    framebuffer_bind(p->gl, 0);
    if (!draw_check("reading the picture back")) {
        free(rgb);
        return NULL;
    }
    for (size_t i = 1; i < pixels && p->gl == GL_ES3; i++) /* it promises to read four channels only */
        memmove(rgb + 3 * i, rgb + 4 * i, 3);
    return rgb;
}

void picture_free(picture *p) {
    if (p->gl) { /* else GL may not even be loaded */
        framebuffer_delete(p->gl, &p->framebuffer);
        glDeleteTextures(1, &p->texture);
    }
    memset(p, 0, sizeof *p);
}

void picture_save(uint8_t *rgb, int width, int height, const char *path, messages *m) {
    if (rgb && image_write_png(path, rgb, (uint32_t)width, (uint32_t)height))
        messages_say(m, MESSAGE_NOTICE, "saved %s", path);
    else
        messages_say(m, MESSAGE_ERROR, "%s", error_text());
    free(rgb);
}
