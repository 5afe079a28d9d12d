/* shaders.c - finds an embedded shader by its name.  SPDX-License-Identifier: MIT */
#include "common/draw/shaders.h"

#include <string.h>

const char *demo_shader(const demo_shader_file *files, const char *name) {
    for (; files->name; files++)
        if (strcmp(files->name, name) == 0)
            return files->text;
    return files == demo_shaders + demo_shader_count ? "" : demo_shader(demo_shaders, name);
}
