/* memory.h - asking for memory, and how much a demo may ask for.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MEMORY_H
#define DEMO_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** `size` bytes of zeros for free(); NULL where there are none. */
void *memory_zeroed(size_t size);

/** False, with one line that begins with `what`, where the machine has less than `bytes`: some systems promise more, and their programs end
 *  without a word. */
bool memory_check(const char *what, uint64_t bytes);

#endif
