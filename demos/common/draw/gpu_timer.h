/* gpu_timer.h - times measured on the GPU.  SPDX-License-Identifier: MIT */
#ifndef DEMO_GPU_TIMER_H
#define DEMO_GPU_TIMER_H

#include <stdbool.h>
#include <stdint.h>

/** Two timestamps. One that is all zero measures nothing. */
typedef struct gpu_timer {
    uint32_t queries[2];
} gpu_timer;

/** Whether GPU timestamps agree with the wall clock, which a probe of some milliseconds tells. False for a `gl` below 33 and for OpenGL ES 3.0, which
 *  have none. */
bool gpu_timer_works(int gl);

void gpu_timer_create(gpu_timer *timer);
void gpu_timer_destroy(gpu_timer *timer);
void gpu_timer_start(const gpu_timer *timer);
void gpu_timer_stop(const gpu_timer *timer);
/** Milliseconds that the GPU took between start and stop, after glFinish; NAN for a timer that measures nothing. */
double gpu_timer_read(const gpu_timer *timer);

#endif
