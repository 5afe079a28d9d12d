/* traffic_glsl.h - traffic_430.glsl, as cmake/embed_file.cmake embeds it.  SPDX-License-Identifier: MIT */
#ifndef BENCH_TRAFFIC_GLSL_H
#define BENCH_TRAFFIC_GLSL_H

extern const unsigned char traffic_glsl[];
extern const unsigned traffic_glsl_size;

#endif
