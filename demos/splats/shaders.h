/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef SPLATS_SHADERS_H
#define SPLATS_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file splats_shader_file;

extern const splats_shader_file splats_shaders[];
extern const unsigned splats_shader_count;

#endif
