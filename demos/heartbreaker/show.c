/* show.c - the acts and their timeline, as plain arithmetic.  SPDX-License-Identifier: MIT */
#include "show.h"

#include <math.h>

/* Of a story that goes on by itself. */
static const double DURATIONS[SHOW_ACTS] = {2.0, 1.2, 1.3, 4.5, 2.2, 0.8};
static const char *const NAMES[SHOW_ACTS] = {"solid", "dissolve", "cloud", "explosion", "reassembly", "return"};
static const double LAST_SOLID = 1.0;           /* that the story ends with */
static const double HIT_DISSOLVE = 0.18;        /* of a solid that was hit */
static const double LONGEST_EXPLOSION = 6.5;    /* by then all have faded, and nobody needs to wait for a key */
static const double EASE = 0.8;                 /* until the motion has its pace again */
static const double BACK = 0.34, RETREAT = 1.1; /* how far the camera steps back, and within how long */
static const double REVIVAL = 0.35;             /* of the reassembly, until particles are whole */

double show_length(void) {
    return show_begin(SHOW_ACTS) + LAST_SOLID;
}

double show_begin(show_act act) {
    double begin = 0;
    for (int i = 0; i < (int)act; i++)
        begin += DURATIONS[i];
    return begin;
}

const char *show_name(show_act act) {
    return NAMES[act];
}

/* 0 to 1, without a jerk at either end. */
static double smooth(double x) {
    x = fmin(fmax(x, 0), 1);
    return x * x * (3 - 2 * x);
}

/* How far the motion has come `time` after a gentle beginning: the integral of smooth(time / EASE). */
static double eased(double time) {
    double x = time / EASE;
    return x < 1 ? EASE * x * x * x * (1 - x / 2) : time - EASE / 2;
}

double show_duration(const show *s) {
    bool waits = !s->goes_on && !s->is_hit && (s->act == SHOW_SOLID || s->act == SHOW_CLOUD);
    if (waits)
        return INFINITY;
    if (s->is_hit && s->act <= SHOW_CLOUD)
        return s->act == SHOW_DISSOLVE ? HIT_DISSOLVE : 0;
    return s->act == SHOW_EXPLOSION && !s->goes_on ? LONGEST_EXPLOSION : DURATIONS[s->act];
}

static void move(show *s, double seconds) {
    if (s->act == SHOW_EXPLOSION) {
        s->impact += seconds;
    } else if (s->act <= SHOW_CLOUD && !s->is_hit) {
        bool gently = s->act == SHOW_SOLID && s->is_back;
        s->motion += gently ? eased(s->time + seconds) - eased(s->time) : seconds;
    }
    s->time += seconds;
}

static void begin_next(show *s) {
    s->is_back = s->act == SHOW_RETURN;
    s->act = s->act + 1 < SHOW_ACTS ? (show_act)(s->act + 1) : SHOW_SOLID;
    s->time = 0;
    if (s->act == SHOW_EXPLOSION) {
        s->impact = 0;
        s->is_hit = false;
    }
}

double show_advance(show *s, double seconds) {
    double rest = show_duration(s) - s->time;
    if (seconds < rest) {
        move(s, seconds);
        return 0;
    }
    move(s, fmax(rest, 0));
    begin_next(s);
    return fmax(seconds - fmax(rest, 0), 0);
}

bool show_next(show *s) {
    bool waits = s->act == SHOW_SOLID || s->act == SHOW_CLOUD || s->act == SHOW_EXPLOSION;
    if (waits)
        begin_next(s);
    return waits;
}

bool show_hit(show *s) {
    if (s->act > SHOW_CLOUD || s->is_hit)
        return false;
    if (s->act == SHOW_DISSOLVE) /* the front goes on from where it is */
        s->time *= HIT_DISSOLVE / DURATIONS[SHOW_DISSOLVE];
    s->is_hit = true;
    return true;
}

void show_rewind(show *s) {
    if (s->act == SHOW_RETURN) {
        begin_next(s);
    } else if (s->act > SHOW_CLOUD) {
        s->act = SHOW_CLOUD;
        s->time = 0;
    }
    s->is_hit = false;
}

double show_sweep(const show *s) {
    if (s->act == SHOW_DISSOLVE)
        return smooth(s->time / show_duration(s));
    return s->act == SHOW_SOLID ? 0 : s->act == SHOW_RETURN ? 1 - smooth(s->time / DURATIONS[SHOW_RETURN]) : 1;
}

double show_life(const show *s) {
    if (s->act == SHOW_REASSEMBLY)
        return 1 - smooth(s->time / (REVIVAL * DURATIONS[SHOW_REASSEMBLY]));
    return s->act == SHOW_EXPLOSION ? 1 : 0;
}

double show_distance(const show *s) {
    double away = smooth(s->impact / RETREAT);
    switch (s->act) {
    case SHOW_EXPLOSION:
        return 1 + BACK * away;
    case SHOW_REASSEMBLY:
        return 1 + BACK * away * (1 - smooth(s->time / DURATIONS[SHOW_REASSEMBLY]));
    default:
        return 1;
    }
}
