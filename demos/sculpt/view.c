/* view.c - from where a cloud is seen, and what lies under a place of the picture.  SPDX-License-Identifier: MIT */
#include "sculpt/view.h"

#include "common/mesh/vector.h"

#include <math.h>

static const double RADIANS_PER_DEGREE = 0.017453292519943295;
static const float ROOM = 1.03f; /* around the points */

void view_fit(view *v, const clay *c) {
    float low[3], high[3], longest = 0;
    double farthest = 0;
    points_bounds(&c->points, low, high);
    for (int k = 0; k < 3; k++) {
        v->center[k] = low[k] / 2 + high[k] / 2;
        longest = fmaxf(longest, high[k] / 2 - low[k] / 2);
        v->camera.target[k] = 0;
    }
    v->scale = longest > 0 ? 1 / longest : 1;
    for (size_t i = 0; i < c->points.count; i++) {
        double away[3];
        for (size_t k = 0; k < 3; k++)
            away[k] = ((double)c->points.positions[3 * i + k] - v->center[k]) * v->scale;
        farthest = fmax(farthest, vector_length(away));
    }
    v->camera.radius = ROOM * (float)farthest;
    v->camera.zoom = v->camera.zoom > 0 ? v->camera.zoom : 1;
}

void view_turn(view *v, double turn, double rise, double zoom) {
    v->camera.azimuth = (float)(turn * RADIANS_PER_DEGREE);
    v->camera.elevation = (float)fmin(fmax(rise * RADIANS_PER_DEGREE, -1.5), 1.5); /* straight down has no up */
    v->camera.zoom = (float)zoom;
}

/* The view's rows are the camera's axes in the box; it looks along its own -z. */
view_axes view_axes_of(const view *v) {
    view_axes a;
    camera_matrices m;
    float origin[3], ray[3];
    camera_look(&v->camera, 2, 2, &m);
    camera_ray(&v->camera, 2, 2, 2, 1, origin, ray);
    for (int k = 0; k < 3; k++) {
        a.right[k] = m.view[4 * k];
        a.up[k] = m.view[4 * k + 1];
        a.forward[k] = -m.view[4 * k + 2];
        a.eye[k] = v->center[k] + (double)m.eye[k] / v->scale;
    }
    const double edge[3] = {ray[0], ray[1], ray[2]};
    a.tangent = vector_dot(edge, a.right) / vector_dot(edge, a.forward);
    return a;
}

void view_ray(const view_axes *a, double x, double y, double ray[3]) {
    for (int k = 0; k < 3; k++)
        ray[k] = a->forward[k] + a->tangent * (x * a->right[k] + y * a->up[k]);
}

void view_project(const view_axes *a, const float point[3], double *x, double *y, double *distance) {
    double away[3];
    for (int k = 0; k < 3; k++)
        away[k] = point[k] - a->eye[k];
    *distance = vector_dot(away, a->forward);
    *x = vector_dot(away, a->right) / (*distance * a->tangent);
    *y = vector_dot(away, a->up) / (*distance * a->tangent);
}

void view_range(const view_axes *a, const clay *c, double *nearest, double *farthest) {
    float low[3], high[3];
    points_bounds(&c->points, low, high);
    *nearest = INFINITY;
    *farthest = 0;
    for (int i = 0; i < 8; i++) {
        const float corner[3] = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]};
        double x, y, distance;
        view_project(a, corner, &x, &y, &distance);
        *nearest = fmin(*nearest, fmax(distance, 0));
        *farthest = fmax(*farthest, distance);
    }
}
