/* samples.c - points on a mesh, as a perfect scanner would see them, or one with noise.  SPDX-License-Identifier: MIT */
#include "common/points/points.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TWO_PI = 6.283185307179586;

/* splitmix64 (Steele, Lea, Flood 2014): its numbers depend on nothing but how many there were. */
static double next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Box and Muller 1958. */
static double next_normal(uint64_t *state) {
    double radius = sqrt(-2 * log(1 - next_random(state)));
    return radius * cos(TWO_PI * next_random(state));
}

static double area_of(const mesh *m, uint32_t triangle) {
    const uint32_t *corner = m->indices + 3 * (size_t)triangle;
    double cross[3];
    if (!mesh_triangle_is_finite(m, triangle))
        return 0;
    mesh_cross(m->positions + 3 * (size_t)corner[0], m->positions + 3 * (size_t)corner[1],
               m->positions + 3 * (size_t)corner[2], cross);
    return vector_length(cross) / 2;
}

static double total_area(const mesh *m) {
    double sum = 0;
    for (uint32_t t = 0; t < m->triangle_count; t++)
        sum += area_of(m, t);
    return sum;
}

static void add_sample(const mesh *m, uint32_t triangle, double sigma, uint64_t *state, point_set *out) {
    const uint32_t *corner = m->indices + 3 * (size_t)triangle;
    double root = sqrt(next_random(state)), along = next_random(state);
    const double weights[3] = {1 - root, root * (1 - along), root * along};
    double position[3] = {0}, normal[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        for (size_t k = 0; k < 3; k++) {
            position[k] += weights[i] * m->positions[3 * (size_t)corner[i] + k];
            normal[k] += weights[i] * m->normals[3 * (size_t)corner[i] + k];
        }
    }
    for (int k = 0; k < 3 && sigma > 0; k++)
        position[k] += sigma * next_normal(state);
    points_add(out, position, normal);
}

/* Triangles get samples in proportion to their area, and none gets one more or less than that: the samples stand at equal steps along
 * all areas, put one after the other. */
bool samples_make(const mesh *m, const char *name, uint32_t count, double noise, point_set *out) {
    const double area = total_area(m);
    float low[3], high[3];
    double passed = 0, side = 0;
    uint64_t state = 1;
    memset(out, 0, sizeof *out);
    if (!(area > 0 && isfinite(area)))
        return error_set("%s: its triangles have no area to put points on", name);
    if (!points_reserve(out, name, count, true)) {
        point_set_free(out);
        return false;
    }
    mesh_bounds(m, low, high);
    for (int k = 0; k < 3; k++)
        side = fmax(side, (double)high[k] - low[k]);
    uint32_t last = 0, made = 0;
    for (uint32_t t = 0; t < m->triangle_count && made < count; t++) {
        const double here = area_of(m, t);
        passed += here;
        last = here > 0 ? t : last;
        for (; made < count && (made + 0.5) / count * area < passed; made++)
            add_sample(m, t, noise * side, &state, out);
    }
    for (; made < count; made++) /* which sums that were rounded have left */
        add_sample(m, last, noise * side, &state, out);
    if (!points_finish(out, name)) {
        point_set_free(out);
        return false;
    }
    return true;
}
