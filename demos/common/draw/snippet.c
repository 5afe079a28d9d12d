/* snippet.c - programs that contain the library's GLSL.  SPDX-License-Identifier: MIT */
#include "common/draw/snippet.h"

#include "common/files/error.h"
#include "common/platform/gl.h"
#include "common/platform/library.h"

#include <stdlib.h>
#include <string.h>

bool snippet_take(snippet_program *s, const painter *p, char *text, draw_program_desc *desc, const char **piece) {
    if (s->program && strcmp(text, s->text) == 0) {
        free(text);
        return true;
    }
    snippet_free(s);
    *piece = s->text = text;
    s->program = draw_program(p, desc);
    return s->program != 0;
}

bool snippet_prepare(snippet_program *s, const painter *p, library *l, const hpyr_pyramid *pyramid,
                     draw_program_desc *desc, const char **piece) {
    size_t size = 0;
    hpyr_pyramid_glsl(pyramid, NULL, NULL, 0, &size);
    char *text = malloc(size + 1);
    if (!text)
        return error_set("out of memory for a shader of %zu bytes", size);
    if (!library_check(l, hpyr_pyramid_glsl(pyramid, NULL, text, size, NULL), "the pyramid's GLSL")) {
        free(text);
        return false;
    }
    return snippet_take(s, p, text, desc, piece);
}

void snippet_free(snippet_program *s) {
    if (s->program) /* else GL may not even be loaded */
        glDeleteProgram(s->program);
    free(s->text);
    s->program = 0;
    s->text = NULL;
}
