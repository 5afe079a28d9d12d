/* slider.h - a value on a scale that the pointer drags, and how often which values are there.  SPDX-License-Identifier: MIT */
#ifndef DEMO_SLIDER_H
#define DEMO_SLIDER_H

#include "common/draw/overlay.h"

#include <stdbool.h>
#include <stdint.h>

/** The values that it goes through. */
typedef struct slider_scale {
    double minimum, maximum;
    const uint64_t *bins; /* how many there are in equal parts of the range; borrowed, NULL for a plain track */
    int bin_count;
    float below[3], above[3]; /* colors of what is below the value, and of the rest */
    bool skips_empty; /* keys go from one bin that is not empty to the next: values between them change nothing */
} slider_scale;

/** Where it lies in a target, in pixels from the lower left corner. */
typedef struct slider {
    float scale;         /* of its words */
    float x, y;          /* the lower left corner of the track, under the histogram */
    float width, height; /* of the track; 0 where the target is too small for a slider */
    float left, bottom;  /* of the board around it */
    float right, top;
    slider_scale values;
} slider;

/** At the bottom of a target of this size, right of so many columns. */
slider slider_place(const slider_scale *values, int columns, int width, int height, float scale);

/** Whether a press there takes hold of it. */
bool slider_has(const slider *s, float x, float y);
/** The value at a place, in no more digits than places can tell apart, or at the nearer end beyond it; and the place of a
 *  value. */
double slider_value(const slider *s, float x);
float slider_handle(const slider *s, double value);
/** Up or down to the farther end of the next bin that is not empty, or else to the end of the scale. */
double slider_next(const slider_scale *f, double value, int direction);
/** Where a press takes hold of the handle itself and not of the track: so far from its middle. */
float slider_grip(const slider *s, double value, float x);

/** Adds it to an overlay: how often which values are there, a scale, and the value. */
void slider_write(const slider *s, double value, overlay *o);

#endif
