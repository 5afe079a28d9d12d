/* context_desktop.h - what a context finds out about desktop OpenGL.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_CONTEXT_DESKTOP_H
#define HPI_GL_CONTEXT_DESKTOP_H

#include "gl/state.h"

/** Loads GL's functions, on a context of OpenGL ES, too, and checks that those are there which this
 *  GL must have, as far as the context knows it: call it again when the version is known.
 *  NO_CONTEXT without a message; INVALID_ARGUMENT, UNSUPPORTED. */
hpyr_result hpi_gl_desktop_load(const hpyr_context *context, const hpyr_context_desc *desc);

/** Decides how the context is used: `actual` is its version, and `cap` the caller's.   UNSUPPORTED. */
hpyr_result hpi_gl_desktop_use(hpyr_context *context, int actual, int cap);

/** Reads the caps that OpenGL ES has not. */
void hpi_gl_desktop_caps(hpyr_context *context);

/** Whether there is glTexStorage. */
bool hpi_gl_desktop_stores(const hpyr_context *context);

/** Whether a driver for desktops gives programs away as binaries, on OpenGL ES too. */
bool hpi_gl_desktop_gives_binaries(const hpyr_context *context);

/** GL 2.1: creates a buffer of the numbers 0, 1, 2.., which stands in for gl_VertexID. */
hpyr_result hpi_gl_desktop_vertices(hpyr_context *context);

#endif
