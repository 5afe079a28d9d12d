/* copies_overtake.c - does a read of a buffer wait for the glReadPixels that fills it?  Needs EGL, OpenGL and nothing of ours.
 * Exit status 0: it does; 1: the driver is at fault; 77: no OpenGL 3.3.  SPDX-License-Identifier: MIT
 *
 * OpenGL executes commands as if one after the other, so a buffer that is read after glReadPixels must hold the pixels. zink on lavapipe
 * (Mesa 22.3.6) reads the bytes of before in about half of the rounds: docs/gl-notes.md. */
#include "context.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 1024, HEIGHT = 64, ROUNDS = 100 };

static GLuint pixels[HEIGHT][WIDTH][4], back[HEIGHT][WIDTH][4];

/* A new buffer of zeros gets the pixels and is read at once. */
static int is_wrong(void) {
    GLuint buffer;
    memset(back, 0, sizeof back);
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBufferData(GL_COPY_READ_BUFFER, sizeof back, back, GL_DYNAMIC_COPY);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA_INTEGER, GL_UNSIGNED_INT, NULL);
    glFlush();
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof back, back);
    glDeleteBuffers(1, &buffer);
    return memcmp(back, pixels, sizeof pixels) != 0;
}

int main(void) {
    GLuint texture, framebuffer;
    int wrong = 0;
    if (!make_context())
        return 77;
    for (GLuint i = 0; i < sizeof pixels / sizeof ***pixels; i++)
        pixels[i / 4 / WIDTH][i / 4 % WIDTH][i % 4] = i + 1;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32UI, WIDTH, HEIGHT, 0, GL_RGBA_INTEGER, GL_UNSIGNED_INT, pixels);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    for (int i = 0; i < ROUNDS; i++)
        wrong += is_wrong();
    printf("%s: %d of %d reads came before the pixels, GL error 0x%x\n", (const char *)glGetString(GL_RENDERER), wrong,
           ROUNDS, glGetError());
    return wrong > 0;
}
