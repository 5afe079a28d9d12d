/* save.h - seeds and lines in files.  SPDX-License-Identifier: MIT */
#ifndef FLOWSEEDS_SAVE_H
#define FLOWSEEDS_SAVE_H

#include "subject.h"

/** By the ending of `path`:
 *
 *  | .csv | text: a row x,y,z,value,type,i,j,k for each seed, under a row of these names; types as SUBJECT_TYPES                  |
 *  | .ply | binary little-endian: the lines. A vertex is float x y z speed, an edge int vertex1 vertex2 joins two of them |
 *
 *  On failure nothing is left behind. */
bool save_write(const char *path, const subject *s);

#endif
