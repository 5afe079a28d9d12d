/* few_targets.c - preloaded, it hides all render targets but four, which OpenGL ES 3.0 promises.  SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <GL/gl.h>
#include <GL/glext.h>
#include <dlfcn.h>
#include <string.h>

enum { FEWEST = 4 };

void glGetIntegerv(GLenum name, GLint *values) {
    static void (*real)(GLenum, GLint *);
    void *found = real ? NULL : dlsym(RTLD_NEXT, "glGetIntegerv");
    if (found)
        memcpy(&real, &found, sizeof real);
    real(name, values);
    if (name == GL_MAX_DRAW_BUFFERS || name == GL_MAX_COLOR_ATTACHMENTS)
        *values = FEWEST;
}
