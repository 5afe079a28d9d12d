/* shader.c - finds an embedded shader by its name.  SPDX-License-Identifier: MIT */
#include "shaders.h"

#include <string.h>

const char *dicer_shader(const char *name) {
    for (unsigned i = 0; i < dicer_shader_count; i++) {
        if (strcmp(dicer_shaders[i].name, name) == 0) {
            return dicer_shaders[i].text;
        }
    }
    return "";
}
