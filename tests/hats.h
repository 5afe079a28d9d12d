/* hats.h - the basis functions of Poisson reconstruction, one by one, and integrals of two of them. Neither cells nor
 * neighbors are used.  SPDX-License-Identifier: MIT */
#ifndef TEST_HATS_H
#define TEST_HATS_H

#include "scans.h"

/** A hat, in cells of the last depth. */
typedef struct hat {
    int32_t at[3], width;
    uint32_t depth, node;
    double amount; /* x_v */
} hat;

typedef struct hats {
    hat *list; /* from depth 1 on. The caller frees it */
    uint32_t count;
} hats;

/** All hats of a scan that is solved. x_v is what f_d has at the vertex and f_(d-1) has not. Checks that nodes without
 *  a hat have no numbers. */
hats make_hats(const scan *scan);

double hat_at(const hat *hat, const double cells[3]);

/** The sum of the hats of depths up to `depth`. */
double sum_of_hats(const hats *hats, uint32_t depth, const double cells[3]);

/** A hat and its slope along an axis; the integral along it of the product of two such functions. */
typedef double (*along_fn)(const hat *hat, int axis, double t);
double hat_along(const hat *hat, int axis, double t);
double slope_along(const hat *hat, int axis, double t);
double integrate_line(const hat *a, along_fn f, const hat *b, along_fn g, int axis);

/** Integral of grad a . grad b, in units of the last depth. */
double gradients_integral(const hat *a, const hat *b);

/** Integral of grad a . (vector * b), in units of the last depth. */
double vector_integral(const hat *a, const hat *b, const double vector[3]);

#endif
