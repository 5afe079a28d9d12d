/* sources.c - keeps the source of every shader that is compiled, for another compiler to look at.  SPDX-License-Identifier: MIT */
#include "sources.h"

#include <GL/glew.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static PFNGLCOMPILESHADERPROC real_compile;
static const char *folder;

static uint64_t hash_of(const char *text) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *text; text++)
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

/* What the driver refuses is none of the library's: tests of mistakes. Nor is what has no #line: tests' own shaders. */
static void GLAPIENTRY compile_and_keep(GLuint shader) {
    GLint status = GL_FALSE, length = 0;
    real_compile(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &status);
    glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
    char *text = status && length > 0 ? malloc((size_t)length) : NULL;
    if (!text)
        return;
    glGetShaderSource(shader, length, NULL, text);
    if (strstr(text, "\n#line 1 "))
        keep(shader, text);
    free(text);
}

void sources_keep(void) {
    folder = getenv("HPYR_TEST_SOURCES");
    if (!folder || glCompileShader == compile_and_keep)
        return;
    real_compile = glCompileShader;
    __glewCompileShader = compile_and_keep;
}

/* ---- rounds of loops ---- */

static const char *counted_part, *counted_becomes, *counted_output;

static void GLAPIENTRY compile_and_count(GLuint shader) {
    static const char counting[] = "\nuint test_rounds = 0u;\n"
                                   "#define while(condition) while (++test_rounds > 0u && (condition))\n"
                                   "#define main test_main\n";
    char drawing[256];
    GLint length = 0;
    snprintf(drawing, sizeof drawing,
             "\n#undef main\nvoid main() {\n    test_main();\n    if (test_rounds > 0u)\n        %s = %s * 0u + "
             "test_rounds;\n}\n",
             counted_output, counted_output);
    glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
    char *text = calloc((size_t)length + 1, 1);
    if (text)
        glGetShaderSource(shader, length, NULL, text);
    const char *first = text ? strstr(text, "\n#line 1 ") : NULL, *at = first ? strstr(first, counted_part) : NULL;
    if (at) {
        const char *parts[] = {text, counting, first, counted_becomes, at + strlen(counted_part), drawing};
        const GLint lengths[] = {(GLint)(first - text), -1, (GLint)(at - first), -1, -1, -1};
        glShaderSource(shader, 6, parts, lengths);
    }
    free(text);
    real_compile(shader);
}

void sources_count_rounds(const char *part, const char *becomes, const char *output) {
    static PFNGLCOMPILESHADERPROC before;
    counted_part = part;
    counted_becomes = becomes;
    counted_output = output;
    if (!part) {
        __glewCompileShader = before;
        return;
    }
    before = glCompileShader;
    if (before != compile_and_keep)
        real_compile = before;
    __glewCompileShader = compile_and_count;
}
