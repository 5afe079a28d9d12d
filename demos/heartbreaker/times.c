/* times.c - what each frame took, and medians of it.  SPDX-License-Identifier: MIT */
#include "times.h"

#include "common/files/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *time_name(time_stage stage) {
    static const char *const NAMES[TIME_STAGES] = {"voxelize", "build", "extract",    "download", "animate",
                                                   "draw",     "frame", "attributes", "deform"};
    return NAMES[stage];
}

frame_times frame_times_none(void) {
    frame_times t = {SHOW_SOLID, {0}};
    for (int i = 0; i < TIME_STAGES; i++)
        t.ms[i] = NAN;
    return t;
}

void frame_times_add(frame_times *t, time_stage stage, double ms) {
    t->ms[stage] = isnan(t->ms[stage]) ? ms : t->ms[stage] + ms;
}

bool times_add(times *t, const frame_times *frame) {
    if (t->count == t->capacity) {
        size_t capacity = 2 * t->capacity + 64;
        frame_times *frames = realloc(t->frames, capacity * sizeof *frames);
        if (!frames)
            return false;
        t->frames = frames;
        t->capacity = capacity;
    }
    t->frames[t->count++] = *frame;
    return true;
}

void times_free(times *t) {
    free(t->frames);
    memset(t, 0, sizeof *t);
}

double times_median(const times *t, time_stage stage, show_act act) {
    double *samples = malloc((t->count + 1) * sizeof *samples), median = NAN;
    size_t count = 0;
    for (size_t i = 0; samples && i < t->count; i++) {
        double ms = t->frames[i].ms[stage];
        if (!isnan(ms) && (act == SHOW_ACTS || t->frames[i].act == act))
            samples[count++] = ms;
    }
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
            return t->frames[i].ms[TIME_FRAME];
    return NAN;
}
