/* status.h - what the window tells over its pictures: points, ways, times and keys.  SPDX-License-Identifier: MIT */
#ifndef DICER_STATUS_H
#define DICER_STATUS_H

#include "panels.h"

#include "common/draw/board.h"
#include "common/voxels/pipeline.h"

/** Steps of a frame, in milliseconds; NAN where there was none. */
enum { STATUS_VOXELIZE, STATUS_BUILD, STATUS_EXTRACT, STATUS_COLORS, STATUS_DRAW, STATUS_TIMES };

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
    const messages *messages;
    float content_scale; /* of the window */
    int bottom;          /* rows of pixels that the lowest captions take */
    int message_width;   /* columns of pixels that messages may take, 0 for any */
    bool has_keys;       /* there is room for them, see status_margins */
} status;

/** What facts and keys take of a target of this size: rows at its top, or columns at its sides, whichever leaves larger pictures. Where
 *  too little would be left, there are no keys; where that does not help, all are 0 and lie over the pictures. Sets `has_keys`. */
panel_margins status_margins(status *s, overlay *o, int width, int height);

/** Adds it to an overlay that has begun, for a target of this size. */
void status_write(const status *s, overlay *o, int width, int height);

#endif
