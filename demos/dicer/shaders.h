/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef DICER_SHADERS_H
#define DICER_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file dicer_shader_file;

extern const dicer_shader_file dicer_shaders[];
extern const unsigned dicer_shader_count;

#endif
