/* times.c - what each frame took, and medians of it.  SPDX-License-Identifier: MIT */
#include "times.h"

#include "common/files/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const time_names[] = {"deform",   "voxelize", "build", "extract", "attributes",
                                  "download", "animate",  "draw",  NULL};

frame_times frame_times_none(void) {
    frame_times t = {SHOW_SOLID, {0}};
    for (int i = 0; i < TIME_STAGES; i++)
        t.ms[i] = NAN;
    return t;
}

void frame_times_add(frame_times *t, time_stage stage, double ms) {
    t->ms[stage] = isnan(t->ms[stage]) ? ms : t->ms[stage] + ms;
}

bool times_add(times *t, show_act act, double ms) {
    if (t->count == t->capacity) {
        size_t capacity = 2 * t->capacity + 64;
        void *frames = realloc(t->frames, capacity * sizeof *t->frames);
        if (!frames)
            return false;
        t->frames = frames;
        t->capacity = capacity;
    }
    t->frames[t->count].act = act;
    t->frames[t->count++].ms = ms;
    return true;
}

void times_free(times *t) {
    free(t->frames);
    memset(t, 0, sizeof *t);
}

double times_median(const times *t, show_act act) {
    double *samples = malloc((t->count + 1) * sizeof *samples), median = NAN;
    size_t count = 0;
    for (size_t i = 0; samples && i < t->count; i++)
        if (t->frames[i].act == act)
            samples[count++] = t->frames[i].ms;
    if (count > 0)
        median = median_of(samples, count);
    free(samples);
    return median;
}

size_t times_count(const times *t, show_act act) {
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        count += t->frames[i].act == act;
    return count;
}

double times_first(const times *t) {
    for (size_t i = 0; i < t->count; i++)
        if (t->frames[i].act != SHOW_SOLID)
            return t->frames[i].ms;
    return NAN;
}
