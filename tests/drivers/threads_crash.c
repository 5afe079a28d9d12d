/* threads_crash.c - may two threads use OpenGL, each a context of its own?  Needs EGL, OpenGL, threads and nothing of ours.
 * Exit status 0: they may; killed by a signal: the driver is at fault; 77: no OpenGL 3.3.  SPDX-License-Identifier: MIT
 *
 * The contexts share no objects. One draws with many textures; the other only clears and reads pixels of its own. llvmpipe (Mesa 22.3.6) then
 * looks through the draws that wait in all contexts, while the first thread frees them: docs/gl-notes.md. */
#include "context.h"

#include <pthread.h>
#include <stdio.h>

enum { SIDE = 4, TEXTURES = 500, VERTICES = 300, ROUNDS = 180 };

static volatile int is_over;

static void *read_pixels(void *unused) {
    static unsigned char pixels[SIDE * SIDE * 4];
    if (make_context())
        for (make_target(SIDE); !is_over;) {
            glClear(GL_COLOR_BUFFER_BIT);
            glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        }
    return unused;
}

static void make_program(void) {
    GLuint program = glCreateProgram(), array;
    attach(program, GL_VERTEX_SHADER, "#version 130\nvoid main() { gl_Position = vec4(0, 0, 0, 1); }");
    attach(program, GL_FRAGMENT_SHADER,
           "#version 130\nuniform sampler2D source; out vec4 color; void main() { color = texture(source, vec2(0)); }");
    glLinkProgram(program);
    glUseProgram(program);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
}

int main(void) {
    GLuint textures[TEXTURES];
    pthread_t reader;
    if (!make_context() || pthread_create(&reader, NULL, read_pixels, NULL))
        return 77;
    make_program();
    glGenTextures(TEXTURES, textures);
    make_target(SIDE);
    for (int i = 0; i < TEXTURES; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    }
    for (int i = 0; i < ROUNDS * TEXTURES; i++) {
        glBindTexture(GL_TEXTURE_2D, textures[i % TEXTURES]);
        glDrawArrays(GL_POINTS, 0, VERTICES);
    }
    glFinish();
    is_over = 1;
    pthread_join(reader, NULL);
    printf("%s: %d draws beside another thread, GL error 0x%x\n", (const char *)glGetString(GL_RENDERER),
           ROUNDS * TEXTURES, glGetError());
    return 0;
}
