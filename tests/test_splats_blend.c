/* test_splats_blend.c - the reference blend of splats against what can be computed by hand or in another way.
 * SPDX-License-Identifier: MIT */
#include "runner.h"

#include "common/files/error.h"
#include "seeded.h"
#include "splats/blend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 30, VALUES = 3 * WIDTH * HEIGHT };

static const double PI = 3.14159265358979323846;

/* From (0, 0, 10) along -z. */
static splat_camera straight(void) {
    splat_camera camera = {
        {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -10, 1}, {50, 60}, 0.2f, WIDTH, HEIGHT, {0.1f, 0.2f, 0.3f}};
    return camera;
}

static splat_record ball(float x, float y, float z, float scale, float opacity) {
    splat_record r = {{x, y, z}, {scale, scale, scale}, {1, 0, 0, 0}, {0.9f, 0.5f, 0.25f, opacity}, {0}};
    return r;
}

static splat_cloud make_cloud(uint32_t degree, const splat_record *records, uint32_t count) {
    splat_cloud c;
    assert_true(cloud_allocate(&c, "a cloud", count, degree));
    for (uint32_t i = 0; i < count; i++)
        assert_true(cloud_add(&c, &records[i]));
    return c;
}

static const double *at(const double *rgb, int x, int y) {
    return rgb + 3 * (y * WIDTH + x);
}

/* ---- by hand ---- */

/* At (1, -0.5, 0), ten before the eye: 5 pixels to the right, 3 below the middle of 40 x 30. */
TEST(one_splat_is_a_gaussian) {
    static double rgb[VALUES];
    const splat_camera camera = straight();
    const splat_record r = ball(1, -0.5f, 0, 0.5f, 0.75f);
    SCOPED(cloud_free) splat_cloud c = make_cloud(0, &r, 1);
    uint32_t drawn = 0;
    blend_draw(&c, NULL, 1, &camera, rgb);
    /* J has rows (5, 0, 0.5) and (0, 6, -0.3): slopes times focal lengths over the depth. */
    const double a = 0.25 * (25 + 0.25) + 0.3, b = 0.25 * -0.15, d = 0.25 * (36 + 0.09) + 0.3,
                 determinant = a * d - b * b;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            double dx = x + 0.5 - 25, dy = y + 0.5 - 12;
            double alpha = 0.75 * exp(-0.5 * (d * dx * dx - 2 * b * dx * dy + a * dy * dy) / determinant);
            alpha = alpha < 1.0 / 255 ? 0 : alpha;
            drawn += alpha > 0;
            for (int k = 0; k < 3; k++)
                assert_true(fabs(at(rgb, x, y)[k] - (alpha * r.color[k] + (1 - alpha) * camera.background[k])) < 1e-12);
        }
    }
    assert_true(fabs(drawn - PI * 2 * log(0.75 * 255) * sqrt(determinant)) < 20);
}

TEST(opacity_is_held) {
    static double rgb[VALUES];
    splat_camera camera = straight();
    splat_record r[2] = {ball(0, 0, 0, 1000, 1), ball(0, 0, 0, 1000, 0.0039f)};
    SCOPED(cloud_free) splat_cloud c = make_cloud(0, r, 2);
    blend_draw(&c, NULL, 1, &camera, rgb);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(at(rgb, 20, 15)[k] - (0.99 * r->color[k] + 0.01 * camera.background[k])) < 1e-12);
    static const uint32_t FAINT[1] = {1};
    blend_draw(&c, FAINT, 1, &camera, rgb);
    assert_true(at(rgb, 20, 15)[0] == camera.background[0]);
}

