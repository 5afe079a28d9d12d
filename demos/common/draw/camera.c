/* camera.c - an orbiting camera, by cglm.  SPDX-License-Identifier: MIT */
#include "common/draw/camera.h"

#include <cglm/cglm.h>

#include <math.h>
#include <string.h>

static const float FIELD_OF_VIEW = 0.45f; /* of the shorter side; long lenses keep a volume's edges nearly parallel */

void camera_orbit(camera *c, float drag_x, float drag_y) {
    const float radians_per_pixel = 0.004f, steepest = 1.5f; /* straight down has no up */
    c->azimuth -= drag_x * radians_per_pixel;
    c->elevation = glm_clamp(c->elevation - drag_y * radians_per_pixel, -steepest, steepest);
}

void camera_wheel(camera *c, float notches) {
    c->zoom = glm_clamp(c->zoom * powf(1.1f, notches), 0.2f, 12);
}

/* Turning, a box is a cylinder, whose rims leave the view at a side, or above or below where they are nearest or farthest. */
void camera_fit(camera *c, const float half[3]) {
    const float margin = 1.01f;
    float narrow = tanf(FIELD_OF_VIEW / 2), rim = sqrtf(half[0] * half[0] + half[2] * half[2]);
    float sine = sinf(c->elevation), cosine = cosf(c->elevation);
    float distance = rim * sqrtf(cosine * cosine + 1 / (narrow * narrow)) + half[1] * fabsf(sine);
    for (int i = 0; i < 4; i++) {
        float y = i & 1 ? half[1] : -half[1], z = i & 2 ? rim : -rim;
        distance = fmaxf(distance, fabsf(y * cosine - z * sine) / narrow + y * sine + z * cosine);
    }
    c->radius = margin * distance * sinf(FIELD_OF_VIEW / 2);
}

/* Tangents of half of the picture's angles; the shorter side has FIELD_OF_VIEW. */
static void tangents(int width, int height, float *across, float *up) {
    float narrow = tanf(FIELD_OF_VIEW / 2), aspect = height > 0 && width > 0 ? (float)width / (float)height : 1;
    *across = narrow * fmaxf(aspect, 1);
    *up = narrow * fmaxf(1 / aspect, 1);
}

static void set_distance(camera *c, float distance) {
    const float margin = 1.07f;
    c->radius = fmaxf(margin * distance, 0.02f) * sinf(FIELD_OF_VIEW / 2);
}

/* A ring leaves the picture at a side, or above or below where it is nearest or farthest. */
static void distances_of(const camera *c, const camera_ring *ring, float raise, float across, float up, float *top,
                         float *bottom, float *side) {
    float sine = sinf(c->elevation), cosine = cosf(c->elevation), y = ring->height - raise;
    *side = fmaxf(*side, ring->radius * sqrtf(cosine * cosine + 1 / (across * across)) + y * sine);
    for (int i = -1; i <= 1; i += 2) {
        float z = (float)i * ring->radius, nearness = y * sine + z * cosine, rise = (y * cosine - z * sine) / up;
        *top = fmaxf(*top, rise + nearness);
        *bottom = fmaxf(*bottom, nearness - rise);
    }
}

void camera_fit_rings(camera *c, const camera_ring *rings, int count, int width, int height) {
    float across, up, low = 0, high = 0, distance = 0;
    tangents(width, height, &across, &up);
    for (int i = 0; i < count; i++) {
        low = i == 0 ? rings[i].height : fminf(low, rings[i].height);
        high = i == 0 ? rings[i].height : fmaxf(high, rings[i].height);
    }
    /* The higher the target, the more room has the top and the less the bottom. */
    for (int step = 0; step < 24; step++) {
        float raise = (low + high) / 2, top = 0, bottom = 0, side = 0;
        for (int i = 0; i < count; i++)
            distances_of(c, &rings[i], raise, across, up, &top, &bottom, &side);
        distance = fmaxf(fmaxf(top, bottom), side);
        *(top > bottom ? &low : &high) = raise;
    }
    c->target[1] += (low + high) / 2;
    set_distance(c, distance);
}

