/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef FEATURES_SHADERS_H
#define FEATURES_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file features_shader_file;

extern const features_shader_file features_shaders[];
extern const unsigned features_shader_count;

#endif