TEST(splats_are_blended_in_the_order_given) {
    static double rgb[VALUES];
    static const uint32_t ORDERS[2][4] = {{0, 1, 77, 77}, {77, 1, 77, 0}};
    splat_camera camera = straight();
    splat_record r[2] = {ball(0, 0, 0, 1000, 0.5f), ball(0, 0, 1, 1000, 0.25f)};
    r[1].color[0] = 3; /* colors past 1 are not held */
    SCOPED(cloud_free) splat_cloud c = make_cloud(0, r, 2);
    for (int i = 0; i < 2; i++) {
        const double first = i ? 0.25 : 0.5, second = i ? 0.5 : 0.25;
        blend_draw(&c, ORDERS[i], 4, &camera, rgb);
        for (int k = 0; k < 3; k++) {
            double below = first * r[i].color[k] + (1 - first) * camera.background[k];
            double expected = second * r[1 - i].color[k] + (1 - second) * below;
            assert_true(fabs(at(rgb, 20, 15)[k] - expected) < 1e-4); /* so wide that it is as good as flat */
        }
    }
}

TEST(what_is_too_near_is_not_drawn) {
    const splat_camera camera = straight();
    const float depths[] = {0.2f, 0.21f, 0.19f, 0, -3};
    splat_print print;
    for (int i = 0; i < 5; i++) {
        splat_record r = ball(0, 0, 10 - depths[i], 1, 1);
        r.center[2] = i == 0 ? 9.75f : r.center[2];
        SCOPED(cloud_free) splat_cloud c = make_cloud(0, &r, 1);
        assert_true(blend_project(&c, 0, &camera, &print) == (i < 2));
    }
}

TEST(opacity_zero_and_far_aside_draw_nothing) {
    static double rgb[VALUES], empty[VALUES];
    const splat_camera camera = straight();
    const splat_record r[3] = {ball(0, 0, 0, 1, 0), ball(1e30f, 0, 0, 1, 1), ball(0, -500, 0, 1, 1)};
    SCOPED(cloud_free) splat_cloud c = make_cloud(0, r, 3);
    blend_draw(&c, NULL, 3, &camera, rgb);
    blend_draw(&c, NULL, 0, &camera, empty);
    assert_memory_equal(rgb, empty, sizeof rgb);
}

/* ---- in another way ---- */

/* A turn and a shift, so that all of the view's numbers are there. */
static splat_camera some_camera(void) {
    splat_camera camera = straight();
    double q[4], length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = random_between(-1, 1);
        length += q[i] * q[i];
    }
    for (int i = 0; i < 3; i++) { /* columns: what the quaternion makes of the axes, by Rodrigues' formula */
        double axis[3] = {i == 0, i == 1, i == 2}, w = q[0], dot = q[1 + i];
        for (int k = 0; k < 3; k++) {
            int m = (k + 1) % 3, n = (k + 2) % 3;
            double cross = q[1 + m] * axis[n] - q[1 + n] * axis[m];
            double turned = (2 * w * w - length) * axis[k] + 2 * dot * q[1 + k] + 2 * w * cross;
            camera.view[4 * i + k] = (float)(turned / length);
        }
    }
    for (int k = 0; k < 3; k++)
        camera.view[12 + k] = (float)random_between(-1, 1) - (k == 2 ? 6 : 0);
    return camera;
}

static void project(const splat_camera *camera, const double p[3], double out[2]) {
    double t[3];
    for (int k = 0; k < 3; k++)
        t[k] = camera->view[k] * p[0] + camera->view[4 + k] * p[1] + camera->view[8 + k] * p[2] + camera->view[12 + k];
    out[0] = camera->width / 2.0 + camera->focal[0] * t[0] / -t[2];
    out[1] = camera->height / 2.0 + camera->focal[1] * t[1] / -t[2];
}

