/* program.h - programs of OpenGL 3.3 from texts.  SPDX-License-Identifier: MIT */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/** The texts of a fragment shader, NULL after the last, which #version stands before; the vertex shader is bitonic.vert.glsl. 0, and
 *  the driver's words in error_text(), where they do not compile. */
uint32_t program_of(const char *const *texts);

#endif
