/* test_splats_gloss.c - what the demo makes of a mesh's splats: they mirror light, and are strokes of a brush.  SPDX-License-Identifier: MIT */
#include "runner.h"

#include "common/files/error.h"
#include "splats/blend.h"
#include "splats/cloud_mesh.h"

#include <math.h>
#include <string.h>

static splat_cloud cloud_of(const splat_record *records, uint32_t count) {
    splat_cloud c;
    assert_true(cloud_allocate(&c, "a cloud", count, 0));
    for (uint32_t i = 0; i < count; i++)
        assert_true(cloud_add(&c, &records[i]));
    return c;
}

/* The quaternion that turns z to n. */
static void turn_z_to(const double n[3], float rotation[4]) {
    const float q[4] = {(float)(1 + n[2]), (float)-n[1], (float)n[0], 0};
    memcpy(rotation, q, sizeof q);
}

/* Red of splat 0, seen along u. */
static double red_of(const splat_cloud *c, const double u[3]) {
    double sum[3];
    blend_harmonics(c->degree, c->harmonics, u, sum);
    return c->colors[0] + sum[0];
}

static splat_cloud glossy(const double n[3], bool has_colors) {
    splat_record r = {{0}, {1, 1, 0.1f}, {0}, {0.25f, 0.5f, 0.75f, 0.9f}, {0}};
    turn_z_to(n, r.rotation);
    splat_cloud c = cloud_of(&r, 1);
    assert_true(gloss_add(&c, has_colors));
    assert_int_equal(c.degree, GLOSS_DEGREE);
    return c;
}

static void normalize(double v[3]) {
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= length;
}

/* One that looks away from all lights has only its edge, which is the same from all sides. */
TEST(an_edge_is_round) {
    const double n[3] = {-0.48, -0.64, -0.6}, across[3] = {0.8, -0.6, 0};
    const double other[3] = {n[1] * across[2] - n[2] * across[1], n[2] * across[0] - n[0] * across[2],
                             n[0] * across[1] - n[1] * across[0]};
    SCOPED(cloud_free) splat_cloud c = glossy(n, true);
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
}

/* A splat that looks to the lamp, less one that looks away from it. Both have the same edge, and mirror the window alike, which is beside
 * them. What is left is the same all around the direction into which the lamp is mirrored, and brightest there. */
