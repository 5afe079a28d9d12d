/* sources.h - keeps the source of every shader that is compiled, for another compiler to look at.  SPDX-License-Identifier: MIT */
#ifndef TEST_SOURCES_H
#define TEST_SOURCES_H

/** Where HPYR_TEST_SOURCES names a folder, each shader's source goes there from now on, under a name of its own. Call it after
 *  glewInit. */
void sources_keep(void);

#endif
