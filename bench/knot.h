/* knot.h - a tube around a trefoil knot, of which distances, normals and the volume are known.  SPDX-License-Identifier: MIT */
#ifndef BENCH_KNOT_H
#define BENCH_KNOT_H

#include <stdbool.h>
#include <stdint.h>

enum { KNOT_PLACES = 256 };

/** Read its fields; change nothing. */
typedef struct knot {
    double side; /* the longest of the box around it, whose middle is the origin */
    double volume;
    double places[KNOT_PLACES][3]; /* on the curve in the middle of the tube */
} knot;

knot knot_make(void);

/** A point of the tube by chance, as likely everywhere, with its normal. */
void knot_sample(uint32_t *state, double point[3], double normal[3]);

/** How far a point is outside of the tube, below 0 inside. `normal` is that of the nearest point of the tube. */
double knot_distance(const knot *k, const double point[3], double normal[3]);

#endif
