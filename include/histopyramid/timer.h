/* timer.h - wall clock and GPU timestamps.  SPDX-License-Identifier: MIT */
#ifndef HPYR_TIMER_H
#define HPYR_TIMER_H

#include <histopyramid/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hpyr_timer hpyr_timer;

/** Milliseconds of a monotonic clock with an arbitrary zero. GL: no call. Since: 0.1. */
HPYR_API double hpyr_clock_ms(void);

/** A pair of GPU timestamps (glQueryCounter, so a caller's active queries are not disturbed).
 *  Errors: UNSUPPORTED where caps->gpu_timer is false: the probe at context creation found timestamps of something else
 *  than the work, of the calls for example.
 *  GL: state restored.   Since: 0.1. */
HPYR_API hpyr_result hpyr_timer_create(hpyr_context *context, hpyr_timer **out);

/** NULL is legal. Since: 0.1. */
HPYR_API void hpyr_timer_destroy(hpyr_timer *timer);

/** Marks the begin and the end of the work to be timed; all GL commands between are counted. Never stall. Since: 0.1. */
HPYR_API void hpyr_timer_start(hpyr_timer *timer);
HPYR_API void hpyr_timer_stop(hpyr_timer *timer);

/** Milliseconds of GPU time between start and stop.
 *  Errors: NOT_READY while the GPU is still at it, NOT_BUILT before the first stop. Never stalls. Since: 0.1. */
HPYR_API hpyr_result hpyr_timer_read(hpyr_timer *timer, double *milliseconds);

#ifdef __cplusplus
}
#endif

#endif
