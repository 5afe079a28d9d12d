/* scoped.h - what a test makes is given back where its block ends.  SPDX-License-Identifier: MIT */
#ifndef TEST_SCOPED_H
#define TEST_SCOPED_H

#include <histopyramid/reference/reference.h>

#include <stdlib.h>
#include <string.h>

/** Before the declaration of a variable that is initialized, or that the next call fills: `release` gets a pointer to it where its
 *  block ends.
 *
 *     SCOPED(image_free) image im = image_make(HPYR_FORMAT_R8, 0, 9, 7, 1);
 *
 *  The last one that was declared goes first. A test that fails or is skipped leaves its blocks without that. */
#define SCOPED(release) __attribute__((cleanup(release)))

/** Of a pointer to what malloc made. */
static inline void free_memory(void *pointer) {
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

static inline void destroy_ref_pyramid(hpyr_ref_pyramid **pyramid) {
    hpyr_ref_pyramid_destroy(*pyramid);
}

static inline void destroy_ref_isosurface(hpyr_ref_isosurface **isosurface) {
    hpyr_ref_isosurface_destroy(*isosurface);
}

#endif
