/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_SHADERS_H
#define ISOSURFACE_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file isosurface_shader_file;

extern const isosurface_shader_file isosurface_shaders[];
extern const unsigned isosurface_shader_count;

#endif
