/* memory.c - asking for memory, and how much a demo may ask for.  SPDX-License-Identifier: MIT */
#include "common/files/memory.h"

#include "common/files/error.h"
#include "common/files/system.h"

#include <stdlib.h>

void *memory_zeroed(size_t size) {
    void *memory = calloc(1, size);
    if (!memory)
        error_set("out of memory");
    return memory;
}

bool memory_check(const char *what, uint64_t bytes) {
    uint64_t allowed = system_memory();
    return bytes <= allowed || error_set("%s: %llu bytes are needed, this machine has %llu", what,
                                         (unsigned long long)bytes, (unsigned long long)allowed);
}
