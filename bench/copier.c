/* copier.c - what memory costs on this machine.  SPDX-License-Identifier: MIT */
#include "copier.h"

#include "common/files/clock.h"
#include "common/files/error.h"

#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 64 << 20 };

bool copier_create(copier *c) {
    c->from = malloc(COPY_BYTES);
    c->to = malloc(COPY_BYTES);
    if (!c->from || !c->to)
        return error_set("out of memory for the copy");
    memset(c->from, 1, COPY_BYTES);
    memset(c->to, 2, COPY_BYTES);
    return true;
}

void copier_destroy(copier *c) {
    free(c->from);
    free(c->to);
    c->from = c->to = NULL;
}

double copier_run(copier *c) {
    volatile const unsigned char *looked_at = c->to; /* so that no compiler leaves the copy out */
    double begin = clock_ms();
    memcpy(c->to, c->from, COPY_BYTES);
    double end = clock_ms();
    c->from[0] = (unsigned char)(looked_at[COPY_BYTES - 1] + 1);
    return end - begin;
}
