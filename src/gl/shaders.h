/* shaders.h - the .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_SHADERS_H
#define HPYR_GL_SHADERS_H

typedef struct hpi_shader_file {
    const char *name, *text; /* path below shaders/; the text begins with "#line 1 N", N being the 1-based index here */
    const short *needs;      /* numbers of the files that it includes, in order; 0 is a caller's GLSL, -1 the end */
} hpi_shader_file;

extern const hpi_shader_file hpi_shaders[];
extern const unsigned hpi_shader_count;

#endif
