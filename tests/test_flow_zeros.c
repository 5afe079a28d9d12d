/* test_flow_zeros.c - which zeros of a flow are listed, judged by analysis and by a search that does not share the library's
 * method (zeros.h).  SPDX-License-Identifier: MIT */
#include "flows.h"
#include "lists.h"
#include "zeros.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Uploads a field and lists its seeds. Free them. */
static hpyr_flow_seed *list_seeds(env *e, flow_field *field, uint32_t *count) {
    flow_field_upload(e, field, 0);
    SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, field, 0);
    const hpyr_flow_field given = flow_given(field);
    OK(e, hpyr_flow_build(flow, &given));
    hpyr_flow_seed *seeds = flow_download(e, flow, count);
    return seeds;
}

/* ---- random fields ---- */

enum { WAVES = 12, MOST_ZEROS = 1000 };

static double random_between(uint64_t *seed, double low, double high) {
    return low + (high - low) * (random_next(seed) / 4294967296.0);
}

/* Adds a wave that is no shorter than side / most samples to a component. */
static void add_wave(flow_field *field, size_t component, int most, uint64_t *seed) {
    const int side = (int)field->ref.size[0];
    int k[3] = {0, 0, 0};
    double table[32]; /* the wave has `side` values */
    while (k[0] * k[0] + k[1] * k[1] + k[2] * k[2] > most * most || !(k[0] || k[1] || k[2]))
        for (int axis = 0; axis < 3; axis++)
            k[axis] = (int)random_below(seed, 2 * (uint32_t)most + 1) - most;
    const double phase = random_between(seed, 0, 2 * FLOW_PI), size = random_between(seed, 0.3, 1.3);
    for (int i = 0; i < side; i++)
        table[i] = size * sin(2 * FLOW_PI * i / side + phase);
    for (int i = 0; i < side * side * side; i++) {
        const int x = i % side, y = i / side % side, z = i / side / side, along = k[0] * x + k[1] * y + k[2] * z;
        field->samples[3 * (size_t)i + component] += (float)table[(along % side + side) % side];
    }
}

/* Sums of waves of a period, none of them shorter than 8 to 12 samples. */
static flow_field make_random_field(uint64_t seed) {
    const uint32_t side = 16 + random_below(&seed, 17);
    const int most = (int)(side / random_between(&seed, 8, 12));
    flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, side, side, side, 7);
    for (size_t component = 0; component < 3; component++)
        for (uint32_t wave = 0, waves = 4 + random_below(&seed, WAVES - 4); wave < waves; wave++)
            add_wave(&field, component, most, &seed);
    return field;
}

typedef struct tally {
    uint32_t isolated, close, missed_close;
} tally;

/* Every seed is a zero, no zero has two seeds, and no isolated zero has none. */
static void judge(const flow_field *field, const hpyr_flow_seed *seeds, uint32_t count, uint64_t seed, tally *t) {
    static double zeros[MOST_ZEROS][3];
    const uint32_t zeros_count = flow_zeros(&field->ref, zeros, MOST_ZEROS);
    uint32_t matched = 0;
    assert_true(zeros_count <= MOST_ZEROS);
    for (uint32_t i = 0; i < zeros_count; i++) {
        double nearest = INFINITY;
        uint32_t found = 0;
        for (uint32_t j = 0; j < zeros_count; j++)
            if (j != i)
                nearest = fmin(nearest, flow_zeros_distance(&field->ref, zeros[i], zeros[j]));
        for (uint32_t j = 0; j < count; j++) {
            const double place[3] = {seeds[j].position[0], seeds[j].position[1], seeds[j].position[2]};
            found += flow_zeros_distance(&field->ref, zeros[i], place) < 0.01;
        }
        matched += found;
        if (nearest > 1.5 ? found != 1 : found > 1)
            fail_msg("field %u: the zero at (%.3f, %.3f, %.3f) is listed %u times; the nearest other one is %.3f away",
                     (unsigned)seed, zeros[i][0], zeros[i][1], zeros[i][2], found, nearest);
        t->isolated += nearest > 1.5;
        t->close += nearest <= 1.5;
        t->missed_close += nearest <= 1.5 && !found;
    }
    if (matched != count)
        fail_msg("field %u: %u seeds, but only %u of them are zeros", (unsigned)seed, count, matched);
}

