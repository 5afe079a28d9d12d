/* finish_returns_early.c - does glFinish wait for what was flushed before?  Needs EGL, OpenGL and nothing of ours.
 * Exit status 0: it does; 1: the driver is at fault; 77: no OpenGL 3.3.  SPDX-License-Identifier: MIT
 *
 * When glFinish returns, a fence set before it must be signaled. With zink on lavapipe (Mesa 22.3.6) it seldom is: docs/gl-notes.md. */
#include "context.h"

#include <stdio.h>

enum { SIDE = 64, ROUNDS = 25 };

/* A draw of some milliseconds. */
static void make_work(void) {
    GLuint program = glCreateProgram(), array;
    attach(program, GL_VERTEX_SHADER,
           "#version 130\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, "
           "1); }");
    attach(program, GL_FRAGMENT_SHADER,
           "#version 130\nuniform int rounds; out vec4 color;\n"
           "void main() { float x = 1.0; for (int i = 0; i < rounds; i++) x = sin(x) + gl_FragCoord.x; color = "
           "vec4(x); }");
    glLinkProgram(program);
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "rounds"), 4000);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    make_target(SIDE);
}

static int is_early(void) {
    glDrawArrays(GL_TRIANGLES, 0, 3);
    GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    glFinish();
    GLenum answer = glClientWaitSync(fence, 0, 0);
    glClientWaitSync(fence, 0, 1000000000);
    glDeleteSync(fence);
    return answer == GL_TIMEOUT_EXPIRED;
}

int main(void) {
    int early = 0;
    if (!make_context())
        return 77;
    make_work();
    for (int i = 0; i < ROUNDS; i++)
        early += is_early();
    printf("%s: glFinish returned early in %d of %d rounds, GL error 0x%x\n", (const char *)glGetString(GL_RENDERER),
           early, ROUNDS, glGetError());
    return early > 0;
}
