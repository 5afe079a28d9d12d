/* shaders.h - the demo's .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef DICER_SHADERS_H
#define DICER_SHADERS_H

typedef struct dicer_shader_file {
    const char *name, *text; /* path below shaders/; the text begins with "#line 1 N", N being the 1-based index here */
} dicer_shader_file;

extern const dicer_shader_file dicer_shaders[];
extern const unsigned dicer_shader_count;

/** The text of a file below shaders/, empty where there is none. */
const char *dicer_shader(const char *name);

#endif
