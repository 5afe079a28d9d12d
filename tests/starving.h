/* starving.h - lets memory run out, in tests that are linked with starving.c.  SPDX-License-Identifier: MIT */
#ifndef TEST_STARVING_H
#define TEST_STARVING_H

#include <stdbool.h>
#include <stdint.h>

/** From now on `passing` allocations succeed, the next one fails, and those after it succeed. With `textures` these are
 *  textures that get their memory, else allocations by the context of the env. A `passing` below 0: none fails. */
void starving_begin(bool textures, int passing);

/** From now on nothing fails. */
void starving_end(void);

/** How many textures, buffers and framebuffers there are. */
uint32_t starving_objects(void);

#endif
