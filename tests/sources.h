/* sources.h - keeps the source of every shader that is compiled, for another compiler to look at.  SPDX-License-Identifier: MIT */
#ifndef TEST_SOURCES_H
#define TEST_SOURCES_H

/** Where HPYR_TEST_SOURCES names a folder, each shader's source goes there from now on, under a name of its own. Call it after
 *  glewInit. */
void sources_keep(void);

/** From now on a shader with the text `part` is compiled with `becomes` in its place. If it has gone through `while` loops, its
 *  output, a uint or a uvec4, becomes the number of rounds. Until a `part` of NULL. */
void sources_count_rounds(const char *part, const char *becomes, const char *output);

#endif
