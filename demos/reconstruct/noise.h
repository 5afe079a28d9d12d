/* noise.h - how far points lie off their surface, and of how many neighbors normals are estimated therefore.  SPDX-License-Identifier: MIT */
#ifndef RECONSTRUCT_NOISE_H
#define RECONSTRUCT_NOISE_H

#include "common/points/points.h"

/** Of a normal where there is no noise: the library's choice. */
enum { NOISE_NEIGHBORS = 10 };

typedef struct noise {
    double
        height; /* of points off their surface, in parts of the width of ten neighbors; both are standard deviations */
    uint32_t neighbors; /* NOISE_NEIGHBORS where the height is below 0.03, and up to 32 */
} noise;

/** Looks at the nearest points of some of them. False where there is no memory.
 *  Cost: compares each point with 128 others or more, and with 1024 at most. */
bool noise_find(const point_set *s, const char *name, noise *out);

#endif
