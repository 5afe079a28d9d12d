/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_SHADERS_H
#define RECONSTRUCT_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file reconstruct_shader_file;

extern const reconstruct_shader_file reconstruct_shaders[];
extern const unsigned reconstruct_shader_count;

#endif
