/* headless.h - an OpenGL context without a window: through EGL, and on Windows that of a window which nobody sees.
 * SPDX-License-Identifier: MIT */
#ifndef DEMO_HEADLESS_H
#define DEMO_HEADLESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct headless headless;

/** Makes a context of at least version `gl` current on this thread, with no default framebuffer that could be used: surfaceless Mesa, else
 *  an EGL device, else a pbuffer; on Windows a hidden window, beside which there is no other. `gl` is 33, 21 and so on, from 32 on a core profile; or GL_ES3 of gl.h. On failure returns NULL and writes one line
 *  into error_text(). */
headless *headless_open(int gl);

/** NULL is legal. */
void headless_close(headless *h);

/** Makes the context current, or none with NULL-safe `false`. Tests use it to lose the context on purpose. */
bool headless_make_current(headless *h, bool current);

#endif
