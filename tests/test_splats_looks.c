/* test_splats_looks.c - what the demo makes of a mesh's splats: they lie on its surface, and mirror light.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include "common/files/error.h"
#include "common/mesh/teapot.h"
#include "seeded.h"
#include "splats/blend.h"
#include "splats/gloss.h"
#include "splats/snap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char error[ERROR_SIZE];

static splat_cloud cloud_of(const splat_record *records, uint32_t count) {
    splat_cloud c;
    assert_true(cloud_allocate(&c, "a cloud", count, 0, error, sizeof error));
    for (uint32_t i = 0; i < count; i++)
        assert_true(cloud_add(&c, &records[i]));
    return c;
}

/* ---- snap ---- */

/* A square of corners (-1, -0.5, 0) to (1, 0.5, 0) in the cloud's coordinates, far from the origin in its own. */
static mesh make_square(void) {
    static const float CORNERS[4][2] = {{100, 7}, {104, 7}, {104, 9}, {100, 9}};
    static const uint32_t INDICES[6] = {0, 1, 2, 0, 2, 3};
    mesh m;
    assert_true(mesh_allocate(&m, 4, 2));
    for (int i = 0; i < 4; i++) {
        const float position[3] = {CORNERS[i][0], CORNERS[i][1], 40};
        memcpy(m.positions + 3 * i, position, sizeof position);
    }
    memcpy(m.indices, INDICES, sizeof INDICES);
    return m;
}

static void splats_move_to_the_nearest_point(void **state) {
    enum { COUNT = 3000 };
    static splat_record records[COUNT];
    const double near = 0.02;
    mesh m = make_square();
    (void)state;
    random_state = 3;
    for (int i = 0; i < COUNT; i++) {
        const splat_record r = {{(float)random_between(-1.01, 1.01), (float)random_between(-0.51, 0.51),
                                 (float)random_between(-near, near)},
                                {0.01f, 0.01f, 0.002f},
                                {1, 0, 0, 0},
                                {0},
                                {0}};
        records[i] = r;
    }
    splat_cloud c = cloud_of(records, COUNT);
    assert_true(snap_to_mesh(&c, &m, error, sizeof error));
    for (int i = 0; i < COUNT; i++) {
        const float *before = records[i].centre, *after = c.centres + 3 * i;
        double x = fmin(fmax(before[0], -1), 1), y = fmin(fmax(before[1], -0.5), 0.5);
        double away = hypot(hypot(before[0] - x, before[1] - y), before[2]);
        if (away < 0.0199)
            assert_true(fabs(after[0] - x) < 1e-6 && fabs(after[1] - y) < 1e-6 && fabs(after[2]) < 1e-6);
        else if (away > 0.0201)
            assert_memory_equal(before, after, 3 * sizeof *before); /* there is nothing near */
    }
    cloud_free(&c);
    mesh_free(&m);
}

