/* gloss.c - looks of splats of a mesh: light that a splat mirrors, as spherical harmonics, and strokes of a brush.  SPDX-License-Identifier: MIT
 *
 * What is mirrored depends only on the angle t between the direction u that a splat is seen in and one axis of the splat: f(t). Such a
 * function is the sum over l of h_l times the sum over m of Y_lm(axis) Y_lm(u), where h_l is 2 pi times the integral of f(t) P_l(t) over
 * -1..1, and P_l are Legendre's polynomials. So the coefficients are h_l Y_lm(axis). */
#include "splats/cloud_mesh.h"

#include "common/files/memory.h"

#include <math.h>

enum { COEFFICIENTS = (GLOSS_DEGREE + 1) * (GLOSS_DEGREE + 1) - 1, FIRST_OF_SECOND = 3, FIRST_OF_THIRD = 8 };

/* The basis of 3D Gaussian splatting past degree 0: three functions of degree 1, five of 2, seven of 3. */
static void basis_of(const float u[3], float basis[COEFFICIENTS]) {
    const float x = u[0], y = u[1], z = u[2], xx = x * x, yy = y * y, zz = z * z;
    const float values[COEFFICIENTS] = {-0.48860251f * y,
                                        0.48860251f * z,
                                        -0.48860251f * x,
                                        1.09254843f * x * y,
                                        -1.09254843f * y * z,
                                        0.31539157f * (2 * zz - xx - yy),
                                        -1.09254843f * x * z,
                                        0.54627422f * (xx - yy),
                                        -0.59004359f * y * (3 * xx - yy),
                                        2.89061144f * x * y * z,
                                        -0.45704580f * y * (4 * zz - xx - yy),
                                        0.37317633f * z * (2 * zz - 3 * xx - 3 * yy),
                                        -0.45704580f * x * (4 * zz - xx - yy),
                                        1.44530572f * z * (xx - yy),
                                        -0.59004359f * x * (xx - 3 * yy)};
    for (int k = 0; k < COEFFICIENTS; k++)
        basis[k] = values[k];
}

/* h_0 to h_3. */
typedef struct lobe {
    float h[GLOSS_DEGREE + 1];
    float color[3];
} lobe;

/* Lights: f(t) = t^16 for t > 0, of which three degrees leave less than half at t = 1. An edge: f(t) = (1 - |t|)^3. */
#define LIGHT_LOBE                                                                                                     \
    { 0.370f, 0.349f, 0.311f, 0.262f }
static const lobe LAMP = {LIGHT_LOBE, {1.75f, 1.60f, 1.30f}}, WINDOW = {LIGHT_LOBE, {0.55f, 0.72f, 0.95f}};
static const lobe EDGE = {{3.142f, 0, -1.257f, 0}, {0.14f, 0.16f, 0.25f}};
static const float TO_LAMP[3] = {-0.42f, 0.71f, 0.57f}, TO_WINDOW[3] = {0.93f, 0.10f, 0.36f};

static int degree_of(int coefficient) {
    return coefficient < FIRST_OF_SECOND ? 1 : coefficient < FIRST_OF_THIRD ? 2 : 3;
}

/* Degree 0 goes to the color itself, whose basis function is 1 / sqrt(4 pi), as is the axis's. */
static void add_lobe(const lobe *l, float weight, const float axis[3], float color[4], float *harmonics) {
    const float degree_0 = 0.0795775f;
    float basis[COEFFICIENTS];
    basis_of(axis, basis);
    for (int k = 0; k < 3; k++) {
        color[k] += weight * l->h[0] * degree_0 * l->color[k];
        for (int i = 0; i < COEFFICIENTS; i++)
            harmonics[3 * i + k] += weight * l->h[degree_of(i)] * basis[i] * l->color[k];
    }
}

static void normal_of(const float q[4], float n[3]) {
    const float w = q[0], x = q[1], y = q[2], z = q[3];
    n[0] = 2 * (x * z + w * y);
    n[1] = 2 * (y * z - w * x);
    n[2] = 1 - 2 * (x * x + y * y);
}

/* The eye sees along u what comes from the other side, so the axis points away from where the light is mirrored to. */
static void mirror(const lobe *l, const float n[3], const float to_light[3], float color[4], float *harmonics) {
    float axis[3], facing = 0;
    for (int k = 0; k < 3; k++)
        facing += n[k] * to_light[k];
    for (int k = 0; k < 3; k++)
        axis[k] = to_light[k] - 2 * facing * n[k];
    float weight = fminf(fmaxf((facing + 0.1f) / 0.5f, 0), 1); /* what looks away from a light is in the shade */
    if (weight > 0)
        add_lobe(l, weight, axis, color, harmonics);
}