/* v + 2 w (u x v) + 2 u x (u x v) */
static void turn(const float q[4], const double v[3], double out[3]) {
    double once[3], twice[3];
    for (int k = 0; k < 3; k++)
        once[k] = q[1 + (k + 1) % 3] * v[(k + 2) % 3] - q[1 + (k + 2) % 3] * v[(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        twice[k] = q[1 + (k + 1) % 3] * once[(k + 2) % 3] - q[1 + (k + 2) % 3] * once[(k + 1) % 3];
    for (int k = 0; k < 3; k++)
        out[k] = v[k] + 2 * (q[0] * once[k] + twice[k]);
}

/* The covariance is the sum over the splat's axes of the squares of what they are in the picture, by differences. */
static void check_covariance(const splat_cloud *c, uint32_t i, const splat_camera *camera, const splat_print *print) {
    double covariance[3] = {0.3, 0, 0.3}, center[3] = {c->centers[3 * i], c->centers[3 * i + 1], c->centers[3 * i + 2]},
           at_center[2];
    project(camera, center, at_center);
    for (int k = 0; k < 2; k++)
        assert_true(fabs(at_center[k] - print->center[k]) < 1e-9);
    for (uint32_t axis = 0; axis < 3; axis++) {
        double unit[3] = {axis == 0, axis == 1, axis == 2}, turned[3], ends[2][3], pixels[2][2], slopes[2];
        const double step = 1e-5;
        turn(c->rotations + 4 * i, unit, turned);
        for (int k = 0; k < 3; k++) {
            ends[0][k] = center[k] - step * turned[k];
            ends[1][k] = center[k] + step * turned[k];
        }
        project(camera, ends[0], pixels[0]);
        project(camera, ends[1], pixels[1]);
        for (int k = 0; k < 2; k++)
            slopes[k] = (pixels[1][k] - pixels[0][k]) / (2 * step) * c->scales[3 * i + axis];
        covariance[0] += slopes[0] * slopes[0];
        covariance[1] += slopes[0] * slopes[1];
        covariance[2] += slopes[1] * slopes[1];
    }
    for (int k = 0; k < 3; k++)
        assert_true(fabs(covariance[k] - print->covariance[k]) < 1e-5 * (covariance[0] + covariance[2]));
}

static bool is_inside(const splat_print *print) {
    return fabs(print->center[0] - WIDTH / 2.0) < 0.64 * WIDTH && fabs(print->center[1] - HEIGHT / 2.0) < 0.64 * HEIGHT;
}

TEST(covariance_is_that_of_the_projection) {
    uint32_t checked = 0;
    random_state = 1;
    for (int i = 0; i < 1000; i++) {
        const splat_camera camera = some_camera();
        splat_record r = ball(0, 0, 0, 1, 1);
        for (int k = 0; k < 3; k++) {
            r.center[k] = (float)random_between(-2, 2);
            r.scale[k] = (float)random_between(0.01, 1);
        }
        for (int k = 0; k < 4; k++)
            r.rotation[k] = (float)random_between(-1, 1);
        SCOPED(cloud_free) splat_cloud c = make_cloud(0, &r, 1);
        splat_print print;
        if (blend_project(&c, 0, &camera, &print) && is_inside(&print)) {
            check_covariance(&c, 0, &camera, &print);
            checked++;
        }
    }
    assert_true(checked > 500);
}

/* Far aside the slopes are those at 1.3 times the field of view, and the center is where it is. */
TEST(slopes_are_held) {
    const splat_camera camera = straight();
    const splat_record r = ball(80, -70, 0, 0.5f, 1);
    SCOPED(cloud_free) splat_cloud c = make_cloud(0, &r, 1);
    splat_print print;
    assert_true(blend_project(&c, 0, &camera, &print));
    const double sx = 5 * 1.3 * 20 / 50, sy = 6 * -1.3 * 15 / 60;
    assert_true(fabs(print.center[0] - (20 + 400)) < 1e-9 && fabs(print.center[1] - (15 - 420)) < 1e-9);
    assert_true(fabs(print.covariance[0] - (0.25 * (25 + sx * sx) + 0.3)) < 1e-9);
    assert_true(fabs(print.covariance[1] - 0.25 * sx * sy) < 1e-9);
    assert_true(fabs(print.covariance[2] - (0.25 * (36 + sy * sy) + 0.3)) < 1e-9);
}

/* ---- colors ---- */

static double factorial(int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

/* Associated Legendre function with the phase (-1)^m, by its recurrence. */
static double legendre(int l, int m, double x) {
    double here = 1, before = 0;
    for (int i = 1; i <= m; i++)
        here *= -(2 * i - 1) * sqrt(1 - x * x);
    for (int i = m + 1; i <= l; i++) {
        double next = ((2 * i - 1) * x * here - (i + m - 1) * before) / (i - m);
        before = here;
        here = next;
    }
    return here;
}

static double harmonic(int l, int m, const double u[3]) {
    const int order = abs(m);
    const double angle = order * atan2(u[1], u[0]);
    double scale =
        sqrt((2 * l + 1) / (4 * PI) * factorial(l - order) / factorial(l + order)) * legendre(l, order, u[2]);
    return m == 0 ? scale : scale * sqrt(2) * (m > 0 ? cos(angle) : sin(angle));
}

TEST(harmonics_are_the_real_spherical_ones) {
    random_state = 2;
    for (int round = 0; round < 100; round++) {
        const double z = random_between(-1, 1), turn_angle = random_between(0, 2 * PI);
        const double u[3] = {sqrt(1 - z * z) * cos(turn_angle), sqrt(1 - z * z) * sin(turn_angle), z};
        for (int l = 1; l <= 3; l++) {
            for (int m = -l; m <= l; m++) {
                float harmonics[45] = {0};
                double sum[3], expected = harmonic(l, m, u);
                const int i = l * l - 1 + l + m;
                for (int k = 0; k < 3; k++)
                    harmonics[3 * i + k] = (float)(k + 1);
                blend_harmonics(3, harmonics, u, sum);
                for (int k = 0; k < 3; k++)
                    assert_true(fabs(sum[k] - (k + 1) * expected) < 1e-12);
                blend_harmonics((uint32_t)l - 1, harmonics, u, sum);
                assert_true(sum[0] == 0);
            }
        }
    }
}

/* The direction is that from the eye to the center; the sum is at least 0. */
TEST(colors_are_those_seen_from_the_eye) {
    splat_camera camera = straight();
    splat_print print;
    splat_record r = ball(3, -4, 10 - 12, 1, 1); /* from (0, 0, 10): (3, -4, -12) / 13 */
    for (int i = 0; i < 9; i++)
        r.harmonics[i] = i % 3 == 2 ? 100 : 0.125f * (float)i;
    SCOPED(cloud_free) splat_cloud c = make_cloud(1, &r, 1);
    assert_true(blend_project(&c, 0, &camera, &print));
    const double first = sqrt(3 / (4 * PI)) / 13, red = 4 * 0 - 12 * 3 - 3 * 6, green = 4 * 1 - 12 * 4 - 3 * 7;
    assert_true(fabs(print.color[0] - (0.9f + 0.125 * first * red)) < 1e-9);
    assert_true(fabs(print.color[1] - (0.5f + 0.125 * first * green)) < 1e-9);
    assert_true(print.color[2] == 0);
}

TEST(pictures_are_compared) {
    static const double RGB[] = {-1, 0, 0.5 / 255 - 1e-9, 0.5 / 255, 1, 7, 0.5};
    static const uint8_t EXPECTED[] = {0, 0, 0, 1, 255, 255, 128};
    uint8_t bytes[7], other[7];
    blend_quantize(RGB, 7, bytes);
    assert_memory_equal(bytes, EXPECTED, sizeof bytes);
    assert_true(isinf(blend_psnr(bytes, EXPECTED, 7)));
    for (int i = 0; i < 7; i++)
        other[i] = (uint8_t)(bytes[i] > 128 ? bytes[i] - 3 : bytes[i] + 3);
    assert_true(fabs(blend_psnr(bytes, other, 7) - 20 * log10(255 / 3.0)) < 1e-9);
}
