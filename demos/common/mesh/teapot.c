/* teapot.c - Martin Newell's teapot (1975), as GLUT places it.  SPDX-License-Identifier: MIT
 *
 * Ten bicubic Bezier patches, z up. Those with 4 copies are turned about z by 0, 90, 180, 270 degrees, those with 2 are
 * mirrored in y. The paper's Dicer draws glutSolidTeapot(0.6), which is a 7 x 7 grid on every patch (2006, section 9).
 */
#include "common/mesh/mesh.h"

#include "common/mesh/vector.h"

typedef struct patch {
    int copies;
    unsigned char points[16];
} patch;

static const patch PATCHES[] = {
    {4, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},                           /* rim */
    {4, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27}},                 /* body upper */
    {4, {24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39}},                 /* body lower */
    {4, {40, 41, 42, 40, 43, 44, 45, 46, 47, 47, 47, 47, 48, 49, 50, 51}},                 /* lid knob */
    {4, {48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63}},                 /* lid */
    {4, {64, 64, 64, 64, 65, 66, 67, 68, 69, 70, 71, 72, 39, 38, 37, 36}},                 /* bottom */
    {2, {73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88}},                 /* handle upper */
    {2, {85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100}},                /* handle lower */
    {2, {101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116}}, /* spout lower */
    {2, {113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128}}, /* spout upper */
};

static const double POINTS[][3] = {
    {1.4, 0, 2.4},
    {1.4, -0.784, 2.4},
    {0.784, -1.4, 2.4},
    {0, -1.4, 2.4},
    {1.3375, 0, 2.53125},
    {1.3375, -0.749, 2.53125},
    {0.749, -1.3375, 2.53125},
    {0, -1.3375, 2.53125},
    {1.4375, 0, 2.53125},
    {1.4375, -0.805, 2.53125},
    {0.805, -1.4375, 2.53125},
    {0, -1.4375, 2.53125},
    {1.5, 0, 2.4},
    {1.5, -0.84, 2.4},
    {0.84, -1.5, 2.4},
    {0, -1.5, 2.4},
    {1.75, 0, 1.875},
    {1.75, -0.98, 1.875},
    {0.98, -1.75, 1.875},
    {0, -1.75, 1.875},
    {2, 0, 1.35},
    {2, -1.12, 1.35},
    {1.12, -2, 1.35},
    {0, -2, 1.35},
    {2, 0, 0.9},
    {2, -1.12, 0.9},
    {1.12, -2, 0.9},
    {0, -2, 0.9},
    {2, 0, 0.45},
    {2, -1.12, 0.45},
    {1.12, -2, 0.45},
    {0, -2, 0.45},
    {1.5, 0, 0.225},
    {1.5, -0.84, 0.225},
    {0.84, -1.5, 0.225},
    {0, -1.5, 0.225},
    {1.5, 0, 0.15},
    {1.5, -0.84, 0.15},
    {0.84, -1.5, 0.15},
    {0, -1.5, 0.15},
    {0, 0, 3.15},
    {0, -0.002, 3.15},
    {0.002, 0, 3.15},
    {0.8, 0, 3.15},
    {0.8, -0.45, 3.15},
    {0.45, -0.8, 3.15},
    {0, -0.8, 3.15},
    {0, 0, 2.85},
    {0.2, 0, 2.7},
    {0.2, -0.112, 2.7},
    {0.112, -0.2, 2.7},
    {0, -0.2, 2.7},
    {0.4, 0, 2.55},
    {0.4, -0.224, 2.55},
    {0.224, -0.4, 2.55},
    {0, -0.4, 2.55},
    {1.3, 0, 2.55},
    {1.3, -0.728, 2.55},
    {0.728, -1.3, 2.55},
    {0, -1.3, 2.55},
    {1.3, 0, 2.4},
    {1.3, -0.728, 2.4},
    {0.728, -1.3, 2.4},
    {0, -1.3, 2.4},
    {0, 0, 0},
    {0, -1.425, 0},
    {0.798, -1.425, 0},
    {1.425, -0.798, 0},
    {1.425, 0, 0},
    {0, -1.5, 0.075},
    {0.84, -1.5, 0.075},
    {1.5, -0.84, 0.075},
    {1.5, 0, 0.075},
    {-1.6, 0, 2.025},
    {-1.6, -0.3, 2.025},
    {-1.5, -0.3, 2.25},
    {-1.5, 0, 2.25},
    {-2.3, 0, 2.025},
    {-2.3, -0.3, 2.025},
    {-2.5, -0.3, 2.25},
    {-2.5, 0, 2.25},
    {-2.7, 0, 2.025},
    {-2.7, -0.3, 2.025},
    {-3, -0.3, 2.25},
    {-3, 0, 2.25},
    {-2.7, 0, 1.8},
    {-2.7, -0.3, 1.8},
    {-3, -0.3, 1.8},
    {-3, 0, 1.8},
    {-2.7, 0, 1.575},
    {-2.7, -0.3, 1.575},
    {-3, -0.3, 1.35},
    {-3, 0, 1.35},
    {-2.5, 0, 1.125},
    {-2.5, -0.3, 1.125},
    {-2.65, -0.3, 0.9375},
    {-2.65, 0, 0.9375},
    {-2, 0, 0.9},
    {-2, -0.3, 0.9},
    {-1.9, -0.3, 0.6},
    {-1.9, 0, 0.6},
    {1.7, 0, 1.425},
    {1.7, -0.66, 1.425},
    {1.7, -0.66, 0.6},
    {1.7, 0, 0.6},
    {2.6, 0, 1.425},
    {2.6, -0.66, 1.425},
    {3.1, -0.66, 0.825},
    {3.1, 0, 0.825},
    {2.3, 0, 2.1},
    {2.3, -0.25, 2.1},
    {2.4, -0.25, 2.025},
    {2.4, 0, 2.025},
    {2.7, 0, 2.4},
    {2.7, -0.25, 2.4},
    {3.3, -0.25, 2.4},
    {3.3, 0, 2.4},
    {2.8, 0, 2.475},
    {2.8, -0.25, 2.475},
    {3.525, -0.25, 2.49375},
    {3.525, 0, 2.49375},
    {2.9, 0, 2.475},
    {2.9, -0.15, 2.475},
    {3.45, -0.15, 2.5125},
    {3.45, 0, 2.5125},
    {2.8, 0, 2.4},
    {2.8, -0.15, 2.4},
    {3.2, -0.15, 2.4},
    {3.2, 0, 2.4},
};

