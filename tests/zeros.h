/* zeros.h - all zeros of a sampled flow, for tests of flow.h.  SPDX-License-Identifier: MIT */
#ifndef TEST_ZEROS_H
#define TEST_ZEROS_H

#include <histopyramid/reference/flow.h>

/** Finds the zeros of the polynomials of third degree through 4x4x4 samples that flow.h tells of, each in its own cell. This is a
 *  judge of the library and of its oracle, and has another method: it halves each cell again and again, and drops a part only if
 *  Bernstein's coefficients of one component have one sign there, so that no zero can be in it. In double precision.
 *  `flow` must have four samples or more along each axis, and a spacing of 1.
 *  Positions count samples from sample (0,0,0) on. Zeros that are closer than 1e-5 are one. Returns how many there are; at most
 *  `capacity` are written. */
uint32_t flow_zeros(const hpyr_ref_flow *flow, double (*zeros)[3], uint32_t capacity);

/** The distance of two positions that count samples, across the ends of periodic axes where that is shorter. */
double flow_zeros_distance(const hpyr_ref_flow *flow, const double a[3], const double b[3]);

#endif
