/* shaders.h - sparsify's .glsl files, as embedded by CMake.  SPDX-License-Identifier: MIT */
#ifndef SPARSIFY_SHADERS_H
#define SPARSIFY_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file sparsify_shader_file;

extern const sparsify_shader_file sparsify_shaders[];
extern const unsigned sparsify_shader_count;

#endif
