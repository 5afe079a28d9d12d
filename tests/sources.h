/* sources.h - keeps the sources of every program that is linked, for other compilers to look at.  SPDX-License-Identifier: MIT */
#ifndef TEST_SOURCES_H
#define TEST_SOURCES_H

/** Where HPYR_TEST_SOURCES names a folder, the sources of each program go there from now on, into 120, 300 or 330, which is the
 *  version of GLSL. The stages of a program have the same name and end in vert, geom and frag. Call it after glewInit. */
void sources_keep(void);

/** From now on a shader with the text `part` is compiled with `becomes` in its place. If it has gone through `while` loops, its
 *  output, a uint or a uvec4, becomes the number of rounds. Until a `part` of NULL. */
void sources_count_rounds(const char *part, const char *becomes, const char *output);

#endif
