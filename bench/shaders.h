/* shaders.h - the bench's .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef BENCH_SHADERS_H
#define BENCH_SHADERS_H

typedef struct bench_shader_file {
    const char *name, *text; /* path below shaders/; the text begins with "#line 1 N", N being the 1-based index here */
} bench_shader_file;

extern const bench_shader_file bench_shaders[];
extern const unsigned bench_shader_count;

/** The text of a file below shaders/, empty where there is none. */
const char *bench_shader(const char *name);

#endif
