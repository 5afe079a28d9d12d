/* record.h - the show without a window: frames of the whole story, and single pictures.  SPDX-License-Identifier: MIT */
#ifndef HEARTBREAKER_RECORD_H
#define HEARTBREAKER_RECORD_H

#include "film.h"
#include "player.h"

/** | field          | zero means                                                                 |
 *  |----------------|----------------------------------------------------------------------------|
 *  | film           | frames, fps, width and height are errors                                   |
 *  | has_panel      | pictures without words: with them no two runs are the same                 |
 *  | fine           | drawn at the resolution of the pictures, else at twice that                |
 *  | model          | for the words                                                              |  */
typedef struct record_desc {
    film_desc film;
    bool has_panel, fine;
    const char *model;
} record_desc;

/** Plays the story once, in frames that are the same share of it apart. They go to files where the film has any, and else only
 *  to where nobody reads them. Appends to `times`. */
bool record_story(player *p, const record_desc *desc, times *t);

/** Plays to `at` seconds of the story, and saves that. */
bool record_moment(player *p, double at, const char *path, int width, int height);

/** Saves what was drawn last. */
bool record_still(player *p, const char *path, int width, int height);

#endif
