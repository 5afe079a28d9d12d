/* knot.c - a tube around a trefoil knot, of which distances, normals and the volume are known.  SPDX-License-Identifier: MIT */
#include "knot.h"

#include "store.h"

#include "common/mesh/vector.h"

#include <math.h>
#include <string.h>

/* Of the tube; and what the knot, whose farthest point is 3 from the middle, is divided by. */
static const double RADIUS = 0.16, SHRINK = 3.6;

static const double TURN = 6.283185307179586;

/* How often the nearest place on the curve is improved. */
enum { STEPS = 6 };

/* The curve in the middle of the tube, and its first two derivatives. */
typedef struct curve {
    double place[3], speed[3], turning[3];
} curve;

static curve curve_at(double t) {
    const double away = 2 + cos(3 * t), outwards = -3 * sin(3 * t), pull = -9 * cos(3 * t);
    const double c = cos(2 * t), s = sin(2 * t);
    curve out = {{away * c, away * s, sin(3 * t)},
                 {outwards * c - 2 * away * s, outwards * s + 2 * away * c, 3 * cos(3 * t)},
                 {(pull - 4 * away) * c - 4 * outwards * s, (pull - 4 * away) * s + 4 * outwards * c, -9 * sin(3 * t)}};
    for (int k = 0; k < 3; k++) {
        out.place[k] /= SHRINK;
        out.speed[k] /= SHRINK;
        out.turning[k] /= SHRINK;
    }
    return out;
}

/* Pappus: the volume is that of a cylinder as long as the curve. */
knot knot_make(void) {
    knot out = {.side = 2 * (3 / SHRINK + RADIUS)};
    for (int i = 0; i < KNOT_PLACES; i++) {
        const curve at = curve_at(i * TURN / KNOT_PLACES);
        memcpy(out.places[i], at.place, sizeof at.place);
        out.volume += TURN / 2 * RADIUS * RADIUS * vector_length(at.speed) * TURN / KNOT_PLACES;
    }
    return out;
}

/* A unit vector by chance. */
static void find_direction(uint32_t *state, double out[3]) {
    const double up = 2 * store_chance(state) - 1, around = store_chance(state) * TURN;
    out[0] = sqrt(1 - up * up) * cos(around);
    out[1] = sqrt(1 - up * up) * sin(around);
    out[2] = up;
}

/* The tube is longer on the outer side of a bend. */
void knot_sample(uint32_t *state, double point[3], double normal[3]) {
    const double longest = 9.5 / SHRINK * (1 + RADIUS * SHRINK);
    double area;
    curve at;
    do {
        at = curve_at(store_chance(state) * TURN);
        find_direction(state, normal);
        const double square = vector_dot(at.speed, at.speed), along = vector_dot(normal, at.speed) / square;
        for (int k = 0; k < 3; k++)
            normal[k] -= along * at.speed[k];
        const double across = vector_length(normal);
        for (int k = 0; k < 3; k++)
            normal[k] /= across;
        area = sqrt(square) * (1 - RADIUS * vector_dot(normal, at.turning) / square);
    } while (store_chance(state) * longest > area);
    for (int k = 0; k < 3; k++)
        point[k] = at.place[k] + RADIUS * normal[k];
}

/* The way from a place on the curve; returns the square of its length. */
static double find_way(const double place[3], const double point[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = point[i] - place[i];
    return vector_dot(out, out);
}

/* From the nearest of the places, by Newton's steps to where the curve is at right angles to the way. */
double knot_distance(const knot *k, const double point[3], double normal[3]) {
    double least = INFINITY, t = 0, way[3];
    for (int i = 0; i < KNOT_PLACES; i++) {
        const double square = find_way(k->places[i], point, way);
        if (square < least) {
            least = square;
            t = i * TURN / KNOT_PLACES;
        }
    }
    for (int step = 0; step <= STEPS; step++) {
        const curve at = curve_at(t);
        find_way(at.place, point, way);
        t += vector_dot(way, at.speed) / vector_dot(at.speed, at.speed);
    }
    const double far = vector_length(way);
    for (int i = 0; i < 3; i++)
        normal[i] = far > 0 ? way[i] / far : 0;
    return far - RADIUS;
}
