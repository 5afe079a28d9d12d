/* hush.h - keeps drivers from writing to stderr while a context is made.  SPDX-License-Identifier: MIT */
#ifndef DEMO_HUSH_H
#define DEMO_HUSH_H

/** A program of ours that fails says so in one line of its own. Drivers and their loaders write more, and often where all goes well.
 *  Users who want that set EGL_LOG_LEVEL, LIBGL_DEBUG or MESA_DEBUG, and then nothing is kept back. */
typedef struct hush {
    int stderr_before; /* -1: nothing is kept back */
} hush;

/** What is written to stderr from here on is lost, until hush_end. */
hush hush_begin(void);
void hush_end(hush *h);

#endif
