/* memory.c - the memory of a context and its objects; nothing else in the library allocates.  SPDX-License-Identifier: MIT */
#include "gl/gl.h"

#include <stdlib.h>
#include <string.h>

bool hpi_allocator_is_whole(const hpyr_allocator *a) {
    return a->allocate ? a->reallocate && a->free : !a->reallocate && !a->free;
}

void *hpi_alloc(const hpyr_context *context, size_t bytes) {
    const hpyr_allocator *a = &context->allocator;
    const size_t least =
        bytes ? bytes : 1; /* of 0 bytes malloc may answer NULL, which would mean that memory ran out */
    return a->allocate ? a->allocate(least, a->user) : malloc(least);
}

void *hpi_alloc_zeros(const hpyr_context *context, size_t count, size_t size) {
    void *memory = size && count > SIZE_MAX / size ? NULL : hpi_alloc(context, count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *hpi_realloc(const hpyr_context *context, void *memory, size_t bytes) {
    const hpyr_allocator *a = &context->allocator;
    return a->allocate ? a->reallocate(memory, bytes, a->user) : realloc(memory, bytes);
}

void hpi_free(const hpyr_context *context, void *memory) {
    const hpyr_allocator *a = &context->allocator;
    if (!a->allocate)
        free(memory);
    else if (memory)
        a->free(memory, a->user);
}
