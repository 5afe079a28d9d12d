/* library.h - the library on one GL context.  SPDX-License-Identifier: MIT */
#ifndef DEMO_LIBRARY_H
#define DEMO_LIBRARY_H

#include "common/files/error.h"

#include <histopyramid/histopyramid.h>

/** The library on one GL context, and the last error that it logged. */
typedef struct library {
    int gl; /* 33, 21 for the dialect of OpenGL 2.1, or GL_ES3 of gl.h */
    hpyr_context *context;
    const hpyr_caps *caps;
    char logged[ERROR_SIZE];
} library;

bool library_open(library *l, int gl);
void library_close(library *l);
/** True for HPYR_OK; else one line: what was done, the result, what the library logged. */
bool library_check(library *l, hpyr_result result, const char *what);

#endif