/* Copper, and over it, down to a wavy line above the middle, a blue one. */
static float base_at(const float place[3], int k) {
    static const float COPPER[3] = {0.50f, 0.145f, 0.05f}, BLUE[3] = {0.05f, 0.26f, 0.36f};
    const float line = 0.12f + 0.06f * sinf(7 * place[0]) + 0.05f * sinf(9 * place[2] + 1), run = 0.08f;
    const float share = fminf(fmaxf((place[1] - line) / run, 0), 1);
    return COPPER[k] + (BLUE[k] - COPPER[k]) * share;
}

/* What a glaze scatters; a screen's colors. */
static void glaze(const float place[3], const float n[3], float color[4]) {
    static const float SKY[3] = {0.30f, 0.34f, 0.46f}, GROUND[3] = {0.20f, 0.13f, 0.12f};
    static const float LIGHT[3] = {1.10f, 1.00f, 0.86f}, OTHER[3] = {0.16f, 0.22f, 0.32f};
    float lamp = 0, window = 0, up = 0.5f + 0.5f * n[1];
    for (int k = 0; k < 3; k++) {
        lamp += n[k] * TO_LAMP[k];
        window += n[k] * TO_WINDOW[k];
    }
    lamp = fmaxf((lamp + 0.15f) / 1.15f, 0);
    for (int k = 0; k < 3; k++) {
        float light = GROUND[k] + (SKY[k] - GROUND[k]) * up + LIGHT[k] * lamp + OTHER[k] * fmaxf(window, 0);
        color[k] = powf(base_at(place, k) * light, 1 / 2.2f);
    }
}

bool gloss_add(splat_cloud *c, bool has_colors) {
    float n[3];
    c->harmonics = memory_zeroed((size_t)c->count * COEFFICIENTS * 3 * sizeof *c->harmonics);
    if (!c->harmonics)
        return false;
    c->degree = GLOSS_DEGREE;
    for (size_t i = 0; i < c->count; i++) {
        float *color = c->colors + 4 * i, *harmonics = c->harmonics + 3 * COEFFICIENTS * i;
        normal_of(c->rotations + 4 * i, n);
        if (!has_colors)
            glaze(c->centers + 3 * i, n, color);
        mirror(&LAMP, n, TO_LAMP, color, harmonics);
        mirror(&WINDOW, n, TO_WINDOW, color, harmonics);
        add_lobe(&EDGE, 1, n, color, harmonics);
    }
    return true;
}

/* ---- strokes ---- */

/* From the darkest to the lightest, from the smallest to the largest: parts of the mean. */
static const float TONES = 0.24f, SIZES = 0.5f;

/* A number from 0 to 1 that looks random: the hash of Wang, 2007. */
static float draw_lot(uint32_t seed) {
    seed = (seed ^ 61) ^ (seed >> 16);
    seed *= 9;
    seed ^= seed >> 4;
    seed *= 0x27d4eb2d;
    seed ^= seed >> 15;
    return (float)(seed >> 8) / (float)(1 << 24);
}

/* Its own x axis comes to lie in another direction of its plane: a turn about z before all others. */
static void turn_about_z(float q[4], float angle) {
    const float c = cosf(angle / 2), s = sinf(angle / 2), w = q[0], x = q[1], y = q[2], z = q[3];
    q[0] = w * c - z * s;
    q[1] = x * c + y * s;
    q[2] = y * c - x * s;
    q[3] = z * c + w * s;
}

void brush_cloud(splat_cloud *c, float stretch) {
    const float pi = 3.14159265f, longer = sqrtf(stretch);
    for (uint32_t i = 0; stretch > 1 && i < c->count; i++) {
        const float size = 1 + SIZES * (draw_lot(3 * i) - 0.5f), tone = 1 + TONES * (draw_lot(3 * i + 1) - 0.5f);
        turn_about_z(c->rotations + 4 * i, pi * draw_lot(3 * i + 2));
        c->scales[3 * i] *= size * longer;
        c->scales[3 * i + 1] *= size / longer;
        for (int k = 0; k < 3; k++)
            c->colors[4 * i + (uint32_t)k] *= tone;
    }
}
