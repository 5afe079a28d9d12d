/* spread.c - how points lie in the cube that the library puts around them.  SPDX-License-Identifier: MIT */
#include "common/points/spread.h"

#include <math.h>
#include <stdlib.h>

/* Of the smallest cube around points: the library's choice where hpyr_octree_points has none. */
static const double MARGIN = 1.1;

static const double FAR_FACTOR = 4; /* a cube that outliers make so much larger is worth a line */

/* Of so many numbers one at each end may be an outlier's. More than MOST_LOOKED_AT tell no more about the others. */
enum { ONE_IN = 200, LEAST_POINTS = ONE_IN / 2, MOST_LOOKED_AT = 1 << 17 };

/* Three passes of ten bits sort a key, which has three bits a depth. */
enum { DIGIT_BITS = HPYR_OCTREE_MAX_DEPTH, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

/* ---- numbers ---- */

static int compare_floats(const void *a, const void *b) {
    const float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

void floats_sort(float *numbers, size_t count) {
    qsort(numbers, count, sizeof *numbers, compare_floats);
}

/* ---- cells ---- */

static uint32_t key_of(const float *position, const double origin[3], double cells_per_unit) {
    uint32_t key = 0;
    for (int k = 0; k < 3; k++) {
        const uint32_t cell = (uint32_t)((position[k] - origin[k]) * cells_per_unit);
        for (int bit = 0; bit < HPYR_OCTREE_MAX_DEPTH; bit++)
            key |= (cell >> bit & 1) << (3 * bit + k);
    }
    return key;
}

/* Keys of cells of the last depth: those of a depth above are the same without three bits a depth. */
static void find_keys(const point_set *s, uint32_t *keys) {
    float low[3], high[3];
    double origin[3], extent = 0;
    points_bounds(s, low, high);
    for (int k = 0; k < 3; k++)
        extent = fmax(extent, (double)high[k] - low[k]);
    for (int k = 0; k < 3; k++)
        origin[k] = ((double)low[k] + high[k] - extent * MARGIN) / 2;
    for (size_t i = 0; i < s->count; i++)
        keys[i] = key_of(s->positions + 3 * i, origin, (1 << HPYR_OCTREE_MAX_DEPTH) / (extent * MARGIN));
}

static void sort_by_digit(const uint32_t *keys, uint32_t count, int pass, uint32_t *sorted) {
    uint32_t places[DIGITS + 1] = {0};
    const int shift = pass * DIGIT_BITS;
    for (size_t i = 0; i < count; i++)
        places[(keys[i] >> shift) % DIGITS + 1]++;
    for (int digit = 0; digit < DIGITS; digit++)
        places[digit + 1] += places[digit];
    for (size_t i = 0; i < count; i++)
        sorted[places[(keys[i] >> shift) % DIGITS]++] = keys[i];
}

static void count_cells(const uint32_t *sorted, spread *out) {
    for (uint32_t depth = 0; depth <= HPYR_OCTREE_MAX_DEPTH; depth++) {
        const uint32_t shift = 3 * (HPYR_OCTREE_MAX_DEPTH - depth);
        out->cells[depth] = out->points > 0;
        for (size_t i = 1; i < out->points; i++)
            out->cells[depth] += sorted[i] >> shift != sorted[i - 1] >> shift;
    }
}

bool spread_find(const point_set *s, const char *name, spread *out) {
    uint32_t *keys[2];
    for (int i = 0; i < 2; i++)
        keys[i] = malloc(sizeof **keys * ((size_t)s->count + 1));
    const bool ok = keys[0] && keys[1];
    if (ok) {
        out->points = s->count;
        find_keys(s, keys[0]);
        for (int pass = 0; pass < PASSES; pass++)
            sort_by_digit(keys[pass % 2], s->count, pass, keys[1 - pass % 2]);
        count_cells(keys[PASSES % 2], out);
    }
    for (int i = 0; i < 2; i++)
        free(keys[i]);
    return ok || error_set("%s: out of memory for the cells of %u points", name, (unsigned)s->count);
}

double spread_mean(const spread *s, uint32_t depth) {
    return s->cells[depth] > 0 ? (double)s->points / s->cells[depth] : 0;
}

uint32_t spread_depth(const spread *s, uint32_t depth, uint32_t lowest, double least) {
    while (depth > lowest && spread_mean(s, depth) < least)
        depth--;
    return depth;
}

/* ---- outliers ---- */

/* The middle of the others along an axis, and returns their extent. `room` is for MOST_LOOKED_AT numbers. */
static double find_core(const point_set *s, int axis, float *room, double *middle) {
    const size_t step = (s->count - 1) / MOST_LOOKED_AT + 1, count = (s->count - 1) / step + 1;
    const size_t left_out = (count + ONE_IN - 1) / ONE_IN;
    for (size_t i = 0; i < count; i++)
        room[i] = s->positions[3 * i * step + (size_t)axis];
    floats_sort(room, count);
    *middle = ((double)room[left_out] + room[count - 1 - left_out]) / 2;
    return (double)room[count - 1 - left_out] - room[left_out];
}

static uint32_t count_outside(const point_set *s, const double middle[3], double reach) {
    uint32_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        double away = 0;
        for (size_t k = 0; k < 3; k++)
            away = fmax(away, fabs(s->positions[3 * i + k] - middle[k]));
        count += away > reach;
    }
    return count;
}

bool outliers_find(const point_set *s, const char *name, outliers *out) {
    float low[3], high[3], *room;
    double middle[3], core = 0, extent = 0;
    *out = (outliers){0, 1};
    if (s->count < LEAST_POINTS)
        return true;
    room = malloc(MOST_LOOKED_AT * sizeof *room);
    if (!room)
        return error_set("%s: out of memory for a look at %u points", name, (unsigned)s->count);
    points_bounds(s, low, high);
    for (int k = 0; k < 3; k++) {
        core = fmax(core, find_core(s, k, room, &middle[k]));
        extent = fmax(extent, (double)high[k] - low[k]);
    }
    free(room);
    if (core > 0 && extent > FAR_FACTOR * core)
        *out = (outliers){count_outside(s, middle, FAR_FACTOR * core / 2), extent / core};
    return true;
}
