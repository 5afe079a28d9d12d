/* blocks.h - an allocator for the library that counts what it gives away, and that can fail.  SPDX-License-Identifier: MIT */
#ifndef TEST_BLOCKS_H
#define TEST_BLOCKS_H

#include <histopyramid/context.h>

typedef struct blocks {
    size_t count, bytes; /* that the library has now */
    int asked;           /* how often it asked for memory */
    int passing; /* so many calls of `allocate` succeed, the next one fails, and those after it succeed. Below 0: none fails */
    bool grows_too; /* calls of `reallocate` count and fail as well */
} blocks;

/** Blocks begin with a header that tells whose they are. The program ends where the library frees a block that is not of `owner`, or
 *  frees it twice. */
hpyr_allocator blocks_allocator(blocks *owner);

/** An allocation by the library's allocator is under way. */
bool blocks_at_work(void);

#endif
