/* show.h - the acts and their timeline, as plain arithmetic.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_SHOW_H
#define HEARTBREAKER_SHOW_H

#include <stdbool.h>

/** In the order that they come in, round and round.
 *
 *  | act        | what is to be seen                                                         |
 *  |------------|----------------------------------------------------------------------------|
 *  | solid      | the lit model                                                              |
 *  | dissolve   | a front passes over it and leaves its particles                            |
 *  | cloud      | the particles, still in the model's shape and motion                       |
 *  | explosion  | from the impact on; the model stands still until it is solid again         |
 *  | reassembly | every particle flies back to where it came from                            |
 *  | return     | the front passes back and leaves the solid                                 |  */
typedef enum show_act {
    SHOW_SOLID,
    SHOW_DISSOLVE,
    SHOW_CLOUD,
    SHOW_EXPLOSION,
    SHOW_REASSEMBLY,
    SHOW_RETURN,
    SHOW_ACTS
} show_act;

/** Times in seconds. Zero is the beginning of a show that waits for the viewer in the solid and in the cloud. */
typedef struct show {
    show_act act;
    double time;   /* since the act began */
    double motion; /* of the model */
    double impact; /* since the impact; stays as it is from the reassembly on */
    bool goes_on;  /* by itself from act to act */
    bool is_hit;   /* before it was a cloud: it dissolves in no time, and stands still */
    bool is_back;  /* the solid has returned, and its motion begins gently */
} show;

/** The story from the first solid to the second, as a show goes on by itself. */
double show_length(void);
/** When an act of that story begins. */
double show_begin(show_act act);
/** As JSON calls it. */
const char *show_name(show_act act);

/** Goes on by `seconds`, but not past the end of the act: returns what is left of them after it, the next act having begun, and
 *  0 else. An act may end with nothing left: compare `act`. */
double show_advance(show *s, double seconds);

/** On to the next act; false in the acts that are over in a moment by themselves, and that would tear if they were cut short. */
bool show_next(show *s);
/** The model is hit; false in acts in which there is nothing to hit. */
bool show_hit(show *s);

/** Back to an act in which the model is voxelized every frame: what was voxelized before is gone. */
void show_rewind(show *s);

/** How much of the picture is particles: 0 the solid, 1 the cloud. */
double show_sweep(const show *s);
/** 1 while particles age, falling to 0 when they turn back; 0 where they are whole. */
double show_life(const show *s);
/** How far the camera stands back, as a factor: a burst needs more room than a heart. */
double show_distance(const show *s);
/** How long the act lasts; INFINITY where it waits. */
double show_duration(const show *s);

#endif
