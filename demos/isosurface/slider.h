/* slider.h - the isovalue among the samples' values, on a scale that the pointer drags.  SPDX-License-Identifier: MIT */
#ifndef ISOSURFACE_SLIDER_H
#define ISOSURFACE_SLIDER_H

#include "common/draw/overlay.h"
#include "common/volume/volume.h"

#include <stdbool.h>

/** Where it lies in a target, in pixels from the lower left corner. */
typedef struct slider {
    float scale;         /* of its words */
    float x, y;          /* the lower left corner of the track, under the histogram */
    float width, height; /* of the track; 0 where the target is too small for a slider */
    float left, bottom;  /* of the board around it */
    float right, top;
    const volume_facts *facts;
} slider;

/** At the bottom of a target of this size. `facts` is borrowed. */
slider slider_place(const volume_facts *facts, int width, int height, float scale);

/** Whether a press there takes hold of it. */
bool slider_has(const slider *s, float x, float y);
/** The isovalue at a place, in no more digits than places can tell apart, or at the nearer end beyond it; and the place of an
 *  isovalue. */
double slider_value(const slider *s, float x);
float slider_handle(const slider *s, double iso);
/** Where a press takes hold of the handle itself and not of the track: so far from its middle. */
float slider_grip(const slider *s, double iso, float x);

/** Adds it to an overlay: how many samples have which value, a scale, and the isovalue. The two kinds of samples have the colours of
 *  the surface's two sides. */
void slider_write(const slider *s, double iso, overlay *o);

#endif
