/* gl.h - the demos' GL entry points.  SPDX-License-Identifier: MIT */
#ifndef DEMO_GL_H
#define DEMO_GL_H

#ifdef __EMSCRIPTEN__
#    include "common/platform/gl_web.h"
#    define GL_IS_WEB 1
#else
#    include <GL/glew.h>
#    define GL_IS_WEB 0
#endif

#include <stdbool.h>
#include <stddef.h>

/** What stands for OpenGL ES 3.0 where a version of OpenGL is 33 or 21. */
enum { GL_ES3 = 300 };

/** Loads the entry points of the current context, which must be at least version `gl`: 33, 21, GL_ES3. Below 3.0 it must have an
 *  extension for framebuffer objects too. */
bool gl_load(int gl);

/** One line for a machine whose OpenGL is too old for `gl`: what it has, and which --gl to try. `version` is GL_VERSION of a context
 *  for which no version was asked. True, and nothing written, where it is not too old. */
bool gl_check_version(int gl, const char *version);

/** Whether the current context, one before core profiles, has an extension: GLEW's flags only tell whether it has entry points. */
bool gl_has(const char *extension);

/** Whether `word` is one of those that stand in `words`, a blank between each two. NULL has none. */
bool gl_has_word(const char *words, const char *word);

/** What --gl may be, NULL at the end. */
extern const char *const NAMES_GL[];
/** "3.3", "2.1" or "es3". */
const char *name_of_gl(int gl);
/** "OpenGL 3.3", "OpenGL 2.1" or "OpenGL ES 3.0". */
const char *title_of_gl(int gl);
/** 33, 21 or GL_ES3; NULL is 33. */
int gl_of_name(const char *name);

#endif
