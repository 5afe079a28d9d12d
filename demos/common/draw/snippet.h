/* snippet.h - programs that contain the library's GLSL.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SNIPPET_H
#define DEMO_SNIPPET_H

#include "common/draw/draw.h"
#include "common/platform/library.h"

/** Zero it first. */
typedef struct snippet_program {
    uint32_t program;
    char *text; /* the GLSL that it was made with */
} snippet_program;

/** Makes the program of `desc` with the GLSL of `pyramid` as `*piece`, one of the desc's pieces; keeps the one that it has where
 *  that GLSL is the same, as it is until another layout or voxelizer is chosen. */
bool snippet_prepare(snippet_program *s, const painter *p, library *l, const hpyr_pyramid *pyramid,
                     draw_program_desc *desc, const char **piece);
/** The same with GLSL that the caller has asked for, and allocated: it is the program's from here on. */
bool snippet_take(snippet_program *s, const painter *p, char *text, draw_program_desc *desc, const char **piece);
void snippet_free(snippet_program *s);

#endif
