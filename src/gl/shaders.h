/* shaders.h - the .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef HPYR_GL_SHADERS_H
#define HPYR_GL_SHADERS_H

typedef struct hpyr_shader_file {
    const char *name, *text; /* path below shaders/; the text begins with "#line 1 N", N being the 1-based index here */
    const short *needs;      /* numbers of the files that it includes, in order; 0 is a caller's GLSL, -1 the end */
} hpyr_shader_file;

extern const hpyr_shader_file hpyr_shaders[];
extern const unsigned hpyr_shader_count;

#endif
