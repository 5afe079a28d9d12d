/* points.c - points in CPU memory, with normals or without.  SPDX-License-Identifier: MIT */
#include "common/points/points.h"

#include "common/files/memory.h"
#include "common/mesh/vector.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the origin is farther away than so many extents of the points, floats hold too little of them for fine cells. */
static const double FARTHEST_ORIGIN = 64;

/* Squares of larger numbers, and of smaller extents, are no floats. */
static const double LARGEST = 1e15, SMALLEST = 1e-15;

/* 64 of the smallest steps between two floats: a mesh in them is hardly one. */
static const double LEAST_EXTENT = 0x1p-143;

/* Of the largest extent. Points that are rounded to floats lie so near to the plane on which they are. */
static const double FLATNESS = 1e-6;

void point_set_free(point_set *s) {
    free(s->given);
    free(s->positions);
    free(s->normals);
    memset(s, 0, sizeof *s);
}

static bool resize(void **block, uint64_t bytes) {
    void *larger = bytes <= SIZE_MAX ? realloc(*block, (size_t)bytes) : NULL;
    if (larger)
        *block = larger;
    return larger != NULL;
}

bool points_reserve(point_set *s, const char *path, uint64_t count, bool has_normals) {
    const uint64_t wanted = s->count + count, point_bytes = 3 * sizeof(double), normal_bytes = 3 * sizeof(float);
    if (wanted <= s->capacity)
        return true;
    if (wanted > INT32_MAX) {
        return error_set("%s: %llu points are too many: %u are allowed", path, (unsigned long long)wanted,
                         (unsigned)INT32_MAX);
    }
    if (!memory_check(path, wanted * (point_bytes + 2 * normal_bytes)))
        return false;
    if (!resize((void **)&s->given, wanted * point_bytes) ||
        (has_normals && !resize((void **)&s->normals, wanted * normal_bytes)))
        return error_set("%s: out of memory for %llu points", path, (unsigned long long)wanted);
    s->capacity = (uint32_t)wanted;
    return true;
}

static bool are_finite(const double v[3]) {
    return fabs(v[0]) <= FLT_MAX && fabs(v[1]) <= FLT_MAX && fabs(v[2]) <= FLT_MAX; /* and none is NaN */
}

/* Lengths of normals tell nothing here; a length of 1 is safe for all that is computed of them. */
static void take_normal(point_set *s, const double *normal) {
    float *out = s->normals + 3 * (size_t)s->count;
    const double longest =
        normal && are_finite(normal) ? fmax(fmax(fabs(normal[0]), fabs(normal[1])), fabs(normal[2])) : 0;
    double scaled[3] = {0};
    for (int k = 0; longest > 0 && k < 3; k++)
        scaled[k] = normal[k] / longest;
    const double length = vector_length(scaled);
    for (int k = 0; k < 3; k++)
        out[k] = length > 0 ? (float)(scaled[k] / length) : 0;
    s->without += !(length > 0);
}

void points_add(point_set *s, const double position[3], const double normal[3]) {
    if (!are_finite(position)) {
        s->skipped++;
        return;
    }
    memcpy(s->given + 3 * (size_t)s->count, position, 3 * sizeof *position);
    if (s->normals)
        take_normal(s, normal);
    else
        s->without++;
    s->count++;
}

/* ---- the origin and the scale ---- */

static void find_box(const point_set *s, double low[3], double high[3]) {
    memcpy(low, s->given, 3 * sizeof *low);
    memcpy(high, s->given, 3 * sizeof *high);
    for (size_t i = 0; i < 3 * (size_t)s->count; i++) {
        low[i % 3] = fmin(low[i % 3], s->given[i]);
        high[i % 3] = fmax(high[i % 3], s->given[i]);
    }
}

/* A power of two changes no digit, as long as nothing ends. */
static double choose_scale(double extent, double away) {
    int exponent;
    if (extent == 0 || (extent >= SMALLEST && away <= LARGEST))
        return 1;
    frexp(extent, &exponent);
    return ldexp(1, 1 - exponent);
}

