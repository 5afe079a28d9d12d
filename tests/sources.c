/* sources.c - keeps the source of every shader that is compiled, for another compiler to look at.  SPDX-License-Identifier: MIT */
#include "sources.h"

#include <GL/glew.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PFNGLSHADERSOURCEPROC real_shader_source;
static const char *folder;

static uint64_t hash_of(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; ++text)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

static void keep(GLuint shader, const char *text) {
    char path[4096];
    GLint type = 0;
    glGetShaderiv(shader, GL_SHADER_TYPE, &type);
    const char *stage = type == GL_VERTEX_SHADER ? "vert" : type == GL_FRAGMENT_SHADER ? "frag" : "geom";
    snprintf(path, sizeof path, "%s/%016" PRIx64 ".%s", folder, hash_of(text), stage);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(1);
    }
}

static void GLAPIENTRY keep_source(GLuint shader, GLsizei count, const GLchar *const *pieces, const GLint *lengths) {
    if (count == 1 && !lengths && strstr(pieces[0], "\n#line 1 ")) /* the library's: tests' own have no such lines */
        keep(shader, pieces[0]);
    real_shader_source(shader, count, pieces, lengths);
}

void sources_keep(void) {
    folder = getenv("HPYR_TEST_SOURCES");
    if (!folder || glShaderSource == keep_source)
        return;
    real_shader_source = glShaderSource;
    __glewShaderSource = keep_source;
}
