/* copier.h - what memory costs on this machine: one memcpy of 64 MB, as large as 256^3 slices, between buffers that were touched
 * before.  SPDX-License-Identifier: MIT */
#ifndef BENCH_COPIER_H
#define BENCH_COPIER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct copier {
    unsigned char *from, *to;
} copier;

/** Zero the copier first; copier_destroy it after a failure too. */
bool copier_create(copier *c);
void copier_destroy(copier *c);
/** Copies; milliseconds. */
double copier_run(copier *c);

#endif
