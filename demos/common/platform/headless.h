/* headless.h - an OpenGL context without a window, through EGL.  SPDX-License-Identifier: MIT */
#ifndef DEMO_HEADLESS_H
#define DEMO_HEADLESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct headless headless;

/** Makes a context of at least `major`.`minor` current on this thread, from 3.2 on a core profile, with no default framebuffer:
 *  surfaceless Mesa, else an EGL device, else a pbuffer. On failure returns NULL and writes one line into `error`. */
headless *headless_open(int major, int minor, char *error, size_t error_size);

/** NULL is legal. */
void headless_close(headless *h);

/** Makes the context current, or none with NULL-safe `false`. Tests use it to lose the context on purpose. */
bool headless_make_current(headless *h, bool current);

#endif
