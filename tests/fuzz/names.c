/* names.c - counts GL's objects by asking for every name.  SPDX-License-Identifier: MIT */
#include "names.h"

#include <stdio.h>

enum { MARGIN = 64 }; /* names behind the lowest free one may be in use where others were deleted */

static const char *const kind_names[NAME_KINDS] = {"textures", "buffers",       "framebuffers", "programs",
                                                   "shaders",  "vertex arrays", "samplers"};

/* The highest name of a kind that may be in use: what is generated last lies behind all, or in a hole. */
static GLuint highest(void (*generate)(GLsizei, GLuint *), void (*delete_them)(GLsizei, const GLuint *)) {
    GLuint made[MARGIN], most = 0;
    generate(MARGIN, made);
    for (int i = 0; i < MARGIN; i++)
        most = made[i] > most ? made[i] : most;
    delete_them(MARGIN, made);
    return most;
}

static void generate_textures(GLsizei count, GLuint *made) {
    glGenTextures(count, made);
}

static void delete_textures(GLsizei count, const GLuint *made) {
    glDeleteTextures(count, made);
}

static void generate_buffers(GLsizei count, GLuint *made) {
    glGenBuffers(count, made);
}

static void delete_buffers(GLsizei count, const GLuint *made) {
    glDeleteBuffers(count, made);
}

/* Programs and shaders share their names. */
static void generate_programs(GLsizei count, GLuint *made) {
    for (GLsizei i = 0; i < count; i++)
        made[i] = glCreateProgram();
}

static void delete_programs(GLsizei count, const GLuint *made) {
    for (GLsizei i = 0; i < count; i++)
        glDeleteProgram(made[i]);
}

names names_count(const env *e) {
    names n = {{0}};
    GLuint last = highest(generate_textures, delete_textures);
    for (GLuint i = 1; i <= last; i++)
        n.count[0] += glIsTexture(i) == GL_TRUE;
    last = highest(generate_buffers, delete_buffers);
    for (GLuint i = 1; i <= last; i++)
        n.count[1] += glIsBuffer(i) == GL_TRUE;
    last = highest(generate_programs, delete_programs);
    for (GLuint i = 1; i <= last; i++) {
        n.count[3] += glIsProgram(i) == GL_TRUE;
        n.count[4] += glIsShader(i) == GL_TRUE;
    }
    for (GLuint i = 1; i <= last && !e->gl21; i++) { /* there are fewer of these than of the others */
        n.count[2] += glIsFramebuffer(i) == GL_TRUE;
        n.count[5] += glIsVertexArray(i) == GL_TRUE;
        n.count[6] += glIsSampler(i) == GL_TRUE;
    }
    return n;
}

bool names_compare(const names *before, const names *after) {
    bool same = true;
    for (int i = 0; i < NAME_KINDS; i++)
        if (after->count[i] > before->count[i]) {
            fprintf(stderr, "%u %s, %u before\n", after->count[i], kind_names[i], before->count[i]);
            same = false;
        }
    return same;
}
