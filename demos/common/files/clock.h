/* clock.h - a wall clock, and medians of what it measures.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOCK_H
#define DEMO_CLOCK_H

#include <stddef.h>

/** Milliseconds of a clock that never goes back. Its zero is arbitrary. */
double clock_ms(void);

/** Milliseconds that this thread has computed; a driver's own threads are not in it. */
double clock_thread_ms(void);

/** Median of `count` samples, which end up sorted: the middle one, or the mean of the two in the middle. `count` is not 0. */
double median_of(double *samples, size_t count);

#endif
