/* shaders.h - the demo's .glsl files.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_SHADERS_H
#define HEARTBREAKER_SHADERS_H

#include "physics.h"

#include "common/draw/shaders.h"

typedef demo_shader_file heartbreaker_shader_file;

extern const heartbreaker_shader_file heartbreaker_shaders[];
extern const unsigned heartbreaker_shader_count;

/** Sets the uniforms of shaders/physics.glsl in the program in use, as far as it has them. */
void heartbreaker_set_physics(uint32_t program, const physics *p, const impact *hit);

#endif
