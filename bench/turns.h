/* turns.h - ways to do something, timed in turn: wall clock, between two glFinish.  SPDX-License-Identifier: MIT
 *
 * In turn, so that a machine that others use at times slows all of them down and not one. */
#ifndef BENCH_TURNS_H
#define BENCH_TURNS_H

#include "bench.h"

/** What is timed.
 *  | field    | zero means                                                                                             |
 *  |----------|--------------------------------------------------------------------------------------------------------|
 *  | cell     | which cell of the row gets the median                                                                  |
 *  | is_ours  | it is not the library's, or no part of what ROW_FIRST and sums are of                                  |
 *  | run      | nothing runs: the time is `told`, or the sum of our ways in this turn                                  |
 *  | is_right | nobody looks at what the first run has made                                                            |
 *  | prepare  | nothing is to be done before each run, which does not count                                            |
 *  | draws    | in which cell the draws of the first run are summed up: in none                                        |
 *  | gpu      | which cell gets the median of the GPU's times: none                                                    |
 *  | told     | the clock tells the time; else where in `user` the run leaves it, a double                             |
 *  | counts   | its draws are counted where it is ours; true: they are                                                |
 *  Functions return false with error_text(). */
typedef struct way {
    int cell;
    bool is_ours;
    bool (*run)(void *user);
    bool (*is_right)(void *user);
    bool (*prepare)(void *user);
    int draws, gpu;
    size_t told;
    bool counts;
} way;

/** Defines such a function that is one expression of what the user is: a `contest *c`. */
#define WAY_OF(name, expression)                                                                                       \
    static bool name(void *user) {                                                                                     \
        contest *c = user;                                                                                             \
        return expression;                                                                                             \
    }

/** The same of one that is a statement, after which all is well. */
#define WAY_THAT(name, statement)                                                                                      \
    static bool name(void *user) {                                                                                     \
        contest *c = user;                                                                                             \
        statement;                                                                                                     \
        return true;                                                                                                   \
    }

/** Who takes turns. Zero what is not named here. */
typedef struct player {
    row *row;
    const way *ways;
    size_t way_count;
    void *user;
    unsigned skipped; /* bits of ways that do not run */
    double *ms, *gpu_ms;
} player;

/** | field     | zero means                                                                                            |
 *  |-----------|-------------------------------------------------------------------------------------------------------|
 *  | least     | BENCH_LEAST_RUNS turns at least, where --repeat does not say how many                                  |
 *  | most      | BENCH_MOST_RUNS                                                                                       |
 *  | budgets   | 1 time bench.budget_ms, after which no turn begins but the least                                      |
 *  | warms     | false; true: each way that is ours or draws runs once more before the turns. llvmpipe compiles some   |
 *  |           | shaders again once another way has drawn                                                              |
 *  | settles   | false; true: in its turn a way runs for a while before it is timed, as in a program that does it in   |
 *  |           | every frame. The threads of a software rasterizer have slept while others ran: at first they share a core | */
typedef struct turns {
    uint32_t least, most;
    double budgets;
    bool warms, settles;
} turns;

/** Of lists and matrices. */
#define TURNS_OF_LISTS .least = 3, .most = 5, .budgets = 2, .warms = true

/** Runs each way once, adds up first times and draws in the row, and asks whether the result is right. */
bool turns_first(bench *b, player *p);

/** Takes turns. Each row gets its medians, NAN where nothing ran, and ROW_RUNS. */
bool turns_take(bench *b, player *players, size_t count, const turns *t);

/** Both for one player. */
bool turns_run(bench *b, player *p, const turns *t);

/** Instead of turns: the row gets what the last run of each way has told. */
void turns_note_last(const player *p);

/** How often the library has called OpenGL, and how often it has drawn, since the program began. NAN where it does not count. */
double turns_calls(void);
double turns_draws(void);

#endif
