/* pace.c - a coarser grid while things move, where frames take long.  SPDX-License-Identifier: MIT
 *
 * A step takes the next of 1, 3/4, 1/2, 3/8, 1/4, … of the user's grid. Frames take between n^2 (a surface) and n^3 (all cells) of their
 * time in a grid of n, so that a step down is sure of the former's gain, and a step up fears the latter's loss. */
#include "common/draw/pace.h"

#include <math.h>
#include <stdio.h>

static const double SLOW_MS = 100;     /* a frame that takes longer is slow */
static const double WANTED_MS = 70;    /* what steps aim at, so that they do not swing about SLOW_MS */
static const double USEFUL = 0.85;     /* of the time before: steps down that leave more of it were in vain */
static const double MUCH_SLOWER = 1.5; /* than where they were: then they may help after all, as where more is drawn */
enum { SLOW_FRAMES = 2, QUICK_FRAMES = 30, MOST_QUICK_FRAMES = 960, UNJUDGED_FRAMES = 2 };

static double part_of(uint32_t steps) {
    return (steps % 2 ? 0.75 : 1.0) / (double)(UINT64_C(1) << steps / 2);
}

static uint32_t side_after(uint32_t chosen, uint32_t steps) {
    uint32_t side = (uint32_t)(chosen * part_of(steps) + 0.5);
    return side > PACE_LEAST ? side : chosen < PACE_LEAST ? chosen : PACE_LEAST;
}

static void change(pace *p, uint32_t steps, bool is_up) {
    p->steps = steps;
    p->was_up = is_up;
    p->slow = p->quick = 0;
    p->unjudged = UNJUDGED_FRAMES;
}

static void give_up(pace *p, double ms) {
    p->futile_ms = ms;
    change(p, 0, true);
}

void pace_give_up(pace *p) {
    give_up(p, INFINITY);
}

/* As many steps at once as a surface's time suggests: one by one would take seconds. */
static void step_down(pace *p, uint32_t chosen) {
    uint32_t steps = p->steps + 1;
    double here = part_of(p->steps);
    while (side_after(chosen, steps) > PACE_LEAST && p->least_ms * pow(part_of(steps) / here, 2) > WANTED_MS)
        steps++;
    if (p->was_up)
        p->wait = p->wait < MOST_QUICK_FRAMES / 2 ? p->wait * 2 : MOST_QUICK_FRAMES;
    if (p->steps == 0)
        p->slow_ms = p->least_ms;
    p->before_ms = p->least_ms;
    change(p, steps, false);
}

/* Frames that take as long in a coarser grid are slow for another reason: a large window, a large mesh. */
static void judge_slow(pace *p, uint32_t chosen, double ms) {
    p->quick = 0;
    p->least_ms = p->slow == 0 ? ms : fmin(p->least_ms, ms);
    if (++p->slow < SLOW_FRAMES)
        return;
    p->futile_ms = 0;
    if (p->steps > 0 && !p->was_up && p->least_ms > USEFUL * fmax(p->before_ms, p->slow_ms))
        give_up(p, fmax(p->slow_ms, p->least_ms));
    else if (side_after(chosen, p->steps) > PACE_LEAST)
        step_down(p, chosen);
}

static void judge_quick(pace *p, double ms) {
    p->slow = 0;
    if (p->steps == 0)
        return;
    double larger = part_of(p->steps - 1) / part_of(p->steps);
    p->quick = ms * pow(larger, 3) < WANTED_MS ? p->quick + 1 : 0;
    if (p->quick >= p->wait)
        change(p, p->steps - 1, true);
}

uint32_t pace_frame(pace *p, uint32_t chosen, double last_ms, bool moves) {
    p->wait = p->wait > 0 ? p->wait : QUICK_FRAMES;
    bool is_known = last_ms > 0 && p->moves && moves;
    if (moves && !p->moves)
        p->unjudged = UNJUDGED_FRAMES;
    else if (is_known && p->unjudged > 0)
        p->unjudged--;
    else if (is_known)
        last_ms > fmax(SLOW_MS, MUCH_SLOWER * p->futile_ms) ? judge_slow(p, chosen, last_ms) : judge_quick(p, last_ms);
    p->moves = moves;
    return moves ? side_after(chosen, p->steps) : chosen;
}

uint32_t pace_side(uint32_t side, uint32_t longest, uint32_t wanted) {
    uint32_t scaled = (uint32_t)(((uint64_t)side * wanted + longest / 2) / longest);
    return scaled < 1 ? 1 : scaled;
}

uint32_t pace_longest(const uint32_t grid[3]) {
    uint32_t both = grid[0] > grid[1] ? grid[0] : grid[1];
    return both > grid[2] ? both : grid[2];
}

void pace_grid(const uint32_t chosen[3], uint32_t wanted, uint32_t out[3]) {
    const uint32_t longest = pace_longest(chosen);
    for (int k = 0; k < 3; k++)
        out[k] = pace_side(chosen[k], longest, wanted);
}

void pace_words(const pace *p, uint32_t chosen, const char *what, const char *when, char *out, size_t size) {
    out[0] = '\0';
    if (p->moves && side_after(chosen, p->steps) < chosen) {
        snprintf(out, size, "%u instead of %u %s %s: a frame took %.0f ms", (unsigned)side_after(chosen, p->steps),
                 (unsigned)chosen, what, when, p->slow_ms);
    }
}
