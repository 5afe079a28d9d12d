/* shaders.h - the bench's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef BENCH_SHADERS_H
#define BENCH_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file bench_shader_file;

extern const bench_shader_file bench_shaders[];
extern const unsigned bench_shader_count;

#endif
