/* median.c - medians of repeated measurements.  SPDX-License-Identifier: MIT */
#include "common/files/median.h"

#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_of(double *samples, size_t count) {
    qsort(samples, count, sizeof *samples, ascending);
    return count % 2 ? samples[count / 2] : (samples[count / 2 - 1] + samples[count / 2]) / 2;
}
