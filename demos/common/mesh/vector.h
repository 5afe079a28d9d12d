/* vector.h - vectors of doubles: cglm's are floats.  SPDX-License-Identifier: MIT */
#ifndef DEMO_VECTOR_H
#define DEMO_VECTOR_H

#include <math.h>

static inline double vector_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double vector_length(const double v[3]) {
    return sqrt(vector_dot(v, v));
}

/** `out` is neither a nor b. */
static inline void vector_cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
