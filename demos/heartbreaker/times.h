/* times.h - what each frame took, and medians of it.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_TIMES_H
#define HEARTBREAKER_TIMES_H

#include "show.h"

#include <stdbool.h>
#include <stddef.h>

/** Stages of a frame, wall clock between two glFinish. */
typedef enum time_stage {
    TIME_DEFORM,
    TIME_VOXELIZE,
    TIME_BUILD,      /* and the total */
    TIME_EXTRACT,    /* into a buffer, and into the particles' texture */
    TIME_ATTRIBUTES, /* colors and normals of the particles */
    TIME_DOWNLOAD,   /* of the engine on the CPU */
    TIME_ANIMATE,
    TIME_DRAW,
    TIME_FRAME, /* all of it */
    TIME_STAGES
} time_stage;

/** Their names, but for that of the last one; ends with NULL. */
extern const char *const time_names[];

/** Milliseconds; NAN for a stage that the frame did without. */
typedef struct frame_times {
    show_act act;
    double ms[TIME_STAGES];
} frame_times;

/** All NAN. */
frame_times frame_times_none(void);
/** Adds to what the stage has. */
void frame_times_add(frame_times *t, time_stage stage, double ms);

/** What frames took, by act. Zero it first. */
typedef struct times {
    struct timed_frame {
        show_act act;
        double ms;
    } * frames;
    size_t count, capacity;
} times;

/** False where memory runs out. */
bool times_add(times *t, show_act act, double ms);
void times_free(times *t);

/** The median of the frames of an act; NAN without such a frame, or memory. */
double times_median(const times *t, show_act act);
/** How many frames there are of an act. */
size_t times_count(const times *t, show_act act);
/** What the first frame with particles took; NAN without one. */
double times_first(const times *t);

#endif
