/* physics.c - how a particle flies, bounces, fades and finds home.  SPDX-License-Identifier: MIT
 *
 * shaders/physics.glsl has the same formulas in the same order. Neither may branch where the two sides differ: a threshold that
 * rounding decides must have the same outcome on both sides of it. */
#include "physics.h"

#include <cglm/cglm.h>

#include <math.h>

#define STEP (1.0f / PHYSICS_STEPS_PER_SECOND)
/* No divisor is smaller, so that 0 / 0 is 0. */
#define TINY      1e-20f
#define SPIN_DRAG 0.5f /* 1/s */
#define SPIN_GRIP 8.0f /* radians a second by speed: what rubs along the floor takes of the turning */
/* The way back: momentum dies away in twice this time, and the last particle sets off after this share of the whole. */
#define COAST  0.15f
#define SPREAD 0.4f
#define TWO_PI 6.28318531f

const physics physics_default = {2.0f, 0.9f, 0.02f, 0.5f, 0.12f, -1.0f, 5.4f, 0.6f, 6.0f, 20.0f, 4.0f};

/* One instruction each, where C's fminf and fmaxf are calls because of NaN. */
static float smaller(float a, float b) {
    return a < b ? a : b;
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

static float clamped(float value, float low, float high) {
    return smaller(larger(value, low), high);
}

/* From 0 at 0 to 1 at 1, flat at both ends. */
static float eased(float u) {
    return u * u * (3.0f - 2.0f * u);
}

/* Random numbers are multiples of 2^-24, so the offset keeps the vector from being 0. */
void physics_axis(const float random[4], float axis[3]) {
    float v[3] = {random[0] * 2.0f - 1.0f, random[1] * 2.0f - 1.0f + 5.9604645e-8f, random[2] * 2.0f - 1.0f};
    glm_vec3_scale(v, 1.0f / glm_vec3_norm(v), axis);
}

/* A vector from the impact to the home, and its length. */
static float from_impact(const impact *hit, const float home[3], float d[3]) {
    glm_vec3_sub((float *)home, (float *)hit->point, d);
    return glm_vec3_norm(d);
}

float physics_delay(const physics *p, const impact *hit, const particle_rest *rest) {
    float d[3];
    return from_impact(hit, rest->home, d) / p->wave;
}

/* Some of what is near is thrown back, some is taken along by the shot. The direction away from the impact fades out within 0.05
 * of it, where there is none. */
void physics_launch(const physics *p, const impact *hit, const particle_rest *rest, particle_state *out) {
    const float *r = rest->random, jitter[3] = {r[3] * 2.0f - 1.0f, r[0] * 2.0f - 1.0f, r[1] * 2.0f - 1.0f};
    float d[3], distance = from_impact(hit, rest->home, d);
    float blast = expf(-distance / p->reach);
    float fall = 0.33f + 0.67f * blast;
    float inside = 1.0f - smaller(glm_vec3_norm2((float *)rest->normal), 1.0f);
    float speed = p->speed * fall * (0.6f + 0.4f * r[2]);
    float away = (0.35f + 0.4f * inside) * speed / sqrtf(distance * distance + 0.0025f);
    float stray = (0.2f + 0.25f * inside) * speed;
    float along = 1.2f * r[1] * blast * blast * p->speed;
    for (int k = 0; k < 3; k++) {
        out->position[k] = rest->home[k];
        out->velocity[k] =
            rest->normal[k] * (0.6f * speed) + d[k] * away + jitter[k] * stray + hit->direction[k] * along;
    }
    out->angle = 0;
    out->rate = p->spin * (r[3] * 2.0f - 1.0f) * (0.4f + 0.6f * fall);
}

static void accelerate(const physics *p, const float axis[3], const particle_state *s, float a[3]) {
    const float *v = s->velocity;
    float lift = p->lift * s->rate;
    a[0] = lift * (axis[1] * v[2] - axis[2] * v[1]) - p->drag * v[0];
    a[1] = lift * (axis[2] * v[0] - axis[0] * v[2]) - p->drag * v[1] - p->gravity;
    a[2] = lift * (axis[0] * v[1] - axis[1] * v[0]) - p->drag * v[2];
}

static void turn(particle_state *s, float dt) {
    s->angle += s->rate * dt;
    s->rate *= 1.0f - SPIN_DRAG * dt;
}

/* Only rounding ever takes it below the bottom. */
static void move(particle_state *s, const float a[3], float bottom, float dt) {
    for (int k = 0; k < 3; k++) {
        s->position[k] += s->velocity[k] * dt + a[k] * (0.5f * dt * dt);
        s->velocity[k] += a[k] * dt;
    }
    s->position[1] = larger(s->position[1], bottom);
    turn(s, dt);
}

/* Coulomb: along the floor goes at most `friction` times the impulse across it, of the turning a part in proportion. */
static void rub(const physics *p, particle_state *s, float across) {
    float *v = s->velocity, loss = p->friction * across;
    float kept = 1.0f - smaller(loss / larger(sqrtf(v[0] * v[0] + v[2] * v[2]), TINY), 1.0f);
    v[0] *= kept;
    v[2] *= kept;
    s->rate -= clamped(s->rate, -SPIN_GRIP * loss, SPIN_GRIP * loss);
}

/* `s` is on the floor, hit it with `speed`, and `dt` of the step is left. One that would be back before the end of that stays
 * down; the impulse that holds it is what many small bounces would sum up to, so either side of the choice slides as far. */
static void bounce(const physics *p, const float axis[3], float bottom, float speed, float dt, particle_state *s) {
    float a[3];
    s->position[1] = bottom;
    s->velocity[1] = p->restitution * speed;
    rub(p, s, (1.0f + p->restitution) * speed);
    accelerate(p, axis, s, a);
    if (s->velocity[1] + 0.5f * a[1] * dt >= 0.0f) {
        move(s, a, bottom, dt);
        return;
    }
    float vx = s->velocity[0], vz = s->velocity[2];
    s->velocity[0] += a[0] * dt;
    s->velocity[2] += a[2] * dt;
    rub(p, s, -a[1] * dt - s->velocity[1]);
    s->position[0] += 0.5f * (vx + s->velocity[0]) * dt;
    s->position[2] += 0.5f * (vz + s->velocity[2]) * dt;
    s->velocity[1] = 0;
    turn(s, dt);
}

/* When a particle `height` above the floor crosses it, by the form of the solution that does not cancel. `*speed` is that of the
 * hit. */
static float time_to_floor(float height, float v, float a, float *speed) {
    *speed = sqrtf(larger(v * v - 2.0f * a * height, 0.0f));
    return v > 0.0f ? (v + *speed) / larger(-a, TINY) : 2.0f * height / larger(*speed - v, TINY);
}

static void fly(const physics *p, const float axis[3], float bottom, float dt, particle_state *s) {
    float a[3], vy = s->velocity[1], height = larger(s->position[1] - bottom, 0.0f);
    accelerate(p, axis, s, a);
    if (s->position[1] + (vy * dt + a[1] * (0.5f * dt * dt)) >= bottom) {
        move(s, a, bottom, dt);
    } else {
        float speed, before = smaller(time_to_floor(height, vy, a[1], &speed), dt);
        move(s, a, bottom, before);
        bounce(p, axis, bottom, speed, dt - before, s);
    }
}

void physics_steps(const physics *p, const impact *hit, const particle_rest *rest, uint32_t first, uint32_t count,
                   particle_state *state) {
    float axis[3], delay = physics_delay(p, hit, rest), bottom = smaller(p->floor, rest->home[1]);
    particle_state s = *state;
    physics_axis(rest->random, axis);
    for (uint32_t i = 0; i < count; i++) {
        float since = (float)(first + i) * STEP - delay;
        fly(p, axis, bottom, clamped(since + STEP, 0.0f, STEP), &s);
    }
    *state = s;
}

/* 0 before a particle sets off, 1 once it is home, and by time: those that live high go first, and chance has its part. */
static float way_done(const particle_rest *rest, float time, float duration, float *slope) {
    float depth = clamped(0.5f - 0.5f * rest->home[1], 0.0f, 1.0f);
    float rank = 0.5f * depth + 0.5f * rest->random[2], delay = SPREAD * duration * rank * rank;
    float length = (1.0f - SPREAD) * duration;
    float u = clamped((time - delay) / length, 0.0f, 1.0f);
    *slope = 6.0f * u * (1.0f - u) / length;
    return eased(u);
}

static void at_home(const particle_rest *rest, particle_state *out) {
    glm_vec3_copy((float *)rest->home, out->position);
    glm_vec3_zero(out->velocity);
    out->angle = out->rate = 0;
}

/* offset = turned(swirl * s) * (where it coasts to - home) * (1 - s), and its derivative. The momentum goes as
 * exp(-t / COAST) * (1 - t / (2 COAST)), which is spent at 2 COAST, and little later adds nothing to the distance. */
void physics_return(const physics *p, const particle_rest *rest, const particle_state *state, float time,
                    float duration, particle_state *out) {
    float slope, s, o[3], d[3], bottom = smaller(p->floor, rest->home[1]);
    if (!(time < duration)) {
        at_home(rest, out);
        return;
    }
    s = way_done(rest, time, duration, &slope);
    float fading = expf(-time / COAST), coasted = 0.5f * (COAST + (time - COAST) * fading);
    fading *= 1.0f - time / (2.0f * COAST);
    for (int k = 0; k < 3; k++) {
        float reached = state->position[k] - rest->home[k] + state->velocity[k] * coasted;
        o[k] = reached * (1.0f - s);
        d[k] = state->velocity[k] * (fading * (1.0f - s)) - reached * slope;
    }
    float swirl = 1.2f + 1.6f * rest->random[0], cosine = cosf(swirl * s), sine = sinf(swirl * s);
    float x = cosine * o[0] + sine * o[2], z = cosine * o[2] - sine * o[0], y = rest->home[1] + o[1];
    out->position[0] = rest->home[0] + x;
    out->position[1] = larger(y, bottom);
    out->position[2] = rest->home[2] + z;
    out->velocity[0] = cosine * d[0] + sine * d[2] + swirl * slope * z;
    out->velocity[1] = y < bottom ? 0.0f : d[1];
    out->velocity[2] = cosine * d[2] - sine * d[0] - swirl * slope * x;
    float turns = floorf((state->angle + state->rate * (0.5f * COAST)) / TWO_PI + 0.5f);
    float left = state->angle + state->rate * coasted - turns * TWO_PI;
    out->angle = left * (1.0f - s);
    out->rate = state->rate * (fading * (1.0f - s)) - left * slope;
}

float physics_left(const physics *p, const float random[4], float time) {
    float end = p->life * (0.7f + 0.6f * random[2]);
    return 1.0f - eased(clamped((time - 0.6f * end) / (0.4f * end), 0.0f, 1.0f));
}

/* The finalizer of MurmurHash3: every bit of the input changes half of the output's. */
static uint32_t hash(uint32_t x) {
    x = (x ^ (x >> 16)) * 0x85EBCA6Bu;
    x = (x ^ (x >> 13)) * 0xC2B2AE35u;
    return x ^ (x >> 16);
}

void physics_random(uint32_t seed, uint32_t count, float (*table)[4]) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t bits = hash(hash(seed + 0x9E3779B9u) ^ hash(4 * i + k + 1));
            table[i][k] = (float)(bits >> 8) * (1.0f / 16777216.0f);
        }
    }
}