/* docs/flow.md tells what the whole run has found. */
GPU_TEST_ONCE(no_isolated_zero_is_missed) {
    const uint64_t fields = e->small ? 3 : getenv("HPYR_TEST_FULL") ? 2000 : 200;
    tally t = {0, 0, 0};
    for (uint64_t seed = 1; seed <= fields; seed++) {
        SCOPED(flow_field_free) flow_field field = make_random_field(seed);
        uint32_t count;
        SCOPED(free_memory) hpyr_flow_seed *seeds = list_seeds(e, &field, &count);
        judge(&field, seeds, count, seed, &t);
    }
    printf("%u fields: %u isolated zeros, %u others, of which %u are not listed\n", (unsigned)fields, t.isolated,
           t.close, t.missed_close);
    assert_true(t.isolated > 5 * fields);
    assert_true(100 * t.missed_close <= 5 * t.close + 100);
}

/* ---- flows whose critical points are known, and lines where they vanish ---- */

enum { MOST_POINTS = 8, ORIGINS = 8 };

typedef struct point {
    double place[3];
    uint32_t type;
} point;

/* A flow on a cube that begins at `first`. */
typedef struct known {
    const char *name;
    flow_fn function;
    uint32_t (*points)(point points[MOST_POINTS]); /* in the cube, if its corner is moved by less than a cell */
    double first, side;
    bool is_periodic;
    double error; /* in cells, on 32 samples */
} known;

static uint32_t abc_points(point points[MOST_POINTS]) {
    double places[FLOW_ABC_POINTS][3];
    uint32_t types[FLOW_ABC_POINTS];
    flow_abc_points(places, types);
    for (int i = 0; i < FLOW_ABC_POINTS; i++) {
        memcpy(points[i].place, places[i], sizeof places[i]);
        points[i].type = types[i];
    }
    return FLOW_ABC_POINTS;
}

/* Of Taylor and Green, with amplitudes 1, 1 and -2. Where two of the sines are 0, it is 0 along a line. */
static void taylor_green(const double p[3], double out[3]) {
    out[0] = cos(p[0]) * sin(p[1]) * sin(p[2]);
    out[1] = sin(p[0]) * cos(p[1]) * sin(p[2]);
    out[2] = -2 * sin(p[0]) * sin(p[1]) * cos(p[2]);
}

/* Where no sine is 0, all cosines must be. The Jacobian there is the product of the sines, times a matrix with -1, -1 and 2. */
static uint32_t taylor_green_points(point points[MOST_POINTS]) {
    for (int i = 0; i < MOST_POINTS; i++) {
        const int odd = (i & 1) + (i >> 1 & 1) + (i >> 2);
        points[i].type = odd % 2 ? HPYR_FLOW_TYPE_SADDLE_IN : HPYR_FLOW_TYPE_SADDLE_OUT;
        for (int axis = 0; axis < 3; axis++)
            points[i].place[axis] = (i >> axis & 1 ? 1.5 : 0.5) * FLOW_PI;
    }
    return MOST_POINTS;
}

/* Hill's spherical vortex of radius 1 in a stream of speed 1 along -z: inside of the sphere fluid turns around a circle of radius
 * sqrt(1/2), where it stands still. */
static void hill(const double p[3], double out[3]) {
    const double x = p[0], y = p[1], z = p[2], r2 = x * x + y * y, all = r2 + z * z;
    const double inside[3] = {1.5 * z * x, 1.5 * z * y, 1.5 * (1 - 2 * r2 - z * z)}, cube = all * sqrt(all);
    const double outside[3] = {1.5 * z * x / (cube * all), 1.5 * z * y / (cube * all),
                               -1 + (1.5 * z * z / all - 0.5) / cube};
    memcpy(out, all < 1 ? inside : outside, sizeof inside);
}

/* The poles, where the stream divides and comes together. */
static uint32_t hill_points(point points[MOST_POINTS]) {
    points[0] = (point){{0, 0, 1}, HPYR_FLOW_TYPE_SADDLE_IN};
    points[1] = (point){{0, 0, -1}, HPYR_FLOW_TYPE_SADDLE_OUT};
    return 2;
}

static const known flows[] = {{"ABC", flow_abc, abc_points, 0, 2 * FLOW_PI, true, 1e-3},
                              {"Taylor-Green", taylor_green, taylor_green_points, 0, 2 * FLOW_PI, true, 1e-3},
                              {"Hill", hill, hill_points, -2, 4, false, 0.2}};

