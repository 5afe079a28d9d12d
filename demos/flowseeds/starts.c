/* starts.c - where lines begin.  SPDX-License-Identifier: MIT */
#include "subject.h"

#include <math.h>
#include <string.h>

static const double AWAY = 0.012; /* of starts from their critical point: of the longest side of the box */

static void put_start(const subject *s, const double p[3], float start[4]) {
    for (int axis = 0; axis < 3; axis++) /* critical points may lie a little outside */
        start[axis] = fminf(fmaxf((float)p[axis], s->low[axis]), s->high[axis]);
    start[3] = 0;
}

/* Point i of `count` on the unit ball, in a spiral that turns by the golden angle from one to the next. */
static void ball_point(uint32_t i, uint32_t count, double out[3]) {
    const double z = 1 - (2.0 * i + 1) / count, angle = 2.399963229728653 * i, ring = sqrt(1 - z * z);
    out[0] = ring * cos(angle);
    out[1] = ring * sin(angle);
    out[2] = z;
}

static uint32_t around_points(const subject *s, uint32_t most, float (*starts)[4]) {
    const uint32_t points = s->seed_count < most ? s->seed_count : most, each = points ? most / points : 0;
    double longest = 0, place[3];
    for (int axis = 0; axis < 3; axis++)
        longest = fmax(longest, (double)s->high[axis] - s->low[axis]);
    for (uint32_t i = 0; i < points * each; i++) {
        ball_point(i % each, each, place);
        for (int axis = 0; axis < 3; axis++)
            place[axis] = s->seeds[i / each].position[axis] + AWAY * longest * place[axis];
        put_start(s, place, starts[i]);
    }
    return points * each;
}

/* Fewer than `most` may be a whole grid where so many are not. */
static uint32_t in_grid(const subject *s, uint32_t most, float (*starts)[4]) {
    uint32_t count = most + 1;
    for (uint32_t wanted = most; wanted > 0 && count > most; wanted--)
        count = starts_grid(s, wanted, most + 1, starts[0], 4);
    return count < most ? count : most;
}

bool starts_lack_points(const subject *s) {
    return s->wishes.seeds == SEEDS_CRITICAL && s->seed_count == 0;
}

uint32_t starts_choose(const subject *s, uint32_t most, float (*starts)[4]) {
    if (starts_lack_points(s))
        return in_grid(s, most, starts);
    if (s->wishes.seeds == SEEDS_CRITICAL)
        return around_points(s, most, starts);
    const uint32_t count = s->seed_count < most ? s->seed_count : most;
    for (uint32_t i = 0; i < count; i++) {
        const float *p = s->seeds[(uint64_t)i * s->seed_count / count].position;
        put_start(s, (const double[3]){p[0], p[1], p[2]}, starts[i]);
    }
    return count;
}

/* Splits a box into cubes, or nearly. Axes that are shorter than half a cube are not split, and the others share what is wanted. */
static void split(const double sides[3], uint32_t wanted, uint32_t most, uint32_t n[3]) {
    bool is_flat[3] = {false, false, false};
    for (int round = 0; round < 3; round++) {
        double step = wanted;
        int axes = 0;
        for (int axis = 0; axis < 3; axis++) {
            is_flat[axis] = is_flat[axis] || sides[axis] <= 0;
            axes += !is_flat[axis];
            step = is_flat[axis] ? step : step / sides[axis];
        }
        step = axes ? pow(step, -1.0 / axes) : 1;
        for (int axis = 0; axis < 3; axis++) {
            n[axis] = is_flat[axis] ? 1 : (uint32_t)fmax(1, fmin(floor(sides[axis] / step + 0.5), most));
            is_flat[axis] = is_flat[axis] || sides[axis] < 0.5 * step;
        }
    }
}

uint32_t starts_grid(const subject *s, uint32_t wanted, uint32_t most, float *places, size_t stride) {
    double sides[3];
    uint32_t n[3], count = 0;
    for (int axis = 0; axis < 3; axis++)
        sides[axis] = (double)s->high[axis] - s->low[axis];
    split(sides, wanted, most, n);
    for (uint32_t i = 0; i < (uint64_t)n[0] * n[1] * n[2] && count < most; i++, count++) {
        const uint32_t at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
        for (int axis = 0; axis < 3; axis++)
            places[count * stride + (size_t)axis] = (float)(s->low[axis] + (at[axis] + 0.5) / n[axis] * sides[axis]);
    }
    return count;
}