enum { PATCH_COUNT = sizeof PATCHES / sizeof PATCHES[0], COPIES_IN_ALL = 32 };

/* Glazed stoneware: visible on dark and on light. */
static const uint8_t COLOR[4] = {222, 184, 135, 255};

static void bernstein(double t, double value[4], double derivative[4]) {
    double s = 1 - t;
    value[0] = s * s * s;
    value[1] = 3 * t * s * s;
    value[2] = 3 * t * t * s;
    value[3] = t * t * t;
    derivative[0] = -3 * s * s;
    derivative[1] = 3 * s * s - 6 * t * s;
    derivative[2] = 6 * t * s - 3 * t * t;
    derivative[3] = 3 * t * t;
}

static void combine(const patch *p, const double u[4], const double v[4], double out[3]) {
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++)
                out[k] += u[i] * v[j] * POINTS[p->points[i * 4 + j]][k];
    }
}

static void evaluate(const patch *p, double u, double v, double position[3], double normal[3]) {
    double bu[4], bv[4], du[4], dv[4], a[3], b[3];
    bernstein(u, bu, du);
    bernstein(v, bv, dv);
    combine(p, bu, bv, position);
    combine(p, bu, dv, a);
    combine(p, du, bv, b);
    /* The patches run such that d/dv x d/du points outward. */
    vector_cross(a, b, normal);
}

/* At u = 0 the bottom and the knob shrink to a pole where the derivatives vanish or fold over; a 64th of the patch
 * further in the normal is sound, and all but equal to the pole's. */
static void evaluate_with_poles(const patch *p, double u, double v, double position[3], double normal[3]) {
    const double too_short = 0.02;
    evaluate(p, u, v, position, normal);
    if (vector_length(normal) < too_short) {
        double ignored[3];
        evaluate(p, u + (u < 0.5 ? 1.0 : -1.0) / 64, v, ignored, normal);
    }
}

/* The copy's place around the pot, in the model's own z-up coordinates. */
static void turn(const patch *p, int copy, double v[3]) {
    if (p->copies == 2) {
        v[1] = copy ? -v[1] : v[1];
        return;
    }
    for (int i = 0; i < copy; i++) {
        double x = v[0];
        v[0] = -v[1];
        v[1] = x;
    }
}

/* glRotate(270, x), glScale(0.5 * 0.6), glTranslate(0, 0, -1.5): y is up afterwards. */
static void place(const double p[3], const double n[3], float *position, float *normal) {
    const double scale = 0.5 * 0.6;
    position[0] = (float)(p[0] * scale);
    position[1] = (float)((p[2] - 1.5) * scale);
    position[2] = (float)(-p[1] * scale);
    double length = vector_length(n);
    normal[0] = (float)(n[0] / length);
    normal[1] = (float)(n[2] / length);
    normal[2] = (float)(-n[1] / length);
}

static void add_quad(mesh *m, uint32_t corner, uint32_t divisions, bool mirrored) {
    uint32_t a = corner, b = corner + divisions + 1, c = b + 1, d = corner + 1;
    if (mirrored) {
        uint32_t kept = b;
        b = d;
        d = kept;
    }
    uint32_t triangles[6] = {a, c, b, a, d, c};
    for (int i = 0; i < 6; i++)
        m->indices[(size_t)m->triangle_count * 3 + (size_t)i] = triangles[i];
    m->triangle_count += 2;
}

static void add_patch(mesh *m, const patch *p, int copy, uint32_t divisions) {
    uint32_t first = m->vertex_count;
    for (uint32_t i = 0; i <= divisions; i++) {
        for (uint32_t j = 0; j <= divisions; j++) {
            double position[3], normal[3];
            evaluate_with_poles(p, (double)i / divisions, (double)j / divisions, position, normal);
            turn(p, copy, position);
            turn(p, copy, normal);
            size_t v = m->vertex_count++;
            place(position, normal, m->positions + 3 * v, m->normals + 3 * v);
            for (int k = 0; k < 4; k++)
                m->colors[4 * v + (size_t)k] = COLOR[k];
        }
    }
    for (uint32_t i = 0; i < divisions; i++)
        for (uint32_t j = 0; j < divisions; j++)
            add_quad(m, first + i * (divisions + 1) + j, divisions, p->copies == 2 && copy == 1);
}

bool mesh_make_teapot(mesh *out, uint32_t divisions) {
    const uint32_t largest = 4096; /* keeps every count far inside 32 bits */
    if (divisions > largest || !mesh_allocate(out, COPIES_IN_ALL * (divisions + 1) * (divisions + 1),
                                              COPIES_IN_ALL * 2 * divisions * divisions)) {
        *out = (mesh){0};
        return false;
    }
    out->vertex_count = 0;
    out->triangle_count = 0;
    for (int i = 0; i < PATCH_COUNT; i++)
        for (int copy = 0; copy < PATCHES[i].copies; copy++)
            add_patch(out, &PATCHES[i], copy, divisions);
    return true;
}