/* Each point has one seed, of its type. Returns how many seeds are none of the points. */
static uint32_t match_points(const known *k, const flow_field *field, const hpyr_flow_seed *seeds, uint32_t count) {
    point points[MOST_POINTS];
    const uint32_t expected = k->points(points);
    const double cell = field->ref.spacing[0], period = field->ref.size[0] * cell;
    uint32_t matched = 0;
    for (uint32_t i = 0; i < expected; i++) {
        uint32_t found = 0;
        for (uint32_t j = 0; j < count; j++) {
            double farthest = 0;
            for (int axis = 0; axis < 3; axis++) {
                const double way = seeds[j].position[axis] - points[i].place[axis];
                farthest = fmax(farthest, fabs(k->is_periodic ? remainder(way, period) : way));
            }
            if (farthest < k->error * cell) {
                assert_int_equal(seeds[j].type & ~(uint32_t)HPYR_FLOW_TYPE_SPIRAL, points[i].type);
                found++;
            }
        }
        if (found != 1)
            fail_msg("%s, %u samples: point %u is listed %u times", k->name, field->ref.size[0], i, found);
        matched += found;
    }
    return count - matched;
}

static uint32_t others_of(env *e, const known *k, uint32_t side, const double origin[3]) {
    SCOPED(flow_field_free)
    flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, side, side, side, k->is_periodic ? 7 : 0);
    uint32_t count;
    for (int axis = 0; axis < 3; axis++) {
        field.ref.spacing[axis] = (float)(k->side / (side - !k->is_periodic));
        field.ref.origin[axis] = (float)(k->first + origin[axis] * field.ref.spacing[axis]);
    }
    field.ref.merge_distance = field.ref.spacing[0] / 4;
    flow_field_fill(&field, k->function);
    SCOPED(free_memory) hpyr_flow_seed *seeds = list_seeds(e, &field, &count);
    const uint32_t others = match_points(k, &field, seeds, count);
    return others;
}

/* Where the grid begins, in cells: with lines on samples, on faces, and inside of cells. */
static const double origins[ORIGINS][3] = {{0, 0, 0},      {0.5, 0.5, 0.5},    {0.25, 0.25, 0.25}, {0.1, 0.7, 0.3},
                                           {0.33, 0.5, 0}, {1e-3, 2e-3, 3e-3}, {0.9, 0.05, 0.45},  {0, 0, 0.5}};

GPU_TEST_ONCE(only_the_points_of_known_flows_are_listed) {
    static const uint32_t sides[] = {24, 32, 48};
    for (size_t i = 0; i < LENGTH(flows); i++)
        for (size_t j = 0; j < (e->small ? 1 : LENGTH(sides)); j++)
            for (int origin = 0; origin < (e->small ? 2 : ORIGINS); origin++) {
                const uint32_t others = others_of(e, &flows[i], sides[j], origins[origin]);
                if (others)
                    fail_msg("%s, %u samples, origin %d: %u seeds are no points", flows[i].name, sides[j], origin,
                             others);
            }
}

/* ---- the same, turned: lines of zeros do not follow the axes, and the polynomials are not 0 along them ---- */

static double turn[3][3];

static void turned_taylor_green(const double p[3], double out[3]) {
    double q[3], v[3];
    for (int i = 0; i < 3; i++)
        q[i] = turn[i][0] * p[0] + turn[i][1] * p[1] + turn[i][2] * p[2] + 0.3 * i;
    taylor_green(q, v);
    for (int i = 0; i < 3; i++)
        out[i] = turn[0][i] * v[0] + turn[1][i] * v[1] + turn[2][i] * v[2];
}

/* A rotation by a random unit quaternion. */
static void turn_randomly(uint64_t seed) {
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_between(&seed, -1, 1);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int k = 3 - i - j,
                      sign = (j - i + 3) % 3 == 1 ? -1 : 1; /* of the axis beside both, where they differ */
            turn[i][j] =
                i == j ? 1 - 2 * (q[(i + 1) % 3 + 1] * q[(i + 1) % 3 + 1] + q[(i + 2) % 3 + 1] * q[(i + 2) % 3 + 1]) /
                                 length
                       : 2 * (q[i + 1] * q[j + 1] + sign * q[0] * q[k + 1]) / length;
        }
}

