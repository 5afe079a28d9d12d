/* shaders.h - .glsl files as embedded by cmake/embed_shaders.cmake.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SHADERS_H
#define DEMO_SHADERS_H

/** `name` is the path below the demo's shaders/, and NULL at a table's end; `text` begins with "#line 1 N", N being the 1-based index
 *  in its table. */
typedef struct demo_shader_file {
    const char *name, *text;
} demo_shader_file;

extern const demo_shader_file demo_shaders[];
extern const unsigned demo_shader_count;

/** The text of `name` in a demo's table, or else among those that all demos share; empty where there is none. */
const char *demo_shader(const demo_shader_file *files, const char *name);

#endif
