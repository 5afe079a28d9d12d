/* cloud.c - splats in CPU memory, whatever they come from.  SPDX-License-Identifier: MIT */
#include "splats/cloud.h"

#include "common/files/error.h"
#include "common/files/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t cloud_coefficients(uint32_t degree) {
    return (degree + 1) * (degree + 1) - 1;
}

void cloud_free(splat_cloud *c) {
    free(c->centers);
    free(c->scales);
    free(c->rotations);
    free(c->colors);
    free(c->harmonics);
    memset(c, 0, sizeof *c);
}

bool cloud_allocate(splat_cloud *c, const char *name, uint32_t count, uint32_t degree) {
    const size_t each = sizeof(float), harmonics = 3 * (size_t)cloud_coefficients(degree);
    const uint64_t bytes = (uint64_t)count * (14 + harmonics) * each;
    memset(c, 0, sizeof *c);
    if (!memory_check(name, bytes))
        return false;
    if (bytes > SIZE_MAX)
        return error_set("%s: out of memory for %u splats", name, (unsigned)count);
    c->degree = degree;
    c->centers = malloc((size_t)count * 3 * each + 1);
    c->scales = malloc((size_t)count * 3 * each + 1);
    c->rotations = malloc((size_t)count * 4 * each + 1);
    c->colors = malloc((size_t)count * 4 * each + 1);
    c->harmonics = degree > 0 ? malloc((size_t)count * harmonics * each + 1) : NULL;
    if (!c->centers || !c->scales || !c->rotations || !c->colors || (degree > 0 && !c->harmonics)) {
        cloud_free(c);
        return error_set("%s: out of memory for %u splats", name, (unsigned)count);
    }
    return true;
}

static bool are_finite(const float *values, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* In doubles, where no square of a float is 0 or infinite. False for a quaternion without a direction. */
static bool normalize(const float in[4], float out[4]) {
    double squares = 0;
    for (int k = 0; k < 4; k++)
        squares += (double)in[k] * in[k];
    if (!(squares > 0) || !isfinite(squares))
        return false;
    for (int k = 0; k < 4; k++)
        out[k] = (float)(in[k] / sqrt(squares));
    return true;
}

bool cloud_add(splat_cloud *c, const splat_record *record) {
    const uint32_t harmonics = 3 * cloud_coefficients(c->degree);
    const size_t i = c->count;
    bool is_splat = are_finite(record->center, 3) && are_finite(record->scale, 3) && are_finite(record->color, 4) &&
                    are_finite(record->harmonics, harmonics);
    for (int k = 0; k < 3; k++)
        is_splat = is_splat && record->scale[k] >= FLT_MIN;
    if (!is_splat || !normalize(record->rotation, c->rotations + 4 * i)) {
        c->skipped++;
        return false;
    }
    memcpy(c->centers + 3 * i, record->center, sizeof record->center);
    memcpy(c->scales + 3 * i, record->scale, sizeof record->scale);
    memcpy(c->colors + 4 * i, record->color, sizeof record->color);
    if (harmonics > 0)
        memcpy(c->harmonics + harmonics * i, record->harmonics, harmonics * sizeof(float));
    c->count++;
    return true;
}

/* ---- where they are ---- */

void cloud_bounds(const splat_cloud *c, float low[3], float high[3]) {
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = c->count > 0 ? c->centers[k] : 0;
    for (size_t i = 0; i < 3 * (size_t)c->count; i++) {
        float value = c->centers[i];
        low[i % 3] = value < low[i % 3] ? value : low[i % 3];
        high[i % 3] = value > high[i % 3] ? value : high[i % 3];
    }
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Enough for a median that nobody can tell from the true one, and soon sorted. */
enum { SAMPLES = 4096 };

bool cloud_sphere(const splat_cloud *c, float center[3], float *radius) {
    size_t stride = c->count / SAMPLES + 1, count = 0;
    float *values = malloc(((size_t)SAMPLES + 1) * sizeof *values);
    if (!values)
        return error_set("out of memory");
    for (int k = 0; k < 3; k++) {
        count = 0;
        for (size_t i = 0; i < c->count; i += stride)
            values[count++] = c->centers[3 * i + (size_t)k];
        qsort(values, count, sizeof *values, compare);
        center[k] = count > 0 ? values[count / 2] : 0;
    }
    count = 0;
    for (size_t i = 0; i < c->count; i += stride) {
        double squares = 0;
        for (size_t k = 0; k < 3; k++) {
            double d = (double)c->centers[3 * i + k] - center[k];
            squares += d * d;
        }
        values[count++] = (float)fmin(sqrt(squares), FLT_MAX);
    }
    qsort(values, count, sizeof *values, compare);
    *radius = count > 0 ? values[(count - 1) * 19 / 20] : 0;
    if (!(*radius > 0)) /* one splat, or many in one place: as large as it is */
        *radius = count > 0 ? fmaxf(c->scales[0], fmaxf(c->scales[1], c->scales[2])) : 1;
    free(values);
    return true;
}
