/* median.h - medians of repeated measurements.  SPDX-License-Identifier: MIT */
#ifndef DEMO_MEDIAN_H
#define DEMO_MEDIAN_H

#include <stddef.h>

/** Median of `count` samples, which end up sorted: the middle one, or the mean of the two in the middle. `count` is not 0. */
double median_of(double *samples, size_t count);

#endif
