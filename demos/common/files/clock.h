/* clock.h - a wall clock.  SPDX-License-Identifier: MIT */
#ifndef DEMO_CLOCK_H
#define DEMO_CLOCK_H

/** Milliseconds of a clock that never goes back. Its zero is arbitrary. */
double clock_ms(void);

#endif
