/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_SHADERS_H
#define FLOWSEEDS_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file flowseeds_shader_file;

extern const flowseeds_shader_file flowseeds_shaders[];
extern const unsigned flowseeds_shader_count;

#endif
