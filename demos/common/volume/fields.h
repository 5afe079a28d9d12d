/* fields.h - scalar fields that need no file, over [-1,1]^3: positive inside.  SPDX-License-Identifier: MIT */
#ifndef DEMO_FIELDS_H
#define DEMO_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

/** In float32, so that every program has the same samples. */
typedef float surface_field(float x, float y, float z);

/** 16 xyz + 4 (x + y + z) - 1. */
float field_cayley(float x, float y, float z);
/** Six waves a side, cut off by the volume's faces. */
float field_gyroid(float x, float y, float z);
/** 0.7 - |p|: inside of a sphere about the origin. */
float field_sphere(float x, float y, float z);
/** 0.25 - the distance from a circle of radius 0.6 about z. */
float field_torus(float x, float y, float z);

typedef enum field_kind {
    FIELD_CAYLEY,
    FIELD_GYROID,
    FIELD_SPHERE,
    FIELD_TORUS,
    FIELD_METABALLS, /* moves with time */
    FIELD_COUNT
} field_kind;

/** By field_kind, NULL at the end. */
extern const char *const FIELD_NAMES[];

/** FIELD_COUNT where there is no such field. */
field_kind field_of_name(const char *name);

/** Samples with the first and the last on the ends of [-1,1], x fastest; a side of one sample has it at -1. `seconds` is how long
 *  metaballs have moved; at 0 all programs have the same. */
void field_sample(field_kind kind, double seconds, const uint32_t size[3], float *samples);

/** The same of any function. */
void field_sample_function(surface_field *function, const uint32_t size[3], float *samples);

#endif
