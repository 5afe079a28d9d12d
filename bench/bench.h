/* bench.h - what the benchmarks share.  SPDX-License-Identifier: MIT */
#ifndef BENCH_H
#define BENCH_H

#include "common/error.h"
#include "common/json.h"

#include <histopyramid/histopyramid.h>
#include <histopyramid/reference.h>

#include <stdio.h>

enum { BENCH_MAX_REPEAT = 1000 };

typedef struct bench {
    hpyr_context *context;
    hpyr_discriminator *discriminator; /* value >= 1 */
    uint32_t repeat;
    FILE *stream;            /* where the tables go */
    json json;               /* `file` is NULL without --json */
    char logged[ERROR_SIZE]; /* the library's last error */
    char error[ERROR_SIZE];  /* what ended the run */
} bench;

/** True for HPYR_OK; else the result and what the library logged become the bench's error. */
bool bench_check(bench *b, hpyr_result result, const char *what);

/** The oracle's list of `image` with threshold 1, `*count` points that the caller frees. NULL without memory. */
hpyr_point *bench_expect(bench *b, const hpyr_ref_image *image, hpyr_order order, uint32_t *count);

/** Whether the buffer object begins with `count` points equal to `expected`; false also without memory. */
bool bench_buffer_holds(uint32_t buffer, const hpyr_point *expected, uint32_t count);

/** Build and extraction in every layout, over sizes up to `largest` and fills. */
bool bench_layouts(bench *b, uint32_t largest);

/** What an image's point list costs the pyramid in the two orders of BITS, as shares of what reading the image back and scanning
 *  it costs the CPU. The worse of the images; NAN where there is no such layout. */
typedef struct image_list_ratios {
    double line, morton;
} image_list_ratios;

/** The point list of 4096 x 4096 RGBA8 texels, 34 000 of them active. */
bool bench_image_list(bench *b, image_list_ratios *ratios);

#endif
