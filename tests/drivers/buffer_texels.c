/* buffer_texels.c - does a shader find all texels of a buffer texture that the driver promises?  Needs EGL, OpenGL and nothing of ours.
 * Exit status 0: it does; 1: the driver is at fault; 77: no OpenGL 3.3.  SPDX-License-Identifier: MIT
 *
 * A texel here has 16 bytes. softpipe (Mesa 22.3.6) promises 65536 of them, and reads number 0 again in place of number 32768:
 * docs/gl-notes.md. */
#include "context.h"

#include <stdio.h>

enum { SIDE = 256, TEXELS = SIDE * SIDE };

static GLuint words[TEXELS][4], back[TEXELS];
static const char *const vertex =
    "#version 330\n"
    "void main() {\n"
    "    gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);\n"
    "}\n";
static const char *const fragment = "#version 330\n"
                                    "uniform usamplerBuffer words;\n"
                                    "out uint word;\n"
                                    "void main() {\n"
                                    "    ivec2 at = ivec2(gl_FragCoord.xy);\n"
                                    "    word = texelFetch(words, at.y * 256 + at.x).r;\n"
                                    "}\n";

/* Texel i, which holds i, goes to pixel i. */
static void draw(void) {
    GLuint buffer, textures[2], framebuffer, array, program = glCreateProgram();
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, buffer);
    glBufferData(GL_TEXTURE_BUFFER, sizeof words, words, GL_STATIC_DRAW);
    glGenTextures(2, textures);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32UI, SIDE, SIDE, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, NULL);
    glBindTexture(GL_TEXTURE_BUFFER, textures[1]);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32UI, buffer);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, textures[0], 0);
    attach(program, GL_VERTEX_SHADER, vertex);
    attach(program, GL_FRAGMENT_SHADER, fragment);
    glLinkProgram(program);
    glUseProgram(program);
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    glViewport(0, 0, SIDE, SIDE);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, SIDE, SIDE, GL_RED_INTEGER, GL_UNSIGNED_INT, back);
}

int main(void) {
    GLint promised = 0, first = 0;
    if (!make_context())
        return 77;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &promised);
    promised = promised < TEXELS ? promised : TEXELS;
    for (GLuint i = 0; i < TEXELS; i++)
        words[i][0] = i;
    draw();
    while (first < promised && back[first] == (GLuint)first)
        first++;
    printf("%s: %d of %d texels are right", (const char *)glGetString(GL_RENDERER), first, promised);
    if (first < promised)
        printf(", and in place of number %d is number %u", first, back[first]);
    printf("; GL error 0x%x\n", glGetError());
    return first < promised;
}
