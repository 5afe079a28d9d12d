/* test_camera.c - the demos' camera: a ray through a pixel meets what is drawn there.  SPDX-License-Identifier: MIT */
#include "harness.h"

#include "common/draw/camera.h"

#include <math.h>

/* Where a point of the world is drawn, in pixels. */
static void project(const camera_matrices *m, int width, int height, const float p[3], float pixel[2]) {
    float clip[4];
    for (int k = 0; k < 4; k++) {
        const float *v = m->view_projection + k;
        clip[k] = v[0] * p[0] + v[4] * p[1] + v[8] * p[2] + v[12];
    }
    pixel[0] = (clip[0] / clip[3] + 1) / 2 * (float)width;
    pixel[1] = (clip[1] / clip[3] + 1) / 2 * (float)height;
}

static void check_point(const camera *c, int width, int height, const float p[3]) {
    camera_matrices m;
    float pixel[2], origin[3], direction[3], away[3], along = 0, off = 0, length = 0;
    camera_look(c, width, height, &m);
    project(&m, width, height, p, pixel);
    camera_ray(c, width, height, pixel[0], pixel[1], origin, direction);
    for (int k = 0; k < 3; k++) {
        assert_true(origin[k] == m.eye[k]);
        along += (p[k] - origin[k]) * direction[k];
        length += direction[k] * direction[k];
    }
    for (int k = 0; k < 3; k++) {
        away[k] = origin[k] + along * direction[k] - p[k];
        off += away[k] * away[k];
    }
    assert_true(fabsf(length - 1) < 1e-5f);
    assert_true(along > 0);
    assert_true(sqrtf(off) < 1e-4f * along);
}

TEST(a_ray_through_a_pixel_meets_what_is_drawn_there) {
    static const int SIZES[][2] = {{640, 480}, {480, 640}, {1000, 100}, {1, 1}, {3, 700}};
    static const float POINTS[][3] = {{0, 0, 0}, {1, -1, 0.5f}, {-0.7f, 0.9f, -1}, {0.01f, 0.3f, 1}};
    for (int i = 0; i < 60; i++) {
        float t = (float)i; /* always outside of all points */
        camera c = {0.7f * t, 1.5f - 0.05f * t, 0.5f + 0.015f * t, 1 + 0.03f * t, {0.2f, -0.1f, 0.3f}};
        for (size_t s = 0; s < sizeof SIZES / sizeof SIZES[0]; s++)
            for (size_t p = 0; p < sizeof POINTS / sizeof POINTS[0]; p++)
                check_point(&c, SIZES[s][0], SIZES[s][1], POINTS[p]);
    }
}

TEST(the_middle_of_the_picture_is_the_target) {
    camera c = {0.4f, 0.3f, 1, 1, {0.5f, 0.25f, -0.5f}};
    float origin[3], direction[3];
    camera_ray(&c, 640, 480, 320, 240, origin, direction);
    float distance = 0;
    for (int k = 0; k < 3; k++)
        distance += (c.target[k] - origin[k]) * direction[k];
    for (int k = 0; k < 3; k++)
        assert_true(fabsf(origin[k] + distance * direction[k] - c.target[k]) < 1e-4f);
}

/* All eight corners, whatever the turn, from no farther than the sphere around them needs. */
TEST(a_box_that_is_fitted_stays_in_the_picture) {
    static const int SIZES[][2] = {{1120, 720}, {360, 560}, {500, 500}};
    static const float BOXES[][3] = {{1, 1, 1}, {0.1f, 1, 0.1f}, {1, 0.1f, 0.1f}, {1, 0.02f, 1}, {0.5f, 1, 0.5f}};
    for (int i = 0; i < 5 * 3 * 100; i++) {
        const float *half = BOXES[i / 300], t = (float)(i % 100);
        const int *size = SIZES[i / 100 % 3];
        camera c = {0.063f * t, 0.36f - 0.01f * t, 1, 0, {0, 0, 0}};
        camera_matrices m;
        camera_fit(&c, half);
        camera_look(&c, size[0], size[1], &m);
        for (int k = 0; k < 8; k++) {
            const float corner[] = {k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2]};
            float pixel[2];
            project(&m, size[0], size[1], corner, pixel);
            assert_true(pixel[0] > 0 && pixel[0] < (float)size[0] && pixel[1] > 0 && pixel[1] < (float)size[1]);
        }
        float radius = sqrtf(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
        assert_true(c.radius < 1.02f * radius);
    }
}

static bool is_inside(const camera_matrices *m, const int size[2], const float p[3], float edge) {
    float pixel[2];
    project(m, size[0], size[1], p, pixel);
    return pixel[0] > edge && pixel[0] < (float)size[0] - edge && pixel[1] > edge && pixel[1] < (float)size[1] - edge;
}

/* A teapot: wide in the middle, narrow at the knob. */
static const camera_ring RINGS[] = {{-0.45f, 0.5f}, {0, 0.95f}, {0.2f, 1}, {0.3f, 0.6f}, {0.5f, 0.1f}};
enum { RING_COUNT = 5 };
static const int SHAPES[][2] = {{640, 200}, {500, 500}, {300, 700}};

TEST(rings_fill_the_picture_and_stay_in_it) {
    for (int i = 0; i < 3 * 61; i++) {
        const int *size = SHAPES[i % 3];
        camera c = {0.4f, -1.5f + 0.05f * (float)(i / 3), 1, 0, {0, 0.1f, 0}};
        camera_matrices m;
        camera_fit_rings(&c, RINGS, RING_COUNT, size[0], size[1]);
        camera_look(&c, size[0], size[1], &m);
        bool touches = false; /* the margin of some edge */
        for (int k = 0; k < RING_COUNT * 90; k++) {
            float angle = 0.0698f * (float)(k % 90), radius = RINGS[k / 90].radius;
            float p[] = {radius * sinf(angle), 0.1f + RINGS[k / 90].height, radius * cosf(angle)};
            assert_true(is_inside(&m, size, p, 0));
            touches = touches || !is_inside(&m, size, p, 0.08f * (float)(size[0] < size[1] ? size[0] : size[1]));
        }
        assert_true(touches);
    }
}

TEST(corners_fill_the_picture_and_stay_in_it) {
    const float low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    for (int i = 0; i < 3 * 400; i++) {
        const int *size = SHAPES[i % 3];
        camera c = {0.3f * (float)(i / 3 % 20), -1.5f + 0.15f * (float)(i / 60), 1, 0, {0, 0, 0}};
        camera_matrices m;
        camera_fit_corners(&c, low, high, size[0], size[1]);
        camera_look(&c, size[0], size[1], &m);
        bool touches = false;
        for (int k = 0; k < 8; k++) {
            const float corner[] = {k & 1 ? 1.0f : -1.0f, k & 2 ? 1.0f : -1.0f, k & 4 ? 1.0f : -1.0f};
            assert_true(is_inside(&m, size, corner, 0));
            touches = touches || !is_inside(&m, size, corner, 0.08f * (float)(size[0] < size[1] ? size[0] : size[1]));
        }
        assert_true(touches);
    }
}
