/* gl.c - the demos' GL entry points.  SPDX-License-Identifier: MIT */
#include "common/platform/gl.h"

#include "common/files/error.h"

#include <string.h>

const char *const NAMES_GL[] = {"2.1", "3.3", NULL};

bool gl_has_word(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *s = words; s && (s = strstr(s, word)) != NULL; s += length)
        if ((s == words || s[-1] == ' ') && (s[length] == ' ' || s[length] == '\0'))
            return true;
    return false;
}

bool gl_has(const char *extension) {
    return gl_has_word((const char *)glGetString(GL_EXTENSIONS), extension);
}

bool gl_load(int major, int minor, char *error, size_t error_size) {
    glewExperimental = GL_TRUE; /* core profiles: GLEW else asks for extension strings that they do not have */
    GLenum status = glewInit();
    /* Without a GLX display GLEW complains after it has loaded everything: that is a context of EGL. */
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY)
        return error_set(error, error_size, "cannot load OpenGL: %s", (const char *)glewGetErrorString(status));
    while (glGetError() != GL_NO_ERROR) { /* GLEW leaves some behind */
    }
    GLint have_major = 0, have_minor = 0;
    const char *version = (const char *)glGetString(GL_VERSION);
    if (major < 3) {
        if (!glGetString(GL_EXTENSIONS)) {
            return error_set(error, error_size, "OpenGL %d.%d is needed, this one is the core profile of %s", major,
                             minor, version);
        }
        if (!GLEW_VERSION_2_1)
            return error_set(error, error_size, "OpenGL %d.%d is needed, this one is %s", major, minor, version);
        return gl_has("GL_EXT_framebuffer_object") || gl_has("GL_ARB_framebuffer_object") ||
               error_set(error, error_size, "this OpenGL, %s, has no GL_EXT_framebuffer_object", version);
    }
    glGetIntegerv(GL_MAJOR_VERSION, &have_major); /* unknown before 3.0, where it fails and stays 0 */
    glGetIntegerv(GL_MINOR_VERSION, &have_minor);
    while (glGetError() != GL_NO_ERROR) {}
    if (have_major * 10 + have_minor < major * 10 + minor)
        return error_set(error, error_size, "OpenGL %d.%d is needed, this one is %s", major, minor, version);
    return true;
}

const char *name_of_gl(int gl) {
    return gl < 33 ? "2.1" : "3.3";
}

int gl_of_name(const char *name) {
    return name && strcmp(name, "2.1") == 0 ? 21 : 33;
}