void camera_fit_corners(camera *c, const float low[3], const float high[3], int width, int height) {
    float across, up, distance = 0;
    tangents(width, height, &across, &up);
    float sine = sinf(c->elevation), cosine = cosf(c->elevation);
    for (int i = 0; i < 8; i++) {
        vec3 p = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1], i & 4 ? high[2] : low[2]};
        glm_vec3_sub(p, c->target, p);
        float right = p[0] * cosf(c->azimuth) - p[2] * sinf(c->azimuth);
        float toward = p[0] * sinf(c->azimuth) + p[2] * cosf(c->azimuth);
        float nearness = p[1] * sine + toward * cosine;
        distance = fmaxf(distance, fabsf(right) / across + nearness);
        distance = fmaxf(distance, fabsf(p[1] * cosine - toward * sine) / up + nearness);
    }
    set_distance(c, distance);
}

/* What the picture shows at distance 1, and from where. */
typedef struct lens {
    float aspect, vertical; /* half of the vertical angle */
    float distance, eye[3]; /* of the target */
} lens;

static lens lens_of(const camera *c, int width, int height) {
    lens l;
    float half = FIELD_OF_VIEW / 2;
    l.aspect = height > 0 ? (float)width / (float)height : 1;
    l.vertical = l.aspect >= 1 ? half : atanf(tanf(half) / l.aspect);
    l.distance = c->radius / sinf(half) / c->zoom;
    l.eye[0] = c->target[0] + l.distance * cosf(c->elevation) * sinf(c->azimuth);
    l.eye[1] = c->target[1] + l.distance * sinf(c->elevation);
    l.eye[2] = c->target[2] + l.distance * cosf(c->elevation) * cosf(c->azimuth);
    return l;
}

static void view_of(const camera *c, const lens *l, mat4 view) {
    glm_lookat((float *)l->eye, (float *)c->target, (vec3){0, 1, 0}, view);
}

void camera_look(const camera *c, int width, int height, camera_matrices *out) {
    lens l = lens_of(c, width, height);
    mat4 view, projection, both;
    view_of(c, &l, view);
    /* The volume reaches sqrt(3) from its center, wherever the target lies in it. */
    float near_plane = fmaxf(l.distance - 4, 0.01f * l.distance), far_plane = l.distance + 4;
    glm_perspective(2 * l.vertical, l.aspect, near_plane, far_plane, projection);
    glm_mat4_mul(projection, view, both);
    memcpy(out->view, view, sizeof view);
    memcpy(out->view_projection, both, sizeof both);
    memcpy(out->eye, l.eye, sizeof l.eye);
    out->near_plane = near_plane;
    out->depth[0] = far_plane / (far_plane - near_plane);
    out->depth[1] = -far_plane * near_plane / (far_plane - near_plane);
    out->pixels_per_unit = (float)height / (2 * tanf(l.vertical));
}

void camera_ray(const camera *c, int width, int height, float x, float y, float origin[3], float direction[3]) {
    lens l = lens_of(c, width, height);
    float up = height > 0 ? (2 * y / (float)height - 1) * tanf(l.vertical) : 0;
    float right = width > 0 ? (2 * x / (float)width - 1) * tanf(l.vertical) * l.aspect : 0;
    mat4 view;
    vec3 ray;
    view_of(c, &l, view);
    for (int k = 0; k < 3; k++) /* the view's rows are the camera's axes in the world; it looks along its own -z */
        ray[k] = right * view[k][0] + up * view[k][1] - view[k][2];
    glm_vec3_normalize(ray);
    memcpy(direction, ray, sizeof ray);
    memcpy(origin, l.eye, sizeof l.eye);
}

void camera_turn_y(float angle, float scale, float out[16]) {
    mat4 m;
    glm_rotate_make(m, angle, (vec3){0, 1, 0});
    glm_scale_uni(m, scale);
    memcpy(out, m, sizeof m);
}