TEST(a_lamp_is_mirrored) {
    const double to_lamp[3] = {-0.42, 0.71, 0.57}, to_window[3] = {0.93, 0.10, 0.36};
    double n[3], back[3], axis[3], across[3], other[3], facing = 0, both = 0, window = 0, last = INFINITY;
    for (int k = 0; k < 3; k++) {
        both += to_lamp[k] * to_window[k];
        window += to_window[k] * to_window[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = to_lamp[k] - both / window * to_window[k];
    normalize(n);
    for (int k = 0; k < 3; k++) {
        back[k] = -n[k];
        facing += n[k] * to_lamp[k];
    }
    for (int k = 0; k < 3; k++)
        axis[k] = to_lamp[k] - 2 * facing * n[k]; /* along which it is seen, away from the eye */
    normalize(axis);
    SCOPED(cloud_free) splat_cloud lit = glossy(n, true), dark = glossy(back, true);
    const double aside = hypot(axis[0], axis[1]);
    across[0] = -axis[1] / aside, across[1] = axis[0] / aside, across[2] = 0;
    for (int k = 0; k < 3; k++)
        other[k] = axis[(k + 1) % 3] * across[(k + 2) % 3] - axis[(k + 2) % 3] * across[(k + 1) % 3];
    for (int t = 0; t <= 5; t++) {
        double first = NAN;
        for (int i = 0; i < 12; i++) {
            double u[3];
            for (int k = 0; k < 3; k++)
                u[k] = cos(t * 0.2) * axis[k] + sin(t * 0.2) * (cos(i * 0.5) * across[k] + sin(i * 0.5) * other[k]);
            double red = red_of(&lit, u) - red_of(&dark, u);
            first = i == 0 ? red : first;
            assert_true(fabs(red - first) < 1e-4);
        }
        assert_true(first < last);
        last = first;
    }
    assert_true(last < 0.2);
}

static void axis_of(const float q[4], int k, double out[3]) {
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double axes[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                               {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                               {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(out, axes[k], sizeof axes[k]);
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* They stay in their plane, lie along all directions of it, and are so many times longer than wide, with about the area that they had. */
TEST(strokes_lie_in_their_plane) {
    enum { COUNT = 2000, SECTORS = 8 };
    const double n[3] = {-0.48, -0.64, 0.6};
    static splat_record records[COUNT];
    uint32_t sectors[SECTORS] = {0};
    double area = 0, tone = 0, first[3], second[3];
    for (int i = 0; i < COUNT; i++) {
        records[i] = (splat_record){{0}, {1, 1, 0.1f}, {0}, {0.5f, 0.5f, 0.5f, 0.9f}, {0}};
        turn_z_to(n, records[i].rotation);
    }
    SCOPED(cloud_free)
    splat_cloud round = cloud_of(records, COUNT), c = cloud_of(records, COUNT), again = cloud_of(records, COUNT);
    brush_cloud(&c, 1);
    assert_memory_equal(c.rotations, round.rotations, COUNT * 4 * sizeof(float));
    assert_memory_equal(c.scales, round.scales, COUNT * 3 * sizeof(float));
    brush_cloud(&c, 4);
    brush_cloud(&again, 4);
    assert_memory_equal(c.rotations, again.rotations, COUNT * 4 * sizeof(float));
    axis_of(round.rotations, 0, first);
    axis_of(round.rotations, 1, second);
    for (int i = 0; i < COUNT; i++) {
        double along[3], up[3];
        axis_of(c.rotations + 4 * i, 0, along);
        axis_of(c.rotations + 4 * i, 2, up);
        assert_true(dot(up, n) > 1 - 1e-5 && fabs(dot(along, n)) < 1e-3);
        assert_true(fabs((double)c.scales[3 * i] / c.scales[3 * i + 1] - 4) < 1e-4 && c.scales[3 * i + 2] == 0.1f);
        area += (double)c.scales[3 * i] * c.scales[3 * i + 1] / COUNT;
        tone += (double)c.colors[4 * i] / COUNT;
        const double angle = atan2(dot(along, second), dot(along, first)) / 3.141592653589793; /* lines have no ends */
        sectors[(int)(SECTORS * (angle - floor(angle))) % SECTORS]++;
    }
    assert_true(fabs(area - 1) < 0.05 && fabs(tone - 0.5) < 0.01);
    for (int i = 0; i < SECTORS; i++)
        assert_in_range(sectors[i], COUNT / SECTORS * 2 / 3, COUNT / SECTORS * 4 / 3);
}

/* Without colors of its own it is copper, and blue high above. */
TEST(what_has_no_colors_is_copper) {
    const double n[3] = {0, 0.8, 0.6};
    SCOPED(cloud_free) splat_cloud own = glossy(n, true), copper = glossy(n, false);
    assert_true(copper.colors[0] > copper.colors[1] && copper.colors[1] > copper.colors[2]);
    assert_true(own.colors[0] < own.colors[2]);
    assert_true(copper.colors[3] == own.colors[3]);
    const splat_record high = {{0, 0.5f, 0}, {1, 1, 0.1f}, {1, 0, 0, 0}, {0.25f, 0.5f, 0.75f, 0.9f}, {0}};
    SCOPED(cloud_free) splat_cloud blue = cloud_of(&high, 1);
    assert_true(gloss_add(&blue, false));
    assert_true(blue.colors[2] > blue.colors[1] && blue.colors[1] > blue.colors[0]);
}
