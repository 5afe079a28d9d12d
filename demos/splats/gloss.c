/* gloss.c - light that a splat mirrors, as spherical harmonics.  SPDX-License-Identifier: MIT
 *
 * What is mirrored depends only on the angle t between the direction u that a splat is seen in and one axis of the splat: f(t). Such a
 * function is the sum over l of h_l times the sum over m of Y_lm(axis) Y_lm(u), where h_l is 2 pi times the integral of f(t) P_l(t) over
 * -1..1, and P_l are Legendre's polynomials. So the coefficients are h_l Y_lm(axis). */
#include "gloss.h"

#include "common/files/memory.h"

#include <math.h>

enum { COEFFICIENTS = (GLOSS_DEGREE + 1) * (GLOSS_DEGREE + 1) - 1, FIRST_OF_SECOND = 3 };

/* The basis of 3D Gaussian splatting past degree 0: three of degree 1, five of degree 2. */
static void basis_of(const float u[3], float basis[COEFFICIENTS]) {
    const float c1 = 0.48860251f, c2 = 1.09254843f, middle = 0.31539157f, last = 0.54627422f;
    const float x = u[0], y = u[1], z = u[2];
    const float values[COEFFICIENTS] = {-c1 * y,     c1 * z,
                                        -c1 * x,     c2 * x * y,
                                        -c2 * y * z, middle * (2 * z * z - x * x - y * y),
                                        -c2 * x * z, last * (x * x - y * y)};
    for (int k = 0; k < COEFFICIENTS; k++)
        basis[k] = values[k];
}

/* h_0, h_1, h_2. */
typedef struct lobe {
    float h[GLOSS_DEGREE + 1];
    float colour[3];
} lobe;

/* A lamp: f(t) = t^8 for t > 0. An edge: f(t) = (1 - |t|)^3. */
static const lobe LAMP = {{0.698f, 0.628f, 0.508f}, {0.62f, 0.58f, 0.50f}};
static const lobe EDGE = {{3.142f, 0, -1.257f}, {0.10f, 0.13f, 0.19f}};

/* Degree 0 goes to the colour itself, whose basis function is 1 / sqrt(4 pi), as is the axis's. */
static void add_lobe(const lobe *l, const float axis[3], float colour[4], float *harmonics) {
    const float degree_0 = 0.0795775f;
    float basis[COEFFICIENTS];
    basis_of(axis, basis);
    for (int k = 0; k < 3; k++) {
        colour[k] += l->h[0] * degree_0 * l->colour[k];
        for (int i = 0; i < COEFFICIENTS; i++)
            harmonics[3 * i + k] += l->h[i < FIRST_OF_SECOND ? 1 : 2] * basis[i] * l->colour[k];
    }
}

static void normal_of(const float q[4], float n[3]) {
    const float w = q[0], x = q[1], y = q[2], z = q[3];
    n[0] = 2 * (x * z + w * y);
    n[1] = 2 * (y * z - w * x);
    n[2] = 1 - 2 * (x * x + y * y);
}

/* The eye sees along u what comes from the other side, so the lamp's axis points away from where it is mirrored to. */
static void light_splat(const float q[4], float colour[4], float *harmonics) {
    static const float TO_LAMP[3] = {-0.42f, 0.71f, 0.57f};
    float n[3], axis[3], facing = 0;
    normal_of(q, n);
    for (int k = 0; k < 3; k++)
        facing += n[k] * TO_LAMP[k];
    for (int k = 0; k < 3; k++)
        axis[k] = TO_LAMP[k] - 2 * facing * n[k];
    if (facing > 0)
        add_lobe(&LAMP, axis, colour, harmonics);
    add_lobe(&EDGE, n, colour, harmonics);
}

bool gloss_add(splat_cloud *c, char *error, size_t error_size) {
    c->harmonics = memory_zeroed((size_t)c->count * COEFFICIENTS * 3 * sizeof *c->harmonics, error, error_size);
    if (!c->harmonics)
        return false;
    c->degree = GLOSS_DEGREE;
    for (size_t i = 0; i < c->count; i++)
        light_splat(c->rotations + 4 * i, c->colours + 4 * i, c->harmonics + 3 * COEFFICIENTS * i);
    return true;
}
