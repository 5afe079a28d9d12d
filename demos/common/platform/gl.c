/* gl.c - the demos' GL entry points.  SPDX-License-Identifier: MIT */
#include "common/platform/gl.h"

#include "common/files/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const NAMES_GL[] = {"2.1", "3.3", "es3", NULL};

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

static const char *advice_for(int have) {
    if (have >= 21)
        return have >= 33 ? "try --gl 3.3" : "try --gl 2.1";
    return getenv("LIBGL_ALWAYS_SOFTWARE") ? "2.1 is the least that will do"
                                           : "2.1 is the least that will do; LIBGL_ALWAYS_SOFTWARE=1 may give more";
}

bool gl_check_version(int gl, const char *version) {
    int have_major = 0, have_minor = 0;
    bool is_es = gl == GL_ES3;
    bool is_known = version && sscanf(version, is_es ? "OpenGL ES %d.%d" : "%d.%d", &have_major, &have_minor) == 2;
    int have = have_major * 10 + have_minor;
    if (!is_known || have >= (is_es ? 30 : gl))
        return true;
    if (is_es)
        return error_set("this machine's OpenGL ES is %d.%d, not 3.0: try --gl 3.3", have_major, have_minor);
    return error_set("this machine's OpenGL is %d.%d, not %d.%d: %s", have_major, have_minor, gl / 10, gl % 10,
                     advice_for(have));
}

#ifdef __EMSCRIPTEN__

bool gl_load(int gl) { /* there is nothing to load, and no other version */
    (void)gl;
    return true;
}

#else

bool gl_load(int gl) {
    glewExperimental = GL_TRUE; /* core profiles: GLEW else asks for extension strings that they do not have */
    GLenum status = glewInit();
    /* Without a GLX display GLEW complains after it has loaded everything: that is a context of EGL. */
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY)
        return error_set("cannot load OpenGL: %s", (const char *)glewGetErrorString(status));
    while (glGetError() != GL_NO_ERROR) { /* GLEW leaves some behind */
    }
    const char *version = (const char *)glGetString(GL_VERSION);
    if (!gl_check_version(gl, version))
        return false;
    if (gl < 30 && !glGetString(GL_EXTENSIONS)) {
        return error_set("this machine's OpenGL has no %d.%d, only the core profile of %s: try --gl 3.3", gl / 10,
                         gl % 10, version);
    }
    return gl >= 30 || gl_has("GL_EXT_framebuffer_object") || gl_has("GL_ARB_framebuffer_object") ||
           error_set("this OpenGL, %s, has no GL_EXT_framebuffer_object", version);
}

#endif

const char *name_of_gl(int gl) {
    return gl == GL_ES3 ? "es3" : gl < 33 ? "2.1" : "3.3";
}

const char *title_of_gl(int gl) {
    return gl == GL_ES3 ? "OpenGL ES 3.0" : gl < 33 ? "OpenGL 2.1" : "OpenGL 3.3";
}

int gl_of_name(const char *name) {
    return !name ? 33 : strcmp(name, "2.1") == 0 ? 21 : strcmp(name, "es3") == 0 ? GL_ES3 : 33;
}
