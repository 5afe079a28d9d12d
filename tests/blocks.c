/* blocks.c - see blocks.h.  SPDX-License-Identifier: MIT */
#include "blocks.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* As large as any alignment that malloc promises. */
typedef union header {
    struct {
        blocks *owner; /* NULL: the block is free */
        size_t bytes;
        uint64_t mark;
    } is;
    long double alignment[2];
} header;

static const uint64_t mark = UINT64_C(0xB10C5B10C5B10C5B);
static volatile bool at_work; /* a compiler knows that malloc itself does not look at it */

bool blocks_at_work(void) {
    return at_work;
}

static header *header_of(void *memory, const blocks *owner) {
    header *h = (header *)memory - 1;
    if (h->is.mark != mark || h->is.owner != owner) {
        fprintf(stderr, "a block is freed that its allocator did not return, or twice\n");
        abort();
    }
    return h;
}

/* One call fails, those before and after it do not. */
static bool may_pass(blocks *owner) {
    owner->asked++;
    return owner->passing < 0 || owner->passing-- != 0;
}

/* Resizes a block, or with NULL makes one. */
static void *resize(header *h, size_t bytes, blocks *owner) {
    const size_t before = h ? h->is.bytes : 0;
    const bool is_new = !h;
    at_work = true;
    h = realloc(h, sizeof *h + bytes);
    at_work = false;
    if (!h)
        return NULL;
    h->is.owner = owner;
    h->is.bytes = bytes;
    h->is.mark = mark;
    owner->count += is_new;
    owner->bytes += bytes - before;
    return h + 1;
}

static void *allocate(size_t bytes, void *user) {
    return may_pass(user) ? resize(NULL, bytes, user) : NULL;
}

static void *reallocate(void *memory, size_t bytes, void *user) {
    blocks *owner = user;
    if (owner->grows_too && !may_pass(owner))
        return NULL;
    return resize(memory ? header_of(memory, owner) : NULL, bytes, owner);
}

static void release(void *memory, void *user) {
    blocks *owner = user;
    header *h = header_of(memory, owner);
    owner->count--;
    owner->bytes -= h->is.bytes;
    h->is.owner = NULL;
    at_work = true;
    free(h);
    at_work = false;
}

hpyr_allocator blocks_allocator(blocks *owner) {
    return (hpyr_allocator){allocate, reallocate, release, owner};
}
