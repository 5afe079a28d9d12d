/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef QUADTREE_SHADERS_H
#define QUADTREE_SHADERS_H

#include "common/draw/shaders.h"

typedef demo_shader_file quadtree_shader_file;

extern const quadtree_shader_file quadtree_shaders[];
extern const unsigned quadtree_shader_count;

#endif
