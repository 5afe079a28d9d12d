/* shaders.h - the .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef HPI_GL_SHADERS_H
#define HPI_GL_SHADERS_H

/** A file: its path below shaders/, its text, and the places in the table of the files that it
 *  needs. The text begins with "#line 1 N", where N is the file's own place, counted from 1. Among
 *  `needs`, 0 is a caller's GLSL, 512 a stage's part, and -1 the end. */
typedef struct hpi_shader_file {
    const char *name, *text;
    const short *needs;
} hpi_shader_file;

extern const hpi_shader_file hpi_shaders[];
extern const unsigned hpi_shader_count;

#endif
