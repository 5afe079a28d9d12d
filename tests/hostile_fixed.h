/* hostile_fixed.h - what the hostile caller of GL 2.1 leaves behind beside what hostile.c does for every version.
 * SPDX-License-Identifier: MIT */
#ifndef TEST_HOSTILE_FIXED_H
#define TEST_HOSTILE_FIXED_H

#include <stdbool.h>

/** Fixed function, or its defaults again. Pixel store must be at its defaults: the stipple is a picture. */
void hostile_fixed_set(bool on);

/** Client arrays that read `buffer`, all of them on, or none. The array buffer is unbound afterwards. */
void hostile_fixed_set_arrays(unsigned int buffer, bool on);

/** What the active unit has of fixed function; `target` is the one that it draws with. */
void hostile_fixed_set_unit(int unit, unsigned int target, bool on);

#endif
