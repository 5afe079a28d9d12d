/* test_reconstruct_noise.c - of how many neighbors the demo estimates normals: of ten where points are clean, whatever their shape and
 * number, and of more where they are noisy.  SPDX-License-Identifier: MIT */
#include "seeded.h"
#include "swarms.h"

#include "reconstruct/noise.h"

#include <math.h>
#include <string.h>

/* Makes a random point of a shape whose longest side is 2. */
typedef void (*shape_fn)(double place[3]);

/* Also that of a ball of radius 1. */
static void put_direction(double place[3]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            place[k] = random_between(-1, 1);
            square += place[k] * place[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; k++)
        place[k] /= sqrt(square);
}

static void put_on_ball(double place[3]) {
    put_direction(place);
}

static void put_on_cube(double place[3]) {
    const uint32_t side = random_below(6);
    for (uint32_t k = 0; k < 3; k++)
        place[k] = k == side / 2 ? (side % 2 ? 1 : -1) : random_between(-1, 1);
}

/* A ring of radius 0.8 and a tube of 0.2: twice as dense inside of it. */
static void put_on_ring(double place[3]) {
    const double turn = 6.283185307179586, around = random_between(0, turn), across = random_between(0, turn);
    place[0] = (0.8 + 0.2 * cos(across)) * cos(around);
    place[1] = (0.8 + 0.2 * cos(across)) * sin(around);
    place[2] = 0.2 * sin(across);
}

static double random_normal(void) {
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += random_between(-0.5, 0.5);
    return sum;
}

/* `noise` is the standard deviation, and one point in `one_in` lies anywhere in the box; 0: none. */
static noise find(shape_fn shape, uint32_t count, double height, uint32_t one_in) {
    SCOPED(point_set_free) point_set s = {0};
    noise found = {-1, 0};
    random_state = count;
    WORKS(points_reserve(&s, "it", count, false));
    for (uint32_t i = 0; i < count; i++) {
        double place[3];
        shape(place);
        for (int k = 0; k < 3; k++)
            place[k] = one_in && i % one_in == 0 ? random_between(-1, 1) : place[k] + height * random_normal();
        points_add(&s, place, NULL);
    }
    WORKS(points_finish(&s, "it"));
    WORKS(noise_find(&s, "it", &found));
    return found;
}

static const shape_fn SHAPES[] = {put_on_ball, put_on_cube, put_on_ring};

TEST(clean_points_keep_ten_neighbors) {
    static const uint32_t COUNTS[] = {1, 128, 319, 320, 1000, 3000, 20000, 100000};
    for (size_t i = 0; i < LENGTH(SHAPES) * LENGTH(COUNTS); i++) {
        const uint32_t count = COUNTS[i % LENGTH(COUNTS)];
        assert_int_equal(find(SHAPES[i / LENGTH(COUNTS)], count, 0, 0).neighbors, NOISE_NEIGHBORS);
        assert_int_equal(find(SHAPES[i / LENGTH(COUNTS)], count, 0, 50).neighbors, NOISE_NEIGHBORS);
    }
}

/* A plane through 10 of 50 000 points is about 0.02 wide. */
TEST(more_noise_takes_more_neighbors) {
    static const double HEIGHTS[] = {0.0004, 0.001, 0.004, 0.02};
    for (size_t i = 0; i < LENGTH(SHAPES); i++) {
        uint32_t before = NOISE_NEIGHBORS;
        for (size_t k = 0; k < LENGTH(HEIGHTS); k++) {
            const noise clean = find(SHAPES[i], 50000, HEIGHTS[k], 0), dirty = find(SHAPES[i], 50000, HEIGHTS[k], 50);
            assert_in_range(clean.neighbors, k == 0 ? before : before + 1 > 32 ? 32 : before + 1, 32);
            assert_in_range(dirty.neighbors + 3, clean.neighbors, clean.neighbors + 6);
            before = clean.neighbors;
        }
        assert_int_equal(before, 32);
    }
}

/* The height of thin noise is its standard deviation over that of ten points in a disc, half of whose radius that is. */
TEST(the_height_is_that_of_the_noise) {
    const uint32_t count = 100000;
    const double area = 24, deviation = sqrt(10 * area / count / 3.141592653589793) / 2;
    const double told = find(put_on_cube, count, 0.2 * deviation, 0).height / 0.2;
    assert_true(told > 0.7 && told < 1.1);
}

/* Copies of a point have no plane, and points of a line have many. */
TEST(points_without_planes_have_no_noise) {
    for (uint32_t copies = 16; copies <= 64; copies *= 2) {
        SCOPED(point_set_free) point_set s = {0};
        noise found;
        WORKS(points_reserve(&s, "it", 6400, false));
        for (uint32_t i = 0; i < 6400; i++) {
            const double place[3] = {i / copies, copies == 64 ? 0 : i / copies % 7, copies == 64 ? 0 : i / copies % 11};
            points_add(&s, place, NULL);
        }
        WORKS(points_finish(&s, "it"));
        WORKS(noise_find(&s, "it", &found));
        assert_int_equal(found.neighbors, NOISE_NEIGHBORS);
    }
}
