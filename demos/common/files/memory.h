/* memory.h - asking for memory, and how much a demo may ask for.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MEMORY_H
#define DEMO_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** `size` bytes of zeros for free(); NULL where there are none. */
void *memory_zeroed(size_t size);

/** All that this machine has: more is promised by some systems, and their programs end without a word. */
uint64_t memory_allowed(void);

/** False, with one line that begins with `what`, where that is less than `bytes`. */
bool memory_check(const char *what, uint64_t bytes);

#endif
