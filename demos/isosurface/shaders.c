/* shaders.c - finds a shader of the demo, or one that all demos share.  SPDX-License-Identifier: MIT */
#include "shaders.h"

const char *isosurface_shader(const char *name) {
    return demo_shader(isosurface_shaders, isosurface_shader_count, name);
}
