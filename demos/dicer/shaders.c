/* shaders.c - finds a shader of the demo, or one that all demos share.  SPDX-License-Identifier: MIT */
#include "shaders.h"

const char *dicer_shader(const char *name) {
    return demo_shader(dicer_shaders, dicer_shader_count, name);
}
