/* flows.h - fields of vectors and of numbers, on the CPU and in a texture, for tests of flow.h.  SPDX-License-Identifier: MIT */
#ifndef TEST_FLOWS_H
#define TEST_FLOWS_H

#include "oracle.h"

#define FLOW_PI 3.14159265358979323846

/** A field with the oracle's view of it. `bits` of flow_field_make: bit `axis` is set where the axis is periodic. */
typedef struct flow_field {
    hpyr_ref_flow ref;
    float *samples; /* the same memory as ref.samples */
    image im;       /* once uploaded */
} flow_field;

/** All samples 0. Samples are at their indices, and the order is that of default. */
flow_field flow_field_make(hpyr_flow_kind kind, uint32_t width, uint32_t height, uint32_t depth, unsigned bits);
void flow_field_free(flow_field *field);

/** Puts sample (0,0,0) to `shift` spacings behind 0; the period is 2 pi along periodic axes. */
void flow_field_turn(flow_field *field, const double shift[3]);

typedef void (*flow_fn)(const double p[3], double out[3]);

/** Samples of a function, which writes one number for BAND. */
void flow_field_fill(flow_field *field, flow_fn function);

/** Sums of a few sines, or with `noise` random numbers between -1 and 1. Seeded. */
void flow_field_randomize(flow_field *field, bool noise, uint64_t seed);

/** The ABC flow, A = B = C = 1. */
void flow_abc(const double p[3], double out[3]);

enum { FLOW_ABC_POINTS = 8 };
/** Its critical points in [0, 2 pi)^3, and their types without HPYR_FLOW_TYPE_SPIRAL: all are saddles, four of each type. */
void flow_abc_points(double points[FLOW_ABC_POINTS][3], uint32_t types[FLOW_ABC_POINTS]);

/** The distance of a seed from the nearest of these points, which is *nearest. */
double flow_abc_distance(const hpyr_flow_seed *seed, int *nearest);

/** Uploads the samples as `format`, of which 0 is RGBA32F and no BAND has that, and fills in ref.tiles_x. */
void flow_field_upload(env *e, flow_field *field, hpyr_format format);

/** A flow for the field, and what builds it. `capacity` may be 0. */
hpyr_flow *make_flow(env *e, const flow_field *field, uint32_t capacity);
hpyr_flow_field flow_given(const flow_field *field);

/** All seeds; their number is the flow's count. Free them. */
hpyr_flow_seed *flow_download(env *e, hpyr_flow *flow, uint32_t *count);

/** Builds, and compares all seeds with those of the oracle: their number, order, cells and types exactly; positions and values within
 *  `tolerance`. Returns how many there are. */
uint32_t check_flow(env *e, hpyr_flow *flow, const flow_field *field, double tolerance);

#endif