static bool place(point_set *s, const char *path) {
    double low[3], high[3], extent = 0, away = 0;
    find_box(s, low, high);
    for (int k = 0; k < 3; k++) {
        extent = fmax(extent, high[k] - low[k]);
        away = fmax(away, fmax(fabs(low[k]), fabs(high[k])));
    }
    if (extent > 0 && extent < LEAST_EXTENT)
        return error_set("%s: its extent of %.3g is less than this program can take: floats have steps of 1.4e-45",
                         path, extent);
    const bool is_far = extent > 0 && away > FARTHEST_ORIGIN * extent;
    for (int k = 0; k < 3 && is_far; k++) {
        double step = exp2(floor(log2(extent))); /* so that the origin is a short number */
        s->origin[k] = floor((low[k] + high[k]) / 2 / step) * step;
    }
    s->extent = extent;
    s->scale = choose_scale(extent, is_far ? extent : away);
    return true;
}

bool points_finish(point_set *s, const char *path) {
    if (s->count == 0) {
        return s->skipped == 0
                   ? error_set("%s: holds no points", path)
                   : error_set("%s: none of its %u points has three finite coordinates", path, (unsigned)s->skipped);
    }
    if (!place(s, path))
        return false;
    s->positions = malloc(3 * (size_t)s->count * sizeof *s->positions);
    if (!s->positions)
        return error_set("%s: out of memory for %u points", path, (unsigned)s->count);
    for (size_t i = 0; i < 3 * (size_t)s->count; i++)
        s->positions[i] = (float)((s->given[i] - s->origin[i % 3]) * s->scale);
    free(s->given);
    s->given = NULL;
    if (s->without == s->count) {
        free(s->normals);
        s->normals = NULL;
    }
    return true;
}

/* ---- shape ---- */

void points_bounds(const point_set *s, float low[3], float high[3]) {
    for (int k = 0; k < 3; k++)
        low[k] = high[k] = s->count > 0 ? s->positions[k] : 0;
    for (size_t i = 0; i < 3 * (size_t)s->count; i++) {
        low[i % 3] = fminf(low[i % 3], s->positions[i]);
        high[i % 3] = fmaxf(high[i % 3], s->positions[i]);
    }
}

static void subtract(const float *a, const float *b, double out[3]) {
    for (int k = 0; k < 3; k++)
        out[k] = (double)a[k] - b[k];
}

/* How far a point is from the first one; or from a line through that along the unit vector `along`; or from a plane through it. */
static double distance(const double away[3], int dimensions, const double *along, const double *across) {
    double cross[3];
    if (dimensions == 0)
        return vector_length(away);
    if (dimensions == 2)
        return fabs(vector_dot(away, across));
    vector_cross(away, along, cross);
    return vector_length(cross);
}

static double find_farthest(const point_set *s, int dimensions, const double *along, const double *across,
                            double farthest[3]) {
    double most = -1, away[3];
    for (size_t i = 0; i < s->count; i++) {
        subtract(s->positions + 3 * i, s->positions, away);
        double far = distance(away, dimensions, along, across);
        if (far > most) {
            most = far;
            memcpy(farthest, away, sizeof away);
        }
    }
    return most;
}

static void make_unit(double v[3]) {
    double length = vector_length(v);
    for (int k = 0; k < 3 && length > 0; k++)
        v[k] /= length;
}

bool points_check_shape(const point_set *s, const char *name) {
    static const char *const WHERE[] = {"at one place", "on a line", "on a plane"};
    double along[3] = {0}, across[3] = {0}, found[3] = {0}, extent = 0;
    if (s->count == 1)
        return error_set("%s: one point surrounds nothing: no surface", name);
    for (int dimensions = 0; dimensions < 3; dimensions++) {
        double far = find_farthest(s, dimensions, along, across, found);
        extent = fmax(extent, far);
        if (!(far > FLATNESS * extent)) {
            return error_set("%s: all of its %u points lie %s, so they surround nothing: no surface", name,
                             (unsigned)s->count, WHERE[dimensions]);
        }
        if (dimensions == 0)
            memcpy(along, found, sizeof along);
        else
            vector_cross(along, found, across);
        make_unit(along);
        make_unit(across);
    }
    return true;
}

void points_flip(point_set *s) {
    for (size_t i = 0; s->normals && i < 3 * (size_t)s->count; i++)
        s->normals[i] = -s->normals[i];
}

void points_tell(progress *bar, uint64_t done, uint64_t total) {
    const double part = total > 0 ? 100.0 * (double)done / (double)total : 0;
    while (bar && bar->done < bar->total && bar->done + 1 <= part)
        progress_step(bar);
}

void points_warn(const point_source *s, const char *line) {
    if (s->bar)
        progress_clear(s->bar);
    if (s->warn)
        s->warn(line);
}
