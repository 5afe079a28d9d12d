/* progress.h - a bar on stderr that says how far a long work is.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PROGRESS_H
#define DEMO_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress {
    const char *what; /* "frames" */
    uint32_t done, total;
    bool is_shown;       /* stderr is a terminal */
    int columns;         /* of the line that stands there now */
    double began, drawn; /* of clock_ms */
} progress;

/** Nothing is ever drawn where stderr is no terminal. `what` is borrowed, `total` 0 is legal. */
void progress_begin(progress *p, const char *what, uint32_t total);

/** One more is done; drawn ten times a second at most, and at the last one. */
void progress_step(progress *p);

/** Wipes the bar, so that a message starts on a line of its own; the next step draws it again. */
void progress_clear(progress *p);

/** The full bar and the time that it took, on a line of their own; a bar that is not full is wiped. */
void progress_end(progress *p);

#endif
