/* counts.h - how often the library has called OpenGL.  SPDX-License-Identifier: MIT
 *
 * A library that is built with HPYR_COUNT_CALLS has them; no other has a line of code for it. Its macros, which src/CMakeLists.txt makes of
 * the list in functions.h, add one before each call. */
#ifndef HPI_GL_COUNTS_H
#define HPI_GL_COUNTS_H

#include <histopyramid/export.h>

#if defined(__GNUC__)
#    define HPI_OF_THREAD __thread
#else
#    define HPI_OF_THREAD /* then programs with several threads lose counts */
#endif

/** Calls that this thread has made since it began, and those of them that draw. */
extern HPYR_API HPI_OF_THREAD unsigned long hpi_gl_calls, hpi_gl_draws;

#endif
