/* test_physics.c - HeartBreaker's physics against closed forms, and its promises.  SPDX-License-Identifier: MIT */

#include "runner.h"

#include "heartbreaker/physics.h"
#include "seeded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATE = PHYSICS_STEPS_PER_SECOND, PARTICLES = 20000 };

static const impact HIT = {{0.3f, 0.1f, 0.6f}, {-0.6f, 0.0f, -0.8f}};

/* The default is a matter of looks, and may change. */
static const physics debris = {3.0f, 0.35f, 0.02f, 0.45f, 0.15f, -1.0f, 3.5f, 0.55f, 6.0f, 18.0f, 7.0f};

/* In a vacuum, with the floor far below. */
static physics vacuum(void) {
    physics p = debris;
    p.drag = p.lift = 0;
    p.floor = -100;
    return p;
}

static float between(double low, double high) {
    return (float)random_between(low, high);
}

/* A voxel of a model that hangs over the floor; one in four lies inside and has no normal. */
static particle_rest random_rest(void) {
    particle_rest rest = {{between(-0.9, 0.9), between(-0.9, 0.9), between(-0.9, 0.9)}, {0}, {0}};
    float n[3] = {between(-1, 1), between(-1, 1), between(-1, 1)};
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3 && length > 0.01f && random_below(4); k++)
        rest.normal[k] = n[k] / length;
    for (int k = 0; k < 4; k++)
        rest.random[k] = (float)random_below(1u << 24) / 16777216.0f;
    return rest;
}

static particle_state launched(const physics *p, const particle_rest *rest) {
    particle_state s;
    physics_launch(p, &HIT, rest, &s);
    return s;
}

