/* memory.c - asking for memory, and how much a demo may ask for.  SPDX-License-Identifier: MIT */
#include "common/files/memory.h"

#include "common/files/error.h"

#include <stdlib.h>
#include <unistd.h>

void *memory_zeroed(size_t size) {
    void *memory = calloc(1, size);
    if (!memory)
        error_set("out of memory");
    return memory;
}

uint64_t memory_allowed(void) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

bool memory_check(const char *what, uint64_t bytes) {
    uint64_t allowed = memory_allowed();
    return bytes <= allowed || error_set("%s: %llu bytes are needed, this machine has %llu", what,
                                         (unsigned long long)bytes, (unsigned long long)allowed);
}