static double distance_to_plane_of(const mesh *m, const mesh_fit *fit, uint32_t t, const float p[3]) {
    double corners[3][3], u[3], v[3], n[3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            corners[i][k] =
                (m->positions[3 * m->indices[3 * t + (uint32_t)i] + (uint32_t)k] - fit->centre[k]) * fit->scale;
    for (int k = 0; k < 3; k++) {
        u[k] = corners[1][k] - corners[0][k];
        v[k] = corners[2][k] - corners[0][k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), d = 0;
    for (int k = 0; k < 3; k++)
        d += n[k] * (p[k] - corners[0][k]);
    return length > 0 ? fabs(d) / length : INFINITY;
}

static void splats_of_a_mesh_end_on_a_triangle(void **state) {
    enum { COUNT = 500 };
    static splat_record records[COUNT];
    mesh m;
    (void)state;
    assert_true(mesh_make_teapot(&m, 7));
    const mesh_fit fit = mesh_fit_box(&m, 2);
    random_state = 5;
    for (int i = 0; i < COUNT; i++) {
        const float *p = m.positions + 3 * random_below(m.vertex_count);
        splat_record r = {{0}, {0.02f, 0.02f, 0.002f}, {1, 0, 0, 0}, {0}, {0}};
        for (int k = 0; k < 3; k++)
            r.centre[k] = (float)((p[k] - fit.centre[k]) * fit.scale + random_between(-0.02, 0.02));
        records[i] = r;
    }
    splat_cloud c = cloud_of(records, COUNT);
    assert_true(snap_to_mesh(&c, &m, error, sizeof error));
    for (int i = 0; i < COUNT; i++) {
        double least = INFINITY;
        for (uint32_t t = 0; t < m.triangle_count; t++)
            least = fmin(least, distance_to_plane_of(&m, &fit, t, c.centres + 3 * i));
        assert_true(least < 1e-6);
        assert_true(memcmp(c.centres + 3 * i, records[i].centre, 3 * sizeof(float)) != 0);
    }
    cloud_free(&c);
    mesh_free(&m);
}

/* ---- gloss ---- */

/* The quaternion that turns z to n. */
static void turn_z_to(const double n[3], float rotation[4]) {
    const float q[4] = {(float)(1 + n[2]), (float)-n[1], (float)n[0], 0};
    memcpy(rotation, q, sizeof q);
}

/* Red of splat 0, seen along u. */
static double red_of(const splat_cloud *c, const double u[3]) {
    double sum[3];
    blend_harmonics(c->degree, c->harmonics, u, sum);
    return c->colours[0] + sum[0];
}

static splat_cloud glossy(const double n[3], bool has_colours) {
    splat_record r = {{0}, {1, 1, 0.1f}, {0}, {0.25f, 0.5f, 0.75f, 0.9f}, {0}};
    turn_z_to(n, r.rotation);
    splat_cloud c = cloud_of(&r, 1);
    assert_true(gloss_add(&c, has_colours, error, sizeof error));
    assert_int_equal(c.degree, GLOSS_DEGREE);
    return c;
}

/* One that looks away from all lights has only its edge, which is the same from all sides. */
static void an_edge_is_round(void **state) {
    const double n[3] = {-0.48, -0.64, -0.6}, across[3] = {0.8, -0.6, 0};
    const double other[3] = {n[1] * across[2] - n[2] * across[1], n[2] * across[0] - n[0] * across[2],
                             n[0] * across[1] - n[1] * across[0]};
    (void)state;
    splat_cloud c = glossy(n, true);
    double grazing = 0, facing = 0;
    for (int t = 0; t <= 4; t++) {
        const double cosine = -t / 4.0, sine = sqrt(1 - cosine * cosine);
        double first = NAN;
        for (int i = 0; i < 12; i++) {
            double u[3];
            for (int k = 0; k < 3; k++)
                u[k] = cosine * n[k] + sine * (cos(i * 0.5) * across[k] + sin(i * 0.5) * other[k]);
            double red = red_of(&c, u);
            first = i == 0 ? red : first;
            assert_true(fabs(red - first) < 1e-5);
        }
        *(t == 0 ? &grazing : &facing) = first;
    }
    assert_true(grazing > 0.3 && facing < 0.25);
    cloud_free(&c);
}

/* The brightest view is the one into which the lamp is mirrored. */
static void a_lamp_is_mirrored(void **state) {
    const double n[3] = {0, 0.8, 0.6}, to_lamp[3] = {-0.42, 0.71, 0.57};
    double best = -1, seen[3] = {0}, mirrored[3], facing = 0;
    (void)state;
    splat_cloud c = glossy(n, false);
    random_state = 9;
    for (int k = 0; k < 3; k++)
        facing += n[k] * to_lamp[k];
    for (int k = 0; k < 3; k++)
        mirrored[k] = to_lamp[k] - 2 * facing * n[k]; /* along which it is seen, away from the eye */
    for (int i = 0; i < 20000; i++) {
        double u[3] = {random_between(-1, 1), random_between(-1, 1), random_between(-1, 1)}, length = 0;
        for (int k = 0; k < 3; k++)
            length += u[k] * u[k];
        for (int k = 0; k < 3; k++)
            u[k] /= sqrt(length);
        if (red_of(&c, u) > best) {
            best = red_of(&c, u);
            memcpy(seen, u, sizeof seen);
        }
    }
    assert_true(seen[0] * mirrored[0] + seen[1] * mirrored[1] + seen[2] * mirrored[2] > 0.97);
    cloud_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splats_move_to_the_nearest_point),
        cmocka_unit_test(splats_of_a_mesh_end_on_a_triangle),
        cmocka_unit_test(an_edge_is_round),
        cmocka_unit_test(a_lamp_is_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
