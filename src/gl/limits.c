/* limits.c - what a context asks of the driver: extensions and limits.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <string.h>

bool hpi_gl_has_listed_extension(const char *name) {
    GLint count = 0;
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++)
        if (!strcmp((const char *)glGetStringi(GL_EXTENSIONS, (GLuint)i), name))
            return true;
    return false;
}

uint32_t hpi_gl_get(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value > 0 ? (uint32_t)value : 0;
}
