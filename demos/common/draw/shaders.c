/* shaders.c - finds an embedded shader by its name.  SPDX-License-Identifier: MIT */
#include "common/draw/shaders.h"

#include <stddef.h>
#include <string.h>

static const char *find(const demo_shader_file *files, unsigned count, const char *name) {
    for (unsigned i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return files[i].text;
    return NULL;
}

const char *demo_shader(const demo_shader_file *files, unsigned count, const char *name) {
    const char *own = find(files, count, name), *shared = find(demo_shaders, demo_shader_count, name);
    return own ? own : shared ? shared : "";
}
