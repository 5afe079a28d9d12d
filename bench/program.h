/* program.h - programs from texts.  SPDX-License-Identifier: MIT */
#ifndef BENCH_PROGRAM_H
#define BENCH_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/** A program of two lists of texts, NULL after the last, which `version` stands before. `attribute` is at location 0, or NULL. 0, and the
 *  driver's words in error_text(), where it does not compile. */
uint32_t program_link(const char *version, const char *const *vertex_texts, const char *const *fragment_texts,
                      const char *attribute);

/** The same of OpenGL 3.3 of the texts of a fragment shader; the vertex shader is bitonic.vert.glsl. */
uint32_t program_of(const char *const *texts);

#endif
