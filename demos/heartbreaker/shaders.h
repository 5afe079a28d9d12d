/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_SHADERS_H
#define HEARTBREAKER_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file heartbreaker_shader_file;

extern const heartbreaker_shader_file heartbreaker_shaders[];
extern const unsigned heartbreaker_shader_count;

#endif
