/* nearest.c - the oracle's nearest points of queries, by exhaustive search.
 * SPDX-License-Identifier: MIT
 *
 * histopyramid/reference/nearest.h says what is computed. Differences are exact in double precision, or so close that they are
 * rounded to single precision as if they were. Assignments round; fused operations are off for this file. */
#include <histopyramid/reference/nearest.h>

#include "reference/nearest.h"

#include <math.h>
#include <stdlib.h>

enum { NO_EXPONENT = -127, LEAST = -63, END = 64 };

/* ---- lists ---- */

bool hpi_reference_is_finite_point(const float *position) {
    return isfinite(position[0]) && isfinite(position[1]) && isfinite(position[2]);
}

void hpi_reference_box(const float *positions, uint32_t stride, uint32_t count, double low[3], double high[3]) {
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = INFINITY;
        high[axis] = -INFINITY;
        for (uint32_t i = 0; i < count; i++) {
            const float *position = positions + (size_t)i * stride;
            low[axis] = hpi_reference_is_finite_point(position) ? fmin(low[axis], position[axis]) : low[axis];
            high[axis] = hpi_reference_is_finite_point(position) ? fmax(high[axis], position[axis]) : high[axis];
        }
    }
}

void hpi_reference_list_clear(uint32_t *list, uint32_t neighbors) {
    for (uint32_t place = 0; place < neighbors; place++)
        list[place] = UINT32_MAX;
}

void hpi_reference_list_insert(uint32_t *list, float *distances, uint32_t neighbors, uint32_t point, float far) {
    uint32_t place = neighbors;
    while (place > 0 && (list[place - 1] == UINT32_MAX || far < distances[place - 1])) {
        place--;
        if (place + 1 < neighbors) {
            list[place + 1] = list[place];
            distances[place + 1] = distances[place];
        }
    }
    if (place < neighbors) {
        list[place] = point;
        distances[place] = far;
    }
}

/* ---- distances ---- */

/* A number of any size rounded to the 24 bits of a float, and its exponent. */
static double round_to_float(double number, int *exponent) {
    int power;
    const float rounded = (float)frexp(number, &power);
    const double result = ldexp((double)rounded, power);
    *exponent = result != 0 ? ilogb(result) : NO_EXPONENT;
    return result;
}

static int least_of(int a, int b) {
    return a < b ? a : b;
}

static int scale_of(const double low[3], const double high[3], const float *query) {
    double coordinate = 0, side = 0;
    int exponent;
    for (int axis = 0; axis < 3; axis++) {
        const double at = query[axis], first = fmin(low[axis], at), last = fmax(high[axis], at);
        coordinate = fmax(coordinate, fmax(fabs(first), fabs(last)));
        side = fmax(side, last - first);
    }
    (void)round_to_float(coordinate, &exponent);
    const int i = least_of(124 - exponent, 126);
    side = round_to_float(side, &exponent);
    return i + (side != 0 ? least_of(62 - (exponent + i), 126) : 126);
}

/* Of a point that is elsewhere, it is the smallest number above 0 where the square is 0. */
static float distance_of(const float *query, const float *position, int scale) {
    float squares[3];
    bool is_elsewhere = false;
    for (int axis = 0; axis < 3; axis++) {
        const float scaled = (float)ldexp((double)position[axis] - query[axis], scale);
        const float flushed = fabsf(scaled) < ldexpf(1, LEAST) ? 0 : scaled;
        is_elsewhere = is_elsewhere || position[axis] != query[axis];
        squares[axis] = flushed * flushed;
    }
    const float first = squares[0] + squares[1], sum = first + squares[2];
    return sum == 0 && is_elsewhere ? 0x1p-149f : sum;
}

static float limit_of(float radius, int scale) {
    int exponent;
    if (radius == 0)
        return INFINITY;
    const double scaled = ldexp(round_to_float(radius, &exponent), scale);
    const float factor = exponent + scale >= END ? INFINITY : exponent + scale < LEAST ? 0 : (float)scaled;
    const float square = factor * factor;
    return fmaxf(square, 0x1p-149f);
}

static float in_units(float distance, int scale) {
    const double units =
        distance < 0x1p-126f ? 0 : ldexp(distance, -2 * scale); /* it was 0 before it told points apart */
    return units < 0x1p-126 ? 0 : units >= 0x1p128 ? INFINITY : (float)units;
}

/* ---- all queries ---- */

static void find_list(const hpyr_ref_points *points, const float *query, int scale, float limit, uint32_t neighbors,
                      uint32_t *list, float *distances) {
    for (uint32_t i = 0; i < points->count; i++) {
        const float *position = points->positions + (size_t)i * points->stride;
        const float far = hpi_reference_is_finite_point(position) ? distance_of(query, position, scale) : NAN;
        if (far <= limit)
            hpi_reference_list_insert(list, distances, neighbors, i, far);
    }
}

static bool is_valid(const hpyr_ref_points *points) {
    return points && (points->count == 0 || (points->positions && points->stride >= 3));
}

hpyr_result hpyr_ref_octree_nearest(const hpyr_ref_points *points, const hpyr_ref_points *queries, uint32_t neighbors,
                                    float radius, uint32_t *indices, float *distances) {
    double low[3], high[3];
    if (!is_valid(points) || !is_valid(queries) || !neighbors || !(radius >= 0) || !isfinite(radius) ||
        (queries->count && !indices))
        return HPYR_ERROR_INVALID_ARGUMENT;
    float *found = malloc(neighbors * sizeof *found);
    if (!found)
        return HPYR_ERROR_OUT_OF_MEMORY;
    hpi_reference_box(points->positions, points->stride, points->count, low, high);
    for (uint32_t i = 0; i < queries->count; i++) {
        const float *query = queries->positions + (size_t)i * queries->stride;
        uint32_t *list = indices + (size_t)i * neighbors;
        hpi_reference_list_clear(list, neighbors);
        const bool is_query = hpi_reference_is_finite_point(query);
        const int scale = is_query ? scale_of(low, high, query) : 0;
        if (is_query)
            find_list(points, query, scale, limit_of(radius, scale), neighbors, list, found);
        for (uint32_t place = 0; distances && place < neighbors; place++)
            distances[(size_t)i * neighbors + place] =
                list[place] == UINT32_MAX ? INFINITY : in_units(found[place], scale);
    }
    free(found);
    return HPYR_OK;
}
