/* sources.c - keeps the sources of every program that is linked, for other compilers to look at, and counts the rounds of loops in
 * them.  SPDX-License-Identifier: MIT */
#include "sources.h"

#include <GL/glew.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 3 };

typedef struct stage {
    const char *extension;
    char *text;
} stage;

static PFNGLLINKPROGRAMPROC real_link;
static const char *folder;

static uint64_t hash_of(const stage *stages, GLsizei count) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (GLsizei i = 0; i < count; i++)
        for (const char *text = stages[i].text; *text; text++)
            hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return hash;
}

/* The folder is named by the version of GLSL: 120, 300 or 330. */
static void keep(const stage *s, uint64_t hash) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%.3s/%016" PRIx64 ".%s", folder, s->text + strlen("#version "), hash, s->extension);
    FILE *file = fopen(path, "w");
    if (!file || fputs(s->text, file) < 0 || fclose(file) != 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(1);
    }
}

static stage stage_of(GLuint shader) {
    GLint type = 0, length = 0;
    glGetShaderiv(shader, GL_SHADER_TYPE, &type);
    glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
    stage s = {type == GL_VERTEX_SHADER     ? "vert"
               : type == GL_FRAGMENT_SHADER ? "frag"
                                            : "geom",
               calloc((size_t)length + 1, 1)};
    if (s.text)
        glGetShaderSource(shader, length, NULL, s.text);
    return s;
}

/* What the driver refuses is none of the library's: tests of mistakes. Nor is what has no #line: tests' own shaders. */
static void GLAPIENTRY link_and_keep(GLuint program) {
    GLint status = GL_FALSE;
    GLuint shaders[STAGES];
    GLsizei count = 0;
    stage stages[STAGES] = {{NULL, NULL}};
    bool is_ours = true;
    real_link(program);
    glGetProgramiv(program, GL_LINK_STATUS, &status);
    if (status)
        glGetAttachedShaders(program, STAGES, &count, shaders);
    for (GLsizei i = 0; i < count; i++) {
        stages[i] = stage_of(shaders[i]);
        is_ours = is_ours && stages[i].text && strstr(stages[i].text, "\n#line 1 ");
    }
    for (GLsizei i = 0; is_ours && i < count; i++)
        keep(&stages[i], hash_of(stages, count));
    for (GLsizei i = 0; i < count; i++)
        free(stages[i].text);
}

void sources_keep(void) {
    folder = getenv("HPYR_TEST_SOURCES");
    if (!folder || glLinkProgram == link_and_keep)
        return;
    real_link = glLinkProgram;
    __glewLinkProgram = link_and_keep;
}

/* ---- rounds of loops ---- */

static PFNGLCOMPILESHADERPROC real_compile;
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
    counted_part = part;
    counted_becomes = becomes;
    counted_output = output;
    if (part)
        real_compile = glCompileShader;
    __glewCompileShader = part ? compile_and_count : real_compile;
}