static double apart(const float a[3], const float b[3]) {
    double dx = (double)a[0] - b[0], dy = (double)a[1] - b[1], dz = (double)a[2] - b[2];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static double speed_of(const particle_state *s) {
    return sqrt((double)s->velocity[0] * s->velocity[0] + (double)s->velocity[1] * s->velocity[1] +
                (double)s->velocity[2] * s->velocity[2]);
}

static double energy(const physics *p, const particle_state *s) {
    return 0.5 * speed_of(s) * speed_of(s) + (double)p->gravity * (s->position[1] - p->floor);
}

/* ---- before the floor ---- */

TEST(free_flight_is_a_parabola) {
    physics p = vacuum();
    random_state = 1;
    for (int i = 0; i < 2000; i++) {
        particle_rest rest = random_rest();
        particle_state s = launched(&p, &rest), start = s;
        double t = 2 - (double)physics_delay(&p, &HIT, &rest);
        physics_steps(&p, &HIT, &rest, 0, 2 * RATE, &s);
        for (int k = 0; k < 3; k++) {
            double expected = start.position[k] + start.velocity[k] * t - (k == 1 ? 0.5 * p.gravity * t * t : 0);
            assert_true(fabs(s.position[k] - expected) < 1e-4);
        }
    }
}

TEST(drag_slows_down_exponentially) {
    physics p = vacuum();
    particle_rest rest = {{0.3f, 0.1f, 0.6f}, {0, 0, 1}, {0.4f, 0.2f, 0.6f, 0.9f}};
    p.drag = 0.35f;
    p.gravity = 0;
    particle_state s = launched(&p, &rest), start = s;
    physics_steps(&p, &HIT, &rest, 0, 2 * RATE, &s);
    for (int k = 0; k < 3; k++) { /* to the first order of the step */
        double path = start.velocity[k] * (1 - exp(-0.7)) / 0.35;
        assert_true(fabs(s.position[k] - start.position[k] - path) < 2e-3 * fabs(path) + 1e-6);
    }
}

TEST(lift_bends_the_path_and_gives_no_speed) {
    physics p = vacuum();
    particle_rest rest = {{0.3f, 0.1f, 0.6f}, {0, 0, 1}, {0.4f, 0.2f, 0.6f, 0.9f}};
    float axis[3];
    p.gravity = 0;
    p.lift = 0.05f;
    particle_state s = launched(&p, &rest), start = s;
    physics_axis(rest.random, axis);
    physics_steps(&p, &HIT, &rest, 0, 1, &s);
    float cross[3] = {axis[1] * start.velocity[2] - axis[2] * start.velocity[1],
                      axis[2] * start.velocity[0] - axis[0] * start.velocity[2],
                      axis[0] * start.velocity[1] - axis[1] * start.velocity[0]};
    for (int k = 0; k < 3; k++) {
        double change = (double)p.lift * start.rate * cross[k] / RATE;
        assert_true(fabs(s.velocity[k] - start.velocity[k] - change) < 1e-5);
    }
    physics_steps(&p, &HIT, &rest, 1, 2 * RATE, &s);
    assert_true(apart(s.velocity, start.velocity) > 0.1);
    assert_true(fabs(speed_of(&s) / speed_of(&start) - 1) < 5e-3);
}

/* Not one bit changes before the wave comes by; then it flies for what is left of the step. */
TEST(particles_rest_until_the_wave_comes_by) {
    physics p = debris;
    random_state = 2;
    for (int i = 0; i < 2000; i++) {
        particle_rest rest = random_rest();
        particle_state s = launched(&p, &rest), start = s;
        float delay = physics_delay(&p, &HIT, &rest);
        uint32_t step = (uint32_t)(delay * RATE);
        assert_true(fabs(delay - apart(rest.home, HIT.point) / p.wave) < 1e-6);
        assert_memory_equal(s.position, rest.home, sizeof rest.home);
        physics_steps(&p, &HIT, &rest, 0, step > 0 ? step - 1 : 0, &s);
        assert_memory_equal(&s, &start, sizeof s);
        s = start;
        physics_steps(&p, &HIT, &rest, 0, step + 1, &s);
        double flown = (step + 1.0) / RATE - delay;
        assert_true(fabs(apart(s.position, start.position) - speed_of(&start) * flown) < 1e-4);
    }
}

/* ---- the floor ---- */

/* Vertically, where nothing but gravity acts: fall and bounce by bounce, in doubles. */
static double bounced_height(double height, double gravity, double restitution, double time) {
    double t = sqrt(2 * height / gravity), v = restitution * gravity * t;
    while (v > 1e-4) {
        if (t + 2 * v / gravity > time) {
            return time < t ? height - 0.5 * gravity * time * time
                            : v * (time - t) - 0.5 * gravity * (time - t) * (time - t);
        }
        t += 2 * v / gravity;
        v *= restitution;
    }
    return 0;
}

TEST(bounces_happen_at_their_time) {
    physics p = vacuum();
    p.floor = -1;
    random_state = 3;
    for (int i = 0; i < 500; i++) {
        particle_rest rest = random_rest();
        particle_state s = {{0, rest.home[1], 0}, 0, {0}, 0};
        double height = (double)rest.home[1] + 1;
        memcpy(rest.home, HIT.point, sizeof rest.home); /* no delay */
        for (uint32_t n = 1; n <= 2 * RATE; n++) {
            physics_steps(&p, &HIT, &rest, n - 1, 1, &s);
            double expected = bounced_height(height, p.gravity, p.restitution, (double)n / RATE);
            assert_true(fabs(s.position[1] + 1 - expected) < 1e-4);
        }
    }
}

/* Coulomb's friction is friction * gravity on the average, however the particle bounces, and at rest. */
TEST(sliding_ends_where_friction_says) {
    physics p = vacuum();
    p.floor = -1;
    p.friction = 0.3f;
    random_state = 4;
    for (int i = 0; i < 500; i++) {
        particle_rest rest = random_rest();
        double v = random_between(1.5, 3), deceleration = (double)p.friction * p.gravity;
        particle_state s = {{0, -1, 0}, 0, {(float)v, 0, 0}, 0};
        memcpy(rest.home, HIT.point, sizeof rest.home);
        rest.home[1] = 0;
        physics_steps(&p, &HIT, &rest, 24, 240, &s);
        assert_true(fabs(s.position[0] - (v - deceleration / 2)) < 1e-3 &&
                    fabs(s.velocity[0] - (v - deceleration)) < 1e-4);
        physics_steps(&p, &HIT, &rest, 264, 5 * RATE, &s);
        assert_true(fabs(s.position[0] - v * v / (2 * deceleration)) < 1e-2);
        assert_true(s.velocity[0] == 0 && s.velocity[1] == 0 && s.position[1] == -1);
    }
}

/* What bounces take adds up to the impulse that the floor gave, to the last small one: gravity's, and that of the fall. */
TEST(bounces_take_what_the_floor_gives) {
    physics p = vacuum();
    p.floor = -1;
    p.friction = 0.3f;
    random_state = 12;
    for (int i = 0; i < 500; i++) {
        particle_rest rest = random_rest();
        double fall = random_between(0, 2);
        particle_state s = {{0, -1, 0}, 0, {4, (float)-fall, 0}, 0};
        memcpy(rest.home, HIT.point, sizeof rest.home);
        physics_steps(&p, &HIT, &rest, 0, 2 * RATE, &s);
        assert_true(s.velocity[1] == 0 && fabs(s.velocity[0] - (4 - 0.3 * (p.gravity * 2.0 + fall))) < 1e-4);
    }
}

TEST(energy_never_grows_and_nothing_falls_through) {
    random_state = 5;
    for (int i = 0; i < 3000; i++) {
        physics p = i % 5 ? debris : physics_default;
        particle_rest rest = random_rest();
        p.floor = -0.95f;
        p.drag = i % 2 ? 0 : p.drag;
        p.lift = i % 3 ? 0 : p.lift;
        particle_state s = launched(&p, &rest);
        double before = energy(&p, &s);
        for (uint32_t n = 0; n < 6 * RATE; n++) {
            physics_steps(&p, &HIT, &rest, n, 1, &s);
            double now = energy(&p, &s);
            assert_true(now <= before + 2e-5);
            assert_true(s.position[1] >= p.floor);
            before = now;
        }
        assert_true(isfinite(s.position[0]) && isfinite(s.angle) && (i % 5 == 0 || s.position[1] < p.floor + 0.05f));
    }
}

/* What stands below the floor bounces at the height of its home, without a jump. */
TEST(homes_below_the_floor_are_their_own_floor) {
    physics p = debris;
    p.floor = -0.5f;
    random_state = 6;
    for (int i = 0; i < 1000; i++) {
        particle_rest rest = random_rest();
        rest.home[1] = -0.75f;
        particle_state s = launched(&p, &rest);
        for (uint32_t n = 0; n < 2 * RATE; n++) {
            particle_state last = s;
            physics_steps(&p, &HIT, &rest, n, 1, &s);
            assert_true(s.position[1] >= rest.home[1] && apart(s.position, last.position) < 0.05);
        }
    }
}

/* What rounds differently must not part: a start that differs by much more than that makes little difference after 2 s. */
TEST(small_differences_stay_small) {
    double most = 0;
    random_state = 7;
    for (int i = 0; i < PARTICLES; i++) {
        physics p = i % 2 ? debris : physics_default;
        particle_rest rest = random_rest(), other = rest;
        for (int k = 0; k < 3; k++)
            other.home[k] += between(-1e-6, 1e-6);
        p.floor = -0.95f;
        particle_state a = launched(&p, &rest), b = launched(&p, &other);
        for (uint32_t n = 0; n < 2 * RATE; n += 40) {
            physics_steps(&p, &HIT, &rest, n, 40, &a);
            physics_steps(&p, &HIT, &other, n, 40, &b);
            most = fmax(most, apart(a.position, b.position));
        }
    }
    fprintf(stderr, "a millionth at the start is %.2g after 2 s\n", most);
    assert_true(most < 5e-4);
}

TEST(steps_are_the_same_one_by_one) {
    physics p = debris;
    random_state = 8;
    for (int i = 0; i < 200; i++) {
        particle_rest rest = random_rest();
        particle_state a = launched(&p, &rest), b = a;
        physics_steps(&p, &HIT, &rest, 0, 300, &a);
        for (uint32_t n = 0; n < 300; n++)
            physics_steps(&p, &HIT, &rest, n, 1, &b);
        assert_memory_equal(&a, &b, sizeof a);
    }
}

/* ---- the way back ---- */

TEST(the_way_back_begins_here_and_ends_at_home) {
    physics p = debris;
    const float duration = 2.5f, h = 1e-3f;
    p.floor = -0.95f;
    random_state = 9;
    for (int i = 0; i < 2000; i++) {
        particle_rest rest = random_rest();
        particle_state s = launched(&p, &rest), out, next;
        physics_steps(&p, &HIT, &rest, 0, 100 + random_below(700), &s);
        physics_return(&p, &rest, &s, 0, duration, &out);
        assert_true(apart(out.position, s.position) < 1e-6 && apart(out.velocity, s.velocity) < 1e-5);
        double turns = ((double)out.angle - s.angle) / (2 * acos(-1));
        assert_true(fabs(turns - floor(turns + 0.5)) < 1e-5 && fabs(out.rate - s.rate) < 1e-4);
        for (float t = 0.01f; t < duration; t += 0.05f) {
            physics_return(&p, &rest, &s, t, duration, &out);
            physics_return(&p, &rest, &s, t + h, duration, &next);
            assert_true(out.position[1] >= p.floor);
            for (int k = 0; k < 3; k++) {
                double slope = ((double)next.position[k] - out.position[k]) / h;
                double mean = 0.5 * ((double)next.velocity[k] + out.velocity[k]);
                assert_true(fabs(slope - mean) < 0.02 || out.position[1] == p.floor || next.position[1] == p.floor);
            }
            assert_true(fabs((next.angle - out.angle) / h - 0.5f * (next.rate + out.rate)) < 0.1f);
        }
        for (int late = 0; late < 3; late++) {
            physics_return(&p, &rest, &s, late < 2 ? duration + (float)late : 0, late < 2 ? duration : 0, &out);
            assert_memory_equal(out.position, rest.home, sizeof rest.home);
            assert_true(out.angle == 0 && out.rate == 0 && speed_of(&out) == 0);
        }
    }
}

/* ---- each one for itself ---- */

TEST(particles_fade_one_by_one) {
    physics p = debris;
    double ends = 0;
    random_state = 10;
    for (int i = 0; i < 1000; i++) {
        particle_rest rest = random_rest();
        float last = 1, end = 0;
        assert_true(physics_left(&p, rest.random, 0) == 1 && physics_left(&p, rest.random, 1) == 1);
        for (float t = 0; t < 2 * p.life; t += 0.05f) {
            float left = physics_left(&p, rest.random, t);
            assert_true(left <= last && left >= 0 && last - left < 0.2f);
            end = left > 0 ? t : end;
            last = left;
        }
        assert_true(last == 0);
        ends += end;
    }
    assert_true(fabs(ends / 1000 / p.life - 1) < 0.05);
}

TEST(random_numbers_are_everywhere_the_same) {
    static float table[4096][4], again[64][4];
    double sum = 0, products = 0;
    physics_random(42, 4096, table);
    for (int i = 0; i < 4096; i++) {
        float axis[3];
        physics_axis(table[i], axis);
        assert_true(fabs((double)axis[0] * axis[0] + (double)axis[1] * axis[1] + (double)axis[2] * axis[2] - 1) < 1e-5);
        for (int k = 0; k < 4; k++) {
            assert_true(table[i][k] >= 0 && table[i][k] < 1);
            sum += table[i][k];
            products += (table[i][k] - 0.5) * (table[i][(k + 1) % 4] - 0.5);
        }
    }
    assert_true(fabs(sum / 16384 - 0.5) < 0.01 && fabs(products / 16384) < 0.002);
    physics_random(42, 64, again);
    assert_memory_equal(table, again, sizeof again);
    physics_random(43, 64, again);
    assert_memory_not_equal(table, again, sizeof again);
    const float middle[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    float axis[3];
    physics_axis(middle, axis);
    assert_true(axis[1] == 1);
}
