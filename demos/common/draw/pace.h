/* pace.h - a coarser grid while things move, where frames take long.  SPDX-License-Identifier: MIT */
#ifndef DEMO_PACE_H
#define DEMO_PACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** How far below the user's choice the grid is while something moves. Zero it first, and whenever the user chooses another grid or
 *  another way to make it. */
typedef struct pace {
    uint32_t steps;       /* down, while things move; remembered while they rest */
    uint32_t slow, quick; /* frames in a row */
    uint32_t unjudged;    /* frames to come that compile and allocate */
    uint32_t wait;        /* quick frames that a step up takes; more after each that was in vain */
    double least_ms;      /* of the slow frames in a row */
    double before_ms;     /* the same of those that led to the last step down */
    double slow_ms;       /* a frame of the user's own grid, for the words */
    bool was_up;          /* the last step was one up */
    bool moves;           /* as the last frame was told */
    double
        futile_ms; /* of the user's own grid, where a coarser one was no quicker: the time went elsewhere; 0 where none is known */
} pace;

/** No grid is made coarser than this along its longest side. */
enum { PACE_LEAST = 64 };

/** Call before each frame: tells how long the last one took, 0 where none is known, and whether things move in the next. Returns the
 *  longest side of the grid that the next frame is to have: `chosen`, the user's, at rest; while things move it may be less. */
uint32_t pace_frame(pace *p, uint32_t chosen, double last_ms, bool moves);

/** The grid that the next frame could not have: none is tried again. */
void pace_give_up(pace *p);

/** A side of a grid whose longest is `longest`, where that becomes `wanted`: all shrink alike, to no less than 1. */
uint32_t pace_side(uint32_t side, uint32_t longest, uint32_t wanted);

/** The longest side of a grid: what `chosen` is below, and what pace_frame returns. */
uint32_t pace_longest(const uint32_t grid[3]);

/** The grid whose longest side is `wanted` and whose sides are to each other as those of `chosen`. */
void pace_grid(const uint32_t chosen[3], uint32_t wanted, uint32_t out[3]);

/** One line for the user, such as "128 instead of 256 cells a side while it turns: a frame took 140 ms"; "" where nothing is stepped
 *  down. `what` is "cells a side", `when` is "while it turns". */
void pace_words(const pace *p, uint32_t chosen, const char *what, const char *when, char *out, size_t size);

#endif
