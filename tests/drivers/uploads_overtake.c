/* uploads_overtake.c - does glBufferSubData wait for what GL writes into a buffer?  Needs EGL, OpenGL and nothing of ours.
 * Exit status 0: it does; 1: the driver is at fault; 77: no OpenGL 3.3.  SPDX-License-Identifier: MIT
 *
 * OpenGL executes commands as if one after the other, so a buffer that is uploaded after a copy must hold what was uploaded. NVIDIA's driver
 * 580.159 on an H200 leaves the copy there in all rounds, but for those in which GL has read the buffer in between: docs/gl-notes.md. */
#include "context.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 1024, ROUNDS = 100 };

static GLuint copied[WORDS], uploaded[WORDS], back[WORDS];

static GLuint make_buffer(const GLuint *words) {
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof back, words, GL_DYNAMIC_COPY);
    return buffer;
}

static void copy(GLuint from, GLuint to, GLsizeiptr bytes) {
    glBindBuffer(GL_COPY_READ_BUFFER, from);
    glBindBuffer(GL_COPY_WRITE_BUFFER, to);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, bytes);
}

static int is_wrong(int reads_between) {
    GLuint source = make_buffer(copied), buffer = make_buffer(NULL), other = make_buffer(NULL);
    copy(source, buffer, sizeof back);
    if (reads_between)
        copy(buffer, other, 1);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof uploaded, uploaded);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof back, back);
    glDeleteBuffers(1, &source);
    glDeleteBuffers(1, &buffer);
    glDeleteBuffers(1, &other);
    return memcmp(back, uploaded, sizeof back) != 0;
}

int main(void) {
    int wrong[2] = {0, 0};
    if (!make_context())
        return 77;
    for (GLuint i = 0; i < WORDS; i++) {
        copied[i] = i + 1;
        uploaded[i] = ~i;
    }
    for (int i = 0; i < 2 * ROUNDS; i++)
        wrong[i % 2] += is_wrong(i % 2);
    printf("%s: of %d uploads %d were lost, of %d after a read %d; GL error 0x%x\n",
           (const char *)glGetString(GL_RENDERER), ROUNDS, wrong[0], ROUNDS, wrong[1], glGetError());
    return wrong[0] + wrong[1] > 0;
}
