/* timer.h - a wall clock, and times measured on the GPU.
 * SPDX-License-Identifier: MIT */
#ifndef HPYR_TIMER_H
#define HPYR_TIMER_H

#include <histopyramid/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Measures how long the GPU takes for the commands between a start and a stop. */
typedef struct hpyr_timer hpyr_timer;

/** Returns the time of a clock that never goes back. Its zero is arbitrary, so only differences
 *  have a meaning.
 *  Units: milliseconds.
 *  GL: no call.
 *  Since: 0.1. */
HPYR_API double hpyr_clock_ms(void);

/** Creates a timer. It uses glQueryCounter, so it does not disturb queries of yours that are
 *  active.
 *  Errors:
 *    UNSUPPORTED: hpyr_caps.gpu_timer is false.
 *  Lifetime: until hpyr_timer_destroy.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_timer_create(hpyr_context *context, hpyr_timer **out);

/** Destroys a timer. NULL is allowed.
 *  GL: state restored.
 *  Since: 0.1. */
HPYR_API void hpyr_timer_destroy(hpyr_timer *timer);

/** Marks the begin of the work that is measured. Does nothing while the timer's GL context is not
 *  current.
 *  Cost: no stall.
 *  Since: 0.1. */
HPYR_API void hpyr_timer_start(hpyr_timer *timer);

/** Marks the end of the work that is measured. Does nothing before hpyr_timer_start, or while the
 *  timer's GL context is not current.
 *  Cost: no stall.
 *  Since: 0.1. */
HPYR_API void hpyr_timer_stop(hpyr_timer *timer);

/** Tells how long the GPU took for all GL commands between the last start and stop.
 *  Units: milliseconds.
 *  Errors:
 *    NOT_READY: the GPU has not reached the stop yet.
 *    NOT_BUILT: there was no stop yet since the last start.
 *  Cost: no stall.
 *  Since: 0.1. */
HPYR_API hpyr_result hpyr_timer_read(hpyr_timer *timer, double *milliseconds);

#ifdef __cplusplus
}
#endif

#endif