/* Each point that lies a cell or more inside of the grid has one seed. Adds the number of seeds that are no points. */
static void check_turned(const flow_field *field, const hpyr_flow_seed *seeds, uint32_t count, uint32_t *others) {
    const double cell = field->ref.spacing[0], last = (field->ref.size[0] - 2) * cell;
    enum { REACH = 6 };
    uint32_t matched = 0;
    for (int i = 0; i < 8 * REACH * REACH * REACH; i++) {
        const int n[3] = {i % (2 * REACH) - REACH, i / (2 * REACH) % (2 * REACH) - REACH,
                          i / (4 * REACH * REACH) - REACH};
        double place[3] = {0, 0, 0};
        uint32_t found = 0;
        bool is_inside = true;
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < 3; k++)
                place[axis] += turn[k][axis] * ((n[k] + 0.5) * FLOW_PI - 0.3 * k);
            is_inside = is_inside && place[axis] > cell && place[axis] < last;
        }
        for (uint32_t j = 0; j < count; j++)
            found += fabs(seeds[j].position[0] - place[0]) < 0.02 * cell &&
                     fabs(seeds[j].position[1] - place[1]) < 0.02 * cell &&
                     fabs(seeds[j].position[2] - place[2]) < 0.02 * cell;
        assert_true(is_inside ? found == 1 : found <= 1);
        matched += found;
    }
    *others += count - matched;
}

GPU_TEST_ONCE(lines_that_cross_the_grid_are_not_listed) {
    uint32_t others = 0;
    for (uint64_t seed = 1; seed <= (e->small ? 1 : 8); seed++) {
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 40, 40, 40, 0);
        uint32_t count;
        turn_randomly(seed);
        for (int axis = 0; axis < 3; axis++)
            field.ref.spacing[axis] = (float)(2 * FLOW_PI / 39);
        field.ref.merge_distance = field.ref.spacing[0] / 4;
        flow_field_fill(&field, turned_taylor_green);
        SCOPED(free_memory) hpyr_flow_seed *seeds = list_seeds(e, &field, &count);
        check_turned(&field, seeds, count, &others);
    }
    printf("%u seeds are no points\n", others);
    assert_true(others <= 8); /* close to where lines cross; without a test of lines there are 1331 */
}

/* ---- bodies ---- */

/* The ABC flow around a ball in which nothing moves. The flow slides along the ball, or stops at it. */
static double ball_radius;
static bool is_slow;

static double distance_from_ball(const double p[3]) {
    double sum = 0;
    for (int axis = 0; axis < 3; axis++)
        sum += pow(remainder(p[axis] - FLOW_PI, 2 * FLOW_PI), 2);
    return sqrt(sum) - ball_radius;
}

static void around_ball(const double p[3], double out[3]) {
    const double distance = distance_from_ball(p), speed = distance < 0 ? 0 : is_slow ? fmin(distance, 1) : 1;
    flow_abc(p, out);
    for (int axis = 0; axis < 3; axis++)
        out[axis] *= speed;
}

/* The critical points of the ABC flow that are outside of the ball are listed, and nothing else. */
GPU_TEST_ONCE(bodies_have_no_seeds) {
    static const double radii[] = {0.8, 1.2, 1.6};
    double points[FLOW_ABC_POINTS][3];
    uint32_t types[FLOW_ABC_POINTS];
    flow_abc_points(points, types);
    for (size_t i = 0; i < 2 * (e->small ? 1 : LENGTH(radii)); i++) {
        const double shift[3] = {0.1 * (double)i, 0.35 * (double)i, 0.2 * (double)i};
        SCOPED(flow_field_free) flow_field field = flow_field_make(HPYR_FLOW_KIND_CRITICAL, 64, 64, 64, 7);
        uint32_t count, expected = 0;
        int nearest;
        is_slow = i % 2;
        ball_radius = radii[i / 2];
        for (int k = 0; k < FLOW_ABC_POINTS; k++)
            expected += distance_from_ball(points[k]) > 0;
        flow_field_turn(&field, shift);
        flow_field_fill(&field, around_ball);
        flow_field_upload(e, &field, 0);
        SCOPED(destroy_flow) hpyr_flow *flow = make_flow(e, &field, 0);
        assert_int_equal(check_flow(e, flow, &field, 1e-4), expected);
        SCOPED(free_memory) hpyr_flow_seed *seeds = flow_download(e, flow, &count);
        for (uint32_t k = 0; k < count; k++)
            assert_true(flow_abc_distance(&seeds[k], &nearest) < 0.01);
    }
}
