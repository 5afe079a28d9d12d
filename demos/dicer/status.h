/* status.h - what the window tells over its pictures: points, ways, times and keys.  SPDX-License-Identifier: MIT */
#ifndef DICER_STATUS_H
#define DICER_STATUS_H

#include "common/draw/overlay.h"
#include "common/voxels/pipeline.h"

/** Steps of a frame, in milliseconds; NAN where there was none. */
enum { STATUS_VOXELIZE, STATUS_BUILD, STATUS_EXTRACT, STATUS_COLOURS, STATUS_DRAW, STATUS_TIMES };

/** Means over a quarter of a second: numbers that change with every frame cannot be read. Zero it first, and whenever what was
 *  measured is no more. */
typedef struct status_times {
    double shown[STATUS_TIMES];
    double sums[STATUS_TIMES];
    unsigned counts[STATUS_TIMES], frames;
    double since_ms;
} status_times;

void status_add(status_times *t, const double ms[STATUS_TIMES], double now_ms);

typedef struct status {
    const char *model;
    const pipeline *pipeline;
    const status_times *times;
    double fps; /* 0 before there is one */
    bool turning;
    const char *notice; /* "" for none */
    const char *pace;   /* why the grid is not the user's, "" where it is; a notice goes before */
} status;

/** Rows of pixels that it takes at the top of a target of this size; 0 where it lies over the pictures, since the target is low. */
int status_height(const status *s, int width, int height);

/** Adds it to an overlay that has begun, for a target of this size. */
void status_write(const status *s, overlay *o, int width, int height);

#endif
