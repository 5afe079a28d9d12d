/* shapes.c - clouds that are made: exact samples of simple solids.  SPDX-License-Identifier: MIT */
#include "sculpt/shapes.h"

#include <math.h>
#include <string.h>

static const double GOLDEN_ANGLE = 2.399963229728653, PI = 3.14159265358979;

/* Spheres with missing caps: their radius, how far they are from the middle, and the cosine of the angle of a cap. */
static const double CAPS_RADIUS = 0.5, CAPS_AWAY = 0.56, CAPS_COSINE = 0.72;

/* The comb: fingers, the distance from one to the next, radii, heights, and the missing patches: their middle and half sides. */
enum { FINGERS = 5 };
static const double STEP = 0.40, RADIUS = 0.17, TALL = 1.1, PATCH_HEIGHT = 0.8, PATCH_TALL = 0.25, PATCH_WIDE = 0.165;

const char *const SHAPE_NAMES[] = {"sphere", "torus", "caps", "comb", NULL};

static void add(clay *c, const double position[3], const double normal[3]) {
    float p[3], n[3];
    for (int k = 0; k < 3; k++) {
        p[k] = (float)position[k];
        n[k] = (float)normal[k];
    }
    clay_add(c, p, n);
}

/* Point `i` of `count` on the unit sphere, by Fibonacci. */
static void on_sphere(uint32_t i, uint32_t count, double out[3]) {
    const double y = 1 - (2 * i + 1.0) / count, r = sqrt(1 - y * y);
    out[0] = r * cos(GOLDEN_ANGLE * i);
    out[1] = y;
    out[2] = r * sin(GOLDEN_ANGLE * i);
}

static void make_sphere(clay *c, uint32_t points) {
    double n[3];
    for (uint32_t i = 0; i < points; i++) {
        on_sphere(i, points, n);
        add(c, n, n);
    }
}

/* Where the tube has turned by v, its area is in proportion to R + r cos v: v is found so that points are as dense everywhere. */
static void make_torus(clay *c, uint32_t points) {
    const double ring = 0.7, tube = 0.3;
    for (uint32_t i = 0; i < points; i++) {
        const double part = 2 * PI * (i + 0.5) / points, u = GOLDEN_ANGLE * i;
        double v = part;
        for (int step = 0; step < 20; step++)
            v = part - tube / ring * sin(v);
        const double n[3] = {cos(v) * cos(u), sin(v), cos(v) * sin(u)};
        const double p[3] = {ring * cos(u) + tube * n[0], tube * n[1], ring * sin(u) + tube * n[2]};
        add(c, p, n);
    }
}

static void make_caps(clay *c, uint32_t points) {
    double n[3], p[3];
    for (int side = -1; side <= 1; side += 2) {
        for (uint32_t i = 0; i < points / 2; i++) {
            on_sphere(i, points / 2, n);
            if (-side * n[0] > CAPS_COSINE)
                continue;
            for (int k = 0; k < 3; k++)
                p[k] = CAPS_RADIUS * n[k] + (k == 0 ? side * CAPS_AWAY : 0);
            add(c, p, n);
        }
    }
}

/* ---- the comb ---- */

/* A cylinder from `from` along an axis, with half spheres at its ends. */
typedef struct capsule {
    double from[3], length;
    int axis;
} capsule;

static capsule comb_part(int i) {
    const capsule bar = {{-2 * STEP, 0, 0}, 4 * STEP, 0}, finger = {{(i - 2) * STEP, 0, 0}, TALL, 1};
    return i < FINGERS ? finger : bar;
}

static double distance_to(const capsule *c, const double p[3]) {
    double squares = 0;
    for (int k = 0; k < 3; k++) {
        double away = p[k] - c->from[k];
        away -= k == c->axis ? fmin(fmax(away, 0), c->length) : 0;
        squares += away * away;
    }
    return sqrt(squares) - RADIUS;
}

static bool is_on_comb(const double p[3], const double n[3], int part) {
    for (int i = 0; i <= FINGERS; i++) {
        const capsule other = comb_part(i);
        if (i != part && distance_to(&other, p) < 0)
            return false;
    }
    const bool has_neighbor = part < FINGERS && (n[0] > 0 ? part < FINGERS - 1 : part > 0);
    return !(has_neighbor && fabs(p[1] - PATCH_HEIGHT) < PATCH_TALL && fabs(p[2]) < PATCH_WIDE);
}

/* Points of a capsule, as dense everywhere: a sphere's, of which the middle is drawn out, since by Archimedes areas of a sphere and of a
 * cylinder around it are the same between two heights. */
static void add_capsule(clay *c, int part, double density) {
    const capsule shape = comb_part(part);
    const double tall = 2 * RADIUS + shape.length;
    const uint32_t points = (uint32_t)(2 * PI * RADIUS * tall * density);
    for (uint32_t i = 0; i < points; i++) {
        const double along = tall * (i + 0.5) / points - RADIUS, height = along - fmin(fmax(along, 0), shape.length);
        const double wide = sqrt(fmax(RADIUS * RADIUS - height * height, 0));
        const double turned[3] = {height / RADIUS, wide / RADIUS * cos(GOLDEN_ANGLE * i),
                                  wide / RADIUS * sin(GOLDEN_ANGLE * i)};
        double p[3], n[3];
        for (int k = 0; k < 3; k++) {
            n[(k + shape.axis) % 3] = turned[k];
            p[(k + shape.axis) % 3] = RADIUS * turned[k];
        }
        for (int k = 0; k < 3; k++)
            p[k] += shape.from[k] + (k == shape.axis ? along - height : 0);
        if (is_on_comb(p, n, part))
            add(c, p, n);
    }
}

static void make_comb(clay *c, uint32_t points) {
    double area = 0;
    for (int i = 0; i <= FINGERS; i++)
        area += 2 * PI * RADIUS * (2 * RADIUS + comb_part(i).length);
    for (int i = 0; i <= FINGERS; i++)
        add_capsule(c, i, points / area);
}

bool shape_is_known(const char *name) {
    for (int i = 0; SHAPE_NAMES[i]; i++)
        if (strcmp(name, SHAPE_NAMES[i]) == 0)
            return true;
    return false;
}

bool shape_make(const char *name, uint32_t points, clay *out) {
    static void (*const MAKERS[])(clay *, uint32_t) = {make_sphere, make_torus, make_caps, make_comb};
    clay made = {0};
    for (int i = 0; SHAPE_NAMES[i]; i++) {
        if (strcmp(name, SHAPE_NAMES[i]) != 0)
            continue;
        if (!clay_reserve(&made, (uint64_t)points + 1))
            return false;
        MAKERS[i](&made, points);
        made.anchors = made.points.count;
        clay_take(out, &made);
        return true;
    }
    return error_set("'%.40s' is no shape: sphere, torus, caps and comb are", name);
}
